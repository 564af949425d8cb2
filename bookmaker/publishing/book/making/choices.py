"""Choices for single puzzles of a section: another one in the place of one, one of a file, none at all, and some that are kept.

Each place of a section has a code, the end of the seed that fills it. So a choice names a place whatever number is printed there.
Choices are made when the whole book is filled: the puzzles that they replace count as seen, as do all others, so that no place
but theirs gets another puzzle.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bookmaker import formats
from bookmaker.base.errors import Fault, InputError, SpecError, UnmetError
from bookmaker.base.seeds import seed_for
from bookmaker.publishing.book.spec.puzzle_keys import CODE_LETTERS, LEAST_CODE, Generated, Share
from bookmaker.publishing.book.spec.section_keys import Section, parts
from bookmaker.puzzles.grid.puzzle import Puzzle

if TYPE_CHECKING:
    # A check of the codes needs no compiler.
    from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle, Memory, Seen

_WHOLE = 13
"""Letters of a whole seed."""

_MOST_TURNS = 1000


def whole_code(seed: int) -> str:
    """All letters of a seed, in base 32."""
    return "".join(CODE_LETTERS[seed >> 5 * (_WHOLE - 1 - at) & 31] for at in range(_WHOLE))


def codes(seeds: Sequence[int]) -> list[str]:
    """The code of each place: the last six letters of its seed, or as many more as make it the only such one."""
    whole = [whole_code(seed) for seed in seeds]
    length, found = LEAST_CODE, dict.fromkeys(range(len(whole)), "")
    open_ones = list(found)
    while open_ones:
        ends = [whole[at][-length:] for at in open_ones]
        found |= {at: end for at, end in zip(open_ones, ends, strict=True) if ends.count(end) == 1 or length == _WHOLE}
        open_ones = [at for at in open_ones if not found[at]]
        length += 1
    return [found[at] for at in range(len(whole))]


def _places(section: Section, part: int, seed: int) -> list[tuple[Share, int]]:
    """The share and the seed of each place that a section fills with made puzzles, in the order in which they are made."""
    wish = section.puzzles
    if not isinstance(wish, Generated) or type(section) is not Section or wish.stock:
        return []
    return _seeded(fewer(section, part, seed), part, seed)


def _seeded(wish: Generated, part: int, seed: int) -> list[tuple[Share, int]]:
    return [(share, seed_for(seed, share.part, index)) for share in wish.shares(part) for index in range(share.count)]


def fewer(section: Section, part: int, seed: int) -> Generated:
    """The puzzles that are made for a section: all but those that it keeps and that have no place of this seed. Raises
    SpecError if it keeps too many.
    """
    wish = section.puzzles
    assert isinstance(wish, Generated)
    if not wish.keep:
        return wish
    held = len(kept(section))
    if held > wish.count:
        message = f"`keep` holds {held} puzzles, and `count` is {wish.count}"
        raise SpecError(Fault(message, wish.place("keep"), "raise `count`, or take some out"))
    placed = {code for code, _ in wish.keep if code}
    while True:
        # A puzzle without a place takes the last one, which another may have had.
        less = replace(wish, count=wish.count - held + len(placed))
        whole = [whole_code(own) for _, own in _seeded(less, part, seed)]
        still = {code for code in placed if sum(one.endswith(code) for one in whole) == 1}
        if still == placed:
            return less
        placed = still


def first_ones(section: Section, part: int, seed: int) -> list[GradedPuzzle]:
    """The kept puzzles that have no place of this seed, proven and graded: the first of the section. Raises InputError,
    ImproperError.
    """
    wish = section.puzzles
    if not isinstance(wish, Generated) or not wish.keep:
        return []
    whole = [whole_code(own) for _, own in _places(section, part, seed)]
    free = [one for code, one in kept(section) if not code or sum(own.endswith(code) for own in whole) != 1]
    return _proven(free)


def codes_of(section: Section, part: int, seed: int) -> list[str]:
    """The codes of the places of a section, in the order in which they are made; none where it has none."""
    return codes([own for _, own in _places(section, part, seed)])


def require_places(sections: Sequence[Section], seed: int) -> None:
    """Check that each choice names a place of its section. Raises SpecError."""
    faults = []
    for section, part in zip(sections, parts(sections), strict=True):
        wish = section.puzzles
        if isinstance(wish, Generated) and wish.instead:
            whole = [whole_code(own) for _, own in _places(section, part, seed)]
            for code, _ in wish.instead:
                met = sum(one.endswith(code) for one in whole)
                if met != 1:
                    what = "no puzzle" if not met else f"{met} puzzles"
                    message = f"{what} of {section.title!r} {'is' if met < 2 else 'are'} called {code}"
                    advice = "`bookmaker puzzles` lists the codes; one of another seed can be deleted"
                    faults.append(Fault(message, wish.place("instead", code), advice))
    if faults:
        raise SpecError(faults)


def _read(path: Path, section: Section) -> list[Puzzle]:
    """The puzzles of a file for a section. Raises InputError for one of another kind or size."""
    wish = section.puzzles
    assert isinstance(wish, Generated)
    found = formats.read(path, wish.kind, strict=True)
    faults = [
        Fault(f"a {one.size}x{one.size} puzzle of the kind {one.kind} for a section of {wish.size}x{wish.size} {wish.kind}",
              one.source, "a section has one kind and one size")
        for one in found
        if (one.geometry.rules, one.size) != (wish.ground.rules, wish.size)
    ]  # fmt: skip
    if faults:
        raise InputError(faults)
    return found


def _proven(puzzles: Sequence[Puzzle]) -> list[GradedPuzzle]:
    from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
    from bookmaker.logic.grading import grade
    from bookmaker.logic.verify.check import require_proper

    solutions = require_proper(puzzles)
    return [GradedPuzzle(one, solution, grade(one), None) for one, solution in zip(puzzles, solutions, strict=True)]


def kept(section: Section) -> list[tuple[str, Puzzle]]:
    """The puzzles that a section keeps, each with its code, or "" without one. Raises InputError."""
    wish = section.puzzles
    assert isinstance(wish, Generated)
    return [
        (code, one)
        for code, path in wish.keep
        for one in (_read(path, section) if not code else [_single(path, section)])
    ]


def _single(path: Path, section: Section) -> Puzzle:
    found = _read(path, section)
    if len(found) != 1:
        raise InputError(Fault(f"one puzzle is wanted for a place, and {path} holds {len(found)}"))
    return found[0]


def choosing(section: Section, index: int, code: str, value: int | str) -> list[dict[str, Any]]:
    """The edits of a spec that put another puzzle in a place of the section ``index``: a turn, a file, or ``none``. A puzzle
    that was kept there goes.
    """
    at = ["sections", index, "puzzles"]
    edits: list[dict[str, Any]] = [{"op": "set", "path": [*at, "instead", code], "value": value}]
    wish = section.puzzles
    if isinstance(wish, Generated) and any(own == code for own, _ in wish.keep):
        edits.insert(0, {"op": "unset", "path": [*at, "keep", code]})
    return edits


def puzzle_file(folder: Path, code: str, puzzle: Puzzle) -> tuple[Path, bytes]:
    """A file in a folder for the puzzle of a place: the first that has this content or does not exist, so that undoing leads
    back to the others; and its content.
    """
    content = f"{json.dumps(puzzle.to_dict(), ensure_ascii=False)}\n".encode()
    names = (f"{code}.jsonl" if number == 1 else f"{code}-{number}.jsonl" for number in count(1))
    return next(
        path for path in map(folder.joinpath, names) if not path.exists() or path.read_bytes() == content
    ), content


def with_codes(section: Section, part: int, seed: int, found: Iterator[GradedPuzzle]) -> Iterator[GradedPuzzle]:
    """The made puzzles of a section, each with the code of its place."""
    named = codes_of(section, part, seed)
    yield from (replace(one, code=code) for one, code in zip(found, named, strict=True)) if named else found


def chosen(
    section: Section,
    part: int,
    seed: int,
    puzzles: Sequence[GradedPuzzle],
    seen: Seen,
    tried: Callable[[int], None],
    memory: Memory | None = None,
) -> Iterator[GradedPuzzle]:
    """The puzzles of a section with the choices made; those of ``memory`` are not made again. Raises UnmetError, InputError,
    ImproperError.
    """
    wish = section.puzzles
    if not isinstance(wish, Generated) or not (wish.instead or wish.keep):
        yield from puzzles
        return
    choices: list[tuple[str, int | Path | None]] = [*wish.instead, *((code, path) for code, path in wish.keep if code)]
    places = dict(zip(codes_of(section, part, seed), _places(section, part, seed), strict=True))
    for one in puzzles:
        wanted = [choice for code, choice in choices if one.code and whole_code(places[one.code][1]).endswith(code)]
        if not wanted:
            yield one
        elif isinstance(wanted[0], Path):
            yield replace(_own(wanted[0], section, one, seen), code=one.code)
        elif wanted[0] is not None:
            yield replace(_other(*places[one.code], wanted[0], seen, tried, memory), code=one.code)


def _own(path: Path, section: Section, made: GradedPuzzle, seen: Seen) -> GradedPuzzle:
    """The puzzle of a file for the place of the one that was ``made`` there, which it may be."""
    puzzle = _single(path, section)
    if puzzle.to_dict() == made.puzzle.to_dict():
        return made
    (found,) = _proven([puzzle])
    if seen.holds(puzzle):
        raise InputError(Fault("the book has this puzzle already", puzzle.source, "take another one"))
    seen.add(puzzle)
    return found


def _other(
    share: Share, place: int, turn: int, seen: Seen, tried: Callable[[int], None], memory: Memory | None
) -> GradedPuzzle:
    """The puzzle of a further turn of a place; one that the book has already goes on to the next turn."""
    for _, made in _turns(share, place, turn, tried, memory):
        if not seen.holds(made.puzzle):
            seen.add(made.puzzle)
            return made
    raise UnmetError(Fault(f"all of {_MOST_TURNS} others are in the book already", advice="take a file of your own"))


def turns(
    section: Section, part: int, seed: int, code: str, first: int, memory: Memory | None = None
) -> Iterator[tuple[int, GradedPuzzle]]:
    """The puzzles of the turns of a place of a section, from the turn ``first`` on, as they are made. Raises UnmetError."""
    places = dict(zip(codes_of(section, part, seed), _places(section, part, seed), strict=True))
    yield from _turns(*places[code], first, lambda _: None, memory)


def _turns(
    share: Share, place: int, first: int, tried: Callable[[int], None], memory: Memory | None
) -> Iterator[tuple[int, GradedPuzzle]]:
    from bookmaker.logic.generation.distinct_puzzles import remembered

    order = share.order.drafted()
    for at in range(first, first + _MOST_TURNS):
        (made,) = remembered(order, [seed_for(place, _OTHER, at)], lambda: False, tried, memory)
        if isinstance(made, UnmetError):
            raise made
        yield at, made


_OTHER = -4
"""In place of an index in a seed: for another puzzle of a place."""
