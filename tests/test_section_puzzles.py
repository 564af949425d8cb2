"""The puzzles of a book, section by section: what is told while they are made, their order, their seeds, what files repeat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from book_data import loaded
from conftest import PUZZLE

from bookmaker.base.errors import Fault, ImproperError, InputError, Note, SpecError, UnmetError
from bookmaker.base.seeds import seed_for, text_seed
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle, Seen, generated
from bookmaker.logic.generation.order import Order, order_for
from bookmaker.logic.grading import Grade
from bookmaker.logic.times import MEASURED, Time
from bookmaker.publishing.bank.bank import Bank
from bookmaker.publishing.bank.records import identities, records
from bookmaker.publishing.book.making import book_examples, stock
from bookmaker.publishing.book.making.stock import as_graded
from bookmaker.publishing.book.spec.section_keys import parts
from bookmaker.publishing.book.spec.spec_file import Lesson, Section, Spec
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

TURNED = PUZZLE[::-1]
OTHER = "...26.7.168..7..9.19...45..82.1...4...46.29...5...3.28..93...74.4..5..367.3.18..."


def spec_of(folder: Path, sections: str, more: str = "", **files: str) -> Spec:
    for name, content in files.items():
        (folder / f"{name}.txt").write_text(content)
    return loaded(folder, f"book: {{title: T}}\nseed: 7\nsections:\n{sections}{more}")


def filled(spec: Spec, **more: Any) -> list[list[GradedPuzzle]]:
    return stock.fill_sections(spec.sections, spec.seed, 1, lambda *_: None, **more)


def test_progress_counts_puzzles_attempts_and_sections(tmp_path: Path) -> None:
    spec = spec_of(
        tmp_path,
        "- {title: Small, puzzles: {size: 4, count: 2}}\n- {title: Sent, puzzles: {from: p.txt}}\n"
        "- {lesson: hidden-single, size: 6, practice: 1}\n",
        p=f"{PUZZLE}\n{OTHER}\n",
    )
    told: list[tuple[int, int, int, stock.At]] = []
    made = stock.fill_sections(spec.sections, spec.seed, 1, lambda *now: told.append(now))
    assert [len(section) for section in made] == [2, 2, 1]
    assert {total for _, total, _, _ in told} == {5}
    after = [now for before, now in pairwise(told) if now[0] > before[0]]
    if told[0][0] == 1:
        after.insert(0, told[0])
    titles = ["Small", "Small", "Sent", "Sent", spec.sections[2].title]
    assert [(ready, at.title, at.ready, at.count) for ready, _, _, at in after] == [
        (number, title, own, count)
        for number, title, own, count in zip(range(1, 6), titles, (1, 2, 1, 2, 1), (2, 2, 2, 2, 1), strict=True)
    ]
    attempts = [now[2] for now in told]
    assert attempts == sorted(attempts) and attempts[-1] >= 3


def test_puzzles_of_sections_have_the_seeds_of_their_names(tmp_path: Path) -> None:
    spec = spec_of(
        tmp_path,
        "- {title: A, puzzles: {size: 4, count: 2}}\n- {title: A, puzzles: {size: 4, count: 1}}\n"
        "- {title: B, id: A, puzzles: {size: 6, count: 1}}\n- {lesson: hidden-single, size: 6, practice: 1}\n",
    )
    own = [seed_for(text_seed(name), met) for name, met in (("A", 0), ("A", 1), ("A", 2), ("hidden-single", 0))]
    assert parts(spec.sections) == own
    seeds = [[item.seed for item in section] for section in filled(spec)]
    assert seeds == [
        [seed_for(7, own[0], 0), seed_for(7, own[0], 1)],
        [seed_for(7, own[1], 0)],
        [seed_for(7, own[2], 0)],
        [seed_for(7, own[3], 0)],
    ]


def test_examples_have_seeds_of_their_own() -> None:
    book = [[as_graded(Puzzle(grid, bytes(16)))] for grid in (geometry("classic", 4), geometry("kropki", 4, None, ()))]
    first = book_examples.rule_example(book, 7)
    assert first.seed == seed_for(7, -1)
    (other,) = book_examples.further_examples(book, 7, first)
    # Of what stands in for it if none were made, nothing is left.
    assert other.puzzle.geometry.kind == "kropki" and other.seed is not None and other.solution != book[1][0].solution


def test_sections_have_their_puzzles_in_the_order_that_they_ask_for(tmp_path: Path) -> None:
    spec = spec_of(
        tmp_path,
        "- {title: A, puzzles: {count: 9}}\n- {title: A, puzzles: {count: 9}, order: mixed}\n"
        "- {title: C, puzzles: {count: 9}, order: as-made}\n- {title: D, puzzles: {from: p.txt}}\n"
        "- {title: E, puzzles: {from: p.txt}, order: rising}\n",
        p=PUZZLE,
    )
    blank = as_graded(Puzzle(geometry("classic", 4), bytes(16)))

    class Clock:
        def __init__(self, minutes: float) -> None:
            self.times, self.splits = [Time(MEASURED, minutes, middle=minutes)], False

    wanted = [(3.0, 1), (1.0, 9), (2.0, 5), (1.0, 4), (9.0, 0), (2.0, 6), (1.0, 7), (4.0, 2), (4.0, 1)]
    graded: list[Any] = [
        replace(blank, grade=Grade("easy", score, None, {}, 0, 0, Clock(minutes), 0))  # type: ignore
        for minutes, score in wanted
    ]
    rising, mixed, made, sent, sent_rising = stock.in_order(spec.sections, 7, [graded] * 5)

    def order(section: list[GradedPuzzle]) -> list[int]:
        return [next(at for at, one in enumerate(graded) if one is item) for item in section]

    assert order(rising) == order(sent_rising) == sorted(range(9), key=lambda at: wanted[at])
    assert order(made) == order(sent) == [*range(9)]
    part = seed_for(text_seed("A"), 1)
    assert order(mixed) == sorted(range(9), key=lambda at: seed_for(7, part, at, -2)) != [*range(9)]
    assert stock.in_order(spec.sections[1:2], 8, [graded])[0] != mixed


SERIES = "series: {name: Rides, volume: 2}\n"


def banked(folder: Path, count: int, symmetry: str) -> list[GradedPuzzle]:
    """Small puzzles that the bank of the series gets, none of them printed."""
    order = order_for(kind="classic", size=6, difficulty="easy", symmetry=symmetry)  # type: ignore[arg-type]
    own = list(generated(order, count, 3, 1))
    with Bank(folder / "series.bank", write=True) as bank:
        bank.add_records(records(own, "1"))
    return own


@pytest.mark.parametrize(("asked", "symmetric"), [(5, 2), (1, 0), (2, 2), (3, 1)])
def test_what_the_bank_lacks_is_made_and_told(tmp_path: Path, asked: int, symmetric: int) -> None:
    wish = f"{{size: 6, count: {asked}, symmetry: mirror, stock: true, difficulty: easy}}"
    spec = spec_of(tmp_path, f"- {{title: M, puzzles: {wish}}}\n", SERIES)
    own = banked(tmp_path, symmetric, "mirror") if symmetric else []
    others = banked(tmp_path, 4, "quarter-turn")
    volume = stock.volume_of(spec)
    assert volume is not None
    assert (volume.series, volume.number, volume.bank) == ("Rides", 2, tmp_path / "series.bank")
    wished: Any = spec.sections[0].puzzles
    unsymmetric = volume.unsymmetric(wished.order())
    assert unsymmetric >= len(others) - 1
    notes: list[Note] = []
    (made,) = filled(spec, volume=volume, findings=stock.Findings(passed_over=notes))
    assert len(made) == asked
    known = {str(item.puzzle) for item in own}
    assert [str(item.puzzle) in known for item in made] == [True] * symmetric + [False] * (asked - symmetric)
    if symmetric == asked:
        assert notes == []
        return
    (note,) = notes
    assert str(note) == (
        f"{tmp_path}/book.yaml:4:23: note: section 'M': {asked - symmetric} of {asked} puzzles are made, although the bank has "
        f"{unsymmetric} of another symmetry (`symmetry: none` takes those)"
    )


def test_nothing_is_taken_or_told_where_it_is_not_asked_for(tmp_path: Path) -> None:
    banked(tmp_path, 3, "quarter-turn")
    text = "- {title: M, puzzles: {size: 6, count: 2, difficulty: easy, symmetry: mirror%s}}\n"
    spec = spec_of(tmp_path, text % "", SERIES)
    notes: list[Note] = []
    (made,) = filled(spec, volume=stock.volume_of(spec), findings=stock.Findings(passed_over=notes))
    assert notes == []
    assert made == filled(spec)[0]
    # Without a list to note it in, all else is the same.
    asked = spec_of(tmp_path, text % ", stock: true", SERIES)
    assert [item.seed for item in filled(asked, volume=stock.volume_of(asked))[0]] == [item.seed for item in made]
    assert stock.volume_of(spec_of(tmp_path, text % "")) is None


def test_a_puzzle_of_the_bank_that_the_book_has_already_is_made_anew(tmp_path: Path) -> None:
    own = banked(tmp_path, 1, "mirror")
    spec = spec_of(
        tmp_path,
        "- {title: Sent, puzzles: {from: p.txt}}\n"
        "- {title: M, puzzles: {size: 6, count: 1, difficulty: easy, symmetry: mirror, stock: true}}\n",
        SERIES,
        p="".join(str(digit) for digit in own[0].puzzle.givens) + "\n",
    )
    sent, made = filled(spec, volume=stock.volume_of(spec))
    assert sent[0].puzzle.givens == own[0].puzzle.givens != made[0].puzzle.givens


def test_what_another_volume_printed_is_not_made_again(tmp_path: Path) -> None:
    wish = "- {title: M, puzzles: {size: 6, count: 3, difficulty: easy}}\n"
    spec = spec_of(tmp_path, wish, SERIES)
    (made,) = filled(spec)
    printed = identities([item.puzzle for item in made[:2]])
    volume: Any = SimpleNamespace(barred=lambda: dict.fromkeys(printed, 1))
    (again,) = filled(spec, volume=volume)
    assert again[2] == made[2] and len({str(item.puzzle) for item in (*made, *again)}) == 5
    # Nor is it taken from files.
    sent = spec_of(tmp_path, "- {title: Sent, puzzles: {from: p.txt}}\n", SERIES, p=f"{PUZZLE}\n{OTHER}\n")
    puzzles = [item.puzzle for item in filled(sent)[0]]
    volume = SimpleNamespace(barred=lambda: {identities(puzzles)[1]: 4})
    with pytest.raises(InputError) as caught:
        filled(sent, volume=volume)
    (fault,) = caught.value.faults
    assert (fault.message, fault.advice) == ("volume 4 has printed this puzzle already", "take it out")
    assert fault.place is not None and fault.place.line == 2


def faults_of(spec: Spec) -> list[str]:
    with pytest.raises(InputError) as caught:
        filled(spec)
    with pytest.raises(InputError) as checked:
        stock.require_files(spec.sections)
    assert checked.value.faults == caught.value.faults
    return [str(fault).replace(f"{spec.path.parent}/", "") for fault in caught.value.faults]


def test_no_puzzle_of_the_files_comes_twice(tmp_path: Path) -> None:
    one = "- {title: One, puzzles: {from: p.txt}}\n"
    assert faults_of(spec_of(tmp_path, one, p=f"{PUZZLE}\n{OTHER}\n{PUZZLE}\n{TURNED}\n")) == [
        "p.txt:3:1: the same puzzle as p.txt:1:1 (take one of them out)",
        "p.txt:4:1: the same puzzle as p.txt:1:1, turned or relabelled (take one of them out)",
    ]
    # One fault for a file that two sections take, not one for each of its puzzles.
    both = one + one.replace("One", "Two")
    assert faults_of(spec_of(tmp_path, both, p=f"{PUZZLE}\n{OTHER}\n")) == [
        "p.txt:1:1: a puzzle of this file would be printed twice: another section takes it, too (change `from` of 'Two')"
    ]
    apart = one + one.replace("One", "Two").replace("p.txt", "q.txt")
    assert faults_of(spec_of(tmp_path, apart, p=f"{OTHER}\n{PUZZLE}\n", q=f"{TURNED}\n")) == [
        "q.txt:1:1: the same puzzle as p.txt:2:1, turned or relabelled (take one of them out)"
    ]
    stock.require_files(spec_of(tmp_path, apart, p=PUZZLE, q=OTHER).sections)


def test_files_are_checked_before_a_build_unless_they_are_to_be_mended(tmp_path: Path) -> None:
    several = PUZZLE.replace("5", ".", 1).replace("3", ".", 1)
    sections = "- {title: One, puzzles: {from: p.txt%s}}\n- {title: Two, puzzles: {size: 4, count: 1}}\n"
    with pytest.raises(ImproperError, match=r"p\.txt:1:1"):
        stock.require_files(spec_of(tmp_path, sections % "", p=several.replace("7", ".")).sections)
    stock.require_files(spec_of(tmp_path, sections % ", repair: reject", p=several).sections)
    stock.require_files(spec_of(tmp_path, sections.split("\n")[1] + "\n").sections)


def test_a_section_has_no_more_puzzles_than_its_files(tmp_path: Path) -> None:
    text = "- {title: One, puzzles: {from: p.txt, count: %d}}\n"
    for count in (1, 2):
        (made,) = filled(spec_of(tmp_path, text % count, p=f"{PUZZLE}\n{OTHER}\n"))
        assert ["".join(map(str, item.puzzle.givens)).replace("0", ".") for item in made] == [PUZZLE, OTHER][:count]
    with pytest.raises(SpecError) as caught:
        filled(spec_of(tmp_path, text % 3, p=f"{PUZZLE}\n{OTHER}\n"))
    (fault,) = caught.value.faults
    assert str(fault).endswith(
        "book.yaml:4:46: `count` is 3, but `from` holds only 2 (lower it, or leave it out to take all)"
    )


Asked = tuple[Order, int, int, int, int]


def test_a_lesson_asks_for_what_it_taught_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Asked] = []
    blank = as_graded(Puzzle(geometry(), bytes(81)))
    met = [0]

    def made(order: Order, count: int, seed: int, jobs: int, part: int, *_: object) -> Iterator[GradedPuzzle]:
        asked.append((order, count, seed, jobs, part))
        for number in range(count):
            if order.path.avoid and number == met[0]:
                raise UnmetError("no more")
            yield blank

    monkeypatch.setattr(stock, "generated", made)
    spec = spec_of(tmp_path, "- {lesson: naked-single}\n- {lesson: naked-triple, practice: 4}\n")
    first, lesson = spec.sections
    assert isinstance(first, Lesson) and isinstance(lesson, Lesson)
    assert not first.untaught and "naked-pair" in lesson.untaught
    usual = lesson.puzzles.order()
    for found, rest in ((4, 0), (3, 1), (0, 4)):
        met[0] = found
        asked.clear()
        assert len(list(stock.lesson_puzzles(lesson, 4, 9, 2, 11, Seen()))) == 4
        (one, *others) = asked
        assert one == (replace(usual, attempts=40_000), 4, 9, 2, 11)
        free = replace(usual, path=replace(usual.path, avoid=()))
        assert others == [(free if rest else usual, rest, 9, 2, 11)]
    # What has nothing to avoid is made at once; attempts of its own bound the first search.
    asked.clear()
    assert len(list(stock.lesson_puzzles(first, 3, 9, 1, 5, Seen()))) == 3
    assert asked == [(first.puzzles.order(), 3, 9, 1, 5)]
    asked.clear()
    list(stock.lesson_puzzles(replace(lesson, attempts=17), 1, 9, 1, 5, Seen()))
    assert asked[0][0].attempts == 17


def test_faults_of_puzzles_that_could_not_be_made_name_their_section(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, "- {title: Own, puzzles: {count: 1}}\n- {lesson: x-wing}\n")

    def failing() -> Iterator[GradedPuzzle]:
        raise UnmetError(Fault("no puzzle", None, "try less"))
        yield

    def told(section: Section) -> str:
        with pytest.raises(UnmetError) as caught:
            list(stock.of_section(section, failing()))
        (fault,) = caught.value.faults
        return str(fault).removeprefix(f"{tmp_path}/")

    assert told(spec.sections[0]) == "book.yaml:4:25: section 'Own': no puzzle (try less)"
    assert told(spec.sections[1]) == "book.yaml:5:12: the lesson `x-wing`: no puzzle (try less)"
