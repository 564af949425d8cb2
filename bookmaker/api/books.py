"""Books as objects of Python: the keys of a spec as arguments, puzzles as they are, and a build without a file of YAML.

The classes here only gather the keys of a spec; :mod:`bookmaker.publishing.book.spec` reads and checks them, as those of a file.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Self

from bookmaker.api import arguments
from bookmaker.api.pictures import write
from bookmaker.api.puzzles import AnyPuzzle
from bookmaker.base import output, parallel
from bookmaker.base.errors import UsageError
from bookmaker.base.schema.record import keys_of
from bookmaker.base.seeds import drawn
from bookmaker.puzzles.grid.puzzle import Puzzle

if TYPE_CHECKING:
    from bookmaker.logic.techniques.literals import Difficulty, Kind
    from bookmaker.publishing.book.making.build import Built
    from bookmaker.publishing.book.spec.spec_file import Spec
    from bookmaker.publishing.documents.spec_check import Checked

__all__ = ["Book", "PageImage", "Section"]

Progress = Callable[..., None]


class Section:
    """A section of a book: the keys of a section of the spec, and those of its ``puzzles`` beside them.

    ``puzzles`` may also be puzzles, such as a list of what ``generate`` or ``read`` returns. ``source`` is the key ``from``: a
    file of puzzles. A lesson is ``Section(lesson="x-wing", practice=8)``. All other keys are those of the spec, by name.

    >>> Section("Warm-up", count=24, difficulty="easy", layout="two-up").to_dict()
    {'title': 'Warm-up', 'layout': 'two-up', 'puzzles': {'count': 24, 'difficulty': 'easy'}}
    """

    def __init__(
        self,
        title: str | None = None,
        puzzles: Mapping[str, Any] | Iterable[AnyPuzzle] | None = None,
        *,
        count: int | None = None,
        difficulty: Difficulty | Sequence[Difficulty] | None = None,
        kind: Kind | str | None = None,
        source: str | os.PathLike[str] | None = None,
        layout: str | None = None,
        lesson: str | None = None,
        **keys: Any,
    ) -> None:
        if source is not None:
            arguments.path("source", source)
        said = {"title": title, "lesson": lesson, "layout": layout, **keys}
        said |= {
            "count": count,
            "difficulty": difficulty,
            "kind": kind,
            "from": None if source is None else os.fspath(source),
        }
        given = {name: _plain(value) for name, value in said.items() if value is not None}
        own = _section_keys(lesson is not None)
        self.keys = {name: value for name, value in given.items() if name in own}
        wish = {name: value for name, value in given.items() if name not in own}
        self.puzzles: list[AnyPuzzle] | None = None
        if isinstance(puzzles, Mapping):
            wish = dict(puzzles) | wish
        elif puzzles is not None:
            one = [puzzles] if isinstance(puzzles, str | Puzzle) else puzzles
            self.puzzles = arguments.several("puzzles", one, "puzzles")
        if wish:
            self.keys["puzzles"] = wish

    @classmethod
    def of(cls, section: Section | Mapping[str, Any]) -> Section:
        """A section itself, or one of the keys of a section of the spec."""
        if isinstance(section, Section):
            return section
        made = cls()
        made.keys = dict(arguments.mapping("section", section, '{"title": "Warm-up"}'))
        return made

    def to_dict(self) -> dict[str, Any]:
        """The section as a spec has it. Puzzles that were passed themselves come from a file there."""
        return dict(self.keys)

    def __repr__(self) -> str:
        return f"Section({', '.join(f'{name}={value!r}' for name, value in self.keys.items())})"


@dataclass(frozen=True, slots=True)
class PageImage:
    """A page as a picture: its ``number`` in the file, from 1 on, and the bytes of a PNG, which a notebook shows."""

    number: int
    png: bytes

    def _repr_png_(self) -> bytes:
        return self.png


class Book:
    """A book: the keys of a spec as arguments, with those of its part ``book`` (title, author, language, isbn) beside them.

    ``folder`` is where relative names of files begin; None: the working directory. A spec as a dict is ``Book.of(spec)``, and
    ``str(book)`` is its YAML, to which the places of faults belong.

    >>> book = Book("Ten minutes", [Section("Warm-up", count=6, difficulty="easy")], seed=1, author="A. Publisher")
    >>> print(book)
    book:
      title: Ten minutes
      author: A. Publisher
    sections:
    - title: Warm-up
      puzzles:
        count: 6
        difficulty: easy
    seed: 1
    <BLANKLINE>
    """

    def __init__(
        self,
        title: str,
        sections: Iterable[Section | Mapping[str, Any]],
        *,
        author: str | None = None,
        language: str | None = None,
        seed: int | None = None,
        folder: str | os.PathLike[str] | None = None,
        **keys: Any,
    ) -> None:
        said = {"title": title, "author": author, "language": language, **keys}
        details = _detail_keys()
        self.keys: dict[str, Any] = {
            "book": {name: _plain(value) for name, value in said.items() if name in details and value is not None}
        }
        self.sections = [Section.of(one) for one in arguments.several("sections", sections, "sections")]
        self.keys["sections"] = []
        self.keys |= {name: _plain(value) for name, value in said.items() if name not in details and value is not None}
        self.keys |= {} if seed is None else {"seed": seed}
        self._begin(folder)

    def _begin(self, folder: str | os.PathLike[str] | None) -> None:
        self.folder = Path() if folder is None else arguments.path("folder", folder)
        self._drawn = drawn()
        self._own_files: TemporaryDirectory[str] | None = None

    @classmethod
    def of(cls, spec: Mapping[str, Any], folder: str | os.PathLike[str] | None = None) -> Self:
        """The book of a spec as a dict, as YAML has it."""
        made = cls.__new__(cls)
        made.keys = {**arguments.mapping("spec", spec, '{"book": {"title": "Ten minutes"}}')}
        sections = arguments.several("sections", spec.get("sections") or (), "sections")
        made.sections = [Section.of(one) for one in sections]
        made._begin(folder)
        return made

    def to_dict(self) -> dict[str, Any]:
        """The spec as a dict. Puzzles that were passed themselves come from files in a folder that lasts as long as the book."""
        return self._spec_in(None)

    def _spec_in(self, path: Path | None) -> dict[str, Any]:
        """The spec, with puzzles of its own in files beside ``path``, or in a folder of its own."""
        sections = []
        for number, section in enumerate(self.sections, 1):
            keys = section.to_dict()
            if section.puzzles is not None:
                name = f"{'section' if path is None else path.stem}-{number}.jsonl"
                if path is None and self._own_files is None:
                    self._own_files = TemporaryDirectory(prefix="bookmaker-")
                at = path.parent if path is not None else Path(self._own_files.name if self._own_files else ".")
                write(section.puzzles, path=at / name)
                keys["puzzles"] = {"from": str(at / name) if path is None else name, **keys.get("puzzles", {})}
            sections.append(keys)
        return {**self.keys, "sections": sections}

    def __str__(self) -> str:
        import yaml

        return yaml.safe_dump(self.to_dict(), sort_keys=False, allow_unicode=True, width=120)

    def __repr__(self) -> str:
        return f"<Book {self.keys.get('book', {}).get('title')!r} of {len(self.sections)} sections>"

    def write(self, path: str | os.PathLike[str]) -> Path:
        """Write the spec as a file of YAML, for ``bookmaker build``, and its own puzzles beside it. Raises OutputError."""
        import yaml

        where = arguments.path("path", path)
        text = yaml.safe_dump(self._spec_in(where), sort_keys=False, allow_unicode=True, width=120)
        output.commit({where: text.encode()})
        return where

    def _loaded(self, to: str | os.PathLike[str] | None = None) -> Spec:
        import yaml

        from bookmaker.publishing.book.spec import spec_file as specs

        keys = self.to_dict()
        keys.setdefault("seed", self._drawn)
        name = "book"
        if to is not None:
            folder = arguments.path("to", to)
            keys, name = {**keys, "output": str(folder.parent.resolve())}, folder.name
        elif isinstance(keys.get("book"), Mapping):
            name = "-".join(
                "".join(one if one.isalnum() else " " for one in str(keys["book"].get("title"))).split()
            ).lower()
        text = yaml.safe_dump(keys, sort_keys=False, allow_unicode=True, width=120)
        return specs.load(self.folder / f"{name or 'book'}.yaml", data=text.encode())

    def check(self, *, lenient: bool = False) -> Checked:
        """Check the book without making it: notes, and the number of pages for each printer.

        Raises SpecError with every fault, InputError and ImproperError for files of puzzles.
        """
        flag, spec = arguments.flag("lenient", lenient), self._loaded()
        from bookmaker.publishing.documents import spec_check

        return spec_check.check(spec, flag)

    def build(
        self,
        to: str | os.PathLike[str] | None = None,
        *,
        jobs: int | None = None,
        lenient: bool = False,
        proof: bool = True,
        replace: bool = False,
        progress: Progress | None = None,
    ) -> Built:
        """Build the book into the folder ``to`` (None: one of its title in ``build``), with ``jobs`` threads.

        ``lenient``: a broken rule of a printer is a note. ``proof``: the finished pages are read back. ``replace``: the folder
        may hold another book, which is lost. ``progress(stage, done, total, ...)`` is called as work goes on; an error that it
        raises ends the build, and no file is left half done. Raises the errors of :mod:`bookmaker.base.errors`.
        """
        threads: int | None = arguments.whole("jobs", jobs, 0, optional=True)
        flags = [
            arguments.flag(name, value)
            for name, value in (("lenient", lenient), ("proof", proof), ("replace", replace))
        ]
        report = arguments.function("progress", progress) or (lambda *_: None)
        spec = self._loaded(to)
        from bookmaker.publishing.book.making import build as building

        return building.build(
            spec, threads or parallel.cpu_count(), report, lenient=flags[0], proof=flags[1], replacing=flags[2]
        )

    def pages(self, most: int | None = None, *, dpi: int = 96, jobs: int | None = None) -> list[PageImage]:
        """The first ``most`` pages as pictures (None: all); only their puzzles are made."""
        count: int | None = arguments.whole("most", most, 1, optional=True)
        resolution: int = arguments.whole("dpi", dpi, 10, 1200)
        threads: int | None = arguments.whole("jobs", jobs, 0, optional=True)
        spec = self._loaded()
        from bookmaker.printing.canvases.raster import RasterCanvas
        from bookmaker.printing.pages.page_kinds import draw_page
        from bookmaker.publishing.book.making.draft import draft

        made = draft(spec, count, threads or parallel.cpu_count(), lambda *_: None)
        found = []
        for at, page in enumerate(made.pages):
            canvas = RasterCanvas(resolution)
            draw_page(canvas, page, made.setup, at, made.total)
            found.append(PageImage(at + 1, canvas.png()))
        return found


def _plain(value: Any) -> Any:
    """A value as YAML has it: paths as texts, tuples as lists."""
    if isinstance(value, os.PathLike):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if not isinstance(value, str | int | float | bool | None):
        raise UsageError(f"a spec has texts, numbers, lists and dicts, not {arguments.shown(value)}")
    return value


def _section_keys(lesson: bool) -> frozenset[str]:
    from bookmaker.publishing.book.spec import spec_file as specs

    return frozenset(keys_of(specs.Lesson if lesson else specs.Section))


def _detail_keys() -> frozenset[str]:
    from bookmaker.publishing.book.spec.book_keys import BookDetails

    return frozenset(keys_of(BookDetails))
