"""A puzzle for each day: the calendar, the files, and what stays the same."""

from __future__ import annotations

import itertools
import json
import re
import shutil
import subprocess
import xml.etree.ElementTree as Tree
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from conftest import Run, every_kind

from bookmaker import read
from bookmaker.base import dates, language
from bookmaker.base.dates import Day
from bookmaker.formats import FORMATS, parse
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.grading import grade
from bookmaker.printing.styles import style
from bookmaker.publishing.bank.bank import Bank
from bookmaker.publishing.bank.bank_tables import Filter
from bookmaker.publishing.documents.daily import Setting, day_files

SMALL = ("daily", "--size", "4", "--jobs", "1", "--trim", "60x90mm")


def files_of(folder: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}


def test_a_week_in_every_format_is_the_same_again_and_can_be_set(run: Run) -> None:
    words = (*SMALL, "--from", "2027-12-30", "--days", "4", "--seed", "3", "--formats", "pdf,svg,eps,txt,json")
    told = run(*words, "-o", "one")
    assert (told.code, told.faults) == (0, [])
    assert told.out.startswith("one: 4 days from 2027-12-30 to 2028-01-02, pdf, svg, eps, txt and json; seed 3")
    assert run(*words, "-o", "two", "--fresh").code == 0
    made = files_of("one")
    assert made == files_of("two")
    assert len(made) == 4 * 5 + 3
    held = json.loads(made["manifest.json"])
    days = [json.loads(made[f"{one['date']}.json"]) for one in held["puzzles"]]
    assert [one["date"] for one in days] == ["2027-12-30", "2027-12-31", "2028-01-01", "2028-01-02"]
    assert len({one["givens"] for one in days}) == 4
    assert days[0]["before"] is None
    for earlier, one in itertools.pairwise(days):
        assert one["before"] == {"date": earlier["date"], "solution": earlier["solution"]}
    shown = made["2028-01-01.txt"].decode()
    assert shown.startswith("Saturday, January 1, 2028\nEasy · ")
    assert "Answer: Friday, December 31, 2027" in shown
    # What a page layout program places has no letters that ask for a font.
    picture = Tree.fromstring(made["2028-01-01.svg"])
    assert {part.tag.rpartition("}")[2] for part in picture.iter()} <= {
        "svg",
        "path",
        "polyline",
        "polygon",
        "g",
        "rect",
    }
    assert float(picture.get("width", "").removesuffix("pt")) == pytest.approx(60 * 72 / 25.4, abs=0.01)
    eps = made["2028-01-01.eps"].decode("ascii")
    assert eps.startswith("%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 171 256\n")
    assert not re.search("findfont|setrgbcolor|showpage", eps)


@pytest.mark.skipif(shutil.which("gs") is None, reason="needs Ghostscript")
def test_eps_and_pdf_are_one_picture(run: Run) -> None:
    words = (*SMALL, "--from", "2027-01-04", "--days", "2", "--seed", "3", "--formats", "pdf,eps", "-o", "one")
    assert run(*words).code == 0
    grey = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dEPSCrop", "-sDEVICE=pgmraw", "-r300", "-dGraphicsAlphaBits=4"]
    pictures = []
    for ending in ("pdf", "eps"):
        command = [*grey, "-dTextAlphaBits=4", f"-sOutputFile={ending}.pgm", f"one/2027-01-05.{ending}"]
        subprocess.run(command, check=True, timeout=60)
        pixels = Path(f"{ending}.pgm").read_bytes().split(b"\n", 3)[3]
        pictures.append(len(pixels) * 255 - sum(pixels))
    # Of letters that are shapes Ghostscript blackens every pixel they touch.
    assert pictures[0] == pytest.approx(pictures[1], rel=0.04)


def test_a_bank_and_a_manifest_keep_the_years_apart(run: Run) -> None:
    words = (*SMALL, "--seed", "3", "--days", "3", "--formats", "txt")
    assert run(*words, "--from", "2027-01-01", "--bank", "my.bank", "-o", "a").code == 0
    assert run(*words, "--from", "2027-01-04", "--bank", "my.bank", "-o", "b").code == 0
    assert run(*words, "--from", "2027-01-04", "--after", "a/manifest.json", "-o", "c").code == 0
    assert files_of("b")["2027-01-04.txt"] == files_of("c")["2027-01-04.txt"]
    assert "Answer: Sunday, January 3, 2027" in files_of("b")["2027-01-04.txt"].decode()
    with Bank(Path("my.bank")) as bank:
        assert sum(stored.printed for stored in bank.find(Filter())) == 6
    # The same days again are the same files, and recorded once.
    before = files_of("a")
    assert run(*words, "--from", "2027-01-01", "--bank", "my.bank", "-o", "a").code == 0
    assert files_of("a") == before
    with Bank(Path("my.bank")) as bank:
        assert bank.statistics().printed == 6
    # Stock: what is in the bank and not printed comes first.
    assert run("bank", "add", "other.bank", "12.43...2....3.1").code == 0
    told = run(
        *words,
        "--from",
        "2030-01-01",
        "--bank",
        "other.bank",
        "--stock",
        "--week",
        "any",
        "--symmetry",
        "none",
        "-o",
        "d",
    )
    assert told.code == 0
    givens = [one["givens"] for one in json.loads(files_of("d")["manifest.json"])["puzzles"]]
    assert "12.43...2....3.1" in givens


