"""Many puzzles judged: the short way and the long one say the same, in order, for any number of jobs, in constant memory."""

from __future__ import annotations

import json
import random
import tracemalloc
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from conftest import PUZZLE, SOLUTION, Run

from bookmaker import generate, verify
from bookmaker.base.errors import Place, UsageError
from bookmaker.formats import Batch, parse
from bookmaker.formats.stream import rows
from bookmaker.logic.solve.solver import two_solutions
from bookmaker.logic.solve.work import WORK
from bookmaker.logic.verify.check import Verdict, check, check_many
from bookmaker.publishing.submissions import stream
from bookmaker.publishing.submissions.stream import Duplicates, JudgedLines, judged, print_of, remarks
from bookmaker.puzzles.grid.geometry import Clue, Geometry, cell_name
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry

SEVERAL = PUZZLE[:-2] + ".."
CLASH = "55" + PUZZLE[2:]
NONE = PUZZLE.replace("53..7", "51..7")
SEVENTEEN = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
SPARSE = ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7..."


def collection(seed: int) -> str:
    dice = random.Random(seed)
    odd = [
        SEVERAL,
        CLASH,
        NONE,
        f"{PUZZLE},{SOLUTION}",
        f"{PUZZLE},{SOLUTION[:-2]}97 # Ann",
        PUZZLE[:-1],
        "",
        "1...2...3...4...",
    ]
    lines: list[str] = []
    for _ in range(6):
        lines += dice.choices(
            [PUZZLE, SEVENTEEN, SPARSE.replace(".", "0"), CLASH], [9, 9, 9, 1], k=dice.choice([3, 16, 60])
        )
        lines += dice.choices(odd, k=3)
    return "\n".join(lines)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("words", [[], ["--json"], ["--deep"], ["--deep", "--json"], ["--limit", "7"]])
