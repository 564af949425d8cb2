"""Pages read back from the PDF: ``python -m benchmarks.readback [STYLE ...]``.

Every style on every trim, in every language and every layout is built and what its content streams draw is held to what
printers and the style ask for: no type below the style's least, no line below 0.75 pt, no ink outside the margins, no
character over another. The chapter on techniques is in the books of one layout, since no layout changes it.
So is a book with a puzzle of every kind (``tests/data/every_kind.jsonl``), as far as they fit the page.
A line of JSON for each book; the exit code says whether there was a fault.
"""

from __future__ import annotations

import io
import itertools
import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
from fontTools.ttLib import TTFont

from bookmaker import formats
from bookmaker.base import language, resources
from bookmaker.base.errors import SpecError
from bookmaker.base.units import INCH, parse_size
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.printing.canvases.canvas import Box
from bookmaker.printing.canvases.page_setup import PageSetup
from bookmaker.printing.canvases.pdf import Metadata
from bookmaker.printing.pages.document import pdf_document
from bookmaker.printing.pages.page_kinds import GridsPage, HalfPage
from bookmaker.printing.styles import style
from bookmaker.printing.styles.style_pages import Opening
from bookmaker.publishing.book.making import book_examples, stock
from bookmaker.publishing.book.making.book_examples import worked_examples
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.stock import as_graded
from bookmaker.publishing.book.pages.assemble import Assembled, assemble
from bookmaker.publishing.book.pages.page_fit import page_setup
from bookmaker.publishing.book.pages.technique_chapter import Worked
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.publishing.book.spec.puzzle_keys import Generated
from bookmaker.publishing.book.spec.spec_file import Section, Spec

LEAST_LINE = 0.75
_OVERHANG = 0.16
"""How far in em letters stand out of their line: the tail of the italic J of Noto Serif does most."""
TRIMS = ("6x9in", "8.5x11in", "148x210mm", "4.25x7in")
EVERY_KIND = Path(__file__).parent.parent / "tests" / "data" / "every_kind.jsonl"
"""Made line by line by ``bookmaker generate --kind KIND --seed 14 --json``; what readers do not need is left out."""
GUTTER = INCH / 2
OPENINGS: tuple[Opening, ...] = ("page", "band", "none")
LAYOUTS = ("one-up", "two-up", "four-up", "six-up")
KIND_LAYOUTS = {"one-up": 1, "two-up": 2, "four-up": 4, "six-up": 6, "spread": 1}
"""With the puzzles that fill a page: fewer would be larger. Kinds that can be parted also lie over two pages."""


Axes = tuple[float, float, float]
"""1 where a picture stands upright and -1 where it is turned, and where its origin lies."""

Char = tuple[int, str, Box, float, float, float]


@dataclass(frozen=True)
class Ink:
    """What one page draws: characters as (text object, character, box, size, ink, baseline), lines as (box, width), and areas."""

    chars: list[Char]
    lines: list[tuple[Box, float]]
    areas: list[Box]


@cache
def _fonts() -> dict[str, tuple[TTFont, dict[str, str]]]:
    found = {}
    for name in resources.names("fonts", ".ttf"):
        font = TTFont(resources.find("fonts", f"{name}.ttf"))
        found[font["name"].getDebugName(6)] = font, {chr(c): g for c, g in font.getBestCmap().items()}
    return found


@cache
def _glyph(font_name: str, char: str) -> tuple[float, Box | None]:
    """Advance and ink of a character in em."""
    font, glyphs = _fonts()[font_name]
    units, name = font["head"].unitsPerEm, glyphs[char]
    shape = font["glyf"][name]
    box = None
    if shape.numberOfContours:
        box = tuple(side / units for side in (shape.xMin, shape.yMin, shape.xMax, shape.yMax))
    return font["hmtx"][name][0] / units, box


def _unicode(font: Any) -> dict[int, str]:
    found: dict[int, str] = {}
    text = bytes(font.ToUnicode.read_bytes()).decode("ascii")
    for block in text.split("beginbfrange")[1:]:
        for line in block.split("endbfrange")[0].strip().splitlines():
            if "[" in line:
                start = int(line.split("<")[1].split(">")[0], 16)
                codes = line.split("[")[1].split("]")[0].replace("<", " ").replace(">", " ").split()
                found |= {start + i: bytes.fromhex(code).decode("utf-16-be") for i, code in enumerate(codes)}
            else:
                first, _, target = line.replace("<", " ").replace(">", " ").split()
                found[int(first, 16)] = bytes.fromhex(target).decode("utf-16-be")
    for block in text.split("beginbfchar")[1:]:
        for line in block.split("endbfchar")[0].strip().splitlines():
            code, target = line.replace("<", " ").replace(">", " ").split()
            found[int(code, 16)] = bytes.fromhex(target).decode("utf-16-be")
    return found


