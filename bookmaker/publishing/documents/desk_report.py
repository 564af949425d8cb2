"""The report of a newspaper's desk on the puzzles of its readers: a page for screens, a table, or printed pages.

Each puzzle that cannot be printed as it came is drawn with its faults marked, beside the mend that is proposed, and has a reply
to its sender in the language of the paper. The page is one file that fetches nothing.
"""

from __future__ import annotations

import base64
import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from bookmaker.base import language
from bookmaker.base.errors import Place
from bookmaker.base.language import plain
from bookmaker.formats.base.source import table_cell
from bookmaker.formats.found.headings import label_of
from bookmaker.logic.repair.typing_errors import Slip, chosen
from bookmaker.logic.verify.faults import PuzzleFault
from bookmaker.printing.grids.grid_drawing import GridStyle
from bookmaker.printing.grids.step_drawing import draw_candidates
from bookmaker.printing.grids.step_picture import CandidatePicture, label_room
from bookmaker.printing.pages.page_kinds import Page, content_area, text_pages
from bookmaker.printing.styles import style
from bookmaker.printing.text.diagrams import Diagram
from bookmaker.printing.text.text_blocks import Block, Paragraph
from bookmaker.publishing.book.pages.page_fit import glyph_faults
from bookmaker.publishing.documents.drawing import drawing
from bookmaker.publishing.documents.repair_sheet import (
    after_picture,
    faults_said,
    marked_picture,
    mend_said,
    side_by_side,
)
from bookmaker.publishing.documents.sheets import loose_setup
from bookmaker.publishing.submissions.desk import Letter
from bookmaker.puzzles.grid.geometry import SYMBOLS, Geometry, cell_name, place_of

if TYPE_CHECKING:
    from bookmaker.camera.pictures import ReadPicture

ENDINGS = (".html", ".pdf", ".csv")
"""The kinds of report, by the ending of the file."""

STATUSES = ("proper", "several", "none", "broken", "undecided", "answer", "copy", "unreadable")
"""What is said of letters and, where keys leave them out, of puzzles."""

_SIDE = 190.0
"""Of a drawn grid on the page for screens, in points."""

_MOST_CHANGES = 4
"""Changes of one correction that are listed; of more, as of two rows exchanged, the cells are."""

_MOST_MOVED = 9

_MOST_ASKED = 3
"""Corrections that a reply asks about."""


