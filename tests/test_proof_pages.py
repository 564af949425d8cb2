"""What the proof reads of other books, looks and languages, of single marks and lines, and of files that are no books."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import book_data
import pikepdf
import pytest
from conftest import scaled
from reportlab.pdfgen.canvas import Canvas

from benchmarks import proof_books, proofs
from benchmarks.planting import PLANTS, Book
from bookmaker.base import language
from bookmaker.base.errors import InputError
from bookmaker.base.language import languages
from bookmaker.logic.techniques.declare import Level
from bookmaker.printing.canvases.pdf import Metadata
from bookmaker.printing.pages.document import pdf_document
from bookmaker.printing.styles import style
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.pages import answers, slots
from bookmaker.publishing.book.pages.page_fit import page_setup
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.publishing.proof import answer_rows, page_checks, pdf_reading
from bookmaker.publishing.proof.claims import claims, contents, is_for_notes, section_counts
from bookmaker.publishing.proof.grids import Grid
from bookmaker.publishing.proof.judgement import listed
from bookmaker.publishing.proof.judging import named_rules, unseen_rules
from bookmaker.publishing.proof.kinds import SymbolError, alphabet, clue_rules
from bookmaker.publishing.proof.page_reading import Measures, PageReading, SeenPage
from bookmaker.publishing.proof.pdf_reading import put_together
from bookmaker.publishing.proof.proof import Source, prove
from bookmaker.publishing.proof.words import Piece, bare, labels, number_in
from bookmaker.puzzles.grid.marks import Mark


def test_a_page_for_notes_has_no_words_but_its_title() -> None:
    def page(*words: str) -> Any:
        return SimpleNamespace(text=[SimpleNamespace(bare=bare(word)) for word in words])

    # Pictures to draw come from a font of pictures.
    assert is_for_notes(page("Notes", "12"))
    assert is_for_notes(page("Can you draw this?", "\ue009", "12"))
    assert not is_for_notes(page("Notes", "on Killers"))
    assert not is_for_notes(page("\ue009", "12"))


CHILDS = """
book: {title: For Children, language: LANGUAGE}
design: {style: STYLE}
sections: [{title: First, puzzles: {kind: anti-knight, count: 1}}]
front_matter: [how-to-play]
"""


@pytest.mark.parametrize("code", languages())
def test_a_childs_words_name_the_rules_without_marks(code: str) -> None:
    spec = proof_books.spec_of(CHILDS, "children", code)
    read = proofs.proof_of(proof_books.printed(spec, proof_books.made_for(spec)))
    assert read.faults == ()
    assert any("anti-knight" in text for text in read.assumed)
    rules = [rule for rule in unseen_rules() if f"child.how.{rule}" in spec.catalogue]
    assert {"anti-knight", "consecutive"} < {*rules}
    for rule in rules:
        assert named_rules(spec.catalogue.paragraphs(f"how.{rule}")) == [rule]


DRAWN = """
book: {title: Clues and Bars, author: A. Tester, language: LANGUAGE}
seed: 9
page: {trim: 8.5x11in}
design: {style: STYLE}
sections:
  - {title: Circles, puzzles: {kind: quadruples+whispers, count: 1}, layout: one-up}
  - {title: Differences, puzzles: {kind: differences, count: 1}, layout: one-up}
  - {title: Clones, puzzles: {kind: clones, size: 6, count: 1}, layout: one-up}
  - {title: Signs, puzzles: {kind: greater-than, size: 6, count: 1}, layout: one-up}
  - {title: Thermometers, puzzles: {kind: thermometers, size: 6, count: 1}, layout: one-up}
  - {title: Sums, puzzles: {kind: outside-sums, size: 6, count: 1}, layout: one-up}
  - {title: Levels, puzzles: {size: 6, count: 4, difficulty: any}, layout: two-up, answers: {show: row}}
