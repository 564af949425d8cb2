"""Puzzles made to an order, each proven and graded, no two of them alike, on several threads.

Each puzzle has a seed of its own, which follows from the seed of the whole, from the part that the puzzle belongs to, and from
its number. Therefore the puzzles do not depend on the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any, Protocol, Self, TypeVar

from bookmaker.base import above
from bookmaker.base.errors import Fault, UnmetError, UsageError
from bookmaker.base.parallel import Stop, ordered_map
from bookmaker.base.seeds import seed_for, text_seed
from bookmaker.logic.generation.interest import WINDOW, Interest, begins, chosen, interest_of
from bookmaker.logic.generation.order import Made, Order
from bookmaker.logic.generation.own_grounds import maker_for, on_own_grounds
from bookmaker.logic.grading import Grade, grade_many
from bookmaker.logic.solve.canonical_form import Copies, likeness
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.techniques.requirements import Path
from bookmaker.logic.verify.check import require_proper
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry as geometry_of


@dataclass(frozen=True, slots=True)
class GradedPuzzle:
    """A proper puzzle with its solution and grade.

    ``solution`` has a byte 1..size for each cell. ``seed`` is the seed that made the puzzle, None if it came from a file.
    ``code`` is that of its place in a book, "" elsewhere.
    """

    puzzle: Puzzle
    solution: bytes
    grade: Grade
    seed: int | None
    code: str = field(default="", compare=False, repr=False, kw_only=True)

    def as_dict(self) -> dict[str, Any]:
        """The fields that ``generate --json`` prints."""
        return _record(self)

    def without_estimates(self) -> Self:
        """The same, its grade with none of other graders."""
        bare = self.grade.without_estimates()
        return self if bare is self.grade else replace(self, grade=bare)


@dataclass(frozen=True, slots=True)
class ProvenPuzzle:
    """A made puzzle that is proper, with its solution and the seed that made it, as of a :class:`GradedPuzzle`."""

    puzzle: Puzzle
    solution: bytes
    seed: int

    def as_dict(self) -> dict[str, Any]:
        """The fields that ``generate --json`` prints; those of a grade are None."""
        return _record(self)


def _record(made: GradedPuzzle | ProvenPuzzle) -> dict[str, Any]:
    fields: dict[str, Any] = above.module_for("records").made_record(made)
    return fields


_P = TypeVar("_P", GradedPuzzle, ProvenPuzzle)
_T = TypeVar("_T")


def made_puzzles(
    order: Order, seeds: Sequence[int], stop: Stop = lambda: False, tried: Callable[[int], None] = lambda _: None
) -> list[GradedPuzzle | UnmetError]:
    """Make a puzzle for each seed, then prove and grade it again, as if it came from a file.

    If a puzzle misses the minutes, the label or the first step of the order, further ones are made from seeds derived from its
    own, until one meets them: as many as the order has attempts, if it says how many. Of several candidates, if the order wants
    some, the most interesting one is taken.
    ``tried`` is called with the number of further attempts.
    """
    if order.candidates > 1:

        def make(some: Sequence[int]) -> list[GradedPuzzle | UnmetError]:
            return made_puzzles(order.drafted(), some, stop, tried)

        return [
            found if isinstance(found, UnmetError) else _best(found, ())[0] for found in _candidates(order, seeds, make)
        ]
    ready = _made_once(order, seeds, stop, tried)
    took = _taken(order, ready)
    turns = _MOST_TURNS if order.break_in == "any" else _MOST_BEGUN
    turns = turns if order.attempts is None else min(order.attempts, turns)
    for turn in range(1, turns):
        again = [at for at, item in enumerate(ready) if _is_unsuited(order, item)]
        if not again or stop():
            break
        others = _made_once(order, [seed_for(seeds[at], turn) for at in again], stop, tried)
        for at, item in zip(again, others, strict=True):
            ready[at] = item
        took += _taken(order, others)
    least, most = order.minutes
    bounds = [f"{word} {bound}" for word, bound in (("at least", least), ("at most", most)) if bound is not None]
    wishes = [f"takes {' and '.join(bounds)} minutes"] if bounds else []
    wishes += [f"is {order.label}"] if order.plus else []
    seen = f"; they take {round(min(took))} to {round(max(took))} minutes" if took else ""
    wishes += [f"begins with {_FIRST[order.break_in]}"] if order.break_in != "any" else []
    fault = Fault(
        f"of {turns} puzzles none {' and '.join(wishes)}{seen}",
        None,
        "widen `minutes`, or change the difficulty"
        if bounds
        else f"order {order.level}, or more `attempts`"
        if order.plus
        else "leave out `break_in`, or order another level",
    )
    return [UnmetError(fault) if _is_unsuited(order, item) else item for item in ready]


def suits(order: Order, grade: Grade) -> bool:
    """Whether a grade has the label and the minutes of an order, beside its level."""
    # Minutes are computed when they are read.
    bounded = order.minutes != (None, None)
    return (not order.plus or grade.label == order.label) and (not bounded or order.lasts(grade.time.middle))


def _taken(order: Order, made: Sequence[GradedPuzzle | UnmetError]) -> list[float]:
    """The minutes of puzzles for an order that bounds them, as far as there is evidence."""
    if order.minutes == (None, None):
        return []
    middles = (item.grade.time.middle for item in made if isinstance(item, GradedPuzzle))
    return [middle for middle in middles if middle is not None]


def _is_unsuited(order: Order, item: GradedPuzzle | UnmetError) -> bool:
    return isinstance(item, GradedPuzzle) and not (suits(order, item.grade) and begins(order.break_in, item.puzzle))


_FIRST = {"clue": "a step by a clue", "idea": "an idea of clues"}

_EACH = 4
"""So many candidates of a puzzle are made at once: enough of them may be good by then."""


_Several = list[tuple[_P, Interest | None]]
"""The draft of a puzzle and further candidates with their interest; None where there is the draft only."""


def _best(found: _Several[_P], before: Sequence[Interest]) -> tuple[_P, Interest | None]:
    looks = [look for _, look in found if look is not None]
    return found[chosen(looks, before)] if looks else found[0]


def _candidates(
    order: Order, seeds: Sequence[int], make: Callable[[Sequence[int]], list[GradedPuzzle | UnmetError]]
) -> list[_Several[GradedPuzzle] | UnmetError]:
    """For each seed the draft that it makes and further candidates, each with its interest.

    Candidates follow from the seed alone, and so does where they end: with one that is interesting enough, or the last.
    """
    found: list[_Several[GradedPuzzle] | UnmetError] = []
    for seed, draft in zip(seeds, make(seeds), strict=True):
        if isinstance(draft, UnmetError):
            found.append(draft)
            continue
        if order.candidates == 1:
            found.append([(draft, None)])
            continue
        own: _Several[GradedPuzzle] = [(draft, interest_of(draft.puzzle, draft.grade))]
        numbers = range(1, order.candidates)
        for first in numbers[::_EACH]:
            if any(look is not None and look.is_enough for _, look in own):
                break
            some = make([seed_for(seed, _CANDIDATE, number) for number in numbers[first - 1 : first - 1 + _EACH]])
            own += [(one, interest_of(one.puzzle, one.grade)) for one in some if isinstance(one, GradedPuzzle)]
        found.append(own)
    return found


_CANDIDATE = text_seed("candidate")


def proven_puzzles(
    order: Order, seeds: Sequence[int], stop: Stop = lambda: False, tried: Callable[[int], None] = lambda _: None
) -> list[ProvenPuzzle | UnmetError]:
    """Make a puzzle for each seed and prove it again, without a grade, which takes most of the time.

    Raises UsageError for an order that a puzzle meets by its grade.
    """
    graded = order.level is not None or order.path != Path() or order.minutes != (None, None)
    if graded or order.candidates > 1 or order.break_in != "any":
        message = (
            "a level, techniques, a score, minutes, a first step and an effort need the grade, which was to be left out"
        )
        raise UsageError(Fault(message, advice="take the difficulty `any`", code="grade"))
    made = _made(order, seeds, stop, tried)
    puzzles = [item.puzzle(order.geometry) for item in made if not isinstance(item, UnmetError)]
    proven = iter(zip(puzzles, require_proper(puzzles), strict=True))
    return [item if isinstance(item, UnmetError) else ProvenPuzzle(*next(proven), item.seed) for item in made]


def _made(order: Order, seeds: Sequence[int], stop: Stop, tried: Callable[[int], None]) -> list[Made | UnmetError]:
    ground = order.geometry
    own = ground.needs_regions or ground.needs_clues or bool(ground.lines)
    parts: dict[str, tuple[Order, list[int]]] = {}
    for at, seed in enumerate(seeds):
        drawn = order.drawn(seed)
        parts.setdefault(drawn.symmetry, (drawn, []))[1].append(at)
    made: dict[int, Made | UnmetError] = {}
    for one, places in parts.values():
        some = [seeds[at] for at in places]
        puzzles = on_own_grounds(one, some, stop, tried) if own else maker_for(one).make(some, stop, tried)
        made |= dict(zip(places, puzzles, strict=True))
    return [made[at] for at in range(len(seeds))]


def _made_once(
    order: Order, seeds: Sequence[int], stop: Stop, tried: Callable[[int], None]
) -> list[GradedPuzzle | UnmetError]:
    made = _made(order, seeds, stop, tried)
    puzzles = [item.puzzle(order.geometry) for item in made if not isinstance(item, UnmetError)]
    proven = iter(zip(puzzles, require_proper(puzzles), grade_many(puzzles), strict=True))
    ready: list[GradedPuzzle | UnmetError] = []
    for item in made:
        if isinstance(item, UnmetError):
            ready.append(item)
            continue
        puzzle, solution, graded = next(proven)
        wrong = order.miss(graded.level, graded.hardest, graded.techniques, graded.score)
        if wrong:
            message = f"the puzzle of seed {item.seed} does not meet its order: {wrong}; please report this"
            ready.append(UnmetError(message))
        else:
            ready.append(GradedPuzzle(puzzle, solution, graded, item.seed))
    return ready


def made_puzzle(order: Order, seed: int) -> GradedPuzzle:
    """Make one puzzle, proven and graded. Raises UnmetError."""
    (made,) = made_puzzles(order, [seed])
    if isinstance(made, UnmetError):
        raise made
    return made


class Seen:
    """The puzzles so far. To a reader, two puzzles are the same if one is a copy of the other, turned or relabelled.

    4x4 puzzles are compared cell by cell: a thousand of them are copies of three dozen, too few for a section of a book.
    Canonical forms are made only of the few puzzles with the same likeness, so that most users never wait for their compiler.
    """

    def __init__(
        self,
        puzzles: Iterable[Puzzle] = (),
        barred: Callable[[Puzzle], bool] = lambda _: False,
        before: Seen | None = None,
    ) -> None:
        """``barred``: whether a puzzle counts as seen although it was not added. ``before``: others that were seen or
        barred; they stay as they are.
        """
        self._before = before
        self._copies: Copies[Puzzle] = Copies()
        self._tiny: dict[Puzzle, Puzzle] = {}
        self._barred: Callable[[Puzzle], bool] = barred if before is None else before._barred
        self._last: tuple[Puzzle | None, object] = None, None
        for puzzle in puzzles:
            self.add(puzzle)

    def like(self, puzzle: Puzzle) -> Puzzle | None:
        """The puzzle seen before that this one is a copy of, if there is one."""
        return self._find(puzzle, self._looks(puzzle) if _turns(puzzle) else None)

    def _find(self, puzzle: Puzzle, looks: object) -> Puzzle | None:
        own = self._tiny.get(puzzle) if looks is None else self._copies.find(puzzle, looks)
        return self._before._find(puzzle, looks) if own is None and self._before is not None else own

    def holds(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle, or an image of it, was seen before or is barred."""
        return self.like(puzzle) is not None or self._barred(puzzle)

    def add(self, puzzle: Puzzle) -> None:
        """Remember a puzzle."""
        if _turns(puzzle):
            self._copies.add(puzzle, self._looks(puzzle), puzzle)
        else:
            self._tiny.setdefault(puzzle, puzzle)

    def _looks(self, puzzle: Puzzle) -> object:
        # A puzzle is looked for, and then added. Other threads may look for others meanwhile.
        last = self._last
        if last[0] is not puzzle:
            last = self._last = puzzle, likeness(puzzle)
        return last[1]


