"""Serve the app to strangers: one process, one worker; run one for each core.

python -m server [--host 127.0.0.1] [--port 8501]
"""

import argparse

import uvicorn

APP = "asgi:app"  # by its name: what is put together there knows the server
PING = 20.0  # seconds; less than any proxy's patience with a silent socket
GRACE = 4  # seconds for what is under way when the process is asked to end
AT_ONCE = 32  # connections let in before those who are here are heard again
MAX_MESSAGE = 2_000_000  # bytes; the guard cuts a pasted book before the app sees it


def main() -> None:
    """Read the address and serve until asked to end."""
    parser = argparse.ArgumentParser(prog="python -m server", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8501)
    asked = parser.parse_args()
    serve(asked.host, asked.port)


def serve(host: str, port: int) -> None:
    """Serve until asked to end."""
    uvicorn.run(
        APP,
        host=host,
        port=port,
        ws="websockets-sansio",
        ws_max_size=MAX_MESSAGE,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE,
        backlog=AT_ONCE,
        access_log=False,  # an address holds the sentence
        server_header=False,
        proxy_headers=False,  # the guard reads what it needs
        log_level="warning",
    )


if __name__ == "__main__":
    main()
