"""The same spec and seed give the same puzzles within a minor version, on every machine.

What they gave when the version was raised last is kept in ``golden/promise.json``. If that has to change, so has the minor
version: raise it, and write the file anew with ``python tests/test_promise.py``.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import bookmaker
from bookmaker.base import schema
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.generation.maker import Maker
from bookmaker.logic.generation.order import Made, Order
from bookmaker.publishing.book.making import stock
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

GOLDEN = Path(__file__).parent / "golden" / "promise.json"

WISHES: dict[str, dict[str, object]] = {
    "any": {},
    "easy": {"difficulty": "easy", "symmetry": "rotational"},
    "medium": {"difficulty": "medium", "symmetry": "mirror"},
    "hard": {"difficulty": "hard"},
    "expert": {"difficulty": "expert", "symmetry": "diagonal"},
    "diabolical": {"difficulty": "diabolical"},
    "minimal": {"minimal": True},
    "givens": {"givens": (30, 34), "symmetry": "quarter-turn"},
    "xy-wing": {"hardest": "xy-wing"},
    "4x4": {"size": 4},
    "6x6": {"size": 6, "difficulty": "medium"},
    "10x10": {"size": 10, "difficulty": "easy"},
    "16x16": {"size": 16, "symmetry": "rotational"},
    "x": {"kind": "x", "difficulty": "medium"},
    "non-consecutive": {"kind": "non-consecutive", "difficulty": "easy"},
    "killer": {"kind": "killer", "symmetry": "top-bottom"},
    "easy killer": {"kind": "killer", "difficulty": "easy", "symmetry": "rotational"},
    "hard killer": {"kind": "killer", "difficulty": "hard"},
    "expert killer": {"kind": "killer", "difficulty": "expert"},
    "6x6 killer": {"kind": "killer", "size": 6, "difficulty": "hard", "symmetry": "rotational"},
    "sizes": {"kind": "killer-x", "cage_sizes": "2:50 3:30 5:20"},
}


MASK = "mask"
CHEQUERED = frozenset(range(0, 81, 2))


def made(name: str) -> list[str]:
    """Givens, and sums and cells of cages, of the first puzzles that come of a wish."""
    if name == MASK:
        found_on_it = Maker(Order(geometry(), mask=dict.fromkeys(CHEQUERED, 0))).make([45, 46])
        return [str(Puzzle(geometry(), one.givens)) for one in found_on_it if isinstance(one, Made)]
    wish = dict(WISHES[name])
    level = wish.pop("difficulty", "any")
    found = bookmaker.generate(2, level, seed=45, **wish)  # type: ignore[arg-type]
    return [_text(stocked) for stocked in found]


def _text(stocked: GradedPuzzle) -> str:
    puzzle = stocked.puzzle
    cages = " ".join(f"{cage.sum}:{','.join(map(str, cage.cells))}" for cage in puzzle.cages)
    return cages if cages and not any(puzzle.givens) else f"{puzzle} {cages}".strip()


BOOK = """
book: {title: Promise}
seed: 45
sections:
- {title: One, puzzles: {count: 3}}
- {title: Two, id: second, puzzles: {size: 6, count: 2}}
- {lesson: pointing, practice: 2}
"""


def made_book() -> list[list[str]]:
    """The puzzles of each section of a book."""
    spec = schema.loads(specs.Spec, BOOK.encode(), "promise.yaml", Path())
    return [[_text(item) for item in own] for own in stock.fill_sections(spec.sections, spec.seed, 1, lambda *_: None)]


def minor() -> str:
    return ".".join(bookmaker.__version__.split(".")[:2])


@pytest.mark.parametrize("name", [*WISHES, MASK])
def test_the_same_wish_and_seed_make_the_same_puzzles(name: str) -> None:
    assert made(name) == json.loads(GOLDEN.read_text())["puzzles"][name], "raise the minor version: see above"


def test_the_same_spec_and_seed_make_the_same_sections() -> None:
    assert made_book() == json.loads(GOLDEN.read_text())["book"], "raise the minor version: see above"


def test_the_golden_puzzles_are_those_of_this_version() -> None:
    assert json.loads(GOLDEN.read_text())["version"] == minor(), "write the golden puzzles anew: see above"


if __name__ == "__main__":
    puzzles = {name: made(name) for name in [*WISHES, MASK]}
    GOLDEN.write_text(json.dumps({"version": minor(), "puzzles": puzzles, "book": made_book()}, indent=1) + "\n")