def _turns(puzzle: Puzzle) -> bool:
    return puzzle.geometry.size > _TINY


class Attempts:
    """Counts the attempts that threads make. Calls one listener with the sum, from one thread at a time."""

    def __init__(self, listener: Callable[[int], None]) -> None:
        self._listener, self._made, self._lock = listener, 0, Lock()

    def __call__(self, more: int) -> None:
        """Count further attempts."""
        with self._lock:
            self._made += more
            self._listener(self._made)


def generated(
    order: Order,
    count: int,
    seed: int,
    jobs: int,
    part: int | None = None,
    seen: Seen | None = None,
    tried: Callable[[int], None] = lambda _: None,
    memory: Memory | None = None,
    numbers: Sequence[int] | None = None,
) -> Iterator[GradedPuzzle]:
    """Make ``count`` different puzzles, none like one in ``seen``; the same for any number of ``jobs`` (threads).

    ``numbers``: what stands in their seeds, one for each; left out, their indices.

    Puzzles that ``memory`` holds are not made again; those that are made are added to it.

    Each puzzle is added to ``seen`` when it is ready. ``part`` keeps the sections of one book apart: a puzzle's seed is made
    of ``seed``, ``part`` and its index. None: that of the order's kind and level.
    ``tried`` is called with the number of further attempts, from any thread. Raises
    UnmetError, which names the puzzle that could not be made.
    """
    draft = order.drafted()

    def make(seeds: Sequence[int], stop: Stop) -> list[GradedPuzzle | UnmetError]:
        return remembered(draft, seeds, stop, tried, memory)

    def several(seeds: Sequence[int], stop: Stop) -> list[_Several[GradedPuzzle] | UnmetError]:
        return _candidates(order, seeds, lambda some: make(some, stop))

    named = range(count) if numbers is None else numbers[:count]
    parts = seed, _part_of(order) if part is None else part
    yield from _different(order, named, parts, jobs, Seen() if seen is None else seen, several)


