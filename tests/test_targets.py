"""The files that a book's printers take, read back: of one build for three of them."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pikepdf
import preflight
import pytest
from conftest import Run
from PIL import Image
from planting_pdfx import PLANTED

from bookmaker.base.errors import SpecError
from bookmaker.printing.styles import style
from bookmaker.publishing.book.making.build import Built, build
from bookmaker.publishing.book.making.editions import CONTACT, SCREEN
from bookmaker.publishing.book.making.estimate import expected
from bookmaker.publishing.book.spec import spec_file as specs

SPEC = """\
book: {title: "Targets – für alle", subtitle: Of all sorts, author: A. Tester, year: 2026}
date: 2026-11-22
seed: 7
print: {for: [kdp, ingramspark, lulu], paper: cream, bleed: BLEED, pictures: PICTURES}
page: {trim: 5.5x8.5in}
output: build
sections:
  - {title: Sixes, puzzles: {size: 6, count: 38, difficulty: easy}, layout: two-up}
  - {title: Fours, puzzles: {size: 4, count: 7, difficulty: easy}, layout: one-up}
answers: {layout: nine-up}
"""
FILES = ("interior-kdp.pdf", "interior-ingramspark.pdf", "interior-lulu.pdf")


def made(folder: Path, bleed: str) -> Built:
    folder.mkdir(exist_ok=True)
    text = (
        SPEC.replace("count: 38", "count: 40" if bleed == "false" else "count: 26")
        .replace("BLEED", bleed)
        .replace("PICTURES", "true" if bleed == "false" else "false")
    )
    (folder / "book.yaml").write_text(text.replace("output: build", f"output: {folder}/build"), encoding="utf-8")
    return build(specs.load(folder / "book.yaml"), 2)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return made(tmp_path_factory.mktemp("plain"), "false")


@pytest.fixture(scope="module")
def bleeding(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return made(tmp_path_factory.mktemp("bleeding"), "true")


def report(*command: str | Path) -> str:
    if shutil.which(str(command[0])) is None:
        pytest.skip(f"{command[0]} is not installed")
    return subprocess.run([*map(str, command)], capture_output=True, text=True, check=True, timeout=120).stdout


def test_one_build_makes_a_file_for_each_printer(plain: Built) -> None:
    assert set(plain.files) >= {*FILES, SCREEN, CONTACT, "answers.pdf", "manifest.json"}
    assert "interior.pdf" not in plain.files
    manifest = json.loads((plain.folder / "manifest.json").read_bytes())
    assert list(manifest["printers"]) == ["kdp", "ingramspark", "lulu"]
    for name, file in zip(manifest["printers"], FILES, strict=True):
        told = manifest["printers"][name]
        with pikepdf.open(plain.folder / file) as pdf:
            assert told["file"] == file
            assert told["pages"] == len(pdf.pages) == plain.interiors[file]
            assert len(pdf.pages) % 2 == 0
            assert "/Outlines" not in pdf.Root
            assert not any("/Annots" in page for page in pdf.pages)
            last = pdf.pages[-1]
            text = b"".join(stream.read_bytes() for stream in [last.Contents])
        # IngramSpark prints on the last page itself.
        assert name != "ingramspark" or b"Tj" not in text
    assert manifest["printers"]["kdp"]["gutter"] == 0.625
    assert manifest["printers"]["kdp"]["spine"] == pytest.approx(plain.interiors[FILES[0]] * 0.0025, abs=1e-4)
    assert manifest["printers"]["ingramspark"]["spine"] is None


def test_files_for_kdp_and_lulu_say_nothing_of_themselves(plain: Built) -> None:
    for name in (FILES[0], FILES[2]):
        with pikepdf.open(plain.folder / name) as pdf:
            assert "/Info" not in pdf.trailer
            assert set(pdf.Root.keys()) == {"/Type", "/Pages"}


@pytest.mark.parametrize(
    ("name", "left", "right", "high"),
    [(FILES[0], 0, 9, 9), (FILES[1], 0, 9, 9), (FILES[2], 9, 9, 9)],
)
def test_sheets_with_bleed_on_the_sides_that_the_printer_wants(
    bleeding: Built, name: str, left: float, right: float, high: float
) -> None:
    width, height = 396.0, 612.0
    with pikepdf.open(bleeding.folder / name) as pdf:
        for index, page in enumerate(pdf.pages):
            bound, free = (left, right) if index % 2 == 0 else (right, left)
            boxes = {key: [float(side) for side in page[key]] for key in ("/MediaBox", "/TrimBox", "/BleedBox")}
            sheet = [0, 0, width + bound + free, height + 2 * high]
            assert boxes["/MediaBox"] == boxes["/BleedBox"] == pytest.approx(sheet)
            assert boxes["/TrimBox"] == pytest.approx([bound, high, bound + width, high + height])


@pytest.mark.parametrize(("name", "margin"), [("kdp", 0.25), ("ingramspark", 0.5), ("lulu", 0.5)])
def test_pages_measured_back_keep_the_margins_of_each_printer(
    plain: Built, bleeding: Built, name: str, margin: float
) -> None:
    """The ink ends at the gutter that the manifest names: measured by the proof, in another library."""
    for built in (plain, bleeding):
        least = {"kdp": 0.375}.get(name, margin) if built is bleeding else margin
        inside = json.loads((built.folder / "manifest.json").read_bytes())["printers"][name]["gutter"]
        record = json.loads((built.folder / f"proof-{name}.json").read_bytes())
        rooms = [page["margins_in"] for page in record["pages"] if page["file"] == f"interior-{name}.pdf"]
        rooms = [room for room in rooms if room]
        assert len(rooms) > 24
        assert min(room[side] for room in rooms for side in ("outside", "top", "bottom")) >= least - 0.005
        # Letters may stand out of their line by a little.
        assert min(room["inside"] for room in rooms) == pytest.approx(inside, abs=0.014)


def test_the_file_for_ingramspark_is_pdf_x(plain: Built, bleeding: Built) -> None:
    for built in (plain, bleeding):
        content = (built.folder / FILES[1]).read_bytes()
        assert preflight.faults(content) == []
        with pikepdf.open(io.BytesIO(content)) as pdf:
            assert str(pdf.docinfo["/Title"]) == "Targets – für alle"
            assert str(pdf.docinfo["/CreationDate"]) == "D:20261122000000Z"
    assert preflight.faults((plain.folder / FILES[0]).read_bytes())


def _saved(pdf: pikepdf.Pdf, **keys: Any) -> bytes:
    out = io.BytesIO()
    usual = {"object_stream_mode": pikepdf.ObjectStreamMode.disable, "force_version": "1.3"}
    pdf.save(out, static_id="encryption" not in keys, **usual | keys)
    return out.getvalue()


def test_the_preflight_finds_what_is_planted_against_each_requirement(plain: Built) -> None:
    with pikepdf.open(plain.folder / FILES[1]) as pdf:
        # The first pages are enough to plant faults into.
        del pdf.pages[4:]
        few = _saved(pdf)
    assert preflight.faults(few) == []
    missed = []
    for requirement, told, change in PLANTED:
        with pikepdf.open(io.BytesIO(few)) as pdf:
            keys = change(pdf) or {}
            old, new = keys.pop("exchanged", (b"", b""))
            content = _saved(pdf, **keys)
        found = preflight.faults(content.replace(old, new) if old else content)
        if f"{requirement}: {told}" not in found:
            missed.append((requirement, told, found))
    assert missed == []
    assert {requirement for requirement, *_ in PLANTED} == set(preflight.REQUIREMENTS)
    assert all(one.says.endswith(".") and one.clause[:2] == "6." for one in preflight.REQUIREMENTS.values())


JARS = [
    Path(f"/usr/share/java/{name}.jar")
    for name in (
        *("preflight", "pdfbox2", "fontbox2", "xmpbox"),
        *("commons-logging", "commons-io", "javax.activation", "jaxb-api"),
    )
]
"""Apache's preflight of PDF/A-1b, from Debian's packages libpdfbox2-java, libactivation-java and libjaxb-api-java."""
PROFILE = Path("/usr/share/color/icc/ghostscript/default_cmyk.icc")


@pytest.mark.thorough("test_targets.py::test_other_programs_find_black_ink_and_embedded_fonts_only")
def test_a_preflight_by_another_hand_finds_nothing(plain: Built, tmp_path: Path) -> None:
    """PDF/A-1b wants what PDF/X-1a wants of syntax, fonts, transparency and actions. It also wants a profile of its own, which is
    added here, and metadata, of which faults 7 speak.
    """
    if shutil.which("java") is None or not all(path.is_file() for path in [*JARS, PROFILE]):
        pytest.skip("Apache's preflight is not installed")

    def report_of(change: Callable[[pikepdf.Pdf], object]) -> list[str]:
        with pikepdf.open(plain.folder / FILES[1]) as pdf:
            intent = pdf.Root.OutputIntents[0]
            intent.S, intent.DestOutputProfile = pikepdf.Name.GTS_PDFA1, pdf.make_stream(PROFILE.read_bytes(), N=4)
            change(pdf)
            (tmp_path / "book.pdf").write_bytes(_saved(pdf))
        classes = ":".join(map(str, JARS))
        command = ["java", "-cp", classes, "org.apache.pdfbox.preflight.Validator_A1b", str(tmp_path / "book.pdf")]
        ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
        assert "book.pdf is" in ran.stdout, ran.stderr
        return [line for line in ran.stdout.splitlines() if re.match(r"[-\d.]+ : ", line) and not line.startswith("7")]

    assert report_of(lambda _: None) == []
    red = report_of(lambda pdf: pdf.pages[0].contents_add(pdf.make_stream(b"1 0 0 rg 0 0 9 9 re f")))
    assert red
    assert all(line.startswith("2.4") for line in red)


def test_other_programs_find_black_ink_and_embedded_fonts_only(plain: Built, bleeding: Built) -> None:
    for path in [*(plain.folder / name for name in FILES), bleeding.folder / FILES[2], plain.folder / SCREEN]:
        assert "No syntax or stream encoding errors found" in report("qpdf", "--check", path)
        for line in report("pdffonts", path).splitlines()[2:]:
            assert re.search(r"TrueType +\S+ +yes yes (yes|no)\b", line), line
    for name in FILES:
        lines = report("gs", "-q", "-o", "-", "-sDEVICE=inkcov", plain.folder / name).splitlines()
        assert len(lines) == plain.interiors[name]
        assert [line for line in lines if line.split()[:3] != ["0.00000"] * 3] == []


@pytest.mark.thorough("test_build.py::test_the_same_book_on_any_number_of_threads")
def test_the_same_spec_gives_the_same_files(plain: Built, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1")
    monkeypatch.setenv("TZ", "Asia/Kathmandu")
    again = made(tmp_path / "again", "false")
    assert again.files == plain.files
    for name in plain.files:
        assert (again.folder / name).read_bytes() == (plain.folder / name).read_bytes(), name
    # No other file bears a date than that which must.
    assert [name for name in FILES if b"20261122" in (again.folder / name).read_bytes()] == [FILES[1]]


def test_the_edition_for_screens_leads_from_puzzles_to_answers_and_back(plain: Built) -> None:
    puzzles = json.loads((plain.folder / "manifest.json").read_bytes())
    front, look = puzzles["front_pages"], style.find()
    with pikepdf.open(plain.folder / SCREEN) as pdf:
        numbers = {page.objgen: index for index, page in enumerate(pdf.pages)}
        links = {
            (index, numbers[link.Dest[0].objgen]): [float(side) for side in link.Rect]
            for index, page in enumerate(pdf.pages)
            for link in page.get("/Annots", [])
        }
        with pdf.open_outline() as outline:
            titles = [item.title for item in outline.root]
        assert titles == ["Targets – für alle", "Contents", "How to play", "Sixes", "Fours", "Answers", "My times"]
        assert str(pdf.Root.Lang) == "en"
        assert bool(pdf.Root.ViewerPreferences.DisplayDocTitle)
        assert [page.label for page in pdf.pages][front - 1 : front + 2] == ["vi", "1", "2"]
        assert str(pdf.docinfo["/Title"]) == "Targets – für alle"
    wanted = set()
    for puzzle in puzzles["puzzles"]:
        there, answer = puzzle["file_page"] - 1, front + puzzle["answer_page"] - 1
        wanted |= {(there, answer), (answer, there)}
    at_foot = {pair: box for pair, box in links.items() if pair in wanted}
    assert set(at_foot) == wanted
    for left, bottom, right, top in at_foot.values():
        # Below the area between the margins, where nothing is written, and off the edges.
        assert top <= 36 - 0.5
        assert bottom >= 9
        assert left >= 27
        assert right <= 396 - 27
        assert top - bottom < 2 * look.jumps.size
    for page in {page for page, _ in at_foot}:
        boxes = sorted(box for (on, _), box in at_foot.items() if on == page)
        assert all(one[2] <= other[0] + 0.02 for one, other in pairwise(boxes))
    # And each line of the contents leads to its page.
    sections = {puzzle["section"]: front + puzzle["page"] - 2 for puzzle in reversed(puzzles["puzzles"])}
    assert {(2, page) for page in sections.values()} <= set(links)


def test_links_lead_to_hints_and_back(run: Run) -> None:
    Path("book.yaml").write_text(
        "book: {title: A}\nprint: {for: office, pictures: false}\nhints: {}\nanswers: {place: overleaf}\n"
        "sections: [{title: B, puzzles: {size: 6, count: 4, difficulty: easy}, layout: two-up}]\n"
    )
    assert run("build", "book.yaml").code == 0
    manifest = json.loads(Path("build/book/manifest.json").read_bytes())
    with pikepdf.open(Path("build/book") / SCREEN) as pdf:
        pages = {page.objgen: index for index, page in enumerate(pdf.pages)}
        with pdf.open_outline() as outline:
            (hints,) = [pages[item.destination[0].objgen] for item in outline.root if item.title == "Hints"]
        links = {
            (index, pages[link.Dest[0].objgen])
            for index, page in enumerate(pdf.pages)
            for link in page.get("/Annots", [])
        }
    for puzzle in manifest["puzzles"]:
        there, answer = puzzle["file_page"] - 1, manifest["front_pages"] + puzzle["answer_page"] - 1
        assert answer == there + 1
        assert {(there, hints), (hints, there), (hints, answer), (answer, hints), (there, answer)} <= links


def test_previews_and_a_contact_sheet(plain: Built) -> None:
    previews = sorted(name for name in plain.files if name.startswith("previews/"))
    assert len(previews) >= 5
    with Image.open(plain.folder / previews[0]) as picture:
        assert picture.size == (605, 935)
    with Image.open(plain.folder / CONTACT) as sheet:
        pages = plain.interiors[FILES[0]]
        assert sheet.width * sheet.height >= pages * 165 * 255
        assert 1 < sheet.width / sheet.height < 2.5
    # The previews of an earlier build that had other pages do not stay.
    assert sorted(f"previews/{path.name}" for path in (plain.folder / "previews").iterdir()) == previews


def test_check_knows_the_number_of_pages_before_the_puzzles_are_made(plain: Built) -> None:
    spec = specs.load(plain.folder.parent.parent / "book.yaml")
    found = expected(spec)
    assert found.exact
    assert {one.name: len(one.assembled.interior) for one in found.interiors} == dict(plain.interiors)


def test_check_is_sure_only_of_what_more_pages_cannot_mend(run: Run) -> None:
    """How many pages hints take is known when the puzzles are."""
    text = "book: {title: A}\nprint: {for: kdp}\nhints: {}\npage: {trim: 8.5x11in}\nsections:\n- title: B\n"
    for count, told in ((6, ""), (600, "Amazon KDP binds 24 to 590 pages of 8.5x11in on white paper")):
        Path("book.yaml").write_text(f"{text}  puzzles: {{size: 6, count: {count}}}\n  layout: one-up\n")
        ran = run("check", "book.yaml")
        assert ran.code == (3 if told else 0)
        assert told in ran.err
        assert ("Amazon KDP: at least 1" in ran.out) == (", spine at least 0." in ran.out) == (not told)
        assert not told or "this book has at least " in ran.err
        assert ran.out.count("note:") == ran.out.count("order no cover by the number above") == (not told)


BROKEN = """\
book: {title: A}
print: {for: PRINTER}
page: {trim: TRIM, margins: {outside: OUTSIDE}, gutter: GUTTER}
sections: [{title: B, puzzles: {size: 4, count: COUNT, difficulty: easy}, layout: one-up}]
"""
USUAL = {"PRINTER": "kdp", "TRIM": "6x9in", "OUTSIDE": "0.5in", "GUTTER": "auto", "COUNT": "20"}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("changes", "place", "told"),
    [
        (
            {"COUNT": "1"},
            "2:8",
            "Amazon KDP binds 24 to 828 pages of 6x9in on white paper as a paperback; this book has 10",
        ),
        ({"TRIM": "9x9in"}, "3:14", "Amazon KDP prints no paperback of 9x9in on white paper (KDP help G201857950"),
        ({"OUTSIDE": "0.2in"}, "3:40", "the outside margin is 0.2in; Amazon KDP wants 0.25in or more (KDP help GVBQ3C"),
        ({"GUTTER": "0.3in"}, "3:56", "the gutter is 0.3in; Amazon KDP wants 0.375in or more in a book of 30 pages"),
        ({"PRINTER": "ingramspark"}, "2:8", "IngramSpark takes PDF/X-1a:2001, which must bear a date"),
        ({"PRINTER": "lulu", "TRIM": "6x8in"}, "3:14", "Lulu prints no paperback of 6x8in on white paper"),
    ],
)
def test_a_broken_rule_stops_check_and_build_before_anything_is_written(
    run: Run, changes: dict[str, str], place: str, told: str
) -> None:
    text = BROKEN
    for key, value in {**USUAL, **changes}.items():
        text = text.replace(key, value)
    Path("book.yaml").write_text(text)
    for command in ("check", "build"):
        ran = run(command, "book.yaml")
        assert ran.code == 3
        assert len(ran.faults) == 1
        assert ran.faults[0].startswith(f"book.yaml:{place}: {told}")
        assert not Path("build").exists()
    if "INGRAM" not in str(changes).upper():
        ran = run("check", "--lenient", "book.yaml")
        assert ran.code == 0
        assert f"note: {told}" in ran.out


def test_a_lenient_build_makes_the_book_and_notes_what_is_wrong(run: Run) -> None:
    text = BROKEN
    for key, value in {**USUAL, "COUNT": "1"}.items():
        text = text.replace(key, value)
    Path("book.yaml").write_text(text.replace("for: kdp", "for: kdp, pictures: false"))
    Path("build/book/previews").mkdir(parents=True)
    for earlier in ("interior.pdf", "interior-lulu.pdf", "contact-sheet.png", "previews/page-007.png", "mine.pdf"):
        (Path("build/book") / earlier).touch()
    ran = run("build", "--lenient", "book.yaml")
    assert ran.code == 0
    assert "note: Amazon KDP binds 24 to 828 pages" in ran.out
    # Files of an earlier build with other printers are gone; those of the user's own stay.
    assert sorted(path.name for path in Path("build/book").rglob("*.*")) == [
        "answers.pdf", "interior-kdp.pdf", "manifest.json", "mine.pdf", "proof-kdp.json", "proof-kdp.pdf", "report.html",
        "screen.pdf",
    ]  # fmt: skip


def test_all_faults_of_all_printers_are_told_at_once(tmp_path: Path) -> None:
    (tmp_path / "book.yaml").write_text(
        "book: {title: A}\nprint: {for: [kdp, lulu], binding: hardcover}\npage: {trim: 4x6in, margins: {top: 0.2in}}\n"
        "sections: [{title: B, puzzles: {size: 4, count: 1}}]\n"
    )
    with pytest.raises(SpecError) as error:
        build(specs.load(tmp_path / "book.yaml"), 1)
    told = [fault.message for fault in error.value.faults]
    assert [message.split(" (")[0] for message in told] == [
        "Amazon KDP prints no hardcover of 4x6in on white paper",
        "the top margin is 0.2in; Amazon KDP wants 0.25in or more",
        "Lulu prints no hardcover of 4x6in on white paper",
        "the top margin is 0.2in; Lulu wants 0.5in or more",
    ]
    assert "not confirmed by the printer" in told[0]
