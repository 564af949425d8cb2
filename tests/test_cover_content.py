"""What a cover has of its book: every text with its place, puzzles, counts, and the file for each printer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from cover_data import book, stocked

from bookmaker.base import language
from bookmaker.base.errors import SpecError
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.printing.covers.pictures import Content
from bookmaker.publishing.book.making import cover
from bookmaker.publishing.book.spec.spec_file import Spec
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

NBSP = "\N{NO-BREAK SPACE}"
MIXED = [stocked("hard"), *[stocked("easy")] * 3, stocked("medium")]


def content(one: Spec, puzzles: Sequence[GradedPuzzle] = MIXED) -> Content:
    assert one.cover is not None
    return cover.book_content(one, one.cover, [puzzles], one.catalogue)


def texts(folder: Path, wanted: str, title: str = "Sudoku", puzzles: Sequence[GradedPuzzle] = MIXED) -> dict[str, str]:
    return dict(content(book(folder, wanted, title), puzzles).texts)


def test_every_text_of_a_cover_without_keys_comes_from_the_book(tmp_path: Path) -> None:
    shown = content(book(tmp_path, "{}"))
    said = f"This book holds 5{NBSP}puzzles (easy to hard), each with exactly one solution"
    last = "The answers are at the back, and each puzzle names the page of its answer."
    assert shown.texts == {
        "before": "",
        "headline": "Sudoku",
        "rest": "for the Long Train Ride",
        "title": "Sudoku for the Long Train Ride",
        "subtitle": "Puzzles",
        "author": "Ángela Щукина",
        "publisher": "Press",
        "series": "",
        "count": f"5{NBSP}puzzles",
        "levels": "easy to hard",
        "badge": "5\npuzzles\neasy to hard",
        "badge_top": "5",
        "badge_middle": "puzzles",
        "badge_bottom": "easy to hard",
        "hook": "Sharpen a pencil.",
        "blurb": f"{said}: every one was proven before it was printed.\n{last}",
        "giant": "9",
        "main": "Sudoku",
        "promise": f"5{NBSP}puzzles",
        "try": "Try one",
    }
    assert [(level.rank, level.name, level.count) for level in shown.levels] == [
        (1, "Easy", f"3{NBSP}puzzles"),
        (2, "Medium", f"1{NBSP}puzzle"),
        (3, "Hard", f"1{NBSP}puzzle"),
    ]
    # Of five the third, which is easy; numbers count from 1.
    assert (shown.sample_caption, shown.sample_rank) == ("Puzzle 3 · easy", 1)
    assert shown.image is None and not shown.spine_upwards and shown.seed == 1


def test_every_text_of_a_cover_has_its_place_in_the_spec(tmp_path: Path) -> None:
    plain = content(book(tmp_path, "{design: dots}")).places
    assert {name: (place.line, place.column) for name, place in plain.items()} == {
        **dict.fromkeys(("before", "headline", "rest", "title"), (1, 15)),
        "subtitle": (1, 59),
        "author": (1, 76),
        "publisher": (1, 102),
        # What a cover does not say stands where it would.
        **dict.fromkeys(("series", "badge", "blurb", "volume", "hook", "image", "levels"), (5, 8)),
    }
    keys = "{design: dots, series: S, badge: B, volume: 2, blurb: Long, subtitle: T, author: A, image: photo.png}"
    own = content(book(tmp_path, keys)).places
    columns = {name: own[name].column for name in own if own[name].line == 5}
    wanted = {name: 8 + keys.index(f"{name}: ") + len(name) + 2 for name in ("series", "badge", "volume", "blurb")}
    wanted |= {name: 8 + keys.index(f"{name}: ") + len(name) + 2 for name in ("subtitle", "author", "image")}
    assert columns == {**wanted, "hook": wanted["blurb"], "levels": 8}
    assert {name for name in own if own[name].line == 1} == {"before", "headline", "rest", "title", "publisher"}


def test_a_volume_and_the_largest_digit_stand_large(tmp_path: Path) -> None:
    shown = texts(tmp_path, '{series: The "Rides", volume: 12}')
    assert (shown["series"], shown["volume"], shown["volume_number"], shown["giant"]) == (
        "The “Rides”",
        "Volume 12",
        "12",
        "12",
    )
    assert "volume" not in texts(tmp_path, "{}")
    for size, giant in ((4, "4"), (9, "9"), (16, "9")):
        assert texts(tmp_path, "{}", puzzles=[stocked(size=size)])["giant"] == giant


@pytest.mark.parametrize(
    ("kinds", "title", "subtitle", "line"),
    [
        ("classic", "Sudoku", "{}", ""),
        ("killer", "Sudoku", "{}", ""),
        ("classic classic killer", "Sudoku", "{}", "Classic · Killer"),
        ("classic killer", "Killer Sudoku", "{}", ""),
        ("classic killer x", "Killer Sudoku", "{}", "Classic · Killer · Sudoku X"),
        ("classic killer", "Sudoku", "{subtitle: With a Killer or two}", ""),
        ("classic killer", "Sudoku", "{subtitle: none}", ""),
        ("classic asterisk", "Sudoku", "{}", ""),
        ("classic asterisk x", "Sudoku", "{}", "Classic · Sudoku X · 1 more kind"),
        ("classic x killer windoku asterisk centre-dot", "Sudoku", "{}", "Classic · Sudoku X · Killer · 3 more kinds"),
    ],
)
def test_a_mixed_book_names_its_kinds_below_the_subtitle(
    tmp_path: Path, kinds: str, title: str, subtitle: str, line: str
) -> None:
    made = [stocked(kind=kind) for kind in kinds.split()]
    before = texts(tmp_path, subtitle, title)["subtitle"]
    shown = texts(tmp_path, subtitle, title, made)["subtitle"].replace(NBSP, " ")
    assert shown == "\n".join(filter(None, (before, line)))


def test_what_the_cover_says_itself_goes_before_the_book_and_none_is_nothing(tmp_path: Path) -> None:
    shown = texts(tmp_path, "{subtitle: It's mine, author: Me}")
    assert (shown["subtitle"], shown["author"]) == ("It’s mine", "Me")
    shown = texts(tmp_path, "{subtitle: none, author: none, badge: none, blurb: none}")
    assert [shown[name] for name in ("subtitle", "author", "hook", "blurb")] == [""] * 4
    assert not any(name.startswith("badge") for name in shown)


@pytest.mark.parametrize(
    ("badge", "lines"),
    [
        ("one", ("one", "", "")),
        ("one\\ntwo", ("one", "two", "")),
        ('one\\ntwo\\n\\"three\\"', ("one", "two", "“three”")),
        ("one\\ntwo\\nthree\\nfour", ("one", "two", "three\nfour")),
    ],
)
def test_a_badge_has_three_lines_at_most(badge: str, lines: tuple[str, ...], tmp_path: Path) -> None:
    """What is more than three stays on the third, and is not lost."""
    shown = texts(tmp_path, f'{{badge: "{badge}"}}')
    assert tuple(shown[f"badge_{name}"] for name in ("top", "middle", "bottom")) == lines
    assert shown["badge"] == "\n".join(line for line in lines if line)


@pytest.mark.parametrize("letters", [79, 80, 81])
def test_a_short_first_line_of_the_blurb_is_set_large(letters: int, tmp_path: Path) -> None:
    shown = texts(tmp_path, f'{{blurb: "{"w" * letters}\\nMore."}}')
    assert (shown["hook"], shown["blurb"]) == (
        ("w" * letters, "More.") if letters <= 80 else ("", "w" * letters + "\nMore.")
    )


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("One\ntwo", "One\ntwo"),
        ("One\ntwo\n\nthree\n \n\n  four\n", "One two\nthree\nfour"),
        ("# One\n\n## **Two**\n\n*th*ree _f_ `five`", "One\nTwo\nthree f five"),
        ('No # head,\n  it\'s  "wide"', "No # head,\nit’s “wide”"),
    ],
)
def test_a_blurb_is_read_as_paragraphs_from_the_spec_or_a_file(written: str, printed: str, tmp_path: Path) -> None:
    inner = written.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    (tmp_path / "back.md").write_text(written, encoding="utf-8")
    (tmp_path / "back.txt").write_text(written, encoding="utf-8")
    for wanted in (f'"{inner}"', "back.md", "back.txt"):
        shown = texts(tmp_path, f"{{blurb: {wanted}}}")
        assert f"{shown['hook']}\n{shown['blurb']}".strip() == printed


def test_a_blurb_of_several_lines_that_ends_like_a_file_is_no_file(tmp_path: Path) -> None:
    shown = texts(tmp_path, '{blurb: "Read\\nREADME.md"}')
    assert (shown["hook"], shown["blurb"]) == ("Read", "README.md")


def test_a_file_of_a_blurb_that_cannot_be_read_is_told_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "back.txt").write_bytes(b"\xff\xfe\xfa")
    for name, reason in (("back.txt", "it is not UTF-8"), ("gone.txt", "No such file or directory")):
        with pytest.raises(SpecError) as caught:
            texts(tmp_path, f"{{blurb: {name}}}")
        (fault,) = caught.value.faults
        assert fault.message == f"`blurb`: {name} cannot be read as text: {reason}"
        assert fault.advice == f"looked in {tmp_path}"
        assert fault.place is not None and (fault.place.line, fault.place.column) == (5, 16)


@pytest.mark.parametrize(
    ("title", "headline", "split"),
    [
        ("The Big Book: Of Rain – Sudoku", None, ("The Big Book: Of Rain –", "Sudoku", "")),
        ("Rain: for Seniors", None, ("", "Rain", "for Seniors")),
        # A small word that begins the title cuts nothing off.
        ("For Rain and Snow", None, ("", "For Rain", "and Snow")),
        ("Nothing Small", None, ("", "Nothing Small", "")),
        ("A Killer Sudoku, Large", None, ("", "A Killer Sudoku, Large", "")),
        ("Rain of Killer Sudokus, Large Print", None, ("Rain of", "Killer Sudokus", "Large Print")),
        ("Rain on “Sudoku” Lane", None, ("Rain on", "“Sudoku”", "Lane")),
        ("Rain on X-Killer Lane", None, ("Rain on", "X-Killer", "Lane")),
        ("Rain: Long, Quiet", "long", ("Rain:", "Long", "Quiet")),
        ("Rain: Long, Quiet", "Quiet", ("Rain: Long,", "Quiet", "")),
        ("Rain: Long, Quiet", "rain", ("", "Rain", "Long, Quiet")),
    ],
)
def test_a_title_is_parted_at_small_words_at_what_a_buyer_looks_for_and_at_the_headline(
    title: str, headline: str | None, split: tuple[str, ...], tmp_path: Path
) -> None:
    shown = texts(tmp_path, "{}" if headline is None else f"{{headline: {headline}}}", title)
    assert tuple(shown[name] for name in ("before", "headline", "rest")) == split


def test_a_headline_that_is_no_part_of_the_title_is_told_with_the_title(tmp_path: Path) -> None:
    with pytest.raises(SpecError) as caught:
        texts(tmp_path, "{headline: Snow}", "Rain")
    (fault,) = caught.value.faults
    assert fault.message == "`headline` is not a part of the title 'Rain'"
    assert fault.advice == "write some of its words, spelt as there"
    assert fault.place is not None and (fault.place.line, fault.place.column) == (5, 19)


def test_one_level_is_named_alone_and_two_as_a_range(tmp_path: Path) -> None:
    for levels, said in (
        (["hard"] * 2, "hard"),
        (["hard", "easy"], "easy to hard"),
        (["beyond", "extreme", "medium"], "medium to off the scale"),
    ):
        shown = texts(tmp_path, "{}", puzzles=[stocked(level) for level in levels])
        assert (shown["levels"], shown["badge_bottom"]) == (said, said)
    # The ends of a Russian range are declined, unless they are words of the book's own.
    plain, own = "{}", "{}\nwords: {level: {easy: Просто}}"
    for number, (cover_of, said) in enumerate(((plain, "от лёгкого до сложного"), (own, "просто — сложный"))):
        path = tmp_path / str(number)
        shown = content(book(path, cover_of, code="ru"), [stocked("hard"), stocked("easy")]).texts
        assert shown["levels"].replace("\u00a0", " ") == shown["badge_bottom"].replace("\u00a0", " ") == said
    (tmp_path / "own").mkdir()
    one = book(tmp_path / "own", "{}\nwords: {level: {easy: Gentle}}")
    assert content(one, [stocked()] * 2).texts["levels"] == "gentle"


def test_the_puzzle_of_the_pictures_is_the_first_of_the_most_frequent_kind(tmp_path: Path) -> None:
    x, six = stocked("easy", "x"), stocked("easy", size=6)
    more, other = (
        replace(one, puzzle=replace(one.puzzle, givens=bytes([0, *one.puzzle.givens[1:]])), solution=one.solution[::-1])
        for one in (x, six)
    )
    for puzzles, first, caption in (
        ([six, x, stocked("hard"), more], x, "Puzzle 4 · easy"),
        ([six, other, stocked("hard"), stocked("medium"), x], six, "Puzzle 2 · easy"),
        # Of as many that kind which comes first.
        ([stocked("hard"), six], stocked("hard"), "Puzzle 1 · hard"),
    ):
        shown = content(book(tmp_path, "{}"), puzzles)
        assert shown.puzzle.geometry is first.puzzle.geometry
        assert (shown.puzzle.digits, shown.solution) == (first.puzzle.givens, first.solution)
        assert shown.sample_caption == caption
        assert shown.marked == {cell for cell, digit in enumerate(first.puzzle.givens) if digit}


@pytest.mark.parametrize("size", [9, 6])
def test_a_puzzle_without_givens_marks_a_third_of_its_cells_in_pairs(size: int, tmp_path: Path) -> None:
    cells = size * size
    empty = replace(stocked(size=size), puzzle=Puzzle(geometry("classic", size), bytes(cells)))
    marked = content(book(tmp_path, "{}"), [empty]).marked
    assert marked == {cells - 1 - cell for cell in marked}
    # Of the 41 pairs of a 9x9 grid, one of which is the middle cell alone, thirteen; of 18 pairs six.
    pairs = {min(cell, cells - 1 - cell) for cell in marked}
    assert len(pairs) == {9: 13, 6: 6}[size] and min(marked) >= 0 and max(marked) < cells
    assert content(book(tmp_path, "{}\nseed: 2"), [empty]).marked != marked
    assert content(book(tmp_path, "{}"), [empty]).marked == marked


@pytest.mark.parametrize("code", language.languages())
def test_the_spine_reads_as_is_usual_where_the_language_is_spoken(code: str, tmp_path: Path) -> None:
    assert content(book(tmp_path, "{}", code=code)).spine_upwards is (code != "en")
    assert language.load(code).text("cover.spine_reads") in ("up", "down")


def test_an_image_lies_beside_the_spec(tmp_path: Path) -> None:
    assert content(book(tmp_path, "{image: photo.png}")).image == tmp_path / "photo.png"


@pytest.mark.parametrize(("name", "said"), [("large-print", "large print"), ("classic", "easy to hard")])
def test_the_badge_of_large_print_says_so(tmp_path: Path, name: str, said: str) -> None:
    one = book(tmp_path, "{}")
    shown = content(replace(one, design=replace(one.design, style=name)))
    assert shown.texts["badge_bottom"] == said and shown.texts["levels"] == "easy to hard"
