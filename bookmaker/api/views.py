"""A book to look at while it is being written: its faults, the lines of its parts, and its pages as pictures."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bookmaker.base.errors import BookmakerError, Fault, Place, SpecError, UsageError

if TYPE_CHECKING:
    from bookmaker.logic.generation.distinct_puzzles import Memory
    from bookmaker.printing.printers import Edition
    from bookmaker.publishing.book.making.draft import Drafted
    from bookmaker.publishing.book.spec.spec_file import Spec

Progress = Callable[..., None]


def spec_faults(path: Path, text: bytes) -> list[dict[str, Any]]:
    """The faults of the text of a spec, each with line and column, as ``check --json`` has them; the file need not be there."""
    from bookmaker.publishing.book.spec import spec_file as specs

    try:
        specs.load(path, data=text)
    except BookmakerError as error:
        return [fault.as_dict() for fault in error.faults]
    return []


def spec_model(text: bytes) -> dict[str, Any] | None:
    """The ``data`` of a spec as YAML has it, and ``lines``: for each part, by its path such as ``/sections/0/title``, its first
    and its last line, from 1 on. None for a text that cannot be read.
    """
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text)
    try:
        node = loader.get_single_node()
        data = loader.construct_document(node) if node is not None else None
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    finally:
        loader.dispose()
    if not isinstance(data, dict):
        return None
    # YAML makes `2026-11-22` a day, which JSON does not have; a spec has the text.
    return {"data": json.loads(json.dumps(data, default=str)), "lines": dict(_lines(node, ""))}


def decoded(text: bytes, path: Path) -> tuple[str, str]:
    """The mark at the beginning of a text ("" without one), and the rest. Raises SpecError for other bytes than UTF-8."""
    try:
        said = text.decode()
    except UnicodeDecodeError:
        raise SpecError(Fault("is not text in UTF-8", Place(str(path)), "save it in UTF-8")) from None
    return (said[:1], said[1:]) if said.startswith("\ufeff") else ("", said)


def with_edits(text: bytes, edits: Iterable[Mapping[str, Any]], path: Path) -> bytes:
    """The text of a spec after edits: see :func:`bookmaker.api.specs.edited`."""
    from bookmaker.api import specs

    mark, said = decoded(text, path)
    return (mark + specs.edited(said, edits, str(path))).encode()


def with_text(old: bytes, text: str) -> bytes:
    """A text that was edited as a whole, with the mark at the beginning and the line ends that the file had before."""
    if b"\r\n" in old and "\r" not in text:
        text = text.replace("\n", "\r\n")
    mark = "\ufeff" if old.startswith("\ufeff".encode()) and not text.startswith("\ufeff") else ""
    return (mark + text).encode(errors="replace")


def title_of(text: bytes) -> str:
    """The title of a book by the text of its spec, "" if it has none."""
    model = spec_model(text)
    book = (model or {}).get("data", {}).get("book") if model else None
    title = book.get("title") if isinstance(book, dict) else None
    return title if isinstance(title, str) else ""


def section_count(text: bytes) -> int:
    """The number of sections in the text of a spec, 0 if it cannot be read."""
    sections = ((spec_model(text) or {}).get("data") or {}).get("sections")
    return len(sections) if isinstance(sections, list) else 0


def _lines(node: Any, path: str) -> Iterator[tuple[str, list[int]]]:
    if node is None:
        return
    last = node.end_mark.line + (1 if node.end_mark.column else 0)
    yield path, [node.start_mark.line + 1, max(last, node.start_mark.line + 1)]
    if node.id == "mapping":
        for key, value in node.value:
            yield from _lines(value, f"{path}/{key.value}")
    elif node.id == "sequence":
        for index, value in enumerate(node.value):
            yield from _lines(value, f"{path}/{index}")


class BookView:
    """A book as it is now: its ``title``, ``pages``, ``front`` of them numbered in roman numerals, its puzzles as ``records``,
    and the ``files`` that its spec names.
    """

    def __init__(self, spec: Spec, book: Drafted, stamps: Mapping[Path, tuple[int, int]]) -> None:
        from bookmaker.publishing.book.making.books import book_of
        from bookmaker.publishing.book.making.report import puzzle_records

        self._spec, self._book = spec, book
        self.title, self.pages, self.front = spec.book.title, len(book.pages), book.front
        self.files, self._stamps = frozenset(named_files(spec)), stamps
        self._sections, self.held = book.sections, book.held
        self._puzzles = [one for section in book.sections for one in section]
        self.records = puzzle_records(spec, book.sections, book_of(spec), book.places)
        self._part_of = [at for at, section in enumerate(book.sections) for _ in section]

    def shows(self, spec: Spec) -> bool:
        """Whether the view is that of a spec still: it says the same, and the files beside it are as they were."""
        return spec == self._spec and spec.named_seed == self._spec.named_seed and _stamps(spec) == self._stamps

    def places(self, code: str = "en") -> dict[str, Any]:
        """For each page its printed number and its puzzles, by their places in the book from 1 on. ``hardest`` is the name of the
        technique in a language, None where singles do.
        """
        from bookmaker.base.language import techniques
        from bookmaker.logic.techniques.families import Family

        words = techniques(code)
        pages: list[dict[str, Any]] = [
            {"sheet": sheet, "number": _printed(sheet, self.front), "puzzles": []} for sheet in range(1, self.pages + 1)
        ]
        for at, record in enumerate(self.records):
            hardest = record["hardest"]
            pages[int(str(record["file_page"])) - 1]["puzzles"].append(
                {
                    "puzzle": at + 1,
                    "number": record["number"],
                    "code": record.get("code"),
                    "section": self._part_of[at],
                    "answer_page": record["answer_page"],
                    "level": record["level"],
                    "label": record["label"],
                    "minutes": record["minutes"],
                    "hardest": None if hardest in (None, *Family.SINGLES.value) else words.text(f"name.{hardest}"),
                }
            )
        return {"pages": pages}

    @property
    def editions(self) -> list[dict[str, Any]]:
        """For each printer its ``name``, ``pages`` as it binds them, and the ``spine`` in inches: None if a template has it."""
        from bookmaker.base.units import INCH
        from bookmaker.printing.pages.page_kinds import BlankPage
        from bookmaker.printing.printers.edition import closing_blanks

        found = []
        filled = next((at for at in range(self.pages, 0, -1) if not isinstance(self._book.pages[at - 1], BlankPage)), 0)
        for edition in self._spec.editions:
            shown = edition == self._book.setup.edition
            pages = self.pages if shown else filled + closing_blanks(edition, filled)
            spine = edition.spine_width(pages)
            width = None if spine is None else round(spine / INCH, 3)
            found.append({"name": edition.printer.name, "pages": pages, "spine": width})
        return found

    def boxes(self, sheet: int) -> dict[str, Any]:
        """The ``size`` of a page in inches, and the ``boxes`` of its puzzles: left, top, width, height as parts of it."""
        from bookmaker.base.units import INCH
        from bookmaker.printing.canvases.recorder import RecordingCanvas
        from bookmaker.printing.pages.page_kinds import draw_page
        from bookmaker.publishing.documents import drawing

        canvas, paper = RecordingCanvas(), self._book.setup.sheet(sheet - 1)
        with drawing.DRAWING:
            draw_page(canvas, self._book.pages[sheet - 1], self._book.setup, sheet - 1, self._book.total)
        wide, high = paper.width, paper.height
        boxes = [[x / wide, 1 - top / high, (right - x) / wide, (top - y) / high] for x, y, right, top in canvas.grids]
        return {"size": [wide / INCH, high / INCH], "boxes": boxes}

    def puzzle(self, number: int, code: str) -> dict[str, Any]:
        """The puzzle at a place in the book, from 1 on: its record in the manifest, its ``section``, the ``path`` to its answer
        in a language, with the grid before each step, the printed ``hints``, and ``frame``: the cells for clues at each side.
        """
        from bookmaker.publishing.book.pages.hints import nudges
        from bookmaker.publishing.explain.solution_path import explain
        from bookmaker.puzzles.grid.puzzle import cells_text

        stocked, at = self._puzzles[number - 1], self._part_of[number - 1]
        path = explain(stocked.puzzle, code)
        steps = [{**one.as_dict(), "grid": cells_text(one.position.digits)} for one in path.steps]
        spec = self._spec
        lesson = getattr(spec.sections[at], "lesson", None)
        hints = nudges(stocked, spec.nudges, spec.catalogue, lesson, asking=spec.asks).said if spec.nudges else ()
        record = dict(self.records[number - 1])
        frame = stocked.puzzle.geometry.frame
        record |= {"place": number, "section": at, "title": spec.sections[at].title, "frame": frame}
        return {**record, "path": {**path.as_dict(), "steps": steps}, "summary": path.summary, "hints": list(hints)}

    def others(self, number: int, count: int, jobs: int, memory: Memory) -> Iterator[dict[str, Any]]:
        """The next puzzles for the place of one in the book, from 1 on, ``count`` at most, as ``another --json`` prints them,
        each as soon as it is made. Raises SpecError for a puzzle that has no code.
        """
        from bookmaker.publishing.book.making.another import others

        found = others(self._spec, self._puzzles[number - 1].code, jobs, memory=memory, held=self.held)
        yield from (one.as_dict() for one in islice(found, count))

    def by_hand(self, number: int, cells: str) -> tuple[Path, bytes, list[dict[str, Any]]]:
        """The puzzle at a place in the book with other givens: a file for it, its content, and the edits of the spec that put it
        there. Raises ImproperError if it is not proper, UsageError for cells that do not fit, SpecError if it has no code.
        """
        from bookmaker.api.intake import with_cells
        from bookmaker.logic.verify.check import require_proper
        from bookmaker.publishing.book.making.choices import choosing, puzzle_file

        stocked, at, spec = self._puzzles[number - 1], self._part_of[number - 1], self._spec
        if not stocked.code:
            advice = "edit the file that it comes from"
            raise SpecError(Fault("this puzzle was not made for the book", spec.sections[at].place(), advice))
        puzzle = with_cells(stocked.puzzle, cells)
        require_proper([puzzle])
        path, content = puzzle_file(spec.path.parent / "own", stocked.code, puzzle)
        value = path.relative_to(spec.path.parent).as_posix()
        return path, content, choosing(spec.sections[at], at, stocked.code, value)

    def keeping(self, number: int) -> tuple[Path, bytes, list[dict[str, Any]]]:
        """A file for the puzzle at a place in the book, its content, and the edits of the spec that keep it there. Raises
        SpecError if it has no code.
        """
        from bookmaker.publishing.book.making.another import keeping

        code = self._puzzles[number - 1].code
        if not code:
            place = self._spec.sections[self._part_of[number - 1]].place()
            raise SpecError(Fault("this puzzle was not made for the book", place, "it stays as it is in its file"))
        return keeping(self._spec, self._sections, code)

    def drawn(self, number: int, what: str, step: int, code: str, width: int) -> bytes:
        """A PNG of the puzzle at a place in the book, ``width`` pixels wide: ``what`` is ``puzzle``, ``answer``, ``ground`` (all
        but the givens), or the ``step`` of its path, from 0 on. Raises UsageError for a step that there is not.
        """
        from bookmaker.api.intake import ground_of
        from bookmaker.api.pictures import draw
        from bookmaker.base.units import INCH, MM
        from bookmaker.printing.styles import style
        from bookmaker.publishing.documents import drawing
        from bookmaker.publishing.explain import pictures
        from bookmaker.publishing.explain.solution_path import explain

        stocked = self._puzzles[number - 1]
        shown = ground_of(stocked.puzzle) if what == "ground" else stocked
        with drawing.DRAWING:
            if what != "step":
                return draw(shown, "png", answer=what == "answer", width="100mm", dpi=round(width * 25.4 / 100))
            steps = explain(stocked.puzzle, code).steps
            if not 0 <= step < len(steps):
                raise UsageError(f"the path of this puzzle has {len(steps)} steps")
            look, points = style.find(), 100 * MM
            return drawing.step_drawing(pictures.picture(steps[step]), look, points, round(width * INCH / points))

    def picture(self, number: int, dpi: int) -> bytes:
        """Page ``number``, from 1 on, as PNG, at ``dpi`` pixels to the inch."""
        from bookmaker.printing.canvases.raster import RasterCanvas
        from bookmaker.printing.pages.page_kinds import draw_page
        from bookmaker.publishing.documents import drawing

        canvas = RasterCanvas(dpi)
        with drawing.DRAWING:
            draw_page(canvas, self._book.pages[number - 1], self._book.setup, number - 1, self._book.total)
            return canvas.png()

    def front_cover(self, design: str, palette: str | None, height: int) -> bytes:
        """The front of the book in a design and a palette (None: that of the design, or of the spec), ``height`` pixels high, as
        PNG. Raises SpecError where the design needs a picture, or its words have no room.
        """
        from bookmaker.publishing.book.making.cover import front_in
        from bookmaker.publishing.documents import drawing

        spec, edition = self._covered(None)
        with drawing.DRAWING:
            return front_in(spec, self._book.sections, edition, design, palette, height)

    def whole_cover(self, printer: str | None, height: int) -> bytes:
        """Back, spine and front for a printer (None: the first), ``height`` pixels high, as PNG. Raises SpecError."""
        from bookmaker.publishing.book.making.cover import whole_picture
        from bookmaker.publishing.documents import drawing

        spec, edition = self._covered(printer)
        with drawing.DRAWING:
            return whole_picture(spec, self._book.sections, edition, self._book.total, height)

    def _covered(self, printer: str | None) -> tuple[Spec, Edition]:
        """The spec, with a cover of the usual design if it has none, and the edition whose cover is drawn."""
        from bookmaker.api.specs import edited
        from bookmaker.printing.printers.edition import usual
        from bookmaker.publishing.book.spec import spec_file

        spec = self._spec
        bound = [one for one in spec.editions if one.binding.cover is not None]
        edition = next((one for one in bound if printer in (None, one.printer.name)), None)
        if spec.cover is None:
            text = edited(spec.path.read_text(encoding="utf-8"), [{"path": ["cover"], "value": {"badge": None}}])
            spec = replace(spec_file.load(spec.path, data=text.encode()), drawn_seed=spec.seed)
        return spec, edition or usual(spec.page.trim, spec.page.bleed)

    def cover_choice(self) -> tuple[str | None, str | None]:
        """The design and the palette of the spec; None for those that it does not name."""
        cover = self._spec.cover
        return (None, None) if cover is None else (cover.design, cover.palette)


def _printed(sheet: int, front: int) -> str:
    """The printed number of a page."""
    from bookmaker.publishing.book.pages.matter import roman

    return roman(sheet) if sheet <= front else str(sheet - front)


def book_view(
    path: Path, jobs: int, progress: Progress, memory: Memory, seed: int, before: BookView | None = None
) -> BookView:
    """Make a book to look at. ``seed``: of a spec that names none. An error that ``progress`` raises ends the work.

    ``before`` is returned where the spec says the same still, as after a change of a comment, and no file beside it has changed.

    Raises the errors of :mod:`bookmaker.base.errors`.
    """
    from bookmaker.publishing.book.making.draft import draft
    from bookmaker.publishing.book.spec import spec_file as specs

    spec = replace(specs.load(path), drawn_seed=seed)
    if before is not None and before.shows(spec):
        return before
    stamps = _stamps(spec)
    held = None if before is None else before.held
    return BookView(spec, draft(spec, None, jobs, progress, memory, held), stamps)


def kinds(code: str = "en") -> Iterator[dict[str, Any]]:
    """Each kind of puzzle, with its rules, the sizes that exist and those that are made, and its rule in words of a language: the
    lines of ``kinds --json``.
    """
    from bookmaker.base import language
    from bookmaker.publishing.book.spec.puzzle_keys import kind_in_words
    from bookmaker.puzzles.rules import KINDS, rules_of, sizes_of
    from bookmaker.puzzles.rules.limits import made_sizes

    words = language.load(code)
    for name in KINDS:
        rules = sorted(rules_of(name))
        sizes = {"sizes": list(sizes_of(rules)), "made": list(made_sizes(name))}
        yield {"kind": name, "rules": rules, **sizes, "rule": kind_in_words(name, words)}


def cover_designs() -> Iterator[dict[str, Any]]:
    """The designs of covers, as ``cover --json`` lists them; ``photo``: whether it needs a picture of the user's own."""
    from bookmaker.printing.covers import design

    for name in design.names():
        found = design.find(name)
        palettes = [palette.name for palette in found.palettes]
        yield {"design": name, "about": found.about, "palettes": palettes, "photo": found.shows_photo}


