"""Rules that the words beside a grid name: "Anti-Knight Sudoku" above nine rows.

A puzzle that is proper without the rule is taken as it is, since words above it may mean anything, unless its answer keeps the
rule, too. One that is not proper is taken with the rule where that makes it so; else what the rule needs, such as cages, was not
read, and the puzzle is a fault. In a program a setting (``KNIGHT_CONSTRAINT = True``) is for all its puzzles, and so are names
(``class AntiKnight``) where none of them is proper without their rules.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise

from bookmaker.base.errors import Fault, Note, Place, UsageError
from bookmaker.formats.base.cells import soon_counted
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.stream.rows import Batch, Row
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import (
    arrangements,
    clue_called,
    clue_kinds,
    geometry,
    is_caged,
    kind_of,
    kinds_named,
    maps_of,
    names_kinds,
    rules_of,
)

_LONGEST, _MOST_WORDS = 60, 8
"""A line of more is a sentence, which names other puzzles as well."""

_ABOVE = 4
"""Lines from the words to the grid below them, where a text has several puzzles."""

_MOST_PUZZLES = 40
_ADVICE = "write what the rule needs beside the grid, or name the kind with --kind"


_DECLARES = expression(
    r"[\s#*/;-]*[\"']?(?:puzzle[_ ]?|game[_ ]?|sudoku[_ ]?)?(?:type|kind|variant|variety|mode)[\"']?\s*[:=]"
    r"\s*([\"'`]?)([A-Za-z][A-Za-z +_-]{0,30})\1\s*[,;]?\s*",
    re.IGNORECASE,
)
"""A line that gives the kind of a puzzle: ``type: 'sudoku-x',``, ``Variant: Anti-King``."""

_HEADING = expression(r"\W*(?:(?:puzzle|game|sudoku)[_ ]?)?(?:type|kind|variant|variety)(?:s|\(s\))?\W*", re.IGNORECASE)
"""A line above one that does: ``#VARIANT(S)``."""

_KEY = expression(r"(?im)^[^\w\n]*+(?:(?:puzzle|game|sudoku)[_ ]?)?(?:type|kind|variant|variety|mode)\b")
"""The beginning of such a line: only where there is one, words that are usual ones are looked at."""

_FURTHEST = 40
"""Lines from it to the cells of its puzzle."""


class Declared(list[str]):
    """Kinds that a program gives for the next puzzle: the puzzle is of these, even if it is proper without their rules."""


class _Setting(list[str]):
    """Kinds that a setting of a program turns on, or off, for all its puzzles."""

    on = True


class _Off(_Setting):
    on = False


_SETTING = expression(
    r"(?<![\w.-])(?:#\s*define\s+|-D|--)?[\"']?([A-Za-z_][\w-]{2,60})[\"']?\s*(?::\s*bool(?:ean)?\s*|:\s*int\s*)?(?::=|=>|[:=]|\s)"
    r"\s*[\"']?(?:\.?(true|yes|on|enabled|1)|\.?(?:false|no|off|disabled|0|none|null|nil))\b(?!\.?[\w(\[])",
    re.IGNORECASE,
)
"""A name that is true or false: ``KNIGHT_CONSTRAINT = True``, ``antiKnight: true``, ``#define DIAGONAL 1``."""

_IDENTIFIER = expression(r"[A-Za-z]+(?:[_-][A-Za-z]+)+|[A-Za-z]*[a-z][A-Z][A-Za-z]*")
"""A name of several words: ``anti_knight``, ``AntiKnight``."""

_HUMP = expression(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_-]|^fill.*")
"""What parts the words of one. A generator fills the boxes on a diagonal first, which is not a rule."""

_LONGEST_LINE = 1000


_PACKED = expression(r"[\w+/=%-]{64}")
"""A part of a link, or of other packed data, which names nothing."""


_LIST = expression(
    r"(?m)^[ \t]*(?:\w+[ \t]+){0,4}[\"']?([A-Za-z_]\w{2,40})[\"']?[^=:\n]{0,60}(?::=|=>|[:=])[ \t]*(?:new[ \t]+\w+[\[\] ]*)?"
    r"[\[({](?![ \t]*[\])}])"
    r"|[\"']([a-z]{2,20}[_-][a-z]{2,20})[\"']"
)
"""The name of a list in a program, or a quoted name of two words: ``THERMOS = [``, ``['white_dot', 'r1c1', 'r1c2']``."""


def _lists_of(line: str) -> list[str]:
    """The rules of the lists of clues that a line names."""
    called = (clue_called(one or other) for one, other in _LIST.findall(line))
    return list(dict.fromkeys(one[1] for one in called if one is not None))


