"""What stands on covers and in their specs: words, designs of the user's own, and faults of them."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from conftest import scaled
from cover_data import TRIMS, book, drawn, edition, operators, stocked, wish

from bookmaker.base import language, resources
from bookmaker.base.errors import SpecError
from bookmaker.printing.covers import design
from bookmaker.publishing.book.making import cover
from bookmaker.publishing.proof import claims
from bookmaker.publishing.proof.ink import Glyph
from bookmaker.publishing.proof.pdf_reading import read
from bookmaker.publishing.proof.words import Piece, pieces
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry


@pytest.mark.sampled(1)
@pytest.mark.parametrize("code", ["en", "es", "ru", "de", "fr"])
def test_words_follow_the_book_in_every_language(code: str, tmp_path: Path) -> None:
    titles = {
        "en": ("Large Print Sudoku for Seniors", "Large Print Sudoku", "for Seniors"),
        "es": ("Sudokus para el tren de la noche", "Sudokus", "para el tren de la noche"),
        "de": ("Sudoku für lange Bahnfahrten", "Sudoku", "für lange Bahnfahrten"),
        "fr": ("Sudokus pour le train de nuit", "Sudokus", "pour le train de nuit"),
        "ru": ("Судоку для долгой дороги", "Судоку", "для долгой дороги"),
    }
    title, headline, rest = titles[code]
    one = book(tmp_path, wish("pencil"), title, code)
    wanted = one.cover
    assert wanted is not None
    words = language.load(code)
    shown = cover.book_content(one, wanted, [[stocked("easy"), stocked("hard")] * 20], words)
    assert (shown.texts["before"], shown.texts["headline"], shown.texts["rest"]) == ("", headline, rest)
    assert shown.texts["badge_top"] == "40"
    assert [level.count for level in shown.levels] == [words.plural("section.count", 20)] * 2
    assert shown.spine_upwards == (code != "en")
    for place, name in enumerate(design.names(), list(titles).index(code)):
        # Each design on a small and a large trim, in one language or another.
        content, _ = drawn(book(tmp_path, wish(name), title, code), "kdp", 200, (TRIMS[1], TRIMS[-1])[place % 2])
        # The proof reads the counts of badge and levels, and no digit of a picture, turned to them or below them.
        told = {count for count, _ in claims.cover_claims(read(content, "cover.pdf").pages[0].text)}
        assert told <= {1, 3}, name
        assert 3 in told or code != "en" or name in ("classic", "quilt"), name


def test_a_digit_of_a_picture_that_a_badge_hides_is_no_figure_of_its_number() -> None:
    def glyph(char: str, left: float, size: float, baseline: float) -> Glyph:
        return Glyph(char, left, baseline, left + size / 2, baseline + 0.7 * size, baseline, size, 1.0, 0, left)

    number = [glyph("2", 100.0, 50.0, 60.0), glyph("3", 127.0, 50.0, 60.0)]
    assert [piece.text for piece in pieces(number)] == ["23"]
    hidden = glyph("7", 155.0, 20.0, 64.0)
    assert {piece.text for piece in pieces([*number, hidden])} == {"23", "7"}


def test_counts_of_a_list_are_told_from_that_of_the_whole() -> None:
    def piece(text: str, left: float, right: float, baseline: float) -> Piece:
        return Piece(text, (left, baseline, right, baseline + 9.0), baseline, 12.0)

    listed = [
        *(piece("Easy", 10, 35, 50), piece("12 puzzles", 60, 110, 50)),
        *(piece("Hard", 10, 35, 30), piece("11 puzzles", 61, 110, 30.4)),
        piece("50 classic puzzles", 10, 100, 90),
    ]
    assert claims.listed_counts(listed) == [12, 11]
    assert claims.listed_counts(listed[-1:]) == []


def test_what_the_spec_says_of_words_and_colours_is_done(tmp_path: Path) -> None:
    words = language.load("en")

    def shown(wanted: str) -> dict[str, str]:
        one = book(tmp_path, wanted, "My Large Print Sudoku Book")
        assert one.cover is not None
        return dict(cover.book_content(one, one.cover, [[stocked()]], words).texts)

    (tmp_path / "text.md").write_text("# Loud\n\nQuiet *words*\nand more.\n\nThe end.")
    texts = shown('{headline: large print sudoku, badge: "7\\nof us", author: none, subtitle: Mine, blurb: text.md}')
    assert (texts["before"], texts["headline"], texts["rest"]) == ("My", "Large Print Sudoku", "Book")
    assert (texts["badge_top"], texts["badge_middle"], texts["badge_bottom"]) == ("7", "of us", "")
    assert (texts["author"], texts["subtitle"]) == ("", "Mine")
    assert (texts["hook"], texts["blurb"]) == ("Loud", "Quiet words and more.\nThe end.")
    assert "badge" not in shown("{badge: none}")
    plain, _ = drawn(book(tmp_path, "{design: poster}"), "kdp", 100)
    mine, _ = drawn(book(tmp_path, '{design: poster, colours: {ground: "#123456"}}'), "kdp", 100)
    wanted = pytest.approx([0x12 / 255, 0x34 / 255, 0x56 / 255], abs=1e-3)
    assert any(values == wanted for values, operator in operators(mine) if operator == "rg")
    assert not any(values == wanted for values, operator in operators(plain) if operator == "rg")
    # Volumes of a series differ: the second has the next palette.
    second, _ = drawn(book(tmp_path, "{design: poster, volume: 2}"), "kdp", 100)
    assert operators(second) != operators(plain)


def test_a_puzzle_without_givens_and_other_sizes_make_covers(tmp_path: Path) -> None:
    grid = geometry("classic", 9)
    empty = replace(stocked(), puzzle=Puzzle(grid, bytes(81)))
    kinds = ([empty], [stocked(size=4)], [stocked(size=16)], [stocked(kind="x", size=6), stocked(size=12)])
    for place, name in enumerate(design.names()):
        one = book(tmp_path, wish(name))
        for puzzles in (kinds[place % 4], kinds[(place + 1) % 4])[: scaled(1, 2)]:
            made = cover.cover_files(one, [puzzles], {edition("lulu"): 100}, lenient=True, fronts=False)
            assert len(made.files) == 1


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ("{design: pencill}", "did you mean `pencil`?"),
        ("{palette: pink}", "there are navy"),
        ("{colours: {ground: red}}", "#1d3557"),
        ('{colours: {ground: "#000000 90 90 90 90"}}', "has 360 percent of ink"),
        ("{isbn: 978-0-306-40615-8}", "the last one must be 7"),
        ("{design: photograph}", "image: photo.jpg"),
        ("{image: nothing.png}", "there is no file `nothing.png`"),
        ("{headline: Killer}", "not a part of the title"),
        ("{blurb: nothing.txt}", "nothing.txt cannot be read"),
        ("{author: 数独}", "no glyph for"),
        ("{subtitle: " + "Wort" * 40 + "}", "the subtitle has no room on the cover, even at 8pt"),
        ("{blurb: " + "Wort" * 100 + "}", "the blurb has no room on the cover, even at 8pt"),
    ],
)
def test_faults_of_a_cover_are_told_where_they_stand(wanted: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError) as caught:
        drawn(book(tmp_path, wanted), "kdp", 100)
    fault = caught.value.faults[0]
    assert told in str(fault)
    assert fault.place is not None
    assert fault.place.line == 5


@pytest.mark.parametrize("content", [b"", b"no image", b"\x89PNG\r\n\x1a\n" + bytes(40)])
def test_a_damaged_image_is_told(content: bytes, tmp_path: Path) -> None:
    one = book(tmp_path, "{design: photograph, image: photo.png}")
    (tmp_path / "photo.png").write_bytes(content)
    with pytest.raises(SpecError, match=r"photo.png cannot be read as an image"):
        drawn(one, "kdp", 100)


def test_faults_of_printers_and_images(tmp_path: Path) -> None:
    one = book(tmp_path, "{design: photograph, image: photo.png}")
    with pytest.raises(SpecError, match=r"photo.png would be printed with 54 pixels an inch.*1838 x 2775"):
        cover.cover_files(one, [[stocked()]], {edition("kdp"): 100})
    _, notes = drawn(one, "kdp", 100)
    assert "54 pixels an inch" in notes[0]
    with pytest.raises(SpecError, match="publishes no formula"):
        drawn(book(tmp_path, "{design: pencil}"), "ingramspark", 100)
    assert cover.cover_files(book(tmp_path, "{design: pencil}"), [[stocked()]], {}).files == {}


def test_a_user_brings_a_design_of_their_own(tmp_path: Path) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text("base: dots\nabout: mine\nfaces: {title: Oswald-Bold}\n")
    content, _ = drawn(book(tmp_path, "{design: mine.yaml}"), "kdp", 100)
    with pikepdf.open(io.BytesIO(content)) as pdf:
        fonts = {str(font.BaseFont).partition("+")[2] for font in pdf.pages[0].Resources.Font.values()}
    assert "Oswald-Bold" in fonts
    mine.write_text("base: dots\nabout: mine\nspine:\n- {draw: alogn, what: title}\n- {draw: fill, box: [0, 0, 1]}\n")
    with pytest.raises(SpecError) as caught:
        book(tmp_path, "{design: mine.yaml}")
    told = " ".join(str(fault) for fault in caught.value.faults)
    assert "did you mean `along`?" in told
    assert "mine.yaml:5:21: `box` must have at least 4 entries, not 3" in told


@pytest.mark.parametrize(
    ("title", "code", "split"),
    [
        ("The Rose Garden Book of Sudoku", "en", ("The Rose Garden Book of", "Sudoku", "")),
        ("The Night of the Killer-Sudoku, Vol. 2", "en", ("The Night of the", "Killer-Sudoku", "Vol. 2")),
        ("El gran libro de los sudokus para todos", "es", ("El gran libro de los", "sudokus", "para todos")),
        ("Das große Buch der Killer-Sudokus für alle", "de", ("Das große Buch der", "Killer-Sudokus", "für alle")),
        ("Большая книга для любителей судоку", "ru", ("Большая книга для любителей", "судоку", "")),
        ("From Singles to the X-Wing", "en", ("", "From Singles", "to the X-Wing")),
    ],
)
def test_the_word_that_a_buyer_looks_for_is_set_largest(
    title: str, code: str, split: tuple[str, str, str], tmp_path: Path
) -> None:
    one = book(tmp_path, "{design: woven}", title, code)
    assert one.cover is not None
    texts = cover.book_content(one, one.cover, [[stocked()]], language.load(code)).texts
    assert (texts["before"], texts["headline"], texts["rest"]) == split


def test_the_level_of_a_badge_agrees_with_its_number(tmp_path: Path) -> None:
    def badge(code: str, count: int, more: str = "") -> str:
        one = book(tmp_path, "{design: woven" + "}" + more, "Sudoku", code)
        assert one.cover is not None
        return cover.book_content(one, one.cover, [[stocked()] * count], one.catalogue).texts["badge_bottom"]

    assert [badge("es", 1), badge("es", 44)] == ["fácil", "fáciles"]
    assert [badge("ru", 1), badge("ru", 2), badge("ru", 44), badge("ru", 40)] == [
        "лёгкая",
        "лёгкие",
        "лёгкие",
        "лёгких",
    ]
    assert badge("es", 44, "\nwords: {level: {easy: Suave}}") == "suave"
    # A noun keeps its capital where the language has it so.
    assert badge("de", 44, "\nwords: {level: {easy: Anfänger}}") == "Anfänger" and badge("de", 44) == "leicht"


def test_the_sample_is_the_puzzle_in_the_middle_of_the_book(tmp_path: Path) -> None:
    one = book(tmp_path, "{design: woven}\nnumber_from: 5")
    assert one.cover is not None
    mixed = [stocked("easy")] * 3 + [stocked("hard", "x")] + [stocked("medium")] * 2 + [stocked("hard")]
    content = cover.book_content(one, one.cover, [mixed], one.catalogue)
    # Of the six of the usual kind the fourth, which is the fifth of all.
    assert "9" in content.sample_caption and "medium" in content.sample_caption


def test_the_list_of_levels_stands_on_the_back_of_large_print(tmp_path: Path) -> None:
    one = book(tmp_path, "{design: woven}\ndesign: {style: large-print}\npage: {trim: letter}")
    assert one.cover is not None
    content = cover.book_content(one, one.cover, [[stocked("easy"), stocked("hard")] * 20], one.catalogue)
    assert content.look.type.least > 15
    _, notes = drawn(one, "kdp", 100, (8.5, 11.0))
    assert not any("list of levels" in note for note in notes)


def test_a_design_names_font_files_as_a_book_does(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    source = resources.find("fonts", "Vollkorn-SemiBold.ttf")
    assert source is not None
    (tmp_path / "own" / "Mine.ttf").write_bytes(source.read_bytes())
    (tmp_path / "mine.yaml").write_text("base: woven\nabout: Ours\nfaces: {title: own/Mine.ttf}\n")
    assert design.find("mine.yaml", tmp_path).face("title").path == tmp_path / "own" / "Mine.ttf"


def test_the_kinds_of_a_mixed_book_give_way_where_its_subtitle_has_no_room_with_them(tmp_path: Path) -> None:
    """On the front of a children's book of 4.25x7in the line of the kinds refused a subtitle of one word."""
    one, small = book(tmp_path, wish("children")), edition("kdp", (4.25, 7.0))
    for kinds in (["classic"], ["classic", "x"]):
        sections = [[stocked("easy", kind) for kind in kinds]]
        assert len(cover.cover_files(one, sections, {small: 100}, lenient=True, fronts=False).files) == 1
    long = book(tmp_path, "{design: children, subtitle: " + "Wort" * 40 + "}")
    with pytest.raises(SpecError, match="the subtitle has no room on the cover"):
        cover.cover_files(long, sections, {small: 100}, lenient=True, fronts=False)
