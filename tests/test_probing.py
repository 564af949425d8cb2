"""The plain solver and its statistics."""

import gzip
import json
from pathlib import Path

import pytest
from conftest import scaled

from bookmaker.cli import main
from bookmaker.logic.solve.search_statistics import WAYS, Search, search
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.pages.charts import Histogram, Series, draw_charts
from bookmaker.printing.styles import style
from bookmaker.publishing.documents import search_charts
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

TOP95 = Path(__file__).parent / "data" / "top95.txt.gz"


def _puzzle(text: str) -> Puzzle:
    return Puzzle(geometry(), bytes(0 if char in ".0" else int(char) for char in text))


@pytest.fixture(scope="module")
def hard() -> list[Puzzle]:
    lines = gzip.decompress(TOP95.read_bytes()).decode().splitlines()
    return [_puzzle(line) for line in lines if line and line[0] != "#"][:12]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.name)
def test_every_way_finds_the_solution(way, hard):
    for one in search(hard[: scaled(4, 12)], way):
        assert one.solved is True
        assert 0 < one.depth <= one.deepest <= one.guesses


@pytest.mark.thorough("test_probing.py::test_every_way_finds_the_solution")
def test_what_each_rule_costs(hard):
    """Fewer eliminations mean more guesses, and fewest candidates first means fewer of them, over a set of hard puzzles."""
    guesses = [sum(one.guesses for one in search(hard, way)) for way in WAYS]
    first_all, first_once, fewest_all, fewest_once = guesses
    assert fewest_all < first_all < first_once
    assert fewest_all < fewest_once < first_once


def test_a_puzzle_of_singles_needs_no_guess_and_a_contradiction_has_no_solution():
    solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    (done,) = search([_puzzle("." + solved[1:])])
    assert (done.solved, done.guesses, done.depth, done.deepest) == (True, 0, 0, 0)
    (none,) = search([_puzzle("11" + "." * 79)])
    assert none.solved is False
    assert none.depth == 0


def test_a_long_search_is_given_up(hard):
    assert search(hard, WAYS[0], most=3)[0].solved is None


def test_pictures(hard):
    done = search_charts.Experiment({way: [Search(True, 3, 2, 4, 0.001), Search(True, 0, 0, 0, 0.1)] for way in WAYS})
    svg = search_charts.picture(done, ".svg").decode()
    assert svg.startswith("<svg")
    assert svg.count("<polyline") > 8
    assert WAYS[0].name in svg
    assert search_charts.picture(done, ".png").startswith(b"\x89PNG")


def test_axes_have_round_numbers_and_bars_say_what_they_hold():
    canvas = RecordingCanvas()
    values = tuple(float(depth) for depth in range(3, 33))
    draw_charts(
        canvas,
        style.find(),
        [
            Histogram("Depth", "guesses", Series("depth", values + values[:11]), 20),
            Histogram("Time", "milliseconds", Series("time", (0.31, 0.48, 0.52, 3.9))),
            Histogram("One", "milliseconds", Series("time", (0.031,))),
        ],
    )
    told = [line.split("'")[1] for line in canvas.lines if line.startswith("text")]
    depth, time, one = (told[told.index(title) :] for title in ("Depth", "Time", "One"))
    assert depth[1:7] == ["guesses", "puzzles", "3\N{EN DASH}4", "5\N{EN DASH}6", "7\N{EN DASH}8", "9\N{EN DASH}10"]
    assert depth[depth.index("31\N{EN DASH}32") + 1 : depth.index("Time")] == ["0", "1", "2", "3", "4"]
    assert time[3 : time.index("One")] == ["0.5", "1", "1.5", "2", "2.5", "3", "3.5", "4", "0", "1", "2"]
    assert one[3:] == ["0", "0.01", "0.02", "0.03", "0.04", "0.05", "0", "1"]


def test_what_was_not_solved_has_no_depth():
    undone = search_charts.Experiment({way: [Search(None, 3, 0, 4, 0.001)] for way in WAYS})
    assert "Depth at the solution" not in search_charts.picture(undone, ".svg").decode()
    assert "Greatest depth" in search_charts.picture(undone, ".svg").decode()


def test_cages_are_not_passed_over(capsys):
    killer = {"kind": "killer", "size": 4, "cages": [{"sum": 4, "cells": ["r1c1", "r1c2"]}]}
    assert main(["solve", "--stats", json.dumps(killer)]) == 2
    assert main(["bench", json.dumps(killer)]) == 2
    assert capsys.readouterr().err.count("do not cover puzzles with cages") == 2


def test_commands(tmp_path, capsys):
    puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    file = tmp_path / "one.txt"
    file.write_text(puzzle)
    assert main(["solve", "--stats", "--json", str(file)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["guesses"] >= found["deepest"] >= found["depth"] > 0
    assert main(["bench", str(file), "--json", "-o", str(tmp_path / "chart.svg")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line)["way"] for line in lines[:4]] == [way.name for way in WAYS]
    assert (tmp_path / "chart.svg").is_file()
    assert main(["bench", str(file), "-o", "chart.gif"]) == 2
    capsys.readouterr()
    assert main(["solve", "--stats", "--json", "11" + "." * 79]) == 5
    found = json.loads(capsys.readouterr().out)
    assert (found["guesses"], found["depth"], found["deepest"]) == (0, None, 0)
