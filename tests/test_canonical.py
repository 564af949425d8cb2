"""Canonical forms: against a naive twin that tries every symmetry, on images, and where they are used."""

from __future__ import annotations

import json
import time
from pathlib import Path

import canonical_naive as naive
import numpy as np
import pytest
from conftest import PUZZLE, Run, scaled
from kernel_data import puzzles
from pace import in_time

from bookmaker.base.errors import InputError, Place, UsageError
from bookmaker.logic.generation.distinct_puzzles import Seen, generated
from bookmaker.logic.generation.order import Order
from bookmaker.logic.kernels import canon
from bookmaker.logic.kernels.fill import fill
from bookmaker.logic.solve.canonical_form import canonical, canonical_of, likeness, same_up_to_symmetry, symmetry_count
from bookmaker.logic.solve.rule_arrays import rule_arrays
from bookmaker.logic.solve.solver import solutions
from bookmaker.publishing.book.making import stock
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.puzzles.grid.geometry import BOXES
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

CLASSIC = geometry()
MOST_SYMMETRIC = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
"""The grid with more automorphisms than any other, 648 (its class is called "most canonical" for its canonical form)."""

FAR_FROM_IT = [
    MOST_SYMMETRIC.replace("1", "."),
    "".join(digit if digit in "123" else "." for digit in MOST_SYMMETRIC),
    "......................................7..........................................",
    "1........2........3........4........5........6........7........8........9........",
    "123456789........................................................................",
    "1..2..3...............4..5..6...............7..8..9..............................",
    "1..2..3...1..2..3...1..2..32..3..1...2..3..1...2..3..13..1..2...3..1..2...3..1..2",
    ".6..2..5..8..3..7..7..9..4..1..6..9..2..1..4..9..4..6..5..8..3..4..7..2..3..5..8.",
    "1" * 81,
]
"""Few givens, many symmetries, many ties, and givens that clash: what a search could lose itself in."""


def cells(text: str) -> bytes:
    return bytes(0 if symbol == "." else int(symbol) for symbol in text)


def puzzle(text: str) -> Puzzle:
    return Puzzle(CLASSIC, cells(text))


def full_grids(size: int, count: int, kind: str = "classic") -> np.ndarray:
    state = np.array([size * 1000 + count], np.uint64)
    grids = np.zeros((count, size * size), np.uint8)
    for grid in grids:
        assert fill(rule_arrays(geometry(kind, size)), state, grid)
    return grids


def mixed(size: int, count: int, generator: np.random.Generator, kind: str = "classic") -> np.ndarray:
    """Full grids, grids with holes, nearly empty ones, some digits of a grid only, and cells at random, which clash."""
    grids = full_grids(size, count, kind)
    for at, grid in enumerate(grids):
        if at % 5 == 1:
            grid[generator.random(size * size) < generator.random()] = 0
        elif at % 5 == 2:
            grid[generator.permutation(size * size)[generator.integers(6) :]] = 0
        elif at % 5 == 3:
            grid[~np.isin(grid, 1 + generator.permutation(size)[: generator.integers(1, 4)])] = 0
        elif at % 5 == 4:
            grid[:] = generator.integers(0, generator.integers(2, size + 2), size * size)
            grid[generator.random(size * size) < generator.random()] = 0
    return grids


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("size", "count"), [(4, scaled(2, 8)), (8, 3), (9, 2), (6, scaled(6, 20))])
def test_forms_and_automorphisms_are_those_of_all_symmetries_tried(size: int, count: int) -> None:
    ground = geometry("classic", size)
    tried = mixed(size, count, np.random.default_rng(size))
    forms = canonical(tried, ground)
    for given, form in zip(tried, forms, strict=True):
        assert (form.tobytes(), symmetry_count(Puzzle(ground, given.tobytes()))) == naive.canonical(
            given.tobytes(), *BOXES[size]
        )


@pytest.mark.parametrize(("size", "count"), [(4, 50), (6, 25), (8, 25), (9, scaled(8, 25))])
def test_the_same_for_x_grids(size: int, count: int) -> None:
    ground = geometry("x", size)
    # A 6x6 X grid fills slowly at random; givens need not come from one.
    tried = mixed(size, count, np.random.default_rng(size), "x" if size in {4, 9} else "classic")
    for given, form in zip(tried, canonical(tried, ground), strict=True):
        assert (form.tobytes(), symmetry_count(Puzzle(ground, given.tobytes()))) == naive.canonical(
            given.tobytes(), *BOXES[size], diagonals=True
        )


def test_twins_of_the_naive_twin() -> None:
    assert len(naive.arrangements(3, 3)[0]) == 3_359_232
    assert len(naive.arrangements(3, 3, diagonals=True)[0]) == 96


