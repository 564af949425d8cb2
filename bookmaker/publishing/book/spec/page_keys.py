"""The keys of a spec for the pages before the puzzles and after the answers: built-in ones and the user's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from bookmaker.base import schema
from bookmaker.base.errors import Fault, Place, said
from bookmaker.base.schema import Choice, Integer, JsonSchema, Length, ListOf, Node, Reader, Text, key
from bookmaker.printing.styles.style_pages import Paper
from bookmaker.printing.text import images

BuiltIn = Literal[
    "title-page",
    "copyright",
    "how-to-play",
    "techniques",
    "killer-combinations",
    "contents",
    "notes",
    "blank-grids",
    "hints",
    "reward",
    "times",
    "index",
    "other-books",
    "worked-answers",
]
BUILT_IN: tuple[BuiltIn, ...] = get_args(BuiltIn)
REPLACEABLE = tuple(
    name
    for name in BUILT_IN
    if name not in ("notes", "blank-grids", "hints", "times", "index", "other-books", "worked-answers")
)
"""Pages that a file of the user's own can replace; one for the contents has a field for their entries."""
COUNTED = ("notes", "blank-grids")
PAGE_ENDS, IMAGE_ENDS = (".md", ".markdown"), images.SUFFIXES


class FileBeside(schema.Shape[Path]):
    """A file with one of some endings, relative to the spec's folder; that it exists is asked while the spec is read."""

    def __init__(self, what: str, endings: Sequence[str], example: str) -> None:
        self._path = schema.FilePath()
        self.endings = tuple(endings)
        self.wanted = said("{what} such as `{example}`", what=what, example=example)

    def _take(self, node: Node, label: str, reader: Reader) -> Path:
        name = self._path.read(node, label, reader)
        if not name.lower().endswith(self.endings):
            reader.mismatch(node, label, self.wanted, f"its name ends in {schema.either_of(self.endings)}")
        if reader.folder is None:
            return Path(name)
        path = reader.folder / name
        if not path.is_file():
            advice = f"looked in the folder of the spec, {reader.folder}"
            reader.refuse(
                node,
                said("{label}: there is no file `{name}`", label=label, name=name),
                "" if Path(name).is_absolute() else advice,
            )
        return path

    def _json_schema(self) -> JsonSchema:
        pattern = f"({'|'.join(end.replace('.', '[.]') for end in self.endings)})$"
        return {"type": "string", "pattern": pattern, schema.FILES: list(self.endings)}


MARKDOWN = FileBeside("a Markdown file", PAGE_ENDS, "dedication.md")
IMAGE = FileBeside("an image file", IMAGE_ENDS, "logo.png")


class PageName(schema.Shape[BuiltIn | Path]):
    """The name of a built-in page, or a Markdown file beside the spec."""

    wanted = said("{names}, or {file}", names=schema.either_of(BUILT_IN), file=MARKDOWN.wanted)

    def _take(self, node: Node, label: str, reader: Reader) -> BuiltIn | Path:
        if node.text.lower().endswith(PAGE_ENDS):
            return MARKDOWN.read(node, label, reader)
        for name in BUILT_IN:
            if node.text == name:
                return name
        reader.mismatch(node, label, self.wanted, schema.did_you_mean(node.text, BUILT_IN))

    def _json_schema(self) -> JsonSchema:
        return {"anyOf": [{"enum": list(BUILT_IN)}, MARKDOWN.json_schema()]}