front_matter: [title-page, how-to-play]
"""


@pytest.fixture(scope="module")
def drawn() -> Book:
    spec = proof_books.spec_of(DRAWN, "modern")
    return proof_books.printed(spec, proof_books.made_for(spec))


def test_answers_of_clues_have_no_type_or_line_that_is_too_small(drawn: Book) -> None:
    """Twelve answers to a page, the smallest cells that there are, and the pictures of the rules."""
    proof = proofs.proof_of(drawn)
    assert proof.faults == ()
    assert proof.counts["unique"] == proof.counts["answers"] == len(drawn.puzzles)
    assert min(page["thinnest_line"] for page in proof.pages if page["thinnest_line"]) >= 0.75  # type: ignore[type-var]


LOOKS = """
book: {title: Clues in Other Looks, author: A. Tester, language: LANGUAGE}
seed: 9
page: {trim: 8.5x11in}
design: {style: STYLE}
sections:
  - {title: Letters, puzzles: {kind: xv, size: 6, count: 1}, layout: one-up}
  - {title: Rooms, puzzles: {kind: numbered-rooms, size: 6, count: 2}, layout: one-up}
  - {title: Clones, puzzles: {kind: clones, count: 1}, layout: one-up}
  - {title: Circles, puzzles: {kind: quadruples, count: 1}, layout: one-up}
  - {title: Twins, puzzles: {kind: twin, count: 1}, layout: one-up}
front_matter: [title-page, how-to-play]
"""


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("look", "code"), [("children", "ru"), ("large-print", "en")])
def test_clues_and_several_grids_are_read_in_large_type_and_round_corners(look: str, code: str) -> None:
    """Also the pictures of the rules, below lines of text that end in numbers and letters."""
    spec = proof_books.spec_of(LOOKS, look, code)
    proof = proofs.proof_of(proof_books.printed(spec, proof_books.made_for(spec)))
    assert proof.faults == ()
    assert proof.counts["unique"] == proof.counts["answers"] == 6


MARKED = """
book: {title: Marks, author: A. Tester, language: en}
seed: 9
page: {trim: TRIM}
design: {style: STYLE}
sections:
"""


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("look", "trim", "kinds", "layout"),
    [
        ("high-contrast", "8.5x11in", ("minima", "minima+arrow", "minima+parity-lines", "minima+even-odd"), "four-up"),
        ("modern", "4.25x7in", ("modular", "ten-lines", "double-arrows"), "one-up"),
    ],
)
def test_frames_and_small_shapes_are_no_lines_of_the_grid(
    look: str, trim: str, kinds: tuple[str, ...], layout: str
) -> None:
    """Frames beside heavy lines and below lines of other rules, and triangles in the smallest cells."""
    sections = [f"  - {{title: {kind}, puzzles: {{kind: {kind}, count: 1}}, layout: {layout}}}\n" for kind in kinds]
    spec = proof_books.spec_of(MARKED.replace("TRIM", trim) + "".join(sections), look)
    proof = proofs.proof_of(proof_books.printed(spec, proof_books.made_for(spec)))
    assert proof.faults == ()
    assert proof.counts["unique"] == proof.counts["answers"] == len(kinds)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "kind",
    [
        *("dot-number-changed", "sign-turned", "bulb-at-the-end", "outside-number-changed", "level-bars-wrong"),
        *("quadruple-changed", "answer-row-changed"),
    ],
)
def test_a_fault_planted_into_what_is_drawn_is_found(kind: str, drawn: Book) -> None:
    planted = next(filter(None, (PLANTS[kind](drawn, Random(seed)) for seed in range(60))))
    found = {fault.check for fault in proofs.proof_of(drawn, planted).faults}
    assert found & proofs.EXPECTED[kind], planted.what


def foreign(*, another: bool = False) -> bytes:
    """A page by a hand that knows nothing of ours: Helvetica, lines drawn whole, ten of each; a number below.

    ``another``: beside the answer stands one more without a number.
    """
    puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(820 if another else 420, 600), invariant=1)
    for cells in (puzzle, solution):
        for left in (60, 460) if another and cells == solution else (60,):
            for line in range(10):
                canvas.setLineWidth(2 if line % 3 == 0 else 1)
                canvas.line(left, 200 + 30 * line, left + 270, 200 + 30 * line)
                canvas.line(left + 30 * line, 200, left + 30 * line, 470)
            canvas.setFont("Helvetica", 16)
            for at, char in enumerate(cells):
                if char != ".":
                    canvas.drawCentredString(left + 15 + 30 * (at % 9), 450 - 30 * (at // 9), char)
        canvas.drawString(60, 480, "No. 7")
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def test_a_book_that_is_not_ours() -> None:
    proof = prove(Source("other.pdf", foreign()))
    (one,) = proof.puzzles
    assert (one["number"], one["kind"], one["status"]) == (7, "classic 9×9", "proper")
    assert proof.counts["answers"] == 1
    assert [fault.check for fault in proof.faults] == ["fonts"]


def test_an_answer_that_has_lost_its_number_is_a_fault() -> None:
    faults = prove(Source("other.pdf", foreign(another=True))).faults
    assert [(fault.check, fault.message, fault.page) for fault in faults if fault.check != "fonts"] == [
        ("answers", "an answer without a number", 2)
    ]


def test_what_cannot_be_read_is_said() -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(420, 600), invariant=1)
    canvas.drawString(60, 480, "500 puzzles")
    canvas.showPage()
    canvas.save()
    with pytest.raises(InputError, match="no square grid of lines"):
        prove(Source("empty.pdf", out.getvalue()))


def test_numbers_above_pieces_to_cut_out() -> None:
    spec = proof_books.spec_of(
        """