def test_the_short_way_says_what_the_long_one_says(words: list[str], run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(1):
        Path('Hä"us').write_text(collection(seed))
        swift = [run("verify", 'Hä"us', *words, "--jobs", jobs) for jobs in ("1", "3")]
        with monkeypatch.context() as patch:
            patch.setattr(rows, "_FEWEST", 10**9)
            patch.setattr(stream, "_proper_ones", lambda *_: {})
            slow = run("verify", 'Hä"us', *words)
        assert swift == [slow, slow]
        assert slow.code == 4


@pytest.mark.parametrize(
    "words",
    [
        ["solve"],
        ["solve", "--json"],
        ["solve", "--limit", "7"],
        ["solve", "--limit", "1"],
        ["canon"],
        ["canon", "--json"],
    ],
)
def test_solve_prints_the_same_for_batches_and_any_jobs(
    words: list[str], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path('Hä"us').write_text(collection(3))
    swift = [run(*words, 'Hä"us', "--jobs", jobs) for jobs in ("1", "3")]
    monkeypatch.setattr(rows, "_FEWEST", 10**9)
    slow = run(*words, 'Hä"us')
    assert swift == [slow, slow]
    assert slow.out
    assert slow.code == 4


def test_a_line_for_each_and_a_summary(run: Run) -> None:
    told = run("verify", stdin=f"{PUZZLE}\n{SEVERAL}\n{PUZZLE},{SOLUTION[:-2]}97\n{PUZZLE[:-1]}\n")
    assert told.code == 4
    lines = told.out.splitlines()
    assert [lines[at].split(": ")[1] for at in (0, 1)] == ["proper", "several"]
    assert ": proper, but its answer is not its solution: they differ in " in lines[5]
    # Two of its solutions stand below, and a mark under each cell in which they differ.
    assert all(line.startswith("    ") for line in lines[2:5])
    one, other, marks = (line[4:] for line in lines[2:5])
    assert len(one) == len(other) == 81
    assert all(SEVERAL[at] in (".", digit) for at, digit in enumerate(one))
    assert [at for at in range(81) if one[at] != other[at]] == [at for at, mark in enumerate(marks) if mark == "^"]
    assert set(marks) == {" ", "^"}
    assert lines[6] == (
        "3 puzzles: 2 proper, 1 several; faults: 1 answer-wrong, 1 several-solutions; 1 could not be read"
    )
    assert told.faults == [
        "<stdin>:4:1: 80 symbols; a puzzle of 9×9 has 81 (with an empty cell at its end it would be a proper puzzle)"
    ]
    assert run("verify", stdin=PUZZLE).out == "<stdin>:1: proper\n"


def test_json_of_what_cannot_be_read(run: Run) -> None:
    told = run("verify", "--json", stdin=f"{PUZZLE}\n??{PUZZLE[2:]}\n{PUZZLE[:-1]}\n")
    lines = [json.loads(line) for line in told.out.splitlines()]
    assert [(line["source"], line["status"]) for line in lines] == [
        ("<stdin>:1", "proper"), ("<stdin>:2", "broken"), ("<stdin>:3", "broken"),
    ]  # fmt: skip
    assert [[fault["code"] for fault in line["faults"]] for line in lines] == [[], ["bad-symbol"] * 2, ["wrong-length"]]


def test_two_solutions_are_shown(run: Run) -> None:
    (line,) = map(json.loads, run("verify", "--json", "--limit", "50", stdin=SEVERAL).out.splitlines())
    assert line["solutions"] >= 2
    one, other = line["examples"]
    assert one != other
    assert [f"r{cell // 9 + 1}c{cell % 9 + 1}" for cell in range(81) if one[cell] != other[cell]] == line["faults"][0][
        "cells"
    ]


def test_deep(run: Run) -> None:
    turned = PUZZLE[::-1]
    relabelled = PUZZLE.translate(str.maketrans("123456789", "234567891"))
    told = run(
        "verify", "--deep", "--json", stdin="\n".join([PUZZLE, SEVENTEEN, turned, PUZZLE, relabelled, "1" + "." * 255])
    )
    lines = [json.loads(line) for line in told.out.splitlines()]
    codes = [[fault["code"] for fault in line["faults"]] for line in lines]
    assert codes[1] == []
    assert codes[0] == ["redundant-givens"]
    assert codes[2] == codes[3] == codes[4] == ["redundant-givens", "duplicate"]
    assert lines[2]["faults"][-1]["message"] == "the same puzzle as <stdin>:1, turned or relabelled"
    assert lines[3]["faults"][-1]["message"] == "the same puzzle as <stdin>:1"
    # What is worth knowing of a proper puzzle makes it no worse.
    assert run("verify", "--deep", stdin=f"{PUZZLE}\n{PUZZLE}").code == 0


def test_redundant_givens_are_those_that_can_be_left_out() -> None:
    (puzzle,) = parse(PUZZLE)
    found = {fault.code: fault.cells for fault in remarks(check(puzzle))}["redundant-givens"]
    for cell in range(81):
        if PUZZLE[cell] != ".":
            without = PUZZLE[:cell] + "." + PUZZLE[cell + 1 :]
            assert (check(parse(without)[0]).status == "proper") == (cell in found)


@pytest.mark.parametrize(("kind", "code"), [("killer", "redundant-cages"), ("sandwich", "redundant-clues")])
def test_redundant_cages_and_clues_are_those_that_can_be_left_out(kind: str, code: str) -> None:
    (made,) = generate(1, "easy", 2, kind=kind, size=6)
    puzzle = made.puzzle

    def without(part: Cage | Clue) -> Puzzle:
        clues = [clue for clue in puzzle.clues if clue != part] if puzzle.clues else None
        ground = geometry(puzzle.geometry.rules, 6, None, clues)
        return replace(puzzle, geometry=ground, cages=tuple(cage for cage in puzzle.cages if cage != part), answer=None)

    needless = [part for part in (*puzzle.cages, *puzzle.clues) if check(without(part)).status == "proper"]
    (found,) = [fault for fault in remarks(check(puzzle)) if fault.code == code]
    assert set(found.cells) == {cell for part in needless for cell in part.cells}
    assert found.message.startswith("not minimal: ")
    assert f" at {cell_name(needless[0].cells[0], puzzle.geometry)}" in found.message


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("......122..34.21", "r4c3 and r4c4"),
        (".2..3.12.143..21", "r1c2, r2c3, r2c4, r3c2, r3c3, r3c4, r4c3 and r4c4"),
        ("1.34341..1..43.1", "r1c1, r1c3, r1c4, r2c1, r2c2, r2c3, r3c2, r4c2 and 1 more cell"),
        ("1234341221434321", "r1c1, r1c2, r1c3, r1c4, r2c1, r2c2, r2c3, r2c4 and 8 more cells"),
    ],
)
def test_of_many_redundant_givens_some_are_named_and_the_others_counted(text: str, named: str) -> None:
    (puzzle,) = parse(text)
    (found,) = (fault for fault in remarks(check(puzzle)) if fault.code == "redundant-givens")
    assert found.message == f"not minimal: any of the givens in {named} could be left out alone"


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        (80, "symmetric by a half turn but for r1c1, which is given, and r9c9, which is not"),
        (1, "symmetric by a half turn but for r9c8, which is given, and r1c2, which is not"),
    ],
)
def test_symmetry_broken_by_one_cell(cell: int, told: str) -> None:
    (puzzle,) = parse(PUZZLE[:cell] + "." + PUZZLE[cell + 1 :])
    (fault,) = [fault for fault in remarks(check(puzzle)) if fault.code == "broken-symmetry"]
    assert fault.message == f"the givens would be {told}"
    assert set(fault.cells) == {cell, 80 - cell}