def ungraded(
    order: Order, count: int, seed: int, jobs: int, tried: Callable[[int], None] = lambda _: None
) -> Iterator[ProvenPuzzle]:
    """The same puzzles as of :func:`generated`, without a grade. Raises UsageError as :func:`proven_puzzles` does."""

    def make(seeds: Sequence[int], stop: Stop) -> list[_Several[ProvenPuzzle] | UnmetError]:
        made = proven_puzzles(order, seeds, stop, tried)
        return [item if isinstance(item, UnmetError) else [(item, None)] for item in made]

    yield from _different(order, range(count), (seed, _part_of(order)), jobs, Seen(), make)


def _part_of(order: Order) -> int:
    return text_seed(f"{order.geometry.kind} {order.level}")


def _different(
    order: Order,
    named: Sequence[int],
    parts: tuple[int, int],
    jobs: int,
    seen: Seen,
    make: Callable[[Sequence[int], Stop], list[_Several[_P] | UnmetError]],
) -> Iterator[_P]:
    """A puzzle for each number of ``named``, in order; ``make`` makes those of some seeds, of which ``parts`` are the first.

    Of several candidates one is taken that is unlike the few before it: these are the same however many come after, and whoever
    makes them.
    """
    count, before = len(named), list[Interest]()

    def work(piece: range, stop: Stop) -> list[_Several[_P] | UnmetError]:
        return make([seed_for(*parts, named[index]) for index in piece], stop)

    # Several puzzles a piece: to make the arrays for an order takes as long as making some ten easy puzzles.
    most = _MOST_AT_ONCE if order.geometry == geometry_of() else _MOST_SLOW_AT_ONCE
    if order.path != Path() or (order.level or 0) >= Level.HARD:
        most = _MOST_SOUGHT_AT_ONCE
    each = min(most, max(1, count // (8 * jobs)))
    for number, item in enumerate(item for piece in ordered_map(work, _pieces(count, each), jobs) for item in piece):
        several = _met(item, number, count)
        # A repeat is rare except on tiny grids. It is replaced here, in the order of the numbers, so that the replacement does
        # not depend on which thread was first.
        again = 0
        while not (several := [one for one in several if not seen.holds(one[0].puzzle)]):
            again += 1
            if again > _MOST_REPEATS:
                raise _unmet(
                    number, count, Fault("all that were found are there already", advice="choose a smaller count")
                )
            (item,) = make([seed_for(*parts, named[number], again)], lambda: False)
            several = _met(item, number, count)
        stocked, look = _best(several, before[-WINDOW:])
        before += [] if look is None else [look]
        seen.add(stocked.puzzle)
        yield stocked


def _pieces(count: int, most: int) -> Iterator[range]:
    """Numbers up to ``count`` in pieces that grow, so that the first puzzle comes soon."""
    start, each = 0, min(most, _FIRST_AT_ONCE)
    while start < count:
        yield range(start, min(start + each, count))
        start, each = start + each, min(most, 2 * each)


_FIRST_AT_ONCE = 4


class Memory(Protocol):
    """Puzzles by what decides them: their order, written out, and their seed. A dictionary is one."""

    def get(self, key: tuple[str, int], /) -> GradedPuzzle | None:
        """The puzzle that was made of an order and a seed."""

    def update(self, made: Iterable[tuple[tuple[str, int], GradedPuzzle]], /) -> None:
        """Keep puzzles."""


def remembered(
    order: Order, seeds: Sequence[int], stop: Stop, tried: Callable[[int], None], memory: Memory | None
) -> list[GradedPuzzle | UnmetError]:
    """As :func:`made_puzzles`, but for those that the memory holds."""
    if memory is None:
        return made_puzzles(order, seeds, stop, tried)
    name = repr(order)
    known = {seed: _remembers(memory, order, name, seed) for seed in seeds}
    missing = [seed for seed in seeds if known[seed] is None]
    made: dict[int, GradedPuzzle | UnmetError] = {}
    # Puzzles that take long are kept one by one.
    each = 1 if len(seeds) <= _MOST_SOUGHT_AT_ONCE else len(seeds)
    for start in range(0, len(missing), each):
        some = missing[start : start + each]
        new = dict(zip(some, made_puzzles(order, some, stop, tried), strict=True))
        memory.update(((name, seed), item) for seed, item in new.items() if isinstance(item, GradedPuzzle))
        # What the memory holds takes the place of its like: a large book has each puzzle once.
        made |= {seed: held if (held := memory.get((name, seed))) == item else item for seed, item in new.items()}
    return [known[seed] or made[seed] for seed in seeds]


def _remembers(memory: Memory, order: Order, name: str, seed: int) -> GradedPuzzle | None:
    """The puzzle that the memory holds for a seed, if it meets the order, ``name`` when written out."""
    item = memory.get((name, seed))
    if item is None:
        return None
    ground, found, wanted = item.puzzle.geometry, item.grade, order.geometry
    same = (ground.rules, ground.size, ground.caged) == (wanted.rules, wanted.size, wanted.caged)
    missed = order.miss(found.level, found.hardest, found.techniques, found.score)
    return item if same and not missed and suits(order, found) else None


def _met(item: _T | UnmetError, number: int, count: int) -> _T:
    if isinstance(item, UnmetError):
        raise _unmet(number, count, item.faults[0])
    return item


def _unmet(number: int, count: int, fault: Fault) -> UnmetError:
    message = f"puzzle {number + 1} of {count} could not be made: {fault.message}"
    return UnmetError(Fault(message, None, fault.advice))


_MOST_TURNS = 1000
"""The most puzzles to make until one meets the minutes and the label of the order."""

_MOST_BEGUN = 100
"""The same until one begins as ordered."""

_TINY = 4
"""Up to this size puzzles are compared cell by cell."""

_MOST_REPEATS = 1000
_MOST_AT_ONCE = 256
_MOST_SLOW_AT_ONCE = 32
"""Smaller pieces for rules other than those of the classic 9x9 grid."""

_MOST_SOUGHT_AT_ONCE = 4
"""Smaller ones still for puzzles that take long."""
