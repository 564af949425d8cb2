"""Arguments of the Python functions: what may be passed works, anything else is refused by the argument's name."""

from __future__ import annotations

from typing import Any

import pytest

import bookmaker
from bookmaker import UnmetError, UsageError, asked

PUZZLE = "...4.3....2..2.3"


@pytest.mark.parametrize(
    ("value", "span"),
    [
        (None, (None, None)),
        (26, (26, 26)),
        ("26", (26, 26)),
        ("24-30", (24, 30)),
        (" 24 - 30 ", (24, 30)),
        ("24-", (24, None)),
        ("-30", (None, 30)),
        ((24, 30), (24, 30)),
        ([None, 30], (None, 30)),
    ],
)
def test_ranges(value: object, span: object) -> None:
    assert asked.span("givens", value) == span


def test_ranges_that_are_none_and_their_names() -> None:
    for name in ("givens", "score", "minutes"):
        for value in ("", "-", "a", "1-2-3", -1, 2.5, (1,), (1, 2, 3), ("1", "2"), b"12", True, {}):
            with pytest.raises(UsageError, match=f'`{name}` must be a number such as 26, a range such as "24-30"'):
                bookmaker.generate(1, size=4, **{name: value})


def test_ranges_bound_what_is_made() -> None:
    for value in ("6-7", (6, 7)):
        for one in bookmaker.generate(3, "any", size=4, givens=value):
            assert 6 <= one.puzzle.given_count <= 7
    (made,) = bookmaker.generate(1, "any", size=4, givens=6)
    assert made.puzzle.given_count == 6
    (made,) = bookmaker.generate(1, score="200-400")
    assert 200 <= made.grade.score <= 400


@pytest.mark.parametrize(
    ("name", "values", "said"),
    [
        ("count", (-1, 1.5, "3", None), "a whole number from 0 on"),
        ("seed", (None, "a", 1.0), "a whole number"),
        ("size", ("9", 9.0, None), "a whole number"),
        ("attempts", (0, -1, "5"), "a whole number from 1 on, or None"),
        ("jobs", (-1, "2"), "a whole number from 0 on, or None"),
        ("requires", (5, [5], None), "the name of a technique, or several in a list"),
        ("avoid", (5, [None]), "the name of a technique, or several in a list"),
        ("hardest", (["x-wing"], 5), "the name of one technique"),
        ("cage_sizes", (3, (2, 5)), 'a text such as "2-5"'),
        ("kind", (None, 5), "a text"),
        ("mask", (5,), "a drawing"),
        ("solution", (5, [1, 2]), "a text of a grid, a byte for each cell, or a Puzzle"),
    ],
)
def test_what_generate_refuses(name: str, values: tuple[object, ...], said: str) -> None:
    for value in values:
        arguments: dict[str, Any] = {"count": 1, name: value}
        with pytest.raises(UsageError, match=f"`{name}` must be {said}.*, not "):
            bookmaker.generate(**arguments)


def test_one_technique_is_a_name_not_letters() -> None:
    (made,) = bookmaker.generate(1, requires="naked-pair")
    assert made == bookmaker.generate(1, requires=["naked-pair"])[0]
    with pytest.raises(UsageError, match="there is no technique `xwing`"):
        bookmaker.generate(1, avoid="xwing")


def test_attempts_bound_the_puzzles_that_are_timed() -> None:
    with pytest.raises(UnmetError, match="of 3 puzzles none takes at least 900 and at most 901 minutes"):
        bookmaker.generate(1, size=4, minutes="900-901", attempts=3)


def test_registers_times_and_grids_are_named() -> None:
    for tell in (bookmaker.hint, bookmaker.explain):
        with pytest.raises(UsageError, match='`register` must be "brief" or "teach", not \'long\''):
            tell(PUZZLE, register="long")  # type: ignore[operator]
    for work in (bookmaker.solve, bookmaker.verify, bookmaker.grade, bookmaker.fix):
        for value in (-1, 0, "5", True):
            with pytest.raises(UsageError, match="`seconds` must be a number of seconds above 0, or None, not"):
                work(PUZZLE, seconds=value)  # type: ignore[operator]
    assert bookmaker.solve(PUZZLE, seconds=20).solutions == 1
    for count in (bookmaker.solve, bookmaker.verify):
        with pytest.raises(UsageError, match="`limit` must be a whole number, not '3'"):
            count(PUZZLE, limit="3")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="`so_far` must be a text of a grid"):
        bookmaker.hint(PUZZLE, so_far=5)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="`answer` must be a text of a grid"):
        bookmaker.fix(PUZZLE, answer=5)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="`removed` must be a text"):
        bookmaker.hint(PUZZLE, removed=["r1c1<>4"])  # type: ignore[arg-type]


def test_what_is_made_is_taken_for_its_puzzle() -> None:
    made, other = bookmaker.generate(2, size=4)
    assert bookmaker.solve(made).solution == made.solution
    assert bookmaker.grade(made) == made.grade
    assert bookmaker.verify(made).status == "proper"
    assert bookmaker.explain(made).puzzle == made.puzzle
    step = bookmaker.hint(made)
    assert step is not None
    for begun in (made, made.puzzle, made.puzzle.givens, str(made.puzzle)):
        assert bookmaker.hint(made, so_far=begun).text == step.text  # type: ignore[arg-type, union-attr]
    assert bookmaker.hint(made, so_far=made.solution) is None
    assert bookmaker.fix(made, answer=made.solution, others=[other]).status == "proper"
    assert list(bookmaker.count_solutions([made, other])) == [1, 1]
    assert list(bookmaker.count_solutions(made)) == [1]
