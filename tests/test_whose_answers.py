"""Whose answer a grid is: heading, number, place and file decide, and what is in it only where these say nothing."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from conftest import PUZZLE, SOLUTION, Run
from formats_data import found

from bookmaker.formats.found.headings import label_of

TABLES = [str.maketrans("123456789", into) for into in ("123456789", "231645978", "987654321", "456789123")]
P = [PUZZLE.translate(table) for table in TABLES]
A = [SOLUTION.translate(table) for table in TABLES]
WORDS = {
    "en": ("Answer", "Answers"),
    "de": ("Lösung", "Lösungen"),
    "es": ("Respuesta", "Soluciones"),
    "fr": ("Solution", "Réponses"),
    "ru": ("Ответ", "Ответы"),
}


def drawn(*parts: str) -> str:
    """A text of headings and grids, each grid drawn in rows below its heading."""
    return "\n".join(
        "\n".join(part[at : at + 9] for at in range(0, 81, 9)) + "\n" if len(part) == 81 else part for part in parts
    )


def judged(run: Run, where: str, stdin: str | None = None) -> tuple[list[tuple[str, str]], int]:
    """How many puzzles there are, and the source and the message of each answer that is wrong."""
    done = run("verify", "--json", where, **({} if stdin is None else {"stdin": stdin}))
    rows = [json.loads(line) for line in done.out.splitlines()]
    wrong = [
        (Path(row["source"]).name, fault["message"])
        for row in rows
        if row["status"] == "answer"
        for fault in row["faults"]
    ]
    assert (done.code == 5) == bool(wrong)
    return wrong, sum(row["status"] not in ("answer", "note") for row in rows)


@pytest.mark.parametrize("code", WORDS)
def test_answers_are_held_to_their_own_puzzles_in_every_language(run: Run, code: str) -> None:
    one, several = WORDS[code]
    right = (
        ("Puzzle 1", P[0], "Puzzle 2", P[1], f"{one} 1", A[0], f"{one} 2", A[1]),
        ("Puzzle 1", P[0], "Puzzle 2", P[1], f"{one} 2", A[1], f"{one} 1", A[0]),
        ("Puzzle 1", P[0], one, A[0], "Puzzle 2", P[1], one, A[1]),
        ("Anna", P[0], "Boris", P[1], f"{several}\n", "Boris", A[1], "Anna", A[0]),
        ("1.", P[0], "2.", P[1], f"{several.upper()}\n", "2.", A[1], "1.", A[0]),
        ("Puzzle", P[0], "Puzzle", P[1], several, A[0], A[1]),
        ("One", P[0], "Two", P[1], "Three", P[2], f"{one} 3", A[2], f"{one} 1", A[0]),
        (P[0], P[1], P[2], several, A[1]),
        ("Puzzle 12", P[0], f"{one} (page 7)", A[0], "Puzzle 7", P[1]),
        (one, A[0], "Puzzle", P[0], one, A[1], "Puzzle", P[1]),
    )
    for parts in right:
        assert judged(run, "-", drawn(*parts)) == ([], sum(part in P for part in parts)), parts
    crossed = (
        ("Puzzle 1", P[0], "Puzzle 2", P[1], f"{one} 1", A[1], f"{one} 2", A[0]),
        ("Puzzle 1", P[0], f"{one} 2", A[0], "Puzzle 2", P[1], f"{one} 1", A[1]),
        ("Anna", P[0], "Boris", P[1], f"{several}\n", "Anna", A[1], "Boris", A[0]),
        ("1.", P[0], "2.", P[1], f"{several.upper()}\n", "1.", A[1], "2.", A[0]),
        ("Puzzle", P[0], "Puzzle", P[1], several, A[1], A[0]),
    )
    for parts in crossed:
        wrong, number = judged(run, "-", drawn(*parts))
        assert number == 2 and len(wrong) == 2, parts
        assert all("is the solution of" in said for _, said in wrong)
    wrong, number = judged(run, "-", drawn("Puzzle 1", P[0], one, A[1], "Puzzle 2", P[1]))
    assert (wrong, number) == (
        [("<stdin>:2", "the answer at <stdin>:13 is the solution of 'Puzzle 2' at <stdin>:24")],
        2,
    )


@pytest.mark.parametrize("wrapped", ["txt", "html"])
def test_answers_are_held_to_the_puzzles_of_their_own_file(tmp_path: Path, run: Run, wrapped: str) -> None:
    numbers = [0, 1, 2, 3]
    answers = [0, 2, 1, 3]
    for number in numbers:
        text = drawn("Puzzle", P[number], "Answer", A[answers[number]])
        if wrapped == "html":
            text = f"<html><body><pre>{text}</pre></body></html>"
        (tmp_path / f"{number}.{wrapped}").write_text(text)
    wrong, number = judged(run, str(tmp_path))
    assert number == 4
    assert [(source.partition(".")[0], said.split(" ")[-1].split("/")[-1][0]) for source, said in wrong] == [
        ("1", "2"),
        ("2", "1"),
    ]


def test_the_answers_of_a_file_without_puzzles_go_by_their_numbers(tmp_path: Path, run: Run) -> None:
    (tmp_path / "a.txt").write_text(drawn("Puzzle 1", P[0], "Puzzle 2", P[1]))
    (tmp_path / "b.txt").write_text(drawn("Answer 1", A[0], "Answer 2", A[1]))
    assert judged(run, str(tmp_path)) == ([], 2)
    (tmp_path / "b.txt").write_text(drawn("Answer 1", A[1], "Answer 2", A[0]))
    assert [source for source, _ in judged(run, str(tmp_path))[0]] == ["a.txt:2", "a.txt:13"]


def test_any_order_of_numbered_answers_is_read_and_any_exchange_found(run: Run) -> None:
    source = random.Random(7)
    for _ in range(12):
        order = source.sample(range(4), 4)
        told = source.sample(range(4), 4) if source.random() < 0.5 else list(order)
        puzzles = [part for at in range(4) for part in (f"No. {at + 1}", P[at])]
        answers = [part for at, own in zip(order, told, strict=True) for part in (f"Solution {at + 1}", A[own])]
        wrong, number = judged(run, "-", drawn(*puzzles, *answers))
        assert number == 4
        assert len(wrong) == sum(at != own for at, own in zip(order, told, strict=True))


def test_an_answer_of_another_letter_mends_nothing(tmp_path: Path, run: Run) -> None:
    at = next(at for at, digit in enumerate(PUZZLE) if digit != ".")
    wrong = PUZZLE[:at] + next(one for one in "123456789" if one in PUZZLE[:9] and one != PUZZLE[at]) + PUZZLE[at + 1 :]
    (tmp_path / "a.txt").write_text(drawn("Puzzle", wrong, "Answer", A[1]))
    (tmp_path / "b.txt").write_text(drawn("Puzzle", P[1], "Answer", A[1]))
    done = run("fix", "--json", str(tmp_path))
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert all(slip["kind"] != "answer" for slip in rows[0]["corrections"])
    assert any(row["status"] == "answer" and "b.txt" in row["faults"][0]["message"] for row in rows)


@pytest.mark.parametrize(
    ("heading", "label"),
    [
        ("Answer", ()),
        ("Solution to Puzzle No. 07:", ("7",)),
        ("Lösung für Rätsel 3", ("3",)),
        ("Respuesta del sudoku nº 12", ("12",)),
        ("Ответ к судоку № 4", ("4",)),
        ("Réponse de la grille n° 5", ("5",)),
        ("Monday – solution", ("monday",)),
    ],
)
def test_the_label_of_a_heading_has_no_words_that_all_headings_have(heading: str, label: tuple[str, ...]) -> None:
    assert label_of(heading) == label


def rows_of(cells: str) -> str:
    return "\n".join(cells[at : at + 9] for at in range(0, 81, 9))


def table_of(cells: str) -> str:
    rows = ("".join(f"<td>{one.strip('.')}</td>" for one in cells[at : at + 9]) for at in range(0, 81, 9))
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


WRAPPED = {
    "markdown": "".join(
        f"# Puzzle {at}\n\n```\n{{{one}}}\n```\n\n## Solution\n\n```\n{{{one + 1}}}\n```\n\n"
        for at, one in ((1, 0), (2, 2))
    ),
    "page": "<h2>Puzzle 1</h2>\n{0}\n<h2>Answer</h2>\n{1}\n<h2>Puzzle 2</h2>\n{2}\n<h2>Answer</h2>\n{3}\n",
    "program": 'puzzles = ["{0}",\n  "{2}"]\nsolutions = ["{1}",\n  "{3}"]\n',
    "table": "id,puzzle,solution\n1,{0},{1}\n2,{2},{3}\n",
    "lines": "{0}\n{2}\n\nSolutions\n{1}\n{3}\n",
}
"""Texts of two puzzles and their answers."""


@pytest.mark.parametrize("wrapping", WRAPPED)
def test_crossed_answers_are_named_in_every_wrapping(run: Run, wrapping: str) -> None:
    """Both are said to be each other's; and nothing is said where they are right."""
    draw = {"markdown": rows_of, "page": table_of}.get(wrapping, str)
    for crossed in (False, True):
        answers = [A[1], A[0]] if crossed else A[:2]
        grids = [draw(one) for pair in zip(P, answers, strict=False) for one in pair]
        done = run("verify", "-", stdin=WRAPPED[wrapping].format(*grids))
        assert done.out.count("is the solution of") == 2 * crossed, done.out
        assert done.code == 5 * crossed


PRINTED = (
    "Output:",
    "## Solution Output",
    "The output is:",
    "Sample solution for the problem above:",
    '"output_example": """',
)


@pytest.mark.parametrize("heading", PRINTED)
@pytest.mark.parametrize("between", ["", "9 9\n", "=========\n", "```text\n"])
def test_what_a_program_printed_is_no_puzzle(heading: str, between: str) -> None:
    """A full grid whose puzzle was not read, in prose of many lines and in a program."""
    rows = "\n".join(" ".join(A[1][at : at + 9]) for at in range(0, 81, 9))
    prose = "The solver reads the cages of a puzzle and tries all sums.\n" * 6
    code = "import sys\n\ndef solve(board):\n    return board\n\nclass Solver:\n    board = None\n"
    for above in (prose, code):
        puzzles = found(f"{above}\n{heading}\n{between}{rows}\n\nfrom sys import exit\n")
        assert not puzzles and [fault.message for fault in puzzles.faults] == ["there is no puzzle in it"]
        assert len(found(f"{above}\nThe puzzle:\n{between}{rows}\n\nfrom sys import exit\n")) == 1
