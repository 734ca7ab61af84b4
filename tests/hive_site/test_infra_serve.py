"""``./bikupa run``: the one process, from the first start to Ctrl-C, as its user meets it."""

from __future__ import annotations

import signal
import socket
from pathlib import Path

import pytest

from tests.served import WAIT, Served
from tests.services import free_port

SIGN_IN = """
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from accounts.models import User
user = User.objects.create_user("maja", "maja@example.org")
session = SessionStore()
session[SESSION_KEY] = str(user.pk)
session[BACKEND_SESSION_KEY] = "accounts.backends.NameOrEmailBackend"
session[HASH_SESSION_KEY] = user.get_session_auth_hash()
session.create()
print("sessionid=" + session.session_key)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_site_starts_keeps_its_data_and_stops_while_a_stream_is_open(tmp_path: Path, number: int) -> None:
    site = Served(tmp_path, free_port(), "--no-demo")
    try:
        site.wait()
        cookie = site.run(SIGN_IN)
        with socket.create_connection(("127.0.0.1", site.port)) as page:
            page.sendall(f"GET /live/me/ HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n".encode())
            got = b""
            while b'{"to_move": 0}' not in got:
                got += page.recv(1000)
            seconds = site.stop(number)
            while rest := page.recv(1000):
                got += rest
        assert got.endswith(b"0\r\n\r\n"), "the stream was cut, not ended"
        output = site.output()
        assert site.process.returncode == 0, output
        assert f"Bikupa is at {site.address}" in output
        assert "Traceback" not in output
        assert "Stopped." in output
        # The promise is three seconds; twice that is allowed for a machine busy with other tests.
        assert seconds < 6
        key = (tmp_path / "secret_key").read_text()
        assert (tmp_path / "bikupa.sqlite3").exists()
        assert not (tmp_path / "first-run").exists()
    finally:
        site.process.kill()
    again = Served(tmp_path, free_port())
    try:
        again.wait()
        again.stop(number)
        assert "First start" not in again.output()
        assert (tmp_path / "secret_key").read_text() == key
    finally:
        again.process.kill()


def test_a_port_that_cannot_be_is_told_with_what_to_do(tmp_path: Path) -> None:
    site = Served(tmp_path, 99_999)
    assert site.process.wait(WAIT) != 0
    assert "There is no port 99999: choose one from 1 to 65535, such as ./bikupa run --port 8000" in site.output()
    assert "Traceback" not in site.output()


def test_a_taken_port_is_told_with_what_to_do(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        site = Served(tmp_path, other.getsockname()[1])
        assert site.process.wait(WAIT) != 0
        output = site.output()
    assert f"Port {site.port} is taken by another program" in output
    assert "--port" in output
    assert "Traceback" not in output


def test_two_first_starts_at_once_prepare_one_after_the_other(tmp_path: Path) -> None:
    sites = [Served(tmp_path, free_port(), "--no-demo") for _ in range(2)]
    try:
        for site in sites:
            site.wait()
        for site in sites:
            site.stop(signal.SIGINT)
            assert "beginning again" not in site.output()
    finally:
        for site in sites:
            site.process.kill()


def test_a_first_start_that_was_cut_short_begins_again(tmp_path: Path) -> None:
    (tmp_path / "first-run").touch()
    (tmp_path / "bikupa.sqlite3").write_bytes(b"half a database")
    site = Served(tmp_path, free_port(), "--no-demo")
    try:
        site.wait()
        site.stop(signal.SIGINT)
        assert "beginning again" in site.output()
    finally:
        site.process.kill()
