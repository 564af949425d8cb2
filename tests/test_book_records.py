"""What a book leaves behind beside its pages: its manifest, whose folder it is, its seed, what became of puzzles from files."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from book_data import loaded
from conftest import PUZZLE
from typeset_data import filled, givens

from bookmaker.base.errors import Fault, OutputError, Place, SpecError
from bookmaker.formats import parse
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.publishing.book.making import folders as locking
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.folders import MANIFEST, built_seed, record_owner, require_own
from bookmaker.publishing.book.making.report import manifest
from bookmaker.publishing.book.making.stock import Repaired, as_graded, stand_ins, taken_in
from bookmaker.publishing.book.pages.slots import Dressed
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.publishing.book.spec.spec_file import Spec
from bookmaker.publishing.book.spec.symbol_keys import SymbolWish
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry
from bookmaker.version import VERSION

BOOK = """book: {title: Té, author: Ann, language: es}
seed: 5
number_from: 3
sections:
- {title: One, puzzles: {count: 2, size: 6}}
- {title: Two, number_from: 20, puzzles: {from: 'p*.txt'}}
"""


def spec_of(folder: Path, more: str = "") -> Spec:
    (folder / "p.txt").write_text(PUZZLE)
    return loaded(folder, BOOK + more)


def made(spec: Spec) -> list[list[GradedPuzzle]]:
    grid = geometry("classic", 6)
    one = replace(as_graded(Puzzle(grid, givens(grid))), solution=filled(grid), seed=11)
    symbols = SymbolWish("word", "BARKED").made(6, spec.catalogue)
    word = Dressed(one.puzzle, one.solution, one.grade, 12, symbols)
    caged = Puzzle(geometry("killer", 4), bytes(16), cages=(Cage((0, 1), 5),), source=Place("/deep/in/p.txt", 4, 2))
    return [[one, word], [as_graded(caged)]]


def interior(spec: Spec, name: str = "kdp") -> Any:
    places = [SimpleNamespace(page=page, answer_page=page + 10, file_page=page + 4) for page in (1, 2, 5)]
    assembled = SimpleNamespace(places=places, interior=range(30), front=4)
    setup = SimpleNamespace(edition=SimpleNamespace(printer=SimpleNamespace(name=name)))
    return SimpleNamespace(
        book=book_of(spec),
        assembled=assembled,
        setup=setup,
        as_dict=lambda first: {"file": name, "like": first is not None},
    )


def test_a_manifest_says_of_each_puzzle_where_it_is_and_where_it_came_from(tmp_path: Path) -> None:
    spec = spec_of(tmp_path)
    files = {"interior.pdf": b"pdf", MANIFEST: b"old"}
    repaired: Any = [SimpleNamespace(as_dict=lambda: {"section": "Two"})]
    content = manifest(spec, made(spec), [interior(spec)], repaired, files)
    assert content.endswith(b"}\n") and b"T\xc3\xa9" in content and b'\n "bookmaker"' in content
    book = json.loads(content)
    puzzles = book.pop("puzzles")
    assert book == {
        "bookmaker": VERSION,
        "files": {"interior.pdf": hashlib.sha256(b"pdf").hexdigest()},
        "title": "Té",
        "author": "Ann",
        "language": "es",
        "seed": 5,
        "pages": 30,
        "front_pages": 4,
        "repairs": [{"section": "Two"}],
    }
    assert list(book) == [
        "bookmaker",
        "files",
        "title",
        "author",
        "language",
        "seed",
        "pages",
        "front_pages",
        "repairs",
    ]
    where = ["number", "section", "page", "answer_page", "file_page", "kind", "size", "seed", "source"]
    assert [[one[key] for key in where] for one in puzzles] == [
        [3, "One", 1, 11, 5, "classic", 6, 11, None],
        [4, "One", 2, 12, 6, "classic", 6, 12, None],
        [20, "Two", 5, 15, 9, "killer", 4, None, "p.txt:4"],
    ]
    grid = geometry("classic", 6)
    assert puzzles[0]["givens"] == "".join(str(digit) if digit else "." for digit in givens(grid))
    assert puzzles[0]["solution"] == "".join(map(str, filled(grid)))
    assert not {"cages", "clues", "regions", "symbols", "word"} & set(puzzles[0])
    assert (puzzles[1]["symbols"], puzzles[1]["word"]) == (list("BARKED"), "BARKED")
    assert puzzles[2]["cages"] == [{"sum": 5, "cells": ["r1c1", "r1c2"]}] and "symbols" not in puzzles[2]
    assert {"level", "score", "hardest", "techniques", "minutes"} <= set(puzzles[0])
    # Pictures have no word.
    animals = SymbolWish("animals").made(6, spec.catalogue)
    first = made(spec)[0][0]
    shown = [[Dressed(first.puzzle, first.solution, first.grade, 1, animals)] * 2, made(spec)[1]]
    (pictured, *_) = json.loads(manifest(spec, shown, [interior(spec)]))["puzzles"]
    assert pictured["symbols"] == list(animals.names) and "word" not in pictured


def test_a_manifest_names_the_volume_and_the_printers(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, "series: {name: Rides, volume: 3}\nprint: {for: [kdp, ingramspark]}\ndate: 2026-11-22\n")
    book = json.loads(manifest(spec, made(spec), [interior(spec), interior(spec, "ingramspark")]))
    assert (book["series"], book["volume"], book["seed"], book["files"], book["repairs"]) == ("Rides", 3, 5, {}, [])
    assert book["printers"] == {
        "kdp": {"file": "kdp", "like": True},
        "ingramspark": {"file": "ingramspark", "like": True},
    }


# Whose folder it is.


def owned(folder: Path, name: str, title: str = "Same", more: str = "") -> Spec:
    (folder / f"{name}").mkdir(exist_ok=True)
    path = folder / name / "mine.yaml"
    path.write_text(
        f"book: {{title: {title}}}\noutput: {folder}/out\n{more}sections: [{{title: A, puzzles: {{count: 1}}}}]\n"
    )
    return specs.load(path)


def build_of(spec: Spec, title: str | None, seed: object = 7) -> None:
    spec.destination.mkdir(parents=True, exist_ok=True)
    (spec.destination / MANIFEST).write_text(json.dumps({"title": title, "seed": seed}))


def test_a_folder_belongs_to_the_spec_that_is_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    one, other = owned(tmp_path, "a"), owned(tmp_path, "b")
    assert one.destination == other.destination
    require_own(one, replace=False)
    build_of(one, "Same")
    # Without a record the title decides.
    require_own(other, replace=False)
    with pytest.raises(OutputError) as caught:
        require_own(owned(tmp_path, "b", "Else"), replace=False)
    (fault,) = caught.value.faults
    assert fault.message == "this folder holds another book, 'Same'"
    assert fault.advice == "change `output` of this spec, or replace that book with --replace"
    assert fault.place == Place(str(one.destination))
    record_owner(one)
    record = tmp_path / "out" / ".bookmaker" / "mine"
    assert record.read_text() == "../../a/mine.yaml\n"
    require_own(one, replace=False)
    require_own(owned(tmp_path, "a", "New title"), replace=False)
    with pytest.raises(OutputError) as caught:
        require_own(other, replace=False)
    assert caught.value.faults[0].message == f"this folder holds another book, 'Same' of {Path('a', 'mine.yaml')}"
    require_own(other, replace=True)
    # A spec that is gone was renamed, if its title is this one's.
    (tmp_path / "a" / "mine.yaml").unlink()
    require_own(other, replace=False)
    with pytest.raises(OutputError):
        require_own(owned(tmp_path, "b", "Else"), replace=False)
    record.write_text("\n")
    require_own(owned(tmp_path, "b", "Same"), replace=False)


@pytest.mark.parametrize("content", ["", "[]", "no JSON", '{"title": 3}', "{}"])
def test_a_manifest_without_a_title_is_nobodys(content: str, tmp_path: Path) -> None:
    one = owned(tmp_path, "a")
    build_of(one, "Same")
    (one.destination / MANIFEST).write_text(content)
    require_own(owned(tmp_path, "a", "Else"), replace=False)


@pytest.mark.parametrize(
    ("manifest_text", "seed"),
    [('{"title": "Same", "seed": 7}', 7), ('{"title": "Same", "seed": 0}', 0), ('{"title": "Same", "seed": "7"}', None),
     ('{"title": "Same"}', None), ("[]", None), ("no", None), ('{"title": "Else", "seed": 7}', None), (None, None)],
)  # fmt: skip
def test_the_seed_of_the_last_build_is_this_books(tmp_path: Path, manifest_text: str | None, seed: int | None) -> None:
    one = owned(tmp_path, "a")
    if manifest_text is not None:
        one.destination.mkdir(parents=True)
        (one.destination / MANIFEST).write_text(manifest_text)
    assert built_seed(one) == seed
    before = one.path.read_text()
    # A spec without a seed gets that one, or the one that was drawn.
    assert locking.lock(one) == (1 if seed is None else seed)
    assert one.path.read_text() == f"seed: {1 if seed is None else seed}\n{before}"


REST = "sections: [{title: A, puzzles: {count: 1}}]"


@pytest.mark.parametrize(
    ("text", "locked"),
    [
        (f"book: {{title: A}}\n{REST}\n", f"seed: 9\nbook: {{title: A}}\n{REST}\n"),
        (f"# Words.\n\nbook: {{title: A}}\n{REST}\n", f"# Words.\n\nseed: 9\nbook: {{title: A}}\n{REST}\n"),
        (f"  book: {{title: A}}\n  {REST}\n", f"  seed: 9\n  book: {{title: A}}\n  {REST}\n"),
        (f"book: {{title: A}}\r\n{REST}\r\n", f"seed: 9\r\nbook: {{title: A}}\r\n{REST}\r\n"),
        (f"{{book: {{title: A}}, {REST}}}\n", f"{{seed: 9, book: {{title: A}}, {REST}}}\n"),
        (f"seed: 4\nbook: {{title: A}}\n{REST}\n", None),
    ],
)
def test_a_seed_is_written_before_the_first_key(tmp_path: Path, text: str, locked: str | None) -> None:
    path = tmp_path / "book.yaml"
    path.write_bytes(text.encode())
    spec = replace(specs.load(path), drawn_seed=9)
    assert locking.lock(spec) == (4 if locked is None else 9)
    assert path.read_bytes() == (locked or text).encode()


def test_a_spec_with_no_place_for_the_seed_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "book.yaml"
    path.write_text("? book\n: {title: A}\n? sections\n: [{title: A, puzzles: {count: 1}}]\n")
    spec, before = specs.load(path), path.read_text()
    with pytest.raises(SpecError) as caught:
        locking.lock(spec)
    (fault,) = caught.value.faults
    assert (fault.message, fault.advice) == ("found no place for the seed", "write it yourself: `seed: 1`")
    assert fault.place == Place(str(path), 1, 3) and path.read_text() == before


# Puzzles of files.


def verdict(status: str, *messages: str, **more: Any) -> Any:
    (one,) = parse(PUZZLE)
    one = replace(one, source=Place("/deep/p.txt", 3, 1), **more)
    return SimpleNamespace(puzzle=one, faults=[Fault(message) for message in messages], status=status)


def fixed(**more: Any) -> Any:
    usual = {
        "puzzle": parse(PUZZLE)[0],
        "added": (),
        "sums": (),
        "cage_mend": None,
        "proven_minimal": False,
        "note": "",
    }
    return SimpleNamespace(**usual | more)


def part(total: int | None, *cells: int) -> Any:
    return SimpleNamespace(sum=total, cells=cells)


DONE: list[tuple[dict[str, Any], str]] = [
    ({"added": ((0, 5), (80, 9))}, "added r1c1=5, r9c9=9"),
    ({"added": ((1, 3),), "proven_minimal": True}, "added r1c2=3; proven the fewest"),
    ({"added": ((1, 3),), "note": "perhaps fewer"}, "added r1c2=3; perhaps fewer"),
    ({"added": ((1, 3),), "note": "perhaps fewer", "proven_minimal": True}, "added r1c2=3; proven the fewest"),
    (
        {"sums": (SimpleNamespace(new=7, cells=(0, 1)), SimpleNamespace(new=12, cells=(9,)))},
        "gave cages sums: 7 in r1c1 r1c2, 12 in r2c1",
    ),
    (
        {
            "cage_mend": SimpleNamespace(
                kind="cut", new=(SimpleNamespace(sum=7, cells=(0, 1)), SimpleNamespace(sum=None, cells=(9,)))
            )
        },
        "changed cages (cut): now 7 in r1c1 r1c2, None in r2c1",
    ),
    ({"cage_mend": SimpleNamespace(kind="dropped", new=())}, "changed cages (dropped): now none"),
]


@pytest.mark.parametrize(("changes", "done"), DONE)
def test_what_was_mended_is_told(changes: dict[str, Any], done: str) -> None:
    one = Repaired("S", verdict("several", "it has 2 solutions", "it is odd"), fixed(**changes), "why")
    assert one.fault.message == f"it has 2 solutions; it is odd: mended: {done}"
    assert (one.fault.place, one.fault.advice) == (Place("/deep/p.txt", 3, 1), "why")


def test_what_was_left_out_is_told_and_listed() -> None:
    one = Repaired("S", verdict("none", "it has no solution", name="Ann"), None, "too many cells")
    assert one.fault.message == "it has no solution: left out of the book" and one.fault.advice == "too many cells"
    listed = {
        "section": "S",
        "source": "p.txt:3",
        "name": "Ann",
        "givens": PUZZLE,
        "status": "none",
        "faults": ["it has no solution"],
    }
    assert one.as_dict() == {**listed, "result": None}
    mended = {"result": "r", "added": [], "sums": [], "cages": [], "proven_minimal": True, "method": "m"}
    two = Repaired("S", one.verdict, SimpleNamespace(as_dict=lambda: mended))  # type: ignore[arg-type]
    assert two.as_dict() == {**listed, **{key: mended[key] for key in mended if key != "method"}}
    nowhere = SimpleNamespace(puzzle=replace(one.verdict.puzzle, source=None), faults=[], status="none")
    assert Repaired("S", nowhere, None).as_dict()["source"] is None  # type: ignore[arg-type]


def test_puzzles_of_files_are_taken_in_order_up_to_so_many() -> None:
    several = PUZZLE.replace("5", ".", 2).replace("3", ".", 2).replace("7", ".", 1)
    broken = "55" + PUZZLE[2:]
    (good,), (loose,), (wrong,) = parse(PUZZLE), parse(several), parse(broken)
    assert taken_in([good, wrong, loose], "none", "S", 2) == ([good, wrong], [])
    assert taken_in([good, wrong, loose], "none", "S", None) == ([good, wrong, loose], [])
    taken, left = taken_in([loose, good, wrong, good], "reject", "S", None)
    assert taken == [good, good]
    assert [(one.section, one.verdict.status, one.fixed, one.verdict.puzzle) for one in left] == [
        ("S", "several", None, loose),
        ("S", "broken", None, wrong),
    ]
    # What comes after the last that is wanted is not looked at.
    assert taken_in([good, wrong], "reject", "S", 1) == ([good], [])
    assert taken_in([wrong, good, wrong], "reject", "S", 1)[0] == [good]
    named = replace(loose, name="Ann", source=Place("p.txt", 7))
    taken, mended = taken_in([wrong, named], "add-givens", "S", None)
    assert [(one.name, one.source) for one in taken] == [("Ann", Place("p.txt", 7))]
    assert [one.fixed is None for one in mended] == [True, False]
    given = mended[1].fixed
    assert given is not None and given.result is not None and taken[0].givens == given.result.givens


# Stand-ins.


@pytest.mark.parametrize(
    ("wish", "level"),
    [("", "easy"), (", difficulty: any", "easy"), (", difficulty: hard", "hard"), (", hardest: x-wing", "hard"),
     (", hardest: naked-pair, difficulty: medium", "medium")],
)  # fmt: skip
def test_stand_ins_have_the_level_that_is_ordered(tmp_path: Path, wish: str, level: str) -> None:
    text = f"book: {{title: T}}\nsections:\n- {{title: A, puzzles: {{count: 3{wish}}}}}\n"
    (section,) = loaded(tmp_path, text).sections
    for ready in (0, 1, 2):
        made = stand_ins(section, ready)
        assert [one.grade.level for one in made] == [level] * (3 - ready)
    assert stand_ins(section, 3) == stand_ins(section, 9) == []
    one = stand_ins(section)[0]
    assert (one.puzzle.givens, one.puzzle.cages, one.seed) == (bytes(81), (), None)
    assert one.solution == bytes(cell % 9 + 1 for cell in range(81))
    assert (one.grade.score, one.grade.hardest, one.grade.techniques, one.grade.minutes) == (0, None, {}, None)


@pytest.mark.parametrize(
    ("kind", "size", "total"), [("killer", 9, 45), ("killer", 4, 10), ("jigsaw", 6, 0), ("kropki", 6, 0), ("toroidal", 6, 0)]
)  # fmt: skip
def test_stand_ins_have_regions_and_the_widest_sum(tmp_path: Path, kind: str, size: int, total: int) -> None:
    text = f"book: {{title: T}}\nsections:\n- {{title: A, puzzles: {{count: 1, kind: {kind}, size: {size}}}}}\n"
    (one,) = stand_ins(loaded(tmp_path, text).sections[0])
    ground = one.puzzle.geometry
    assert (ground.kind, ground.size, ground.clues or ()) == (kind, size, ())
    assert [(cage.cells, cage.sum) for cage in one.puzzle.cages] == ([((0, 1), total)] if total else [])
    if kind == "jigsaw":
        assert ground.regions == tuple(cell // size for cell in range(size * size))
    if kind == "toroidal":
        assert ground.regions is not None and sorted(ground.regions) == sorted(
            cell // size for cell in range(size * size)
        )
    assert stand_ins(spec_of(tmp_path).sections[1]) == []
