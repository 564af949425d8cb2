"""Volumes of a series: nothing comes twice, and a volume that is built again is the same book."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest
from conftest import PUZZLE, Run, scaled

import bookmaker
from bookmaker.base.errors import SpecError
from bookmaker.cli import finished_books as command
from bookmaker.logic.solve.canonical_form import same_up_to_symmetry
from bookmaker.publishing.bank.bank import Bank
from bookmaker.publishing.bank.bank_tables import Filter
from bookmaker.publishing.bank.records import records
from bookmaker.publishing.book.making.build import Built, build
from bookmaker.publishing.book.making.cover import book_content
from bookmaker.publishing.book.making.series_checks import one_spine_for_all
from bookmaker.publishing.book.making.stock import stand_ins
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.publishing.proof.judgement import Finding
from bookmaker.puzzles.grid.puzzle import Puzzle

# Of 4x4 puzzles so few are symmetric in this way that volumes are bound to meet.
BOOK = """
book: {title: Rides}
series: {name: Long Rides, volume: 1}
seed: 5
sections:
- {title: Tiny, puzzles: {size: 4, count: 12, symmetry: quarter-turn, givens: {max: 8}}, order: mixed}
- {title: Killers, puzzles: {kind: killer, size: 6, count: 2}}
"""


def digests(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}


def manifest(number: int) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(Path(f"build/rides-{number}/manifest.json").read_bytes())
    return loaded


def test_volumes_never_repeat_and_stay_the_same(run: Run) -> None:
    Path("rides.yaml").write_text(BOOK)
    told = run("series", "rides.yaml", "--volumes", "1-2", "--jobs", "2")
    assert told.code == 0, told.err
    assert "Long Rides: 28 puzzles in 2 volumes, none of them twice" in told.out
    # By a program apart: each against each, the 4x4 ones as they are.
    puzzles = [Puzzle(one.geometry, one.givens, cages=one.cages) for n in (1, 2) for one in
               bookmaker.read(f"build/rides-{n}/manifest.json")]  # fmt: skip
    assert len(puzzles) == len(set(puzzles)) == 28
    caged = [puzzle for puzzle in puzzles if puzzle.cages]
    assert not any(same_up_to_symmetry(a, b) for i, a in enumerate(caged) for b in caged[:i])
    assert {manifest(n)["volume"] for n in (1, 2)} == {1, 2}
    assert manifest(2)["seed"] == 5
    before = {n: digests(Path(f"build/rides-{n}")) for n in (1, 2)}
    assert len({book["manifest.json"] for book in before.values()}) == 2
    # The first volume is built again when there are others, and all of them on one thread.
    assert run("build", "rides.yaml", "--jobs", "1").code == 0
    if scaled(0, 1):
        assert run("series", "rides.yaml", "--volumes", "2-2", "--jobs", "1").code == 0
    assert {n: digests(Path(f"build/rides-{n}")) for n in (1, 2)} == before
    with Bank(Path("series.bank")) as bank:
        stored = list(bank.find(Filter()))
        assert len(stored) == 28
        assert {one.printed for one in stored} == {1}
        assert [row[1:] for row in bank.statistics().volumes] == [(n, "Rides", 14) for n in (1, 2)]
    assert run("bank", "check", "series.bank").code == 0
    # A file that was copied is found out.
    Path("build/rides-2/manifest.json").write_bytes(Path("build/rides-1/manifest.json").read_bytes())
    told = run("series", "rides.yaml")
    assert (told.code, len(told.faults)) == (9, 14)


def test_what_the_proof_of_a_volume_finds_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(*given: Any, **named: Any) -> Built:
        finding = Finding("answers", "fault", "an answer without its puzzle", "interior.pdf", 8, 12)
        return replace(build(*given, **{**named, "proof": False}), notes=("Mind the gap",), faults=(finding,))

    monkeypatch.setattr(command, "make", faulty)
    Path("rides.yaml").write_text(BOOK)
    told = run("series", "rides.yaml", "--volumes", "1-2", "--jobs", "1")
    assert told.code == 9
    assert told.out.count("  note: Mind the gap\n") == 2
    assert told.out.count("  fault: interior.pdf, page 8, puzzle 12: an answer without its puzzle\n") == 2
    # What no volume has twice is said nevertheless.
    assert "none of them twice" in told.out


ISBNS = ("978-0-306-40615-7", "978-84-123456-0-5", "978-3-16-148410-0")


@pytest.mark.thorough("test_volumes.py::test_two_volumes_of_one_isbn_are_refused")
def test_each_volume_has_an_isbn_of_its_own(run: Run) -> None:
    listed = BOOK.replace("volume: 1}", f"volume: 1, isbns: [{', '.join(ISBNS)}]}}") + "cover: {}\n"
    Path("rides.yaml").write_text(listed)
    loaded = [specs.load("rides.yaml", number) for number in (1, 2, 3)]
    assert tuple(one.book.isbn for one in loaded) == ISBNS
    assert run("series", "rides.yaml", "--volumes", "1-2").code == 0
    for number in (1, 2):
        pages = pdfium.PdfDocument(f"build/rides-{number}/interior.pdf")
        text = "".join(page.get_textpage().get_text_bounded() for page in pages)
        pages.close()
        assert [isbn in text for isbn in ISBNS] == [number == 1, number == 2, False]
    told = run("series", "rides.yaml", "--volumes", "1-4")
    assert told.faults == [
        "rides.yaml:3:46: `isbns` has 3 ISBNs, and none for volume 4 (name one for each volume, in their order)"
    ]
    with pytest.raises(SpecError, match="none for volume 4"):
        specs.load("rides.yaml", 4)


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("volume: 1}", "volume: 1, isbns: [0-306-40615-2, 978-0-306-40615-7]}", "volume 2 has the ISBN of volume 1"),
        ("volume: 1}", "volume: 1, isbns: [978-0-306-40615-8]}", "the last one must be 7"),
        ("volume: 1}", "volume: 2, isbns: [978-0-306-40615-7]}", "has 1 ISBN, and none for volume 2"),
        (
            "volume: 1}\n",
            "volume: 1, isbns: [978-0-306-40615-7]}\ncover: {isbn: 0-306-40615-2}\n",
            "leave this one out",
        ),
    ],
)
def test_isbns_of_volumes_are_checked(old: str, new: str, wanted: str, tmp_path: Path) -> None:
    path = tmp_path / "rides.yaml"
    path.write_text(BOOK.replace(old, new))
    with pytest.raises(SpecError, match=wanted):
        specs.load(path)


def test_two_volumes_of_one_isbn_are_refused(run: Run) -> None:
    Path("rides.yaml").write_text(BOOK.replace("title: Rides", f"title: Rides, isbn: {ISBNS[0]}"))
    (fault,) = run("series", "rides.yaml", "--volumes", "1-2").faults
    assert "volumes 1 to 2 would all have this ISBN" in fault and not Path("build").exists()
    assert run("build", "rides.yaml", "--no-proof").code == 0
    # A spec of its own for the next volume, in which the ISBN was forgotten.
    Path("next.yaml").write_text(Path("rides.yaml").read_text().replace("volume: 1", "volume: 2"))
    for words in (["check"], ["build"]):
        (fault,) = run(*words, "next.yaml").faults
        assert fault.startswith("next.yaml:2:") and "volume 1 of the series has this ISBN" in fault
    assert run("check", "rides.yaml").code == run("build", "rides.yaml", "--no-proof").code == 0


def test_the_number_stands_on_the_title_page(tmp_path: Path) -> None:
    path = tmp_path / "rides.yaml"
    path.write_text(BOOK.replace("title: Rides", "title: Rides, language: ru") + "cover: {}\n")
    spec = specs.load(path, 7)
    assert spec.book.subtitle == "Long Rides · Том\N{NO-BREAK SPACE}7"
    assert spec.cover is not None
    assert (spec.cover.series, spec.cover.volume) == ("Long Rides", 7)
    assert spec.destination == Path("build/rides-7")


def test_nothing_is_recorded_unless_the_book_is_written(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("rides.yaml").write_text(BOOK)
    Path("build/rides-1/answers.pdf").mkdir(parents=True)
    assert run("build", "rides.yaml").code == 7
    with Bank(Path("series.bank")) as bank:
        assert bank.statistics().puzzles == 0


def test_stock_is_taken_first_and_stays(run: Run) -> None:
    stock = bookmaker.generate(5, "medium", seed=3)
    with Bank(Path("series.bank"), write=True) as bank:
        bank.add_records(records([*stock, *bookmaker.generate(4, "easy", seed=3)], "1"))
    text = (
        BOOK[: BOOK.index("sections")]
        + "sections: [{title: M, puzzles: {count: 4, difficulty: medium, symmetry: none, stock: true}}]\n"
    )
    Path("rides.yaml").write_text(text)
    assert run("series", "rides.yaml", "--volumes", "1-2").code == 0
    known = {str(item.puzzle) for item in stock}
    first, second = ({one["givens"] for one in manifest(n)["puzzles"]} for n in (1, 2))
    assert first < known
    assert len(second & known) == 1
    assert not first & second
    before = digests(Path("build/rides-1"))
    Path("other.yaml").write_text(
        text.replace("volume: 1", "volume: 3").replace("count: 4", "count: 1").replace("none", "mirror")
    )
    with Bank(Path("series.bank"), write=True) as bank:
        bank.add_records(records(bookmaker.generate(12, "medium", seed=9), "1"))
    assert run("build", "rides.yaml").code == 0
    assert digests(Path("build/rides-1")) == before
    advice = "1 of 1 puzzles are made, although the bank has 12 of another symmetry (`symmetry: none` takes those)"
    assert advice in run("build", "other.yaml", "--no-proof").err
    Path("fourth.yaml").write_text(Path("other.yaml").read_text().replace("volume: 3", "volume: 4"))
    built = build(specs.load("fourth.yaml"), 1, proof=False)
    assert [advice in str(note) for note in built.passed_over] == [True]
    assert built.unread == ()
    Path("rides.yaml").write_text(text.replace("series: {name: Long Rides, volume: 1}", ""))
    assert "name one in `series`" in run("check", "rides.yaml").err


def test_a_puzzle_that_was_sent_in_twice_is_refused(run: Run) -> None:
    Path("p.txt").write_text(PUZZLE)
    head = BOOK[: BOOK.index("sections")]
    Path("rides.yaml").write_text(head + "sections: [{title: Sent, puzzles: {from: p.txt}}]\n")
    assert run("build", "rides.yaml", "--no-proof").code == 0
    assert run("build", "rides.yaml", "--no-proof").code == 0
    Path("rides.yaml").write_text(Path("rides.yaml").read_text().replace("volume: 1", "volume: 2"))
    told = run("build", "rides.yaml")
    assert told.code == 4
    assert told.faults == ["p.txt:1:1: volume 1 has printed this puzzle already (take it out)"]


def test_a_book_of_many_tiny_puzzles_says_that_most_are_copies(run: Run) -> None:
    text = (
        "book: {title: Tiny}\nseed: 3\nsections: [{title: A, puzzles: {size: 4, count: 40, symmetry: quarter-turn}}]\n"
    )
    Path("tiny.yaml").write_text(text)
    told = run("build", "tiny.yaml", "--no-proof")
    puzzles = bookmaker.read("build/tiny/manifest.json")
    classes = sum(not any(same_up_to_symmetry(one, other) for other in puzzles[:at]) for at, one in enumerate(puzzles))
    assert 2 * classes <= 40
    assert f"note: the 40 puzzles of 4x4 are copies of {classes}, turned or relabelled" in told.out
    Path("tiny.yaml").write_text(text.replace("count: 40", "count: 3"))
    assert "turned or relabelled" not in run("build", "tiny.yaml", "--no-proof").out


SPINES = BOOK.replace("series:", "page: {trim: 6x9in}\nprint: {for: [kdp, ingramspark], paper: cream}\nseries:")


def test_each_volume_has_a_spine_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "rides.yaml"
    path.write_text(SPINES.replace("volume: 1}", "volume: 1, spines: [0.25in, 0.5in]}") + "cover: {}\n")
    covers = [specs.load(path, number).cover for number in (1, 2, 3)]
    assert [cover and cover.spine for cover in covers] == [18, 36, None]
    path.write_text(path.read_text().replace("cover: {}", "cover: {spine: 0.25in}"))
    with pytest.raises(SpecError, match="`spines` of the series has the spine of each volume"):
        specs.load(path)


def test_one_spine_for_volumes_of_different_lengths_is_noted(tmp_path: Path) -> None:
    path = tmp_path / "rides.yaml"
    path.write_text(SPINES + "cover: {spine: 0.25in}\n")
    manifests = {}
    for volume, pages in ((1, 84), (2, 86), (3, 84)):
        made = {"kdp": {"pages": pages, "spine": 0.2}, "ingramspark": {"pages": pages, "spine": None}}
        manifests[volume] = tmp_path / f"{volume}.json"
        manifests[volume].write_text(json.dumps({"printers": made}))
    (note,) = one_spine_for_all(specs.load(path), manifests)
    assert "IngramSpark serves volumes of different lengths (84 in volume 1, 86 in volume 2, 84 in volume 3)" in note
    assert [*one_spine_for_all(specs.load(path), {1: manifests[1], 3: manifests[3]})] == []
    path.write_text(SPINES.replace("volume: 1}", "volume: 1, spines: [0.25in]}") + "cover: {}\n")
    assert [*one_spine_for_all(specs.load(path), manifests)] == []


def test_a_series_called_as_the_book_is_not_named_twice(tmp_path: Path) -> None:
    path = tmp_path / "rides.yaml"
    path.write_text(BOOK.replace("title: Rides", "title: Long Rides") + "cover: {}\n")
    spec = specs.load(path, 2)
    assert spec.book.subtitle == "Volume 2"
    assert spec.cover is not None
    shown = book_content(spec, spec.cover, [stand_ins(section) for section in spec.sections], spec.catalogue).texts
    assert (shown["title"], shown["series"], shown["volume"]) == ("Long Rides", "", "Volume 2")