def new_memory() -> Memory:
    """A memory of puzzles and pages that outlives the process, for :func:`book_view`."""
    from bookmaker.publishing.bank.unfinished import Unfinished

    return Unfinished()


def _stamps(spec: Spec) -> dict[Path, tuple[int, int]]:
    """The time of change and the size of each file that the book may read, but for the spec itself."""
    folder, found = spec.path.parent, {}
    beside = [path for place in (folder, folder / "layouts") if place.is_dir() for path in place.iterdir()]
    for path in {*named_files(spec), *beside} - {spec.path}:
        if path.is_file() and not path.name.startswith("."):
            about = path.stat()
            found[path] = about.st_mtime_ns, about.st_size
    return found


def named_files(value: object) -> Iterator[Path]:
    """Every file that a spec names, wherever in it."""
    if isinstance(value, Path):
        yield value
    elif isinstance(value, tuple | list):
        for item in value:
            yield from named_files(item)
    elif is_dataclass(value):
        for one in fields(value):
            if one.name != "node":
                yield from named_files(getattr(value, one.name, None))
    design = getattr(value, "design", None)
    if design is not None and str(getattr(design, "style", "")).endswith((".yaml", ".yml")):
        # A style of the user's own may have another one as its base.
        yield from (_folder(value) / design.style).parent.glob("*.y*ml")


def _folder(spec: Any) -> Path:
    return Path(spec.path).parent