class Words:
    """What a report says of each letter, in one language."""

    def __init__(self, code: str) -> None:
        self.words = language.load(code)
        self._techniques = language.techniques_of(self.words)

    def text(self, key: str, **args: object) -> str:
        """A text of the report, its cells named as the language does."""
        return plain(language.cells_in(self._techniques, self.words.text(key, **args)))

    def name(self, letter: Letter) -> str:
        """The number of a puzzle, by which its key names it, and its name if it has one."""
        if letter.puzzle is None or not letter.number:
            return letter.name
        key = self.words.for_puzzle("number.puzzle", letter.puzzle.geometry)
        numbered = plain(self.words.text(key, number=letter.number))
        return f"{numbered} ({letter.name})" if letter.name else numbered

    def status(self, letter: Letter) -> str:
        """The verdict."""
        return self.text(f"desk.status.{letter.status}")

    def faults(self, letter: Letter) -> list[str]:
        """Sentences on its faults."""
        if letter.puzzle is None:
            return [self.text("desk.fault.unreadable")]
        found = list(map(plain, faults_said(letter.faults, letter.puzzle.geometry, self.words)))
        if letter.belongs is not None and letter.belongs.source is not None:
            where = f"{letter.belongs.name} ({_where(letter.belongs.source)})".strip()
            found.append(self.text("desk.where", where=where))
        return found

    def remarks(self, letter: Letter) -> list[str]:
        """Remarks, and notes of the readers of its file, in their own words."""
        if letter.puzzle is None:
            return letter.said
        ground = letter.puzzle.geometry
        return [*map(plain, faults_said(letter.remarks, ground, self.words)), *letter.said]

    def mend(self, letter: Letter) -> str:
        """The mend that is proposed, "" if there is none."""
        fixed, slip = letter.fixed, letter.slip
        if fixed is None:
            return ""
        if slip is None:
            return plain(mend_said(fixed, self.words))
        changes = self._changes(letter, slip)
        if slip.share is None or fixed.answered:
            return self.text("desk.only", changes=changes)
        share = min(max(round(slip.share * 100), 1), 99)
        return self.text("desk.likely", count=len(fixed.corrections), share=share, changes=changes)

    def reply(self, letter: Letter) -> str:
        """A sentence or two to answer the sender with."""
        named = letter.puzzle is not None and label_of(letter.name)
        opening = self.text("desk.reply.opening_named", name=letter.name) if named else self.text("desk.reply.opening")
        return f"{opening} {self._asked(letter)}"

    def _asked(self, letter: Letter) -> str:
        codes = {fault.code for fault in letter.faults}
        if letter.status == "unreadable":
            return self.text("desk.reply.unreadable")
        if letter.status == "undecided":
            return self.text("desk.reply.undecided")
        if letter.status in ("none", "broken"):
            return self._of_none(letter)
        if letter.status == "several":
            fixed = letter.fixed
            if fixed is None or not fixed.added or fixed.result is None:
                return self.text("desk.reply.several")
            ground = fixed.puzzle.geometry
            givens = [
                self.text("desk.given", digit=SYMBOLS[digit - 1], cell=self._cell(cell, ground))
                for cell, digit in fixed.added
            ]
            return self.text("desk.reply.added", givens=self._listed(givens))
        if "answer-foreign" in codes:
            return self.text("desk.reply.answer-foreign")
        if letter.status == "answer" or any(code.startswith("answer") for code in codes):
            return self.text("desk.reply.answer-wrong")
        return self.text("desk.reply.full" if codes else "desk.reply.proper")

    def _of_none(self, letter: Letter) -> str:
        fixed = letter.fixed
        slips = () if fixed is None else fixed.corrections
        if fixed is None or not slips:
            return self.text("desk.reply.none")
        if fixed.answered or chosen(slips, "edit") is not None:
            return self.text("desk.reply.likely", changes=self._changes(letter, slips[0]))
        some = dict.fromkeys(self._changes(letter, slip) for slip in slips[:_MOST_ASKED])
        return self.text("desk.reply.perhaps", changes=f"; {self.text('desk.or')} ".join(some))

    def _changes(self, letter: Letter, slip: Slip) -> str:
        assert letter.puzzle is not None
        ground = letter.puzzle.geometry
        if len(slip.changes) > _MOST_CHANGES:
            cells = "; ".join(self._cell(cell, ground) for cell, _, _ in slip.changes[:_MOST_MOVED])
            return self.text("desk.moved", cells=cells + " …" * (len(slip.changes) > _MOST_MOVED))
        said = []
        for cell, old, new in slip.changes:
            symbols = {"old": SYMBOLS[old - 1], "new": SYMBOLS[new - 1], "cell": self._cell(cell, ground)}
            key = "desk.change" if old and new else "desk.change_gone" if old else "desk.change_new"
            said.append(self.text(key, **symbols))
        return self._listed(said)

    def _cell(self, cell: int, ground: Geometry) -> str:
        row, column = place_of(cell, ground)
        return self.text("desk.cell", row=row + 1, column=column + 1)

    def _listed(self, parts: Sequence[str]) -> str:
        """``a, b and c``; semicolons part those that have commas of their own."""
        *first, last = parts
        return f"{'; '.join(first)}{';' * (len(first) > 1)} {self.text('desk.and')} {last}" if first else last


def _pictures(letter: Letter, words: Words) -> Iterator[Diagram]:
    """The puzzle as it came, its faults marked, and the one that is proposed."""
    if letter.puzzle is None:
        return
    heading = words.text("desk.page", name=words.name(letter))
    yield Diagram(marked_picture(letter.puzzle, letter.faults, letter.proposal), heading)
    if (proposal := letter.proposal) is not None and proposal.result is not None:
        yield Diagram(after_picture(proposal, proposal.result), words.text("desk.proposed"))


def _rows(letters: Sequence[Letter], words: Words) -> Iterator[dict[str, str]]:
    for letter in letters:
        place, puzzle = letter.place, letter.puzzle
        cells = sorted({cell for fault in letter.faults for cell in fault.cells})
        names = "" if puzzle is None else " ".join(cell_name(cell, puzzle.geometry) for cell in cells)
        yield {
            "who": letter.who,
            "file": "" if place is None else place.path,
            "line": "" if place is None else place.area or str(place.line or ""),
            "puzzle": words.name(letter),
            "verdict": words.status(letter),
            "level": words.words.text(f"level_inline.{letter.level}") if letter.level else "",
            "faults": " ".join(words.faults(letter)),
            "cells": names,
            "mend": words.mend(letter),
            "reply": words.reply(letter),
            "noted": "; ".join(words.remarks(letter)),
            "givens": "" if puzzle is None else str(puzzle),
        }


COLUMNS = ["who", "file", "line", "puzzle", "verdict", "level", "faults", "cells", "mend", "reply", "noted", "givens"]
_LONGEST_NUMBER = 10