@dataclass(frozen=True, kw_only=True)
class BookPage(schema.Record):
    """A page before the puzzles or after the answers, or several."""

    page: BuiltIn | Path = key(
        PageName(),
        "A built-in page, or a Markdown file beside the spec that is printed as a page of its own.",
        examples=["dedication.md"],
    )
    file: Path | None = key(
        MARKDOWN, "A Markdown file that is printed in place of the built-in page.", default=None, examples=["rights.md"]
    )
    count: int = key(Integer(1, 200), "How many pages of notes or of blank grids.", default=1)
    cells: int | None = key(
        Integer(2, 9),
        "The largest cages in the table of combinations; left out, as the style says.",
        default=None,
        examples=[5],
    )
    paper: Paper | None = key(
        Choice[Paper](*get_args(Paper)),
        "What pages for notes are ruled with, or `drawing`; left out, as the style says.",
        default=None,
    )
    puzzles: tuple[int, ...] = key(
        ListOf(Integer(1, 100_000), most=24, unique=True),
        "The numbers of the puzzles that `worked-answers` solves step by step. Left out: the hardest puzzle of the book.",
        default=[],
        examples=[[12, 60]],
    )
    align: Literal["left", "centre"] | None = key(
        Choice[Literal["left", "centre"]]("left", "centre"),
        "The alignment of the lines of a file. Left out: centred where `at` is middle, else on the left.",
        default=None,
    )
    at: Literal["top", "middle", "foot"] | None = key(
        Choice[Literal["top", "middle", "foot"]]("top", "middle", "foot"),
        "The place of a file on its page; one in the middle or at the foot prints no page number. Left out: at the top; in the "
        "middle for a file in place of the title page, at the foot for one in place of the copyright page.",
        default=None,
    )
    start: Literal["right", "any"] = key(
        Choice[Literal["right", "any"]]("right", "any"), "Begin on a right-hand page, or on any.", default="any"
    )
    image: Path | None = key(IMAGE, "An image or a logo on the title page.", default=None, examples=["logo.png"])
    width: float | None = key(
        Length("3mm", "40in"),
        "Width of that image. Left out: as its resolution and the page allow.",
        default=None,
        examples=["40mm"],
    )

    @property
    def name(self) -> str:
        """The name of the built-in page, "" for a file."""
        return "" if isinstance(self.page, Path) else self.page

    @property
    def source(self) -> Path | None:
        """The Markdown file that is printed, None if the page is made by us."""
        return self.page if isinstance(self.page, Path) else self.file

    def cross_faults(self) -> Iterator[Fault]:
        """Keys that mean nothing for this page."""
        shown = "a file" if isinstance(self.page, Path) else f"`{self.page}`"
        if self.file is not None and self.page not in REPLACEABLE:
            names = schema.either_of(REPLACEABLE)
            what = "`page` names a file already" if not self.name else f"no file can replace {shown}"
            yield Fault(what, self.place("file"), f"`file` goes with {names}")
        written = {name.text for name, _ in self.node.pairs}
        if "count" in written and self.name not in COUNTED:
            yield Fault(f"{shown} has no `count`", self.place("count"), f"it counts {schema.either_of(COUNTED)}")
        if "cells" in written and self.name != "killer-combinations":
            yield Fault(f"{shown} has no `cells`", self.place("cells"), "it belongs to `killer-combinations`")
        if "paper" in written and self.name != "notes":
            yield Fault(f"{shown} has no `paper`", self.place("paper"), "it belongs to `notes`")
        if "puzzles" in written and self.name != "worked-answers":
            yield Fault(f"{shown} has no `puzzles`", self.place("puzzles"), "it belongs to `worked-answers`")
        for name in ("align", "at"):
            if name in written and self.source is None:
                yield Fault(f"{shown} has no `{name}`", self.place(name), "it is for the text of a file")
        for name in ("image", "width"):
            if name in written and (self.name != "title-page" or self.file is not None):
                advice = "it belongs to `title-page`; a Markdown file names its images itself"
                yield Fault(f"{shown} has no `{name}`", self.place(name), advice)
        if self.width is not None and self.image is None:
            yield Fault("`width` is that of an image, and there is none", self.place("width"), "add `image`")


@dataclass(frozen=True, kw_only=True)
class Intro(schema.Record):
    """The introduction of a section: a text, or a Markdown file, and an image."""

    text: str | None = key(
        Text(most=2000, multiline=True, printed=True), "A few lines.", default=None, examples=["One to a page."]
    )
    page: Path | None = key(MARKDOWN, "A Markdown file with the text.", default=None, examples=["tunnel.md"])
    image: Path | None = key(IMAGE, "An image above the text.", default=None, examples=["tunnel.png"])
    width: float | None = key(
        Length("3mm", "40in"), "Width of the image. Left out: as its resolution and the page allow.", default=None
    )

    def cross_faults(self) -> Iterator[Fault]:
        """Nothing at all, or two texts."""
        if self.text is not None and self.page is not None:
            yield Fault("`text` and `page` are both there", self.place("page"), "write the text in one of them")
        if self.text is None and self.page is None and self.image is None:
            yield Fault("the introduction is empty", self.place(), "write `text`, `page` or `image`")
        if self.width is not None and self.image is None:
            yield Fault("`width` is that of an image, and there is none", self.place("width"), "add `image`")


class PageEntry(schema.Shape[BuiltIn | BookPage]):
    """A built-in page by its name alone, a file by its name alone, or either with further keys."""

    kinds = ("scalar", "mapping")
    wanted = PageName.wanted

    def __init__(self) -> None:
        self._name, self._record = PageName(), schema.Nested(BookPage)

    def _take(self, node: Node, label: str, reader: Reader) -> BuiltIn | BookPage:
        if node.kind == "mapping":
            return self._record.read(node, label, reader)
        name = self._name.read(node, label, reader)
        return BookPage(node=node, page=name) if isinstance(name, Path) else name

    def _json_schema(self) -> JsonSchema:
        return {"anyOf": [self._name.json_schema(), self._record.json_schema()]}


def prints(pages: Iterable[BookPage], name: BuiltIn) -> bool:
    """Whether a built-in page is among these, and no file replaces it."""
    return any(page.name == name and page.source is None for page in pages)


def book_pages(entries: Sequence[BuiltIn | BookPage], places: Sequence[Place]) -> tuple[BookPage, ...]:
    """The entries of a list of pages, each as a record; ``places``: that of each."""
    return tuple(
        entry if isinstance(entry, BookPage) else BookPage(node=Node("scalar", place), page=entry)
        for entry, place in zip(entries, places, strict=True)
    )


def repeated(pages: Sequence[BookPage]) -> Iterator[Fault]:
    """A fault for each built-in page that comes a second time, apart from those for notes and of blank grids."""
    seen: set[str] = set()
    for page in pages:
        if page.name and page.name in seen and page.name not in COUNTED:
            advice = "delete one of them: the front matter and the back matter have it once together"
            yield Fault(f"the page `{page.name}` is here a second time", page.place(), advice)
        seen.add(page.name)