def printed(bank: str) -> set[str]:
    with Bank(Path(bank)) as opened:
        return {str(stored.puzzle) for stored in opened.find(Filter()) if stored.printed}


def givens_of(folder: str) -> list[str]:
    return [one["givens"] for one in json.loads(files_of(folder)["manifest.json"])["puzzles"]]


def test_columns_of_a_day_are_recorded_beside_each_other(run: Run) -> None:
    words = (*SMALL, "--formats", "txt", "--days", "2", "--bank", "my.bank")
    assert run(*words, "--from", "2027-02-01", "--title", "Early", "--seed", "1", "-o", "a").code == 0
    assert run(*words, "--from", "2027-02-01", "--title", "Late", "--seed", "2", "-o", "b").code == 0
    assert run(*words, "--from", "2027-03-01", "--stock", "--seed", "3", "-o", "c").code == 0
    every = [*givens_of("a"), *givens_of("b"), *givens_of("c")]
    assert len(set(every)) == 6 and printed("my.bank") == set(every)
    # The answer of the day before is that of the column, which the title need not name.
    told = run(*words, "--from", "2027-02-03", "--title", "New", "--column", "Early", "--seed", "1", "-o", "d")
    assert told.code == 0
    assert json.loads(files_of("d")["manifest.json"])["column"] == "Early"
    held = json.loads(files_of("a")["manifest.json"])["puzzles"][1]["solution"]
    answer = files_of("d")["2027-02-03.txt"].decode().partition("Answer: Tuesday, February 2, 2027")[2]
    assert "".join(re.findall("[1-4]", answer)) == held


def test_a_day_of_the_week_has_bounds(run: Run) -> None:
    words = (
        "daily",
        "--size",
        "6",
        "--jobs",
        "1",
        "--from",
        "2027-02-01",
        "--days",
        "7",
        "--seed",
        "1",
        "--formats",
        "json",
    )
    week = "easy:-95,easy:100-,medium:160-210,medium:220-,x:medium:3-4min,x:medium:-3min,easy:-2min"
    told = run(*words, "--week", week, "-o", "a")
    assert told.code == 0, told.err
    made = json.loads(files_of("a")["manifest.json"])["puzzles"]
    scores = [one["score"] for one in made]
    minutes = [grade(parse(json.dumps(one))[0]).time.middle or 0 for one in made]
    assert scores[0] <= 95 and scores[1] >= 100
    assert 160 <= scores[2] <= 210 and scores[3] >= 220
    assert 3 <= minutes[4] <= 4 and minutes[5] <= 3
    assert minutes[6] <= 2


def test_a_puzzle_of_the_stock_keeps_its_name(run: Run) -> None:
    line = {"puzzle": "12.43...2....3.1", "kind": "classic", "size": 4, "name": "A corner, by Zoë"}
    Path("zoe.jsonl").write_text(json.dumps(line), encoding="utf-8")
    assert run("bank", "add", "my.bank", "zoe.jsonl").code == 0
    assert "'A corner, by Zoë'" in run("bank", "find", "my.bank").out
    assert json.loads(run("bank", "find", "my.bank", "--json").out)["name"] == line["name"]
    assert run("bank", "export", "my.bank", "--to", "jsonl", "-o", "out.jsonl").code == 0
    assert read("out.jsonl")[0].name == line["name"]
    words = (
        *SMALL,
        "--from",
        "2027-02-01",
        "--days",
        "1",
        "--week",
        "any",
        "--stock",
        "--bank",
        "my.bank",
        "--symmetry",
        "none",
    )
    told = run(*words, "--formats", "pdf,txt,json", "--seed", "1", "-o", "a")
    assert told.code == 0, told.err
    made = files_of("a")
    assert "\nA corner, by Zoë\n" in made["2027-02-01.txt"].decode()
    assert json.loads(made["2027-02-01.json"])["name"] == line["name"]
    with pypdfium2.PdfDocument("a/2027-02-01.pdf") as document:
        assert "A corner, by Zoë" in document[0].get_textpage().get_text_bounded()


