"""Who decided a puzzle, if not our own search: a verdict names it."""

from __future__ import annotations

import threading

CADICAL = "cadical (python-sat)"

_MOST_DECIDED = 1000
_decided = threading.local()


def note(cells: bytes, prover: str) -> None:
    """Remember, for this thread, who decided the puzzle with these givens."""
    known: dict[bytes, str] = _decided.__dict__.setdefault("provers", {})
    known[cells] = prover
    if len(known) > _MOST_DECIDED:
        del known[next(iter(known))]


def prover_of(cells: bytes) -> str | None:
    """Who decided the puzzle with these givens, which this thread has solved just now. None: our own search."""
    known: dict[bytes, str] = _decided.__dict__.get("provers", {})
    return known.get(cells)
