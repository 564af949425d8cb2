"""The report of a desk: every letter that has to be answered is in it, with its file, its faults, a mend and a reply."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pypdfium2
import pytest
from conftest import PUZZLE, SOLUTION, Run, scaled
from desk_data import Letters, letters, rows

from bookmaker.base.errors import Fault, Place
from bookmaker.cli.verify import REPORTS
from bookmaker.formats.base.source import of_table_cell
from bookmaker.formats.reading import parse
from bookmaker.publishing.documents import desk_report
from bookmaker.publishing.submissions.desk import Desk, Letter
from bookmaker.publishing.submissions.loose_answers import LooseAnswers

OTHER = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Letters:
    """Twenty letters; in a thorough run two hundred, of which 28 have something wrong."""
    few = scaled(1, 0)
    fine, typo, foreign, crossed, rule = (12, 3, 2, 2, 1) if few else (172, 10, 8, 5, 5)
    where = tmp_path_factory.mktemp("desk") / "letters"
    return letters(where, fine, 4, typo=typo, foreign=foreign, crossed=crossed, rule=rule)


def table_of(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8-sig"))))


def test_every_wrong_letter_of_a_folder_is_named_with_its_file(folder: Letters, tmp_path: Path, run: Run) -> None:
    done = run("verify", "--json", str(folder.folder), "--report", str(tmp_path / "desk.csv"))
    found = [json.loads(line) for line in done.out.splitlines()]
    wrong = {
        kind: [row for row in found if Path(row["source"].split(":")[0]).name in files]
        for kind, files in folder.files.items()
    }
    for kind, status in (("typo", {"none", "broken"}), ("foreign", {"answer"}), ("crossed", {"answer"})):
        for name in folder.files[kind]:
            mine = [row["status"] for row in wrong[kind] if name in row["source"]]
            assert status & set(mine), (kind, name)
            assert kind != "crossed" or mine.count("answer") == 2
    for name in folder.files["rule"]:
        assert any("another world" in json.dumps(row) for row in wrong["rule"] if name in row["source"])
    assert all(row["status"] in ("proper", "note") for row in wrong["fine"])
    # The report has the same.
    answered = {Path(row["File"]).name for row in table_of(tmp_path / "desk.csv") if row["Verdict"] != "in order"}
    assert answered >= {name for kind in ("typo", "foreign", "crossed") for name in folder.files[kind]}
    assert not answered.intersection(folder.files["fine"])


def test_a_mixed_folder_finds_as_many_typing_errors_as_each_file_alone(folder: Letters, run: Run) -> None:
    together = [json.loads(line) for line in run("fix", "--json", str(folder.folder)).out.splitlines()]
    for name in folder.files["typo"]:
        path = str(folder.folder / name)
        alone = json.loads(run("fix", "--json", path).out.splitlines()[0])
        assert alone["corrections"] and alone in together


@pytest.mark.parametrize("code", ["de", "en", "es", "fr", "ru"])
def test_a_report_for_screens_is_one_file_with_drawings_and_replies(
    folder: Letters, tmp_path: Path, run: Run, code: str
) -> None:
    path = tmp_path / "desk.html"
    run("verify", str(folder.folder), "--report", str(path), "--language", code)
    text = path.read_text(encoding="utf-8")
    answered = sum(len(folder.files[kind]) for kind in ("typo", "foreign")) + 2 * len(folder.files["crossed"])
    assert answered <= text.count("<article") <= answered + len(folder.files["rule"])
    assert text.count("<svg") >= answered + len(folder.files["typo"]) and text.count("<blockquote>") == text.count(
        "<article"
    )
    assert not re.findall(r"""(?:src|href)=|@import|url\(|<script""", text)
    assert {"de": "Vielen Dank", "en": "Thank you", "es": "Gracias por", "fr": "Merci pour", "ru": "Спасибо за"}[
        code
    ] in text
    assert not re.search(r"\{[a-z_]+\}|None|desk\.", text)
    if code == "en":  # The same letters give the same bytes.
        again = tmp_path / "again.html"
        run("verify", str(folder.folder), "--report", str(again), "--language", code)
        assert again.read_bytes() == path.read_bytes()


def test_a_report_on_paper_has_the_drawings_and_names(folder: Letters, tmp_path: Path, run: Run) -> None:
    path = tmp_path / "desk.pdf"
    run("verify", str(folder.folder), "--report", str(path))
    document = pypdfium2.PdfDocument(path)
    text = "".join(page.get_textpage().get_text_range() for page in document)
    assert all(name in text for kind in ("typo", "foreign", "crossed") for name in folder.files[kind])


def letter(text: str, name: str = "anna.txt") -> Letter:
    """The only letter of a text of one puzzle, judged."""
    from bookmaker.logic.verify.check import check
    from bookmaker.puzzles.rules import geometry

    desk = Desk()
    for puzzle in parse(text, name):
        desk.judged(check(puzzle), geometry())
    (found,) = desk.letters([], LooseAnswers(), [], None)
    return found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (PUZZLE, "It has exactly one solution, and we are glad to have it."),
        (PUZZLE[:70] + "." * 11, "added it would have exactly one"),
        (PUZZLE.replace("5", "4", 1), "as it came to us it has no solution"),
        (SOLUTION, "full grid"),
        (f"{PUZZLE},{SOLUTION[:-1]}8", "The answer beside it is not its solution"),
    ],
)
def test_a_reply_says_what_the_sender_should_do(text: str, words: str) -> None:
    found = letter(text)
    assert words.lower() in desk_report.Words("en").reply(found).lower()
    for code in ("es", "ru"):
        assert desk_report.Words(code).reply(found) != desk_report.Words("en").reply(found)


def test_an_unreadable_letter_is_a_row_of_its_own() -> None:
    desk = Desk()
    for line, path in ((3, "a.txt"), (5, "a.txt"), (40, "a.txt"), (None, "12-b_c.txt")):
        desk.unread(Fault("8 cells", Place(path, line)))
    found = desk.letters([], LooseAnswers(), [], None)
    assert [(one.who, one.status, len(one.said)) for one in found] == [
        ("a", "unreadable", 2),
        ("a", "unreadable", 1),
        ("b c", "unreadable", 1),
    ]
    assert (
        b"could not read it" in desk_report.page(found, "en") and len(desk_report.pages(found, "en", (595, 842))) == 1
    )


def test_the_name_above_a_puzzle_is_that_of_its_sender(tmp_path: Path, run: Run) -> None:
    """Several letters in one file each keep their own; the first line of a mail is a name, too."""
    texts = {
        "mail.txt": f"From: Ann\nPuzzle of the Month\n{PUZZLE}\n\nFrom: Bob\n{OTHER}\n",
        "names.txt": f"By: Ann\n\n{PUZZLE}\n\nBy: Bob\n\n{OTHER}\n",
        "signed.txt": f"{PUZZLE}\n\nFrom: Ann\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        run("verify", tmp_path / name, "--report", tmp_path / "r.csv")
        table = table_of(tmp_path / "r.csv")
        assert [row["From"] for row in table] == ["Ann", "Bob"][: len(table)], name
        assert not any("Ann" in row["Puzzle"] for row in table)


def test_the_table_runs_no_formula_and_keeps_its_numbers(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "=cmd|'x'.txt"
    path.write_text(f"=HYPERLINK(1) of Anna\n{rows(PUZZLE)}\n@SUM(A1) Answer\n{rows(SOLUTION)}", encoding="utf-8")
    (tmp_path / "full.txt").write_text(SOLUTION, encoding="utf-8")
    run("verify", str(tmp_path), "--report", str(tmp_path.parent / "desk.csv"))
    raw = list(csv.reader(io.StringIO((tmp_path.parent / "desk.csv").read_bytes().decode("utf-8-sig"))))
    assert all(not cell.startswith(("=", "+", "-", "@", "\t", "\r")) for row in raw for cell in row)
    assert all(not (len(cell) > 10 and cell.isdigit()) for row in raw for cell in row)
    assert any(of_table_cell(cell).startswith("=cmd") for row in raw for cell in row)


def test_a_report_has_a_known_ending_and_spares_what_is_read(tmp_path: Path, run: Run) -> None:
    assert REPORTS == desk_report.ENDINGS
    source = tmp_path / "p.csv"
    source.write_text(PUZZLE, encoding="utf-8")
    assert run("verify", str(source), "--report", "desk.doc").code == 2
    assert run("verify", str(source), "--report", str(source)).code == 2
    assert source.read_text(encoding="utf-8") == PUZZLE


def test_a_proof_sheet_names_faults_and_marks_cells_where_nothing_was_mended() -> None:
    from bookmaker.base.language import load
    from bookmaker.logic.repair.fixes import fix
    from bookmaker.publishing.documents.repair_sheet import mend_diagrams, proof_pages

    (wrong,) = parse(PUZZLE.replace("5", "4", 1))
    fixed = fix(wrong)
    (before,) = mend_diagrams(fixed, 1, load("es"))
    assert fixed.result is None and "La misma cifra está" in before.text and "f1c1" in before.text
    assert {cell for cell, _ in before.picture.tiles} >= {cell for fault in fixed.faults for cell in fault.cells}
    several = [fix(one) for one in parse("\n\n".join(PUZZLE[:70].translate(table) + "." * 11 for table in TABLES))]
    assert len(several) == 6 and len(proof_pages(several, "en", (595.3, 841.9))) == 1


TABLES = [str.maketrans("123456789", "".join("123456789"[(at + step) % 9] for at in range(9))) for step in range(6)]


def test_a_report_counts_puzzles_as_verify_does(tmp_path: Path, run: Run) -> None:
    for name, text in (("a", PUZZLE), ("b", f"{PUZZLE[:-1]}\n"), ("c", "55" + "." * 79)):
        (tmp_path / f"{name}.txt").write_text(text)
    told = run("verify", str(tmp_path), "--report", "desk.html")
    assert told.out.splitlines()[-1].startswith("2 puzzles: 1 proper, 1 broken") and "1 could not be read" in told.out
    counts = re.findall(r"<dt>([^<]+)</dt><dd>([0-9]+)</dd></div>", Path("desk.html").read_text(encoding="utf-8"))
    assert dict(counts) == {"Files": "3", "Puzzles": "2", "Ready to print": "1", "To be answered": "2"}
