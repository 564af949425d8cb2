"""The kernels of classic 9x9 puzzles, compiled by two processes while a user waits for the first puzzle.

As a program, ``python -m bookmaker.logic.generation.compile_apart``, it is the second of them.
"""

from __future__ import annotations

import gc
from contextlib import suppress

from bookmaker.base.parallel import cpu_count
from bookmaker.logic.generation.attempts import grids_of
from bookmaker.logic.generation.counting import counter
from bookmaker.logic.jit import cache, second_process
from bookmaker.logic.kernels import classic9, fill, fill9
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.rules import geometry

_SECOND = (fill9.fill, fill.shuffle_in, classic9.search)
"""These take some three seconds. The techniques take the first process as long, together with what depends on the order."""


def share(ground: Geometry) -> None:
    """Have a second process compile kernels for puzzles on this geometry, if any are missing and there is a processor for it."""
    if cache.first_run and cpu_count() > 1 and ground == geometry():
        # What cannot be kept on disk cannot be handed over either.
        with suppress(OSError):
            cache.check_place()
            second_process.start(__name__, _SECOND)


def _second() -> None:
    gc.disable()  # The process is short: there is nothing to gain from garbage.
    second_process.say_what_is_kept()
    grids_of(geometry(), None)
    counter(geometry())


if __name__ == "__main__":
    _second()
