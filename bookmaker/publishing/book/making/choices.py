"""Choices for single puzzles of a section: another one in the place of one, one of a file, none at all, and some that are kept.

Each place of a section has a code, the end of the seed that fills it. So a choice names a place whatever number is printed there.
Choices are made when the whole book is filled: the puzzles that they replace count as seen, as do all others, so that no place
but theirs gets another puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from bookmaker import formats
from bookmaker.base.errors import Fault, InputError, SpecError, UnmetError
from bookmaker.base.seeds import seed_for
from bookmaker.publishing.book.spec.puzzle_keys import CODE_LETTERS, LEAST_CODE, Generated, Share
from bookmaker.publishing.book.spec.section_keys import Section, parts
from bookmaker.puzzles.grid.puzzle import Puzzle

if TYPE_CHECKING:
    # A check of the codes needs no compiler.
    from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle, Seen

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
    return [
        (share, seed_for(seed, share.part, index))
        for share in fewer(section).shares(part)
        for index in range(share.count)
    ]


def fewer(section: Section) -> Generated:
    """The puzzles that are made for a section, beside those that it keeps. Raises SpecError if it keeps too many."""
    wish = section.puzzles
    assert isinstance(wish, Generated)
    if wish.keep is None:
        return wish
    held = len(kept(section))
    if held > wish.count:
        message = f"`keep` holds {held} puzzles, and `count` is {wish.count}"
        raise SpecError(Fault(message, wish.place("keep"), "raise `count`, or take some out"))
    return replace(wish, count=wish.count - held)


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


def kept(section: Section) -> list[Puzzle]:
    """The puzzles that a section keeps from a file. Raises InputError."""
    wish = section.puzzles
    return _read(wish.keep, section) if isinstance(wish, Generated) and wish.keep is not None else []


def kept_puzzles(section: Section) -> list[GradedPuzzle]:
    """The same, proven and graded. Raises InputError, ImproperError."""
    return _proven(kept(section))


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
) -> Iterator[GradedPuzzle]:
    """The puzzles of a section with the choices made. Raises UnmetError, InputError, ImproperError."""
    wish = section.puzzles
    if not isinstance(wish, Generated) or not wish.instead:
        yield from puzzles
        return
    places = dict(zip(codes_of(section, part, seed), _places(section, part, seed), strict=True))
    for one in puzzles:
        wanted = [
            choice for code, choice in wish.instead if one.code and whole_code(places[one.code][1]).endswith(code)
        ]
        if not wanted:
            yield one
        elif isinstance(wanted[0], Path):
            yield replace(_own(wanted[0], section, seen), code=one.code)
        elif wanted[0] is not None:
            yield replace(_other(*places[one.code], wanted[0], seen, tried), code=one.code)


def _own(path: Path, section: Section, seen: Seen) -> GradedPuzzle:
    found = _proven(_read(path, section))
    if len(found) != 1:
        raise InputError(Fault(f"one puzzle is wanted for a place, and {path} holds {len(found)}"))
    if seen.holds(found[0].puzzle):
        raise InputError(Fault("the book has this puzzle already", found[0].puzzle.source, "take another one"))
    seen.add(found[0].puzzle)
    return found[0]


def _other(share: Share, place: int, turn: int, seen: Seen, tried: Callable[[int], None]) -> GradedPuzzle:
    """The puzzle of a further turn of a place; one that the book has already goes on to the next turn."""
    for _, made in _turns(share, place, turn, tried):
        if not seen.holds(made.puzzle):
            seen.add(made.puzzle)
            return made
    raise UnmetError(Fault(f"all of {_MOST_TURNS} others are in the book already", advice="take a file of your own"))


def turns(section: Section, part: int, seed: int, code: str, first: int) -> Iterator[tuple[int, GradedPuzzle]]:
    """The puzzles of the turns of a place of a section, from the turn ``first`` on, as they are made. Raises UnmetError."""
    places = dict(zip(codes_of(section, part, seed), _places(section, part, seed), strict=True))
    yield from _turns(*places[code], first, lambda _: None)


def _turns(share: Share, place: int, first: int, tried: Callable[[int], None]) -> Iterator[tuple[int, GradedPuzzle]]:
    from bookmaker.logic.generation.distinct_puzzles import made_puzzles

    order = share.order.drafted()
    for at in range(first, first + _MOST_TURNS):
        (made,) = made_puzzles(order, [seed_for(place, _OTHER, at)], lambda: False, tried)
        if isinstance(made, UnmetError):
            raise made
        yield at, made


_OTHER = -4
"""In place of an index in a seed: for another puzzle of a place."""
