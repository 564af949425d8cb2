"""The proof from the page: what it reads in clean books and finds in faulty ones, its certificate, and the command."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import zlib
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pikepdf
import pytest
import yaml
from conftest import Run, scaled
from PIL import Image, ImageChops

from benchmarks import proof_books, proofs
from benchmarks.planting import PLANTS, Book
from bookmaker.base.errors import InputError
from bookmaker.base.language import languages
from bookmaker.publishing.proof import page_reading
from bookmaker.publishing.proof.certificate import certificate
from bookmaker.publishing.proof.proof import Proof, Source, prove

MIXED = """
book: {title: A Mixed Bag, author: A. Tester, language: LANGUAGE}
seed: 8
page: {trim: 6x9in}
design: {style: STYLE}
sections:
  - {title: Nines, puzzles: {count: 4, difficulty: any}, layout: two-up}
  - {title: Letters, puzzles: {size: 12, count: 2}, layout: one-up}
  - {title: Diagonals, puzzles: {kind: x, count: 2}, layout: two-up}
  - {title: Crooked, puzzles: {kind: jigsaw+windoku, count: 2}, layout: two-up}
  - {title: Knights, puzzles: {kind: anti-knight, count: 2}, layout: two-up}
  - {title: Dashes, puzzles: {kind: killer, size: 6, count: 2}, layout: two-up}
  - {title: Tints, puzzles: {kind: killer-x, size: 6, count: 2}, layout: two-up, cages: tinted}
