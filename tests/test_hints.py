"""Hints at the back of a book: what they say follows from the path, and gives no digit away."""

from __future__ import annotations

import random
import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import scaled
from techniques_data import hard_puzzles

from bookmaker import generate
from bookmaker.base import language, resources
from bookmaker.base.errors import SpecError
from bookmaker.formats import read_all
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.grading import grade, known
from bookmaker.logic.techniques import SINGLES
from bookmaker.printing.styles import style
from bookmaker.publishing.book.making.build import build
from bookmaker.publishing.book.making.stock import as_graded
from bookmaker.publishing.book.pages.hints import introduction, nudges
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.publishing.explain.solution_path import explain
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

CODES = ("en", "es", "ru")
EASY = {technique.name for technique in SINGLES}


def stocked(puzzle: Puzzle) -> GradedPuzzle:
    return GradedPuzzle(puzzle, b"", grade(puzzle), None)


def example(name: str) -> list[Puzzle]:
    path = resources.find("examples", f"{name}.jsonl")
    assert path is not None
    return read_all((path,))


def relabelled(puzzle: Puzzle, seed: int) -> Puzzle:
    size = puzzle.geometry.size
    digits = list(range(1, size + 1))
    random.Random(seed).shuffle(digits)
    table = bytes([0, *digits]) + bytes(255 - size)
    return replace(puzzle, givens=puzzle.givens.translate(table))


def complement(puzzle: Puzzle) -> Puzzle:
    """Every digit d becomes the one that adds up with it to the size and one: the one relabelling that keeps cages cages."""
    most = puzzle.geometry.size + 1
    cages = tuple(replace(cage, sum=most * len(cage.cells) - cage.sum) for cage in puzzle.cages)
    return replace(puzzle, givens=bytes(most - digit if digit else 0 for digit in puzzle.givens), cages=cages)


@pytest.mark.parametrize("count", [1, 2])
def test_hints_say_the_same_whatever_the_digits_are_called(count: int) -> None:
    """What does not change when all digits are exchanged tells nothing of them."""
    others = [
        *hard_puzzles()[: 120 : scaled(24, 6)],
        *example("styles"),
        *example("styles-small"),
        *example("styles-hard"),
    ]
    for number, puzzle in enumerate(others):
        said = nudges(stocked(puzzle), count, CODES[number % 3]).said
        assert said and len(said) <= count
        assert nudges(stocked(relabelled(puzzle, number)), count, CODES[number % 3]).said == said, puzzle


def test_hints_of_killers_keep_the_digits_to_themselves() -> None:
    for puzzle in example("styles-killers"):
        said = nudges(stocked(puzzle), 2, "en").said
        assert nudges(stocked(complement(puzzle)), 2, "en").said == said
        assert all("sum" not in nudge and "=" not in nudge for nudge in said)


def test_a_hint_names_the_hardest_step() -> None:
    for puzzle in hard_puzzles()[:60:6]:
        path, said = explain(puzzle), nudges(stocked(puzzle), 2, "en").said
        if path.left or path.hardest == "brute-force":
            assert any("suppose a digit" in nudge for nudge in said)
            continue
        assert path.hardest is not None
        if path.hardest in EASY:
            assert not any(nudge.startswith("Hardest") for nudge in said)
            continue
        name = language.within(language.techniques("en"), path.hardest)
        assert name in " ".join(said)
        found = [nudge for nudge in said if nudge.startswith("Hardest step")]
        if not found:  # The first step beyond singles is none the easier.
            continue
        (hardest,) = found
        assert name in hardest
        # It names cells or houses of a step of that technique.
        where = language.plain(hardest.removeprefix("Hardest step: ").rsplit(f", {name}", 1)[0])
        cells = re.findall(r"r\d+c\d+", where)
        steps = [step for step in path.steps if step.step.technique == path.hardest]
        held = [{part["cell"] for part in step.as_dict()["pattern"]} for step in steps]
        assert not cells or any(set(cells) <= pattern for pattern in held)


def test_the_hints_of_a_book_have_numbers_and_pages(tmp_path: Path) -> None:
    text = (
        "book: {title: T, language: LANGUAGE}\nhints: {count: 2}\nnumber_from: 7\n"
        "sections:\n- {title: A, puzzles: {count: 3}}\n- {title: B, puzzles: {count: 2, difficulty: medium}}\n"
        f"output: {tmp_path}\n"
    )
    for code, title in (("en", "Hints"), ("es", "Ayudas"), ("ru", "Подсказки"))[:: scaled(2, 1)]:
        path = tmp_path / f"{code}.yaml"
        path.write_text(text.replace("LANGUAGE", code))
        built = build(specs.load(path), 1, proof=False)
        words = pdf_text(built.folder / "interior.pdf")
        assert words.index(title) < words.rindex(language.load(code).text("answers.title"))
        for number in range(7, 12):
            assert re.search(rf"\b{number} \((page|página|с\.) \d+\)\.", words), number


