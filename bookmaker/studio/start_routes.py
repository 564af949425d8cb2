"""The routes of the start: recent books, examples, and new books."""

from __future__ import annotations

from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bookmaker.base import seeds
from bookmaker.studio.guard import NONE, fields
from bookmaker.studio.library import Library


class StartRoutes:
    """The functions behind the routes."""

    def __init__(self, library: Library) -> None:
        self.library = library

    def table(self) -> list[Route]:
        """All routes."""
        return [
            Route("/api/start", self.start),
            Route("/api/template/{name}.png", self.picture),
            Route("/api/new", self.new, methods=["POST"]),
            Route("/api/open", self.open, methods=["POST"]),
        ]

    def start(self, _: Request) -> Response:
        """The books of the folder, and examples to begin with."""
        from bookmaker.api import starting

        root = self.library.root
        recent = [
            {"path": path.relative_to(root).as_posix(), "title": title}
            for path, title in self.library.history.recent()
            if path.is_relative_to(root) and path.is_file()
        ]
        books = [
            {"path": path.relative_to(root).as_posix(), "title": title} for path, title in starting.books_under(root)
        ]
        templates = list(starting.templates())
        for one in templates:
            one["picture"] = f"/api/template/{one['name']}.png" if one.pop("pictured") else None
        choices = {"for": list(starting.AUDIENCES), "printer": starting.printer_titles()}
        return JSONResponse(
            {"folder": str(root), "recent": recent, "books": books, "templates": templates, "questions": choices}
        )

    def picture(self, request: Request) -> Response:
        """Pages of an example."""
        from bookmaker.api import starting

        found = starting.template_picture(request.path_params["name"])
        return Response(found, media_type="image/png", headers={"Cache-Control": "private, max-age=3600"})

    async def new(self, request: Request) -> Response:
        """Write a new book, and open it."""
        from bookmaker.api import starting

        names = ("template", "for", "trim", "levels", "printer", "title")
        said = await fields(request, folder=str, count=(int, NONE), **dict.fromkeys(names, (str, NONE)))
        answers = starting.Answers(
            said["for"], said["template"], said["trim"], said["count"], said["levels"], said["printer"], said["title"]
        )
        folder = self.library.inside(said["folder"])
        path = await run_in_threadpool(starting.new_book, folder, answers, seeds.drawn())
        return await self._opened(path)

    async def open(self, request: Request) -> Response:
        """Open a book, or go back to the start."""
        said = await fields(request, path=(str, NONE))
        if said["path"] is None:
            await run_in_threadpool(self.library.close)
            return JSONResponse({"path": None})
        return await self._opened(self.library.inside(said["path"]))

    async def _opened(self, path: Path) -> Response:
        session = await run_in_threadpool(self.library.open, path)
        return JSONResponse({"path": session.path.relative_to(self.library.root).as_posix()})
