"""Arguments of the Python functions: what may be passed works, anything else is refused by the argument's name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bookmaker
from bookmaker import ImproperError, InputError, UnmetError, UsageError
from bookmaker.api import arguments
from bookmaker.base.language import languages
from bookmaker.puzzles.rules import geometry

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
    assert arguments.span("givens", value) == span


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
        ("count", (-1, 1.5, "3", None, 2**70), "a whole number from 0 to 1000000000"),
        ("seed", (None, "a", 1.0), "a whole number"),
        ("size", ("9", 9.0), "a whole number"),
        ("attempts", (0, -1, "5"), "a whole number from 1 to 1000000000, or None"),
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
    with pytest.raises(
        UnmetError, match="of 3 puzzles none takes at least 900 and at most 901 minutes; they take 1 to 1 min"
    ):
        bookmaker.generate(1, size=4, minutes="900-901", attempts=3)


def test_registers_times_and_grids_are_named() -> None:
    for tell in (bookmaker.hint, bookmaker.explain):
        with pytest.raises(UsageError, match='`register` must be "teach" or "notation", not \'long\''):
            tell(PUZZLE, register="long")  # type: ignore[operator]
    for work in (bookmaker.solve, bookmaker.verify, bookmaker.grade, bookmaker.fix):
        for value in (-1, 0, "5", True):
            with pytest.raises(UsageError, match="`seconds` must be a number of seconds above 0, or None, not"):
                work(PUZZLE, seconds=value)  # type: ignore[operator]
    assert bookmaker.solve(PUZZLE, seconds=20).solutions == 1
    for count, least in ((bookmaker.solve, 1), (bookmaker.count_solutions, 1), (bookmaker.verify, 2)):
        for limit in ("3", least - 1, -1, 1 << 70, None, 2.0):
            with pytest.raises(UsageError, match=f"`limit` must be a whole number from {least} to 1000000000, not "):
                count(PUZZLE, limit=limit)  # type: ignore[operator]
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


NO_PUZZLES: tuple[object, ...] = (5, None, 1.5, {"a": 1})


@pytest.mark.parametrize("name", ["solve", "grade", "verify", "explain", "hint", "fix", "draw", "canon"])
def test_what_is_no_puzzle_ends_in_one_error(name: str) -> None:
    judge = getattr(bookmaker, name)
    for value in NO_PUZZLES:
        with pytest.raises(UsageError, match="a Puzzle or a text of one is wanted, not "):
            judge(value)
    for cells in (np.zeros(80, np.uint8), [1, 2, 3]):
        with pytest.raises(UsageError, match="cells are no grid, of which there are those of 16, 36, "):
            judge(cells)
    for text in ("nonsense", ""):
        with pytest.raises(InputError, match=r"there is no puzzle in it .a line of 81 digits and dots"):
            judge(text)
    with pytest.raises(InputError, match=r"one puzzle is wanted, and the text holds 2 .pass them one at a time"):
        judge(f"{PUZZLE}\n{PUZZLE}")


@pytest.mark.parametrize("name", ["grade", "explain", "hint"])
def test_puzzles_that_are_not_proper_end_in_one_error(name: str) -> None:
    for text in ("." * 81, "55" + "." * 79):
        with pytest.raises(ImproperError):
            getattr(bookmaker, name)(text)
    with pytest.raises(ImproperError) as met:
        bookmaker.grade("." * 81)
    assert met.value.faults[0].advice == "`verify` says what is wrong with it, `fix` how it can be mended"


def test_what_is_counted() -> None:
    assert list(bookmaker.count_solutions(PUZZLE)) == list(bookmaker.count_solutions([PUZZLE])) == [1]
    assert list(bookmaker.count_solutions(f"{PUZZLE}\n{'1' + '.' * 15}\n", limit=7)) == [1, 7]
    one, arrays = bookmaker.verify(PUZZLE).puzzle, np.zeros((2, 81), np.uint8)
    for value, said in (
        (np.zeros(80, np.uint8), "puzzles have shape .80,., not .n, 81."),
        (np.zeros((2, 81)), "puzzles have type float64, not an integer type"),
        (np.full((2, 81), 10, np.uint8), "puzzles hold a digit outside 0..9"),
        (5, "puzzles or texts of some are wanted, not 5"),
        ([5], "1 cells are no grid"),
        ([5.5], "a Puzzle or a text of one is wanted, not 5.5"),
    ):
        with pytest.raises(UsageError, match=said):
            bookmaker.count_solutions(value)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="`geometry` must be that of a puzzle, or None, not 'x'"):
        bookmaker.count_solutions(arrays, 2, "x")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="`geometry` is that of an array; puzzles bring their own: leave it out"):
        bookmaker.count_solutions([one], 2, geometry())
    assert list(bookmaker.count_solutions([one], 2, one.geometry)) == [1]
    for bound in ("x", -1, 1.5):
        with pytest.raises(UsageError, match="`max_nodes` must be a whole number from 0 to 1000000000, not "):
            bookmaker.count_solutions(arrays, 2, None, bound)  # type: ignore[arg-type]
        with pytest.raises(
            UsageError, match="`max_guesses` must be a whole number from 0 to 1000000000, or None, not "
        ):
            bookmaker.solve(PUZZLE, max_guesses=bound)  # type: ignore[arg-type]


@pytest.mark.parametrize("tell", [bookmaker.explain, bookmaker.hint])
@pytest.mark.parametrize("code", ["xx", None, 5])
def test_languages(tell: Any, code: object) -> None:
    known = " or ".join(f'"{known}"' for known in languages())
    with pytest.raises(UsageError, match=f"`language` must be {known}, not "):
        tell(PUZZLE, code)


@pytest.mark.parametrize("value", ["yes", 1, None, [True]])
def test_flags(value: Any, tmp_path: Path) -> None:
    for name, call in (
        ("uniqueness", lambda: bookmaker.grade(PUZZLE, uniqueness=value)),
        ("uniqueness", lambda: bookmaker.hint(PUZZLE, uniqueness=value)),
        ("everything", lambda: bookmaker.explain(PUZZLE, everything=value)),
        ("minimal", lambda: bookmaker.generate(1, minimal=value)),
        ("answer", lambda: bookmaker.draw(PUZZLE, answer=value)),
        ("answers", lambda: bookmaker.render(PUZZLE, answers=value)),
        ("strict", lambda: bookmaker.read(tmp_path, strict=value)),
        ("lenient", lambda: bookmaker.build(tmp_path, lenient=value)),
    ):
        with pytest.raises(UsageError, match=f"`{name}` must be True or False, not "):
            call()
    assert bookmaker.grade(PUZZLE, uniqueness=np.bool_(True)) == bookmaker.grade(PUZZLE)  # type: ignore[arg-type]


def test_files_and_numbers_of_threads(tmp_path: Path) -> None:
    for value in (5, None, b"/tmp"):
        for call in (bookmaker.read, bookmaker.build, lambda path: bookmaker.catalogue(path, 1, tmp_path / "a.bank")):
            with pytest.raises(UsageError, match="`path` must be the path of a file, as a text or a Path, not "):
                call(value)  # type: ignore[operator]
    with pytest.raises(UsageError, match="`bank` must be the path of a file"):
        bookmaker.catalogue("a.yaml", 1, 5)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="`count` must be a whole number from 0 to 1000000000, not 'a'"):
        bookmaker.catalogue("a.yaml", "a", tmp_path / "a.bank")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="`client` must be one of Dask's"):
        bookmaker.catalogue("a.yaml", 1, tmp_path / "a.bank", client=5)
    for jobs in (-1, "a"):
        with pytest.raises(UsageError, match="`jobs` must be a whole number from 0 on, or None, not "):
            bookmaker.build("a.yaml", jobs)  # type: ignore[arg-type]
        with pytest.raises(UsageError, match="`jobs` must be a whole number from 0 on, or None, not "):
            bookmaker.catalogue("a.yaml", 1, "b", jobs=jobs)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="`kind` must be a text"):
        bookmaker.read(tmp_path, kind=5)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"there is no kind of puzzle 'kiler' .did you mean `killer`"):
        bookmaker.read(Path(__file__), kind="kiler")


def test_typing_errors_in_names_are_advised_on() -> None:
    with pytest.raises(UsageError, match=r"there is no technique `xwing` .did you mean `x-wing`"):
        bookmaker.generate(1, requires="xwing")
    with pytest.raises(UsageError, match=r"there is no kind of puzzle 'kiler' .did you mean `killer`"):
        bookmaker.generate(1, kind="kiler")
    with pytest.raises(UsageError, match="`attempts` must be a whole number from 1 to 1000000000, or None"):
        bookmaker.generate(1, attempts=1 << 80)
    assert bookmaker.generate(0, "hard") == []


def test_a_long_value_is_cut_in_messages() -> None:
    with pytest.raises(UsageError) as met:
        bookmaker.solve(np.zeros(500, np.uint8))  # type: ignore[arg-type]
    assert len(str(met.value)) < 120 and "\n" not in str(met.value)
