"""The keys of a spec for the look of the pages: size and margins, style and fonts, the chapter of techniques."""

from __future__ import annotations

import pathlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from bookmaker.base import schema
from bookmaker.base.errors import Fault, Place, ResourceError, SpecError, said
from bookmaker.base.schema import Choice, Integer, JsonSchema, Length, ListOf, Nested, Node, Reader, key, tree
from bookmaker.base.units import INCH, TRIMS
from bookmaker.printing.styles import fonts, style
from bookmaker.printing.styles.fonts import Role
from bookmaker.printing.styles.style_pages import OPENINGS, Opening, Paper
from bookmaker.printing.styles.style_parts import SLOTS
from bookmaker.publishing.book.spec.page_keys import FileBeside
from bookmaker.publishing.book.spec.puzzle_keys import TechniqueName
from bookmaker.publishing.book.spec.symbol_keys import SymbolsShape, SymbolWish

# Values of the key `design` of a spec: the name of a style, and font files of the user's own.

ROLES: tuple[Role, ...] = get_args(Role)
GROUPS: dict[str, tuple[Role, ...]] = {
    "digit": ("given", "answer", "answer_given", "candidate"),
    "label": ("number", "level", "note", "head", "folio", "caption", "caption_bold"),
}
"""Names for several roles at once; a role that is named itself wins."""


class LookName(schema.Text):
    """The name of a shipped style or cover design, or a file beside the spec. Reading the spec checks the file."""

    def __init__(
        self,
        what: str,
        names: Callable[[], list[str]],
        path_of: Callable[[str, Path], object],
        load: Callable[[str, Path], object],
    ) -> None:
        super().__init__(
            most=200, wanted=said("the name of a {what}, or a file such as `mine.yaml`", what=what), printed=False
        )
        self._what, self._names, self._path_of, self._load = what, names, path_of, load

    def _take(self, node: Node, label: str, reader: Reader) -> str:
        name = super()._take(node, label, reader)
        if reader.folder is None:
            return name
        if self._path_of(name, reader.folder) is None:
            known = self._names()
            advice = [schema.did_you_mean(name, known), f"there are {', '.join(known)}"]
            reader.refuse(node, f"there is no {self._what} `{name}`", " ".join(part for part in advice if part))
        try:
            self._load(name, reader.folder)
        except (SpecError, ResourceError) as error:
            reader.faults.extend(error.faults)
            reader.refuse(node, f"the {self._what} `{name}` has faults of its own", "they are listed with its file")
        return name

    def _json_schema(self) -> JsonSchema:
        return {"type": "string", "examples": self._names(), schema.NAMES: self._what}


class StyleName(LookName):
    """The name of a shipped style, or a file beside the spec."""

    def __init__(self) -> None:
        super().__init__("style", style.names, style.path_of, style.find)


class FontFiles(schema.Shape[tuple[tuple[Role, Path], ...]]):
    """Font files by role, relative to the spec's folder; each is read, so that an unfit one is refused where it is named."""

    kinds = ("mapping",)
    wanted = "roles and font files, such as {title: fonts/Mine.ttf}"

    def _take(self, node: Node, label: str, reader: Reader) -> tuple[tuple[Role, Path], ...]:
        found: dict[Role, Path] = {}
        known = [*GROUPS, *ROLES]
        faults = len(reader.faults)
        for name, value in node.pairs:
            if name.text not in known:
                advice = schema.did_you_mean(name.text, known) or f"there are {', '.join(known)}"
                reader.note(name, f"{label} has no role `{name.text}`", advice)
                continue
            path = self._file(value, f"`{name.text}`", reader)
            if path is not None:
                for role in GROUPS.get(name.text, ()):
                    found.setdefault(role, path)
                if name.text in ROLES:
                    found[name.text] = path
        if len(reader.faults) > faults:
            reader.give_up()
        return tuple(found.items())

    def _file(self, value: Node, label: str, reader: Reader) -> Path | None:
        path = Path(value.text)
        if value.kind != "scalar" or path.suffix.lower() not in fonts.SUFFIXES:
            reader.note(value, f"{label} must be a font file ending in {schema.either_of(fonts.SUFFIXES)}")
            return None
        if reader.folder is None:
            return path
        path = reader.folder / path
        if not path.is_file():
            reader.note(value, f"{label}: there is no file `{value.text}`", f"looked in {reader.folder}")
            return None
        try:
            fonts.own(path)
        except ResourceError as error:
            fault = error.faults[0]
            reader.note(value, f"{label}: {value.text}: {fault.message}", fault.advice)
            return None
        return path

    def _json_schema(self) -> JsonSchema:
        files = {
            name: {
                "type": "string",
                "minLength": 1,
                "description": f"Font file for {name}.",
                schema.FILES: [".ttf", ".otf", ".woff2"],
            }
            for name in [*GROUPS, *ROLES]
        }
        return {"type": "object", "properties": files, "additionalProperties": False}


