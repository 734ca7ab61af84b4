"""The rehearsal: the front door passes on what it is given, the supervisor starts again what dies."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from hive_site.front import rewritten
from hive_site.supervisor import FIRST_PAUSE, Child, Supervisor
from tests.services import free_port, wait_for_port

ROOT = Path(__file__).resolve().parent.parent.parent
# Says on a unix socket which door it is, how long the body was, and what the head looked like.
ECHO = """
import socket, sys
server = socket.socket(socket.AF_UNIX); server.bind(sys.argv[1]); server.listen()
while True:
    client, _ = server.accept()
    got = b""
    while b"\\r\\n\\r\\n" not in got: got += client.recv(65536)
    head, _, body = got.partition(b"\\r\\n\\r\\n")
    length = int(next((l.split(b":")[1] for l in head.split(b"\\r\\n") if l.lower().startswith(b"content-length")), 0))
    while len(body) < length: body += client.recv(65536)
    client.sendall(b"HTTP/1.1 200 OK\\r\\n\\r\\n" + sys.argv[2].encode() + b" %d\\n" % len(body) + head)
    client.close()
"""


@pytest.fixture
def front(tmp_path: Path) -> Iterator[str]:
    port = free_port()
    sockets = [str(tmp_path / name) for name in ("web", "live")]
    commands = [[sys.executable, "-c", ECHO, sockets[index], name] for index, name in enumerate(("web", "live"))]
    commands.append([sys.executable, "-m", "hive_site.front", str(port), *sockets])
    running = [subprocess.Popen(command, cwd=ROOT) for command in commands]
    try:
        wait_for_port(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        for process in running:
            process.kill()
            process.wait()


def test_the_front_passes_streams_to_live_and_the_rest_to_web(front: str) -> None:
    for path, door in [("/", "web"), ("/games/1/", "web"), ("/?next=/live/me/", "web"), ("/live/me/", "live")]:
        with urllib.request.urlopen(front + path, timeout=30) as answer:
            assert answer.read().decode().startswith(f"{door} 0\nGET {path} HTTP/1.1")


def test_the_front_passes_a_long_body_whole(front: str) -> None:
    with urllib.request.urlopen(front + "/api/", data=b"x" * 3_000_000, timeout=30) as answer:
        assert answer.read().startswith(b"web 3000000\nPOST /api/")


def test_the_front_tells_who_asks_and_believes_nobody() -> None:
    head = b"GET / HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: 9.9.9.9\r\nConnection: keep-alive\r\n\r\n"
    assert rewritten(head, "10.0.0.1").split(b"\r\n") == [
        b"GET / HTTP/1.1",
        b"Host: h",
        b"X-Forwarded-For: 10.0.0.1",
        b"X-Forwarded-Proto: http",
        b"Connection: close",
        b"",
        b"",
    ]


def test_a_process_that_dies_is_started_again_later_and_later() -> None:
    said: list[str] = []
    child = Child("worker", [sys.executable, "-c", "import os; os.abort()"])
    supervisor = Supervisor([child], said.append)
    until = time.monotonic() + 60
    while len([line for line in said if "starting it again" in line]) < 3:
        supervisor.look_after(child)
        assert time.monotonic() < until, said
        time.sleep(0.01)
    supervisor.stop_all()
    deaths = [line for line in said if "starting it again" in line]
    waits = [FIRST_PAUSE, FIRST_PAUSE * 2, FIRST_PAUSE * 4]
    assert deaths == [f"worker was killed by signal 6; starting it again in {wait:g} s" for wait in waits]


def test_what_a_dead_process_started_dies_too(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    script = f"import os, time; os.fork() or open({str(note)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    child = Child("worker", [sys.executable, "-c", script])
    supervisor = Supervisor([child], lambda line: None)
    supervisor.look_after(child)
    try:
        until = time.monotonic() + 30
        while not (note.exists() and note.read_text()):
            assert time.monotonic() < until
            time.sleep(0.01)
        assert child.process is not None
        child.process.kill()
        child.process.wait()
        supervisor.look_after(child)
        grandchild = int(note.read_text())
        while running(grandchild):
            assert time.monotonic() < until
            time.sleep(0.01)
    finally:
        supervisor.stop_all()


def running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # A zombie waits for init, which a container may not have; it runs no more.
    stat = Path(f"/proc/{pid}/stat")
    return not (stat.exists() and re.search(r"\) Z ", stat.read_text()))


def test_ctrl_c_stops_all_also_what_does_not_listen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hive_site.supervisor.STOP_GRACE", 0.5)
    said: list[str] = []
    deaf = tmp_path / "deaf"
    ignore = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN)"
    script = f"{ignore}; open({str(deaf)!r}, 'w'); time.sleep(600)"
    children = [
        Child("deaf", [sys.executable, "-c", script]),
        Child("polite", [sys.executable, "-c", "import time; time.sleep(600)"]),
    ]
    supervisor = Supervisor(children, said.append)
    for child in children:
        supervisor.look_after(child)
    until = time.monotonic() + 30
    while not deaf.exists():
        assert time.monotonic() < until
        time.sleep(0.01)
    processes = [child.process for child in children]
    supervisor.stop_all()
    assert [process.returncode for process in processes if process] == [-signal.SIGKILL, -signal.SIGTERM]
    assert "deaf does not stop; killed" in said