class Reader:
    """Reads what pages draw; fonts and pictures that pages share are read once."""

    def __init__(self, content: bytes) -> None:
        self.pdf = pikepdf.open(io.BytesIO(content))
        self._codes: dict[tuple[int, int], dict[int, str]] = {}
        self._objects = 0

    def pages(self) -> Iterator[Ink]:
        """What each page draws, in its order."""
        for page in self.pdf.pages:
            ink = Ink([], [], [])
            self._draw(page.obj, ink, (1.0, 0.0, 0.0))
            yield ink

    def _draw(self, holder: Any, ink: Ink, origin: Axes) -> None:
        resources_of = holder.Resources
        stack: list[Axes] = []
        at, width, grey, size, font, apart = origin, 1.0, 0.0, 0.0, None, 0.0
        scale = 1.0, 1.0
        x = y = 0.0
        path: list[tuple[float, float]] = []
        painted = True
        for step in pikepdf.parse_content_stream(holder):
            name, values = str(step.operator), step.operands
            match name:
                case "q":
                    stack.append(at)
                case "Q":
                    at = stack.pop()
                case "cm":
                    moved = _put(at, float(values[4]), float(values[5]))
                    at = at[0] * float(values[0]), *moved
                    scale = float(values[0]), float(values[3])
                case "Do" if resources_of.XObject[str(values[0])].Subtype == "/Image":
                    # An image fills the unit square, scaled; its pixels are grey, and none of them a line or a letter.
                    ink.areas.append((at[1], at[2], at[1] + scale[0], at[2] + scale[1]))
                case "Do":
                    self._draw(resources_of.XObject[str(values[0])], ink, at)
                case "w":
                    width = float(values[0])
                case "g":
                    grey = float(values[0])
                case "m":
                    # An area may have several contours; a path that was painted is over.
                    path = [*([] if painted else path), _put(at, float(values[0]), float(values[1]))]
                    painted = False
                case "l":
                    path.append(_put(at, float(values[0]), float(values[1])))
                case "S" | "s":
                    ink.lines.append((_around(path, width / 2, closed=name == "s"), width))
                    painted = True
                case "f" | "f*":
                    ink.areas.append(_around(path, 0.0, closed=True))
                    painted = True
                case "re":
                    left, bottom, wide, high = map(float, values)
                    path = [_put(at, left, bottom), _put(at, left + wide, bottom + high)]
                case "BT":
                    x = y = 0.0
                    self._objects += 1
                case "Td":
                    x, y = x + float(values[0]), y + float(values[1])
                case "Tf":
                    font, size = resources_of.Font[str(values[0])], float(values[1])
                case "Tc":
                    apart = float(values[0])
                case "Tj":
                    self._show(ink, bytes(values[0]), font, size, (x, y), at, 1 - grey, apart)
                case "TJ":
                    shift = 0.0
                    for one in values[0]:
                        if isinstance(one, pikepdf.String):
                            shift += self._show(ink, bytes(one), font, size, (x + shift, y), at, 1 - grey, apart)
                        else:
                            shift -= float(one) / 1000 * size

    def _show(
        self,
        ink: Ink,
        codes: bytes,
        font: Any,
        size: float,
        start: tuple[float, float],
        at: Axes,
        black: float,
        apart: float,
    ) -> float:
        """Note the characters of a string; the distance to its end in points."""
        key = font.objgen
        if key not in self._codes:
            self._codes[key] = _unicode(font)
        name = str(font.BaseFont).rpartition("+")[2].removeprefix("/")
        x, y = start
        for code in codes:
            char = self._codes[key].get(code, " ")
            if char.isspace():
                x += _glyph(name, " ")[0] * size + apart
                continue
            advance, box = _glyph(name, char)
            if box is not None:
                corners = _put(at, x + box[0] * size, y + box[1] * size), _put(at, x + box[2] * size, y + box[3] * size)
                placed = (*map(min, *corners), *map(max, *corners))
                ink.chars.append((self._objects, char, placed, size, black, _put(at, x, y)[1]))
            x += advance * size + apart
        return x - start[0]


def _put(axes: Axes, x: float, y: float) -> tuple[float, float]:
    return axes[1] + axes[0] * x, axes[2] + axes[0] * y


