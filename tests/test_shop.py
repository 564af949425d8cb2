"""What is made of a finished book: the drawings of its puzzles with their answers, and the listing of a shop."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path

import jsonschema
import pytest
from PIL import Image

from bookmaker.api.record_schemas import json_schema
from bookmaker.base import language
from bookmaker.cli import main
from bookmaker.publishing.book.making import cover
from bookmaker.publishing.book.spec.spec_file import load
from bookmaker.publishing.documents.finished_book import listing_of

SPEC = """\
book: {title: Quiet Hours, subtitle: Für a rainy day, author: A. Tester, language: LANGUAGE}
seed: 5
output: out
front_matter: [title-page]
sections:
  - {title: Small, puzzles: {size: 4, count: 2, difficulty: easy}, symbols: animals}
  - {title: Crossed, puzzles: {kind: x, size: 4, count: 2, difficulty: easy}}
cover: {series: Rain, volume: 2}
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a spec whose book is built."""
    folder = tmp_path_factory.mktemp("shop")
    (folder / "book.yaml").write_text(SPEC.replace("LANGUAGE", "en"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cover, "FRONT_HEIGHT", 480)
        patch.chdir(folder)
        assert main(["build", "book.yaml", "--no-proof"]) == 0
    return folder


@pytest.fixture
def book(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, in which a test may change things; the current folder is beside it."""
    shutil.copytree(built, tmp_path / "own")
    monkeypatch.chdir(tmp_path / "own")
    (found,) = (one.parent for one in Path("out").glob("*/manifest.json"))
    return found


