"""The law of growth: four times as many puzzles cost at most 4.6 times the work, whatever kind they are of and whatever is done.

Work is counted, in calls of functions and in canonical forms, so that the tests hold on every machine. ``python -m
benchmarks.growth`` measures the same by processor time.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from pace import calls

import bookmaker
from bookmaker import formats
from bookmaker.cli import main
from bookmaker.logic.generation import distinct_puzzles
from bookmaker.logic.generation.distinct_puzzles import Seen
from bookmaker.logic.solve import canonical_form
from bookmaker.publishing.submissions import stream
from bookmaker.puzzles.grid.automorphisms import turns
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import RULES, exists, geometry, regions_of

MOST = 4.6
FEW, MANY = 8, 32
SMALL = {name: next(size for size in (6, 9, 4) if exists(name, size)) for name in RULES if not RULES[name].arrangement}
CAGED = ["killer", "killer-x"]
ONE = ["--jobs", "1"]
"""Only the calls of one thread are counted."""


def made(kind: str, count: int) -> list[Puzzle]:
    size = SMALL.get(kind, 6)
    return [one.puzzle for one in bookmaker.generate(count, "any", kind=kind, size=size, seed=1, grade=False)]


def thinned(puzzle: Puzzle, number: int) -> Puzzle:
    """The puzzle without its given of a number, if it has so many."""
    given = [cell for cell, digit in enumerate(puzzle.givens) if digit][number : number + 1]
    return replace(puzzle, givens=bytes(0 if cell in given else digit for cell, digit in enumerate(puzzle.givens)))


def written(path: Path, puzzles: Sequence[Puzzle]) -> str:
    path.write_text(formats.render(list(puzzles), "jsonl", [str(number) for number in range(len(puzzles))]))
    return str(path)


def run(*words: str) -> int:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return main(list(words))


def growth(few: Sequence[str], many: Sequence[str]) -> float:
    """How many times as many calls a command makes for many puzzles."""
    run(*many)  # What is done once, such as loading kernels.
    return calls(lambda: run(*many)) / calls(lambda: run(*few))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("kind", ["classic", *SMALL])
def test_commands_take_no_longer_for_a_puzzle_among_many(kind: str, tmp_path: Path) -> None:
    puzzles = made(kind, MANY)
    few, many = written(tmp_path / "few.jsonl", puzzles[:FEW]), written(tmp_path / "many.jsonl", puzzles)
    for command in (["verify", "--deep", *ONE], ["convert", "--to", "jsonl"], ["grade", *ONE]):
        assert growth([*command, few], [*command, many]) <= MOST, command


def test_mending_takes_no_longer_for_a_puzzle_among_many_with_their_answers_apart(tmp_path: Path) -> None:
    proper = bookmaker.generate(MANY, "easy", size=6, seed=1)
    for count in (FEW, MANY):
        lines = [str(one.puzzle) for one in proper[:count]]
        answers = ["".join(map(str, one.solution)) for one in reversed(proper[:count])]
        # Each is wrong in one cell, and whose it is only its digits say.
        wrong = [f"{one[:-1]}{int(one[-1]) % 6 + 1}" for one in answers]
        (tmp_path / f"{count}.txt").write_text("\n".join([*lines, "", "Solutions", "", *wrong, ""]))
    few, many = (str(tmp_path / f"{count}.txt") for count in (FEW, MANY))
    for command in (["verify", *ONE], ["fix"]):
        assert growth([*command, few], [*command, many]) <= MOST, command


@pytest.fixture
def forms(monkeypatch: pytest.MonkeyPatch) -> list[Puzzle]:
    """The puzzles of which canonical forms were made, where all puzzles look alike."""
    found: list[Puzzle] = []
    least_image = canonical_form.least_image

    def counted(puzzle: Puzzle) -> Puzzle:
        found.append(puzzle)
        return least_image(puzzle)

    monkeypatch.setattr(canonical_form, "least_image", counted)
    for module in (distinct_puzzles, stream):
        monkeypatch.setattr(module, "likeness", lambda puzzle: puzzle.geometry.kind)
    return found


@pytest.mark.sampled(5)
@pytest.mark.parametrize("kind", ["classic", *SMALL])
def test_each_puzzle_has_one_form_made_however_alike_they_look(kind: str, forms: list[Puzzle]) -> None:
    some = made(kind, FEW)
    assert len(forms) <= FEW + 1
    several = [thinned(one, number) for number in range(MANY // FEW) for one in some]
    forms.clear()
    seen = Seen()
    for puzzle in several:
        if not seen.holds(puzzle):
            seen.add(puzzle)
    assert len(forms) <= len(several)
    assert all(seen.holds(puzzle) for puzzle in several)


@pytest.mark.parametrize("kind", CAGED)
def test_no_copy_of_a_caged_puzzle_slips_through(kind: str, forms: list[Puzzle]) -> None:
    one, *others = made(kind, 4)
    seen, duplicates = Seen([one]), stream.Duplicates()
    assert duplicates.repeat(one, stream.print_of(one)) is None
    assert not any(map(seen.holds, others))
    for image in copies(one)[1:]:
        assert seen.like(image) is one
        assert duplicates.repeat(image, stream.print_of(image)) is not None
    assert len({canonical_form.likeness(image) for image in copies(one)}) == 1


def copies(puzzle: Puzzle) -> list[Puzzle]:
    """The images by all turns, each also with its digits counted from the other end."""
    ground, size = puzzle.geometry, puzzle.geometry.size
    images = []
    for places in turns(geometry("killer", size)).tolist():
        back = {old: new for new, old in enumerate(places)}
        regions = None if ground.regions is None else regions_of([ground.regions[old] for old in places], size)
        turned = geometry(ground.rules, size, regions)
        givens = [puzzle.givens[old] for old in places]
        for mirrored in (False, True):
            cages = []
            for cage in puzzle.cages:
                assert cage.sum is not None
                total = len(cage.cells) * (size + 1) - cage.sum if mirrored else cage.sum
                cages.append(Cage(tuple(sorted(back[cell] for cell in cage.cells)), total))
            digits = bytes(size + 1 - digit if mirrored and digit else digit for digit in givens)
            images.append(Puzzle(turned, digits, cages=tuple(sorted(cages, key=lambda cage: cage.cells))))
    return images
