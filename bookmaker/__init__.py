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
    from bookmaker.api.books import Book, PageImage, Section
    from bookmaker.api.functions import (
        build,
        catalogue,
        count_solutions,
        explain,
        fix,
        grade,
        hint,
        read,
        solve,
        verify,
    )
    from bookmaker.api.generating import generate, generate_iter
    from bookmaker.api.pictures import canon, draw, render, write
    from bookmaker.base.errors import (
        BookmakerError,
        Fault,
        ImproperError,
        InputError,
        Note,
        OutputError,
        Place,
        ProofError,
        ResourceError,
        SpecError,
        UnmetError,
        UsageError,
    )
    from bookmaker.formats.reading import Puzzles
    from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle, ProvenPuzzle
    from bookmaker.logic.grading import Estimates, Grade
    from bookmaker.logic.repair.record import Fix
    from bookmaker.logic.solve.solver import Solved
    from bookmaker.logic.techniques.declare import Step
    from bookmaker.logic.techniques.literals import Difficulty, Kind, Level, Technique
    from bookmaker.logic.verify.check import Verdict
    from bookmaker.logic.verify.faults import PuzzleFault
    from bookmaker.publishing.bank.filling import Report
    from bookmaker.publishing.book.making.build import Built
    from bookmaker.publishing.documents.spec_check import Checked, ExpectedEdition
    from bookmaker.publishing.explain.solution_path import ExplainedStep, Explanation
    from bookmaker.puzzles.grid.puzzle import Cage, Puzzle

__version__ = VERSION

__all__ = [
    "Book",
    "BookmakerError",
    "Built",
    "Cage",
    "Checked",
    "Difficulty",
    "Estimates",
    "ExpectedEdition",
    "ExplainedStep",
    "Explanation",
    "Fault",
    "Fix",
    "Grade",
    "GradedPuzzle",
    "ImproperError",
    "InputError",
    "Kind",
    "Level",
    "Note",
    "OutputError",
    "PageImage",
    "Place",
    "ProofError",
    "ProvenPuzzle",
    "Puzzle",
    "PuzzleFault",
    "Puzzles",
    "Report",
    "ResourceError",
    "Section",
    "Solved",
    "SpecError",
    "Step",
    "Technique",
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
    "generate_iter",
    "grade",
    "hint",
    "read",
    "render",
    "solve",
    "verify",
    "write",
]

_HOMES = {
    "api.books": {"Book", "PageImage", "Section"},
    "api.generating": {"generate", "generate_iter"},
    "api.pictures": {"canon", "draw", "render", "write"},
    "base.errors": {name for name in __all__ if name.endswith("Error")} | {"Fault", "Note", "Place"},
    "formats.reading": {"Puzzles"},
    "logic.generation.distinct_puzzles": {"GradedPuzzle", "ProvenPuzzle"},
    "logic.grading": {"Estimates", "Grade"},
    "logic.repair.fixes": {"Fix"},
    "logic.solve.solver": {"Solved"},
    "logic.techniques.declare": {"Step"},
    "logic.techniques.literals": {"Difficulty", "Kind", "Level", "Technique"},
    "logic.verify.check": {"Verdict"},
    "logic.verify.faults": {"PuzzleFault"},
    "publishing.bank.filling": {"Report"},
    "publishing.book.making.build": {"Built"},
    "publishing.documents.spec_check": {"Checked", "ExpectedEdition"},
    "publishing.explain.solution_path": {"ExplainedStep", "Explanation"},
    "puzzles.grid.puzzle": {"Cage", "Puzzle"},
}
"""The modules of the classes, and of functions that draw or write. All others are in :mod:`bookmaker.api.functions`."""


for _name in ("pictures", "puzzles", "records"):
    above.answers(_name, partial(import_module, f"bookmaker.api.{_name}"))


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'bookmaker' has no attribute {name!r}")
    home = next((module for module, names in _HOMES.items() if name in names), "api.functions")
    return getattr(import_module(f"bookmaker.{home}"), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]


class _Package(ModuleType):
    """Keeps public names visible: importing the package ``bookmaker.solve`` would otherwise hide the function of that name."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in __all__ and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
