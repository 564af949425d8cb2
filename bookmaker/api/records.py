"""Records: what programs read of a puzzle, one object a thing, the same in Python and from every command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bookmaker.formats.apps.json_files import RULE_FIELDS, as_object
from bookmaker.puzzles.grid.puzzle import cells_text

if TYPE_CHECKING:
    from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle, ProvenPuzzle
    from bookmaker.publishing.book.making.build import Built
    from bookmaker.publishing.book.spec.spec_file import Spec

_GRADE = "level label score hardest techniques rounds narrowest minutes minutes_80 minutes_range basis estimates"
NO_GRADE: dict[str, Any] = {**dict.fromkeys(_GRADE.split()), "techniques": {}}
"""The fields of a grade where there is none."""


def made_record(made: GradedPuzzle | ProvenPuzzle) -> dict[str, Any]:
    """A made puzzle with its solution, its seed and its grade: what ``generate --json`` prints."""
    puzzle, grade = made.puzzle, getattr(made, "grade", None)
    fields = {"puzzle": str(puzzle), "solution": cells_text(made.solution), "seed": made.seed}
    fields |= {"kind": puzzle.geometry.kind} if puzzle.geometry.rules else {}
    fields |= {"name": puzzle.name} if puzzle.name else {}
    fields |= {name: value for name, value in as_object(puzzle).items() if name in RULE_FIELDS}
    return {**fields, **(NO_GRADE if grade is None else grade.as_dict())}


def build_record(spec: Spec, built: Built) -> dict[str, Any]:
    """A finished build: what ``build --json`` prints."""
    files = [
        {
            "path": str(built.folder / name),
            "bytes": size,
            **({"pages": built.interiors[name]} if name in built.interiors else {}),
        }
        for name, size in built.files.items()
    ]
    return {
        "spec": str(spec.path),
        "title": spec.book.title,
        "folder": str(built.folder),
        "files": files,
        "pages": built.pages,
        "puzzles": built.puzzles,
        "levels": built.levels,
        "seed": spec.named_seed,
        "notes": list(built.notes),
        "faults": [str(one) for one in built.faults],
        "repaired": [one.as_dict() for one in built.repaired],
        "unread": [fault.as_dict() for fault in built.unread],
    }
