"""The one-process site as a process of its own, for tests that meet it from outside."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WAIT = 120  # seconds, only so that a broken server does not hang the tests


class Served:
    """A running ``manage.py serve`` with its data in a folder of its own."""

    def __init__(self, var: Path, port: int, *options: str) -> None:
        self.var = var
        self.port = port
        self.address = f"http://127.0.0.1:{port}"
        command = [sys.executable, "manage.py", "serve", "--port", str(port), *options]
        inherited = {key: value for key, value in os.environ.items() if key != "DJANGO_SETTINGS_MODULE"}
        self.environment = {**inherited, "BIKUPA_VAR": str(var)}
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def wait(self) -> None:
        until = time.monotonic() + WAIT
        while True:
            try:
                with urllib.request.urlopen(f"{self.address}/healthz", timeout=WAIT) as answer:
                    assert json.load(answer)["status"] == "ok"
                    return
            except OSError:
                assert self.process.poll() is None, self.output()
                assert time.monotonic() < until
                time.sleep(0.1)

    def stop(self, number: int) -> float:
        """Send the signal; return how many seconds the process took to go."""
        began = time.monotonic()
        self.process.send_signal(number)
        self.process.wait(WAIT)
        return time.monotonic() - began

    def output(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.read()

    def run(self, script: str) -> str:
        """Run a few lines of Python on the site's data, beside the running server; return what they print."""
        command = [sys.executable, "manage.py", "shell", "-v0", "-c", script]
        done = subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()