def table(letters: Sequence[Letter], code: str) -> bytes:
    """A row a puzzle, with a header, as CSV that spreadsheets open: nothing in it is run as a formula or read as a number."""
    words, out = Words(code), io.StringIO()
    writer = csv.writer(out)
    writer.writerow([words.text(f"desk.head.{name}") for name in COLUMNS])
    for row in _rows(letters, words):
        cells = (" ".join(row[name].split()) for name in COLUMNS)
        writer.writerow(
            f"'{text}" if len(text) > _LONGEST_NUMBER and text.isdigit() else table_cell(text) for text in cells
        )
    return out.getvalue().encode("utf-8-sig", "backslashreplace")


def page(letters: Sequence[Letter], code: str, pictures: Sequence[ReadPicture] = ()) -> bytes:
    """The report for screens: letters to be answered, with drawings, then those that are ready to print, and at the end the
    pictures that were read, each grid beside what was read of it.
    """
    words = Words(code)
    answered = [letter for letter in letters if not letter.sound]
    title = escape(words.text("desk.title"))
    parts = [
        "<!doctype html>",
        f'<html lang="{code}"><head><meta charset="utf-8"><title>{title}</title>',
        f'<meta name="viewport" content="width=device-width"><style>{_look()}</style></head><body>',
        f"<header><h1>{title}</h1>{_counts(letters, words)}</header><main>",
        f"<h2>{escape(words.text('desk.head.faulty'))}</h2>",
        *(_letter(letter, words) for letter in answered),
        *([] if answered else [f"<p>{escape(words.text('desk.head.nothing'))}</p>"]),
        *_ready([letter for letter in letters if letter.sound], words),
        *_read(pictures, words),
        "</main></body></html>\n",
    ]
    return "\n".join(parts).encode("utf-8", "xmlcharrefreplace")


def _look() -> str:
    return Path(__file__).with_suffix(".css").read_text(encoding="utf-8")


def _summary(letters: Sequence[Letter]) -> dict[str, int]:
    files = len({letter.place.path for letter in letters if letter.place is not None})
    sound = sum(letter.sound for letter in letters)
    # As `verify` counts: a text that could not be read is not a puzzle, but its sender gets an answer.
    puzzles = sum(letter.puzzle is not None for letter in letters)
    return {"files": files, "puzzles": puzzles, "sound": sound, "faulty": len(letters) - sound}


def _counts(letters: Sequence[Letter], words: Words) -> str:
    cells = (
        f'<div class="{key}"><dt>{escape(words.text(f"desk.head.{key}"))}</dt><dd>{escape(words.words.number(number))}</dd></div>'
        for key, number in _summary(letters).items()
    )
    return f"<dl>{''.join(cells)}</dl>"


def _letter(letter: Letter, words: Words) -> str:
    head = words.text
    figures = "".join(
        f"<figure>{_svg(one.picture)}<figcaption>{escape(one.heading)}</figcaption></figure>"
        for one in _pictures(letter, words)
    )
    items = [
        (head("desk.head.faults"), words.faults(letter)),
        (head("desk.head.mend"), [text for text in [words.mend(letter)] if text]),
        (head("desk.head.noted"), words.remarks(letter)),
    ]
    listed = "".join(
        f"<dt>{escape(name)}</dt><dd>{'<br>'.join(map(escape, texts))}</dd>" for name, texts in items if texts
    )
    title = "" if letter.place is None else escape(letter.place.to_line)
    return (
        f'<article class="{letter.status}"><div class="said"><h3>{escape(letter.who)}</h3>'
        f'<p class="where" title="{title}">{escape(" · ".join(filter(None, (_where(letter.place), words.name(letter)))))}</p>'
        f'<p class="badge">{escape(words.status(letter))}</p><dl>{listed}</dl>'
        f"<blockquote><b>{escape(head('desk.head.reply'))}</b><p>{escape(words.reply(letter))}</p></blockquote></div>"
        f'<div class="grids">{figures}</div></article>'
    )


def _svg(picture: CandidatePicture) -> str:
    look = style.find()
    grid = GridStyle.in_text(look)
    cell = _SIDE / picture.geometry.span
    room, line = label_room(look, cell), grid.fitted(cell).outline
    size = _SIDE + room + line
    drawn = drawing(
        lambda canvas: draw_candidates(canvas, picture, room + line / 2, line / 2, _SIDE, grid),
        (size, size),
        ".svg",
        72,
        "",
        "en",
        look,
    )
    return drawn.decode().strip()


def _ready(letters: Sequence[Letter], words: Words) -> Iterator[str]:
    if not letters:
        return
    noted = any(words.remarks(letter) for letter in letters)
    names = ["who", "file", "puzzle", "level", *(["noted"] if noted else [])]
    heads = "".join(f"<th scope=col>{escape(words.text(f'desk.head.{name}'))}</th>" for name in names)
    yield f"<h2>{escape(words.text('desk.head.sound'))}</h2><table><thead><tr>{heads}</tr></thead><tbody>"
    for row, letter in zip(_rows(letters, words), letters, strict=True):
        cells = {**row, "file": _where(letter.place), "noted": "; ".join(words.remarks(letter))}
        yield f"<tr>{''.join(f'<td>{escape(cells[name])}</td>' for name in names)}</tr>"
    yield "</tbody></table>"