front_matter: [title-page, copyright, how-to-play, contents]
"""


@pytest.fixture(scope="module")
def book() -> Book:
    spec = proof_books.spec_of(MIXED, "classic")
    return proof_books.printed(spec, proof_books.made_for(spec))


@pytest.fixture(scope="module")
def memory() -> proofs.Remembered:
    return proofs.Remembered()


@pytest.fixture(scope="module")
def clean(book: Book, memory: proofs.Remembered) -> Proof:
    return proofs.proof_of(book, memory=memory)


def test_pages_are_read_once_and_the_record_is_the_same(book: Book, clean: Proof, memory: proofs.Remembered) -> None:
    pages = sum(one.pages for one in clean.files)
    again = proofs.proof_of(book, memory=memory)
    anew = proofs.proof_of(book)
    assert (clean.read_anew, again.read_anew, anew.read_anew) == (pages, 0, pages)
    assert clean.as_json() == again.as_json() == anew.as_json()
    assert certificate(again) == certificate(anew)


def test_a_page_is_known_on_another_place_and_not_with_another_font(
    book: Book, clean: Proof, memory: proofs.Remembered
) -> None:
    with pikepdf.open(io.BytesIO(book.interior)) as pdf:
        pdf.pages.insert(1, pdf.pages[1])
        made = io.BytesIO()
        pdf.save(made)
        found = [proofs.proof_of(replace(book, interior=made.getvalue()), memory=held) for held in (memory, None)]
        assert found[0].read_anew == 0
        assert found[0].as_json() == found[1].as_json()
        # One byte of one font, however deep it lies.
        fonts = [one for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and "/FontFile2" in one]
        data = fonts[0].FontFile2.read_bytes()
        fonts[0].FontFile2.write(data[:-1] + bytes([data[-1] ^ 1]))
        made = io.BytesIO()
        pdf.save(made)
    assert proofs.proof_of(replace(book, interior=made.getvalue()), memory=memory).read_anew > 0


@pytest.mark.usefixtures("clean")
def test_a_remembered_page_is_distrusted(memory: proofs.Remembered) -> None:
    (key, held), (_, other) = list(memory.items())[:2]
    page = page_reading.decoded({key: held}, key)
    assert page is not None
    assert page_reading.encoded(page, key) == held
    step = max(len(held) // 60, 1)
    spoilt = [held[:at] + bytes([held[at] ^ 1]) + held[at + 1 :] for at in range(0, len(held), step)]
    spoilt += [held[:at] for at in range(0, len(held), step)] + [other, held + b"0"]
    assert {page_reading.decoded({key: one}, key) for one in spoilt} == {None}
    # Another program, or a disk that fails, may write nonsense with a true digest of it.
    for text in (b"", b"[]", b"{", b"[1, 2]", b'[["a"], 3]'):
        assert page_reading.decoded({key: page_reading.sealed(key, zlib.compress(text))}, key) is None


def test_a_clean_book_is_rebuilt_from_its_pages(book: Book, clean: Proof) -> None:
    assert clean.found == ()
    assert len(clean.puzzles) == len(book.puzzles)
    for read, told in zip(clean.puzzles, book.puzzles, strict=True):
        assert read["number"] == told["number"]
        assert read["page"] == told["file_page"]
        assert read["kind"] == f"{told['kind']} {told['size']}×{told['size']}"
        assert str(read["givens"]).replace(" ", "") == told["givens"]
        assert str(read["solution"]).replace(" ", "") == told["solution"]
        assert read["answer_pages"] == [["interior.pdf", book.answer_page(told)]]
    caged = [told for told in book.puzzles if told.get("cages")]
    assert caged
    for told in caged:
        read = clean.puzzles[told["number"] - 1]
        cells = {name: at for at, name in enumerate(f"r{r}c{c}" for r in range(1, 7) for c in range(1, 7))}
        wanted = [[cage["sum"], sorted(cells[cell] for cell in cage["cells"])] for cage in told["cages"]]
        assert sorted(read["cages"]) == sorted(wanted)  # type: ignore[call-overload]
    assert clean.counts["references"] == 2 * len(book.puzzles)
    assert any("anti-knight" in text for text in clean.assumed)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("look", "code"), [("modern", "es"), ("newspaper", "ru"), ("high-contrast", "fr"), ("modern", "de")]
)
def test_other_looks_and_languages_read_the_same(look: str, code: str, book: Book, clean: Proof) -> None:
    spec = proof_books.spec_of(MIXED, look, code)
    # Titles above the puzzles part the sections, too, whose rules differ.
    spec = replace(spec, design=replace(spec.design, openers="band" if look == "high-contrast" else None))
    other = proofs.proof_of(proof_books.printed(spec, proof_books.made_for(spec)))
    assert other.faults == ()
    assert [one["givens"] for one in other.puzzles] == [one["givens"] for one in clean.puzzles]
    assert [one["solution"] for one in other.puzzles] == [one["solution"] for one in clean.puzzles]


SAMPLE = (
    *(
        "given-changed",
        "answer-digit-lost",
        "answers-exchanged",
        "puzzle-turned",
        "cage-sum-changed",
        "cage-line-missing",
    ),
    *(
        "heavy-line-missing",
        "puzzle-number-wrong",
        "reference-wrong",
        "page-number-wrong",
        "contents-wrong",
        "count-wrong",
    ),
    *(
        "font-not-embedded",
        "rgb-black",
        "type-in-gutter",
        "small-type",
        "thin-stroke",
        "crop-shifted",
        "spine-too-wide",
    ),
)
"""Of the planted faults; ``python -m benchmarks.proofs`` plants all."""


def test_every_planted_fault_is_to_be_found_by_some_check() -> None:
    assert set(proofs.EXPECTED) == set(PLANTS)
    assert set(SAMPLE) <= set(PLANTS)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("kind", SAMPLE)
def test_a_planted_fault_is_found(kind: str, book: Book, clean: Proof, memory: proofs.Remembered) -> None:
    """Though the pages of the book without it are remembered."""
    planted = next(filter(None, (PLANTS[kind](book, Random(seed)) for seed in range(40))))
    found = {fault.check for fault in proofs.proof_of(book, planted, memory).faults}
    assert found & proofs.EXPECTED[kind], planted.what


def test_certificate_and_record(clean: Proof) -> None:
    for code in languages():
        made = certificate(clean, code)
        assert made == certificate(clean, code)
        assert len(pikepdf.open(io.BytesIO(made)).pages) == 1
    record = json.loads(clean.as_json())
    assert record["sound"] is True
    assert {page["least_type"] is None or page["least_type"] >= 7 for page in record["pages"]} == {True}


def test_a_certificate_of_many_faults_is_one_page(book: Book) -> None:
    planted = next(filter(None, (PLANTS["page-lost"](book, Random(seed)) for seed in range(9))))
    proof = proofs.proof_of(book, planted)
    assert len(proof.faults) > 16
    assert len(pikepdf.open(io.BytesIO(certificate(proof))).pages) == 1


def test_the_command(run: Run, book: Book, tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    path.write_bytes(book.interior)
    done = run("proof", str(path))
    assert done.code == 0
    assert "no faults" in done.out
    assert (tmp_path / "book-proof.pdf").is_file()
    assert json.loads((tmp_path / "book-proof.json").read_bytes())["sound"] is True
    planted = next(filter(None, (PLANTS["answers-exchanged"](book, Random(seed)) for seed in range(40))))
    path.write_bytes(planted.interior)
    done = run("proof", str(path), "-o", str(tmp_path / "c.pdf"))
    assert done.code == 9
    assert "fault: book.pdf, page" in done.out
    path.write_bytes(b"no PDF at all")
    assert run("proof", str(path)).code == 4
    assert run("proof", str(tmp_path / "missing.pdf")).code == 4
    path.write_bytes(proof_books.cover_of(432, 648))
    done = run("proof", str(path))
    assert done.code == 4
    assert "no square grid of lines was found" in done.err


def _drawn(operators: bytes) -> bytes:
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(612, 792))
    page.Contents = pdf.make_stream(operators)
    held = io.BytesIO()
    pdf.save(held, compress_streams=True)
    return held.getvalue()


def _lattice(size: int) -> bytes:
    at = (600 * index / size for index in range(size + 1))
    return b"".join(b"%.2f 0 m %.2f 600 l S 0 %.2f m 600 %.2f l S\n" % (one, one, one, one) for one in at)


@pytest.mark.parametrize(
    ("operators", "said"),
    [
        pytest.param(_lattice(400), "no square grid of lines was found", id="a lattice of 400 x 400"),
        pytest.param(
            b"".join(b"%d %d m %d 700 l S\n" % (at % 600, at % 700, at * 7 % 600) for at in range(21_000)),
            "no square grid of lines was found",
            id="more lines than are sorted",
        ),
        pytest.param(
            b"".join(b"%d %d 1 1 re f\n" % (at % 400, at // 400) for at in range(50_100)),
            "more than 50,000 lines and areas",
            id="tiles",
            marks=pytest.mark.thorough,
        ),
        pytest.param(b"q Q " * (3 << 20), "its pages say more than a book's do", id="operators"),
    ],
)
def test_pages_of_strangers_have_bounds(operators: bytes, said: str, tmp_path: Path, run: Run) -> None:
    (tmp_path / "page.pdf").write_bytes(_drawn(operators))
    done = run("proof", "page.pdf")
    assert (done.code, done.out) == (4, "") and said in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["page.pdf"]


def test_a_second_book_is_no_answer_key(book: Book) -> None:
    interior = book.interior
    with pytest.raises(InputError, match=r"second.pdf: is a book of its own, with .* prove it by itself"):
        prove(Source("first.pdf", interior), [Source("second.pdf", interior)])


class _Page(HTMLParser):
    """Checks that every element of the report is closed, and what it refers to."""

    void = frozenset({"meta", "img", "rect", "circle", "path"})
    open_end = frozenset({"th", "td", "tr", "li"})

    def __init__(self) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.links: list[str] = []
        self.unnamed = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.links += [str(given[key]) for key in ("src", "href") if key in given]
        if tag == "img":
            self.unnamed += not given.get("alt")
        if tag == "svg":
            self.unnamed += not given.get("aria-label")
        if tag not in self.void:
            self.stack.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.void:
            return
        while self.stack and self.stack[-1] in self.open_end and self.stack[-1] != tag:
            self.stack.pop()
        assert self.stack
        assert self.stack.pop() == tag


def _look_at(page: Path) -> None:
    """Where there is a browser, it draws the page without a network: text, charts in colour and the sheet of all pages."""
    program = shutil.which("chromium")
    if program is None:
        return
    picture = page.resolve().parent.parent / "report.png"
    flags = (
        *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
        *("--disable-background-networking", "--disable-component-update", "--host-resolver-rules=MAP * ~NOTFOUND"),
        *("--window-size=1000,3000", "--hide-scrollbars", f"--user-data-dir={picture.parent / 'profile'}"),
    )
    command = [program, *flags, f"--screenshot={picture}", page.resolve().as_uri()]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    with Image.open(picture) as drawn:
        shown = drawn.convert("RGB")
    assert shown.size == (1000, 3000)
    assert ImageChops.invert(shown).getbbox()[3] > 2000  # type: ignore[index]
    assert any(max(colour) - min(colour) > 60 for _, colour in shown.getcolors(1 << 24) or [])  # type: ignore[arg-type, type-var]


def test_build_writes_proof_and_report(run: Run) -> None:
    spec = yaml.safe_load(MIXED.replace("STYLE", "classic").replace("LANGUAGE", "en"))
    spec["sections"] = spec["sections"][:1] + spec["sections"][5:6]
    Path("book.yaml").write_text(yaml.safe_dump(spec))
    done = run("build", "book.yaml")
    assert done.code == 0, done.out
    folder = Path("build/book")
    record = json.loads((folder / "proof.json").read_bytes())
    assert record["sound"] is True
    assert record["checked"]["unique"] == 6
    assert [file["name"] for file in record["files"]] == ["interior.pdf", "answers.pdf"]
    first = {path.name: path.read_bytes() for path in folder.iterdir()}
    text = first["report.html"].decode()
    page = _Page()
    page.feed(text)
    page.close()
    assert [tag for tag in page.stack if tag not in page.open_end] == []
    assert page.unnamed == 0
    assert all(link.startswith("data:") for link in page.links)
    assert "http" not in text
    _look_at(folder / "report.html")
    for drawing in text.split("<svg")[1:]:
        ElementTree.fromstring(f"<svg{drawing.split('</svg>')[0]}</svg>")
    if scaled(0, 1):  # ``test_build.py`` holds in every run that a book is the same again.
        assert run("build", "book.yaml").code == 0
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == first
    for path in folder.iterdir():
        path.unlink()
    assert run("build", "--no-proof", "book.yaml").code == 0
    assert {path.name for path in folder.iterdir()} == {"interior.pdf", "answers.pdf", "manifest.json", "report.html"}


def test_answers_in_sight_need_no_reference(run: Run, tmp_path: Path) -> None:
    sections = [
        {"title": place, "puzzles": {"count": count, "size": 4, "difficulty": "easy"}, "answers": {"place": place}}
        for place, count in (("back", 8), ("foot", 1), ("overleaf", 1))
    ]
    path = tmp_path / "book.yaml"
    path.write_text(yaml.safe_dump({"book": {"title": "T"}, "sections": sections}), encoding="utf-8")
    told = run("build", path)
    assert told.code == 0, told.err
    assert "fault:" not in told.out