def test_images_have_one_form() -> None:
    generator = np.random.default_rng(7)
    grids = full_grids(9, 200)
    originals = np.concatenate([puzzles("17_clue_sample.txt.gz")[:300], grids, mixed(9, 300, generator)])
    images = np.array([naive.image(cells, 3, 3, generator) for cells in originals])
    assert (images != originals).any(axis=1).mean() > 0.9
    assert np.array_equal(canonical(images), canonical(originals))


def test_a_form_is_an_image_and_its_own_form() -> None:
    some = puzzles("17_clue_sample.txt.gz")[:200]
    forms = canonical(some)
    assert np.array_equal(canonical(forms), forms)
    assert np.array_equal((forms > 0).sum(axis=1), (some > 0).sum(axis=1))
    for before, after in zip(some, forms, strict=True):
        assert sorted(np.bincount(before, minlength=10)[1:]) == sorted(np.bincount(after, minlength=10)[1:])


def test_different_puzzles_have_different_forms() -> None:
    sample = puzzles("17_clue_sample.txt.gz")
    assert len(np.unique(canonical(sample), axis=0)) == len(sample)


def test_the_4x4_grids_are_two() -> None:
    small = geometry("classic", 4)
    grids = [Puzzle(small, grid) for grid in solutions(Puzzle(small, bytes(16)), 1000)]
    assert len(grids) == 288
    found = {canonical_of(grid) for grid in grids}
    assert sorted(map(str, found)) == ["1234341221434321", "1234341223414123"]
    # Each class has as many members as there are symmetries and relabellings, over those that change nothing.
    assert sum(len(naive.arrangements(2, 2)[0]) * 24 // symmetry_count(grid) for grid in found) == 288


def test_automorphisms_of_known_grids() -> None:
    assert symmetry_count(puzzle("." * 81)) == 3_359_232
    assert symmetry_count(puzzle("." * 80 + "9")) == 3_359_232 // 81
    assert symmetry_count(puzzle(MOST_SYMMETRIC)) == 648
    assert str(canonical_of(puzzle(MOST_SYMMETRIC))) == MOST_SYMMETRIC
    assert str(canonical_of(puzzle("." * 40 + "7" + "." * 40))) == "." * 80 + "1"


@pytest.mark.parametrize("text", ["." * 81, MOST_SYMMETRIC, *FAR_FROM_IT])
def test_symmetry_does_not_explode(text: str) -> None:
    generator = np.random.default_rng(1)
    given = np.frombuffer(cells(text), np.uint8)
    images = np.array([naive.image(given, 3, 3, generator) for _ in range(10)])
    canonical(images[:1])
    start = time.process_time()
    forms = canonical(images)
    # About 8 ms each at most where this was written; ten times that is allowed for a busy machine.
    assert in_time(time.process_time() - start, 1)
    assert (forms == canonical(given[None])).all()


def test_room_for_states_grows() -> None:
    given = np.frombuffer(cells(MOST_SYMMETRIC), np.uint8)
    holes = given.copy()
    holes[40] = 0
    assert symmetry_count(puzzle(MOST_SYMMETRIC)) > canon._STATES
    for cells_of in (given, holes):
        image = naive.image(cells_of, 3, 3, np.random.default_rng(2))
        assert np.array_equal(canonical(image[None]), canonical(cells_of[None]))


def test_sameness() -> None:
    generator = np.random.default_rng(3)
    one = puzzle(PUZZLE)
    image = naive.image(np.frombuffer(one.givens, np.uint8), 3, 3, generator).tobytes()
    other = bytes([*one.givens[:-1], 0])
    assert same_up_to_symmetry(one, Puzzle(CLASSIC, image))
    assert not same_up_to_symmetry(one, Puzzle(CLASSIC, other))
    assert not same_up_to_symmetry(one, Puzzle(geometry("x"), one.givens))


def test_a_form_keeps_name_and_source_but_not_the_answer() -> None:
    given = Puzzle(CLASSIC, cells(PUZZLE), Place("a.txt", 3), "first", bytes([1] * 81))
    form = canonical_of(given)
    assert (form.geometry, form.source, form.name, form.answer) == (CLASSIC, given.source, "first", None)


def test_what_has_no_form_is_refused() -> None:
    with pytest.raises(UsageError, match="has other regions or clues: use canonical_of"):
        canonical(np.zeros((1, 16), np.uint8), geometry("jigsaw", 4, tuple(map(int, "0001011123223233"))))
    for wrong in (np.zeros((1, 80), int), np.full((1, 81), 10), np.zeros((1, 81)), np.zeros(81, int)):
        with pytest.raises(ValueError, match="puzzles h"):
            canonical(wrong)


def test_no_puzzles_have_no_forms() -> None:
    assert canonical(np.zeros((0, 81), np.uint8)).shape == (0, 81)


def test_canon_command(run: Run) -> None:
    generator = np.random.default_rng(5)
    images = [naive.image(np.frombuffer(cells(PUZZLE), np.uint8), 3, 3, generator) for _ in range(3)]
    lines = ["".join(map(str, image)).replace("0", ".") for image in images]
    form = str(canonical_of(puzzle(PUZZLE)))
    done = run("canon", "-", stdin="\n".join(lines))
    assert (done.code, done.out.split()) == (0, [form] * 3)
    done = run("canon", "--json", stdin="\n".join(lines))
    assert [json.loads(line) for line in done.out.splitlines()] == [
        {"source": f"<stdin>:{number}", "puzzle": line, "canonical": form} for number, line in enumerate(lines, 1)
    ]
    done = run("canon", stdin="." * 256)
    assert (done.code, done.out, len(done.faults)) == (2, "", 1)


def book(folder: Path, sections: str) -> specs.Spec:
    path = folder / "book.yaml"
    path.write_text(f"book: {{title: Twins}}\nseed: 5\nsections:\n{sections}")
    return specs.load(path)


def take_in(spec: specs.Spec) -> None:
    stock.fill_sections(spec.sections, spec.seed, 1, lambda *_: None)


def test_a_book_refuses_a_turned_copy(tmp_path: Path) -> None:
    turned = PUZZLE[::-1].translate(str.maketrans("123456789", "234567891"))
    (tmp_path / "a.txt").write_text(PUZZLE)
    (tmp_path / "b.txt").write_text(turned)
    sections = "".join(f"  - {{title: {name}, puzzles: {{from: {name}.txt}}, layout: one-up}}\n" for name in ("a", "b"))
    with pytest.raises(InputError, match=r"b\.txt:1.*the same puzzle as .*a\.txt:1:1, turned or relabelled"):
        take_in(book(tmp_path, sections))


def test_a_file_in_two_sections_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(f"{PUZZLE}\n{PUZZLE[:-1]}.\n")
    sections = "".join(
        f"  - {{title: {name}, puzzles: {{from: a.txt}}, layout: one-up}}\n" for name in ("Now", "Later")
    )
    with pytest.raises(InputError) as caught:
        take_in(book(tmp_path, sections))
    (fault,) = caught.value.faults
    assert "another section takes it, too" in fault.message
    assert fault.advice == "change `from` of 'Later'"


def test_twice_on_one_line_of_one_file_is_no_matter_of_sections(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps([{"givens": PUZZLE}, {"givens": PUZZLE}]))
    with pytest.raises(InputError, match="the same puzzle as"):
        take_in(book(tmp_path, "  - {title: One, puzzles: {from: a.json}, layout: one-up}\n"))


def test_a_repeat_is_made_anew_whatever_the_jobs() -> None:
    order = Order(CLASSIC)
    first = [item.puzzle for item in generated(order, 6, 11, 1)]
    taken = {canonical_of(first[1]), canonical_of(first[4])}
    runs = [[item.puzzle for item in generated(order, 6, 11, jobs, seen=Seen(taken))] for jobs in (1, 3)]
    assert runs[0] == runs[1]
    assert [at for at in range(6) if runs[0][at] != first[at]] == [1, 4]
    assert len({canonical_of(puzzle) for puzzle in [*runs[0], first[1], first[4]]}) == 8


def test_no_two_puzzles_of_a_6x6_section_are_copies() -> None:
    order = Order(geometry("classic", 6), symmetry="quarter-turn")
    made = [item.puzzle for item in generated(order, 300, 1, 2)]
    assert len({canonical_of(puzzle) for puzzle in made}) == 300


def test_small_grids_do_not_run_dry() -> None:
    made = [item.puzzle for item in generated(Order(geometry("classic", 4)), 60, 1, 1)]
    assert len(set(made)) == 60


def test_copies_look_alike_and_others_seldom_do() -> None:
    for kind, count in (("classic", 40), ("x", 12)):
        made = [item.puzzle for item in generated(Order(geometry(kind, 9)), count, 3, 1)]
        assert len({likeness(puzzle) for puzzle in made}) == count
    for puzzle in made:
        rows = [puzzle.givens[start : start + 9] for start in range(0, 81, 9)]
        turned = bytes(digit and digit % 9 + 1 for row in zip(*rows[::-1], strict=True) for digit in row)
        assert likeness(Puzzle(puzzle.geometry, turned)) == likeness(puzzle)


def test_one_geometry_of_each_kind_and_size() -> None:
    assert geometry() is geometry("classic") is geometry("classic", 9) is geometry(size=9)
