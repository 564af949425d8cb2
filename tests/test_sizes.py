"""What no puzzle of a small size needs is refused before anything is made."""

import random

import pytest

from bookmaker import generate
from bookmaker.errors import UsageError
from bookmaker.generation.order import order_for
from bookmaker.techniques.sizes import LEAST_SIZE, never_hardest
from bookmaker.variants import geometry


@pytest.mark.parametrize(
    ("asked", "key"),
    [
        ({"size": 4, "difficulty": "medium"}, "difficulty"),
        ({"size": 4, "hardest": "naked-pair"}, "hardest"),
        ({"size": 4, "requires": ["x-wing"]}, "requires"),
        ({"size": 4, "kind": "diagonal-falling", "difficulty": "hard"}, "difficulty"),
        ({"size": 6, "hardest": "jellyfish"}, "hardest"),
        ({"size": 8, "hardest": "hidden-quadruple"}, "hardest"),
    ],
)
def test_an_order_that_no_puzzle_meets_is_refused(asked: dict[str, object], key: str) -> None:
    with pytest.raises(UsageError) as caught:
        order_for(**asked)  # type: ignore[arg-type]
    assert [fault.code for fault in caught.value.faults] == [key]
    assert "easier techniques finish it" in str(caught.value)


@pytest.mark.parametrize(
    "asked",
    [
        {"size": 4, "kind": "diagonal-falling", "difficulty": "medium"},
        {"size": 4, "kind": "kropki-partial", "difficulty": "medium"},
        {"size": 6, "hardest": "x-wing"},
        {"size": 8, "hardest": "jellyfish"},
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
