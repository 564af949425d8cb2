"""The routes of a build and of its files."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from bookmaker.base.errors import InputError
from bookmaker.studio.guard import NONE, Json, fields
from bookmaker.studio.library import Routes


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