def _around(path: list[tuple[float, float]], half: float, *, closed: bool) -> Box:
    xs, ys = [x for x, _ in path], [y for _, y in path]
    # Butt ends: a straight line has ink beside it, not beyond its ends.
    straight = len(path) == 2 and not closed
    wide = 0.0 if straight and ys[0] == ys[-1] else half
    high = 0.0 if straight and xs[0] == xs[-1] else half
    return min(xs) - wide, min(ys) - high, max(xs) + wide, max(ys) + high


def faults(content: bytes, assembled: Assembled, setup: PageSetup, look: style.Style) -> Iterator[str]:
    """What is wrong with a book that was read back, page by page."""
    pages = assembled.interior
    for index, (page, ink) in enumerate(zip(pages, Reader(content).pages(), strict=True)):
        left, bottom, right, top = setup.live(index, len(pages))
        for _, char, _, size, *_ in ink.chars:
            if size < look.type.least - 0.01:
                yield f"page {index + 1}: {char!r} of {size:.2f}pt"
        if look.type.least_word > look.type.least:
            yield from (f"page {index + 1}: words of {size:.2f}pt" for size in _small_words(ink, look.type.least_word))
        if isinstance(page, GridsPage | HalfPage):
            puzzle = page.layout.use == "puzzles" and getattr(page, "foot", None) is None
            least = look.grid.least_digit if puzzle else look.grid.least_answer_digit
            for _, char, _, size, *_ in digits(ink):
                if size < least - 0.01:
                    yield f"page {index + 1}: the digit {char} of {size:.2f}pt"
        for box, width in ink.lines:
            if width < LEAST_LINE - 0.001:
                yield f"page {index + 1}: a line of {width:.2f}pt at {box[0]:.0f},{box[1]:.0f}"
        # A letter may stand out of its line by its own overhang, as the tail of a J does.
        boxes = [
            (box[0] + _OVERHANG * size, box[1], box[2] - _OVERHANG * size, box[3]) for _, _, box, size, *_ in ink.chars
        ]
        boxes += [box for box, _ in ink.lines] + ink.areas
        for box in boxes:
            if box[0] < left - 0.05 or box[1] < bottom - 0.05 or box[2] > right + 0.05 or box[3] > top + 0.05:
                yield f"page {index + 1}: ink outside the margins at {', '.join(f'{side:.1f}' for side in box)}"
        yield from (f"page {index + 1}: {told}" for told in overlaps(ink))


def _small_words(ink: Ink, least: float) -> Iterator[float]:
    """The sizes below the floor of words of texts that have three letters or more beside each other: a cell has one."""
    for _, text in itertools.groupby(ink.chars, key=lambda one: (one[0], one[3])):
        chars = [*text]
        if chars[0][3] < least - 0.01 and re.search(r"[^\W\d_]{3}", "".join(char for _, char, *_ in chars)):
            yield chars[0][3]


def digits(ink: Ink) -> Iterator[Char]:
    """The characters of text objects with more than two baselines: the digits of grids."""
    counted: dict[int, set[float]] = {}
    for number, *_, baseline in ink.chars:
        counted.setdefault(number, set()).add(round(baseline, 1))
    return (char for char in ink.chars if len(counted[char[0]]) > 2)


def overlaps(ink: Ink) -> Iterator[str]:
    """Characters of different text objects that lie over each other; pale ones are ornaments."""
    dark = sorted((char for char in ink.chars if char[4] in (0.0, 1.0)), key=lambda char: char[2][0])
    open_: list[Char] = []
    for char in dark:
        left, bottom, _, top = char[2]
        open_ = [other for other in open_ if other[2][2] > left + 0.05]
        for other in open_:
            if other[0] != char[0] and other[2][1] < top - 0.05 and other[2][3] > bottom + 0.05:
                yield f"{other[1]!r} and {char[1]!r} overlap at {left:.1f},{bottom:.1f}"
        open_.append(char)


def books(names: list[str]) -> Iterator[tuple[dict[str, str], Spec]]:
    """A book for each style, trim, language and layout."""
    path = resources.find("examples", "styles.yaml")
    assert path is not None
    plain = specs.load(path)
    own = specs.load(path.with_name("own-pages.yaml"))
    front = (*own.front_matter, "killer-combinations")
    for name, trim, code, layout in itertools.product(names, TRIMS, language.PLURALS, LAYOUTS):
        sections = tuple(replace(section, layout=layout) for section in plain.sections)
        yield (
            {"style": name, "trim": trim, "language": code, "layout": layout},
            replace(
                plain,
                page=replace(plain.page, trim=parse_size(trim)),
                design=replace(plain.design, style=name),
                book=replace(plain.book, language=code),
                front_matter=front if layout != LAYOUTS[0] else (*front, "techniques"),
                back_matter=own.back_matter,
                sections=sections,
            ),
        )


