"""Answer keys without a book: numbered answers, and on wish the way to each in words; as pages, text, a table or JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import PurePath
from typing import Any

from bookmaker.base.errors import Fault
from bookmaker.base.language import Catalogue, plain, techniques_of
from bookmaker.formats.apps.json_files import RULE_FIELDS, fields_of
from bookmaker.formats.base.source import plain_name, table_cell
from bookmaker.logic.verify.check import Verdict
from bookmaker.printing.grids.grid_drawing import GridPicture, answer_picture
from bookmaker.printing.grids.symbols import usual_symbols
from bookmaker.printing.pages.labels import Slot
from bookmaker.printing.pages.layouts import Layout
from bookmaker.printing.pages.page_kinds import Page, content_area, grids_pages, text_pages
from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.text_blocks import Block, Paragraph, text_of
from bookmaker.publishing.book.pages.page_fit import glyph_faults
from bookmaker.publishing.documents.sheets import loose_setup, with_head
from bookmaker.publishing.explain import solution_path
from bookmaker.puzzles.grid.puzzle import Puzzle, cells_text


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of one puzzle. ``number`` is the place of the puzzle in its files, from 1, also among those without an answer.

    ``way`` are the steps to it in words, with the no-break spaces of print, the last of them saying so if the techniques
    go no further; empty where the key has no worked steps. ``numbered``: the number is before the name, which is that of several
    puzzles. ``origin``: the file, or the sender of a mail, where there are several; the number is before it, too. ``left``: why
    a proper puzzle has no place in the key, as a status of the report of a desk.
    """

    number: int
    verdict: Verdict
    way: tuple[str, ...] = ()
    numbered: bool = False
    origin: str = ""
    left: str = ""

    @property
    def printed(self) -> bool:
        """Whether it has a place in a printed key."""
        return self.verdict.solution is not None and not self.left

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self.verdict.puzzle

    @property
    def label(self) -> str:
        """What people call it: its name or its number; both where several have the name, and where there are several files."""
        return self._called(str(self.number))

    def titled(self, words: Catalogue) -> str:
        """The same above it on a page."""
        key = words.for_puzzle("answer.of_puzzle", self.puzzle.geometry)
        return self._called(words.text(key, number=self.number))

    def _called(self, numbered: str) -> str:
        name = self.puzzle.name
        if self.numbered or self.origin:
            inside = ", ".join(filter(None, (self.origin, name)))
            return f"{numbered} ({inside})" if inside else numbered
        return name or numbered

    def as_dict(self) -> dict[str, Any]:
        """The fields of JSON."""
        place, solution = self.puzzle.source, self.verdict.solution
        fields: dict[str, Any] = {
            "number": self.number,
            "name": self.puzzle.name,
            "source": None if place is None else place.to_line,
            "puzzle": str(self.puzzle),
            "status": self.verdict.status,
            "solution": None if solution is None else cells_text(solution),
        }
        fields |= {key: value for key, value in fields_of(self.puzzle).items() if key in RULE_FIELDS}
        return {**fields, "way": list(map(plain, self.way))} if self.way else fields


def origin_of(puzzle: Puzzle) -> str:
    """Whom or what a puzzle comes from: the sender of a mail, else the name of the file; "" if it comes from neither."""
    place = puzzle.source
    if place is None:
        return ""
    return plain_name(place.sender.name if place.sender and place.sender.name else PurePath(place.path).name)


def way_of(puzzle: Puzzle, code: str = "en") -> tuple[str, ...]:
    """The steps to the answer of a proper puzzle, in the words of a language and as they are printed."""
    explained = solution_path.explain(puzzle, code)
    sentences = [step.printed for step in explained.steps]
    if explained.left:
        sentences.append(explained.summary.removesuffix("."))
    return tuple(sentences)


def numbered_where_unprintable(answers: Sequence[Answer], look: Style) -> tuple[list[Answer], list[Fault]]:
    """The answers, without the names that the fonts cannot print, and those of files: their numbers take the place of these. And
    a fault for each.
    """
    printable: list[Answer] = []
    notes: list[Fault] = []
    for answer in answers:
        faults = list(glyph_faults(look, answer.puzzle.name, answer.puzzle.source))
        notes += (replace(one, message=f"printed as {answer.number}: {one.message}", advice="") for one in faults)
        if faults:
            answer = replace(answer, verdict=replace(answer.verdict, puzzle=replace(answer.puzzle, name="")))
        if any(glyph_faults(look, answer.origin, None)):
            answer = replace(answer, origin="", numbered=True)
        printable.append(answer)
    return printable, notes