class LinesFile(schema.Shape[tuple[str, ...]]):
    """A text file beside the spec, such as a fact in each line: read with the spec, each fault at its line.

    ``most``: words of a line; ``where`` they stand. With ``none`` that word stands for a file without lines.
    """

    def __init__(self, example: str, most: int, where: str, *, none: bool = False) -> None:
        self._file, self._most, self._where, self._none = (
            FileBeside("a text file", (".txt",), example),
            most,
            where,
            none,
        )
        self.wanted = said("{first} or {last}", first=self._file.wanted, last="`none`") if none else self._file.wanted

    def _take(self, node: Node, label: str, reader: Reader) -> tuple[str, ...]:
        if self._none and node.text == "none":
            return ()
        path = self._file.read(node, label, reader)
        if reader.folder is None:
            return ()
        try:
            lines = tree.decode(tree.read_bytes(path), str(path)).splitlines()
        except SpecError as error:
            reader.faults.extend(error.faults)
            reader.give_up()
        found = [(number, line.strip()) for number, line in enumerate(lines, 1) if line.strip()]
        long = [number for number, line in found if len(line.split()) > self._most]
        for number in long:
            message = f"the line has more than {self._most} words"
            reader.faults.append(
                Fault(message, Place(str(path), number, 1), f"say it shorter: it stands {self._where}")
            )
        if long:
            reader.give_up()
        if not found:
            reader.refuse(node, f"{label}: the file `{path.name}` has no text", "write a sentence in each line")
        return tuple(line for _, line in found)

    def _json_schema(self) -> JsonSchema:
        found = self._file.json_schema()
        return {"anyOf": [found, {"const": "none"}]} if self._none else found


MOST_WORDS, MOST_SAID = 22, 10
"""Words of a fact or a quotation, and of what an animal says, at most."""


Difficulty = Literal["beginner", "easy", "medium", "hard", "expert", "diabolical", "extreme"]

SMALL_PAGE, SMALL_MARGIN, USUAL_MARGIN = 5 * INCH, 0.35 * INCH, 0.5 * INCH
"""The outer margin of pages less wide than the first, and the least of others, where neither spec nor style says more."""
LEAST_AREA = 2 * INCH
"""The margins must leave this much of the page, across and down."""


@dataclass(frozen=True, kw_only=True)
class Margins(schema.Record):
    """The margins apart from the inner one, which is the gutter."""

    outside: float | None = key(
        Length("3mm", "5in"),
        "Margin on the side away from the spine; left out, as the style says for the page: 0.35in below 5in of width, "
        "0.5in up to 7in, 0.5in or 0.7in above; and no less than the printer wants.",
        default=None,
    )
    top: float = key(Length("3mm", "5in"), "Margin at the top.", default="0.5in")
    bottom: float = key(Length("3mm", "5in"), "Margin at the bottom.", default="0.5in")


