"""bookmaker: printable puzzle books from a YAML spec, every puzzle proven and graded.

The names below load what they need on first use: importing the package costs nothing.
"""

from __future__ import annotations

import sys
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from bookmaker.base import above
from bookmaker.version import VERSION

if TYPE_CHECKING:
    from bookmaker.api.functions import (
        build,
        catalogue,
        count_solutions,
        explain,
        fix,
        generate,
        grade,
        hint,
        read,
        solve,
        verify,
    )
    from bookmaker.api.pictures import canon, draw, render, write
    from bookmaker.base.errors import (
        BookmakerError,
        Fault,
        ImproperError,
        InputError,
        OutputError,
        Place,
        ProofError,
        ResourceError,
        SpecError,
        UnmetError,
        UsageError,
    )
    from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle, ProvenPuzzle
    from bookmaker.logic.grading import Grade
    from bookmaker.logic.repair.record import Fix
    from bookmaker.logic.techniques.declare import Step
    from bookmaker.logic.verify.check import Verdict
    from bookmaker.puzzles.grid.puzzle import Cage, Puzzle

__version__ = VERSION

__all__ = [
    "BookmakerError",
    "Cage",
    "Fault",
    "Fix",
    "Grade",
    "GradedPuzzle",
    "ImproperError",
    "InputError",
    "OutputError",
    "Place",
    "ProofError",
    "ProvenPuzzle",
    "Puzzle",
    "ResourceError",
    "SpecError",
    "Step",
    "UnmetError",
    "UsageError",
    "Verdict",
    "build",
    "canon",
    "catalogue",
    "count_solutions",
    "draw",
    "explain",
    "fix",
    "generate",
    "grade",
    "hint",
    "read",
    "render",
    "solve",
    "verify",
    "write",
]

_HOMES = {
    "bookmaker.api.pictures": {"canon", "draw", "render", "write"},
    "bookmaker.base.errors": {name for name in __all__ if name.endswith("Error")} | {"Fault", "Place"},
    "bookmaker.logic.generation.distinct_puzzles": {"GradedPuzzle", "ProvenPuzzle"},
    "bookmaker.logic.grading": {"Grade"},
    "bookmaker.puzzles.grid.puzzle": {"Cage", "Puzzle"},
    "bookmaker.logic.repair.fixes": {"Fix"},
    "bookmaker.logic.techniques.declare": {"Step"},
    "bookmaker.logic.verify.check": {"Verdict"},
}
"""The modules of the classes, and of functions that draw or write. All others are in :mod:`bookmaker.api.functions`."""


for _name in ("pictures", "puzzles", "records"):
    above.answers(_name, partial(import_module, f"bookmaker.api.{_name}"))


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'bookmaker' has no attribute {name!r}")
    home = next((module for module, names in _HOMES.items() if name in names), "bookmaker.api.functions")
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]


class _Package(ModuleType):
    """Keeps public names visible: importing the package ``bookmaker.solve`` would otherwise hide the function of that name."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in __all__ and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