def watch(lines: Sequence[Row], said: dict[int, list[str]], *, document: bool) -> None:
    """Put into ``said``, by their numbers, the kinds that these lines name: short ones, settings, and in a program (``document``)
    names of several words.
    """
    text = "\n".join([line for _, line in lines])
    if not (names_kinds(text.replace("_", " ")) or _LIST.search(text) or _KEY.search(text)):
        return
    headed = False
    for number, whole in lines:
        line = whole[:_LONGEST_LINE]
        below, headed = headed, _HEADING.fullmatch(line) is not None or (headed and not line.strip())
        if _PACKED.search(line):
            continue
        settings = [
            (_Setting if found[2] else _Off)(kinds)
            for found in _SETTING.finditer(line)
            if (kinds := kinds_named(_HUMP.sub(" ", found[1]), alone=True))
        ]
        if settings:
            on = [kind for one in settings if one.on for kind in one]
            said[number] = _Setting(on) if on else _Off([kind for one in settings for kind in one])
            continue
        short = len(whole) <= _LONGEST and len(whole.split()) <= _MOST_WORDS
        words = [line.replace("_", " ")] if short else []
        words += [_HUMP.sub(" ", one) for one in _IDENTIFIER.findall(line) if document]
        kinds = list(dict.fromkeys([*(kind for one in words for kind in kinds_named(one)), *_lists_of(line)]))
        declared = _DECLARES.fullmatch(line)
        if short and (below or declared is not None):
            value = line if declared is None else declared[2]
            kinds = Declared(kinds_named(f"sudoku {value}", alone=True) or kinds)
        if kinds:
            said[number] = kinds


def with_named_rules(
    items: Iterable[Puzzle | Fault | Batch],
    said: Mapping[int, list[str]],
    *,
    document: bool = False,
    left: Mapping[int, str] | None = None,
) -> Iterator[Puzzle | Fault | Batch]:
    """The same puzzles, each under the rules that the words beside it name, or a fault in its place.

    ``document``: the text is a program or prose. With ``left``, the lines of which nothing was made, only puzzles that have
    clues, cages or regions change, and only by rules that these lines name and that need no more.
    """
    rest = iter(items)
    under = _under_rules if left is None else _under_more
    held: list[Puzzle | Fault | Batch] = []
    puzzles = 0
    for item in rest:
        held.append(item)
        puzzles += isinstance(item, Puzzle)
        # A text that names nothing is not held.
        if isinstance(item, Batch) or puzzles > _MOST_PUZZLES or not said:
            for one in chain(held, rest):
                yield from under(one, _set(said)) if isinstance(one, Puzzle) else (one,)
            return
    if left is not None:
        said = {at: kinds for at, kinds in said.items() if at in left}
    lines = [one.source.line or 0 for one in held if isinstance(one, Puzzle) and one.source is not None]
    # Names anywhere in a program mean all its puzzles where none is proper without their rules.
    bare = [one for one in held if isinstance(one, Puzzle)] if document and len(lines) > 1 else []
    said_of_all = document and all(soon_counted(one) != 1 for one in bare)
    for item in held:
        named = _named(item, lines, said, said_of_all) if isinstance(item, Puzzle) else []
        yield from under(item, named) if isinstance(item, Puzzle) else (item,)
    if left is not None:
        return
    declared = [at for at, kinds in said.items() if isinstance(kinds, Declared)]
    name = next((one.source.path for one in held if isinstance(one, Puzzle) and one.source is not None), "")
    for at, end in pairwise([*declared, sys.maxsize] if lines else []):
        if not any(at <= line < min(end, at + _FURTHEST) for line in lines):
            yield Note(f"no puzzle was read below the kind {'+'.join(said[at])}", Place(name, at), "look at the text")


def _set(said: Mapping[int, list[str]]) -> list[str]:
    """The kinds that the settings of a program turn on."""
    return list(dict.fromkeys(kind for one in said.values() if isinstance(one, _Setting) and one.on for kind in one))


def _named(puzzle: Puzzle, lines: Sequence[int], said: Mapping[int, list[str]], of_all: bool) -> Sequence[str]:
    """The kinds that are named for a puzzle: by a setting, in a text with no other anywhere, else directly above it.

    ``of_all``: those anywhere in a text of several puzzles count where nothing is above this one.
    """
    line = puzzle.source.line if puzzle.source is not None else None
    if line is None:
        return []
    before = max((one for one in lines if one < line), default=0)
    declared = [at for at in said if isinstance(said[at], Declared) and max(before, line - _FURTHEST) < at < line]
    if declared:
        return said[declared[-1]]
    if on := _set(said):
        return on
    words = [at for at in said if not isinstance(said[at], _Setting)]
    near = [at for at in words if max(before, line - _ABOVE - 1) < at <= line]
    off = {kind for one in said.values() if isinstance(one, _Setting) for kind in one}
    some = words if len(lines) == 1 or (of_all and not near) else near
    return list(dict.fromkeys(kind for at in some for kind in said[at] if kind not in off))