@dataclass(frozen=True, kw_only=True)
class Page(schema.Record):
    """The page: size after trimming, bleed, gutter, margins."""

    trim: tuple[float, float] = key(
        schema.Size(TRIMS, "3in", "40in"),
        "Size of the trimmed page: a4, a5, letter, or width x height.",
        default="6x9in",
        examples=["6x9in", "a4", "8.5x11in", ["152mm", "229mm"]],
    )
    bleed: bool = key(
        schema.Boolean(),
        "Give the sheet 0.125in more than the trimmed page at the top, the bottom and the outside.",
        default=False,
    )
    gutter: float | Literal["auto"] = key(
        schema.Either(Choice[Literal["auto"]]("auto"), Length("3mm", "5in")),
        "Margin at the spine; auto takes it from the number of pages.",
        default="auto",
        examples=["auto", "0.75in"],
    )
    margins: Margins = key(Nested(Margins), "The other margins.", default={})
    pages: int | None = key(
        Integer(1, 10_000),
        "So many pages has the book: a log of times and pages for notes fill it up, and a book that needs more is refused. "
        "Left out, as many as it needs.",
        default=None,
        examples=[96],
    )
    numbers: Literal["puzzles", "book"] = key(
        Choice[Literal["puzzles", "book"]]("puzzles", "book"),
        "Page 1 is the first page of the puzzles, and pages before it have numbers of their own, as the style says; or it is the "
        "first page of the book, so that each page has the number that it has in the file.",
        default="puzzles",
    )
    openers: Literal["right", "any"] | None = key(
        Choice[Literal["right", "any"]]("right", "any"),
        "Sections, and the answers, begin on a right-hand page, or on any; the first on page 1, which is always on the right, "
        "where pages are numbered from the puzzles on. Left out: on the right where a section of 24 pages or more begins.",
        default=None,
    )
    puzzles_on: Literal["right", "any"] = key(
        Choice[Literal["right", "any"]]("right", "any"),
        "Puzzles on right-hand pages only, for pens that bleed through: left-hand pages are for notes; or on any.",
        default="any",
    )
    notes: Paper | None = key(
        Choice[Paper](*get_args(Paper)),
        "What these left-hand pages are for: ruled, or `drawing` with a picture to draw; left out, as the style says.",
        default=None,
    )
    name_line: bool | str = key(
        schema.Either(schema.Boolean(), schema.Text(most=200, printed=True)),
        "A line above the puzzles of each page, as worksheets have it: true for a name and a date in the book's language, or "
        "words of your own, in which ___ is a line to write on.",
        default=False,
        examples=[True, "Name: ______ Class: ___ Date: ___"],
    )
    foot: Literal["none"] | tuple[str, ...] | None = key(
        schema.Either(Choice[Literal["none"]]("none"), ListOf(Choice(*SLOTS), unique=True)),
        "The fields below each puzzle, where its grid leaves room, from left to right: `clues` that few sets of digits fit, "
        "`facts` of the puzzle, `hint`: where to look and the page of its hint, `time`: a line for the reader's time and, where "
        "it is known, that of others. Left out, as the style says.",
        default=None,
        examples=[["clues", "hint", "time"], "none"],
    )
    facts: tuple[str, ...] | None = key(
        LinesFile("facts.txt", MOST_WORDS, "below a puzzle"),
        "A text file with a fact or a quotation in each line, of at most 22 words, `|` before its source: feet show one after "
        "another in place of facts of their puzzles.",
        default=None,
        examples=["facts.txt"],
    )
    cut_lines: bool = key(
        schema.Boolean(), "Dashed lines between the puzzles of a page, to cut it into cards.", default=False
    )

    def cross_faults(self) -> Iterator[Fault]:
        """The margins may not eat up the page."""
        margins = self.margins
        usual = SMALL_MARGIN if self.trim[0] < SMALL_PAGE else USUAL_MARGIN
        outside = usual if margins.outside is None else margins.outside
        inner = outside if self.gutter == "auto" else self.gutter
        width, height = self.trim
        for name, left in (("width", width - inner - outside), ("height", height - margins.top - margins.bottom)):
            if left < LEAST_AREA:
                message = f"the margins leave {max(left, 0) / INCH:.2f}in of the page's {name}"
                yield Fault(message, self.place("margins"), f"leave at least {LEAST_AREA / INCH:g}in")


@dataclass(frozen=True, kw_only=True)
class Techniques(schema.Record):
    """The chapter of techniques."""

    where: Literal["front", "back"] = key(
        Choice[Literal["front", "back"]]("front", "back"),
        "In the front matter, at its place among those pages, or before the answers.",
        default="front",
        name="place",
    )
    least: Difficulty | None = key(
        Choice[Difficulty](*get_args(Difficulty)),
        "The level of the easiest technique in it.",
        default=None,
        name="from",
    )
    most: int = key(
        Integer(1, 200),
        "At most so many techniques: each kind and level of the book has a share of them, and takes what most of its puzzles "
        "need.",
        default=16,
    )
    only: tuple[str, ...] = key(
        ListOf(TechniqueName(), unique=True),
        "The techniques that the chapter has, in place of `from` and `most`, as far as puzzles of the book need them.",
        default=[],
        examples=[["skyscraper", "w-wing", "xy-wing"]],
    )
    examples: Literal["made", "own"] = key(
        Choice[Literal["made", "own"]]("made", "own"),
        "Examples are puzzles made for the chapter, as far as they are soon made, or copies of the book's own, turned and "
        "relabelled. Puzzles without a printed answer show nothing by which a reader soon knows them.",
        default="made",
    )


@dataclass(frozen=True, kw_only=True)
class Design(schema.Record):
    """The look of the book."""

    style: str = key(
        StyleName(), "A shipped style, or a file of your own beside the spec, such as mine.yaml.", default=style.USUAL
    )
    fonts: tuple[tuple[Role, pathlib.Path], ...] = key(
        FontFiles(),
        "Font files of your own (.ttf, .otf, .woff2) for some of the roles; digit and label are several roles at once.",
        default={},
        examples=[{"title": "fonts/Mine.ttf"}],
    )
    story: tuple[str, ...] | None = key(
        LinesFile("story.txt", MOST_SAID, "at the head of a page", none=True),
        "The words of the animal that walks through a child's book, at the head of each page of puzzles: a text file with a "
        "sentence on each line, from the first page to the last; or none. Left out, as the style says.",
        default=None,
        examples=["story.txt", "none"],
    )
    openers: Opening | None = key(
        OPENINGS,
        "What opens a section: a page, a band above its first puzzles, or none. Left out, as the style says; but bands where "
        "pages that teach nothing, and blank ones, would be more than a fifth of the book.",
        default=None,
    )
    symbols: SymbolWish | None = key(
        SymbolsShape(),
        "The symbols printed for the digits, in sections that say nothing else: letters, numbers above 9, pictures, a word.",
        default=None,
        examples=["letters", {"set": "animals", "row": "cut-out"}],
    )
