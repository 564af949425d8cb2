"""The whole way from a spec to the files of a book: the same every time, and as the manifest says."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import re
import shutil
import subprocess
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from conftest import PUZZLE, SOLUTION, Run, run_apart

import bookmaker
from bookmaker.base import language
from bookmaker.base.errors import SpecError, UnmetError
from bookmaker.cli import main
from bookmaker.formats.reading import parse
from bookmaker.logic.generation import maker
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.grading import grade
from bookmaker.logic.techniques.declare import Level
from bookmaker.publishing.book.making.build import ANSWERS, INTERIOR, MANIFEST, PROOF, RECORD, REPORT, build
from bookmaker.publishing.book.making.report import manifest
from bookmaker.publishing.book.pages.matter import roman
from bookmaker.publishing.book.spec import spec_file as specs

SPEC = """\
book: {title: Mixed Bag, subtitle: Of all sorts, author: A. Tester, publisher: P, year: 2026, isbn: 978-0-306-40615-7}
seed: 42
design: {style: said.yaml}
sections:
  - {title: Fours, puzzles: {size: 4, count: 7}, layout: six-up}
  - {title: Sixes, puzzles: {size: 6, count: 3, symmetry: mirror}, layout: four-up}
  - {title: Nines, intro: Some words., puzzles: {count: 5, difficulty: medium, symmetry: diagonal}}
  - {title: Crosses, puzzles: {kind: x, count: 3, difficulty: easy, symmetry: none}}
  - {title: Letters, puzzles: {from: letters.txt}, layout: six-up}
  - {title: Alone, puzzles: {count: 1, difficulty: hard, symmetry: none, minimal: true}, layout: one-up}
"""


LETTERS = """\
# Made with qqwing 1.3.4.
.513.......89.........528..78..4..5..9.....6..6..7..98..516.........72.......518.
.214...9.3.5..9.1...9.35.6.9...5.......9.4.......7...2.9.58.3...8.2..6.5.3...178.
"""


STYLE = """\
base: classic
labels: {left: "{puzzle}", answer_left: "{puzzle}", every_level: true, level_caps: false, level_tracking: 0}
"""
"""A style of the user's own, whose labels say everything."""


FRONT = 6
"""Pages of the front matter of this book; the body begins after them, on a right-hand page."""


def written(folder: Path, spec: str = SPEC) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "letters.txt").write_text(LETTERS)
    (folder / "said.yaml").write_text(STYLE)
    (folder / "mixed.yaml").write_text(spec)
    return folder / "mixed.yaml"


def digests(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}


