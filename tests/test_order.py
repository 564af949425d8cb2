"""One order for every way to ask for puzzles: the same words mean the same in Python, on the command line and in a spec."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import bookmaker
from bookmaker.base.errors import SpecError, UsageError
from bookmaker.cli import arguments, puzzles
from bookmaker.logic.generation import distinct_puzzles, order_fields
from bookmaker.logic.generation.order import Order, order_for, symmetric_counts
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.techniques.requirements import Path as Wanted
from bookmaker.publishing.book.spec import puzzle_keys, spec_file
from bookmaker.puzzles.grid.symmetry import Symmetry
from bookmaker.puzzles.rules import geometry

DIAGONAL = "1...\n.2..\n..3.\n...4\n"

Wish = dict[str, Any]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mask.txt").write_text(DIAGONAL)
    return tmp_path


def python(wish: Wish, monkeypatch: pytest.MonkeyPatch) -> Order:
    """The order of ``bookmaker.generate``."""
    taken: list[Order] = []

    def generated(order: Order, *_: object, **__: object) -> Iterator[object]:
        taken.append(order)
        return iter(())

    monkeypatch.setattr(distinct_puzzles, "generated", generated)
    words = dict(wish)
    if "mask" in words:
        words["mask"] = Path(words["mask"]).read_text()
    bookmaker.generate(1, **words)
    return taken[0]


def command(wish: Wish) -> Order:
    """The order of ``bookmaker generate``."""
    words = ["generate"]
    for key, value in wish.items():
        option = f"--{key.replace('_', '-')}"
        if value is True:
            words.append(option)
        elif key in ("givens", "score", "minutes"):
            words += [option, "-".join("" if bound is None else str(bound) for bound in value)]
        else:
            words += [option, ",".join(value) if isinstance(value, list) else str(value)]
    return puzzles.order_of(arguments.parser().parse_args(words))


def section(wish: Wish) -> Order:
    """The order of a section of a book."""
    # A book has symmetric puzzles where nothing is said, and Killers of each in its own way.
    said: Wish = {} if "killer" in wish.get("kind", "") else {"symmetry": "none"}
    keys: Wish = {"count": 1, **said, **wish}
    for key in ("givens", "score", "minutes"):
        if key in keys:
            keys[key] = {
                name: bound for name, bound in zip(("min", "max"), keys[key], strict=True) if bound is not None
            }
    book = {"book": {"title": "T"}, "sections": [{"title": "S", "puzzles": keys}]}
    Path("book.yaml").write_text(yaml.safe_dump(book))
    made = spec_file.load("book.yaml").sections[0].puzzles
    assert isinstance(made, puzzle_keys.Generated)
    return made.order()


@pytest.mark.parametrize(
    ("wish", "order"),
    [
        ({}, Order(geometry(), Level.EASY)),
        ({"difficulty": "any"}, Order(geometry())),
        ({"difficulty": "expert", "hardest": "unique-rectangle"},
         Order(geometry(), Level.EXPERT, path=Wanted(hardest="unique-rectangle"))),
        ({"requires": ["x-wing"]}, Order(geometry(), path=Wanted(("x-wing",)))),
        ({"hardest": "xy-wing", "avoid": ["bug", "xyz-wing"]},
         Order(geometry(), path=Wanted(hardest="xy-wing", avoid=("bug", "xyz-wing")))),
        ({"avoid": ["x-wing"]}, Order(geometry(), Level.EASY, path=Wanted(avoid=("x-wing",)))),
        ({"minutes": (8, 15)}, Order(geometry(), minutes=(8, 15))),
        ({"kind": "killer", "difficulty": "medium", "minutes": (None, 90)},
         Order(geometry("killer"), Level.MEDIUM, "varied", minutes=(None, 90))),
        ({"score": (500, None)}, Order(geometry(), path=Wanted(score=(500, None)))),
        ({"size": 6, "symmetry": "mirror", "givens": (12, 18), "minimal": True, "attempts": 7},
         Order(geometry("classic", 6), Level.EASY, "mirror", 12, 18, True, attempts=7)),
        ({"size": 4, "mask": "mask.txt"}, Order(geometry("classic", 4), Level.EASY, mask={0: 1, 5: 2, 10: 3, 15: 4})),
        ({"kind": "killer", "cage_sizes": "2:60 3:40", "symmetry": "diagonal"},
         Order(geometry("killer"), Level.EASY, "diagonal", cage_sizes={2: 60, 3: 40})),
    ],
)  # fmt: skip
def test_the_same_words_make_the_same_order(
    wish: Wish, order: Order, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert python(wish, monkeypatch) == command(wish) == section(wish) == order


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"size": 4, "difficulty": "beginner"}, "too small for the level beginner, which means that several"),
        ({"size": 4, "difficulty": "beginner"}, "(choose easy, the easiest level of 4x4 grids)"),
        ({"kind": "non-consecutive", "size": 4}, "there is no non-consecutive puzzle of size 4"),
        ({"difficulty": "easy", "hardest": "x-wing"}, "a puzzle with `x-wing` as its hardest step is hard"),
        ({"minutes": (9, 8)}, "no puzzle takes at least 9 and at most 8 minutes (exchange the two)"),
        ({"score": (9, 8)}, "no score is at least 9 and at most 8"),
        ({"givens": (30, 20)}, "no number of givens is at least 30 and at most 20 (exchange the two)"),
        ({"givens": (12, 16)}, "16 givens: no proper classic 9x9 puzzle has fewer than 17 givens (proven"),
        ({"givens": (30, 31), "symmetry": "quarter-turn"}, "cannot be symmetric by `quarter-turn` on a 9x9 grid (29 or"),
        ({"kind": "killer", "givens": (3, 3), "symmetry": "quarter-turn"}, "3 givens cannot be symmetric"),
        ({"size": 4, "mask": "mask.txt", "symmetry": "mirror"}, "`symmetry` does not go with `mask`"),
        ({"size": 4, "mask": "mask.txt", "givens": (4, 9)}, "`givens` does not go with `mask`"),
        ({"kind": "killer", "size": 4, "mask": "mask.txt"}, "`mask` does not go with Killers (leave it out)"),
        ({"kind": "killer", "avoid": ["x-wing"], "minimal": True}, "`minimal` says something of givens"),
        ({"kind": "killer", "size": 25}, "puzzles of the kind killer are made in sizes 4, 6, 8, 9, 10, 12, 16, not 25"),
        ({"cage_sizes": "2-3"}, "`cage_sizes` goes with Killers only"),
        ({"kind": "killer", "cage_sizes": "3-2"}, "`cage_sizes` names the sizes 3-2"),
    ],
)  # fmt: skip
def test_the_same_faults_are_found(wish: Wish, message: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError) as one:
        python(wish, monkeypatch)
    with pytest.raises(UsageError) as two:
        command(wish)
    with pytest.raises(SpecError) as three:
        section(wish)
    assert message in str(one.value)
    assert str(one.value) == str(two.value)
    assert sorted(fault.message for fault in one.value.faults) == sorted(fault.message for fault in three.value.faults)
    assert all(fault.place is not None and fault.place.line > 3 for fault in three.value.faults)


def test_all_faults_are_found_at_once() -> None:
    with pytest.raises(UsageError) as caught:
        order_for(kind="killer", size=16, gaps=(900, None), sumless=(5, 2), cage_sizes="2-20", givens=(300, None))
    assert [fault.code for fault in caught.value.faults] == ["gaps", "sumless", "cage_sizes", "givens.min"]


def test_the_defaults_are_those_of_the_table() -> None:
    told = {
        "kind": order_fields.KIND, "size": None, "seed": order_fields.SEED, "symmetry": order_fields.SYMMETRY,
        "difficulty": None, "minimal": False, "mask": None, "solution": None, "hardest": None, "cage_sizes": None,
        "attempts": None, "givens": (None, None), "score": (None, None),
        "minutes": (None, None),
    }  # fmt: skip
    signature = inspect.signature(bookmaker.generate).parameters
    command = arguments.parser().parse_args(["generate"])
    for name, value in told.items():
        assert signature[name].default == value
        assert getattr(command, name) == value
    section = puzzle_keys.Generated(count=1)
    assert (section.kind, section.size, section.difficulty) == (order_fields.KIND, order_fields.SIZE, None)
    assert section.symmetry == order_fields.BOOK_SYMMETRY


@pytest.mark.parametrize(
    ("mask", "message"),
    [
        ("1...", "a mask of a 9x9 grid has 9 lines, not 1"),
        (range(82), "names a cell that is not of the grid: its cells are 0 to 80"),
        ((), "draws 0 givens; from 17 to 80 are possible (proven"),
        (range(81), "draws 81 givens"),
        (range(54), "rows 7 and 8 without a given can be exchanged"),
    ],
)
def test_masks_that_no_puzzle_has(mask: Any, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        bookmaker.generate(1, mask=mask)
    assert message in str(caught.value)


def test_a_mask_and_an_answer_in_python() -> None:
    cells = frozenset(range(0, 81, 2))
    (made,) = bookmaker.generate(1, "any", seed=3, mask=cells)
    assert {cell for cell, digit in enumerate(made.puzzle.givens) if digit} == cells
    drawing = "".join("X" if cell in cells else "." for cell in range(81))
    assert bookmaker.generate(1, "any", seed=3, mask=drawing) == [made]
    text = "".join(map(str, made.solution))
    for answer in (made.solution, text):
        (other,) = bookmaker.generate(1, solution=answer, symmetry="rotational")
        assert other.solution == made.solution
        assert other.puzzle != made.puzzle
    for answer, message in (
        (text[:80] + ".", "must be one full 9x9 grid"),
        (made.solution[:80], "not a full grid"),
        (made.solution[::-1][1:] + made.solution[:1], "not a full grid"),
        ("1234341221434321", "must be one full 9x9 grid"),
    ):
        with pytest.raises(UsageError, match=message):
            bookmaker.generate(1, solution=answer)


def test_words_that_mean_nothing() -> None:
    for wish in ({"difficulty": "tricky"}, {"symmetry": "spiral"}, {"kind": "shinobi"}, {"size": 5}, {"count": -1}):
        with pytest.raises(UsageError):
            bookmaker.generate(**{"count": 1, **wish})  # type: ignore[arg-type]


@pytest.mark.parametrize(("symmetry", "image"), [
    ("none", lambda r, c, n: (r, c)), ("rotational", lambda r, c, n: (n - 1 - r, n - 1 - c)),
    ("mirror", lambda r, c, n: (r, n - 1 - c)), ("diagonal", lambda r, c, n: (c, r)),
    ("quarter-turn", lambda r, c, n: (c, n - 1 - r)),
])  # fmt: skip
@pytest.mark.parametrize("size", [4, 6, 9])
def test_numbers_of_givens_that_can_be_symmetric(symmetry: Symmetry, image: Any, size: int) -> None:
    # Cells that are their own image may stand alone; the others come in pairs, or in quads for quarter turns.
    cells = [(row, column) for row in range(size) for column in range(size)]
    alone = sum(image(*cell, size) == cell for cell in cells)
    together = {"none": 1, "quarter-turn": 4}.get(symmetry, 2)
    expected = {n for n in range(size * size + 1) if any((n - k) % together == 0 for k in range(min(n, alone) + 1))}
    assert symmetric_counts(size, symmetry) == expected


def test_levels_that_were_never_found_are_refused_unless_attempts_are_ordered() -> None:
    with pytest.raises(UsageError, match="was ever found at the level expert"):
        order_for(kind="kropki", size=6, difficulty="expert")
    assert order_for(kind="kropki", size=6, difficulty="expert", attempts=100).attempts == 100
