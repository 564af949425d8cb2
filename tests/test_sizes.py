"""What no puzzle of a small size needs is refused before anything is made."""

import random

import numpy as np
import pytest
from techniques_data import hard_puzzles

from bookmaker import generate
from bookmaker.base.errors import UsageError
from bookmaker.logic.generation.order import order_for
from bookmaker.logic.techniques import BY_NAME, engine
from bookmaker.logic.techniques.families import Family
from bookmaker.logic.techniques.requirements import LEAST_SIZE, NEVER_HARDEST, UNFOUND, never_hardest
from bookmaker.publishing.documents.technique_example import puzzle_of
from bookmaker.puzzles.rules import geometry


@pytest.mark.parametrize(
    ("asked", "key"),
    [
        ({"size": 4, "difficulty": "medium"}, "difficulty"),
        ({"size": 4, "hardest": "naked-pair"}, "hardest"),
        ({"size": 4, "requires": ["x-wing"]}, "requires"),
        ({"size": 4, "kind": "diagonal-falling", "difficulty": "hard"}, "difficulty"),
        ({"size": 6, "hardest": "jellyfish"}, "hardest"),
        ({"size": 8, "hardest": "hidden-quadruple"}, "hardest"),
        ({"hardest": "multi-colours-2"}, "hardest"),
        ({"requires": ["franken-x-wing"]}, "requires"),
        ({"hardest": "finned-franken-x-wing"}, "hardest"),
    ],
)
def test_an_order_that_no_puzzle_meets_is_refused(asked: dict[str, object], key: str) -> None:
    with pytest.raises(UsageError) as caught:
        order_for(**asked)  # type: ignore[arg-type]
    assert [fault.code for fault in caught.value.faults] == [key]
    assert "easier techniques finish it" in str(caught.value)


@pytest.mark.parametrize("name", UNFOUND)
def test_an_order_for_a_technique_that_was_never_needed_is_refused_unless_it_bounds_the_attempts(name: str) -> None:
    for asked in ({"hardest": name}, {"requires": [name]}):
        with pytest.raises(
            UsageError, match=f"no classic puzzle of size 9 was ever found that needs `{name}` .choose another"
        ):
            order_for(**asked)  # type: ignore[arg-type]
    order_for(hardest=name, attempts=100)
    order_for(hardest=name, kind="x")
    assert puzzle_of(BY_NAME[name]) is None


@pytest.mark.parametrize(
    "asked",
    [
        {"size": 4, "kind": "diagonal-falling", "difficulty": "medium"},
        {"size": 4, "kind": "kropki-partial", "difficulty": "medium"},
        {"size": 6, "hardest": "x-wing"},
        {"size": 8, "hardest": "jellyfish"},
        {"size": 8, "hardest": "franken-x-wing"},
        {"hardest": "multi-colours"},
    ],
)
def test_what_may_exist_is_taken(asked: dict[str, object]) -> None:
    order_for(**asked)  # type: ignore[arg-type]


@pytest.mark.parametrize(("kind", "size", "count"), [("classic", 4, 40), ("x", 4, 40), ("classic", 6, 150)])
def test_no_random_puzzle_needs_what_is_said_to_be_needless(kind: str, size: int, count: int) -> None:
    never = {technique.name for technique in never_hardest(geometry(kind, size))}
    assert LEAST_SIZE.keys() & never
    made = generate(
        count, kind=kind, size=size, difficulty="any", minimal=True, seed=random.Random(size).getrandbits(32)
    )
    assert not never.intersection(puzzle.grade.hardest for puzzle in made)


@pytest.mark.parametrize("size", [6, 8, 9, 12])
def test_what_is_covered_finds_nothing_after_the_easier_techniques(size: int) -> None:
    ground = geometry("classic", size)
    never = [name for name in NEVER_HARDEST if BY_NAME[name] in never_hardest(ground)]
    names = [*Family.SINGLES.value, *Family.INTERSECTIONS.value, "x-wing", *Family.TURBOT_FISH.value, "finned-x-wing"]
    names += ["sashimi-x-wing", "simple-colours-trap", "multi-colours-1"]
    plan = engine.Plan(BY_NAME[name].code for name in (*names, *never))
    puzzles = hard_puzzles()[1000:]
    if size != 9:
        puzzles = [one.puzzle for one in generate(20, "any", size=size, minimal=True, seed=3)]
    grids = np.array([list(puzzle.givens) for puzzle in puzzles], np.uint8)
    _, tallies = engine.Solver(ground).run_many(grids, plan)
    assert len(never) == (3 if size in (6, 9) else 1)
    assert not tallies[:, -len(never) :].any() and tallies[:, : -len(never)].any()
