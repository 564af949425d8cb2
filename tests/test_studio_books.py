"""The books of a folder: renamed, copied, removed and put back, by the start of the studio and by the command."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from studio_data import PORT, SPEC, client_of

from bookmaker.api import starting
from bookmaker.base.errors import OutputError
from bookmaker.studio.library import Library
from bookmaker.studio.server import studio


def tree(folder: Path) -> dict[str, bytes]:
    """The files of a folder, with their bytes."""
    return {one.relative_to(folder).as_posix(): one.read_bytes() for one in folder.rglob("*") if one.is_file()}


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """Two books in one folder, and one in a folder of its own."""
    for name in ("first", "second", "third/book"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / f"{name}.yaml").write_text(SPEC.replace("title: Small", "title: Third, isbn: 978-0-306-40615-7"))
    files = {
        "own/shared.md": "both",
        "own/only.md": "first",
        "build/first/interior.pdf": "made",
        "bought.bank": "stock",
    }
    files |= {"third/own/page.md": "page", "third/stock.bank": "stock", "third/build/book/interior.pdf": "made"}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    for name, pages in (("first", "own/shared.md own/only.md"), ("second", "own/shared.md")):
        (tmp_path / f"{name}.yaml").write_text(f"{SPEC}# {pages}\n")
    return tmp_path


@pytest.mark.parametrize("name", ["first.yaml", "third/book.yaml"])
def test_a_removed_book_takes_its_files_along_and_comes_back_whole(shelf: Path, name: str) -> None:
    before = tree(shelf)
    gone = starting.remove_book(shelf, shelf / name)
    kept = {one for one in tree(shelf) if not one.startswith(starting.BIN)}
    own = {"first.yaml": {"first.yaml", "own/only.md", "build/first/interior.pdf"}}
    third = {"third/book.yaml", "third/own/page.md", "third/build/book/interior.pdf"}
    assert before.keys() - kept == own.get(name, third)
    assert [one.as_dict() for one in starting.removed_books(shelf)] == [gone.as_dict()]
    assert starting.restore_book(shelf, gone.name) == shelf / name and tree(shelf) == before


def test_a_removal_that_was_cut_off_is_taken_up_and_a_place_that_is_taken_is_left(
    shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, rename, moves = tree(shelf), Path.rename, iter(range(2))

    def cut_off(path: Path, target: Path) -> Path:
        if next(moves, None) is None:
            raise OSError("killed")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", cut_off)
    with pytest.raises(OSError, match="killed"):
        starting.remove_book(shelf, shelf / "third/book.yaml")
    monkeypatch.undo()
    # It is still a book, and not yet in the bin.
    assert shelf / "third/book.yaml" in dict(starting.books_under(shelf)) and not starting.removed_books(shelf)
    gone = starting.remove_book(shelf, shelf / "third/book.yaml")
    (shelf / "third/own").mkdir(parents=True, exist_ok=True)
    (shelf / "third/own/page.md").write_text("new")
    with pytest.raises(OutputError, match="is there again"):
        starting.restore_book(shelf, gone.name)
    (shelf / "third/own/page.md").unlink()
    starting.restore_book(shelf, gone.name)
    assert tree(shelf) == before


def test_the_command_does_with_books_what_the_start_does(shelf: Path, run: Any, tmp_path_factory: Any) -> None:
    state = tmp_path_factory.mktemp("state")
    library, before = Library(shelf, state, 1), Path.cwd()
    guard = studio(library)
    guard.port = PORT
    client = client_of(guard)

    def asked(what: str, path: str | None = None, title: str | None = None, name: str | None = None) -> Any:
        answer = client.post("/api/shelf", json={"what": what, "path": path, "title": title, "name": name})
        return answer.json() if answer.status_code == 200 else answer.status_code

    library.history.add(shelf / "third/book.yaml", "Edit", (shelf / "third/book.yaml").read_bytes())
    shown = asked("copy", "third/book.yaml", "Fourth")
    assert json.loads(run("books", "--json", "--copy", "third/book.yaml", "--title", "Fourth").out) == {
        "path": "fourth-2/book.yaml",
        "title": "Fourth",
        "removed": None,
    }
    assert shown == {"path": "fourth/book.yaml"} and tree(shelf / "fourth") == tree(shelf / "fourth-2")
    assert set(tree(shelf / "fourth")) == {"book.yaml", "own/page.md"}
    assert "isbn" not in (shelf / "fourth/book.yaml").read_text()
    # The folder bears the title of the book, so that it follows it; another folder stays.
    assert asked("rename", "third/book.yaml", "Fifth") == {"path": "fifth/book.yaml"}
    # What is known of it, such as the changes that can be undone, goes along.
    assert library.history.neighbour(shelf / "fifth/book.yaml", 0) is not None
    assert run("books", "--rename", "second.yaml", "--title", "Sixth").out == "second.yaml  Sixth\n"
    assert run("books", "--remove", "fifth/book.yaml").out.startswith("fifth/book.yaml  Fifth  (removed:")
    assert asked("restore", name="fifth~book.yaml") == {"path": "fifth/book.yaml"}
    listed = run("books", shelf).out.splitlines()
    assert "second.yaml  Sixth" in listed and "fifth/book.yaml  Fifth" in listed and len(listed) == 5
    for wrong in (["--remove", "none.yaml"], ["--copy", "second.yaml"], ["--title", "X"], ["--restore", "none"]):
        assert run("books", *wrong).code == 2, wrong
    for what, path, title in (("rename", "second.yaml", " "), ("burn", "second.yaml", "X"), ("remove", None, None)):
        assert asked(what, path, title) == 400
    assert (asked("remove", "../x.yaml"), asked("remove", "none.yaml")) == (422, 400)
    os.chdir(before)
    library.end()
