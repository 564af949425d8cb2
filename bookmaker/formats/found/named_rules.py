"""Rules that the words beside a grid name: "Anti-Knight Sudoku" above nine rows.

A puzzle that is proper without the rule is taken as it is, since words above it may mean anything. One that is not is taken with
the rule where that makes it proper; else what the rule needs, such as cages, was not read, and the puzzle is a fault.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from bookmaker.base.errors import Fault, Note, Place, UsageError
from bookmaker.formats.base.cells import soon_counted
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.stream.rows import Batch, Row
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import arrangements, geometry, kinds_named, names_kinds, rules_of

_LONGEST, _MOST_WORDS = 60, 8
"""A line of more is a sentence, which names other puzzles as well."""

_ABOVE = 4
"""Lines from the words to the grid below them, where a text has several puzzles."""

_MOST_PUZZLES = 40
_ADVICE = "write what the rule needs beside the grid, or name the kind with --kind"


_DECLARES = expression(
    r"\s*[\"']?(?:puzzle_?|game_?|sudoku_?)?(?:type|kind|variant|variety|mode)[\"']?\s*[:=]"
    r"\s*([\"'`])[A-Za-z][A-Za-z +_-]{0,30}\1\s*[,;]?\s*",
    re.IGNORECASE,
)
"""A line of a program that gives the kind of one of its puzzles: ``type: 'sudoku-x',``."""

_FURTHEST = 40
"""Lines from it to the cells of its puzzle."""


class Declared(list[str]):
    """Kinds that a program gives for the next puzzle: the puzzle is of these, even if it is proper without their rules."""


def watch(lines: Sequence[Row], said: dict[int, list[str]]) -> None:
    """Put into ``said`` the kinds that the short ones of these lines name, by their numbers."""
    if not names_kinds("\n".join([line for _, line in lines]).replace("_", " ")):
        return
    for number, line in lines:
        kinds = (
            kinds_named(line.replace("_", " ")) if len(line) <= _LONGEST and len(line.split()) <= _MOST_WORDS else []
        )
        if kinds:
            said[number] = Declared(kinds) if _DECLARES.fullmatch(line) is not None else kinds


def with_named_rules(
    items: Iterable[Puzzle | Fault | Batch], said: Mapping[int, list[str]]
) -> Iterator[Puzzle | Fault | Batch]:
    """The same puzzles, each under the rules that the words beside it name, or a fault in its place."""
    rest = iter(items)
    held: list[Puzzle | Fault | Batch] = []
    puzzles = 0
    for item in rest:
        held.append(item)
        puzzles += isinstance(item, Puzzle)
        # A text that names nothing is not held.
        if isinstance(item, Batch) or puzzles > _MOST_PUZZLES or not said:
            yield from held
            yield from rest
            return
    lines = [one.source.line or 0 for one in held if isinstance(one, Puzzle) and one.source is not None]
    for item in held:
        yield from _under_rules(item, _named(item, lines, said)) if isinstance(item, Puzzle) else (item,)
    declared = [at for at, kinds in said.items() if isinstance(kinds, Declared)]
    name = next((one.source.path for one in held if isinstance(one, Puzzle) and one.source is not None), "")
    for at, end in pairwise([*declared, sys.maxsize] if lines else []):
        if not any(at < line < min(end, at + _FURTHEST) for line in lines):
            yield Note(f"no puzzle was read below the kind {'+'.join(said[at])}", Place(name, at), "look at the text")


def _named(puzzle: Puzzle, lines: Sequence[int], said: Mapping[int, list[str]]) -> Sequence[str]:
    """The kinds that are named for a puzzle: in a text with no other anywhere, else directly above it."""
    line = puzzle.source.line if puzzle.source is not None else None
    if line is None:
        return []
    before = max((one for one in lines if one < line), default=0)
    declared = [at for at in said if isinstance(said[at], Declared) and max(before, line - _FURTHEST) < at < line]
    if declared:
        return said[declared[-1]]
    near = [at for at in said if len(lines) == 1 or max(before, line - _ABOVE - 1) < at <= line]
    return list(dict.fromkeys(kind for at in near for kind in said[at]))


def _under_rules(puzzle: Puzzle, named: Sequence[str]) -> Iterator[Puzzle | Fault]:
    ground = puzzle.geometry
    if ground.rules or not named or 0 not in puzzle.givens or not any(puzzle.givens):
        yield puzzle
        return
    declared = isinstance(named, Declared)
    if not declared and soon_counted(puzzle) == 1:
        yield puzzle
        return
    kind = "+".join(named)
    try:
        rules = rules_of(kind)
        whole = geometry(rules, ground.size, ground.areas)
        sound = not (whole.caged or whole.needs_clues or whole.needs_regions or rules & set(arrangements()))
        one = replace(puzzle, geometry=whole) if sound else None
    except (UsageError, ValueError):
        one = None
    if one is not None and soon_counted(one) == 1:
        yield Note(
            f"the kind {whole.kind} is named beside the grid, and makes it proper; this is a guess", puzzle.source
        )
        yield one
        return
    unlike = "" if declared else ", and without it there is no one solution"
    message = f"the words beside this grid name the kind {kind}, whose rule was not read{unlike}"
    yield Fault(message, puzzle.source, _ADVICE)