def _read(pictures: Sequence[ReadPicture], words: Words) -> Iterator[str]:
    if not pictures:
        return
    yield f"<h2>{escape(words.text('desk.head.pictures'))}</h2>"
    for one in pictures:
        name = escape(PurePath(one.name).name + (f", {one.area}".removesuffix(", ") if one.area else ""))
        yield f'<section class="picture"><h3>{name}</h3>{_jpeg(one.drawn(), words.text("desk.picture.whole"))}'
        for number in range(1, len(one.scans) + 1):
            title = escape(words.text("desk.picture.grid", number=one.before + number))
            said = "".join(f"<p>{escape(text)}</p>" for text in one.said(number))
            shown = _jpeg(one.drawn_grid(number), words.text("desk.picture.straight"))
            puzzle = one.puzzle(number)
            if puzzle is not None:
                doubts = [PuzzleFault("unreadable", tuple(one.doubtful(number)), "")]
                drawn = _svg(marked_picture(puzzle, doubts, None))
                shown += f"<figure>{drawn}<figcaption>{escape(words.text('desk.picture.read'))}</figcaption></figure>"
            yield f'<h4>{title}</h4><div class="grids">{shown}<div class="said">{said}</div></div>'
        yield "</section>"


def _jpeg(content: bytes, caption: str) -> str:
    data = base64.b64encode(content).decode("ascii")
    return (
        f'<figure><img alt="" src="data:image/jpeg;base64,{data}"><figcaption>{escape(caption)}</figcaption></figure>'
    )


def pages(letters: Sequence[Letter], code: str, trim: tuple[float, float]) -> list[Page]:
    """The report on paper: drawings of letters to be answered, words below them, then a line for each that is ready."""
    words, look = Words(code), style.find()
    area = content_area(look, loose_setup(trim).live(0, 1))
    groups = [_said_below(letter, words) for letter in letters if not letter.sound and letter.puzzle is not None]
    sizes = look.writing
    counts = " · ".join(
        f"{words.text('headed', head=words.text(f'desk.head.{key}'))} {words.words.number(n)}"
        for key, n in _summary(letters).items()
    )
    blocks: list[Block] = [Paragraph(look, counts, look.face("text"), sizes.step, 0.0)]
    blocks += side_by_side(look, groups, area[2] - area[0])
    for letter in letters:
        if letter.puzzle is None:
            where = _where(letter.place)
            said = " ".join([*words.faults(letter), *letter.said, words.reply(letter)])
            lead = _printable(f"{letter.who}, {where}", words)
            blocks.append(
                Paragraph(look, _printable(said, words), look.face("text"), sizes.step, sizes.step_before, lead=lead)
            )
    ready = [letter for letter in letters if letter.sound]
    if ready:
        title = words.text("desk.head.sound")
        blocks.append(Paragraph(look, title, look.face("heading"), sizes.name, sizes.name_before, keep_with_next=True))
        for row, letter in zip(_rows(ready, words), ready, strict=True):
            where = _where(letter.place)
            said = " · ".join(filter(None, (where, row["puzzle"], row["level"], row["noted"])))
            lead = _printable(row["who"], words)
            blocks.append(Paragraph(look, _printable(said, words), look.face("text"), sizes.step, 0.0, lead=lead))
    return [*text_pages(look, words.text("desk.title"), blocks, area)]


def _said_below(letter: Letter, words: Words) -> list[Diagram]:
    first, *rest = _pictures(letter, words)
    where = _where(letter.place)
    heading = _printable(" · ".join(filter(None, (letter.who, where, words.name(letter)))), words)
    said = _printable(" ".join(words.faults(letter)), words)
    if not rest:
        return [Diagram(first.picture, heading, f"{said} {_printable(words.reply(letter), words)}")]
    return [
        Diagram(first.picture, heading, said),
        Diagram(rest[0].picture, rest[0].heading, _printable(f"{words.mend(letter)} {words.reply(letter)}", words)),
    ]


def _where(place: Place | None) -> str:
    """A place without the folders of its file."""
    return "" if place is None else replace(place, path=PurePath(place.path).name).to_line


def _printable(text: str, words: Words) -> str:
    """A text without the characters that the fonts cannot print."""
    look = style.find()
    if not any(glyph_faults(look, text, None)):
        return text
    return "".join(char if not any(glyph_faults(look, char, None)) else "?" for char in text)
