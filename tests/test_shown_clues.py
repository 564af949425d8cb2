"""How many clues besides givens a made puzzle shows, and puzzles without givens."""

from __future__ import annotations

from itertools import permutations

import pytest

import bookmaker
from bookmaker.base.errors import UsageError
from bookmaker.puzzles.grid.geometry import Clue
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.grid.symmetry import maps
from bookmaker.puzzles.rules import with_clues
from bookmaker.puzzles.rules.clues import mask_of, table_of
from bookmaker.puzzles.rules.limits import fewest_apart
from bookmaker.puzzles.rules.registry import RULES
from bookmaker.puzzles.rules.shown_clues import USUAL, Shown, parse_shown


def clues_of(puzzle: Puzzle) -> tuple[Clue, ...]:
    assert puzzle.geometry.clues is not None
    return puzzle.geometry.clues


@pytest.mark.parametrize(
    ("kind", "least", "most"),
    [
        ("thermometers", 6, 6),
        ("kropki-partial", 5, 7),
        ("even-odd", 10, 12),
        ("skyscrapers", 8, 8),
        ("quadruples", 4, 4),
        ("little-killer", 5, 5),
        ("outside-sums", 6, 8),
    ],
)
@pytest.mark.parametrize("symmetry", ["none", "rotational"])
def test_as_many_clues_as_wanted(kind: str, least: int, most: int, symmetry: str) -> None:
    wanted = f"{least}-{most}" if least < most else str(most)
    made = bookmaker.generate(2, "any", kind=kind, clues=wanted, symmetry=symmetry, givens=(None, 60))  # type: ignore[arg-type]
    for one in made:
        assert least <= len(clues_of(one.puzzle)) <= most


def test_clues_around_the_grid_lie_symmetrically() -> None:
    for one in bookmaker.generate(3, "any", kind="skyscrapers", clues="8", symmetry="rotational"):
        turned = maps("rotational", 9)[1]
        places = {clue.cells for clue in one.puzzle.geometry.clues or ()}
        assert {tuple(turned[cell] for cell in cells) for cells in places} == places


@pytest.mark.parametrize("kind", ["kropki-partial", "even-odd", "thermometers"])
def test_all_clues_are_more_than_usual_and_needed_ones_no_more(kind: str) -> None:
    numbers = [
        sum(len(clues_of(one.puzzle)) for one in bookmaker.generate(2, "easy", kind=kind, clues=clues))
        for clues in ("needed", None, "all")
    ]
    assert numbers == sorted(numbers) and numbers[1] < numbers[2]


@pytest.mark.parametrize(
    ("kind", "level"), [("thermometers", "medium"), ("kropki-partial", "easy"), ("whispers+renban", "hard")]
)
def test_no_needed_clue_can_go(kind: str, level: str) -> None:
    """Without any of them the puzzle has several solutions, or another level."""
    (one,) = bookmaker.generate(1, level, kind=kind, clues="needed")
    assert one.grade.level == level
    clues = clues_of(one.puzzle)
    for clue in clues:
        fewer = Puzzle(with_clues(one.puzzle.geometry, [other for other in clues if other != clue]), one.puzzle.givens)
        assert bookmaker.solve(fewer, 2).solutions > 1 or bookmaker.grade(fewer).level != level