def test_what_was_printed_is_not_freed_by_another_run(run: Run) -> None:
    words = (*SMALL, "--formats", "txt", "--from", "2027-02-01", "--days", "2", "--bank", "my.bank")
    assert run(*words, "--seed", "1", "-o", "a").code == 0
    before = printed("my.bank")
    for more in ((), ("--replace",)):
        told = run(*words, "--seed", "2", "-o", "b", *more)
        assert told.code == 7
        assert told.faults[0].startswith("my.bank: other puzzles are recorded for 2027-02-01, 2027-02-02; they stay")
        assert printed("my.bank") == before and not Path("b/manifest.json").exists()
    # The same puzzles may stand in another folder.
    assert run(*words, "--seed", "1", "-o", "c").code == 0
    # A run that replaces the files of these days says what it frees.
    told = run(*words, "--seed", "2", "--replace", "-o", "a")
    assert told.code == 0
    assert "  my.bank: 2 days, the first 2027-02-01, had other puzzles here, which count as unprinted now" in told.out
    assert printed("my.bank") == set(givens_of("a")) != before
    # A column is begun with a word where the bank has days of none.
    told = run(*words, "--seed", "2", "--title", "Late", "-o", "d")
    assert told.code == 0 and "(--column daily goes on with those days)" in told.err


def test_stock_that_is_taken_or_passed_over_is_named(run: Run) -> None:
    assert run("bank", "add", "my.bank", "12.43...2....3.1").code == 0
    words = (
        *SMALL,
        "--formats",
        "txt",
        "--from",
        "2027-02-01",
        "--days",
        "2",
        "--seed",
        "1",
        "--week",
        "easy",
        "--stock",
    )
    told = run(*words, "--bank", "my.bank", "-o", "a")
    assert told.code == 0
    assert "\n  from the bank's stock: no day\n" in told.out
    assert (
        "my.bank: note: easy classic: puzzles are made for 2 of 2 days, although the bank has 1 of another" in told.err
    )
    assert run("bank", "add", "other.bank", "12.43...2....3.1").code == 0
    told = run(*words, "--bank", "other.bank", "--symmetry", "none", "-o", "b")
    assert "\n  from the bank's stock: 2027-02-01\n" in told.out and "note" not in told.err
    told = run(*words, "--bank", "other.bank", "--symmetry", "none", "-o", "b")
    assert "\n  from the bank's stock: no day; 2 as the bank has them\n" in told.out


def test_the_folder_of_other_days_is_refused_and_the_drawn_seed_is_kept(run: Run) -> None:
    words = (*SMALL, "--days", "1", "--formats", "json", "-o", "a")
    assert run(*words, "--from", "2027-01-01").code == 0
    before = files_of("a")
    assert run(*words, "--from", "2027-01-01").code == 0
    assert files_of("a") == before
    told = run(*words, "--from", "2027-01-02")
    assert (told.code, files_of("a")) == (7, before)
    assert told.faults[0].startswith("a: this folder holds 1 days from 2027-01-01 of seed")
    assert run(*words, "--from", "2027-01-02", "--replace").code == 0
    assert "2027-01-01.json" not in files_of("a")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--from", "2027-02-29"), 2, "--from: '2027-02-29' is not a day"),
        (("--from", "9999-12-31", "--days", "2"), 2, "the calendar ends"),
        (("--from", "2027-01-01", "--week", "easy,hard"), 2, "--week: name one level, or seven"),
        (("--from", "2027-01-01", "--week", "nice"), 2, "--week: unknown level 'nice'"),
        (("--from", "2027-01-01", "--week", "easy:5-xmin"), 2, "--week: 'easy:5-xmin'"),
        (("--from", "2027-01-01", "--week", "odd:easy"), 2, "--week: unknown kind of puzzle 'odd'"),
        (("--from", "2027-01-01", "--formats", "doc"), 2, "--formats: unknown format 'doc'"),
        (("--from", "2027-01-01", "--stock"), 2, "--stock: name a bank"),
        (("--from", "2027-01-01", "--days", "1", "--trim", "20x20mm"), 2, "--trim: on 20x20mm"),
        (("--from", "2027-01-01", "--after", "none.json"), 4, "none.json: this is not a manifest of days"),
    ],
)
def test_what_makes_no_sense_is_said(run: Run, words: tuple[str, ...], code: int, said: str) -> None:
    told = run(*SMALL, *words, "--seed", "1", "-o", "none")
    assert told.code == code
    assert said in told.err
    assert not Path("none").exists()


