"""The task pool of the one-process site: two threads, and nothing that outlives the process.

Threads are daemons: a task that hangs must not keep Ctrl-C waiting. What is lost so is found again by the sweeps.
"""

from __future__ import annotations

import atexit
import logging
import queue
import threading
import time
from concurrent.futures import Future
from typing import Any, Protocol

logger = logging.getLogger(__name__)

THREADS = 2


class Runnable(Protocol):
    """What the pool needs of a task."""

    name: str

    def apply(self, args: Any = None, kwargs: Any = None) -> Any: ...


Job = tuple[Runnable, tuple[Any, ...], dict[str, Any], "Future[None]"]

_jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
_threads: list[threading.Thread] = []
_lock = threading.Lock()
_stopping = threading.Event()
_held: list[Job] = []


def submit(task: Runnable, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Future[None]:
    """Run the task soon in a thread of this process. The future ends when the task has, well or badly."""
    done: Future[None] = Future()
    if _stopping.is_set():
        done.cancel()
        return done
    _start()
    _jobs.put((task, args, kwargs, done))
    return done


def stop(timeout: float) -> bool:
    """Take no more tasks, drop those that wait, and give the running ones ``timeout`` seconds. True: all ended."""
    _stopping.set()
    atexit.unregister(stop)  # once is enough
    while True:
        try:
            _jobs.get_nowait()
        except queue.Empty:
            break
    for _ in _threads:
        _jobs.put(None)
    until = time.monotonic() + timeout
    for thread in _threads:
        thread.join(max(0.0, until - time.monotonic()))
    return not any(thread.is_alive() for thread in _threads)


def hold(task: Runnable, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Future[None]:
    """Keep the task until :func:`run_held`."""
    done: Future[None] = Future()
    _held.append((task, args, kwargs, done))
    return done


def held() -> list[tuple[str, dict[str, Any]]]:
    """Return the names and keyword arguments of the tasks that are kept."""
    return [(task.name, kwargs) for task, _, kwargs, _ in _held]


def run_held() -> int:
    """Run the kept tasks in this thread, those they send in turn as well, and return how many ran.

    :raises Exception: what the first failing task raised.
    """
    ran = 0
    while _held:
        task, args, kwargs, done = _held.pop(0)
        task.apply(args=args, kwargs=kwargs).get(propagate=True)
        done.set_result(None)
        ran += 1
    return ran


def drop_held() -> None:
    """Forget the kept tasks, as a crash would."""
    _held.clear()


def _start() -> None:
    with _lock:
        if _threads:
            return
        for number in range(THREADS):
            thread = threading.Thread(target=_work, name=f"task-{number}", daemon=True)
            thread.start()
            _threads.append(thread)
        # A command such as `load_demo` ends at once; let what it started finish.
        atexit.register(stop, 2.0)


def _work() -> None:
    from django.db import close_old_connections, connections

    while (job := _jobs.get()) is not None:
        task, args, kwargs, done = job
        close_old_connections()
        try:
            task.apply(args=args, kwargs=kwargs)
        except Exception:
            logger.exception("task %s failed", task.name)
        finally:
            close_old_connections()
            done.set_result(None)
    connections.close_all()
