"""Catalogues: the same keys and fields everywhere, plurals as CLDR has them, and no character that the fonts lack."""

from __future__ import annotations

from pathlib import Path

import pytest

from bookmaker import resources
from bookmaker.book.front_matter import KILLER_LEVELS
from bookmaker.errors import ResourceError
from bookmaker.language import PLURALS, Catalogue, fields, languages, load
from bookmaker.repair.added_rules import RULES
from bookmaker.techniques.declare import Level
from bookmaker.variants import VARIANTS

PACKAGE = Path(resources.__file__).parent
CODES = ["en", "es", "ru"]
NO_BREAK_SPACE = "\u00a0"


def key_fields(catalogue: Catalogue) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for key, text in catalogue.texts():
        found[key] = found.get(key, frozenset()) | fields(text)
    return found


def test_the_languages_are_those_with_a_plural_rule() -> None:
    assert languages() == sorted(PLURALS) == CODES


@pytest.mark.parametrize("code", CODES[1:])
def test_every_catalogue_has_the_keys_kinds_and_fields_of_the_english_one(code: str) -> None:
    english, other = load("en"), load(code)
    assert key_fields(other) == key_fields(english)
    for key, entry in english.entries.items():
        assert type(other.entries[key]) is type(entry), key
        if isinstance(entry, tuple):
            assert len(other.entries[key]) == len(entry), key


@pytest.mark.parametrize("code", CODES)
def test_every_plural_has_exactly_the_forms_of_its_language_and_each_form_its_fields(code: str) -> None:
    plurals = {key: entry for key, entry in load(code).entries.items() if not isinstance(entry, str | tuple)}
    assert plurals
    for key, forms in plurals.items():
        assert set(forms) == set(PLURALS[code][1]), key
        assert len({fields(text) for text in forms.values()}) == 1, key


@pytest.mark.parametrize("code", CODES)
def test_texts_are_clean(code: str) -> None:
    for key, text in load(code).texts():
        assert text.strip(" \n") == text, key
        assert text, key
        assert "\n" not in text, key
        assert "  " not in text, key
        assert "~" not in text, key
        assert '"' not in text, f"{key}: a typewriter quote"
        assert " - " not in text, f"{key}: a hyphen for a dash"


@pytest.mark.parametrize("code", CODES)
def test_every_character_is_in_the_repertoire_of_every_bundled_font(code: str) -> None:
    ttfonts = pytest.importorskip("reportlab.pdfbase.ttfonts")
    found = [resources.find("fonts", f"{name}.ttf") for name in resources.names("fonts", ".ttf")]
    if not found:
        pytest.skip("no fonts in this checkout")
    needed = {ord(character) for _, text in load(code).texts() for character in text}
    for path in found:
        assert path is not None
        repertoire = ttfonts.TTFontFile(str(path)).charToGlyph
        missing = sorted(chr(point) for point in needed if point not in repertoire)
        assert not missing, (path.name, missing)


@pytest.mark.parametrize(
    ("code", "count", "expected"),
    [
        ("en", 1, "1~puzzle"),
        ("en", 0, "0~puzzles"),
        ("en", 1000, "1,000~puzzles"),
        ("es", 1, "1~sudoku"),
        ("es", 1000, "1000~sudokus"),
        ("es", 12345, "12~345~sudokus"),
        ("ru", 1, "1~головоломка"),
        ("ru", 3, "3~головоломки"),
        ("ru", 5, "5~головоломок"),
        ("ru", 11, "11~головоломок"),
        ("ru", 14, "14~головоломок"),
        ("ru", 21, "21~головоломка"),
        ("ru", 111, "111~головоломок"),
        ("ru", 124, "124~головоломки"),
        ("ru", 1000, "1000~головоломок"),
        ("ru", 10001, "10~001~головоломка"),
    ],
)
def test_plurals(code: str, count: int, expected: str) -> None:
    told = load(code).plural("section.summary", count, level="")
    assert told.split(" ·")[0] == expected.replace("~", NO_BREAK_SPACE)


def test_fields_are_filled_and_unused_ones_ignored() -> None:
    english = load("en")
    assert english.text("answer.on_page", page=12, number=3) == f"Answer on page{NO_BREAK_SPACE}12"
    rules = english.paragraphs("how.classic", size=6, height=2, width=3)
    assert "boxes of 2×3 cells" in rules[0]
    assert len(rules) == 3


@pytest.mark.parametrize("code", CODES)
def test_every_level_and_kind_has_its_labels(code: str) -> None:
    catalogue = load(code)
    for level in map(str, Level):
        assert catalogue.text(f"level.{level}")
        assert catalogue.text(f"level_inline.{level}")
        assert catalogue.text(f"how.level.{level}")
    for kind in VARIANTS:
        assert catalogue.paragraphs(f"how.{kind}", size=9, height=3, width=3)


def test_every_text_is_printed_somewhere() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in sorted(PACKAGE.glob("*/*.py")))
    source += (PACKAGE / "language.py").read_text(encoding="utf-8")
    source = source.replace("'", '"')
    named = {f"{family}.{level}" for family in ("level", "level_inline", "how.level") for level in map(str, Level)}
    named |= {f"how.{kind}" for kind in VARIANTS}
    named |= {f"how.killer_level.{level}" for level in KILLER_LEVELS}
    named |= {f"proof.rules.{rule}" for rule in RULES}
    assert [key for key in load("en").entries if f'"{key}"' not in source and key not in named] == []


def test_bugs_name_the_key() -> None:
    english = load("en")
    with pytest.raises(ResourceError, match=r"'no\.such' is missing"):
        english.text("no.such")
    with pytest.raises(ResourceError, match=r"'answer\.on_page' cannot be filled"):
        english.text("answer.on_page", number=1)
    with pytest.raises(ResourceError, match=r"'title_page\.count' is not a single text"):
        english.text("title_page.count")
    with pytest.raises(ResourceError, match=r"'how\.title' has no plural forms"):
        english.plural("how.title", 1)
    with pytest.raises(ResourceError, match=r"'how\.title' is not a list"):
        english.paragraphs("how.title")


@pytest.mark.parametrize("code", ["xx", "", "../en", "EN"])
def test_an_unknown_language_says_which_there_are(code: str) -> None:
    with pytest.raises(ResourceError, match="there are en, es, ru"):
        load(code)
