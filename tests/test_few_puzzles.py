"""The small search in plain Python, held to the compiled one, and commands that need no compiler for a few puzzles."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import pytest
from conftest import PUZZLE, Run, run_apart, scaled

import bookmaker
from bookmaker.logic.solve import few_puzzles
from bookmaker.logic.solve.few_puzzles import MOST_PUZZLES, few_decided, starting
from bookmaker.logic.solve.solver import solve_many
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

DATA = Path(__file__).parent / "data"
SEVERAL = PUZZLE[:-2] + ".."
CLASH = "55" + PUZZLE[2:]
NONE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def puzzle(text: str, kind: str = "classic", size: int = 9) -> Puzzle:
    return Puzzle(geometry(kind, size), bytes(0 if symbol in ".0" else int(symbol) for symbol in text))


def sample(name: str, number: int) -> list[str]:
    with gzip.open(DATA / name, "rt") as lines:
        words = [line.split()[0] for line in lines if line.strip() and not line.startswith("#")]
    return [word for word in words if len(word) == 81][:number]


def spoilt(texts: list[str]) -> list[str]:
    """Each puzzle without some givens, with a wrong given, and with a given more."""
    draw = random.Random(20)
    made = []
    for text in texts:
        given = [cell for cell in range(81) if text[cell] not in ".0"]
        empty = [cell for cell in range(81) if text[cell] in ".0"]
        for cells, symbols in (
            (draw.sample(given, draw.randint(1, 9)), "."),
            ([draw.choice(given)], "123456789"),
            ([draw.choice(empty)], "123456789"),
        ):
            other = list(text)
            for cell in cells:
                other[cell] = draw.choice(symbols)
            made.append("".join(other))
    return made


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", ["17_clue_sample.txt.gz", "top1465_sample.txt.gz", "top95.txt.gz"])
@pytest.mark.parametrize("limit", [1, 2, 7, 100])
def test_a_few_are_decided_as_by_the_compiled_search(name: str, limit: int) -> None:
    proper = sample(name, scaled(8, 30))
    texts = [*proper, *spoilt(proper), "." * 81, FULL, FULL[:80] + "8", CLASH, NONE]
    puzzles = [puzzle(text) for text in texts]
    undecided = 0
    for one, compiled in zip(puzzles, solve_many(puzzles, limit, 5_000_000), strict=True):
        few = few_decided([one], limit)
        if few is None:
            undecided += 1
        else:
            assert few == [(compiled.solutions, compiled.solution)], str(one)
    assert undecided <= len(texts) * (0.03 if limit < 100 else 0.3)


def test_what_it_leaves_to_the_compiled_search() -> None:
    one = puzzle(PUZZLE)
    assert few_decided([one] * MOST_PUZZLES, 2) is not None
    assert few_decided([one] * (MOST_PUZZLES + 1), 2) is None
    assert few_decided([one, puzzle("." * 81)], 1000) is None
    assert few_decided([puzzle(PUZZLE, "x")], 2) is None
    assert few_decided([one, puzzle("." * 16, size=4)], 2) is None
    assert few_decided([puzzle(PUZZLE, "killer")], 2) is None
    assert few_decided([], 2) == []


def test_where_the_compiled_search_is_loaded_it_is_taken() -> None:
    solve_many([puzzle(PUZZLE)])
    assert not starting()


def test_the_first_puzzles_of_a_program_are_decided_as_by_the_compiled_search(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = {text: solve_many([puzzle(text)])[0] for text in (PUZZLE, NONE, SEVERAL)}
    monkeypatch.setattr(few_puzzles, "starting", lambda: True)
    monkeypatch.setattr(few_puzzles, "left", 4)
    assert [bookmaker.solve(text) for text in (*compiled, PUZZLE, PUZZLE)] == [
        *compiled.values(),
        *[compiled[PUZZLE]] * 2,
    ]
    assert few_puzzles.left == 0


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "words",
    [
        ("solve",),
        ("solve", "--json"),
        ("solve", "--limit", "1"),
        ("solve", "--json", "--limit", "9"),
        ("verify",),
        ("verify", "--json"),
    ],
)
def test_output_is_that_of_the_compiled_search(run: Run, words: tuple[str, ...]) -> None:
    solve_many([puzzle(PUZZLE)])
    text = "\n".join(
        [
            f"{PUZZLE} # Ann's",
            "",
            SEVERAL,
            "no puzzle 12",
            CLASH,
            f"{PUZZLE} {FULL}",
            NONE,
            "." * 81,
            FULL,
            f"{PUZZLE} {FULL[::-1]}",
        ]
    )
    for stdin in (text, f"{PUZZLE}\n" * 3 + "." * 16, CLASH)[: scaled(1, 3)]:
        assert run_apart(*words, stdin=stdin) == run(*words, stdin=stdin)
