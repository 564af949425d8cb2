"""Many puzzles judged: in their order, on several threads, in constant memory.

Plain lines are judged by the thousand (:mod:`bookmaker.publishing.submissions.plain`), and so are other proper puzzles without
cages. :func:`bookmaker.logic.verify.check.check_many` judges the rest. ``deep`` inspects every puzzle, and remembers all to
find duplicates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from bookmaker.base.errors import Fault
from bookmaker.base.parallel import Stop, Waiting, at_once, ordered_map
from bookmaker.formats import Batch, Piece, pieces
from bookmaker.logic.solve.few_puzzles import few_decided, starting
from bookmaker.logic.solve.solver import first_solutions
from bookmaker.logic.solve.work import WORK, Bound, Work
from bookmaker.logic.verify.check import Verdict, check_many
from bookmaker.publishing.submissions.inspection import Duplicates, Print, print_of, remarks
from bookmaker.publishing.submissions.plain import Plain, judged_lines
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

Judged = Plain | Verdict | Fault

_LITTLE = Work(0.1)
"""Nearly every proper puzzle is decided by this; the few others are searched one by one."""


def judged(
    stream: Iterable[Puzzle | Fault | Batch],
    kind: str,
    limit: int,
    jobs: int,
    deep: bool = False,
    bound: Bound = WORK,
    waiting: Waiting = at_once,
    others: bool = False,
    words: Callable[[Plain], str] | None = None,
) -> Iterator[Judged]:
    """A judgement of every puzzle of a stream, in its order, with reading faults in their places.

    ``kind`` is what the puzzles in batches are; the rest is as for :func:`bookmaker.logic.verify.check.check`, but that
    ``waiting`` is called before work that may take long, and ``words`` makes the text of each batch on the thread that judged it.
    """
    ground = geometry(kind, 9)

    def work(piece: Piece, _stop: Stop) -> list[tuple[Judged, Print | None]]:
        if isinstance(piece, Batch) and not deep:
            plain = judged_lines(piece, ground, limit, bound)
            return [(plain if words is None else replace(plain, text=words(plain)), None)]
        items = [*piece.puzzles(ground)] if isinstance(piece, Batch) else piece
        return list(_of_items(items, limit, deep, bound, others))

    seen = Duplicates()
    for results in ordered_map(work, pieces(stream), jobs, waiting):
        for one, known in results:
            if isinstance(one, Verdict) and known is not None:
                again = seen.repeat(one.puzzle, known)
                yield one if again is None else replace(one, faults=(*one.faults, again))
            else:
                yield one


def _of_items(
    items: Sequence[Puzzle | Fault], limit: int, deep: bool, bound: Bound, others: bool
) -> Iterator[tuple[Judged, Print | None]]:
    known = {} if deep else _proper_ones(items, limit)
    rest = [item for place, item in enumerate(items) if isinstance(item, Puzzle) and place not in known]
    checked = iter(check_many(rest, limit, bound, others))
    for place, item in enumerate(items):
        if isinstance(item, Fault):
            yield item, None
        elif place in known:
            yield known[place], None
        elif deep:
            verdict = next(checked)
            yield replace(verdict, faults=(*verdict.faults, *remarks(verdict))), print_of(item)
        else:
            yield next(checked), None


def _proper_ones(items: Sequence[Puzzle | Fault], limit: int) -> dict[int, Verdict]:
    """The verdicts of the puzzles, by their places, that our own search finds proper at once, if their answers are true."""
    places: dict[Geometry, list[int]] = {}
    for place, item in enumerate(items):
        if isinstance(item, Puzzle) and not item.geometry.caged and item.candidates is None and 0 in item.givens:
            places.setdefault(item.geometry, []).append(place)
    found: dict[int, Verdict] = {}
    for ground, chosen in places.items():
        puzzles = [item for place in chosen if isinstance(item := items[place], Puzzle)]
        for place, puzzle, solution in zip(chosen, puzzles, _only_solutions(puzzles, ground), strict=True):
            if solution is not None and puzzle.answer in (None, solution):
                found[place] = Verdict(puzzle, "proper", 1, limit, (), solution)
    return found


def _only_solutions(puzzles: Sequence[Puzzle], ground: Geometry) -> list[bytes | None]:
    """The solutions of the puzzles on one geometry that a short search finds proper."""
    few = few_decided(puzzles, 2) if starting() else None
    if few is not None:
        return [solution for _, solution in few]
    cells = np.frombuffer(b"".join(puzzle.givens for puzzle in puzzles), np.uint8).reshape(len(puzzles), -1)
    counts, firsts = first_solutions(cells, ground, 2, _LITTLE)
    return [first.tobytes() if count == 1 else None for count, first in zip(counts.tolist(), firsts, strict=True)]
