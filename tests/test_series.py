"""Books beside other books: their folders, their seeds, and what stays when a spec is changed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from conftest import Run

from bookmaker.base import seeds
from bookmaker.publishing.book.making import stock
from bookmaker.publishing.book.spec import spec_file as specs

ONE = "book: {title: One}\nsections: [{title: A, puzzles: {size: 4, count: 2}}]\n"


def sections_of(path: Path, text: str) -> dict[str, list[str]]:
    """The givens of each section by its title, in the order in which they were made."""
    path.write_text(text)
    spec = specs.load(path)
    made = stock.fill_sections(spec.sections, spec.seed, 1, lambda *_: None)
    return {one.title: [str(item.puzzle) for item in own] for one, own in zip(spec.sections, made, strict=True)}


def test_two_specs_of_one_name_have_a_folder_each(run: Run) -> None:
    for name in ("vol1", "vol2"):
        assert run("init", name).code == 0
        assert specs.load(Path(name, "book.yaml")).destination == Path("build", name)
    Path("vol1/book.yaml").write_text(ONE)
    told = run("build", "vol1/book.yaml")
    assert "build/vol1/interior.pdf" in told.out
    assert "bookmaker lock vol1/book.yaml" in told.out


def test_the_folder_of_another_book_is_refused_unless_it_is_to_be_replaced(run: Run) -> None:
    for folder, text in (("a", ONE), ("b", ONE.replace("One", "Two"))):
        Path(folder).mkdir()
        Path(folder, "mine.yaml").write_text(text)
    assert run("build", "a/mine.yaml").code == 0
    before = {path: path.read_bytes() for path in Path("build/mine").iterdir()}
    for words in (["build"], ["build", "--draft", "2"], ["cover"]):
        told = run(*words, "b/mine.yaml")
        assert told.code in (3, 7)
        assert {path: path.read_bytes() for path in Path("build/mine").iterdir()} == before
    told = run("build", "b/mine.yaml")
    assert told.faults == [
        "build/mine: this folder holds another book, 'One' of a/mine.yaml (change `output` of this spec, or replace that book "
        "with --replace)"
    ]
    # A spec may be edited, and its book built again.
    Path("a/mine.yaml").write_text(ONE.replace("One", "First"))
    assert run("build", "a/mine.yaml").code == 0
    assert run("build", "b/mine.yaml", "--replace").code == 0
    assert json.loads(Path("build/mine/manifest.json").read_bytes())["title"] == "Two"
    assert run("build", "a/mine.yaml").code == 7
    # A book of an earlier version has no record of its spec: its title decides.
    Path("build/.bookmaker/mine").unlink()
    assert run("build", "a/mine.yaml").code == 7
    assert run("build", "b/mine.yaml").code == 0


def test_a_seed_is_drawn_and_kept(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(range(100, 200))
    monkeypatch.setattr(seeds, "drawn", lambda: next(drawn))
    Path("b.yaml").write_text(f"# Mine.\n{ONE}")
    told = run("build", "b.yaml")
    manifest = Path("build/b/manifest.json").read_bytes()
    (seed,) = re.findall(r"the spec has no seed; (\d+) was drawn", told.out)
    assert json.loads(manifest)["seed"] == int(seed)
    assert run("lock", "b.yaml").code == 0
    assert Path("b.yaml").read_text() == f"# Mine.\nseed: {seed}\n{ONE}"
    assert "was drawn" not in run("build", "b.yaml").out
    assert Path("build/b/manifest.json").read_bytes() == manifest
    assert "already" in run("lock", "b.yaml").out
    Path("flow.yaml").write_text("{book: {title: A},\n sections: [{title: A, puzzles: {size: 4, count: 1}}]}")
    assert run("lock", "flow.yaml").code == 0
    assert specs.load("flow.yaml").own_seed is not None
    run("init", "x")
    run("init", "y")
    assert specs.load("x/book.yaml").seed != specs.load("y/book.yaml").seed


def test_drawn_seeds_differ() -> None:
    from importlib import reload

    assert len({reload(seeds).drawn() for _ in range(20)}) == 20


def test_sections_keep_their_puzzles_when_others_come_or_go(tmp_path: Path) -> None:
    path = tmp_path / "b.yaml"
    head = "book: {title: B}\nseed: 7\nsections:\n"
    easy, hard = "- {title: Easy, puzzles: {count: 6}}\n", "- {title: Hard, puzzles: {count: 4, difficulty: hard}}\n"
    lesson = "- {lesson: pointing, practice: 2}\n"
    old = sections_of(path, head + easy + hard + lesson)
    new = sections_of(path, head + hard + "- {title: New, puzzles: {count: 5}}\n" + lesson + easy)
    assert {name: new[name] for name in old} == old
    assert not set(new["New"]) & set(old["Easy"])
    more = sections_of(path, head + easy.replace("6", "9") + hard)
    assert more["Easy"][:6] == old["Easy"]
    assert more["Hard"] == old["Hard"]
    # The name that puzzles follow from may be written down, so that the title can change.
    named = sections_of(path, head + easy.replace("title: Easy", "title: Leicht, id: Easy"))
    assert named["Leicht"] == old["Easy"]


def test_sections_of_one_name_differ_and_ids_must(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "b.yaml"
    twice = "book: {title: B}\nseed: 7\nsections:\n" + 2 * "- {title: Easy, puzzles: {count: 3}}\n"
    path.write_text(twice)
    made = stock.fill_sections(specs.load(path).sections, 7, 1, lambda *_: None)
    seeds_of = [[item.seed for item in own] for own in made]
    assert not set(seeds_of[0]) & set(seeds_of[1])
    path.write_text(twice.replace("title: Easy", "title: Easy, id: e"))
    assert "another section has the id 'e'" in run("check", path).err
