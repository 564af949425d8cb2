"""The steps of a build of tiny books: the progress it reports, what it hands to the proof, the files it leaves in the folder."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import pytest
from book_data import loaded

from bookmaker.base.errors import Fault, InputError, OutputError, UnmetError
from bookmaker.logic.techniques.declare import Level
from bookmaker.printing.canvases.pdf import Metadata
from bookmaker.publishing.bank.bank import Print
from bookmaker.publishing.book.making import build as building
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.build import build, build_cover, metadata_of, plan, planner, recorded
from bookmaker.publishing.book.making.report import contact_sheet
from bookmaker.publishing.book.making.stock import stand_ins
from bookmaker.publishing.book.pages.hints import Nudges
from bookmaker.publishing.book.spec.spec_file import Spec
from bookmaker.publishing.proof.judgement import Finding
from bookmaker.publishing.proof.page_checks import ANY, Bound
from bookmaker.publishing.proof.proof import prove

SMALL = "puzzles: {size: 4, count: 2, difficulty: easy}"
TWO = "print: {for: [kdp, lulu], pictures: false}\n"
PAGES = "page: {pages: 96}\n"
COVER = "cover: {design: dots, template: {for: kdp, sheet: 12.95x9.25in, spine: 0.7in, wrap: 0.125in}}\n"


def spec_of(folder: Path, more: str = "", *sections: str, book: str = "") -> Spec:
    listed = "".join(f"- {{title: {chr(65 + at)}, {keys}}}\n" for at, keys in enumerate(sections or (SMALL,)))
    return loaded(
        folder, f"book: {{title: T{book}}}\noutput: {folder}/out\nfront_matter: []\n{more}sections:\n{listed}"
    )


Told = list[tuple[Any, ...]]


def told_of(spec: Spec, **keys: Any) -> tuple[building.Built, Told]:
    told: Told = []
    return build(spec, 1, lambda *at: told.append(at[:3]), **keys), told


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file() and path.name[0] != "."}


@pytest.fixture
def proven(monkeypatch: pytest.MonkeyPatch) -> Told:
    """What the proof is asked; every file that it reads is taken for read."""
    calls: Told = []

    def record(source: Any, key: Any, cover: Any, bound: Any, **keys: Any) -> Any:
        calls.append((source, key, cover, bound, keys))
        return prove(source, key, cover, bound, **keys)

    monkeypatch.setattr(building, "prove", record)
    return calls


def test_a_book_for_nobody_is_told_step_by_step(tmp_path: Path, proven: Told) -> None:
    spec = spec_of(tmp_path, "", SMALL, "puzzles: {size: 4, count: 1, difficulty: any}")
    built, told = told_of(spec)
    assert [one for one in told if one[0] != "puzzles"] == [
        *(("pages", done, 2) for done in range(3)),
        *(("proof", done, 1) for done in range(2)),
    ]
    assert told[: len(told) - 5][-1] == ("puzzles", 3, 3)
    assert built.folder == spec.destination and files(built.folder) == set(built.files)
    assert [*built.files] == ["interior.pdf", "answers.pdf", "manifest.json", "proof.pdf", "proof.json", "report.html"]
    assert built.files == {name: (built.folder / name).stat().st_size for name in built.files}
    assert built.interiors == {"interior.pdf": built.pages} and built.puzzles == 3
    assert sum(built.levels.values()) == 3 and built.levels["easy"] >= 2
    assert (built.repaired, built.unread, built.faults, built.passed_over) == ((), (), (), ())
    assert len(set(built.notes)) == len(built.notes)
    ((source, key, cover, bound, keys),) = proven
    assert (source.name, source.content) == ("interior.pdf", (built.folder / "interior.pdf").read_bytes())
    assert [(one.name, one.content) for one in key] == [("answers.pdf", (built.folder / "answers.pdf").read_bytes())]
    assert (cover, bound, keys) == (None, ANY, {"printer": "kdp", "intended": True, "jobs": 1, "memory": None})


def test_each_printer_has_its_files_proof_and_cover(
    tmp_path: Path, proven: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bookmaker.publishing.book.making.cover.FRONT_HEIGHT", 60)
    spec = spec_of(tmp_path, TWO + COVER)
    built, told = told_of(spec, lenient=True)
    assert [one for one in told if one[0] != "puzzles"] == [
        *(("pages", done, 2) for done in range(3)),
        *(("cover", done, 1) for done in range(2)),
        *(("proof", done, 2) for done in range(3)),
    ]
    assert [*built.files] == [
        *("interior-kdp.pdf", "interior-lulu.pdf", "answers.pdf", "screen.pdf"),
        *("cover-kdp.pdf", "cover-lulu.pdf", "cover-front.png", "cover-front.jpg", "manifest.json"),
        *("proof-kdp.pdf", "proof-kdp.json", "proof-lulu.pdf", "proof-lulu.json", "report.html"),
    ]
    assert files(built.folder) == set(built.files)
    assert [*built.interiors] == ["interior-kdp.pdf", "interior-lulu.pdf"] and built.pages == built.interiors[
        "interior-kdp.pdf"
    ]
    assert [call[0].name for call in proven] == ["interior-kdp.pdf", "interior-lulu.pdf"]
    assert [call[2].name for call in proven] == ["cover-kdp.pdf", "cover-lulu.pdf"]
    assert [call[4]["printer"] for call in proven] == ["kdp", "lulu"]
    assert spec.cover is not None
    kdp = spec.cover.template_for("kdp")
    assert kdp is not None
    assert [call[3] for call in proven] == [
        Bound("white", "paperback", None, kdp.figures()),
        Bound("white", "paperback", None, None),
    ]


def test_what_is_made_once_is_made_of_the_first_interior(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The key, the edition for screens, the pictures and the report; the second interior differs by its closing pages."""
    calls: dict[str, tuple[Any, ...]] = {}

    def record(where: Any, name: str, answer: Any) -> None:
        real = getattr(where, name)

        def call(*arguments: Any, **keys: Any) -> Any:
            calls[name] = arguments
            return real(*arguments, **keys) if answer is None else answer

        monkeypatch.setattr(where, name, call)

    for where, name, answer in (
        (building.editions, "screen", b"screen"),
        (building.editions, "pictures", {"previews/page-001.png": b"PNG"}),
        (building, "report", b"report"),
        (building, "pdf_document", None),
    ):
        record(where, name, answer)
    more = "date: 2026-01-01\nprint: {for: [kdp, ingramspark], bleed: true}\nback_matter: [notes]\ndesign: {openers: page}\n"
    spec = spec_of(tmp_path, more, f"{SMALL}, layout: two-up", book=", author: A B, language: es")
    told: Told = []
    built = build(spec, 1, lambda *at: told.append(at[:3]), lenient=True)
    assert [*built.interiors] == ["interior-kdp.pdf", "interior-ingramspark.pdf"]
    assert built.interiors["interior-kdp.pdf"] < built.interiors["interior-ingramspark.pdf"]
    assert built.pages == built.interiors["interior-kdp.pdf"]
    interior, metadata, words, counts = calls["screen"]
    assert interior.name == calls["pictures"][0].name == "interior-kdp.pdf"
    assert (metadata, words, counts) == (metadata_of(spec), spec.catalogue, [2])
    calls["pictures"][1](3, 7)
    assert told[-1] == ("pictures", 3, 7)
    # The key goes to readers, who have no edge to cut off.
    pages, setup, title, front, name = calls["pdf_document"]
    assert (pages, setup, front, name) == (
        interior.assembled.key,
        replace(interior.setup, bleed=False),
        0,
        "answers.pdf",
    )
    assert title == Metadata(f"{spec.catalogue.text('answers.key_title')}: T", "A B", "es")
    asked, sections, assembled, shown, notes, repaired, proof = calls["report"]
    assert (asked, assembled, repaired) == (spec, interior.assembled.drawn(), [])
    assert len(assembled.interior) == len(interior.assembled.interior)
    assert [*shown] == [*contact_sheet(interior.assembled, interior.setup)]
    assert [len(section) for section in sections] == [2] and set(notes) <= set(built.notes)
    assert proof.files[0].name == "interior-kdp.pdf"
    for name, content in (("screen.pdf", b"screen"), ("previews/page-001.png", b"PNG"), ("report.html", b"report")):
        assert (built.folder / name).read_bytes() == content


