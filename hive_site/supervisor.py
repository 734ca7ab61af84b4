"""Keeps the processes of the rehearsal running: starts them, starts again what dies, stops them all."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field

Say = Callable[[str], None]

FIRST_PAUSE = 0.5  # seconds before the first restart; doubled with each death in a row
LONGEST_PAUSE = 30.0
STEADY = 30.0  # a process that lived so long begins anew with the first pause
TICK = 0.1
STOP_GRACE = 8.0  # seconds between the polite and the impolite request to stop


@dataclass
class Child:
    """One supervised process. ``environment`` is added to that of the supervisor."""

    name: str
    command: list[str]
    environment: dict[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    start_again_at: float = 0.0
    pause: float = FIRST_PAUSE

    def start(self) -> None:
        # A session of its own: Ctrl-C reaches only the supervisor, which then stops the others in order.
        self.process = subprocess.Popen(  # noqa: S603
            self.command, env={**os.environ, **self.environment}, start_new_session=True
        )
        self.started_at = time.monotonic()

    def died(self, say: Say) -> None:
        """Note the death of the process and when to start it again."""
        assert self.process is not None
        code = self.process.returncode
        self.signal_group(signal.SIGKILL)  # its own children must not outlive it
        self.process = None
        now = time.monotonic()
        if now - self.started_at > STEADY:
            self.pause = FIRST_PAUSE
        why = f"was killed by signal {-code}" if code < 0 else f"ended with code {code}"
        say(f"{self.name} {why}; starting it again in {self.pause:g} s")
        self.start_again_at = now + self.pause
        self.pause = min(self.pause * 2, LONGEST_PAUSE)

    def signal_group(self, number: int) -> None:
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, number)

    def terminate(self) -> None:
        """Ask the process to stop; what it started itself hears of it from it."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()


class Supervisor:
    """Runs its children until it is told to stop."""

    def __init__(self, children: list[Child], say: Say) -> None:
        self.children = children
        self.say = say
        self.told_to_stop = False

    def run(self) -> None:
        """Start the children in order and watch them until Ctrl-C or SIGTERM, then stop them in reverse."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.tell_to_stop)
        try:
            while not self.told_to_stop:
                for child in self.children:
                    self.look_after(child)
                time.sleep(TICK)
        finally:
            self.stop_all()

    def tell_to_stop(self, *_: object) -> None:
        self.told_to_stop = True

    def look_after(self, child: Child) -> None:
        if child.process is not None and child.process.poll() is not None:
            child.died(self.say)
        if child.process is None and time.monotonic() >= child.start_again_at:
            child.start()
            assert child.process is not None
            self.say(f"{child.name} runs as process {child.process.pid}")

    def stop_all(self) -> None:
        """Stop every child: all are asked at once, the last ones to be needed are waited for last."""
        for child in self.children:
            child.terminate()
        until = time.monotonic() + STOP_GRACE
        for child in reversed(self.children):
            if child.process is None:
                continue
            try:
                child.process.wait(max(0.1, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                self.say(f"{child.name} does not stop; killed")
            child.signal_group(signal.SIGKILL)
            child.process.wait()
