"""The routes of the start and of the open book: its text, pages, puzzles and cover, the news of them, and its build."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import Route

from bookmaker.base import output, seeds
from bookmaker.base.errors import InputError, UsageError
from bookmaker.studio.guard import FOREVER, NONE, Json, fields, number_in
from bookmaker.studio.library import Routes
from bookmaker.studio.session import Session


class MakeRoutes(Routes):
    """The functions behind the routes."""

    def table(self) -> list[Route]:
        """All routes."""
        return [
            Route("/api/build", self.build),
            Route("/api/build", self.start, methods=["POST"]),
            Route("/api/build", self.cancel, methods=["DELETE"]),
            Route("/api/files", self.files),
            Route("/api/files.zip", self.archive),
            Route("/api/files/{name:path}", self.file),
            Route("/api/proof", self.proof),
            Route("/api/checklist", self.checklist),
            Route("/api/tick", self.tick, methods=["POST"]),
            Route("/api/listing", self.listing),
        ]

    def build(self, _: Request) -> Response:
        """How far the build is."""
        return Json(self.library.build.state)

    async def start(self, request: Request) -> Response:
        """Begin to build."""
        said = await fields(request, proof=(bool, NONE), lenient=(bool, NONE))
        session = self.library.opened()
        return Json(
            self.library.build.start(
                session.path,
                session.jobs,
                session.seed,
                bool(said["lenient"]),
                said["proof"] is not False,
                lambda digest: self.library.history.built(session.path, digest),
            )
        )

    async def cancel(self, request: Request) -> Response:
        """Stop the build."""
        await fields(request)
        return Json(self.library.build.cancel())

    def files(self, _: Request) -> Response:
        """The finished files."""
        from bookmaker.api import making

        session = self.library.opened()
        try:
            folder, found = making.finished_files(session.path)
        except InputError:
            return Json({"folder": None, "current": False, "files": []})
        self.library.inside(folder)
        current = self.library.history.built(session.path) == session.digest()
        return Json({"folder": str(folder.resolve()), "current": current, "files": found})

    def file(self, request: Request) -> Response:
        """A finished file, to be kept; with ``open`` in the query a PDF or a picture is shown by the browser."""
        from bookmaker.api import making

        folder, found = making.finished_files(self.library.opened().path)
        self.library.inside(folder)
        name = request.path_params["name"]
        # A name that the manifest does not have leads nowhere, and neither does a link out of the folder.
        if name not in {one["name"] for one in found}:
            raise HTTPException(404, "the book has no file of this name")
        path = (folder / name).resolve()
        if not path.is_relative_to(folder.resolve()):
            raise HTTPException(404, "the book has no file of this name")
        if "open" not in request.query_params or path.suffix not in {".pdf", ".png"}:
            return FileResponse(path, filename=path.name)
        # The viewer of a browser brings styles and scripts of its own, which the policy of our pages would refuse.
        headers = {"Content-Security-Policy": "frame-ancestors 'none'"}
        return FileResponse(path, filename=path.name, content_disposition_type="inline", headers=headers)

    def archive(self, request: Request) -> Response:
        """The files for a printer, or all."""
        from bookmaker.api import making

        printer, session = request.query_params.get("printer"), self.library.opened()
        name = "-".join(filter(None, (session.path.stem, printer)))
        quoted = "".join(one if one.isascii() and (one.isalnum() or one in "-_") else "_" for one in name)
        headers = {"Content-Disposition": f'attachment; filename="{quoted}.zip"'}
        return Response(making.zipped(session.path, printer), media_type="application/zip", headers=headers)

    def proof(self, _: Request) -> Response:
        """The proof of the first interior."""
        from bookmaker.api import making

        return Json(making.finished_proof(self.library.opened().path))

    def checklist(self, _: Request) -> Response:
        """The things to do at each printer."""
        return Json(self._checklist())

    def _checklist(self) -> dict[str, object]:
        from bookmaker.api import making

        session = self.library.opened()
        ticked = self.library.history.ticks(session.path)
        found = list(making.checklist(session.path))
        for printer in found:
            for step in printer["todo"]:
                step["done"] = step["name"] in ticked
        return {"printers": found}

    async def tick(self, request: Request) -> Response:
        """Tick one of them."""
        said = await fields(request, name=str, done=bool)
        self.library.history.tick(self.library.opened().path, said["name"][:200], said["done"])
        return Json(await run_in_threadpool(self._checklist))

    def listing(self, _: Request) -> Response:
        """The words for a shop; null where the book is for none."""
        from bookmaker.api import making

        return Json(making.finished_listing(self.library.opened().path))


DPIS = (24, 48, 72, 96, 120, 144, 192, 240, 300)
"""Resolutions of pages; a wish in between gets the next one above."""


_MOST_OTHERS = 12
_LARGEST, _HIGHEST = 1200, 1200
"""Pixels of a picture of a puzzle, and of a cover."""


class BookRoutes(Routes):
    """The functions behind the routes of the text and the pages."""

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
            Route("/api/own-page", self.own_page),
            Route("/api/own-page", self.write_page, methods=["POST"]),
            Route("/api/schema", self.schema),
            Route("/api/kinds", self.kinds),
        ]

    def state(self, _: Request) -> Response:
        """Folder, text, parts, faults, counts, and what can be undone."""
        book = self.library.session
        held = self.library
        return Json(
            {"folder": str(held.root), "read_only": held.read_only, "book": None if book is None else book.state()}
        )

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
        return Json(await run_in_threadpool(session.change, said["base"], label, edited, force=bool(said["force"])))

    async def complete(self, request: Request) -> Response:
        """The words that may come at a place of the text."""
        from bookmaker.api import specs

        text, offset, folder, code = await self._place(request)
        found = (await run_in_threadpool(specs.complete, text, offset, folder, code)).as_dict()
        return Json({**found, **_in_utf16(text, found)})

    async def hover(self, request: Request) -> Response:
        """The meaning of a place of the text."""
        from bookmaker.api import specs

        text, offset, folder, code = await self._place(request)
        found = await run_in_threadpool(specs.describe, text, offset, folder, code)
        return Json(None if found is None else {**found.as_dict(), **_in_utf16(text, found.as_dict())})

    async def _place(self, request: Request) -> tuple[str, int, Path, str]:
        said = await fields(request, text=str, offset=int, language=(str, NONE))
        units = said["text"].encode("utf-16-le", "surrogatepass")
        offset = len(units[: 2 * max(said["offset"], 0)].decode("utf-16-le", "ignore"))
        return said["text"], offset, self.library.opened().path.parent, said["language"] or "en"

    async def undo(self, request: Request) -> Response:
        """Undo the last change."""
        await fields(request)
        return Json(await run_in_threadpool(self.library.opened().step, -1))

    async def redo(self, request: Request) -> Response:
        """Do the change again that was undone last."""
        await fields(request)
        return Json(await run_in_threadpool(self.library.opened().step, 1))

    def page(self, request: Request) -> Response:
        """A page as a picture."""
        wish = number_in(request, "dpi", 96, 1, DPIS[-1])
        dpi = next(one for one in DPIS if wish <= one)
        found = self.library.opened().picture(request.path_params["version"], request.path_params["number"], dpi)
        if found is None:
            raise HTTPException(404, "the book has fewer pages now")
        return Response(found, media_type="image/png", headers=FOREVER)

    def places(self, request: Request) -> Response:
        """The puzzles of each page."""
        view = self.library.opened().view(request.path_params["version"])
        return Json(view.places(request.query_params.get("language", "en")))

    def boxes(self, request: Request) -> Response:
        """The size of a page, and where its puzzles are."""
        view, number = self.library.opened().view(request.path_params["version"]), request.path_params["number"]
        if not 1 <= number <= view.pages:
            raise HTTPException(404, "there is no such page in the book as it is now")
        return Json(view.boxes(number), headers=FOREVER)

    def own_page(self, request: Request) -> Response:
        """The text of a page of one's own."""
        name = request.query_params.get("file", "")
        return Json({"text": self.library.opened().own_page(name)})

    async def write_page(self, request: Request) -> Response:
        """Write a page of one's own, a new one where no file is named."""
        said = await fields(request, text=str, file=(str, NONE), title=(str, NONE))
        wish = said["text"], said["file"], said["title"] or ""
        return Json({"file": await run_in_threadpool(self.library.opened().write_page, *wish)})

    def schema(self, request: Request) -> Response:
        """The schema of a spec, its sentences in a language."""
        from bookmaker.api import specs

        return Json(specs.spec_schema(request.query_params.get("language", "en")))

    def kinds(self, request: Request) -> Response:
        """The kinds of puzzles."""
        from bookmaker.api import views

        return Json({"kinds": list(views.kinds(request.query_params.get("language", "en")))})


