"""The routes of single puzzles of the book that is shown, and of its cover."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bookmaker.base.errors import UsageError
from bookmaker.studio.guard import FOREVER, number_in
from bookmaker.studio.library import Library

_LARGEST, _HIGHEST = 1200, 1200
"""Pixels of a picture of a puzzle, and of a cover."""


class PuzzleRoutes:
    """The functions behind the routes."""

    def __init__(self, library: Library) -> None:
        self.library = library

    def table(self) -> list[Route]:
        """All routes."""
        return [
            Route("/api/puzzle/{version:int}/{number:int}.png", self.picture),
            Route("/api/puzzle/{version:int}/{number:int}", self.puzzle),
            Route("/api/covers", self.covers),
            Route("/api/cover/{version:int}/sheet.png", self.sheet),
            Route("/api/cover/{version:int}/{design}/{palette}.png", self.front),
        ]

    def puzzle(self, request: Request) -> Response:
        """Grade, path, hints and answer."""
        view = self.library.opened().view(request.path_params["version"])
        number = self._number(request, len(view.records))
        return JSONResponse(view.puzzle(number, request.query_params.get("language", "en")))

    def picture(self, request: Request) -> Response:
        """The puzzle, its answer, or a step of its path."""
        view = self.library.opened().view(request.path_params["version"])
        number, asked = self._number(request, len(view.records)), request.query_params
        what = asked.get("what", "puzzle")
        if what not in ("puzzle", "answer", "step"):
            raise UsageError("`what` is puzzle, answer or step")
        width, step = number_in(request, "w", 400, 40, _LARGEST), number_in(request, "step", 0, 0, 10_000)
        found = view.drawn(number, what, step, asked.get("language", "en"), width)
        return Response(found, media_type="image/png", headers=FOREVER)

    @staticmethod
    def _number(request: Request, most: int) -> int:
        number = int(request.path_params["number"])
        if not 1 <= number <= most:
            raise HTTPException(404, "the book has no puzzle of this number now")
        return number

    def covers(self, _: Request) -> Response:
        """The designs and their palettes."""
        from bookmaker.api import views

        session = self.library.opened()
        view = session.shown.view
        design, palette = view.cover_choice() if view else (None, None)
        return JSONResponse({"designs": list(views.cover_designs()), "design": design, "palette": palette})

    def front(self, request: Request) -> Response:
        """The front of this book in a design and a palette."""
        asked = request.path_params
        view = self.library.opened().view(asked["version"])
        palette = None if asked["palette"] == "-" else asked["palette"]
        found = view.front_cover(asked["design"], palette, number_in(request, "h", 400, 40, _HIGHEST))
        return Response(found, media_type="image/png", headers=FOREVER)

    def sheet(self, request: Request) -> Response:
        """Back, spine and front."""
        view = self.library.opened().view(request.path_params["version"])
        printer = request.query_params.get("printer")
        found = view.whole_cover(printer, number_in(request, "h", 400, 40, _HIGHEST))
        return Response(found, media_type="image/png", headers=FOREVER)
