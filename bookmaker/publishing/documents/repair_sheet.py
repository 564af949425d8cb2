"""Proof sheets: puzzles before and after mending, side by side, with what was changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from bookmaker.base import language
from bookmaker.base.language import Catalogue
from bookmaker.logic.grading import grade
from bookmaker.logic.repair.added_givens import Stage, chain_text
from bookmaker.logic.repair.clue_errors import ClueMend
from bookmaker.logic.repair.record import Fix
from bookmaker.logic.solve.solver import solution_array, solve
from bookmaker.logic.verify.faults import PuzzleFault
from bookmaker.printing.grids.step_picture import CandidatePicture, Texture
from bookmaker.printing.pages.page_kinds import Page, content_area, text_pages
from bookmaker.printing.styles import style
from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.diagrams import Diagram, Diagrams, abreast, diagram_rows
from bookmaker.printing.text.text_blocks import Block
from bookmaker.publishing.book.pages.page_fit import glyph_faults
from bookmaker.publishing.documents.sheets import loose_setup
from bookmaker.publishing.explain.reasons import clue_reason
from bookmaker.publishing.explain.step_words import Speaker
from bookmaker.puzzles.grid.geometry import SYMBOLS, Clue, Geometry, cell_name
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules.cages import cage_marks

_MOST_SHOWN = 4
_LISTED = 200_000
"""Solutions among which the most different one is looked for."""


def proof_pages(fixes: Sequence[Fix], code: str, trim: tuple[float, float]) -> list[Page]:
    """Pages of mends: a row for each puzzle, with the puzzle as it came, the mended one, and tables of frequencies.

    Puzzles with which nothing was wrong are left out.
    """
    words, look = language.load(code), style.find()
    area = content_area(look, loose_setup(trim).live(0, 1))
    groups = [
        list(mend_diagrams(fixed, number, words))
        for number, fixed in enumerate(fixes, 1)
        if fixed.result != fixed.puzzle or fixed.rule
    ]
    blocks: list[Block] = [*side_by_side(look, groups, area[2] - area[0])]
    return [*text_pages(look, words.text("proof.title"), blocks, area)]


_ACROSS, _GAP, _TYPE, _CELL = 4, 12.0, 7.0, 11.5
"""Pictures side by side, and in points the gap between them, their words and their least cell: two puzzles, each as it came
and as it was mended, so that six are on a page of A4. A sheet to work with may be smaller than the page of a book.
"""


def side_by_side(look: Style, groups: Iterable[Sequence[Diagram]], width: float) -> Iterator[Diagrams]:
    """Rows of pictures, as many in each as can be read; those of one puzzle stay in one row if there is room."""
    rows = replace(look.diagrams, across=_ACROSS, gap=_GAP, text=_TYPE, heading=_TYPE, before=_GAP)
    cells = replace(look.candidates, least_cell=min(_CELL, look.candidates.least_cell))
    look = replace(look, diagrams=rows, candidates=cells)
    row: list[Diagram] = []
    for group in groups:
        most = min(abreast(look, one.picture, width) for one in (*row, *group))
        if row and len(row) + len(group) > most:
            yield from diagram_rows(look, row, width)
            row = []
        row += group
    yield from diagram_rows(look, row, width)


_FAULTS = frozenset(
    {
        *(
            "clash",
            "too-few-givens",
            "no-solution",
            "several-solutions",
            "undecided",
            "answer-wrong",
            "answer-not-only",
        ),
        *("answer-foreign", "candidates-wrong", "redundant-givens", "redundant-cages", "redundant-clues"),
        *("broken-symmetry", "duplicate", "full-grid"),
    }
)
FAULTS = (*sorted(_FAULTS), "cage", "unreadable")
"""Codes of faults that have words of their own; those of cages share one."""

_MOST_CELLS = 9


def faults_said(faults: Iterable[PuzzleFault], ground: Geometry, words: Catalogue) -> Iterator[str]:
    """Sentences on faults in the language of the words, one for all of a kind, with the cells that they are about."""
    cells: dict[str, dict[int, None]] = {}
    for fault in faults:
        some = cells.setdefault(fault.code if fault.code in _FAULTS else "cage", {})
        some |= dict.fromkeys(fault.cells)
    for code, some in cells.items():
        said = words.text(f"desk.fault.{code}")
        if some and code != "several-solutions":
            said += f" {words.text('desk.see', cells=cells_said(sorted(some), ground))}".replace("….", "…")
        yield language.cells_in(language.techniques_of(words), said)


def cells_said(cells: Sequence[int], ground: Geometry) -> str:
    """The names of some cells, the first of many."""
    names = [cell_name(cell, ground) for cell in cells[:_MOST_CELLS]]
    return ", ".join(names) + " …" * (len(cells) > _MOST_CELLS)


def change_said(before: Puzzle, after: Puzzle, words: Catalogue) -> str:
    """A sentence on the change of cages or of a clue that made one puzzle of another."""
    ground = before.geometry
    old, new = before.geometry.clues or (), after.geometry.clues or ()
    cages = [cage for cage in after.cages if cage not in before.cages]
    sums = {cage.cells: cage.sum for cage in before.cages}
    clues = [clue for clue in new if clue not in old]
    gone = [clue for clue in old if clue not in new]
    if len(cages) == 1 and sums.get(cages[0].cells) is not None:
        cells = cells_said(cages[0].cells, ground)
        said = words.text("desk.cage_sum", cells=cells, old=sums[cages[0].cells], new=cages[0].sum)
    elif cages:
        said = words.text("proof.cages", parts=_sums(ground, ((cage.sum, cage.cells) for cage in cages)))
    elif clues:
        said = words.text("proof.changed", changes=_clue(ground, clues[0], words))
    else:
        said = (
            words.text("proof.clue_gone", clue=_clue(ground, gone[0], words))
            if gone
            else words.text("proof.cage_twice")
        )
    return _joined([said], words)


def mend_said(fixed: Fix, words: Catalogue) -> str:
    """The changes that were made, or are suggested, in sentences."""
    return _joined([_changes(fixed, words)] if fixed.result is not None else [*_suggested(fixed, words)], words)


def mend_diagrams(fixed: Fix, number: int, words: Catalogue) -> Iterator[Diagram]:
    """The pictures of one mend: the puzzle as it came, what was made of it, and tables of frequencies.

    It is called by its number among the puzzles where it has no name, or none that the fonts can print.
    """
    named = filter(None, (_source(fixed.puzzle), fixed.puzzle.name))
    name = ": ".join(part for part in named if not any(glyph_faults(style.find(), part, None)))
    name = name or words.text(words.for_puzzle("number.puzzle", fixed.puzzle.geometry), number=number)
    text = list(dict.fromkeys([_status(fixed, words), *_faults(fixed, words)]))
    if fixed.result is None:
        text += _suggested(fixed, words)
    other = _most_different(fixed)
    if other is not None:
        number, apart = other.number, sum(map(int.__ne__, other.grid, other.answer))
        text.append(words.plural("proof.different", apart, number=number))
    yield Diagram(_before(fixed, other), words.text("proof.before", name=name), _joined(text, words))
    if fixed.result is None:
        return
    text = [_changes(fixed, words)]
    if not fixed.rule:
        text.append(words.text("proof.level", level=words.text(f"level_inline.{grade(fixed.result).level}")))
    yield Diagram(after_picture(fixed, fixed.result), words.text("proof.after"), _joined(text, words))
    for at, stage in enumerate(fixed.chain[:-1]):
        heading = words.text("proof.stage", number=at + 1)
        yield Diagram(_table(fixed, at, stage), heading, words.plural("proof.solutions", stage.solutions))


def _suggested(fixed: Fix, words: Catalogue) -> Iterator[str]:
    """What could be meant by a puzzle that was not mended, the likeliest first."""
    for slip in fixed.corrections[:_MOST_SHOWN]:
        yield words.text("proof.perhaps", changes=_altered(fixed, slip.changes))
    for cages in fixed.cage_mends[:_MOST_SHOWN]:
        if cages.new:
            yield words.text(
                "proof.perhaps", changes=_sums(fixed.puzzle.geometry, ((cage.sum, cage.cells) for cage in cages.new))
            )
    clues = fixed.clue_mends[:_MOST_SHOWN]
    for mend in clues:
        if mend.new is not None:
            yield words.text("proof.perhaps", changes=_clue(fixed.puzzle.geometry, mend.new, words))
    for mend in clues:
        if mend.new is None and mend.old is not None:
            yield words.text("proof.clue_perhaps_gone", clue=_clue(fixed.puzzle.geometry, mend.old, words))
    for drop in fixed.drops[:_MOST_SHOWN]:
        yield words.text("proof.drop", givens=_names(fixed, drop))


def _faults(fixed: Fix, words: Catalogue) -> Iterator[str]:
    """The faults of a puzzle that was not mended."""
    if fixed.result is None:
        yield from faults_said(fixed.faults, fixed.puzzle.geometry, words)
        if fixed.answered or (fixed.status == "proper" and fixed.note):
            yield words.text("desk.fault.answer-wrong")


def _joined(text: Sequence[str], words: Catalogue) -> str:
    """Sentences in a row, their cells named as the language does."""
    return language.cells_in(language.techniques_of(words), " ".join(filter(None, text)))


def _status(fixed: Fix, words: Catalogue) -> str:
    if fixed.solutions == fixed.limit:
        return words.text("proof.many", number=fixed.limit)
    return words.plural("proof.solutions", fixed.solutions)


def _names(fixed: Fix, candidates: Sequence[tuple[int, int]]) -> str:
    ground = fixed.puzzle.geometry
    return ", ".join(f"{cell_name(cell, ground)} = {SYMBOLS[digit - 1]}" for cell, digit in candidates)


def _changes(fixed: Fix, words: Catalogue) -> str:
    lines_of = []
    if fixed.changed:
        lines_of.append(words.text("proof.changed", changes=_altered(fixed, fixed.changed)))
    if fixed.dropped:
        lines_of.append(words.text("proof.dropped", givens=_names(fixed, fixed.dropped)))
    if fixed.added:
        lines_of.append(words.text("proof.added", givens=_names(fixed, fixed.added)))
    if fixed.sums:
        lines_of.append(
            words.text("proof.sums", sums=_sums(fixed.puzzle.geometry, ((one.new, one.cells) for one in fixed.sums)))
        )
    if fixed.cage_mend is not None and fixed.cage_mend.new:
        parts = ((part.sum, part.cells) for part in fixed.cage_mend.new)
        lines_of.append(words.text("proof.cages", parts=_sums(fixed.puzzle.geometry, parts)))
    elif fixed.cage_mend is not None:
        lines_of.append(words.text("proof.cage_twice"))
    if fixed.clue_mend is not None:
        lines_of.append(_of_clue(fixed, fixed.clue_mend, words))
    if fixed.rule:
        lines_of.append(words.text("proof.rule", rule=words.text(f"proof.rules.{fixed.rule}")))
    if fixed.chain:
        lines_of.append(words.text("proof.chain", chain=chain_text(fixed.chain)))
    if fixed.proven_minimal and fixed.mends:
        lines_of.append(words.text("proof.smallest"))
    return " ".join(lines_of)


def _altered(fixed: Fix, changes: Sequence[tuple[int, int, int]]) -> str:
    ground = fixed.puzzle.geometry
    return ", ".join(f"{cell_name(cell, ground)}: {_symbol(old)} > {_symbol(new)}" for cell, old, new in changes)


def _of_clue(fixed: Fix, mend: ClueMend, words: Catalogue) -> str:
    """The sentence on the change of a clue."""
    if mend.new is not None:
        return words.text("proof.changed", changes=_clue(fixed.puzzle.geometry, mend.new, words))
    assert mend.old is not None
    return words.text("proof.clue_gone", clue=_clue(fixed.puzzle.geometry, mend.old, words))


def _clue(ground: Geometry, clue: Clue, words: Catalogue) -> str:
    """A clue in words."""
    return Speaker(words, ground).reason(clue_reason(clue, ground))


def _source(puzzle: Puzzle) -> str:
    """The name of the file that a puzzle comes from, and its line; "" if it comes from none."""
    return "" if puzzle.source is None else Path(puzzle.source.to_line).name


def _symbol(digit: int) -> str:
    return SYMBOLS[digit - 1] if digit else "–"


def _picture(puzzle: Puzzle, tiles: tuple[tuple[int, Texture], ...], digits: bytes | None = None) -> CandidatePicture:
    """A grid with its givens in bold; ``digits``: those in its cells, if these are not only the givens."""
    bold = frozenset(cell for cell, digit in enumerate(puzzle.givens) if digit)
    none = (0,) * len(puzzle.givens)
    return CandidatePicture(puzzle.geometry, digits or puzzle.givens, none, bold, tiles, cages=cage_marks(puzzle))


@dataclass(frozen=True)
class _Other:
    """The solution, of those listed, that is most different from the answer, and its number among them, from 1 on."""

    grid: bytes
    answer: bytes
    number: int


def _most_different(fixed: Fix) -> _Other | None:
    """For a puzzle with several solutions that got givens to have one; of the solutions as far apart the first."""
    if fixed.status != "several" or fixed.result is None or fixed.rule or fixed.changed or fixed.dropped:
        return None
    answer = solve(fixed.result).solution
    found = solution_array(fixed.puzzle, _LISTED)
    if answer is None or not len(found):
        return None
    apart = (found != np.frombuffer(answer, np.uint8)).sum(axis=1)
    at = int(apart.argmax())
    return _Other(found[at].tobytes(), answer, at + 1)


def _before(fixed: Fix, other: _Other | None) -> CandidatePicture:
    """As it came. Cells that two of the solutions fill differently are tinted; so are givens that were changed or dropped.

    ``other``: the solution to fill in; the tinted cells are then those in which it is not the answer.
    """
    puzzle = fixed.puzzle
    if other is not None:
        apart = [cell for cell, digit in enumerate(other.grid) if digit != other.answer[cell]]
        tinted: tuple[tuple[int, Texture], ...] = tuple((cell, "light") for cell in apart)
        return _picture(puzzle, tiles=tinted, digits=other.grid)
    marked = {cell for cell, _, _ in fixed.changed} | {cell for cell, _ in fixed.dropped} | _recaged(fixed)
    if fixed.result is None:
        return marked_picture(puzzle, fixed.faults, fixed)
    if fixed.status == "several" and not marked:
        one, two = solution_array(puzzle, 2)
        marked = {cell for cell in range(len(one)) if one[cell] != two[cell]}
    return _picture(puzzle, tiles=tuple((cell, "light") for cell in sorted(marked)))


def marked_picture(
    puzzle: Puzzle, faults: Iterable[PuzzleFault], fixed: Fix | None, corrected: Iterable[int] = ()
) -> CandidatePicture:
    """A puzzle as it came: the cells of its faults on a light tint, those of the likeliest mend on a dark one, which are
    ``corrected`` where they are known without it.
    """
    tiles: dict[int, Texture] = {cell: "light" for fault in faults for cell in fault.cells}
    if fixed is not None:
        suggested = fixed.corrections[0].changes if fixed.corrections and fixed.result is None else ()
        changes = fixed.changed or suggested
        tiles.update((cell, "dark") for cell, _, _ in changes)
        tiles.update((cell, "light") for cell in _recaged(fixed))
    tiles.update((cell, "dark") for cell in corrected)
    return _picture(puzzle, tuple(sorted(tiles.items())))


def after_picture(fixed: Fix, result: Puzzle) -> CandidatePicture:
    """The givens of the puzzle in bold, those that were added or changed on a dark tint, new cages on a light one.

    Where there were several solutions, the one that is left is filled in.
    """
    new = {cell for cell, _ in fixed.added} | {cell for cell, _, digit in fixed.changed if digit}
    tiles: dict[int, Texture] = dict.fromkeys(_recaged(fixed), "light")
    tiles.update(dict.fromkeys(new, "dark"))
    answer = solve(result).solution if fixed.status == "several" else None
    return _picture(result, tiles=tuple(sorted(tiles.items())), digits=answer)


def changed_picture(before: Puzzle, after: Puzzle) -> CandidatePicture:
    """A puzzle with the cells on a dark tint whose givens another one of its size has not, those of new cages on a light one."""
    tiles: dict[int, Texture] = {}
    if before.geometry.size == after.geometry.size:
        tiles.update((cell, "light") for cage in set(after.cages) - set(before.cages) for cell in cage.cells)
        pairs = enumerate(zip(before.givens, after.givens, strict=True))
        tiles.update((cell, "dark") for cell, (old, new) in pairs if old != new)
    return _picture(after, tuple(sorted(tiles.items())))


def _recaged(fixed: Fix) -> set[int]:
    """The cells of cages that got another sum or were cut in two, and those of a clue that was changed."""
    cages = [change.cells for change in fixed.sums]
    if fixed.clue_mend is not None:
        cages += [clue.cells for clue in (fixed.clue_mend.old, fixed.clue_mend.new) if clue is not None]
    if fixed.cage_mend is not None:
        cages.append(fixed.cage_mend.cells)
    return {cell for cells in cages for cell in cells}


def _sums(ground: Geometry, sums: Iterable[tuple[int | None, Sequence[int]]]) -> str:
    return "; ".join(f"{total}: {', '.join(cell_name(cell, ground) for cell in cells)}" for total, cells in sums)


def _table(fixed: Fix, at: int, stage: Stage) -> CandidatePicture:
    """How many of the solutions have the wanted digit in each cell; the rarest, which is added, on a dark tint."""
    puzzle = fixed.puzzle
    before = dict(fixed.added[:at])
    digits = bytes(digit or before.get(cell, 0) for cell, digit in enumerate(puzzle.givens))
    notes = tuple((cell, str(stage.table[cell])) for cell, digit in enumerate(digits) if not digit)
    return CandidatePicture(
        puzzle.geometry,
        digits,
        (0,) * len(digits),
        frozenset(cell for cell, digit in enumerate(puzzle.givens) if digit),
        tiles=((fixed.added[at][0], "dark"),),
        notes=notes,
        cages=cage_marks(puzzle),
    )