def pages(
    answers: Sequence[Answer],
    layout: Layout,
    words: Catalogue,
    title: str,
    trim: tuple[float, float],
    unread: Sequence[tuple[int, str]] = (),
) -> list[Page]:
    """The answers in the frames of a layout, then the ways to them, and at the end which are left out and why.

    All names must have glyphs: see :func:`numbered_where_unprintable`. ``unread``: puzzles that could not be read, each by its
    number and file.
    """
    look = layout.style.look
    known = [answer for answer in answers if answer.printed]
    slots = [
        Slot(
            _picture(answer.puzzle, answer.verdict.solution or b""),
            answer.titled(words),
            short=answer.label,
        )
        for answer in known
    ]
    out: list[Page] = with_head(grids_pages(slots, layout, title or words.text("answers.key_title")), title)
    ways = [block for answer in known if answer.way for block in _way_blocks(look, answer, words)]
    area = content_area(look, loose_setup(trim).live(0, 1))
    if ways:
        out += text_pages(look, words.text("answers.ways"), ways, area)
    left = [(one.number, one.left or one.verdict.status, one.titled(words)) for one in answers if not one.printed]
    for number, file in unread:
        inside = "" if any(glyph_faults(look, file, None)) else f" ({file})"
        left.append((number, "unreadable", words.text("answer.of_puzzle", number=number) + inside))
    if left:
        blocks = [
            text_of(look, f"{plain(words.text(f'desk.status.{status}'))}.", f"{titled}:")
            for _, status, titled in sorted(left)
        ]
        out += text_pages(look, words.text("answers.left_out"), blocks, area)
    return [replace(page, folio=str(number) if len(out) > 1 else "") for number, page in enumerate(out, 1)]


def _picture(puzzle: Puzzle, solution: bytes) -> GridPicture:
    return answer_picture(puzzle.geometry, puzzle.givens, solution, usual_symbols(puzzle.geometry))


def _way_blocks(look: Style, answer: Answer, words: Catalogue) -> Iterator[Block]:
    sizes = look.writing
    yield Paragraph(
        look, answer.titled(words), look.face("heading"), sizes.name, sizes.name_before, keep_with_next=True
    )
    number, separator = 1, techniques_of(words).text("because.separator")
    for begun, steps in groupby(answer.way, lambda step: step.partition(": ")[0]):
        # Steps of one sort in a row, as singles come, share one paragraph.
        effects = [step.partition(": ")[2] for step in steps]
        last = number + len(effects) - 1
        text = f"{begun}: {separator.join(effects)}" if all(effects) else begun
        lead = f"{number}." if last == number else f"{number}–{last}."
        yield Paragraph(look, f"{text}.", look.face("text"), sizes.step, sizes.step_before, lead=lead)
        number = last + 1


def text(answers: Sequence[Answer]) -> str:
    """A line for each puzzle: its name or number, and its answer or the lack of one; the steps below it."""
    return "".join(f"{line}\n" for answer in answers for line in _lines(answer))


def _lines(answer: Answer) -> Iterator[str]:
    solution = answer.verdict.solution
    yield f"{answer.label}: {answer.verdict.status if solution is None else cells_text(solution)}"
    for number, step in enumerate(answer.way, 1):
        yield f"  {number}. {plain(step)}"


def table(answers: Sequence[Answer]) -> str:
    """CSV with a header; the steps, if any, are lines of one field."""
    out = io.StringIO()
    columns = ["number", "name", "source", "puzzle", "status", "solution", *(["way"] if _have_ways(answers) else [])]
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    for answer in answers:
        fields = {**answer.as_dict(), "way": "\n".join(map(plain, answer.way))}
        cells = ("" if fields[column] is None else fields[column] for column in columns)
        writer.writerow(table_cell(cell) if isinstance(cell, str) else cell for cell in cells)
    return out.getvalue()


def _have_ways(answers: Sequence[Answer]) -> bool:
    return any(answer.way for answer in answers)


def json_list(answers: Sequence[Answer]) -> str:
    """One JSON array, an object to a line."""
    objects = ",\n".join(json.dumps(answer.as_dict()) for answer in answers)
    return f"[\n{objects}\n]\n" if objects else "[]\n"


def json_lines(answers: Sequence[Answer]) -> str:
    """One object a line."""
    return "".join(f"{json.dumps(answer.as_dict())}\n" for answer in answers)