@pytest.mark.parametrize(("missing", "told"), [(1, 1), (2, 0), (3, 1)])
def test_of_four_cells_that_quarter_turns_exchange_one_is_a_slip_and_two_are_none(missing: int, told: int) -> None:
    """Two that lie side by side: a half turn would lack two pairs, and no other symmetry was meant."""
    orbits = [
        (cell, 9 * (cell % 9) + 8 - cell // 9, 80 - cell, 9 * (8 - cell % 9) + cell // 9) for cell in (1, 2, 12, 21)
    ]
    given = {cell for orbit in orbits for cell in orbit} - set(orbits[0][:missing])
    puzzle = Puzzle(geometry(), bytes(int(SOLUTION[cell]) if cell in given else 0 for cell in range(81)))
    assert [fault.code for fault in remarks(check(puzzle))].count("broken-symmetry") == told


def test_whole_symmetry_and_none_are_not_remarked_on() -> None:
    for text in (PUZZLE, SEVENTEEN, "." * 81, PUZZLE[:-2] + ".."):
        assert "broken-symmetry" not in [fault.code for fault in remarks(check(parse(text)[0]))]


def test_a_killer_is_not_proper_by_its_givens_alone() -> None:
    givens = bytes(map(int, "1234341221434320"))
    right, wrong = (Puzzle(geometry("killer", 4), givens, cages=(Cage((14, 15), total),)) for total in (3, 4))
    found = [one.status for one in judged([right, wrong, right], "classic", 2, 1) if isinstance(one, Verdict)]
    assert found == ["proper", "broken", "proper"]


def test_killers_are_the_same_where_cages_and_sums_are_turned_or_the_place_alone_differs() -> None:
    def killer(line: int, *cages: Cage) -> Puzzle:
        return Puzzle(geometry("killer", 4), bytes(16), Place("k.txt", line, 1), cages=cages)

    seen = Duplicates()
    first = killer(1, Cage((0, 1), 3), Cage((2, 6), 7))
    told = [
        seen.repeat(one, print_of(one))
        for one in (
            first,
            killer(2, Cage((0, 1), 3), Cage((2, 6), 6)),
            replace(first, source=Place("k.txt", 3, 1)),
            killer(4, Cage((0, 4), 3), Cage((8, 9), 7)),
        )
    ]
    assert [None if fault is None else fault.message for fault in told] == [
        None,
        None,
        "the same puzzle as k.txt:1",
        "the same puzzle as k.txt:1, turned or relabelled",
    ]
    nowhere = Duplicates()
    bare = replace(first, source=None)
    assert nowhere.repeat(bare, print_of(bare)) is None
    again = nowhere.repeat(bare, print_of(bare))
    assert again is not None and again.message == "the same puzzle as one before"


def test_candidates_are_a_claim() -> None:
    rows_of = [" ".join("123" if digit == "." else digit for digit in PUZZLE[at : at + 9]) for at in range(0, 81, 9)]
    (puzzle,) = parse("\n".join(rows_of))
    verdict = check(puzzle)
    assert verdict.status == "proper"
    (fault,) = verdict.faults
    assert fault.code == "candidates-wrong"
    assert fault.cells == tuple(cell for cell in range(81) if PUZZLE[cell] == "." and SOLUTION[cell] not in "123")


def test_memory_does_not_grow_with_the_collection() -> None:
    symbols = np.frombuffer(PUZZLE.encode() * 1000, np.uint8).reshape(1000, 81)
    peaks = []
    for count in (20, 200):
        batches = (Batch("f", 1 + 1000 * number, symbols.copy()) for number in range(count))
        tracemalloc.start()
        found = sum(len(one.cells) for one in judged(batches, "classic", 2, 2) if isinstance(one, JudgedLines))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert found == 1000 * count
    # 180 batches more are 29 MB. How many are under way at once hangs on the threads.
    assert peaks[1] < peaks[0] + 6e6


def test_verify_in_python_says_what_it_wants() -> None:
    with pytest.raises(UsageError, match="a Puzzle or a text of one is wanted, not None"):
        verify(None)  # type: ignore[arg-type]


@pytest.mark.parametrize("words", [[], ["--json"]])
def test_a_line_that_is_decided_at_the_second_attempt_has_the_same_verdict(
    words: list[str], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "\n".join([PUZZLE[:27] + "." * 54, SEVENTEEN, SEVERAL] * 40)
    usual = run("verify", *words, stdin=text)
    for guesses in (1, 2):
        monkeypatch.setattr(stream, "FEW_GUESSES", guesses - stream.EACH_SOLUTION * 2)
        assert run("verify", *words, stdin=text) == usual


def test_proper_puzzles_among_others_are_not_judged_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those with a true answer neither; the order is that of the puzzles."""
    slow: list[str] = []

    def watched(puzzles: list[Puzzle], *others: object) -> list[Verdict]:
        # No other solver is asked unless somebody wants it.
        assert others == (2, WORK, False)
        slow.extend(map(str, puzzles))
        return check_many(puzzles, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(stream, "check_many", watched)
    (proper,), (several,), (small,) = parse(PUZZLE), parse(SEVERAL), parse("12..34..2.4.4..1")
    answer = bytes(map(int, SOLUTION))
    page = [proper, several, replace(proper, answer=answer), small, replace(proper, answer=answer[::-1])]
    verdicts = list(judged(page, "classic", 2, 1))
    assert slow == [SEVERAL, PUZZLE]
    assert [(one.puzzle, one.status) for one in verdicts if isinstance(one, Verdict)] == list(
        zip(page, ["proper", "several", "proper", "proper", "proper"], strict=True)
    )
    assert [len(one.faults) > 0 for one in verdicts if isinstance(one, Verdict)] == [False, True, False, False, True]


def test_a_first_search_may_take_as_many_more_guesses_as_there_are_more_solutions_to_count(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else lines of many solutions are all searched a second time, one by one."""
    given: dict[int, int] = {}

    def search(cells: np.ndarray, ground: Geometry, most: int, limit: int) -> tuple[np.ndarray, np.ndarray]:
        given[limit] = most
        return two_solutions(cells, ground, most, limit)

    monkeypatch.setattr(stream, "two_solutions", search)
    for limit in (2, 50, 3000):
        run("verify", "--limit", str(limit), stdin="\n".join([PUZZLE] * 20))
    assert stream.FEW_GUESSES < given[2] < 2 * stream.FEW_GUESSES
    assert given[50] - given[2] == 48 * stream.EACH_SOLUTION
    assert given[3000] - given[50] == 2950 * stream.EACH_SOLUTION


def test_each_line_keeps_its_own_two_solutions(run: Run) -> None:
    emptier = PUZZLE[:-4] + "...."
    lines = run("verify", stdin="\n".join([*[PUZZLE] * 101, SEVERAL, PUZZLE, emptier, PUZZLE])).out.splitlines()
    assert [line.split(": ")[1] for line in lines if line.startswith("<stdin>")] == [
        *["proper"] * 101, "several", "proper", "several", "proper",
    ]  # fmt: skip
    shown = [line.strip() for line in lines if line.startswith("    ")]
    for text, pair in ((SEVERAL, shown[:2]), (emptier, shown[3:5])):
        assert pair[0] != pair[1]
        assert all(digit in (".", own) for one in pair for digit, own in zip(text, one, strict=True))


def test_lines_without_a_solution_say_the_same_among_many_and_one_by_one(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last but one has so many givens that another search finds which of them contradict each other."""
    full = "5.467891.6721953.81.8342.6785.761.2342685379171.92.856961537.8.2874.96..3.5.8.174"
    text = "\n".join([*[PUZZLE] * 20, NONE, CLASH, NONE, full, SEVERAL])
    swift = run("verify", stdin=text)
    monkeypatch.setattr(rows, "_FEWEST", 10**9)
    assert run("verify", stdin=text) == swift
    told = [line for line in swift.out.splitlines() if ": none" in line]
    assert len(told) == 3 and told[2].startswith("<stdin>:24: none")
    assert swift.out.count("contradict each other") == 3


def test_the_name_of_a_file_stands_before_each_of_many_lines_as_before_one(run: Run) -> None:
    """Names need not be ASCII, nor text at all; numbers of lines are of any length."""
    name = "é" + b"\xff".decode("utf-8", "surrogateescape") + ".txt"
    lines = [PUZZLE, SEVERAL, CLASH, NONE, SPARSE] * 25
    Path(name).write_text("\n".join(lines))
    of_file, of_each = run("verify", name).out, [run("verify", stdin=line).out for line in lines[:5]]
    shown = "é\\udcff.txt"
    assert of_file.startswith("".join(one.replace("<stdin>:1", f"{shown}:{at}") for at, one in enumerate(of_each, 1)))
    last = "".join(one.replace("<stdin>:1", f"{shown}:{at}") for at, one in enumerate(of_each, 121))
    assert of_file[: of_file.rindex("125 puzzles: ")].endswith(last)


@pytest.mark.parametrize("lines", [1, 40])
def test_a_full_grid_is_said_to_be_no_puzzle(run: Run, lines: int) -> None:
    text = f"{SOLUTION}\n" * lines
    told = run("verify", "-", stdin=text)
    assert (
        told.out.count(": proper: this is a full grid and no puzzle: all cells are given\n") == lines and told.code == 0
    )
    coded = [json.loads(line)["faults"] for line in run("verify", "--json", "-", stdin=text).out.splitlines()]
    assert [[fault["code"] for fault in faults] for faults in coded] == [["full-grid"]] * lines
    graded = run("grade", "-", stdin=text)
    assert graded.code == 5 and graded.out.count("a full grid and no puzzle") == lines
