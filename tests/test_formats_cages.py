"""Formats of Killers: what other programs write, round trips of random cages, and what a format cannot hold."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import yaml
from conftest import scaled

from bookmaker.base.errors import InputError, UsageError
from bookmaker.formats import FORMATS, parse, read, render
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry
from tests.cage_data import ANSWER, EXAMPLES, KILLERS, example, killer
from tests.naive import count, houses

SOLO = (KILLERS / "solo.txt").read_text().split()

LIMITS: dict[str, dict[str, Any]] = {
    "json": {"bare": 0.2, "open_": 0.2, "givens": 0.2, "broken": True},
    "cages": {"bare": 0.2, "open_": 0.2, "givens": 0.2, "broken": True},
    "f-puzzles": {"bare": 0.2, "open_": 0.2, "givens": 0.2, "broken": True},
    "sudokupad": {"bare": 0.2, "open_": 0.2, "givens": 0.2, "broken": True},
    "ps": {"sizes": (4, 9, 16), "bare": 0.2},
    "sumocue": {"bare": 0.2, "open_": 0.2},
    "sgt": {"least": 2, "givens": 0.2},
    "sudokuwiki": {"sizes": (9,), "kinds": ("killer",), "bare": 0.2, "open_": 0.2},
    "krazydad": {"sizes": (4, 6), "kinds": ("killer",), "bare": 0.2, "open_": 0.2},
    "arrows": {"kinds": ("killer",), "bare": 0.2, "open_": 0.2, "most_sum": 45},
    "iss": {"sizes": (9,), "bare": 0.2, "open_": 0.2, "givens": 0.2},
}
"""What of a random Killer each format can hold."""


@pytest.mark.parametrize("name", sorted(EXAMPLES.keys() - {"about", "solution", "puzzlekit"}))
def test_what_other_programs_write_is_one_puzzle(name: str) -> None:
    assert parse(EXAMPLES[name]) == [example()]


def test_the_example_is_the_puzzle_of_its_answer() -> None:
    puzzle = example()
    assert puzzle.geometry is geometry("killer", 9)
    assert len(puzzle.cages) == 29
    assert sum(len(cage.cells) for cage in puzzle.cages) == 81
    for cage in puzzle.cages:
        digits = [ANSWER[cell] for cell in cage.cells]
        assert sum(digits) == cage.sum
        assert len(set(digits)) == len(digits)


@pytest.mark.parametrize("name", ["ps", "sumocue", "sgt"])
def test_what_we_write_is_what_they_write(name: str) -> None:
    assert render([example()], name) == EXAMPLES[name] + "\n"


@pytest.mark.parametrize("game", SOLO)
def test_game_ids_of_solo_come_back_letter_by_letter(game: str) -> None:
    (puzzle,) = parse(game)
    assert render([puzzle], "sgt") == game + "\n"
    head = game.partition(":")[0]
    assert puzzle.geometry.caged == ("k" in head)
    assert ("diagonal" in {house.kind for house in puzzle.geometry.houses}) == (head.count("x") == 2)
    if puzzle.geometry.caged:
        size = puzzle.geometry.size
        assert sum(cage.sum or 0 for cage in puzzle.cages) == size * size * (size + 1) // 2


@pytest.mark.skipif(not Path("/usr/games/sgt-solo").exists(), reason="needs Debian's sgt-puzzles")
def test_solo_takes_our_game_ids() -> None:
    puzzles = [example(), *(killer(seed, sizes=(4, 6, 9), most=6) for seed in range(400))]
    ids = [render([puzzle], "sgt") for puzzle in puzzles if not list(FORMATS["sgt"].lacks(puzzle))]  # type: ignore[misc]
    assert len(ids) > 3
    for game in ids[:12]:
        command = ["/usr/games/sgt-solo", "--print", "1x1"]
        done = subprocess.run(
            command, input=game.partition(" #")[0].strip() + "\n", capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, ""), game
        assert "%%Pages: 1" in done.stdout


@pytest.mark.parametrize("game", [game for game in SOLO if game.startswith(("2x2:", "2x3:"))])
def test_boxes_of_solo_lie_as_ours_do(game: str) -> None:
    (puzzle,) = parse(game)
    size, (height, width) = puzzle.geometry.size, puzzle.geometry.box
    assert count(list(puzzle.givens), size, houses(size, height, width), 2) == 1


@pytest.mark.parametrize("name", LIMITS)
def test_random_killers_survive_writing_and_reading_back(name: str) -> None:
    format, limits = FORMATS[name], LIMITS[name]
    kept = 0
    written = []
    for seed in range(scaled(20, 70) if "pad" in name or "puzzles" in name else scaled(20, 160)):
        puzzle = killer(seed, **{key: value for key, value in limits.items() if key != "least"})
        if format.lacks is not None and list(format.lacks(puzzle)):
            continue
        kept += 1
        (found,) = parse(render([puzzle], name))
        assert found == puzzle, seed
        for field in format.holds - {"kind", "several"}:
            assert getattr(found, field) == getattr(puzzle, field), (seed, field)
        written.append(puzzle)
    assert kept >= (scaled(1, 3) if name == "sgt" else scaled(8, 60))
    # Many in one file, too.
    assert parse(render(written, name)) == written


def test_solo_holds_random_partitions_without_lone_cells() -> None:
    kept = 0
    for seed in range(scaled(1000, 3000)):
        puzzle = killer(seed, sizes=(4, 6), most=4)
        if all(len(cage.cells) > 1 for cage in puzzle.cages):
            kept += 1
            assert parse(render([puzzle], "sgt")) == [puzzle]
    assert kept > scaled(5, 20)


def test_kind_on_the_command_line_does_not_change_what_a_text_says() -> None:
    for kind in ("classic", "x", "killer", "killer-x"):
        for name in ("ps", "sumocue", "sgt"):
            assert parse(EXAMPLES[name], kind=kind) == [example()]
        (diagonal,) = parse(EXAMPLES["ps"].replace("::k", ":d:k"), kind=kind)
        assert diagonal.geometry is geometry("killer-x", 9)
        # These cannot tell of diagonals, so that it is for the caller to say.
        for name in ("arrows", "krazydad", "sudokuwiki"):
            (found,) = parse(EXAMPLES[name], kind=kind)
            assert found.geometry.kind == ("killer-x" if kind in ("x", "killer-x") else "killer")


def test_all_formats_in_one_file_without_blank_lines() -> None:
    names = ["ps", "sumocue", "arrows", "sgt", "sudokuwiki", "krazydad"]
    classic = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    lines = [EXAMPLES[name] for name in names] + [
        classic,
        render([example()], "json").strip(),
        EXAMPLES["ps"] + " # Ann",
    ]
    found = parse("\n".join(lines))
    assert [puzzle.source.line for puzzle in found if puzzle.source] == list(range(1, len(lines) + 1))
    assert found.count(example()) == len(lines) - 1
    assert found[-1].name == "Ann"


def test_the_text_form() -> None:
    text = render([example()], "cages")
    assert text.startswith("kind: killer\nsize: 9\ncages:\n- 3 r1c1 r1c2\n- 15 r1c3 r1c4 r1c5\n")
    (document,) = yaml.safe_load_all(text)
    assert document["cages"][0] == "3 r1c1 r1c2"
    bare = "\n".join(line.removeprefix("- ") for line in text.splitlines() if line.startswith("- "))
    assert parse(bare) == [example()]
    assert parse(bare + "\n\n" + bare + "\n---\n" + bare + "\n# the end") == [example()] * 3
    pairs = bare
    for row in range(1, 10):
        for column in range(1, 10):
            pairs = pairs.replace(f"r{row}c{column}", f"{row},{column}")
    assert parse(pairs) == [example()]
    assert parse(bare.replace("r", "R").replace(" R1c1", ": (R1c1".replace("(", ""))) == [example()]


def test_every_text_form_is_yaml() -> None:
    for seed in range(60):
        puzzle = killer(seed, bare=0.2, open_=0.2, givens=0.3, broken=True)
        (document,) = yaml.safe_load_all(render([puzzle], "cages"))
        assert document["kind"] == puzzle.geometry.kind
        assert document.get("name", "") == puzzle.name
        assert len(document["cages"]) == len(puzzle.cages)


def test_a_size_is_told_by_cages_that_fill_a_grid() -> None:
    four = "\n".join(f"4 {row},{column} {row},{column + 1}" for row in range(1, 5) for column in (1, 3))
    assert parse(four)[0].geometry is geometry("killer", 4)
    assert parse(four.rpartition("\n")[0])[0].geometry is geometry("killer", 9)


def test_json_in_the_forms_that_others_write() -> None:
    cages = [{"sum": cage.sum, "cells": [[cell // 9, cell % 9] for cell in cage.cells]} for cage in example().cages]
    line = json.dumps({"id": "one", "cages": cages, "solution": EXAMPLES["solution"]})
    (found,) = parse(line)
    assert found == example()
    assert found.answer == ANSWER
    assert parse(f"[{line},\n\n{line}]") == [example()] * 2
    assert parse(f"{line}\n\n{line}\n{line}") == [example()] * 3
    pretty = json.dumps(json.loads(line), indent=2)
    assert parse(pretty + "\n" + pretty) == [example()] * 2
    assert parse(pretty.replace('  "cages"', '\n\n  "cages"')) == [example()]
    (indices,) = parse(EXAMPLES["sudoku.com"])
    assert indices == example()
    assert parse(line, kind="x")[0].geometry is geometry("killer-x", 9)
    assert parse(json.dumps({"givens": "." * 16, "diagonals": True}))[0].geometry is geometry("x", 4)
    assert parse(json.dumps({"puzzle": "1" + "." * 15}))[0] == Puzzle(geometry("classic", 4), bytes([1] + [0] * 15))


def test_byte_swapped_strings_of_perfect_sudoku() -> None:
    numbers = [int(number) for number in EXAMPLES["ps"].split(":")[3:-1]]
    swapped = "3x3::k:" + "".join(f"{number % 256 * 256 + number // 256}:" for number in numbers)
    assert parse(swapped) == [example()]


def test_regions_of_sumocue_are_read_where_they_are_the_boxes() -> None:
    pieces = EXAMPLES["sumocue"].removeprefix("SumoCueV1").replace("+", " +").replace("=", " =").split()
    boxed = "SumoCueV1" + "".join(f"{piece}J{cell // 27 * 3 + cell % 9 // 3}" for cell, piece in enumerate(pieces))
    assert parse(boxed) == [example()]


@pytest.mark.parametrize("name", LIMITS)
def test_what_a_format_cannot_hold_is_said(name: str) -> None:
    ground = geometry("killer", 9)
    pairs = (*(Cage((cell, cell + 1), 9) for cell in range(0, 80, 2)), Cage((80,), 5))
    odd: dict[str, Puzzle] = {
        "givens": Puzzle(ground, bytes([0, 4] + [0] * 79)),
        "a cage without a sum (the cage at r1c1)": Puzzle(ground, bytes(81), cages=(Cage((0, 1), None),)),
        "a cage of a single cell (the cage at r1c3)": Puzzle(ground, bytes(81), cages=(Cage((2,), 4),)),
        "a cage of a single cell without a sum": Puzzle(ground, bytes(81), cages=(Cage((2,), None),)),
        "a cage in pieces (the cage at r1c1)": Puzzle(ground, bytes(81), cages=(Cage((0, 40), 4),)),
        "a cell named twice: r1c2": Puzzle(ground, bytes(81), cages=(Cage((0, 1), 4), Cage((1, 2), 5))),
        "a cage without cells, or with cells outside": Puzzle(ground, bytes(81), cages=(Cage((0,), 4, ("r1c10",)),)),
        "the sum 46; the largest is 45": Puzzle(ground, bytes(81), cages=(Cage((0, 1), 46),)),
        "the sum 100; the largest is 99": Puzzle(ground, bytes(81), cages=(Cage((0, 1), 100),)),
        "cells outside all cages, such as r1c1": Puzzle(ground, bytes(81), cages=pairs[1:40]),
        "puzzles of the kind killer-x": Puzzle(geometry("killer-x", 9), bytes(81), cages=pairs),
        "puzzles of the kind x": Puzzle(geometry("x", 9), bytes(81)),
        "grids of 6×6": Puzzle(geometry("killer", 6), bytes(36)),
        "81 cages and cells outside cages; the most are 52": Puzzle(ground, bytes(81), cages=(Cage((0,), 4),)),
    }
    refused = set()
    for what, puzzle in odd.items():
        try:
            (found,) = parse(render([puzzle], name))
            assert found == puzzle, what
        except UsageError as error:
            assert f"the format {name} cannot hold " in str(error)
            if f"cannot hold {what}" in str(error):
                refused.add(what)
            else:
                assert len(error.faults) >= 1
    assert refused or name in ("json", "f-puzzles", "sudokupad")


def test_formats_without_cages_refuse_them() -> None:
    for name in ("lines", "sdk"):
        with pytest.raises(UsageError, match=f"the format {name} cannot hold cages"):
            render([example()], name)


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "killers.txt"
    path.write_text("# mine\n" + render([example()] * 3, "sumocue"), encoding="utf-8")
    found = read(path)
    assert found == [example()] * 3
    assert [str(puzzle.source) for puzzle in found] == [f"{path}:{line}:1" for line in (2, 3, 4)]


@pytest.mark.parametrize("format", ["cages", "json"])
def test_a_cage_with_what_is_no_cell_is_not_written(format: str) -> None:
    puzzle = Puzzle(geometry("killer"), bytes(81), cages=(Cage((0, 1), 12, ("here",)),))
    with pytest.raises(UsageError, match=f"the format {format} cannot hold a cage with the cell .here.$"):
        render([puzzle], format)


def test_a_cage_without_cells_is_not_written_as_a_line() -> None:
    puzzle = Puzzle(geometry("killer"), bytes(81), cages=(Cage((), 12), Cage((0, 1), 3)))
    assert list(FORMATS["cages"].lacks(puzzle)) == ["a cage without cells"]  # type: ignore[misc]
    assert parse(render([puzzle], "json"))[0].cages == puzzle.cages


@pytest.mark.parametrize(
    "kind", ["classic", "x", "diagonal-rising", "diagonal-falling", "windoku", "killer", "killer-x"]
)
def test_rules_of_the_interactive_solver(kind: str) -> None:
    ground = geometry(kind, 9)
    cages = (Cage((0, 1), 4), Cage((9, 19), None)) if ground.caged else ()
    puzzle = Puzzle(ground, bytes([0] * 80 + [7]), None, "No. 1", None, cages)
    text = render([puzzle], "iss")
    assert parse(text) == [puzzle]
    address = f"https://sigh.github.io/Interactive-Sudoku-Solver/?q={quote(text.partition(' #')[0])}&x=1 # No. 1"
    assert parse(address) == [puzzle]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (".Arroww~R1C1~R1C2.~R1C1_5", "f:1:1: the rule 'Arroww~R1C1~R1C2' is not known here"),
        (".~R1C1_5.AntiTaxicab", "f:1:9: the rule 'AntiTaxicab' is not known here"),
        (".Jigsaw~123.~R1C1_5", "f:1:1: the map of regions '123' has not 9 regions of 9 cells"),
        (".Cage~3~R1C1~R1C10", "f:1:1: 'R1C10' is not a cell, such as R1C2"),
        (".Cage~x~R1C1", "f:1:1: the rule 'Cage~x~R1C1' is not known here"),
        (".~R1C1_5~R2C2_5_6", "f:1:1: the candidates 'R2C2_5_6' belong to no clue"),
        (".~R1C1_5~R1C1_6", "f:1:1: two givens in R1C1"),
        (".Shape~9x6.~R1C1_5", "f:1:1: a grid of the shape '9x6', which is not known here"),
        (".Shape~17x17.~R1C1_5", "f:1:1: a grid of 17×17; no grid has that size"),
        (".~R1C1_5.Shape~6x6.~R1C7_5", "f:1:19: 'R1C7_5' is not a given of a 6×6 grid"),
        ("https://sigh.github.io/Interactive-Sudoku-Solver/", "f:1:1: this address holds no puzzle"),
    ],
)
def test_faults_of_the_interactive_solver(text: str, told: str) -> None:
    with pytest.raises(InputError) as raised:
        parse(text, "f")
    assert told in str(raised.value)
    assert len(raised.value.faults) == 1
