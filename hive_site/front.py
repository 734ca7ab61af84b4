"""The front door of the rehearsal: what a reverse proxy does in production, in the smallest way.

python -m hive_site.front PORT WEB_SOCKET LIVE_SOCKET

Requests below ``/live/`` go to one process, all others to another. One request per connection, so that after the
head every byte may simply be passed on.
"""

from __future__ import annotations

import asyncio
import sys
import time

HEAD_LIMIT = 64 * 1024  # bytes
# A process that was just killed is back within this time; nothing has been sent to it yet, so waiting is safe.
PATIENCE = 15.0  # seconds
OURS = (b"connection", b"proxy-connection", b"keep-alive", b"x-forwarded-for", b"x-forwarded-proto")


class Front:
    """Passes each connection on to one of two unix sockets."""

    def __init__(self, web: str, live: str) -> None:
        self.web = web
        self.live = live
        # The loop itself holds tasks only weakly.
        self.connections: set[asyncio.Task[None] | None] = set()

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection of a browser."""
        upstream: asyncio.StreamWriter | None = None
        self.connections.add(asyncio.current_task())
        try:
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)
            path = head.split(b" ", 2)[1]
            source, upstream = await connect(self.live if path.startswith(b"/live/") else self.web)
            upstream.write(rewritten(head, writer.get_extra_info("peername")[0]))
            asking = asyncio.create_task(pass_on(reader, upstream))
            answering = asyncio.create_task(pass_on(source, writer))
            # The first end of either side ends both: a page that is closed ends its stream.
            await asyncio.wait({asking, answering}, return_when=asyncio.FIRST_COMPLETED)
            if answering.done() and not answering.result():
                writer.write(BAD_GATEWAY)
            for task in (asking, answering):
                task.cancel()
        except (asyncio.IncompleteReadError, TimeoutError, IndexError):
            pass  # nothing was asked
        except asyncio.LimitOverrunError:
            writer.write(b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\n\r\n")
        except ConnectionError:
            writer.write(BAD_GATEWAY)
        finally:
            for end in (upstream, writer):
                if end is not None:
                    end.close()
            self.connections.discard(asyncio.current_task())


BAD_GATEWAY = (
    b"HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n"
    b"The site is starting again. Please try once more in a few seconds.\n"
)


async def connect(path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a connection to a unix socket, waiting for a process that is being restarted.

    :raises ConnectionError: it did not come back.
    """
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return await asyncio.open_unix_connection(path)
        except OSError as error:
            if time.monotonic() > until:
                raise ConnectionError(path) from error
            await asyncio.sleep(0.1)


def rewritten(head: bytes, peer: str) -> bytes:
    """Return the head of a request as the process behind should see it."""
    first, *lines = head.rstrip(b"\r\n").split(b"\r\n")
    kept = [line for line in lines if line.partition(b":")[0].strip().lower() not in OURS]
    ours = [b"X-Forwarded-For: " + peer.encode(), b"X-Forwarded-Proto: http", b"Connection: close"]
    return b"\r\n".join([first, *kept, *ours, b"", b""])


async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> int:
    """Copy until the end; return how many bytes went through."""
    passed = 0
    try:
        while data := await reader.read(64 * 1024):
            passed += len(data)
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass  # one of the two has gone
    return passed


async def main(port: int, web: str, live: str) -> None:
    front = Front(web, live)
    server = await asyncio.start_server(front.answer, "127.0.0.1", port, limit=HEAD_LIMIT)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2], sys.argv[3]))