book: {title: Scissors, language: LANGUAGE}
seed: 4
page: {trim: 8.5x11in}
design: {style: STYLE}
sections:
  - {title: Animals, puzzles: {size: 4, count: 4}, symbols: {set: animals, row: cut-out}, layout: two-up}
""",
        "children",
    )
    book = proof_books.printed(spec, proof_books.made_for(spec))
    proof = proofs.proof_of(book)
    assert proof.faults == ()
    assert [one["number"] for one in proof.puzzles] == [1, 2, 3, 4]
    # Without its answer a puzzle may never show one of its signs.
    with pikepdf.open(io.BytesIO(book.interior)) as file:
        del file.pages[book.answer_page(book.puzzles[0]) - 1 :]
        file.save(short := io.BytesIO())
    few = prove(Source("short.pdf", short.getvalue()))
    assert [len(set(str(one["solution"]).split())) for one in few.puzzles] == [4] * 4


def test_claims_of_titles() -> None:
    assert list(claims("Over 1,000 Puzzles")) == [(1000, True)]
    assert list(claims("500+ Hard Sudoku Puzzles")) == [(500, True)]
    assert list(claims("62 головоломки с ответами")) == [(62, False)]
    assert list(claims("Más de 200 sudokus")) == [(200, True)]
    assert list(claims("2 gril les · niveau moyen")) == [(2, False)]
    assert list(claims("5 romans et 40 lettres sur les grilles")) == []
    for code in languages():
        for count in (1, 2, 5, 12345):
            assert list(claims(language.load(code).plural("section.count", count))) == [(count, False)]
    for text in ("Volume 3 Sudoku", "4 Seasons of Sudoku", "9×9 Sudoku", "A 6 x 9 puzzle book", "Sudoku 2026"):
        assert list(claims(text)) == []


def test_numbers_in_words() -> None:
    assert listed([3, 1, 4, 5, 9]) == "1, 3–5, 9"
    assert listed(range(0, 40, 2), 3) == "0, 2, 4 and 17 more"


def test_a_mark_that_can_be_no_clue_is_a_fault_and_no_crash() -> None:
    faults: list[str] = []
    marks = [
        Mark("clone", (0, 1, 10), "A"),
        Mark("quadruple-circle", (0, 1, 9, 10), "12345"),
        Mark("black-dot", (0, 1)),
    ]
    rules, clues = clue_rules(marks, 9, faults)
    assert (rules, len(clues)) == ({"kropki-partial"}, 1)
    assert faults == ["a mark at r1c1 has two areas of different forms", "a mark at r1c1 has 5 digits, not 1 to 4"]


def test_lines_of_text_that_end_in_a_number_number_no_puzzle() -> None:
    for label in ("5", "Puzzle 5", "Судоку № 5", "no. 5", "Sudoku puzzle No. 5:"):
        assert number_in(label) == 5
    for line in ("не меньше чем на 5.", "by at least 5.", "Neighbours differ by at 5"):
        assert number_in(line) is None


def meant(digits: str, size: int) -> dict[str, int]:
    """What the characters in the cells of a grid mean."""
    return alphabet([cast(Grid, SimpleNamespace(size=size, digits=tuple(digits), clues=()))])


def test_grids_that_count_from_zero_are_read() -> None:
    meaning = meant("0123456789ABCDEF", 16)
    assert [meaning[text] for text in "09AF"] == [1, 10, 11, 16]
    with pytest.raises(SymbolError, match="'0' is not a digit"):
        meant("012345679", 9)


def test_small_letters_are_digits_of_large_grids_though_not_all_are_given() -> None:
    # No 3 is given, and the others keep their digits.
    assert [meant("124c", 12)[symbol] for symbol in "124c"] == [1, 2, 4, 12]
    assert meant("09af", 16)["f"] == 16


ROWS = """
book: {title: Rows and Bars}
seed: 4
design: {style: modern, openers: page}
sections:
  - {title: One, puzzles: {count: 4, difficulty: any}, layout: two-up, answers: {show: row}}
  - {title: Two, puzzles: {count: 4, size: 6}, layout: two-up, answers: {show: row, place: foot}}
  - {title: Three, puzzles: {count: 1, size: 6}, layout: two-up, answers: {place: overleaf}}
