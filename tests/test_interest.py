"""The best of several candidates: how interesting a puzzle is, what its first digit needs, and a section without sameness."""

from __future__ import annotations

from dataclasses import replace

import pytest
from conftest import scaled

import bookmaker
from bookmaker.base.errors import UsageError
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle, generated, made_puzzles
from bookmaker.logic.generation.interest import Interest, break_in, chosen, clues_at_work, interest_of
from bookmaker.logic.generation.order import order_for
from bookmaker.logic.generation.own_grounds import maker_for
from bookmaker.logic.grading import steps
from bookmaker.logic.jit.bundle import noting
from bookmaker.logic.techniques.families import FAMILY_OF, Family
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry, unclued

KILLER = order_for(kind="killer", difficulty="easy", symmetry=None, effort="print")


def _texts(count: int, jobs: int, memory: dict | None = None) -> list[str]:  # type: ignore[type-arg]
    return [repr(one.puzzle) for one in generated(KILLER, count, 3, jobs, memory=memory)]


def test_workers_more_puzzles_and_a_build_that_is_resumed_change_no_choice() -> None:
    memory: dict = {}  # type: ignore[type-arg]
    whole = _texts(5, 1, memory)
    assert _texts(5, 3) == whole
    assert _texts(3, 1) == whole[:3]
    half = dict(list(memory.items())[: len(memory) // 2])
    assert _texts(5, 2, half) == _texts(5, 1, memory) == whole


def test_what_is_chosen_is_as_interesting_as_the_draft() -> None:
    for kind, level in (("killer", "medium"), ("thermometers", "easy"), ("classic", "medium")):
        order = order_for(kind=kind, difficulty=level, symmetry=None, effort="print")
        seeds = [1, 2][: scaled(1, 2)]
        for draft, best in zip(made_puzzles(order.drafted(), seeds), made_puzzles(order, seeds), strict=True):
            assert not isinstance(draft, Exception) and not isinstance(best, Exception)
            assert interest_of(best.puzzle, best.grade).score >= interest_of(draft.puzzle, draft.grade).score


def test_a_draft_is_the_puzzle_that_was_made_before() -> None:
    plain = bookmaker.generate(2, "easy", 4, kind="killer")
    assert plain == bookmaker.generate(2, "easy", 4, kind="killer", effort="draft")


SOME = Interest(30, 20, 0, "mirror", (2, 2, 3), "innie", (frozenset({frozenset({1, 2})}),))


def test_one_that_is_like_the_last_ones_gives_way_but_never_to_a_lower_score() -> None:
    other = replace(SOME, symmetry="rotational", break_in="cage-claiming", profile=(2, 3), places=(frozenset(),))
    assert chosen([SOME, other], []) == 0
    assert chosen([SOME, other], [SOME]) == 1
    assert chosen([SOME, replace(other, path=19)], [SOME]) == 0


def test_a_layout_counts_up_to_what_people_draw() -> None:
    assert replace(SOME, layout=60).score == replace(SOME, layout=50).score > SOME.score


@pytest.mark.parametrize(("kind", "wish"), [("killer", "idea"), ("thermometers", "clue")])
def test_the_first_digit_needs_what_was_ordered(kind: str, wish: str) -> None:
    for one in bookmaker.generate(2, "medium", 2, kind=kind, break_in=wish):
        first = break_in(one.puzzle)
        families = (Family.SINGLES, Family.INTERSECTIONS, Family.NAKED_SUBSETS, Family.HIDDEN_SUBSETS)
        assert FAMILY_OF[first] not in families


@pytest.mark.parametrize("kind", ["kropki-partial", "even-odd", "arrow", "sandwich"])
def test_a_first_single_that_needs_a_clue_is_none_without_clues(kind: str) -> None:
    """Held against the path of the same givens under the rules without their clues."""
    for one in bookmaker.generate(3, "medium", 2, kind=kind):
        first, ground = steps(one.puzzle)[0], one.puzzle.geometry
        bare = Puzzle(geometry(unclued(ground.rules), ground.size), one.puzzle.givens)
        plain = {step.placements for found in steps(bare)[:2] for step in found}
        begins, _ = clues_at_work(one.puzzle)
        if FAMILY_OF[first[0].technique] is Family.SINGLES:
            assert begins == all(step.placements not in plain for step in first)


def test_easy_puzzles_with_numbers_outside_begin_with_a_clue() -> None:
    for kind in ("sandwich", "skyscrapers"):
        made = bookmaker.generate(6, "easy", 1, kind=kind, symmetry="rotational")
        assert sum(clues_at_work(one.puzzle)[0] for one in made) >= 5


def test_no_given_of_a_medium_puzzle_is_beside_a_sign() -> None:
    for kind in ("xv-partial", "kropki-partial"):
        for one in bookmaker.generate(3, "medium", 1, kind=kind):
            beside = {cell for clue in one.puzzle.geometry.clues or () for cell in clue.cells}
            assert not any(one.puzzle.givens[cell] for cell in beside)


def test_puzzles_begin_with_a_clue_and_name_their_clues() -> None:
    made = bookmaker.generate(6, "medium", 150, kind="futoshiki")
    works = [clues_at_work(one.puzzle) for one in made]
    assert sum(begins for begins, _ in works) >= 5
    assert 10 * sum(idle for _, idle in works) <= sum(len(one.puzzle.geometry.clues or ()) for one in made)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"break_in": "clue"}, "neither clues nor cages"),
        ({"break_in": "idea", "kind": "killer", "difficulty": "easy"}, "no easy puzzle needs an idea"),
        ({"effort": "much"}, "there is no `effort` 'much'; there are draft, print, gift"),
        ({"break_in": "key"}, "there is no `break_in` 'key'; there are any, clue, idea"),
    ],
)
def test_what_cannot_be_is_refused(fields: dict[str, str], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        order_for(**fields)  # type: ignore[arg-type]


def test_a_maker_that_noted_its_kernels_is_not_used_again() -> None:
    order = order_for(kind="killer", difficulty="hard", symmetry="rotational")
    with noting():
        maker_for(order)
    assert isinstance(made_puzzles(order, [1])[0], GradedPuzzle)


def test_without_a_grade_nothing_is_chosen() -> None:
    with pytest.raises(UsageError, match="need the grade"):
        bookmaker.generate(1, "any", effort="print", grade=False)


@pytest.mark.parametrize("kind", ["jigsaw+killer", "killer+thermometers"])
def test_each_map_and_layout_has_a_maker_of_its_own(kind: str) -> None:
    """Those of one kind and level differ in nothing else that the text of an order says."""
    for seed in (1, 2):
        made = bookmaker.generate(2, "easy", kind=kind, size=6, seed=seed, jobs=1)
        assert len({one.puzzle.geometry.regions for one in made}) == (2 if "jigsaw" in kind else 1)