def test_each_puzzle_is_drawn_with_its_answer(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", str(book), "--formats", "svg,png,eps,pdf", "--dpi", "40", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["number"], row["section"], row["kind"]) for row in rows] == [
        (1, "Small", "classic"), (2, "Small", "classic"), (3, "Crossed", "x"), (4, "Crossed", "x"),
    ]  # fmt: skip
    for row in rows:
        jsonschema.validate(row, json_schema("export"))
    folder = book / "export"
    named = [name for row in rows for what in ("puzzle", "answer") for name in row[what].values()]
    assert sorted(["index.json", *named]) == sorted(path.name for path in folder.iterdir()) and len(named) == 32
    begins = {".svg": b"<svg", ".png": b"\x89PNG", ".eps": b"%!PS-Adobe", ".pdf": b"%PDF"}
    for name in named:
        assert (folder / name).read_bytes().startswith(begins[Path(name).suffix])
    # An answer has more signs than its puzzle, and the pictures of the book are drawn as such.
    shown, full = ((folder / f"001{end}.svg").read_text() for end in ("", "-answer"))
    assert len(full) > len(shown) and shown != (folder / "003.svg").read_text()
    # In other formats nothing of these is left; the answers may be left out.
    assert main(["export", str(book), "--no-answers", "--width", "50mm"]) == 0
    assert sorted(path.name for path in folder.iterdir()) == ["001.svg", "002.svg", "003.svg", "004.svg", "index.json"]
    assert "4 puzzles of 'Quiet Hours', each, as svg" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["BOOK", "--formats", "tiff"], 2, "unknown format 'tiff'; there are svg, png, eps, pdf"),
        (["BOOK", "--width", "2mm"], 2, "a drawing is from 10mm to 1000mm wide"),
        (["nowhere"], 4, "cannot be read: No such file"),
        (["book.yaml"], 4, "this is not the manifest of a book"),
    ],
)
def test_what_cannot_be_drawn_is_said_and_nothing_is_written(
    words: list[str], code: int, told: str, book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", *(str(book) if word == "BOOK" else word for word in words)]) == code
    assert told in capsys.readouterr().err
    assert not (book / "export").exists()


def test_a_puzzle_that_was_changed_on_disk_is_not_drawn(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = book / "manifest.json"
    held = json.loads(path.read_text())
    first = held["puzzles"][0]
    held["puzzles"][0] = {**first, "solution": held["puzzles"][1]["solution"]}
    path.write_text(json.dumps(held))
    assert main(["export", str(book)]) == 5
    assert "manifest.json" in capsys.readouterr().err
    held["puzzles"][0] = {**first, "givens": "." * 16}
    path.write_text(json.dumps(held))
    assert main(["export", str(book)]) == 5
    assert not (book / "export").exists()


def test_a_listing_has_the_front_spreads_a_sample_and_a_sheet(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["listing", str(book), "--json"]) == 0
    out = capsys.readouterr().out
    assert "Für a rainy day" in out  # Letters are written as they are, here as in other records.
    told = json.loads(out)
    jsonschema.validate(told, json_schema("listing"))
    assert told.keys() == json_schema("listing")["properties"].keys()
    assert {key: told[key] for key in ("title", "subtitle", "series", "volume", "trim", "puzzles", "kinds", "sections")} == {
        "title": "Quiet Hours", "subtitle": "Für a rainy day", "series": "Rain", "volume": 2, "trim": [6.0, 9.0], "puzzles": 4,
        "kinds": {"classic": 2, "x": 2}, "sections": {"Small": 2, "Crossed": 2},
    }  # fmt: skip
    assert (
        sum(told["levels"].values()) == 4 and told["pages"] == json.loads((book / "manifest.json").read_text())["pages"]
    )
    assert told["keywords"][:2] == ["x sudoku", "easy sudoku"] and len(told["keywords"]) == 7
    assert told["description"].startswith("Sharpen a pencil.\nThis book holds 4 puzzles")
    assert [one["code"] for one in told["warnings"]] == ["sudoku"]
    folder = book / "listing"
    assert sorted(path.name for path in folder.iterdir()) == told["files"]
    for name, wide in (("front-160.png", 160), ("front-500.png", 500), ("front-1600.jpg", 1600)):
        front = Image.open(folder / name)
        assert front.width == wide and front.height == pytest.approx(wide * 1.5, rel=0.01)
    spread = Image.open(folder / "spread-1.png")
    assert spread.height == 1200 and spread.width == pytest.approx(2 * 800, abs=6)
    text = (folder / "listing.txt").read_text(encoding="utf-8")
    assert "Title: Quiet Hours\n" in text and "Trim: 6x9in\n" in text and "The title does not say Sudoku" in text
    # The same twice, and by the name of the spec.
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert main(["listing", "book.yaml"]) == 0
    assert before == {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_listing_is_of_the_files_that_the_manifest_names(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = io.BytesIO()
    Image.new("RGB", (20, 30)).save(picture, "PNG")
    (book / "cover-front.png").write_bytes(picture.getvalue())
    assert main(["listing", str(book)]) == 4
    assert "this is not the file that the manifest beside it names (build the book again)" in capsys.readouterr().err
    assert not (book / "listing").exists()
    (book / "cover-front.png").unlink()
    assert main(["listing", str(book)]) == 4
    assert "cover-front.png: cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("es", "El título no dice «sudoku»"),
        ("fr", "Le titre ne dit pas «\u00a0sudoku\u00a0»"),
        ("ru", "В названии нет слова «судоку»"),
    ],
)
def test_a_sheet_is_in_the_language_of_its_book_also_without_its_spec(
    code: str, said: str, book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = book / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "language": code}))
    Path("book.yaml").unlink()
    assert main(["listing", str(book)]) == 0
    assert said in capsys.readouterr().out
    assert [one["code"] for one in json.loads((book / "listing" / "listing.json").read_text())["warnings"]] == [
        "sudoku",
        "spec",
    ]


@pytest.mark.parametrize(
    ("more", "size", "readers"),
    [
        ("design: {style: children}", 6, "children"),
        ("design: {style: children}", 9, "children"),
        ("design: {style: large-print}", 9, "adults"),
        ("design: {style: large-print}", 4, "adults"),
        ("design: {style: classic}", 9, "adults"),
        # A sheet for a class, or a book of small grids for anybody.
        ("page: {name_line: true}", 9, ""),
        ("design: {style: classic}", 6, ""),
    ],
)
@pytest.mark.parametrize("code", ["en", "es", "ru"])
def test_keywords_name_the_readers_where_the_spec_says_who_they_are(
    code: str, more: str, size: int, readers: str
) -> None:
    order = f"puzzles: {{size: {size}, count: 1}}"
    data = f"book: {{title: T, language: {code}}}\n{more}\nsections: [{{title: S, {order}}}]\n"
    spec = load("book.yaml", data=data.encode())
    record = {"kind": "classic", "size": size, "level": "easy", "section": "S"}
    held = {"title": "T", "language": code, "puzzles": [record], "pages": 8, "files": []}
    words = language.load(code)
    for known, wanted in ((spec, readers), (None, "")):
        found = listing_of(held, known).keywords
        said = [name for name in ("children", "adults") if words.text(f"listing.{name}").lower() in found]
        assert said == [wanted] * bool(wanted)