def test_a_book_without_a_proof_is_not_read_back(tmp_path: Path, proven: Told) -> None:
    built, told = told_of(spec_of(tmp_path), proof=False)
    assert proven == [] and not any(stage == "proof" for stage, *_ in told)
    assert [*built.files] == ["interior.pdf", "answers.pdf", "manifest.json", "report.html"]


def test_what_cannot_be_proven_is_a_note_and_the_others_are_proven(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(source: Any, *arguments: Any, **keys: Any) -> Any:
        if "kdp" in source.name:
            raise InputError(Fault("no page can be read"))
        return prove(source, *arguments, **keys)

    monkeypatch.setattr(building, "prove", refuse)
    built, told = told_of(spec_of(tmp_path, TWO), lenient=True)
    assert "no proof was made: no page can be read" in built.notes
    assert {name for name in built.files if "proof" in name} == {"proof-lulu.pdf", "proof-lulu.json"}
    # As many are done as there are proofs.
    assert [one for one in told if one[0] == "proof"] == [("proof", 0, 2), ("proof", 0, 2), ("proof", 2, 2)]


def test_faults_on_finished_pages_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def planted(*arguments: Any, **keys: Any) -> Any:
        real = prove(*arguments, **keys)
        name = real.files[0].name
        return replace(real, found=(Finding("digits", "fault", name), Finding("digits", "note", name)))

    monkeypatch.setattr(building, "prove", planted)
    built, _ = told_of(spec_of(tmp_path, TWO), lenient=True)
    assert [one.message for one in built.faults] == ["interior-kdp.pdf", "interior-lulu.pdf"]


@pytest.mark.parametrize(
    ("printer", "screen"), [("", set()), ("print: {for: lulu, pictures: false}\n", {"screen.pdf"})]
)
def test_files_that_the_book_no_longer_has_are_taken_away(printer: str, screen: set[str], tmp_path: Path) -> None:
    spec = spec_of(tmp_path, printer)
    (spec.destination / "previews").mkdir(parents=True)
    mine = {"mine.pdf", "interior-mine.pdf", "notes.txt"}
    old = {
        f"{kind}{of}.pdf" for kind in ("interior", "proof") for of in ("", "-kdp", "-lulu", "-office", "-ingramspark")
    }
    old |= {name.replace("pdf", "json") for name in old if "proof" in name}
    old |= {"cover-kdp.pdf", "cover-lulu.pdf", "cover-front.png", "cover-front.jpg"}
    old |= {"screen.pdf", "contact-sheet.png", "previews/page-001.png"}
    for name in (*old, *mine):
        (spec.destination / name).touch()
    built = build(spec, 1, lenient=True, proof=False)
    interior = "interior-lulu.pdf" if printer else "interior.pdf"
    assert {*built.files} == {interior, "answers.pdf", "manifest.json", "report.html", *screen}
    assert files(spec.destination) == {*built.files, *mine}


def test_the_cover_alone_is_written_and_replaces_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bookmaker.publishing.book.making.cover.FRONT_HEIGHT", 60)
    told: Told = []
    folder, covers = build_cover(spec_of(tmp_path, TWO + COVER), 1, lambda *at: told.append(at[:3]), lenient=True)
    wanted = {"cover-kdp.pdf", "cover-lulu.pdf", "cover-front.png", "cover-front.jpg"}
    assert set(covers.files) == files(folder) == wanted
    assert [one for one in told if one[0] != "puzzles"] == [("cover", 0, 1), ("cover", 1, 1)]
    (folder / "mine.pdf").write_text("mine")
    build_cover(spec_of(tmp_path, TWO.replace("kdp, ", "") + COVER.replace("for: kdp", "for: lulu")), 1, lenient=True)
    assert files(folder) == wanted - {"cover-kdp.pdf"} | {"mine.pdf"}


def test_a_folder_of_another_book_is_kept_unless_it_is_to_be_replaced(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, COVER)
    spec.destination.mkdir(parents=True)
    other = spec.destination / "manifest.json"
    other.write_text('{"title": "Other"}')
    for make in (build, build_cover):
        with pytest.raises(OutputError, match="this folder holds another book, 'Other'"):
            make(spec, 1)  # type: ignore[operator]
    assert other.read_text() == '{"title": "Other"}' and files(spec.destination) == {"manifest.json"}
    built = build(replace(spec, cover=None), 1, replacing=True, proof=False)
    assert files(spec.destination) == set(built.files)
    # Now it is this spec's.
    build(replace(spec, cover=None), 1, proof=False)


@pytest.mark.parametrize(
    ("more", "lenient", "asked"),
    [("", False, 0), (TWO, True, 0), (TWO, False, 1), (PAGES, True, 1), (PAGES, False, 1)],
)
def test_too_few_pages_are_seen_before_puzzles_are_made(
    more: str, lenient: bool, asked: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[tuple[Spec, bool]] = []
    monkeypatch.setattr(building, "expected", lambda *given: calls.append(given))

    def reached(*_: Any, **__: Any) -> Any:
        raise UnmetError(Fault("puzzles are made"))

    monkeypatch.setattr(building.stock, "fill_sections", reached)
    spec = spec_of(tmp_path, more)
    with pytest.raises(UnmetError, match="puzzles are made"):
        build(spec, 1, lenient=lenient)
    assert calls == [(spec, lenient)] * asked


def test_the_file_says_of_itself_what_the_spec_says(tmp_path: Path) -> None:
    assert metadata_of(spec_of(tmp_path)) == Metadata("T", "", "en", "")
    book = "{title: It's T, subtitle: One -- two, author: A 'B', language: es}"
    spec = loaded(tmp_path, f"book: {book}\nsections: [{{title: A, {SMALL}}}]\n")
    assert metadata_of(spec) == Metadata("It’s T", "A 'B'", "es", "One — two")


Planned = dict[str, Any]


@pytest.fixture
def planned(monkeypatch: pytest.MonkeyPatch) -> Planned:
    """What the pages are planned with, and what is asked to make it."""
    found: Planned = {}

    def record(name: str, answer: Any) -> Any:
        def call(*arguments: Any, **keys: Any) -> Any:
            found[name] = (arguments, keys)
            return answer

        return call

    monkeypatch.setattr(building, "assemble", lambda *arguments: arguments)
    monkeypatch.setattr(building, "rule_examples", record("examples", ["usual", "further", None, "more"]))
    worked = [
        SimpleNamespace(technique=SimpleNamespace(level=level, name=str(level)))
        for level in (Level.EASY, Level.HARD, Level.EXPERT)
    ]
    monkeypatch.setattr(building, "worked_examples", record("worked", worked))
    monkeypatch.setattr(building, "all_nudges", record("nudges", [Nudges(("x",), ())]))
    monkeypatch.setattr(building.book_examples, "lesson_examples", record("lessons", {1: ["taught"]}))
    found["all"] = worked
    return found


def sections_of(spec: Spec) -> Sequence[Sequence[Any]]:
    return [stand_ins(section) for section in spec.sections]


def test_pages_are_planned_with_what_the_spec_asks_for(tmp_path: Path, planned: Planned) -> None:
    spec = spec_of(tmp_path)
    sections = sections_of(spec)
    assert plan(spec, sections) == (book_of(spec), sections, None, [], [], {1: ["taught"]}, [], mock.ANY)
    assert planned["lessons"] == ((spec, sections, 1, None, None), {})
    assert not {"examples", "worked", "nudges"} & set(planned)
    memory: Any = {}
    plan(spec, sections, 3, memory, 5)
    assert planned["lessons"] == ((spec, sections, 3, memory, 5), {})


def test_the_rules_have_the_examples_that_there_are(tmp_path: Path, planned: Planned) -> None:
    spec = loaded(tmp_path, f"book: {{title: T}}\nfront_matter: [how-to-play]\nsections: [{{title: A, {SMALL}}}]\n")
    sections = sections_of(spec)
    made: Any = plan(spec, sections)
    assert (made[2], made[6]) == ("usual", ["further", "more"])
    assert planned["examples"] == ((spec, sections, spec.catalogue), {})


@pytest.mark.parametrize(
    ("keys", "own", "shown"),
    [
        ("{}", False, slice(None)),
        ("{examples: own}", True, slice(None)),
        ("{from: hard}", False, slice(1, None)),
        ("{from: expert}", False, slice(2, None)),
        ("{most: 2}", False, slice(2)),
        ("{from: hard, most: 1}", False, slice(1, 2)),
        ("{only: [skyscraper]}", False, slice(0)),
    ],
)
def test_the_chapter_has_the_techniques_that_are_wanted(
    keys: str, own: bool, shown: slice, tmp_path: Path, planned: Planned
) -> None:
    spec = spec_of(tmp_path, f"seed: 9\ntechniques: {keys}\n", SMALL, SMALL)
    sections = sections_of(spec)
    made: Any = plan(spec, sections)
    assert made[3] == planned["all"][shown]
    everything = [stocked for section in sections for stocked in section]
    assert planned["worked"] == ((everything, spec.catalogue, 9), {"own": own, "unanswered": set()})


def test_hints_know_what_is_practised(tmp_path: Path, planned: Planned) -> None:
    spec = spec_of(tmp_path, "hints: {count: 1}\n", SMALL, "lesson: x-wing, practice: 1")
    sections = sections_of(spec)
    plans = planner(spec, sections, 4)
    assert [plans(book_of(spec))[4] for _ in range(2)] == [[Nudges(("x",), ())]] * 2  # type: ignore[index]
    (practice, count, words, jobs), _ = planned["nudges"]
    assert [lesson for _, lesson in practice] == [None, None, "x-wing"]
    assert [one for one, _ in practice] == [stocked for section in sections for stocked in section]
    assert (count, words, jobs) == (1, spec.catalogue, 4)


def test_a_volume_records_where_its_puzzles_are_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: Told = []

    class Volume:
        @contextmanager
        def recording(self, prints: list[Print], title: str, edition: str) -> Any:
            calls.append((prints, title, edition, "begun"))
            yield
            calls.append(("ended",))

    spec = spec_of(tmp_path, "number_from: 5\n", SMALL, f"id: second, {SMALL}", book=", isbn: 978-0-306-40615-7")
    sections = sections_of(spec)
    monkeypatch.setattr(building, "records", lambda items, version: [f"row {at}" for at, _ in enumerate(items)])
    monkeypatch.setattr(building.stock, "volume_of", lambda _: None)
    with recorded(spec, sections, [1, 2, 3, 4]):
        pass
    assert calls == []
    monkeypatch.setattr(building.stock, "volume_of", lambda _: Volume())
    with recorded(spec, sections, [1, 2, 3, 9]):
        calls.append(("meanwhile",))
    ((prints, title, isbn, _), *after) = calls
    assert after == [("meanwhile",), ("ended",)] and (title, isbn) == ("T", "978-0-306-40615-7")
    assert [(one.row, one.number, one.section, one.page) for one in prints] == [
        ("row 0", 5, "A", 1),
        ("row 1", 6, "A", 2),
        ("row 2", 7, "second", 3),
        ("row 3", 8, "second", 9),
    ]