def _under_rules(puzzle: Puzzle, named: Sequence[str]) -> Iterator[Puzzle | Fault]:
    ground = puzzle.geometry
    if ground.rules or not named or not any(puzzle.givens):
        yield puzzle
        return
    if 0 not in puzzle.givens:
        # A full grid that breaks the usual rules is the answer of a puzzle of another kind.
        kind = "+".join(named)
        said = f"a full grid that breaks the usual rules, beside words that name the kind {kind}, is not read"
        yield puzzle if soon_counted(puzzle) == 1 else Fault(said, puzzle.source, _ADVICE)
        return
    declared = isinstance(named, Declared)
    proper = not declared and soon_counted(puzzle) == 1
    kind = "+".join(named)
    try:
        rules = rules_of(kind)
        whole = geometry(rules, ground.size, ground.areas)
        sound = not (whole.caged or whole.needs_clues or whole.needs_regions or rules & set(arrangements()))
        one = replace(puzzle, geometry=whole) if sound else None
    except (UsageError, ValueError):
        one = None
    if one is not None and soon_counted(one) == 1:
        so = "holds in its answer" if proper else "makes it proper"
        yield Note(f"the kind {whole.kind} is named beside the grid, and {so}; this is a guess", puzzle.source)
        yield one
        return
    if one is not None and declared:
        yield Note(f"the text says that it is of the kind {whole.kind}", puzzle.source)
        yield one
        return
    if proper:
        yield puzzle
        return
    unlike = "" if declared else ", and without it there is no one solution"
    message = f"the words beside this grid name the kind {kind}, whose rule was not read{unlike}"
    yield Fault(message, puzzle.source, _ADVICE)


def _under_more(puzzle: Puzzle, named: Sequence[str]) -> Iterator[Puzzle | Fault]:
    """A puzzle with clues, cages or regions, under those of the named rules that need no more than their names."""
    ground = puzzle.geometry
    alone = frozenset().union(*(rules for kind in named if is_alone(rules := rules_of(kind)))) - ground.rules
    if not ground.rules or not alone or ground.overlapping:
        yield puzzle
        return
    try:
        more = replace(puzzle, geometry=geometry(ground.rules | alone, ground.size, ground.areas, puzzle.clues))
    except (UsageError, ValueError):
        more = None
    if more is not None and soon_counted(more) == 1:
        so = "holds in its answer" if soon_counted(puzzle) == 1 else "makes it proper"
        yield Note(f"the kind {kind_of(alone)} is named beside the puzzle, and {so}; this is a guess", puzzle.source)
        yield more
        return
    if isinstance(named, Declared | _Setting) or soon_counted(puzzle) != 1:
        message = f"the words beside this puzzle name the kind {kind_of(alone)}, under which it has no one solution"
        yield Fault(message, puzzle.source, "name the kind with --kind")
        return
    yield puzzle


def clued_named(said: Mapping[int, list[str]]) -> list[str]:
    """The kinds with clues or cages that the lines of a text name."""
    named = dict.fromkeys(kind for kinds in said.values() for kind in kinds if getattr(kinds, "on", True))
    return [kind for kind in named if clue_kinds(rules_of(kind)) or is_caged(kind)]


def named_alone(said: Mapping[int, list[str]]) -> str:
    """The kinds that a text names, if all of them need nothing but their names."""
    kinds = _set(said) or list(dict.fromkeys(kind for one in said.values() if getattr(one, "on", True) for kind in one))
    return "+".join(kinds) if kinds and all(is_alone(rules_of(kind)) for kind in kinds) else ""


def is_alone(rules: frozenset[str]) -> bool:
    """Whether rules need no cages, clues or regions, and one grid."""
    return not (clue_kinds(rules) or is_caged(kind_of(rules)) or maps_of(rules) or rules & set(arrangements()))


def without_clues_named(
    items: Iterable[Puzzle | Fault], said: Mapping[int, list[str]], lists: Iterable[tuple[int, int]]
) -> Iterator[Puzzle | Fault]:
    """The same items: a fault in place of a full grid, and of a puzzle beside lists that may be its clues, which nobody read.

    ``lists``: the size of a grid that each of them may be beside, and the number of its line.
    """
    held = list(items)
    lines = [one.source.line or 0 for one in held if isinstance(one, Puzzle) and one.source is not None]
    own = {number for one in held if isinstance(one, Puzzle) for number in _rows_of(one)}
    free = [size for size, line in lists if line not in own]
    for item in held:
        kinds = "+".join(clued_named(said))
        if isinstance(item, Puzzle) and 0 not in item.givens:
            message = f"a full grid in a text that names the kind {kinds} may be an answer, whose puzzle was not read"
            item = Fault(message, item.source, _ADVICE)
        elif isinstance(item, Puzzle) and len(lines) == 1 and item.geometry.size in free:
            message = f"the words beside this grid name the kind {kinds}, and lists of numbers were not read"
            item = Fault(message, item.source, _ADVICE)
        yield item


def _rows_of(puzzle: Puzzle) -> range:
    line = puzzle.source.line if puzzle.source is not None and puzzle.source.line is not None else 0
    return range(line, line + 2 * puzzle.geometry.size)
