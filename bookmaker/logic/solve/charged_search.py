"""A search within a bound for each puzzle, and within the account that is open for several."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from bookmaker.logic.solve.work import UNDECIDED, Account, Seconds, Spent, account, spending

Found = tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8], npt.NDArray[np.bool_]]
"""Counts int64[n], the first solutions of each uint8[n, k, cells], and whether another solver decided, bool[n]."""

Run = Callable[[npt.NDArray[np.intp] | None, int], Found]
"""A search of some rows (None: of all) within a bound of guesses."""

_FIRST = 100
_GROWTH = 10
"""A search that is charged to an account begins with so many guesses, and begins anew with more: so its cost is known."""

_BASE = 5
"""What a search costs besides its guesses, in guesses."""

_SLICE = 0.25
"""Seconds of work between looks at the account."""


def searched(run: Run, number: int, cost: float, bound: int | Seconds) -> Found:
    """Search ``number`` rows, each within a bound, and all within the account that is open, if any. Raises Spent for that."""
    spent = account()
    if isinstance(bound, Seconds):
        counts, out, by_other = run(None, max(1, int(_SLICE / cost)))
        for row in np.flatnonzero(counts == UNDECIDED):
            with spending(seconds=bound) as own:
                try:
                    counts[[row]], out[[row]], by_other[[row]] = _charged(run, np.array([row]), cost, 0, own)
                except Spent:
                    continue
        return counts, out, by_other
    if spent is None:
        return run(None, bound)
    return _charged(run, np.arange(number), cost, bound, spent)


def _charged(run: Run, rows: npt.NDArray[np.intp], cost: float, bound: int, to: Account) -> Found:
    """Search rows with more and more guesses, up to a bound, and charge an account. What was decided is the same as without."""
    counts: npt.NDArray[np.int64] = np.full(len(rows), UNDECIDED, np.int64)
    out, by_other = np.empty(0, np.uint8), np.zeros(len(rows), np.bool_)
    hard = np.arange(len(rows))
    done, most = 0, _FIRST
    while True:
        most = min(most, bound) if bound else most
        together = max(1, int(_SLICE / (cost * most)))
        for begin in range(0, max(len(hard), 1), together):
            some = hard[begin : begin + together]
            found, filled, by = run(rows[some], most)
            if not out.size:
                out = np.zeros((len(rows), *filled.shape[1:]), np.uint8)
            counts[some], out[some], by_other[some] = found, filled, by
            given_up = int((found == UNDECIDED).sum())
            to.charge(cost * (_BASE * len(some) + (len(some) - given_up) * 3 * done + given_up * most))
        hard = hard[counts[hard] == UNDECIDED]
        if not len(hard) or most == bound:
            return counts, out, by_other
        done, most = most, most * _GROWTH
        # A search ten times as long may be more than all that is left: what a search costs is known when it has ended.
        most = int(min(most, to.left_of_all() / cost))
        if most <= done:
            raise Spent
        if to.end is not None and len(hard) == 1:
            # What can still be done in the time that is left, by the pace of the last search.
            most = min(most, int(done * to.left() / max(to.took, 1e-6)))
            if most <= done:
                raise Spent
