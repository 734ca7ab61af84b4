"""One uvicorn server that stops at once, open streams or not."""

from __future__ import annotations

import signal
import socket
from typing import Any

import uvicorn

from games.live import hub

# What a request in flight gets before the process goes. Streams are ended first and do not count.
GRACE = 1  # seconds

LAST_PORT = 65_535
NO_SUCH_PORT = "There is no port {port}: choose one from 1 to 65535, such as ./bikupa {command} --port 8000"


class NoSuchPort(Exception):
    """Ports are numbers from 1 to 65535; 0 lets the system choose a free one."""


class PortTaken(Exception):
    """Another program listens on the port."""


class SiteServer(uvicorn.Server):
    """Ends the live streams when told to stop; uvicorn alone would wait for the pages to go away."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        hub.shut()
        await super().shutdown(sockets)


def open_port(host: str, port: int) -> socket.socket:
    """Return a listening socket.

    :raises NoSuchPort: if no port can have this number.
    :raises PortTaken: if the port is in use; OSError for an address this machine does not have.
    """
    if not 0 <= port <= LAST_PORT:
        raise NoSuchPort
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        if error.errno is not None and error.strerror and "in use" in error.strerror:
            raise PortTaken from error
        raise
    return listener


def serve_until_told(listener: socket.socket) -> None:
    """Serve the whole site on the socket until Ctrl-C or SIGTERM, then return."""
    # uvicorn raises the signal again when it is done; without these the process would end before it cleaned up.
    before = {number: signal.signal(number, _heard) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        config = uvicorn.Config(
            "hive_site.asgi:application",
            log_config=None,
            access_log=False,
            lifespan="off",
            timeout_graceful_shutdown=GRACE,
        )
        SiteServer(config).run(sockets=[listener])
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _heard(number: int, frame: Any) -> None:
    """The signal has done its work already."""