def _in_utf16(text: str, found: dict[str, Any]) -> dict[str, int]:
    """The ends of a stretch as JavaScript counts: letters outside the basic plane are two."""
    ends = ((name, found[name]) for name in ("start", "end"))
    return {name: len(text[:at].encode("utf-16-le", "surrogatepass")) // 2 for name, at in ends}


class PuzzleRoutes(Routes):
    """The functions behind the routes of single puzzles and of the cover."""

    def table(self) -> list[Route]:
        """All routes."""
        return [
            Route("/api/puzzle/{version:int}/{number:int}.png", self.picture),
            Route("/api/puzzle/{version:int}/{number:int}", self.puzzle),
            Route("/api/another", self.another, methods=["POST"]),
            Route("/api/own", self.own, methods=["POST"]),
            Route("/api/keep", self.keep, methods=["POST"]),
            Route("/api/covers", self.covers),
            Route("/api/cover/{version:int}/sheet.png", self.sheet),
            Route("/api/cover/{version:int}/{design}/{palette}.png", self.front),
        ]

    def puzzle(self, request: Request) -> Response:
        """Grade, path, hints and answer."""
        view = self.library.opened().view(request.path_params["version"])
        number = self._number(request, len(view.records))
        return Json(view.puzzle(number, request.query_params.get("language", "en")))

    def picture(self, request: Request) -> Response:
        """The puzzle, its answer, or a step of its path."""
        view = self.library.opened().view(request.path_params["version"])
        number, asked = self._number(request, len(view.records)), request.query_params
        what = asked.get("what", "puzzle")
        if what not in ("puzzle", "answer", "ground", "step"):
            raise UsageError("`what` is puzzle, answer, ground or step")
        width, step = number_in(request, "w", 400, 40, _LARGEST), number_in(request, "step", 0, 0, 10_000)
        found = view.drawn(number, what, step, asked.get("language", "en"), width)
        return Response(found, media_type="image/png", headers=FOREVER)

    @staticmethod
    def _number(request: Request, most: int) -> int:
        number = int(request.path_params["number"])
        if not 1 <= number <= most:
            raise HTTPException(404, "the book has fewer puzzles now")
        return number

    async def another(self, request: Request) -> Response:
        """The next puzzles for the place of one."""
        said = await fields(request, version=int, puzzle=int, show=(int, NONE))
        session = self._with_place(said)
        count = min(max(said["show"] or 3, 1), _MOST_OTHERS)
        others = await run_in_threadpool(session.others, said["version"], said["puzzle"], count)
        return Json({"others": others})

    def _with_place(self, said: dict[str, Any]) -> Session:
        session = self.library.opened()
        if not 1 <= said["puzzle"] <= len(session.view(said["version"]).records):
            raise HTTPException(404, "the book has fewer puzzles now")
        return session

    async def keep(self, request: Request) -> Response:
        """Keep the puzzle of a place whatever seed, levels and counts become."""
        said = await fields(request, version=int, puzzle=int, label=(str, NONE))
        session = self._with_place(said)
        return Json(await run_in_threadpool(session.keep, said["version"], said["puzzle"], said["label"]))

    async def own(self, request: Request) -> Response:
        """Put a puzzle that was edited by hand in the place of one."""
        said = await fields(request, version=int, puzzle=int, cells=str, label=(str, NONE))
        session = self._with_place(said)
        wish = (said["version"], said["puzzle"], said["cells"], said["label"])
        return Json(await run_in_threadpool(session.take_by_hand, *wish))

    def covers(self, _: Request) -> Response:
        """The designs and their palettes."""
        from bookmaker.api import views

        session = self.library.opened()
        view = session.shown.view
        design, palette = view.cover_choice() if view else (None, None)
        return Json({"designs": list(views.cover_designs()), "design": design, "palette": palette})

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


class StartRoutes(Routes):
    """The functions behind the routes of the start."""

    def table(self) -> list[Route]:
        """All routes."""
        return [
            Route("/api/start", self.start),
            Route("/api/template/{name}.png", self.picture),
            Route("/api/style/{name}.png", self.style),
            Route("/api/new", self.new, methods=["POST"]),
            Route("/api/shelf", self.shelf, methods=["POST"]),
            Route("/api/open", self.open, methods=["POST"]),
        ]

    def start(self, _: Request) -> Response:
        """The books of the folder, and examples to begin with."""
        from bookmaker.api import starting

        root = self.library.root
        titles = dict(starting.books_under(root))
        known = {path: titles.get(path, title) for path, title in self.library.history.recent() if path.is_file()}
        recent, books = (
            [{"path": path.relative_to(root).as_posix(), "title": title} for path, title in found.items()]
            for found in ({path: title for path, title in known.items() if path.is_relative_to(root)}, titles)
        )
        templates = list(starting.templates())
        for one in templates:
            one["picture"] = f"/api/template/{one['name']}.png" if one.pop("pictured") else None
        choices = {"for": list(starting.AUDIENCES), "printer": starting.printer_titles()}
        lists = {"recent": recent, "books": books, "bin": [one.as_dict() for one in starting.removed_books(root)]}
        return Json({"folder": str(root), **lists, "templates": templates, "questions": choices})

    async def shelf(self, request: Request) -> Response:
        """Rename, copy or remove a book, put one back, or empty the bin."""
        said = await fields(request, what=str, path=(str, NONE), title=(str, NONE), name=(str, NONE))
        return Json(await run_in_threadpool(self._shelved, **said))

    def _shelved(self, what: str, path: str | None, title: str | None, name: str | None) -> dict[str, Any]:
        from bookmaker.api import starting

        held, root = self.library, self.library.root
        if what == "empty":
            starting.empty_bin(root)
            return {}
        if what == "restore" and name is not None:
            return {"path": starting.restore_book(root, name).relative_to(root).as_posix()}
        if what == "remove" and path is not None:
            return starting.remove_book(root, held.leave(path)).as_dict()
        if what not in ("rename", "copy") or path is None or not (title or "").strip():
            raise UsageError(
                "`what` is rename or copy with a path and a title, remove with a path, restore with a name, or empty"
            )
        wish = (str(title)[:300].strip(), held.leave(path) if what == "rename" else held.inside(path))
        made = (starting.rename_book if what == "rename" else starting.copy_book)(root, wish[1], wish[0])
        if what == "rename":
            held.history.moved(wish[1], made)
        return {"path": made.relative_to(root).as_posix()}

    def picture(self, request: Request) -> Response:
        """Pages of an example."""
        from bookmaker.api import starting

        return self._packaged(starting.template_picture(request.path_params["name"]))

    def style(self, request: Request) -> Response:
        """Pages in a style."""
        from bookmaker.api import starting

        return self._packaged(starting.style_picture(request.path_params["name"]))

    @staticmethod
    def _packaged(picture: bytes) -> Response:
        return Response(picture, media_type="image/png", headers={"Cache-Control": "private, max-age=3600"})

    async def new(self, request: Request) -> Response:
        """Write a new book, and open it."""
        from bookmaker.api import starting

        names = ("template", "for", "trim", "levels", "printer", "title")
        said = await fields(request, folder=(str, NONE), count=(int, NONE), **dict.fromkeys(names, (str, NONE)))
        answers = starting.Answers(
            said["for"], said["template"], said["trim"], said["count"], said["levels"], said["printer"], said["title"]
        )
        usual = output.free(self.library.root, said["title"] or said["template"] or "")
        folder = self.library.inside(said["folder"] or usual)
        path = await run_in_threadpool(starting.new_book, folder, answers, seeds.drawn())
        return await self._opened(path)

    async def open(self, request: Request) -> Response:
        """Open a book, or go back to the start."""
        said = await fields(request, path=(str, NONE))
        if said["path"] is None:
            await run_in_threadpool(self.library.close)
            return Json({"path": None})
        return await self._opened(self.library.inside(said["path"]))

    async def _opened(self, path: Path) -> Response:
        session = await run_in_threadpool(self.library.open, path)
        return Json({"path": session.path.relative_to(self.library.root).as_posix()})