front_matter: [title-page, sums.md]
"""


def test_rows_of_answers_and_drawn_levels_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "book.yaml"
    path.write_text(ROWS, encoding="utf-8")
    # No row of the last answer, which is printed whole.
    (tmp_path / "sums.md").write_text("9 25 34 16", encoding="utf-8")
    spec = specs.load(path)
    made = proof_books.made_for(spec)
    clean = proofs.proof_of(proof_books.printed(spec, made))
    assert clean.faults == ()
    assert {check: clean.counts[check] for check in ("answers", "levels", "references")} == {
        "answers": 9,
        "levels": 4,
        "references": 4,
    }
    assert "of each answer the bottom row is printed" in clean.assumed
    # One row of another answer, and one bar more than the level has.
    words, other = slots.check_words, {id(made[0][0]): made[0][1], id(made[1][2]): made[1][3]}
    for module in (slots, answers):
        monkeypatch.setattr(module, "check_words", lambda one: words(other.get(id(one), one)))
    monkeypatch.setattr(slots.Slots, "_rank", lambda _, one: Level[one.grade.level.upper()] + (one is made[0][2]))
    found = proofs.proof_of(proof_books.printed(spec, made)).faults
    assert [(one.check, one.severity) for one in found] == [("answers", "fault")] * 2 + [("levels", "fault")]
    assert "bars and grades as" in found[2].message


HEADS = """
book: {title: Heads Alone}
seed: 7
design: {openers: none}
sections:
  - {title: Alpha, puzzles: {count: 2, size: 6}, layout: one-up}
  - {title: Knights, puzzles: {kind: anti-knight, count: 1, difficulty: easy}, layout: one-up}
  - {title: Arrow, puzzles: {kind: arrow, count: 2, difficulty: easy}, layout: one-up}
