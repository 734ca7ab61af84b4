"""``./bikupa stack``: every process behind one address, started again when it dies, gone at Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from .harness import PATIENCE, ROOT, Program, Site, e2e, make_players, running_site, wait_until

START_GAME = """
from django.db import transaction
from django.utils import timezone
from accounts.models import User
from games.services.games import start_game
with transaction.atomic():
    game = start_game(
        white=User.objects.get(name="maja"), black=User.objects.get(name="olle"), game_type="Base",
        opening_rule="no_queen_first", repetition_rule="threefold", time_control="1d", rated=False, in_event=False,
        now=timezone.now(),
    )
print(game.pk)
"""


class Stack:
    """The running command, and what it said so far."""

    def __init__(self, site: Site) -> None:
        self.log = site.folder / "stack.log"
        self.process = subprocess.Popen(
            [sys.executable, "-u", "manage.py", "stack", "--port", str(site.port)],
            cwd=ROOT,
            env=site.environment,
            stdout=self.log.open("wb"),
            stderr=subprocess.STDOUT,
        )

    def said(self) -> str:
        return self.log.read_text()

    def pids(self, name: str) -> list[int]:
        return [int(pid) for pid in re.findall(rf"^{name} runs as process (\d+)", self.said(), re.MULTILINE)]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with running_site(tmp_path) as site:
        yield site


@e2e
def test_the_rehearsal_serves_streams_and_pages_survives_kills_and_stops(site: Site) -> None:
    make_players(site, ["maja", "olle"])
    game = int(site.run(START_GAME))
    stack = Stack(site)
    try:
        wait_until("the site answers", site.answers)
        wait_until("all run", lambda: all(map(stack.pids, ("web", "live", "worker", "beat", "front"))))
        maja = Program(site, "maja")
        with socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE) as page:
            page.sendall(f"GET /live/games/{game}/ HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            read_until(page, b'"version": 1}')
            # Played in the web process, heard of in the live process, through Redis.
            maja.post(f"games/{game}/moves/", {"move": "wA1", "ply": 0}, expect=201)
            read_until(page, b'"version": 2}')
        for name in ("worker", "web", "live", "front"):
            os.kill(stack.pids(name)[-1], signal.SIGKILL)
            wait_until(f"{name} runs again", lambda name=name: len(stack.pids(name)) == 2)
            assert f"{name} was killed by signal 9; starting it again in" in stack.said()
        wait_until("the site answers again", site.answers)
        assert maja.get(f"games/{game}/").body["ply"] == 1
        stack.process.send_signal(signal.SIGINT)
        assert stack.process.wait(PATIENCE) == 0
        assert stack.said().rstrip().endswith("All stopped.")
        assert "Traceback" not in stack.said()
        for name in ("web", "live", "worker", "beat", "front"):
            with pytest.raises(ProcessLookupError):
                os.kill(stack.pids(name)[-1], 0)
    finally:
        stack.process.send_signal(signal.SIGTERM)
        stack.process.wait(PATIENCE)


def read_until(page: socket.socket, text: bytes) -> None:
    got = b""
    while text not in got:
        part = page.recv(4096)
        assert part, got
        got += part
