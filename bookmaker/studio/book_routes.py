"""The routes of the open book: its text, its pages, and the news of both."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from bookmaker.base.errors import UsageError
from bookmaker.studio.guard import FOREVER, NONE, fields, number_in
from bookmaker.studio.library import Library

DPIS = (24, 48, 72, 96, 120, 144, 192, 240, 300)
"""Resolutions of pages; a wish in between gets the next one above."""


class BookRoutes:
    """The functions behind the routes."""

    def __init__(self, library: Library) -> None:
        self.library = library

    def table(self) -> list[Route]:
        """All routes."""
        return [
            Route("/api/state", self.state),
            Route("/api/events", self.events),
            Route("/api/edit", self.edit, methods=["POST"]),
            Route("/api/complete", self.complete, methods=["POST"]),
            Route("/api/hover", self.hover, methods=["POST"]),
            Route("/api/undo", self.undo, methods=["POST"]),
            Route("/api/redo", self.redo, methods=["POST"]),
            Route("/api/page/{version:int}/{number:int}.png", self.page),
            Route("/api/places/{version:int}", self.places),
            Route("/api/boxes/{version:int}/{number:int}", self.boxes),
            Route("/api/schema", self.schema),
            Route("/api/kinds", self.kinds),
        ]

    def state(self, _: Request) -> Response:
        """Folder, text, parts, faults, counts, and what can be undone."""
        book = self.library.session
        return JSONResponse({"folder": str(self.library.root), "book": None if book is None else book.state()})

    async def events(self, request: Request) -> Response:
        """News, until the page goes."""
        news = self.library.news
        listener = news.add()
        if listener is None:
            raise HTTPException(429, "too many pages of this studio are open: close one")

        async def stream() -> AsyncIterator[bytes]:
            try:
                async for piece in listener.stream():
                    yield piece
            finally:
                news.remove(listener)

        return StreamingResponse(stream(), media_type="text/event-stream")

    async def edit(self, request: Request) -> Response:
        """Change the spec."""
        from bookmaker.api import views

        said = await fields(
            request, base=str, edits=(list, NONE), text=(str, NONE), label=(str, NONE), force=(bool, NONE)
        )
        edits, text, session = said["edits"], said["text"], self.library.opened()
        if (edits is None) == (text is None):
            raise UsageError("a change has either `edits` or a `text`")

        def edited(old: bytes) -> bytes:
            return views.with_edits(old, edits, session.path) if text is None else views.with_text(old, text)

        label = (said["label"] or "Edit")[:200]
        return JSONResponse(
            await run_in_threadpool(session.change, said["base"], label, edited, force=bool(said["force"]))
        )

    async def complete(self, request: Request) -> Response:
        """The words that may come at a place of the text."""
        from bookmaker.api import specs

        text, offset = await self._place(request)
        folder = self.library.opened().path.parent
        found = (await run_in_threadpool(specs.complete, text, offset, folder)).as_dict()
        return JSONResponse({**found, **_in_utf16(text, found)})

    async def hover(self, request: Request) -> Response:
        """The meaning of a place of the text."""
        from bookmaker.api import specs

        text, offset = await self._place(request)
        folder = self.library.opened().path.parent
        found = await run_in_threadpool(specs.describe, text, offset, folder)
        return JSONResponse(None if found is None else {**found.as_dict(), **_in_utf16(text, found.as_dict())})

    async def _place(self, request: Request) -> tuple[str, int]:
        said = await fields(request, text=str, offset=int)
        units = said["text"].encode("utf-16-le", "surrogatepass")
        return said["text"], len(units[: 2 * max(said["offset"], 0)].decode("utf-16-le", "ignore"))

    async def undo(self, request: Request) -> Response:
        """Undo the last change."""
        await fields(request)
        return JSONResponse(await run_in_threadpool(self.library.opened().step, -1))

    async def redo(self, request: Request) -> Response:
        """Do the change again that was undone last."""
        await fields(request)
        return JSONResponse(await run_in_threadpool(self.library.opened().step, 1))

    def page(self, request: Request) -> Response:
        """A page as a picture."""
        wish = number_in(request, "dpi", 96, 1, DPIS[-1])
        dpi = next(one for one in DPIS if wish <= one)
        found = self.library.opened().picture(request.path_params["version"], request.path_params["number"], dpi)
        if found is None:
            raise HTTPException(404, "the book has no page of this number now")
        return Response(found, media_type="image/png", headers=FOREVER)

    def places(self, request: Request) -> Response:
        """The puzzles of each page."""
        return JSONResponse(self.library.opened().view(request.path_params["version"]).places())

    def boxes(self, request: Request) -> Response:
        """The size of a page, and where its puzzles are."""
        view, number = self.library.opened().view(request.path_params["version"]), request.path_params["number"]
        if not 1 <= number <= view.pages:
            raise HTTPException(404, "there is no such page in the book as it is now")
        return JSONResponse(view.boxes(number), headers=FOREVER)

    def schema(self, _: Request) -> Response:
        """The schema of a spec."""
        from bookmaker.api import specs

        return JSONResponse(specs.spec_schema())

    def kinds(self, request: Request) -> Response:
        """The kinds of puzzles."""
        from bookmaker.api import views

        return JSONResponse({"kinds": list(views.kinds(request.query_params.get("language", "en")))})


def _in_utf16(text: str, found: dict[str, Any]) -> dict[str, int]:
    """The ends of a stretch as JavaScript counts: letters outside the basic plane are two."""
    ends = ((name, found[name]) for name in ("start", "end"))
    return {name: len(text[:at].encode("utf-16-le", "surrogatepass")) // 2 for name, at in ends}
