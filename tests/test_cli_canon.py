"""``canon`` prints forms that hold the whole puzzle: two lines are equal only where two puzzles are images of each other."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from conftest import PUZZLE, Run, every_kind

from bookmaker.formats import FORMATS, parse
from bookmaker.logic.solve.canonical_form import canonical_of
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle


def written(*puzzles: Puzzle) -> str:
    return FORMATS["jsonl"].render(puzzles)


def turned(puzzle: Puzzle) -> Puzzle:
    """A Killer upside down."""
    last = puzzle.geometry.cell_count - 1
    cages = tuple(Cage(tuple(last - cell for cell in cage.cells), cage.sum) for cage in puzzle.cages)
    return replace(puzzle, givens=puzzle.givens[::-1], cages=cages, answer=None, name="turned")


def test_forms_of_killers_have_their_cages(run: Run) -> None:
    (killer,) = (one for one in every_kind() if one.geometry.kind == "killer")
    first, second = killer.cages[:2]
    other = replace(killer, cages=(replace(first, sum=None), second, *killer.cages[2:]))
    told = run("canon", stdin=written(killer, turned(killer), other))
    one, two, three = told.out.splitlines()
    assert one == two != three
    assert parse(one) == [canonical_of(killer)]
    as_json = run("canon", "--json", stdin=written(killer, turned(killer), other))
    assert [json.loads(line)["canonical"] for line in as_json.out.splitlines()] == [one, two, three]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("kind", ["jigsaw", "kropki", "arrow", "samurai", "anti-king", "calcudoku", "x"])
def test_a_form_is_read_as_the_same_puzzle(kind: str, run: Run) -> None:
    puzzle = next(one for one in every_kind() if one.geometry.kind == kind)
    told = run("canon", stdin=written(puzzle))
    assert parse(told.out) == [canonical_of(puzzle)]
    assert run("canon", stdin=told.out).out == told.out


def test_lines_stay_lines_where_they_are_the_whole_puzzle(run: Run) -> None:
    plain = run("canon", stdin=f"{PUZZLE} # Ann\n").out
    assert len(plain) == 82 and plain == str(canonical_of(*parse(PUZZLE))) + "\n"
    told = run("canon", "--kind", "x", stdin=f"{PUZZLE} # Ann\n").out
    assert len(told) == 82
    assert json.loads(run("canon", stdin=written(*parse(PUZZLE, kind="x"))).out) == {
        "puzzle": told.strip(),
        "kind": "x",
    }