def one_of_each() -> list[GradedPuzzle]:
    """A puzzle of every kind that has a name, in the order of the kinds."""
    puzzles = formats.read_all((EVERY_KIND,))
    lines = [json.loads(line) for line in EVERY_KIND.read_text(encoding="utf-8").splitlines()]
    return [
        replace(as_graded(puzzle, line["level"]), solution=bytes(int(digit) for digit in line["solution"]))
        for puzzle, line in zip(puzzles, lines, strict=True)
    ]


def sections_of(puzzles: Sequence[GradedPuzzle], plain: Spec) -> tuple[Section, ...]:
    """A section for each puzzle, named after its kind."""
    usual = plain.sections[0]
    own = {one.puzzles.kind: one for one in plain.sections if isinstance(one.puzzles, Generated)}
    names = [stocked.puzzle.geometry.kind for stocked in puzzles]
    return tuple(replace(own.get(name, usual), title=name, id=name) for name in names)


def kinds(names: list[str], made: Sequence[GradedPuzzle]) -> Iterator[tuple[dict[str, str], Spec]]:
    """A book of these puzzles, a section for each, for each style, trim and layout; languages and openers by turns."""
    path = resources.find("examples", "variety.yaml")
    assert path is not None
    plain = specs.load(path)
    turns = itertools.cycle(itertools.product(language.PLURALS, OPENINGS))
    sections = sections_of(made, plain)
    for (name, trim, layout), (code, openers) in zip(
        itertools.product(names, TRIMS, KIND_LAYOUTS), turns, strict=False
    ):
        axes = {"style": name, "trim": trim, "language": code, "layout": layout, "openers": openers}
        yield (
            axes,
            replace(
                plain,
                # The gutter of the whole book, so that what fits alone fits there.
                page=replace(plain.page, trim=parse_size(trim), gutter=GUTTER),
                design=replace(plain.design, style=name, openers=openers),
                book=replace(plain.book, language=code),
                answers=replace(plain.answers, layout=None),
                sections=tuple(replace(one, layout=layout) for one in sections),
            ),
        )


def fitting(book: Spec, made: list[list[GradedPuzzle]]) -> tuple[Spec, list[list[GradedPuzzle]]]:
    """The sections of a book that fit its page alone, and their puzzles. Raises SpecError if there is none."""
    kept = []
    fault: SpecError | None = None
    for section, own in zip(book.sections, made, strict=True):
        try:
            # Beside another one, since a book of one section is opened otherwise.
            sections, both = zip(*kept[-1:], (section, own), strict=True)
            few = replace(book, sections=sections, front_matter=(), back_matter=())
            assemble(book_of(few), list(both), None)
        except SpecError as error:
            fault = error
        else:
            kept.append((section, own))
    if not kept and fault is not None:
        raise fault
    return replace(book, sections=tuple(section for section, _ in kept)), [own for _, own in kept]


def read_back(book: Spec, made: list[list[GradedPuzzle]], worked: list[Worked]) -> tuple[int, list[str]]:
    """How many pages a book has, and its faults. Raises SpecError where its grids do not fit the page."""
    assembled = assemble(book_of(book), made, book_examples.rule_example(made, book.seed), worked)
    setup = page_setup(book_of(book))
    content = pdf_document(assembled.interior, setup, Metadata("Read back"), assembled.front, "interior.pdf")
    return len(assembled.interior), list(faults(content, assembled, setup, book.look))


def main(arguments: list[str]) -> int:
    names, each = arguments or style.names(), one_of_each()
    plain = next(books(names))[1]
    made = stock.fill_sections(plain.sections, plain.seed, 1, lambda *_: None)
    examples = cache(lambda code: worked_examples([one for section in made for one in section], code, plain.seed))
    worst = 0
    for axes, book in itertools.chain(books(names), kinds(names, each)):
        try:
            full = KIND_LAYOUTS[axes["layout"]]
            book, puzzles = fitting(book, [[one] * full for one in each]) if "openers" in axes else (book, made)
            worked = examples(book.book.language) if "techniques" in book.front_matter else []
            pages, found = read_back(book, puzzles, worked)
        except SpecError as error:
            print(json.dumps({**axes, "refused": error.faults[0].message}), flush=True)
            continue
        report = {"pages": pages, "sections": len(book.sections), "faults": len(found), "first": found[:3]}
        print(json.dumps({**axes, **report}), flush=True)
        worst = max(worst, bool(found))
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
