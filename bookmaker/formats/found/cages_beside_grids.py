"""Cages as programs list them in mere numbers, and the grid of their givens beside them, as one Killer.

The grid may be above or below the cages, in any form that is read. The two are one puzzle where they can be, which a note
says: cages and a grid of one size are two where each has a title of its own, where a sum forbids a given, where one of the two
is proper alone and they have no solution together, and where the grid is proper and not the only one. What allows several
readings is a fault. Only texts of a few puzzles are looked at: nobody writes many so.

Grids of which only their cells say that they are puzzles are doubted: signs for empty cells alone, mere numbers, and maps.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise

from bookmaker.base.errors import Fault, InputError, Note
from bookmaker.formats.base import cages
from bookmaker.formats.base.cells import soon_counted
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Source
from bookmaker.formats.found import worded_clues
from bookmaker.formats.found.drawn_boxes import Lines
from bookmaker.formats.stream.rows import Batch, Row, short
from bookmaker.puzzles.grid.geometry import cell_name
from bookmaker.puzzles.grid.puzzle import Puzzle

# Cages as mere numbers, a cage to a line, as one line of JSON in place of the first of them, whatever is directly above or
# below. So a grid of their givens beside them is read as any other. Only short texts that may hold such a grid are looked at.

_ROW = expression("(?=[^A-Za-z0-9]*+[0-9])[^A-Za-z]{4,}")
"""A line that may be a row of a grid, or a grid."""

_MOST_LINES = 1000
"""A text of more is not looked at."""


def caged(items: Iterable[Row | Batch | Fault], source: Source) -> Iterator[Row | Batch | Fault]:
    """The lines of a text, where cages have become one line; the source has them as listed."""
    lines, rest = short(items, _MOST_LINES)
    if rest is not None:
        yield from chain(lines, rest)
        return
    numbers = [line if cages.NUMBERS.fullmatch(line) else "" for _, line in lines]
    text = "\n".join(numbers)
    at = 0
    for found in cages.in_lines(text) if any(numbers) else ():
        first, last = text.count("\n", 0, found.start), text.count("\n", 0, found.end)
        if not found.has_grid and not _has_grid(lines, numbers, first, last):
            continue
        yield from lines[at:first]
        made = [
            {"sum": cage.sum, "cells": [cell_name(cell, found.size) for cell in cage.cells]} for cage in found.cages
        ]
        yield lines[first][0], json.dumps({"size": found.size, "cages": made})
        source.listed.add(source.place(lines[first][0], 1))
        yield from ((number, "") for number, _ in lines[first + 1 : last + 1])
        at = last + 1
    yield from lines[at:]


def _has_grid(lines: Sequence[Row], numbers: Sequence[str], first: int, last: int) -> bool:
    """Whether a row of a grid may be anywhere but among the lines of numbers around cages, from one line to another."""
    while first > 0 and numbers[first - 1]:
        first -= 1
    while last + 1 < len(numbers) and numbers[last + 1]:
        last += 1
    return any(_ROW.fullmatch(line) for _, line in (*lines[:first], *lines[last + 1 :]))


Item = Puzzle | Fault | Batch

_MOST_PUZZLES, _MOST_ITEMS = 24, 400
"""Of a text that is held; one with more is not looked at."""

_ADVICE = "write the givens of a Killer and its cages one below the other, and each puzzle into a file of its own"

_FURTHEST = 4
"""Lines from a title to the puzzle below it."""

_PART = expression(
    r"(?i)\b(?:givens?|cages?|sums?|totals?|clues?|hints?|digits?|numbers?|start(?:ing)?|vorgaben?|k[äa]fige?|pistas?|jaulas?)\b"
)
_PLAIN = expression(
    r"(?i)\W*(?:\b(?:the|its|my|a|of|and|is|are|here|this|these|with|in|for|below|above|grid|puzzle|killer|sudoku|board)\b\W*)+"
)
"""Words above cages or givens that say which part of a puzzle follows, and words that say no more than that one does."""

_TITLE = expression(r"(?i)\b(?:puzzle|sudoku|killer|classic|r[äa]tsel)\b|[^\W\d]{2}\W*\b\d+\b(?!\s*[x×])")
"""The content of a comment that is a title: the name of a puzzle, or a number behind a word."""


@dataclass(slots=True)
class _Group:
    """The places, among the items of a text, of Killers without givens, of grids and of full grids, all of one size; and those
    that have a title of their own.
    """

    killers: list[int]
    grids: list[int]
    answers: list[int]
    titled: frozenset[int]


def with_givens(items: Iterable[Item], source: Source, comments: Mapping[int, str]) -> Iterator[Item]:
    """The same items, where a Killer that the source has as listed and the grids of its givens and answer have become one.

    ``comments``: those of the text by line, once the items are read.
    """
    held: list[Item] = []
    many = 0
    rest = iter(items)
    try:
        for item in rest:
            held.append(item)
            many += isinstance(item, Puzzle)
            if isinstance(item, Batch) or many > _MOST_PUZZLES or len(held) > _MOST_ITEMS:
                break
        else:
            held = list(_joined(held, source, comments)) if source.listed else held
    except InputError:
        # A text that ends in an error has said so much until then.
        yield from held
        raise
    yield from held
    yield from rest


def _joined(items: Sequence[Item], source: Source, comments: Mapping[int, str]) -> Iterator[Item]:
    made: dict[int, list[Item]] = {}
    for group in _groups(items, source, comments):
        made |= _of_group(items, group)
    for at, item in enumerate(items):
        yield from made.get(at, [item])


def _groups(items: Sequence[Item], source: Source, comments: Mapping[int, str]) -> list[_Group]:
    by_size: dict[int, _Group] = {}
    titled = frozenset(_titled(items, comments))
    for at, item in enumerate(items):
        if not isinstance(item, Puzzle) or item.geometry.overlapping:
            continue
        group = by_size.setdefault(item.geometry.size, _Group([], [], [], titled))
        if item.cages:
            if item.source in source.listed and not any(item.givens):
                group.killers.append(at)
        elif not (item.geometry.clued or item.geometry.regions):
            (group.grids if 0 in item.givens else group.answers).append(at)
    return [group for group in by_size.values() if group.killers and (group.grids or group.answers)]


def _titled(items: Sequence[Item], comments: Mapping[int, str]) -> Iterator[int]:
    """The places of puzzles that have a name, or a title above them, that is of no part of a puzzle."""
    lines: dict[int | None, str] = {line: text for line, text in comments.items() if _TITLE.search(text)}
    lines |= {
        item.place.line: item.text for item in items if isinstance(item, Note) and item.text and item.place is not None
    }
    starts = {item.source.line for item in items if isinstance(item, Puzzle) and item.source is not None}
    for at, item in enumerate(items):
        if not isinstance(item, Puzzle):
            continue
        title = item.name
        first = item.source.line if item.source is not None else None
        for line in range(first - 1, first - 1 - _FURTHEST, -1) if first is not None and not title else ():
            title = lines.get(line, "")
            if title or line in starts:
                break
        if any(map(str.isalpha, title)) and _PART.search(title) is None and _PLAIN.fullmatch(title) is None:
            yield at


def _of_group(items: Sequence[Item], group: _Group) -> dict[int, list[Item]]:
    """The items in the places of one size: nothing, a joined puzzle, or a fault."""
    made: dict[int, list[Item]] = {}
    pairs, possible = _pairs(items, group)
    whole = {killer: _puzzle(items, killer) for killer in group.killers}
    for killer, grid in pairs.items():
        one = of_cages(whole[killer], _puzzle(items, grid))
        assert one is not None
        made[killer] = made[grid] = []
        whole[killer] = one
    for killer, grids in possible.items():
        size = whole[killer].geometry.size
        message = f"the cages of a grid of {size}×{size}, and a grid beside them that may hold their givens, or may not"
        made[killer] = [Fault(message, whole[killer].source, _ADVICE)]
        made |= {grid: [] for grid in grids if grid not in made and soon_counted(_puzzle(items, grid)) != 1}
        del whole[killer]
    for killer in [*whole] if len(group.grids) == 1 else ():
        covered = sum(len(cage.cells) for cage in whole[killer].cages)
        if killer in pairs or 2 * covered >= len(whole[killer].givens):
            continue
        message = "cages beside a grid whose givens or answer their sums forbid"
        made[killer] = [Fault(message, whole.pop(killer).source, _ADVICE)]
        made[group.grids[0]] = []
    for killer, one in whole.items():
        fitting = [at for at in group.answers if of_cages(one, _puzzle(items, at)) is not None]
        parts = [killer, *([pairs[killer]] if killer in pairs else [])]
        if len(fitting) == 1 and fitting[0] not in made:
            made[fitting[0]] = []
            parts += fitting
            one = of_cages(one, _puzzle(items, fitting[0])) or one
        if len(parts) > 1:
            first = min(parts)
            made[killer] = []
            made[first] = [_note(items, killer, parts), replace(one, source=_puzzle(items, first).source)]
    return made


def _note(items: Sequence[Item], killer: int, parts: Sequence[int]) -> Note:
    """That a Killer and the other parts of a text are taken for one puzzle."""
    lines = [
        source.line for part in sorted(parts) if part != killer and (source := _puzzle(items, part).source) is not None
    ]
    grids = " and the grid of line ".join(map(str, lines))
    message = f"these cages and the grid of line {grids} are taken for one Killer; this is a guess"
    return Note(message, _puzzle(items, killer).source, "look at the puzzle")


def _pairs(items: Sequence[Item], group: _Group) -> tuple[dict[int, int], dict[int, list[int]]]:
    """For Killers their grids of givens; and the grids that may be, for Killers of which it is not known which grid is theirs."""
    order = sorted([*group.killers, *group.grids])
    alternate = len(group.killers) == len(group.grids) and all(
        (one in group.killers) != (other in group.killers) for one, other in pairwise(order)
    )
    alone = {grid for grid in group.grids if soon_counted(_puzzle(items, grid)) == 1}
    possible = {
        killer: [
            grid
            for grid in ([_beside(order, killer)] if alternate else group.grids)
            if (alternate or grid not in alone)
            and not group.titled.issuperset((killer, grid))
            and _fits(_puzzle(items, killer), _puzzle(items, grid))
        ]
        for killer in group.killers
    }
    taken = [grid for grids in possible.values() for grid in grids]
    pairs = {killer: grids[0] for killer, grids in possible.items() if len(grids) == 1 and taken.count(grids[0]) == 1}
    others = [grid for grid in group.grids if grid not in pairs.values()]
    left = {killer: grids for killer, grids in possible.items() if killer not in pairs and grids}
    return pairs, left if others else {}


def _beside(order: Sequence[int], killer: int) -> int:
    """The grid that makes a pair with a Killer, where both kinds come in turn."""
    return order[order.index(killer) ^ 1]


def _fits(killer: Puzzle, grid: Puzzle) -> bool:
    """Whether a grid holds the givens of a Killer: not where its sums forbid it, or where either is sound only apart."""
    one = of_cages(killer, grid)
    if one is None:
        return False
    if soon_counted(one) != 0:
        return True
    alone = soon_counted(killer)
    # A Killer that has no solution without givens either may have a wrong sum.
    return alone == 0 or (alone != 1 and soon_counted(grid) != 1)


def _puzzle(items: Sequence[Item], at: int) -> Puzzle:
    item = items[at]
    assert isinstance(item, Puzzle)
    return item


def of_cages(killer: Puzzle, grid: Puzzle) -> Puzzle | None:
    """The Killer with the givens of a grid, or with a full one as its answer; None where its sums, or its givens, forbid that."""
    full = 0 not in grid.givens
    answer = grid.givens if full else grid.answer
    if full and any(given not in (0, digit) for given, digit in zip(killer.givens, grid.givens, strict=True)):
        return None
    for cage in killer.cages:
        total = cage.sum or 0
        given = [grid.givens[cell] for cell in cage.cells]
        if (
            sum(given) > total
            or (0 not in given and sum(given) < total)
            or (answer is not None and sum(answer[cell] for cell in cage.cells) != total)
        ):
            return None
    givens = killer.givens if full else grid.givens
    return replace(killer, givens=givens, name=killer.name or grid.name, answer=answer)


# Grids of which only their cells say that they are puzzles: signs for empty cells alone, mere numbers, and maps of areas.


def noted_bare(items: Iterable[Puzzle | Fault], source: Source) -> Iterator[Puzzle | Fault]:
    """The same items; the source has those puzzles without givens, or of mere numbers, that only their cells say to be ones."""
    for item in items:
        if isinstance(item, Puzzle) and item.source is not None and (not any(item.givens) or _is_numbers(item)):
            source.bare.add(item.source)
        yield item


def is_of_areas(puzzle: Puzzle) -> bool:
    """Whether most digits of a grid have an equal one beside them, as those of a map have, and hardly one of a puzzle."""
    size, cells = puzzle.geometry.size, puzzle.givens
    if len(cells) != size * size or puzzle.clues or puzzle.cages:
        return False
    given = [at for at, digit in enumerate(cells) if digit]
    across = {at for at in given if at % size and cells[at - 1] == cells[at]}
    down = {at for at in given if at >= size and cells[at - size] == cells[at]}
    beside = across | {at - 1 for at in across} | down | {at - size for at in down}
    areas = {cells[at] for at in across} & {cells[at] for at in down}
    return len(areas) > 1 and 2 * len(beside) > len(given)


_MOST_BARE = 1000
"""Puzzles without givens that wait for the rest of the text."""


def with_any_given(
    items: Iterable[Puzzle | Fault | Batch], source: Source, worded: worded_clues.Worded
) -> Iterator[Puzzle | Fault | Batch]:
    """The same items without signs for empty cells alone, such as drawn lines, where the text has anything else."""
    held: list[Puzzle] = []
    alone = True
    for item in items:
        if isinstance(item, Puzzle) and source.bare and item.source in source.bare and _is_bare(item, worded):
            if not alone:
                yield _bare_note(item)
            elif len(held) < _MOST_BARE:
                held.append(item)
            else:
                yield item
            continue
        if alone and not (isinstance(item, Note) and not item.text):
            yield from map(_bare_note, held)
            held, alone = [], False
        yield item
    yield from held


_MOST_NOTES = 40
_USUAL = 9


def without_numbers(
    items: Iterable[Puzzle | Fault | Batch], source: Source, lines: Lines
) -> Iterator[Puzzle | Fault | Batch]:
    """The same items, where as many numbers as a grid has cells, but not the digits of one, are a fault, as is a small grid
    directly above numbers: they may be its rule. What a format names as a puzzle, such as JSON with a kind, is one.
    """
    held: list[Puzzle | Fault | Batch] = []
    for item in items:
        if isinstance(item, Note) and 0 < len(held) < _MOST_NOTES:
            held.append(item)
            continue
        above = held[0] if held else None
        if isinstance(item, Puzzle) and item.source in source.bare and _is_numbers(item):
            if isinstance(above, Puzzle) and _is_directly_below(item, above):
                held[0] = _may_have_rule(above)
            size = item.geometry.size
            said = f"{size} rows of {size} numbers, most of which have one twice, do not make a grid"
            item = Fault(said, item.source, "take them out, or correct the grid")
        yield from _unruled(held, lines, item)
        held = [item] if isinstance(item, Puzzle) else []
        yield from () if held else (item,)
    yield from _unruled(held, lines, None)


_SIGNS = expression(r"[\s,;|]*(?:-?[0-9]|[.<>^v_*-])(?:[\s,;|]+(?:-?[0-9]|[.<>^v_*-])){2,24}[\s,;|]*")
_FIELD = expression(r"-?[0-9]|[.<>^v_*-]")


def _unruled(
    held: Sequence[Puzzle | Fault | Batch], lines: Lines, following: Puzzle | Fault | Batch | None
) -> Iterator[Puzzle | Fault | Batch]:
    """A puzzle and the notes behind it; a fault in place of one with rows of numbers or signs below that nothing reads."""
    above = held[0] if held else None
    line = above.source.line if isinstance(above, Puzzle) and above.source is not None else None
    if isinstance(above, Puzzle) and line and not isinstance(following, Puzzle) and _is_drawn_plainly(above):
        size = above.geometry.size
        rows = lines.from_line(line, size + 2)
        # Lines between the bands of a drawn grid would be taken for its end.
        plain = len(rows) > size and all(
            _SIGNS.fullmatch(row) and len(_FIELD.findall(row)) == size for row in rows[:size]
        )
        row = next((one for one in rows[size:] if one.strip()), "") if plain else ""
        widths = (size - 1, size) if size < _USUAL else (size - 1,)
        if _SIGNS.fullmatch(row) and len(_FIELD.findall(row)) in widths:
            held = [_may_have_rule(above), *held[1:]]
    yield from held


def _is_drawn_plainly(puzzle: Puzzle) -> bool:
    ground = puzzle.geometry
    return not (ground.rules or ground.regions or puzzle.cages or puzzle.clues or puzzle.answer) and 0 in puzzle.givens


def _may_have_rule(puzzle: Puzzle) -> Fault:
    said = "the numbers directly below this grid may be its rule, and were not understood"
    return Fault(said, puzzle.source, "name its kind, and write the rule as docs/formats.md shows it")


def _is_numbers(puzzle: Puzzle) -> bool:
    """Whether a small full grid has a digit twice in more than half of its rows and columns: slips of typing spoil fewer."""
    ground = puzzle.geometry
    if ground.overlapping or 0 in puzzle.givens or ground.size >= _USUAL:
        return False
    size, cells = ground.size, puzzle.givens
    lines = [cells[at * size : at * size + size] for at in range(size)] + [cells[at::size] for at in range(size)]
    return sum(len(set(line)) < size for line in lines) > size


def _is_directly_below(puzzle: Puzzle, above: Puzzle) -> bool:
    lines = [one.source.line if one.source is not None else None for one in (above, puzzle)]
    return None not in lines and lines[0] + above.geometry.size == lines[1]  # type: ignore[operator]


def _is_bare(puzzle: Puzzle, worded: worded_clues.Worded) -> bool:
    ground = puzzle.geometry
    return not (
        any(puzzle.givens) or puzzle.cages or puzzle.clues or ground.mapped or puzzle.candidates or worded.clues
    )


def _bare_note(puzzle: Puzzle) -> Note:
    many = len(puzzle.givens)
    return Note(f"{many} signs for empty cells without a given are not taken for a puzzle", puzzle.source)
