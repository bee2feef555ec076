"""A program that opens sockets, says nothing, and opens them again when they close.

    python -m tests.server.silent http://127.0.0.1:8501 4000 60

It prints `there` once all have been opened, and at the end how many were. Only for
servers on this machine; it ends by itself.
"""

import asyncio
import contextlib
import sys
from urllib.parse import urlsplit

from tests.server.visitor import LOOPBACK

HANDSHAKE = (
    "GET /_stcore/stream HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: c2F5cyBub3RoaW5nIGF0YQ==\r\n"
    "Sec-WebSocket-Protocol: streamlit\r\n\r\n"
)
PING, PONG, MASKED = 0x89, 0x8A, 0x80  # RFC 6455, 5.2


async def hold(address: str, count: int, seconds: float) -> int:
    """Hold `count` silent sockets for so long; how many were opened in all."""
    target = urlsplit(address)
    if target.hostname not in LOOPBACK:
        raise ValueError(f"only this machine is visited, not {address}")
    opened, until = 0, asyncio.get_running_loop().time() + seconds
    hello = HANDSHAKE.format(host=target.netloc).encode()

    async def one() -> None:
        nonlocal opened
        while asyncio.get_running_loop().time() < until:
            try:
                reader, writer = await asyncio.open_connection(
                    target.hostname, target.port
                )
                writer.write(hello)
                opened += 1
                if opened == count:
                    print("there", flush=True)
                await reader.readuntil(b"\r\n\r\n")  # let in
                while True:
                    kind, size = await reader.readexactly(2)
                    if kind != PING:
                        break  # told to go
                    said = await reader.readexactly(size)
                    writer.write(bytes((PONG, MASKED | size, 0, 0, 0, 0)) + said)
                writer.close()
            except (OSError, EOFError):
                await asyncio.sleep(0.05)

    work = asyncio.gather(*(one() for _ in range(count)))
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(work, seconds)
    return opened


if __name__ == "__main__":
    print(asyncio.run(hold(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))))