@pytest.mark.parametrize("kind", ["thermometers", "kropki-partial", "quadruples"])
def test_no_givens_at_all(kind: str) -> None:
    for one in bookmaker.generate(1, "any", 3, kind=kind, givens=(0, 0)):
        assert one.puzzle.given_count == 0
        assert bookmaker.solve(one.puzzle, 2).solutions == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"kind": "classic", "clues": "4"}, "`clues` goes with kinds that have clues besides givens"),
        ({"kind": "killer", "clues": "all"}, "`clues` goes with kinds that have clues besides givens"),
        ({"kind": "kropki", "clues": "needed"}, "does not go with kropki, where a place without a clue says something"),
        ({"kind": "fortress", "clues": "4"}, "does not go with fortress"),
        (
            {"kind": "thermometers+arrow", "clues": "9"},
            "goes with one rule that has clues, not with arrow and thermometers",
        ),
        ({"kind": "arrow", "clues": "9-4"}, "`clues` names the numbers 9-4, and 9 is more than 4"),
        ({"kind": "arrow", "clues": "0"}, "`clues` cannot be 0"),
        ({"kind": "arrow", "clues": 40}, "asks for 40, and a grid has room for 27 of arrow at most"),
        ({"kind": "arrow", "clues": "some"}, "`clues` must be a number such as 12"),
        ({"kind": "palindrome", "givens": (0, 7)}, "7 givens: no proper palindrome 9x9 puzzle has fewer than 8 givens"),
    ],
)
def test_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        bookmaker.generate(1, "any", **arguments)  # type: ignore[arg-type]
    assert message in str(caught.value)


def test_more_clues_than_a_grid_holds_are_reported() -> None:
    with pytest.raises(bookmaker.UnmetError, match="fewer clues than are wanted"):
        bookmaker.generate(1, "any", kind="xv-partial", clues="140")


def test_cages_without_givens_need_no_denser_clues() -> None:
    """The cages say enough, as in any Killer: the same puzzle as without bounds of givens."""
    (bounded,) = bookmaker.generate(1, "easy", 5, kind="killer+thermometers", givens=(0, 0))
    (free,) = bookmaker.generate(1, "easy", 5, kind="killer+thermometers")
    assert len(clues_of(bounded.puzzle)) == len(clues_of(free.puzzle))


def test_what_is_written() -> None:
    assert parse_shown(" 8 - 12 ") == Shown(8, 12)
    assert parse_shown("all") == Shown(every=True)
    assert not USUAL.numbered
    assert Shown(8, 12).numbered


@pytest.mark.parametrize(
    "kind", ["whispers", "xv", "kropki", "doubles", "even-odd", "low-high", "thermometers", "consecutive"]
)
@pytest.mark.parametrize("size", [6, 7])
def test_the_fewest_givens_by_all_permutations_of_digits(kind: str, size: int) -> None:
    """Each given fixes its digit: the fewest digits that leave no other permutation of those that keep all clues."""
    rule = RULES[kind]
    tables, masks = [], []
    for clue in rule.clues:
        pairs = [] if clue.pairs is None else [one for length in range(2, size + 4) for _, _, one in clue.pairs(length)]
        tables += [table_of(size, one) for one in (*pairs, *filter(None, [clue.holds]))]
        masks += [] if clue.may is None else [mask_of(size, lambda digit, may=clue.may: may(digit, size))]  # type: ignore[misc]
    tables += [] if rule.unmarked is None else [table_of(size, rule.unmarked.holds)]
    digits = range(size)

    def keeps(images: tuple[int, ...]) -> bool:
        return all(mask >> one & 1 == mask >> images[one] & 1 for mask in masks for one in digits) and all(
            table[one] >> other & 1 == table[images[one]] >> images[other] & 1
            for table in set(tables)
            for one in digits
            for other in digits
        )

    kept = [images for images in permutations(digits) if images != tuple(digits) and keeps(images)]
    moved = [sum(1 << one for one in digits if images[one] != one) for images in kept]
    fewest = min((mask.bit_count() for mask in range(1 << size) if all(mask & each for each in moved)), default=0)
    found = fewest_apart(size, tuple(tables), tuple(masks))
    assert found <= fewest
    assert (found == 0) == (fewest == 0)


def test_signs_come_in_chains_that_rise_and_in_pairs() -> None:
    chained = clues = 0
    for one in bookmaker.generate(6, "easy", kind="futoshiki"):
        signs = [clue.cells for clue in clues_of(one.puzzle)]
        turned = maps("rotational", 5)[1]
        places = {frozenset(cells) for cells in signs}
        assert {frozenset(turned[cell] for cell in cells) for cells in places} == places
        clues += len(signs)
        chained += sum(any(a[0] == b[1] or a[1] == b[0] for b in signs) for a in signs)
    assert chained > 0.5 * clues
