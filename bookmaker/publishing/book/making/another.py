"""Other puzzles for the place of one: the next turns of its seed, each with the number that it would have in the book.

A turn that is shown is the turn that the spec names: the book is asked for the same puzzle in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bookmaker.base.errors import Fault, SpecError
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle, Memory, Seen
from bookmaker.publishing.book.making import choices, stock
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.spec.puzzle_keys import Generated
from bookmaker.publishing.book.spec.section_keys import parts
from bookmaker.publishing.book.spec.spec_file import Section, Spec


@dataclass(frozen=True, slots=True)
class Other:
    """A puzzle for the place ``code`` of a ``section``, from 0: with ``instead: {code: turn}`` it is printed as ``number``."""

    code: str
    section: int
    turn: int
    number: int
    puzzle: GradedPuzzle

    def as_dict(self) -> dict[str, Any]:
        """The fields that ``another --json`` prints: those of a made puzzle, too."""
        own = {"code": self.code, "section": self.section, "turn": self.turn, "number": self.number}
        return {**own, **self.puzzle.as_dict()}


def others(
    spec: Spec,
    code: str,
    jobs: int,
    progress: Callable[..., None] = lambda *_: None,
    memory: Memory | None = None,
    first: int | None = None,
    held: stock.Held | None = None,
) -> Iterator[Other]:
    """Further puzzles for a place of the book, from turn ``first`` on (None: after the one that it has), as soon as each is made.

    ``held``: the puzzles of the book, where they are known. Raises SpecError for a place that the book has not, and for a spec
    without a seed; else as a build does.
    """
    # The book may be made anew meanwhile.
    held = stock.Held(None if held is None else held.last)
    if spec.own_seed is None:
        message = "another puzzle follows from the seed of the book, and this spec has none"
        raise SpecError(Fault(message, spec.place(), "`bookmaker lock` writes that of the last build"))
    plain = [_without_choices(section) for section in spec.sections]
    volume = stock.volume_of(spec)

    def filled(sections: list[Section]) -> list[list[GradedPuzzle]]:
        said = lambda *at: progress("puzzles", *at)  # noqa: E731
        return stock.fill_sections(sections, spec.seed, jobs, said, memory=memory, volume=volume, held=held)

    made, printed = filled(plain), filled([*spec.sections])
    index = place_of(spec, made, code)
    section, part = spec.sections[index], parts(spec.sections)[index]
    wish = section.puzzles
    assert isinstance(wish, Generated)
    assert held.last is not None
    plainly = {id(one) for each in made for one in each}
    seen = Seen((one.puzzle for each in printed for one in each if id(one) not in plainly), before=held.last[2])
    now = next((choice for own, choice in wish.instead if own == code), 0)
    first = first or (now + 1 if isinstance(now, int) else 1)
    for turn, one in choices.turns(section, part, spec.seed, code, first, memory):
        if not seen.holds(one.puzzle):
            seen.add(one.puzzle)
            # Where the place is among those that are made decides between puzzles that rank alike.
            order = [item.code for item in made[index]]
            rest = [item for item in printed[index] if item.code != code]
            at = sum(not item.code or order.index(item.code) < order.index(code) for item in rest)
            shown = replace(one, code=code)
            mixed = [*printed[:index], [*rest[:at], shown, *rest[at:]], *printed[index + 1 :]]
            ordered = stock.in_order(spec.sections, spec.seed, mixed)
            numbers = book_of(spec).numbers([len(each) for each in ordered])[index]
            number = next(number for number, item in zip(numbers, ordered[index], strict=True) if item.code == code)
            yield Other(code, index, turn, number, shown)


def keeping(spec: Spec, made: Sequence[Sequence[GradedPuzzle]], code: str) -> tuple[Path, bytes, list[dict[str, Any]]]:
    """A file for the puzzle of a place, its content, and the edits of the spec that keep it there whatever the seed becomes.

    ``made`` are the puzzles of the sections as they are printed. Raises SpecError for a place that the book has not, for a
    spec without a seed, and where the section keeps a whole file.
    """
    index = place_of(spec, made, code)
    wish = spec.sections[index].puzzles
    assert isinstance(wish, Generated)
    if spec.own_seed is None:
        message = "the code of a puzzle follows from the seed of the book, and this spec has none"
        raise SpecError(Fault(message, spec.place(), "`bookmaker lock` writes that of the last build"))
    if any(not own for own, _ in wish.keep):
        advice = "write that file's puzzles under their codes, or add this one to it"
        raise SpecError(Fault("this section keeps the puzzles of one file already", wish.place("keep"), advice))
    (puzzle,) = (one.puzzle for one in made[index] if one.code == code)
    path, content = choices.puzzle_file(spec.path.parent / "kept", code, puzzle)
    at = ["sections", index, "puzzles"]
    name = path.relative_to(spec.path.parent).as_posix()
    edits: list[dict[str, Any]] = [{"op": "set", "path": [*at, "keep", code], "value": name}]
    if any(own == code for own, _ in wish.instead):
        edits.insert(0, {"op": "unset", "path": [*at, "instead", code]})
    return path, content, edits


def place_of(spec: Spec, made: Sequence[Sequence[GradedPuzzle]], code: str) -> int:
    """The section of the place with a code. Raises SpecError, also for the empty code of puzzles that come from a file."""
    if not code:
        advice = "edit the file that it comes from"
        raise SpecError(Fault("this puzzle was not made for the book", spec.place("sections"), advice))
    for index, section in enumerate(made):
        if any(item.code == code for item in section):
            return index
    raise SpecError(
        Fault(f"no puzzle of this book is called {code}", spec.place("sections"), "`bookmaker puzzles` lists the codes")
    )


def _without_choices(section: Section) -> Section:
    wish = section.puzzles
    return replace(section, puzzles=replace(wish, instead=())) if isinstance(wish, Generated) else section
