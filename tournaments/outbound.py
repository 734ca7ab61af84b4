"""Sending a message to an address that somebody typed in: only to the open internet, over TLS, and not further.

An address that leads into the network of the site (loopback, private, link-local) is refused, at the moment of sending
and for the very address that is then connected to, so that a name cannot point elsewhere meanwhile.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from dataclasses import dataclass
from urllib.parse import urlsplit

SECONDS = 10
MAX_ANSWER = 4_096


class NotSent(Exception):
    """It did not arrive; the message says why."""


@dataclass(frozen=True, slots=True)
class Target:
    """A checked address: host and port to name, the numeric address to connect to, and the path."""

    secure: bool
    host: str
    port: int
    numeric: str
    path: str


def resolve(url: str, *, allow_private: bool = False) -> Target:
    """Look an address up. ``allow_private``: for a site that tests itself; then plain http is allowed as well.

    :raises NotSent: it is no https address, does not exist, or lies inside a private network.
    """
    parts = urlsplit(url)
    try:
        port = parts.port
    except ValueError:
        raise NotSent("the port of the address is no number") from None
    secure = parts.scheme == "https"
    if not parts.hostname or parts.username or not (secure or (allow_private and parts.scheme == "http")):
        raise NotSent("write an address that begins with https:// and has no user name in it")
    try:
        found = socket.getaddrinfo(parts.hostname, port or (443 if secure else 80), type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise NotSent(f"the host {parts.hostname} is not known") from error
    numeric = str(found[0][4][0])
    if not allow_private and not all(ipaddress.ip_address(str(one[4][0])).is_global for one in found):
        raise NotSent("the address lies inside a private network")
    path = parts.path or "/"
    if parts.query:
        path = f"{path}?{parts.query}"
    return Target(secure, parts.hostname, port or (443 if secure else 80), numeric, path)


class _Pinned(http.client.HTTPConnection):
    """A connection to the address that was checked, whatever the name says by now."""

    def __init__(self, target: Target) -> None:
        super().__init__(target.host, target.port, timeout=SECONDS)
        self._target = target

    def connect(self) -> None:
        plain = socket.create_connection((self._target.numeric, self._target.port), timeout=SECONDS)
        if self._target.secure:
            plain = ssl.create_default_context().wrap_socket(plain, server_hostname=self._target.host)
        self.sock = plain


def post(target: Target, body: bytes, headers: dict[str, str]) -> int:
    """Send ``body`` and return the status of the answer. No redirect is followed.

    :raises NotSent: no connection, or no answer in time.
    """
    connection = _Pinned(target)
    try:
        connection.request("POST", target.path, body=body, headers=headers)
        answer = connection.getresponse()
        answer.read(MAX_ANSWER)
        return answer.status
    except (OSError, http.client.HTTPException) as error:
        raise NotSent(f"no answer: {type(error).__name__}") from error
    finally:
        connection.close()