front_matter: [title-page, contents, how-to-play]
"""


def test_sections_that_running_heads_alone_open_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "book.yaml"
    path.write_text(HEADS, encoding="utf-8")
    spec = specs.load(path)
    proof = proofs.proof_of(proof_books.printed(spec, proof_books.made_for(spec)))
    # The knight's rule has no marks, and one puzzle in five needs it; the contents lead to pages whose largest type is no title.
    assert proof.faults == ()
    assert proof.kinds["anti-knight 9×9"] == 1 and proof.counts["contents"] >= 3


def test_numbers_may_go_on_higher_where_another_part_begins() -> None:
    """`number_from` of a section leaves numbers out on purpose; a puzzle that is lost leaves its answer."""

    def found(pages: dict[int, int], answers: list[int]) -> list[tuple[str, str]]:
        labels = [SimpleNamespace(label=SimpleNamespace(number=number)) for number in answers]
        reading: Any = SimpleNamespace(name="b.pdf", odd_folios=(), answers=labels, rows=())
        puzzles: Any = [
            SimpleNamespace(number=number, entry=SimpleNamespace(page=page)) for number, page in pages.items()
        ]
        return [(one.severity, one.message) for one in page_checks.numbering(reading, puzzles, anew=False)]

    assert found({1: 4, 2: 5, 101: 7, 102: 8}, [1, 2, 101, 102]) == [("note", "the numbers go on with 101 after 2")]
    assert found({1: 4, 2: 5, 4: 7}, [1, 2, 3, 4]) == [("fault", "no puzzle has the number 3")]
    assert found({1: 4, 2: 5, 4: 6}, [1, 2, 4]) == [("fault", "no puzzle has the number 3")]


def test_contents_lead_to_a_page_that_begins_with_their_words() -> None:
    """Another page may have the words among larger ones: How to play explains the answers."""

    def page(index: int, *texts: tuple[str, float]) -> Any:
        held = [
            Piece(text=text, size=size, baseline=float(at // 2), box=(at % 2, 0, at % 2 + 1, 0))
            for at, (text, size) in enumerate(texts)
        ]
        return SimpleNamespace(index=index, text=held)

    def found(*last: tuple[str, float]) -> list[str]:
        pages = [
            page(0, ("Contents", 22), ("", 22), ("Answers", 11), ("3", 11)),
            page(1, ("The levels", 13), ("", 13), ("The answers", 13), ("are at the back", 12)),
            page(2, *last),
        ]
        whole = SimpleNamespace(
            name="b.pdf", pages=pages, puzzles=[], roman_offset=None, page_of=lambda folio: folio - 1
        )
        findings, count = contents(cast(Any, whole))
        assert count == 1
        return [one.severity for one in findings]

    assert found(("Answers", 10), ("", 10), ("1", 10), ("2", 10)) == []
    # A page of answers in place of a title has a running head only, which numbers of puzzles come before.
    assert found(("1", 10), ("2", 10), ("Answers", 10), ("", 10)) == []
    assert found(("Hints", 10), ("", 10), ("to the answers", 10), ("", 10)) == ["fault"]


def test_contents_in_two_columns_have_the_numbers_of_each() -> None:
    def piece(text: str, left: float, baseline: float, size: float = 11) -> Any:
        box = left, baseline, left + 40, baseline
        return Piece(text=text, size=size, baseline=baseline, box=box)

    names = ("Arrows", "Kropki", "Jigsaw", "Killer", "Sandwich", "Samurai")
    listed = [piece("Contents", 0, 900, 22)]
    for at, name in enumerate(names):
        left, baseline = 200.0 * (at % 2), 800.0 - 50 * (at // 2)
        listed += [piece(name, left, baseline), piece(str(at + 2), left + 140, baseline)]
    pages = [SimpleNamespace(index=0, text=listed)]
    pages += [SimpleNamespace(index=at + 1, text=[piece(name, 0, 900, 20)]) for at, name in enumerate(names)]
    whole = SimpleNamespace(name="b.pdf", pages=pages, puzzles=[], roman_offset=None, page_of=lambda folio: folio - 1)
    assert contents(cast(Any, whole)) == ([], len(names))


def test_notes_and_answers_behind_puzzles_open_no_section() -> None:
    """A band names the puzzles of its section, which have notes or answers between them."""

    def page(index: int, *texts: str) -> Any:
        return SimpleNamespace(index=index, text=[SimpleNamespace(text=text, bare=bare(text)) for text in texts])

    def at(page: int) -> Any:
        return SimpleNamespace(page=page, entry=SimpleNamespace(page=page, pages=range(page, page + 1)))

    pages = [page(0, "2 puzzles · easy", "1"), page(1, "Notes", "2"), page(2, "3"), page(3, "Notes", "4")]
    for behind in ([], [at(1)]):
        book: Any = SimpleNamespace(name="b.pdf", pages=pages, answers=behind, pictures=[])
        assert not list(section_counts(book, [at(0), at(2)]))
        assert [one.message for one in section_counts(book, [at(0)])] == ["announces 2 puzzles; 1 follow"]
    # Words of the publisher's own below puzzles are no such claim.
    pages[0] = page(0, "2 puzzles · easy", "Post your row by 31 March to win 3 puzzle books", "1")
    assert not list(section_counts(SimpleNamespace(name="b.pdf", pages=pages, answers=[], pictures=[]), [at(0), at(2)]))
    # Before puzzles on right-hand pages only, an opener on the right has such a page on its back.
    pages = [
        page(0, "2 puzzles"),
        page(1, "1"),
        page(2, "2"),
        page(3, "3"),
        page(4, "1 puzzle"),
        page(5, "Notes"),
        page(6),
    ]
    book = SimpleNamespace(name="b.pdf", pages=pages, answers=[], pictures=[])
    assert not list(section_counts(book, [at(1), at(2), at(6)]))
    assert [one.page for one in section_counts(book, [at(1), at(2), at(3), at(6)])] == [1]


OWN_STYLE = "base: classic\nabout: Page numbers alone\nlabels: {answer_right: '{page_number}'}\n"


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("name", "trim"),
    [
        ("classic", "6x9in"),
        ("course", "8.5x11in"),
        ("own.yaml", "6x9in"),
        *(
            pytest.param(name, trim, marks=pytest.mark.thorough)
            for name in (*style.names(), "own.yaml")
            for trim in ("6x9in", "8.5x11in")
        ),
    ],
)
def test_no_number_of_a_puzzle_or_page_is_taken_for_a_clue(name: str, trim: str, tmp_path: Path) -> None:
    """Above a small answer they may stand over the middle of a column, as numbers around a grid do."""
    (tmp_path / "own.yaml").write_text(OWN_STYLE, encoding="utf-8")
    design, count = f"page: {{trim: {trim}}}\ndesign: {{style: {name}}}\n", scaled(104, 400)
    wanted = f"puzzles: {{count: {count}}}"
    spec = book_data.loaded(tmp_path, f"{design}{book_data.section(wanted)}")
    made = book_data.planned(spec)
    read = pdf_reading.read(
        pdf_document(made.interior, page_setup(book_of(spec)), Metadata("t"), made.front, "t.pdf"), "t.pdf"
    )
    pages = {entry.label.number: read.folio(entry.page) for entry in read.puzzles}
    assert sorted(pages) == [*range(1, count + 1)]
    assert [entry.label.number for entry in read.answers] == [*range(1, count + 1)]
    named = [(entry.label.reference, pages[entry.label.number]) for entry in read.answers]
    assert all(reference in (None, page) for reference, page in named)
    assert not any(entry.grid.clues for entry in (*read.puzzles, *read.answers))


def test_a_narrow_column_of_large_type_names_the_page_of_the_answer(tmp_path: Path) -> None:
    """On two lines where one has no room, and the digits to strike off in two rows, as large as the style wants them."""
    text = "page: {trim: 8.5x11in}\ndesign: {style: large-print}\n"
    spec = book_data.loaded(tmp_path, f"{text}{book_data.section('puzzles: {count: 4}, layout: two-up')}")
    made = book_data.planned(spec)
    read = pdf_reading.read(
        pdf_document(made.interior, page_setup(book_of(spec)), Metadata("t"), made.front, "t.pdf"), "t.pdf"
    )
    assert len(read.puzzles) == 4 and all(entry.label.reference for entry in read.puzzles)
    sizes = [page.measures.type_least for page in read.pages if page.measures.type_least is not None]
    assert min(sizes) >= book_of(spec).look.type.least


def test_digits_to_count_with_at_the_foot_are_no_row_of_an_answer() -> None:
    foot = [answer_piece(str(digit), 20 * digit) for digit in range(1, 10)]
    assert list(answer_rows.rows(foot, 0, 1)) == []
    row = [answer_piece("12", 0), *(answer_piece(str(digit), 20 * at) for at, digit in enumerate((2, 1, 4, 3), 1))]
    (found,) = answer_rows.rows(row, 0, 1)
    assert (found.number, found.signs) == (12, ("2", "1", "4", "3"))


def answer_piece(text: str, left: float) -> Piece:
    return Piece(text, (left, 0.0, left + 8, 10.0), 0.0, 10.0)


def test_the_last_line_of_a_foot_says_nothing_of_the_grid_below_it() -> None:
    """It may be nearer to that grid than to its own, and hold nothing but a number."""

    def grid(bottom: float) -> Any:
        box = (0.0, bottom, 200.0, bottom + 200.0)
        return SimpleNamespace(outer=box, lattice=SimpleNamespace(box=box, bounds=box))

    def piece(text: str, left: float, baseline: float, size: float = 8.0) -> Piece:
        return Piece(text, (left, baseline, left + 4.0 * len(text), baseline + 0.7 * size), baseline, size)

    words = [
        piece("7", 0, 504), piece("8", 0, 204),
        piece("Answer on page 90", 132, 288), piece("Answer on page 91", 132, -12),
        piece("THIS GRID", 0, 262, 6), piece("Least often given: 1, 3,", 0, 251),
        piece("4, 6, 7 and", 0, 240), piece("9.", 0, 229),
    ]  # fmt: skip
    found, rest = labels([grid(300), grid(0)], words)
    assert [(one.number, one.reference) for one in found] == [(7, 90), (8, 91)]
    assert rest == []


def test_a_file_without_a_page_has_no_grid() -> None:
    """A damaged tree of pages may leave none."""
    reading = put_together("empty.pdf", 0, [])
    assert not reading.pages and not reading.puzzles and not reading.answers


def test_pages_hold_what_is_alike_once() -> None:
    """A book of 10,000 has 70,000 lines of words and 30,000 grids."""
    shared: dict[Any, Any] = {}

    def page(index: int, text: str) -> SeenPage:
        box = float("72.5"), float("30.25"), float("99.5"), float("37.75")
        piece = Piece(text, box, float("31.5"), float("8.5"))
        lattice = cast(Any, (float("0.5"),))
        grid = Grid(0, 0, lattice, " ".join("1" for _ in range(16)), {}, (), frozenset(), frozenset(), (), 12.0, 0, {})
        measures = Measures({"MediaBox": box}, 0, box, None, None, None, 0, 0)
        found, way = PageReading(measures, (SeenPage(0, 0, [grid], [piece], box, ()),)).on(index, shared)
        assert found == measures and way[0].grids[0].digits == ["1"] * 16
        assert (way[0].index, way[0].grids[0].page) == (index, index)
        return way[0]

    one, other = page(0, "Number 1"), page(1, "Number 2")
    (first,), (second,) = one.pieces, other.pieces
    assert first.text != second.text
    assert all(a is b for a, b in zip((*first.box, first.size), (*second.box, second.size), strict=True))
    (left,), (right,) = one.grids, other.grids
    assert left.texts is right.texts and left.sums is right.sums and left.lattice is right.lattice
    assert page(2, "Number 1").pieces[0] is first
