"""Characters that no font can print: which texts are looked at, which fonts, and what is said of them."""

from __future__ import annotations

import string
from pathlib import Path

import pytest
from book_data import loaded
from fontTools.subset import main as subset

from bookmaker.base import language, resources
from bookmaker.base.errors import InputError, Place, SpecError
from bookmaker.printing.styles import style
from bookmaker.printing.styles.style import Style
from bookmaker.publishing.book.making.checks import require_glyphs
from bookmaker.publishing.book.pages.page_fit import glyph_faults, require_name_glyphs
from bookmaker.publishing.book.spec.spec_file import Spec
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

LOOK = style.find()
AT = Place("book.yaml", 3, 5)
HOUSE = "leave them out, or use words; the fonts hold letters of Latin, Greek and Cyrillic, and of signs such as arrows not all"
OWN = "take a font that has them, or leave them out"


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A font of plain ASCII."""
    path = tmp_path_factory.mktemp("fonts") / "few.ttf"
    source = resources.find("fonts", "Lato-Regular.ttf")
    subset([str(source), "--unicodes=20-7E", f"--output-file={path}"])
    return path


def told(text: str, look: Style = LOOK, **keys: object) -> list[tuple[str, str]]:
    found = list(glyph_faults(look, text, AT, **keys))  # type: ignore[arg-type]
    assert all(fault.place == AT for fault in found)
    return [(fault.message, fault.advice) for fault in found]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("数", "'数' (U+6570)"),
        ("数 a 本b数", "'数' (U+6570), '本' (U+672C)"),
        ("一二三四五", "'一' (U+4E00), '三' (U+4E09), '二' (U+4E8C), '五' (U+4E94), '四' (U+56DB)"),
        (
            "一二三四五六",
            "'一' (U+4E00), '三' (U+4E09), '二' (U+4E8C), '五' (U+4E94), '六' (U+516D) and 1 more character",
        ),
        (
            "一二三四五六七",
            "'一' (U+4E00), '七' (U+4E03), '三' (U+4E09), '二' (U+4E8C), '五' (U+4E94) and 2 more characters",
        ),
    ],
)
def test_what_the_fonts_of_the_house_lack_is_listed_up_to_five(text: str, shown: str) -> None:
    assert told(text) == [(f"the fonts have no glyph for {shown}", HOUSE)]


def test_what_can_be_printed_has_no_fault() -> None:
    assert told("Plain, «Ελλάδα», щука\n\tñ – “x”") == []
    assert told("") == []


def test_fonts_of_the_users_own_are_asked_for_words_or_for_digits(few: Path) -> None:
    words, digits = LOOK.in_fonts({"text": few, "head": few}), LOOK.in_fonts({"given": few, "sum": few})
    fault = [("few.ttf has no glyph for 'é' (U+00E9)", OWN)]
    # One fault for a font, whatever roles it has.
    assert told("é", words) == fault
    assert told("é", words, in_grids=True) == []
    assert told("é", digits, in_grids=True) == fault
    assert told("é", digits) == []
    assert told("plain", words) == []
    assert told("é", words, known=[few]) == []
    assert told("é", words, known=[few.with_name("other.ttf")]) == fault
    # A symbol that no font of the house has is reported once.
    assert told("é数", words) == [("the fonts have no glyph for '数' (U+6570)", HOUSE), *fault]
    assert told("数", words) == [("the fonts have no glyph for '数' (U+6570)", HOUSE)]


def spec_of(folder: Path, book: str = "", section: str = "", more: str = "") -> Spec:
    sections = f"[{{title: S, puzzles: {{count: 1}}{section}}}, {{title: R, puzzles: {{count: 1}}}}]"
    return loaded(folder, f"book: {{title: T{book}}}\nsections: {sections}\n{more}")


def faults(spec: Spec) -> list[tuple[str, tuple[int, int]]]:
    with pytest.raises(SpecError) as caught:
        require_glyphs(spec)
    found = []
    for fault in caught.value.faults:
        assert fault.place is not None
        found.append(
            (fault.message.removeprefix("the fonts have no glyph for "), (fault.place.line, fault.place.column))
        )
    return found


@pytest.mark.parametrize(
    ("book", "section", "more", "place"),
    [
        (", subtitle: 本", "", "", (1, 28)),
        (", author: 本", "", "", (1, 26)),
        (", publisher: 本", "", "", (1, 29)),
        ("", ", intro: 本", "", (2, 51)),
        ("", ", intro: {text: 本}", "", (2, 58)),
        ("", "", "words: {answers.title: 本}\n", (3, 24)),
        ("", ", symbols: 一BCDEFGHI", "", (2, 53)),
        ("", "", "design: {symbols: 一BCDEFGHI}\n", (3, 19)),
        ("", "", "design: {symbols: {word: 一BCDEFGHI}}\n", (3, 19)),
    ],
)
def test_every_text_that_is_printed_is_looked_at_where_it_stands(
    book: str, section: str, more: str, place: tuple[int, int], tmp_path: Path
) -> None:
    shown = "'一' (U+4E00)" if "一" in section + more else "'本' (U+672C)"
    assert faults(spec_of(tmp_path, book, section, more)) == [(shown, place)]


def test_all_faults_of_a_spec_are_told_those_of_grids_first(tmp_path: Path) -> None:
    one = spec_of(tmp_path, ", author: 本", ", title: 数, symbols: 一BCDEFGHI".replace(", title: 数", ""))
    assert [message for message, _ in faults(one)] == ["'一' (U+4E00)", "'本' (U+672C)"]
    two = loaded(
        tmp_path, "book: {title: 本}\nsections: [{title: 数, puzzles: {count: 1}}, {title: 一, puzzles: {count: 1}}]\n"
    )
    assert faults(two) == [("'本' (U+672C)", (1, 15)), ("'数' (U+6570)", (2, 20)), ("'一' (U+4E00)", (2, 53))]
    assert require_glyphs(spec_of(tmp_path, ', author: "A \\"B\\" -- C"')) == []


def test_a_font_for_text_alone_has_a_note(tmp_path: Path) -> None:
    source = resources.find("fonts", "NotoSans-Regular.ttf")
    assert source is not None
    (tmp_path / "m.ttf").write_bytes(source.read_bytes())

    def notes(*roles: str) -> list[str]:
        named = ", ".join(f"{role}: m.ttf" for role in roles)
        return require_glyphs(spec_of(tmp_path, more=f"design: {{fonts: {{{named}}}}}\n"))

    beside = ("text_bold", "text_italic", "heading")
    names = ", ".join(dict.fromkeys(LOOK.face(role).name for role in beside))
    assert notes("text") == [
        f"`fonts` names text; text_bold, text_italic, heading stay in {names}: name them, too, for one family"
    ]
    (note,) = notes("text", "text_bold", "text_italic")
    assert note == f"`fonts` names text; heading stay in {LOOK.face('heading').name}: name them, too, for one family"
    assert notes("text", *beside) == notes("heading") == notes("digit") == []


def test_a_font_that_lacks_printed_words_is_told_with_numbers_of_few_characters(few: Path, tmp_path: Path) -> None:
    (tmp_path / "few.ttf").write_bytes(few.read_bytes())

    def own(roles: str, code: str) -> list[str]:
        with pytest.raises(SpecError) as caught:
            require_glyphs(spec_of(tmp_path, f", language: {code}", more=f"design: {{fonts: {{{roles}}}}}\n"))
        assert all(str(fault.place).endswith("book.yaml:3:17") for fault in caught.value.faults)
        assert {fault.advice for fault in caught.value.faults} == {
            "take a font that has them, or name it for digits only"
        }
        return [fault.message for fault in caught.value.faults]

    # English needs few that are no ASCII; Russian a whole alphabet, which needs no numbers.
    (english,) = own("title: few.ttf, text: few.ttf", "en")
    assert english.startswith("few.ttf has no glyph for © (U+00A9), ") and english.endswith(
        ", which the book may print"
    )
    assert "× (U+00D7)" in english and "~" not in english
    (russian,) = own("head: few.ttf", "ru")
    assert "А Б В Г Д" in russian and "U+" not in russian
    for roles in ("digit: few.ttf", "sum: few.ttf", "given: few.ttf, candidate: few.ttf"):
        assert require_glyphs(spec_of(tmp_path, more=f"design: {{fonts: {{{roles}}}}}\n")) == []
    # Titles that it lacks, too, are not told twice.
    spec = spec_of(tmp_path, ", author: é", more="design: {fonts: {head: few.ttf}}\n")
    with pytest.raises(SpecError) as caught:
        require_glyphs(spec)
    assert len(caught.value.faults) == 1


@pytest.mark.parametrize("count", [20, 21])
def test_more_than_twenty_characters_are_listed_without_numbers(count: int, tmp_path: Path) -> None:
    texts = [text for _, text in (*language.load("ru").texts(), *language.techniques("ru").texts())]
    needed = sorted(set("".join(texts)) - set(" ~\n"))
    gone = [char for char in needed if "А" <= char <= "я"][:count]
    source = resources.find("fonts", "NotoSans-Regular.ttf")
    kept = "".join(char for char in needed if char not in gone)
    subset(
        [str(source), f"--text={kept} {string.ascii_letters}{string.digits}", f"--output-file={tmp_path / 'most.ttf'}"]
    )
    with pytest.raises(SpecError) as caught:
        require_glyphs(spec_of(tmp_path, ", language: ru", more="design: {fonts: {head: most.ttf}}\n"))
    shown = " ".join(gone) if count == 21 else ", ".join(f"{char} (U+{ord(char):04X})" for char in gone)
    (fault,) = caught.value.faults
    assert fault.message == f"most.ttf has no glyph for {shown}, which the book may print"


def test_names_of_puzzles_are_looked_at_each_with_its_source() -> None:
    ground = geometry(size=4)
    plain = [Puzzle(ground, bytes(16), name=name) for name in ("", "Rain", "Щ")]
    require_name_glyphs(LOOK, plain)
    require_name_glyphs(LOOK, [])
    bad = [
        Puzzle(ground, bytes(16), name=name, source=Place("p.txt", line, 1))
        for line, name in ((3, "本a"), (4, "b"), (9, "数"))
    ]
    with pytest.raises(InputError) as caught:
        require_name_glyphs(LOOK, [*plain, *bad])
    assert [(fault.message, fault.place) for fault in caught.value.faults] == [
        ("the fonts have no glyph for '本' (U+672C)", Place("p.txt", 3, 1)),
        ("the fonts have no glyph for '数' (U+6570)", Place("p.txt", 9, 1)),
    ]