def test_years_have_their_leap_days() -> None:
    assert dates.a_year_from(Day(2027, 1, 1)) == 365
    assert dates.a_year_from(Day(2028, 1, 1)) == 366
    assert dates.a_year_from(Day(2028, 2, 29)) == 366
    assert dates.a_year_from(Day(2027, 3, 1)) == 366
    assert str(dates.days_from(Day(2028, 2, 28), 3)[1]) == "2028-02-29"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("de", "Montag, 29. Februar 2044"),
        ("en", "Monday, February 29, 2044"),
        ("es", "Lunes, 29 de febrero de 2044"),
        ("fr", "Lundi 29 février 2044"),
        ("ru", "Понедельник, 29 февраля 2044 г."),
    ],
)
def test_days_in_words(code: str, said: str) -> None:
    setting = Setting(style.find(), language.load(code), "", (100.0, 100.0))
    assert language.plain(setting.date(Day(2044, 2, 29))) == said
    assert (" 1er " in language.plain(setting.date(Day(2044, 3, 1)))) == (code == "fr")


def test_text_is_what_people_read_and_type(run: Run) -> None:
    words = (*SMALL, "--from", "2027-01-04", "--seed", "3", "--formats", "txt,json")
    assert run(*words, "--days", "2", "--kind", "killer", "--week", "easy", "-o", "one").code == 0
    made = files_of("one")
    assert b"{" not in made["2027-01-05.txt"] and b"\n\nIn a Killer Sudoku cells are tied" in made["2027-01-05.txt"]
    (killer,) = read("one/2027-01-05.txt")
    (wanted,) = read("one/2027-01-05.json")
    assert killer == wanted and killer.cages
    assert "\nAnswer: Monday" in made["2027-01-05.txt"].decode()
    told = run(*words, "--week", "easy,easy,easy,kropki:easy,easy,easy,easy", "-o", "two")
    assert (told.code, told.out) == (2, "")
    assert told.faults == ["--formats: txt cannot hold puzzles of the kind kropki (take one of pdf, svg, eps, json)"]
    assert run(*words, "--kind", "jigsaw", "--week", "easy", "-o", "two").code == 2


def test_text_of_several_grids_is_drawn() -> None:
    setting = Setting(style.find(), language.load("en"), "", (1000, 1000))
    samurai = next(one for one in every_kind() if one.geometry.kind == "samurai")
    item = GradedPuzzle(samurai, samurai.answer or b"", grade(samurai), None)
    day = Day(2027, 1, 4)
    (text,) = day_files(setting, ["txt"], day, item, (dates.before(day) or day, item)).values()
    assert parse(text.decode()) == [samurai]
    assert FORMATS["grids"].render([replace(samurai, givens=item.solution)]) in text.decode() + "\n"


def test_digits_that_are_too_small_are_named(run: Run) -> None:
    told = run(
        "daily",
        "--size",
        "16",
        "--from",
        "2027-01-04",
        "--days",
        "1",
        "--week",
        "easy",
        "--seed",
        "1",
        "--trim",
        "90x130mm",
    )
    assert told.code == 2
    assert re.search("the digits of the (puzzle|answer) would be [0-9.]+pt high, less than", told.err)


@pytest.mark.parametrize("code", ["en", "es", "ru"])
@pytest.mark.parametrize("name", ["newspaper", "children", "large-print", "classic", "modern"])
def test_no_word_above_a_puzzle_is_cut_or_near_another(name: str, code: str) -> None:
    puzzle = next(one for one in every_kind() if one.geometry.kind == "classic")
    item = GradedPuzzle(puzzle, puzzle.answer or b"", grade(puzzle), None)
    day = Day(2027, 9, 29)
    look, words = style.find(name), language.load(code)
    for wide in range(220, 620, 40):
        for title in ("", "Quiet Hours"):
            setting = Setting(look, words, title, (float(wide), wide * 1.5))
            (page,) = day_files(setting, ["pdf"], day, item, None).values()
            with pypdfium2.PdfDocument(page) as document:
                text = document[0].get_textpage()
                shown = " ".join(text.get_text_bounded().replace("\N{NO-BREAK SPACE}", " ").split())
                boxes = []
                for said in (setting.date(day), setting.level(item)):
                    plain = language.plain(said).replace("\N{NO-BREAK SPACE}", " ")
                    assert plain in shown
                    found = [text.search(word).get_next() or (0, 0) for word in (plain.split()[0], plain.split()[-1])]
                    boxes.append([text.get_charbox(at) for at, count in found for at in range(at, at + count)])
            date, level = boxes
            assert max(one[2] for one in (*date, *level)) <= wide
            gap = min(one[0] for one in level) - max(one[2] for one in date)
            below = min(one[1] for one in date) > max(one[3] for one in level) - 1
            assert below or gap > 5, (wide, title, gap)