@dataclass(frozen=True)
class Book:
    folder: Path
    told: str
    manifest: dict[str, Any]

    @property
    def puzzles(self) -> list[dict[str, Any]]:
        return list(self.manifest["puzzles"])

    def pages(self, name: str = INTERIOR) -> list[str]:
        """The text of each page, as a person reads it."""
        if shutil.which("pdftotext") is None:
            pytest.skip("pdftotext is not installed")
        done = subprocess.run(["pdftotext", "-layout", str(self.folder / name), "-"], capture_output=True, check=True)
        return done.stdout.decode().replace("\xa0", " ").split("\f")[:-1]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """The mixed book, built with two threads."""
    folder = tmp_path_factory.mktemp("mixed")
    written(folder)
    out, err = io.StringIO(), io.StringIO()
    with contextlib.chdir(folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        assert (main(["build", "mixed.yaml", "--jobs", "2"]), err.getvalue()) == (0, "")
    made = folder / "build" / "mixed"
    return Book(made, out.getvalue(), json.loads((made / MANIFEST).read_bytes()))


def test_the_same_book_from_another_process_place_and_hour(book: Book, tmp_path: Path) -> None:
    written(tmp_path / "specs")
    (tmp_path / "specs" / "mixed.yaml").touch()
    told = run_apart(
        "build", "../specs/mixed.yaml", "--jobs", "1", cwd=written(tmp_path / "elsewhere").parent,
        PYTHONHASHSEED="12345", TZ="Asia/Kathmandu", LC_ALL="C", LANG="C", SOURCE_DATE_EPOCH="1",
    )  # fmt: skip
    assert (told.code, told.err) == (0, "")
    assert digests(tmp_path / "elsewhere" / "build" / "mixed") == digests(book.folder)


def test_the_same_book_on_any_number_of_threads(book: Book, run: Run, tmp_path: Path) -> None:
    """Over an old book, and in a process that has made one before; the test above has one thread."""
    written(tmp_path)
    shutil.copytree(book.folder, "build/mixed")
    Path("build/mixed", ANSWERS).write_bytes(b"an older one")
    assert run("build", tmp_path / "mixed.yaml", "--jobs", 3).out == book.told
    assert digests(Path("build/mixed")) == digests(book.folder)


def test_another_seed_is_another_book(book: Book, run: Run, tmp_path: Path) -> None:
    written(tmp_path, SPEC.replace("seed: 42", "seed: 43"))
    assert run("build", "--no-proof", "mixed.yaml").code == 0
    other = json.loads(Path("build/mixed", MANIFEST).read_bytes())["puzzles"]
    assert len(other) == len(book.puzzles)
    for one, two in zip(book.puzzles, other, strict=True):
        assert (one["givens"] == two["givens"]) == (one["source"] is not None)


def test_what_a_section_holds_does_not_depend_on_the_next(book: Book, run: Run, tmp_path: Path) -> None:
    written(tmp_path, SPEC[: SPEC.index("  - {title: Crosses")])
    assert run("build", "--no-proof", "mixed.yaml").code == 0
    shorter = json.loads(Path("build/mixed", MANIFEST).read_bytes())["puzzles"]
    assert [puzzle["givens"] for puzzle in shorter] == [puzzle["givens"] for puzzle in book.puzzles[:15]]


def test_what_is_told_at_the_end(book: Book) -> None:
    counts = Counter(puzzle["label"] for puzzle in book.puzzles)
    first, *files = book.told.splitlines()
    assert first.startswith("Mixed Bag: 21 puzzles, each proven to have one solution (")
    for level, count in counts.items():
        assert f"{count} {level}" in first
    assert first.endswith(")")
    pages = book.manifest["pages"]
    assert re.fullmatch(rf"  build/mixed/interior.pdf  \(\d+ kB, {pages} pages\)", files[0])
    assert re.fullmatch(r"  build/mixed/answers.pdf  \(\d+ kB\)", files[1])
    assert re.fullmatch(r"  build/mixed/manifest.json  \(\d+ kB\)", files[2])
    kept = digests(book.folder)
    assert book.manifest["bookmaker"] == bookmaker.__version__
    assert book.manifest["files"] == {name: digest for name, digest in kept.items() if name != MANIFEST}


def test_manifest_fields(book: Book) -> None:
    assert set(book.manifest) == {
        *("title", "author", "language", "seed", "pages", "front_pages", "puzzles", "repairs", "bookmaker", "files")
    }
    assert (book.manifest["title"], book.manifest["author"], book.manifest["language"]) == (
        "Mixed Bag",
        "A. Tester",
        "en",
    )
    assert (book.manifest["seed"], book.manifest["front_pages"]) == (42, FRONT)
    assert book.manifest["pages"] % 2 == 0
    assert [puzzle["number"] for puzzle in book.puzzles] == list(range(1, 22))
    sections = ["Fours"] * 7 + ["Sixes"] * 3 + ["Nines"] * 5 + ["Crosses"] * 3 + ["Letters"] * 2 + ["Alone"]
    assert [puzzle["section"] for puzzle in book.puzzles] == sections
    assert [puzzle["size"] for puzzle in book.puzzles] == [4] * 7 + [6] * 3 + [9] * 11
    assert [puzzle["kind"] == "x" for puzzle in book.puzzles] == [section == "Crosses" for section in sections]
    fields = {
        "number", "section", "page", "answer_page", "file_page", "kind", "size", "givens", "solution", "seed", "source",
        "level", "label", "score", "hardest", "techniques", "rounds", "narrowest", "minutes", "minutes_80", "minutes_range",
        "basis",
    }  # fmt: skip
    for puzzle in book.puzzles:
        assert set(puzzle) == (fields if puzzle["source"] else fields | {"code"})
        assert puzzle["file_page"] == puzzle["page"] + FRONT
        assert (puzzle["seed"] is None) == (puzzle["source"] is not None)
    assert [puzzle["source"] for puzzle in book.puzzles[18:20]] == ["letters.txt:2", "letters.txt:3"]
    assert len({(puzzle["kind"], puzzle["givens"]) for puzzle in book.puzzles}) == 21


@pytest.mark.parametrize("asked", [False, True])
def test_the_manifest_has_the_estimates_of_other_graders_if_the_spec_asks(tmp_path: Path, asked: bool) -> None:
    spec = "book: {title: T, author: A}\nsections: [{title: S, puzzles: {from: p.txt}, layout: one-up}]\n"
    (tmp_path / "p.txt").write_text(PUZZLE)
    (tmp_path / "t.yaml").write_text(spec + "estimates: true\n" * asked)
    place = SimpleNamespace(page=1, answer_page=2, file_page=1)
    interior: Any = SimpleNamespace(
        assembled=SimpleNamespace(places=[place], interior=[], front=0), book=SimpleNamespace(numbers=lambda _: [[1]])
    )
    puzzle = parse(PUZZLE)[0]
    made = GradedPuzzle(puzzle, bytes(map(int, SOLUTION)), grade(puzzle), None)
    (found,) = json.loads(manifest(specs.load(tmp_path / "t.yaml"), [[made]], [interior]))["puzzles"]
    assert ("estimates" in found) == asked
    assert not asked or found["estimates"]["hodoku_level"] == "EASY"


def test_answers_and_grades_of_the_manifest(book: Book) -> None:
    levels = {"Fours": {"easy"}, "Sixes": {"easy"}, "Nines": {"medium"}, "Crosses": {"easy"}, "Alone": {"hard"}}
    for puzzle in book.puzzles:
        givens, solution = puzzle["givens"], puzzle["solution"]
        assert len(givens) == len(solution) == puzzle["size"] ** 2
        assert all(given in (".", digit) for given, digit in zip(givens, solution, strict=True))
        if puzzle["kind"] == "classic":
            grade = bookmaker.grade(givens)
            assert {name: puzzle[name] for name in ("level", "score", "hardest")} == {
                "level": grade.level, "score": grade.score, "hardest": grade.hardest,
            }  # fmt: skip
        assert puzzle["level"] in levels.get(puzzle["section"], {*map(str, Level)})


def test_puzzles_and_answers_stand_where_the_manifest_says(book: Book) -> None:
    words = language.load("en")

    def said(key: str, **fields: object) -> re.Pattern[str]:
        text = re.escape(words.text(key, **fields).replace("\xa0", " "))
        return re.compile(rf"(?<!\S){text}(?![\d])")

    pages = book.pages()
    assert len(pages) == book.manifest["pages"]
    for puzzle in book.puzzles:
        number = puzzle["number"]
        page, answers = pages[puzzle["file_page"] - 1], pages[FRONT + puzzle["answer_page"] - 1]
        assert said("number.puzzle", number=number).search(page)
        assert said("answer.on_page", page=puzzle["answer_page"]).search(page)
        assert said(f"level.{puzzle['level']}").search(page)
        assert said("answer.of_puzzle", number=number).search(answers)
        assert said("number.page", page=puzzle["page"]).search(answers)
        # And nowhere else.
        places = [index for index, text in enumerate(pages, 1) if said("number.puzzle", number=number).search(text)]
        assert places == [puzzle["file_page"], FRONT + puzzle["answer_page"]]
    # As many answer notes on a page as puzzles.
    for file_page, count in Counter(puzzle["file_page"] for puzzle in book.puzzles).items():
        assert len(re.findall(r"Answer on page \d+", pages[file_page - 1])) == count


def test_page_numbers(book: Book) -> None:
    def folio(page: str) -> str:
        lines = page.split()
        return lines[-1] if lines else ""

    pages = book.pages()
    # Title and copyright pages are counted, but show no number; the last page of the front matter is blank here.
    assert [folio(page) for page in pages[2:5]] == ["iii", "iv", "v"]
    assert not pages[5].strip()
    assert "vi" not in (folio(page) for page in pages[:2])
    body = [folio(page) for page in pages[FRONT:] if page.strip()]
    printed = [index for index, page in enumerate(pages[FRONT:], 1) if page.strip()]
    assert body == [str(number) for number in printed]
    # Short sections cost no empty page.
    assert printed == [*range(1, printed[-1] + 1)]
    # The contents name the page that each section opens on.
    contents = pages[2]
    for title in ("Fours", "Sixes", "Nines", "Crosses", "Letters", "Alone", "Answers"):
        (opener,) = [
            index for index, page in enumerate(pages[FRONT:], 1) if page.split()[:1] == [title] and "\n\n" in page
        ][:1]
        assert re.search(rf"^\s*{title}[\s.]*\s{opener}$", contents, re.MULTILINE), title
    for puzzle in book.puzzles:
        heads = pages[puzzle["file_page"] - 1].lstrip().split("\n")[0]
        assert puzzle["section"] in heads


def test_the_answer_key_alone(book: Book) -> None:
    pages = book.pages(ANSWERS)
    text = "\n".join(pages)
    assert [int(number) for number in re.findall(r"Puzzle (\d+)", text)] == list(range(1, 22))
    assert "Mixed Bag" in pages[0]
    assert not re.search(r"page \d", text)


def placed_digits(pdf: Path, page: int) -> list[tuple[float, float, str]]:
    """Each word of one digit on a page of a PDF: the middle of it, down and across, in points."""
    words = ["pdftotext", "-bbox", "-f", str(page), "-l", str(page), str(pdf), "-"]
    told = subprocess.run(words, capture_output=True, check=True, text=True).stdout
    word = re.compile(r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([1-9])</word>')
    return [((float(y) + float(b)) / 2, (float(x) + float(r)) / 2, digit) for x, y, r, b, digit in word.findall(told)]


def lines_of(places: list[float], apart: float) -> list[float]:
    """The different places, where those that are less than ``apart`` from each other are one."""
    found: list[float] = []
    for place in sorted(places):
        if not found or place - found[-1] > apart:
            found.append(place)
    return found


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext is not installed")
def test_the_digits_on_the_page_are_those_of_the_manifest(run: Run) -> None:
    Path("p.txt").write_text(PUZZLE)
    Path("one.yaml").write_text(
        "book: {title: One}\nsections: [{title: B, puzzles: {from: p.txt}, layout: one-up}]\nfront_matter: []\n"
    )
    assert run("build", "one.yaml").code == 0
    (puzzle,) = json.loads(Path("build/one", MANIFEST).read_bytes())["puzzles"]
    assert (puzzle["givens"], puzzle["solution"]) == (PUZZLE, SOLUTION)
    printed = {}
    for name, page in (("givens", puzzle["file_page"]), ("solution", puzzle["answer_page"])):
        digits = placed_digits(Path("build/one", INTERIOR), page)
        # Page and puzzle numbers stand in no row with others.
        rows = [[d for d in digits if abs(d[0] - down) < 3] for down in lines_of([d[0] for d in digits], 3)]
        rows = [row for row in rows if len(row) > 2]
        across = lines_of([x for row in rows for _, x, _ in row], 3)
        assert (len(rows), len(across)) == (9, 9)
        grid = ["."] * 81
        for index, row in enumerate(rows):
            for _, x, digit in row:
                column = min(range(9), key=lambda place: abs(across[place] - x))
                grid[9 * index + column] = digit
        printed[name] = "".join(grid)
    assert printed == {"givens": PUZZLE, "solution": SOLUTION}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("kind", "size"), [*(("classic", size) for size in (4, 6, 8, 9, 10, 12)), *(("x", size) for size in (4, 6, 8, 9))]
)
def test_kinds_and_sizes_make_a_book(kind: str, size: int, run: Run) -> None:
    wish = f"{{kind: {kind}, size: {size}, count: 2}}"
    Path("book.yaml").write_text(
        f"book: {{title: A, language: ru}}\nsections: [{{title: B, puzzles: {wish}, layout: one-up}}]\n"
    )
    told = run("build", "book.yaml")
    assert (told.code, told.err) == (0, "")
    made = json.loads(Path("build/book", MANIFEST).read_bytes())
    assert [(puzzle["kind"], puzzle["size"]) for puzzle in made["puzzles"]] == [(kind, size)] * 2


def test_front_matter_in_any_order_or_none(run: Run) -> None:
    Path("p.txt").write_text(PUZZLE)
    for front in ("[]", "[contents]", "[contents, title-page]", "[how-to-play, copyright, contents, title-page]"):
        Path("book.yaml").write_text(
            f"book: {{title: A}}\ndesign: {{openers: page}}\nsections: [{{title: B, puzzles: {{from: p.txt}}}}]\n"
            f"front_matter: {front}\n"
        )
        assert run("build", "--no-proof", "book.yaml").code == 0
        made = json.loads(Path("build/book", MANIFEST).read_bytes())
        assert made["front_pages"] % 2 == 0
        assert made["puzzles"][0]["page"] == 2
        assert made["puzzles"][0]["file_page"] == made["front_pages"] + 2


def test_roman_numerals() -> None:
    told = {
        1: "i",
        4: "iv",
        9: "ix",
        14: "xiv",
        49: "xlix",
        88: "lxxxviii",
        90: "xc",
        99: "xcix",
        444: "cdxliv",
        1999: "mcmxcix",
    }
    assert {number: roman(number) for number in told} == told
    assert "".join(roman(number) for number in (1000, 500, 100, 50, 10, 5, 1)) == "mdclxvi"


def test_the_python_face(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.txt").write_text(PUZZLE)
    (puzzle,) = bookmaker.read("p.txt")
    solved = bookmaker.solve(puzzle)
    assert solved.solution is not None
    assert bytes(map(int, SOLUTION)) == solved.solution == bookmaker.verify(PUZZLE).solution
    assert bookmaker.count_solutions([puzzle]).tolist() == [1]
    assert bookmaker.grade(PUZZLE).level == "beginner"
    (made,) = bookmaker.generate(1, difficulty="hard", seed=3)
    assert made.grade.level == "hard"
    Path("book.yaml").write_text("book: {title: A}\nsections: [{title: B, puzzles: {from: p.txt}}]\n")
    built = bookmaker.build("book.yaml")
    assert (built.puzzles, built.levels, built.folder) == (1, {"beginner": 1}, Path("build/book"))
    assert set(built.files) == {INTERIOR, ANSWERS, MANIFEST, PROOF, RECORD, REPORT}
    assert built.faults == ()
    for name, size in built.files.items():
        assert (built.folder / name).stat().st_size == size
    with pytest.raises(SpecError):
        bookmaker.build("none.yaml")
    monkeypatch.setattr(maker, "PATIENCE", 50)
    monkeypatch.setattr(maker, "SEEKING_PATIENCE", 50)
    with pytest.raises(UnmetError, match="puzzle 1 of 1 could not be made"):
        bookmaker.generate(1, givens=(79, 80), difficulty="hard")
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = bookmaker.nothing


def test_a_layout_that_cannot_fit_is_told_before_any_puzzle_is_made(tmp_path, monkeypatch):
    path = tmp_path / "book.yaml"
    path.write_text(
        "book: {title: T}\nsections:\n  - {title: S, puzzles: {size: 16, count: 9}, layout: one-up}\n"
        "answers: {layout: twelve-up}\n"
    )
    monkeypatch.setattr(
        "bookmaker.publishing.book.making.stock.fill_sections", lambda *_: pytest.fail("puzzles were made")
    )
    with pytest.raises(SpecError, match=r"book.yaml:4:10: the layout `twelve-up` leaves"):
        build(specs.load(path), 1)
    assert main(["check", str(path)]) == 3
