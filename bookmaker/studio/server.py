"""The server of a studio on the loopback address: docs/design/studio.md has its routes."""

from __future__ import annotations

import asyncio
import mimetypes
import os
import socket
import sqlite3
from contextlib import suppress
from pathlib import Path
from types import FrameType
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException as Refused
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from uvicorn.config import Config
from uvicorn.server import Server

from bookmaker.base import resources
from bookmaker.base.errors import BookmakerError, ChangedError, Fault, OutputError, UsageError
from bookmaker.studio.book_routes import BookRoutes, MakeRoutes, PuzzleRoutes, StartRoutes
from bookmaker.studio.desk_routes import DeskRoutes
from bookmaker.studio.guard import HOST, MOST_BYTES, Guard, Json, refusal
from bookmaker.studio.history import History
from bookmaker.studio.library import Library
from bookmaker.studio.session import ConflictError

STATIC = Path(__file__).with_name("static")

for _ending, _kind in (
    (".js", "text/javascript"),
    (".css", "text/css"),
    (".woff2", "font/woff2"),
    (".svg", "image/svg+xml"),
):
    # Windows takes types of files from its registry, where a script may be plain text.
    mimetypes.add_type(_kind, _ending)


_ROUTES = (BookRoutes, StartRoutes, PuzzleRoutes, MakeRoutes, DeskRoutes)


def studio(library: Library) -> Guard:
    """The application behind its guard."""

    def shell(request: Request) -> Response:
        answer = _shell(request)
        answer.background = BackgroundTask(library.greeted.set)
        return answer

    own = [
        Route("/", shell),
        Route("/favicon.svg", _icon),
        Route("/static/{name:path}", _static),
        Route("/fonts/{name}", _font),
    ]
    app = Starlette(
        routes=[*own, *(route for kind in _ROUTES for route in kind(library).table())],
        exception_handlers={BookmakerError: _fault, OSError: _failed, sqlite3.Error: _failed, Refused: _refused},
    )
    return Guard(RequestBodyLimitMiddleware(app, MOST_BYTES), read_only=library.read_only)


async def _fault(_: Request, error: Exception) -> Response:
    assert isinstance(error, BookmakerError)
    status = 409 if isinstance(error, ConflictError | ChangedError) else 400 if isinstance(error, UsageError) else 422
    return Json({"faults": [fault.as_dict() for fault in error.faults], "code": error.exit_code}, status)


async def _failed(_: Request, error: Exception) -> Response:
    """The disk is full, or may not be written to."""
    return refusal(500, f"cannot read or write: {getattr(error, 'strerror', None) or error}")


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return refusal(error.status_code, error.detail)


def _shell(request: Request) -> Response:
    """The page itself."""
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    nonce = request.scope["state"]["nonce"]
    text = text.replace("<head>", f'<head>\n<meta name="csp-nonce" content="{nonce}">', 1)
    return HTMLResponse(text, headers={"Cache-Control": "no-cache"})


def _icon(_: Request) -> Response:
    return _file(STATIC / "favicon.svg")


def _static(request: Request) -> Response:
    path = (STATIC / request.path_params["name"]).resolve()
    if not path.is_relative_to(STATIC.resolve()):
        raise Refused(404)
    return _file(path)


def _font(request: Request) -> Response:
    """A font of the package, which is not in the wheel twice."""
    name, _, suffix = request.path_params["name"].partition(".")
    found = resources.packaged("fonts", name, f".{suffix}")
    if found is None or suffix != "ttf":
        raise Refused(404)
    return _file(found)


def _file(path: Path) -> Response:
    content = None
    with suppress(OSError):
        content = path.read_bytes()
    if content is None:
        raise Refused(404)
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Response(content, media_type=kind, headers={"Cache-Control": "no-cache"})


_ALONE = 60.0
"""Seconds without a page after which a studio that nobody can end otherwise ends itself."""


class _Server(Server):
    """Waits to be ended, where uvicorn looks ten times a second: an idle studio takes no processor time."""

    def __init__(self, config: Config, library: Library, until_closed: bool) -> None:
        super().__init__(config)
        self._library, self._until_closed = library, until_closed
        self._stop: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def main_loop(self) -> None:
        """Wait for the end."""
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        while not self.should_exit and not self._stop.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), _ALONE if self._until_closed else None)
                break
            if self._library.news.alone() and not self._library.build.running:
                break
        self._library.news.end()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop all work, too: afterwards uvicorn raises the signal anew, which may end the process at once."""
        await super().shutdown(sockets)
        if not self._library.read_only:
            self._library.history.served(self._library.root, None)
        self._library.end()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal ends the server."""
        super().handle_exit(sig, frame)
        if self._loop is not None and self._stop is not None:
            self._loop.call_soon_threadsafe(self._stop.set)


class Running:
    """A studio that has its address. Raises OutputError if the port is taken."""

    def __init__(self, library: Library, port: int = 0, *, until_closed: bool = False) -> None:
        self.guard: Guard = studio(library)
        self._library, self._until_closed = library, until_closed
        self._socket = socket.socket()
        if os.name == "posix":
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._socket.bind((HOST, port))
            # A browser that comes before the server is ready waits.
            self._socket.listen()
        except OSError as error:
            advice = "choose another with --port, or leave it out to take any that is free"
            raise OutputError(Fault(f"port {port} cannot be used: {error.strerror}", None, advice)) from error
        self.guard.port = self._socket.getsockname()[1]

    @property
    def address(self) -> str:
        """The address to open, with the token."""
        return self.guard.address

    def serve(self) -> None:
        """Serve until a signal comes."""
        config = Config(
            self.guard,
            http="h11",
            ws="none",
            loop="asyncio",
            lifespan="off",
            interface="asgi3",
            log_config=None,
            access_log=False,
            server_header=False,
            date_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=1,
            limit_concurrency=64,
        )
        if not self._library.read_only:
            self._library.history.served(self._library.root, self.address)
        _Server(config, self._library, self._until_closed).run([self._socket])


def other_studio(root: Path, state: Path) -> str | None:
    """The address of a studio of this user that serves the folder already, None without one."""
    history = History(state)
    address = history.server_of(root)
    history.close()
    if address is None:
        return None
    from http.client import HTTPConnection, HTTPException

    found = urlsplit(address)
    connection = HTTPConnection(found.hostname or HOST, found.port, timeout=2)
    try:
        connection.request("GET", f"{found.path}?{found.query}")
        answers = connection.getresponse().status == 303
    except (OSError, HTTPException):
        answers = False
    finally:
        connection.close()
    return address if answers else None
