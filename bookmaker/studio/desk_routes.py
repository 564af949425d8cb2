"""The routes of puzzles that come from elsewhere, and of banks."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bookmaker.base import language
from bookmaker.base.errors import Fault, UsageError
from bookmaker.studio.guard import NONE, Json, fields, number_in
from bookmaker.studio.intake import MOST_FILES
from bookmaker.studio.library import Routes

_LARGEST = 1200
_TYPES = {"pdf": "application/pdf", "html": "text/html; charset=utf-8"}
_PASTED = "pasted.txt"


class DeskRoutes(Routes):
    """The functions behind the routes."""

    def table(self) -> list[Route]:
        """All routes."""
        return [
            Route("/api/desk", self.state),
            Route("/api/desk", self.add, methods=["POST"]),
            Route("/api/desk", self.clear, methods=["DELETE"]),
            Route("/api/desk/export", self.export, methods=["POST"]),
            Route("/api/desk/send", self.send, methods=["POST"]),
            Route("/api/desk/{id:int}.png", self.picture),
            Route("/api/desk/{id:int}", self.item),
            Route("/api/desk/{id:int}/mend", self.mend, methods=["POST"]),
            Route("/api/solutions", self.solutions, methods=["POST"]),
            Route("/api/picture", self.drawn, methods=["POST"]),
            Route("/api/banks", self.banks),
            Route("/api/bank", self.bank),
            Route("/api/bank/take", self.take, methods=["POST"]),
        ]

    def state(self, _: Request) -> Response:
        """All puzzles."""
        return Json(self.library.intake.state())

    async def add(self, request: Request) -> Response:
        """Read files, or pasted text."""
        files: list[tuple[str, bytes]] = []
        async with request.form(max_files=MOST_FILES, max_fields=4, max_part_size=4 << 20) as form:
            for name, value in form.multi_items():
                if isinstance(value, UploadFile):
                    files.append((value.filename or "file", await value.read()))
                elif name == "text":
                    files.append((_PASTED, value.encode(errors="replace")))
        return Json(await run_in_threadpool(self.library.intake.add, files))

    async def clear(self, request: Request) -> Response:
        """Take a puzzle away, or all."""
        said = await fields(request, puzzle=(int, NONE))
        return Json(await run_in_threadpool(self.library.intake.clear, said["puzzle"]))

    def item(self, request: Request) -> Response:
        """A puzzle with the ways to mend it."""
        return Json(self._with_mends(request.path_params["id"], request.query_params.get("language", "en")))

    def _with_mends(self, number: int, code: str) -> dict[str, object]:
        from bookmaker.api import intake

        item = self.library.intake.item(number)
        found = self.library.intake.seek(item)
        record = item.record
        mends = found and [{name: value for name, value in one.items() if name != "object"} for one in found]
        for shown, one in zip(mends or (), found or (), strict=True):
            if one["kind"] in ("cage", "clue"):
                shown["said"] = intake.change_in(code, record["object"], one["object"])
        said = intake.faults_in(code, record["object"], record["faults"])
        copy = record["copy_of"] and (language.spoken(record["copy_of"], code) or record["copy_of"])
        return {**item.as_dict(), "mends": mends, "said": said, "copy_of": copy}

    def picture(self, request: Request) -> Response:
        """A picture of a puzzle, as it came, mended, or with its answer."""
        from bookmaker.api import intake

        item, what = self.library.intake.item(request.path_params["id"]), request.query_params.get("what", "puzzle")
        if what not in ("puzzle", "mended", "answer", "ground"):
            raise UsageError("`what` is puzzle, mended, answer or ground")
        record = item.record if what == "puzzle" else item.final
        drawn, width = what.replace("mended", "puzzle"), number_in(request, "w", 400, 24, _LARGEST)
        before = item.record["object"] if what == "mended" and record is not item.record else None
        faults = item.record["faults"] if what == "puzzle" and not item.record["sound"] else None
        found = intake.pictured(record["object"], drawn, width, before, faults, item.mends[0] if item.mends else None)
        return Response(found, media_type="image/png", headers={"Cache-Control": "private, max-age=600"})

    async def mend(self, request: Request) -> Response:
        """Mend a puzzle, or take the mend back."""
        said = await fields(request, mend=(int, NONE), cells=(str, NONE))
        held, number = self.library.intake, request.path_params["id"]
        await run_in_threadpool(held.mend, held.item(number), said["mend"], said["cells"])
        return Json(await run_in_threadpool(self._with_mends, number, request.query_params.get("language", "en")))

    async def solutions(self, request: Request) -> Response:
        """The verdict on a puzzle that is being edited by hand."""
        from bookmaker.api import intake

        said = await fields(request, puzzle=dict, cells=(str, NONE))
        found = await run_in_threadpool(intake.judgement, said["puzzle"], said["cells"], 3.0)
        return Json({name: value for name, value in found.items() if name != "object"})

    async def drawn(self, request: Request) -> Response:
        """A picture of a puzzle that is in no list, as a candidate for a place of the book."""
        from bookmaker.api import intake

        said = await fields(request, puzzle=dict, width=(int, NONE))
        width = min(max(said["width"] or 400, 24), _LARGEST)
        found = await run_in_threadpool(intake.pictured, said["puzzle"], "puzzle", width)
        return Response(found, media_type="image/png")

    async def export(self, request: Request) -> Response:
        """A file of the puzzles in order, of their answers, or the letters to the senders."""
        from bookmaker.api import intake

        said = await fields(request, what=str, format=(str, NONE), language=(str, NONE))
        what, held, code = said["what"], self.library.intake, said["language"] or "en"
        language.load(code)  # Refuse one that there is not.
        if what == "report":
            content, ending = await run_in_threadpool(held.report, code), "html"
        elif what == "key":
            content, ending = await run_in_threadpool(intake.key, held.key_entries(), code, held.unread()), "pdf"
        elif what == "puzzles":
            content, ending = await run_in_threadpool(intake.written, held.sound(), said["format"])
        elif what == "pages":
            content, ending = await run_in_threadpool(intake.printed, held.key_entries(), code), "pdf"
        else:
            raise UsageError("`what` is puzzles, pages, key or report")
        headers = {"Content-Disposition": f'attachment; filename="{what}.{ending}"'}
        return Response(content, media_type=_TYPES.get(ending, "text/plain; charset=utf-8"), headers=headers)

    async def send(self, request: Request) -> Response:
        """Send the puzzles in order to a section of the book, or to a bank."""
        from bookmaker.api import banks, intake

        said = await fields(request, to=str, title=(str, NONE), path=(str, NONE))
        found = self.library.intake.sound()
        if said["to"] == "bank":
            path = self.library.inside(said["path"] or "puzzles.bank")
            count = await run_in_threadpool(intake.put_in_bank, found, path)
            return Json({"path": path.relative_to(self.library.root).as_posix(), "count": count})
        if said["to"] != "section":
            raise UsageError("`to` is section or bank")
        session = self.library.opened()
        title = (said["title"] or "From our readers")[:200]
        section = await run_in_threadpool(banks.from_file, session.path.parent, title, found)
        await run_in_threadpool(session.add_section, section)
        return Json({"path": section["puzzles"]["from"], "count": len(found)})

    def banks(self, _: Request) -> Response:
        """The banks of the folder."""
        from bookmaker.api import banks

        root = self.library.root
        found = [
            {"path": path.relative_to(root).as_posix(), "puzzles": count} for path, count in banks.banks_under(root)
        ]
        return Json({"banks": found})

    def bank(self, request: Request) -> Response:
        """Puzzles of a bank that meet the filters."""
        from bookmaker.api import banks

        asked = request.query_params
        path = self.library.inside(asked.get("path", ""))
        if not path.is_file():
            raise UsageError(Fault("no bank has this name", None, "choose another"))
        size = number_in(request, "size", 0, 0, 99)
        count, found = banks.search(
            path,
            kind=asked.get("kind") or None,
            size=size or None,
            level=asked.get("level") or None,
            hardest=asked.get("hardest") or None,
            uses=tuple(asked.getlist("uses")),
            unused=asked.get("unused") in ("1", "true"),
            start=number_in(request, "start", 0, 0, 10**8),
            most=number_in(request, "most", 50, 1, 200),
        )
        words = language.techniques(asked.get("language", "en"))
        shown = [{**one, "hardest": words.text(f"name.{one['hardest']}") if one["hardest"] else None} for one in found]
        return Json({"count": count, "puzzles": shown})

    async def take(self, request: Request) -> Response:
        """A section of the book that takes puzzles of a bank."""
        said = await fields(request, path=str, title=str, count=int, kind=(str, NONE), level=(str, NONE))
        from bookmaker.api import banks

        session, path = self.library.opened(), self.library.inside(said["path"])
        wish = (said["title"][:200], said["count"], said["kind"], said["level"])
        section = await run_in_threadpool(banks.stock_section, session.path, path, *wish)
        return Json(await run_in_threadpool(session.add_section, section))