def test_hints_stand_where_the_back_matter_names_them(tmp_path: Path) -> None:
    text = "book: {title: T}\nMATTER: [hints]\nsections:\n- {title: A, puzzles: {count: 2}}\n"
    path = tmp_path / "book.yaml"
    path.write_text(f"{text}output: {tmp_path}\n".replace("MATTER", "back_matter"))
    words = pdf_text(build(specs.load(path), 1, proof=False).folder / "interior.pdf")
    assert words.rindex("Answers") < words.rindex("Hints") and words.count("First:") == 2
    path.write_text(text.replace("MATTER", "front_matter"))
    with pytest.raises(SpecError, match=r"2:16: hints come behind the puzzles \(name them in `back_matter`\)"):
        specs.load(path)


def pdf_text(path: Path) -> str:
    done = subprocess.run(["pdftotext", "-raw", str(path), "-"], capture_output=True, check=True)
    return done.stdout.decode().replace("\u00a0", " ").replace("\n", " ")


@pytest.mark.parametrize("name", style.names())
def test_hints_are_no_smaller_than_the_style_allows(name: str) -> None:
    look = style.find(name)
    assert look.hints.size <= look.writing.size
    assert max(look.hints.size, look.type.least) >= 7


def test_a_hint_says_once_what_is_hardest_and_where_one_gets_stuck() -> None:
    for puzzle in [*hard_puzzles()[:60:10], *example("styles"), *example("styles-small"), *example("styles-killers")]:
        said = nudges(stocked(puzzle), 2, "en").said
        leads = [nudge.partition(":")[0] for nudge in said]
        assert len(set(leads)) == len(leads), said
        # One nudge says where to begin or where no cell can be filled in, never only that a step is the hardest.
        (alone,) = nudges(stocked(puzzle), 1, "en").said
        assert not alone.startswith(("Hardest", "Then")), alone


def test_beginners_and_lessons_are_sent_to_what_they_know() -> None:
    # Before the first place of a digit a puzzle may have the last cells of houses, which nobody misses.
    for seed, lead in ((2, "First"), (3, "If you get stuck")):
        (made,) = generate(1, "beginner", seed=seed)
        first = nudges(made, 1, "en")
        assert first.techniques == ("hidden-single",) and first.said[0].startswith(f"{lead}: box\u00a0")
    (made,) = generate(1, hardest="hidden-single", seed=3)
    assert nudges(made, 1, "en").techniques == ("hidden-single",)
    assert nudges(made, 2, "en", "hidden-single").techniques == ("hidden-single",)
    (made,) = generate(1, hardest="x-wing", seed=3)
    (said,) = nudges(made, 1, "en", "x-wing").said
    assert "X-Wing" in said


def test_every_name_of_a_hint_is_explained_once_in_the_book(tmp_path: Path) -> None:
    path = tmp_path / "book.yaml"
    text = (
        "book: {title: T}\nhints: {count: 2}\nMORE\nsections:\n- {title: A, puzzles: {count: 2, difficulty: medium}}\n"
    )
    text += f"output: {tmp_path}\n"
    path.write_text(text.replace("MORE\n", ""))
    words = pdf_text(build(specs.load(path), 1, proof=False).folder / "interior.pdf")
    assert "What the names mean" in words and "A house is a row, a column or a box" in words
    named = set(re.findall(r"(?:\d|and r\dc\d) – ([a-z-]+(?: [a-z]+)*)\.", words.split("What the names mean")[1]))
    assert named
    for name in named:
        assert f" {name.capitalize()}. " in words, name
    path.write_text(text.replace("MORE", "techniques: {place: back}"))
    words = pdf_text(build(specs.load(path), 1, replacing=True, proof=False).folder / "interior.pdf")
    assert "What the names mean" not in words and re.search(
        r"explained elsewhere in this book: Techniques \(page \d+\)", words
    )


def test_hints_of_several_grids_say_which_letter_is_which() -> None:
    ground = geometry(("samurai",))
    said = introduction(language.load("en"), [as_graded(Puzzle(ground, bytes(ground.cell_count)))])
    assert "A r1c1, B r1c13, C r7c7, D r13c1 and E r13c13" in language.plain(said[-1])
    plain = geometry()
    assert len(introduction(language.load("en"), [as_graded(Puzzle(plain, bytes(81)))])) == 1


@pytest.mark.parametrize("kind", ["classic", "killer", "arrow", "thermometers", "x"])
def test_no_hint_names_a_technique_that_is_harder_than_the_grade(kind: str) -> None:
    for level in ("easy", "medium"):
        for made in generate(scaled(4, 2), level, seed=5, kind=kind):
            order = [technique.name for technique in known(made.puzzle)]
            # Singles are what a reader looks for anyway, whichever of them come first.
            most = max(order.index(made.grade.hardest or ""), len(SINGLES) - 1)
            for count in (1, 2):
                found = nudges(made, count, "en")
                assert all(order.index(name) <= most for name in found.techniques), (found, made.grade.hardest)
