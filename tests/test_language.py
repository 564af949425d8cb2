"""Catalogues: every language says what English says, plurals as CLDR has them, and no character that the fonts lack."""

from __future__ import annotations

import ast
import pickle
import re
from argparse import Namespace
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import get_args

import prose
import pytest
import yaml

import bookmaker
from bookmaker.api import specs
from bookmaker.api.making import AT_HOME, STEPS
from bookmaker.base import errors, resources
from bookmaker.base.errors import ResourceError, said
from bookmaker.base.language import PLURALS, cells_in, languages, load, meanings, plain, spoken, techniques, within
from bookmaker.base.schema import tree
from bookmaker.cli.book import check
from bookmaker.logic.techniques import BY_NAME
from bookmaker.logic.techniques.declare import HouseRef, Level, PatternCandidate, Step
from bookmaker.printing.grids.symbols import PICTURE_SETS
from bookmaker.publishing.book.pages.front_matter import KILLER_LEVELS
from bookmaker.publishing.book.spec.own_words import printed
from bookmaker.publishing.book.spec.section_keys import AnswerPlace, Shown
from bookmaker.publishing.documents.desk_report import COLUMNS, STATUSES
from bookmaker.publishing.documents.finished_book import Listing
from bookmaker.publishing.documents.repair_sheet import FAULTS
from bookmaker.publishing.explain.step_words import Speaker, require_words
from bookmaker.publishing.proof.judgement import CHECKS
from bookmaker.puzzles.grid.geometry import House
from bookmaker.puzzles.rules import ADDED, KINDS, RULES, geometry
from bookmaker.puzzles.rules.rule import Rule

PACKAGE = Path(resources.__file__).parent.parent
CODES = languages()
NO_BREAK_SPACE = "\u00a0"


def test_the_languages_are_those_with_a_plural_rule() -> None:
    assert languages() == sorted(PLURALS)


@pytest.mark.parametrize("code", CODES)
def test_every_language_says_all_that_english_says_and_names_every_technique(code: str) -> None:
    require_words(code)


@pytest.fixture
def esperanto(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of the catalogue of a new language, so far in English; the other languages are where they were."""
    found = resources.find

    def find(folder: str, name: str) -> Path | None:
        own = tmp_path / folder / name
        return own if own.is_file() else found(folder, name)

    for folder in ("catalogues", "catalogues/techniques"):
        (tmp_path / folder).mkdir()
        path = found(folder, "en.yaml")
        assert path is not None
        (tmp_path / folder / "eo.yaml").write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(resources, "find", find)
    monkeypatch.setitem(PLURALS, "eo", (lambda count: "one" if count < 2 else "other", ("one", "other")))
    yield tmp_path / "catalogues"
    load.cache_clear()
    techniques.cache_clear()


def test_a_language_is_two_files_and_a_plural_rule(esperanto: Path) -> None:
    path = esperanto / "techniques" / "eo.yaml"
    text = path.read_text(encoding="utf-8")
    text = text.replace('"row~{numbers}", other: "rows~{numbers}"', '"linio~{numbers}", other: "linioj~{numbers}"')
    path.write_text(
        text.replace('"X-Wing on {digits} in {base}, confined', '"X-Wing pri {digits} en {base}, confined'),
        encoding="utf-8",
    )
    require_words("eo")
    cells = tuple(PatternCandidate("base", cell, 4) for cell in (11, 14, 65, 68))
    step = Step("x-wing", (), ((38, 4),), cells, (HouseRef("base", 7), HouseRef("base", 1), HouseRef("cover", 11)))
    said = Speaker("eo", geometry()).step(step).replace(NO_BREAK_SPACE, " ")
    assert said == "X-Wing pri 4 en linioj 2 and 8, confined to column 3: remove 4 from r5c3"
    assert printed('"Saluton" - li diris', "eo") == "“Saluton” – li diris"
    assert load("eo").plural("section.summary", 0, level="").startswith(f"0{NO_BREAK_SPACE}puzzle ")


@pytest.mark.parametrize(
    ("code", "technique", "said"),
    [
        ("en", "naked-pair", "naked pair"),
        ("en", "x-wing", "X-Wing"),
        ("en", "als-xz", "ALS-XZ"),
        ("en", "sue-de-coq", "Sue de Coq"),
        ("en", "nishio-forcing-chain", "Nishio forcing chain"),
        ("en", "finned-franken-x-wing", "finned Franken X-Wing"),
        ("es", "full-house", "última casilla libre"),
        ("es", "sue-de-coq", "Sue de Coq"),
        ("de", "naked-single", "nackter Einer"),
        ("de", "swordfish", "Schwertfisch"),
        ("de", "clue-line", "Ziffern, die auf eine Linie passen"),
        ("fr", "swordfish", "espadon"),
        ("fr", "sue-de-coq", "Sue de Coq"),
        ("ru", "two-string-kite", "воздушный змей"),
        ("ru", "sue-de-coq", "Сю де Кок (Sue de Coq)"),
        ("ru", "x-wing", "X-крыло"),
    ],
)
def test_inside_a_sentence_names_have_no_capital_of_their_own(code: str, technique: str, said: str) -> None:
    assert plain(within(techniques(code), technique)) == said


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        ("techniques/eo", '  skyscraper: "Skyscraper"\n', "", "eo.yaml: 'name.skyscraper' is missing"),
        ("techniques/eo", "  skyscraper:", "  skyscrapper:", "'name.skyscrapper' is not a known key"),
        ("techniques/eo", "Skyscraper on {digits} in {base}", "Pri {digits}", "'sentence.skyscraper' lacks {base}"),
        ("techniques/eo", "in {base}, covered", "in {basis}, covered", "'sentence.franken-x-wing' lacks {base}"),
        ("techniques/eo", "wings {cells}| in {cells}}; only {gone}", "wings {cells}}; only {gone} {sun}", "has {sun}"),
        ("eo", 'puzzle: "Puzzle~{number}"', 'puzzle: "Krado"', "'number.puzzle' lacks {number}"),
        ("eo", 'puzzle: "Puzzle~{number}"', 'puzzle: "Krado {number"', "'number.puzzle' cannot be filled in"),
        ("eo", 'puzzle: "Puzzle~{number}"', "puzzle:", "'number.puzzle' is empty"),
        ("eo", 'puzzle: "Puzzle~{number}"', 'puzzle: ["Krado {number}"]', "is a list of paragraphs, not a text"),
        ("eo", 'other: "{count}~puzzles with answers"', 'many: "{count}"', "has the plural forms one, many, and needs"),
        ("eo", 'other: "{count}~puzzles with answers"', 'other: "kradoj"', "'title_page.count' lacks {count}"),
        ("eo", 'page: "page~{page}"', 'puzzle: "{number}"', "'number.puzzle' is here twice"),
        ("eo", 'page: "page~{page}"', "page: [", "eo.yaml: the catalogue cannot be read"),
    ],
)
def test_a_fault_of_a_language_names_the_file_and_the_key(
    esperanto: Path, file: str, old: str, new: str, fault: str
) -> None:
    path = esperanto / f"{file}.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ResourceError, match=re.escape(fault)) as raised:
        require_words("eo")
    lines = path.read_text(encoding="utf-8").splitlines()
    for one in raised.value.faults:
        assert one.place is not None and one.place.path == str(path)
        named = re.match(r"'.*?(\w+)' ", one.message)
        assert one.place.line is None or (named and named[1] in lines[one.place.line - 1])


def test_a_technique_or_a_rule_without_words_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BY_NAME, "exocet", BY_NAME["x-wing"])
    spirals = Rule(name="spirals", houses=lambda size: (House("spiral", 1, tuple(range(size))),))
    monkeypatch.setitem(RULES, "spirals", spirals)
    # The declaration itself is in no list of rules, and has no family of its own.
    monkeypatch.setattr("bookmaker.cli.book.require_declarations", lambda *_: None)
    starter = PACKAGE.parent / "examples" / "starter.yaml"
    with pytest.raises(ResourceError) as raised:
        check(Namespace(spec=[starter], lenient=False))
    missing = ["how.spirals", "house.spiral", *(f"{part}.exocet" for part in ("name", "sentence", "text"))]
    assert [fault.message for fault in raised.value.faults] == len(CODES) * [f"{key!r} is missing" for key in missing]
    files = [Path(fault.place.path).name for fault in raised.value.faults if fault.place]
    assert files == [f"{code}.yaml" for code in CODES for _ in missing]


def test_a_language_without_a_plural_rule_or_a_file_says_what_it_needs(
    esperanto: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (esperanto / "techniques" / "eo.yaml").unlink()
    with pytest.raises(ResourceError, match=r"'eo' lacks its file catalogues/techniques/eo\.yaml"):
        require_words("eo")
    monkeypatch.delitem(PLURALS, "eo")
    monkeypatch.setattr(resources, "names", lambda folder, suffix: sorted({*CODES, "eo"}))
    with pytest.raises(ResourceError, match="its plural rule is missing"):
        require_words("eo")


@pytest.mark.parametrize("code", CODES)
def test_texts_are_clean(code: str) -> None:
    for key, text in load(code).texts():
        assert text.strip(" \n") == text, key
        assert text, key
        assert "\n" not in text, key
        assert "  " not in text, key
        assert "~" not in text, key
        assert not {'"', "'"} & {*text}, f"{key}: a typewriter quote"
        assert " - " not in text, f"{key}: a hyphen for a dash"


@pytest.mark.parametrize("code", CODES)
def test_every_character_is_in_the_repertoire_of_every_bundled_font(code: str) -> None:
    ttfonts = pytest.importorskip("reportlab.pdfbase.ttfonts")
    found = [resources.find("fonts", f"{name}.ttf") for name in resources.names("fonts", ".ttf") if name != "Pictures"]
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
        ("de", 1, "1~Rätsel"),
        ("de", 1000, "1000~Rätsel"),
        ("de", 12345, "12~345~Rätsel"),
        ("en", 1, "1~puzzle"),
        ("en", 0, "0~puzzles"),
        ("en", 1000, "1,000~puzzles"),
        ("es", 1, "1~sudoku"),
        ("es", 1000, "1000~sudokus"),
        ("es", 12345, "12~345~sudokus"),
        ("fr", 0, "0~grille"),
        ("fr", 1, "1~grille"),
        ("fr", 2, "2~grilles"),
        ("fr", 12345, "12~345~grilles"),
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
    summary = load(code).plural("section.summary", count, level="")
    assert summary.split(" ·")[0] == expected.replace("~", NO_BREAK_SPACE)


def test_fields_are_filled_and_unused_ones_ignored() -> None:
    english = load("en")
    assert english.text("answer.on_page", page=12, number=3) == f"Answer on page{NO_BREAK_SPACE}12"
    rules = english.paragraphs("how.classic", size=6, height=2, width=3, range="a digit", no_sums="")
    assert "boxes of 2×3 cells" in rules[0]
    assert len(rules) == 3


@pytest.mark.parametrize("code", CODES)
def test_every_level_and_kind_has_its_labels(code: str) -> None:
    catalogue = load(code)
    for level in map(str, Level):
        assert catalogue.text(f"level.{level}")
        assert catalogue.text(f"level_inline.{level}")
        assert catalogue.text(f"how.level.{level}")
    for name in RULES:
        assert catalogue.paragraphs(f"how.{name}", size=9, height=3, width=3)


def test_every_text_is_printed_somewhere() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py")))
    source = source.replace("'", '"')
    named = {
        f"{family}.{level}"
        for family in ("level", "level_inline", "cover.level", "cover.level_in_levels", "how.level")
        for level in map(str, Level)
    } | {"level.medium+", "level_inline.medium+"}
    named |= {f"{text}.{kind}" for text in ("how", "begin") for kind in KINDS}
    named.add("begin.shared-grids")
    named |= {f"how.killer_level.{level}" for level in KILLER_LEVELS}
    named |= {"how.killer_tips"} | {
        f"how.{grid}_{tips}" for grid in ("region", "square") for tips in ("tips", "killer_tips")
    }
    named |= {f"how.{grid}_{rule}" for grid in ("region", "square") for rule in RULES}
    named |= {f"how.region_level.{level}" for level in ("beginner", "easy", "medium")}
    named |= {"how.clue_level.easy"}
    named |= {f"how.square_level.{level}" for level in ("easy", "medium")}
    named |= {f"how.region_killer_level.{level}" for level in ("easy", "medium", "hard")}
    named |= {f"how.killer_picture.{key}{one}" for key in ("inside", "outside") for one in ("", "_single")}
    named |= {f"{key}_square" for key in ("number.puzzle", "answer.of_puzzle", "how.example.puzzle")}
    named |= {f"how.answers.{key}" for key in (*get_args(AnswerPlace), *get_args(Shown))}
    named |= {f"proof.rules.{rule}" for rule in ADDED}
    named |= {f"desk.head.{name}" for name in (*COLUMNS, "files", "puzzles", "sound", "faulty")}
    named |= {f"desk.fault.{code}" for code in FAULTS} | {f"desk.status.{status}" for status in STATUSES}
    named |= {f"certificate.check.{check}" for check in CHECKS}
    named |= {f"picture.{name}" for names in PICTURE_SETS.values() for name in names}
    named |= {f"how.{key}.{noun}" for key in ("range", "also", "nouns") for noun in ("digit", "letter", "picture")}
    named |= {f"how.also.{nouns}" for nouns in ("digit_letter", "digit_picture", "letter_picture")}
    named |= {f"daily.weekday.{number}" for number in range(1, 8)}
    named |= {f"daily.{names}.{number}" for names in ("month_name", "month_in_date") for number in range(1, 13)}
    named |= {f"how.symbols.{key}" for key in ("models", "pieces", "word", "some_words")}
    named |= {"how.tips", "how.killer_tips", "how.tips_of.killer", "how.tips_of.all"}
    named |= {
        f"foot.{key}" for key in ("cage", "outside", "most", "least", "never", "fullest", "emptiest", "average", "late")
    }
    named |= {f"foot.{key}" for key in ("quarter", "half", "three_quarters", "last")}
    named |= {f"listing.head.{field.name}" for field in fields(Listing)}
    named |= {f"listing.warning.{code}" for code in ("sudoku", "length", "cover", "description", "spec")}
    named |= {f"listing.{readers}" for readers in ("adults", "children", "large_print")}
    named |= {"matter.times", "matter.index", "matter.other_books"} | {f"cover.kind.{kind}" for kind in KINDS}
    english = load("en").entries
    # A child's words stand in the place of others.
    named |= {f"{voice}.{key}" for key in english for voice in ("child", "plain")}
    assert [key for key in english if f'"{key}"' not in source and key not in named] == []


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
    with pytest.raises(ResourceError, match=f"there are {', '.join(PLURALS)}"):
        load(code)


def test_cells_are_named_by_the_words_of_the_language() -> None:
    text = "(8)r3c5-(8=9)r7c5: r12c3, A\u00a0r1c10, or2c5"
    assert cells_in(techniques("en"), text) == text
    assert cells_in(techniques("es"), text) == "(8)f3c5-(8=9)f7c5: f12c3, A\u00a0f1c10, or2c5"
    assert cells_in(techniques("ru"), "r2c5") == "с2к5"
    assert cells_in(techniques("de"), "r2c5") == "Z2S5"
    assert cells_in(techniques("fr"), "r2c5") == "L2C5"
    # What a book says of the names of cells has them as its hints do.
    for code in CODES:
        words = techniques(code)
        for key, words_of in words.texts():
            assert key == "cell.row" or cells_in(words, words_of) == words_of, key


def sentences(part: object) -> Iterator[str]:
    """What a schema says of its keys."""
    if isinstance(part, dict):
        yield from (inner for name, inner in part.items() if name == "description" and isinstance(inner, str))
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from sentences(inner)


PARTS = re.compile(r"(?:(?<!\{)|(?<=\{\{))\{[a-z]\w*\}")
SAYING = {
    **dict.fromkeys(("Fault", "Note"), (0, 2)),
    **dict.fromkeys(("fault", "_fault"), (0, 1, 2, 3)),
    "refuse": (1, 2),
    **dict.fromkeys(("refusal", "HTTPException"), (1,)),
    **dict.fromkeys((one.__name__ for one in vars(errors).values() if str(one).endswith("Error'>")), (0,)),
}
"""Calls that say something to a person, with the places of what they say among their arguments."""
ON_SCREEN = re.compile(
    r"publishing/(book|submissions)/|publishing/bank/(database|volumes)|logic/generation/|base/(schema/|output)|camera/|studio/"
    r"|printing/(text|covers|pages)/|printing/styles/fonts|formats/(stream|found|base)/|formats/reading"
    r"|formats/apps/|publishing/proof/|printing/canvases/prepress|logic/(grading|verify/check)"
    r"|api/(starting|making|banks|intake|views|specs)\.|puzzles/rules/kinds"
)
"""Modules whose messages come to the screens of the studio."""
COMMANDS = {"pip install opencv-python-headless"}
"""What is the same in each language."""


def texts(node: ast.AST, named: Mapping[str, list[ast.AST]]) -> Iterator[str]:
    """The texts that an expression may be, with empty braces for their parts."""
    if isinstance(node, ast.IfExp):
        yield from texts(node.body, named)
        yield from texts(node.orelse, named)
    elif isinstance(node, ast.Name):
        for value in named.get(node.id, []):
            yield from texts(value, {})
    elif isinstance(node, ast.JoinedStr):
        pieces = (getattr(one, "value", "") if isinstance(one, ast.Constant) else None for one in node.values)
        yield "".join("{}" if one is None else one.replace("{", "{{").replace("}", "}}") for one in pieces)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def messages() -> tuple[set[str], set[str], set[str]]:
    """The templates of messages that know their parts, with what a value has to be; those that come to a screen without; and
    every text of the package: in the last two, parts are empty braces.
    """
    templates, shown, every = set[str](), set[str](), set[str]()
    package = Path(bookmaker.__file__).parent
    for path in package.rglob("*.py"):
        named = defaultdict[str, list[ast.AST]](list)
        for node in prose.nodes(path):
            every.update(texts(node, {}))
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                named[node.targets[0].id].append(node.value)
        for node in prose.nodes(path):
            called = ast.unparse(node.func).rpartition(".")[2] if isinstance(node, ast.Call) else ""
            wanted = isinstance(node, ast.keyword) and node.arg == "wanted"
            wanted |= (
                isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "wanted" and "schema" in str(path)
            )
            given = node.args[0] if called == "said" else node.value if wanted else None  # type: ignore[attr-defined]
            if isinstance(given, ast.Constant) and isinstance(given.value, str) and given.value:
                templates.add(given.value)
            if ON_SCREEN.match(path.relative_to(package).as_posix()):
                said = (node.args[at : at + 1] for at in SAYING.get(called, ()))  # type: ignore[attr-defined]
                shown.update(text for one in said for arg in one for text in texts(arg, named))
    return templates, {one for one in shown if " " in one and sum(map(str.isalpha, one)) > 7}, every


def test_a_fault_is_said_in_a_language() -> None:
    """Its parts are in it, too; a message without words in it stays English, and one that is pickled keeps its parts."""
    inner = said("a whole number from {low} to {high}", low=1, high=9)
    made = said("{label} must be {wanted}, not {found}", label="`count`", wanted=inner, found="nothing")
    assert made == "`count` must be a whole number from 1 to 9, not nothing" == f"{made}"
    wanted = "`count` debe ser un número entero de 1 a 9, no nada"
    assert spoken(made, "es") == spoken(pickle.loads(pickle.dumps(made)), "es") == wanted
    assert spoken(made, "en") is spoken("no such words", "es") is None
    # From another process comes the text alone; its own parts may be messages, one behind the other.
    assert spoken(made.encode().decode(), "es") == wanted
    unmet = "no such puzzle was found in 30 attempts: 20 came out easier, 10 kept too many givens"
    assert (
        spoken(unmet, "ru") == "такая задача не нашлась за попыток: 30; вышли легче: 20, слишком много данных цифр: 10"
    )
    odd = said("{label} must be {wanted}, not {found}", label="`{a}`", wanted="{b}", found="%")
    assert spoken(odd, "es") == "`{a}` debe ser {b}, no %"


def test_the_meanings_of_keys_are_those_of_the_sentences_that_keys_declare() -> None:
    """That each sentence of a form is among them is seen where forms are: `tests/browser/test_book.py`."""
    declared, kept = set(sentences(specs.spec_schema())), meanings("es")
    templates, shown, every = messages()
    assert kept.keys() == meanings("ru").keys()
    known = declared | templates | every
    assert not [one for one in kept if one not in known and PARTS.sub("{}", one) not in known]
    assert not templates - kept.keys()
    assert not shown - {text for one in kept for text in (one, PARTS.sub("{}", one))} - COMMANDS
    for code in ("es", "ru"):
        words = meanings(code)
        assert set(sentences(specs.spec_schema(code))) == {words.get(one, one) for one in declared}
        assert all(said and (said[-1] == ".") is (one[-1] == ".") for one, said in words.items())
        assert all(set(PARTS.findall(words[one])) == set(PARTS.findall(one)) for one in kept)
        for one in kept:
            parts = {name[1:-1]: f"«{at}»" for at, name in enumerate(PARTS.findall(one))}
            if parts and sum(map(str.isalpha, PARTS.sub("", one))) > 7:
                assert spoken(one.format_map(parts), code) == words[one].format_map(parts), "two templates fit"
        # What a spec holds as it is stays as it is.
        names = re.compile(r"[\w-]+\.(?:yaml|txt)|USD [\d.]+|drawn-\d|[1-9]x[1-9]")
        assert all(set(names.findall(said)) <= set(names.findall(one)) for one, said in words.items())
    assert specs.describe("book: {title: X}", 8, None, "es").about == kept["Title of the book."]  # type: ignore[union-attr]
    assert meanings("en") == meanings("fr") == {}
    with pytest.raises(ResourceError, match=r"there is no language '\.\./es'"):
        meanings("../es")


def test_what_is_wrong_with_yaml_is_said_in_each_language_of_the_studio() -> None:
    for code in ("es", "ru"):
        for _, message, advice in tree._TROUBLES:
            for one in (message, advice):
                assert "{" in one or one in meanings(code), (code, one)


def test_the_studio_names_every_kind_palette_paper_and_step() -> None:
    layouts = Path(bookmaker.__file__).parent.parent / "layouts"
    covers = [yaml.safe_load(path.read_bytes()) for path in (layouts / "covers").glob("*.yaml")]
    shops = [yaml.safe_load(path.read_bytes()) for path in (layouts / "printers").glob("*.yaml")]
    values = {f"palette.{palette['name']}" for cover in covers for palette in cover.get("palettes", ())}
    values |= {f"paper.{paper['name']}" for shop in shops for paper in shop.get("papers", ())}
    assert len(values) > 30
    for path in sorted((Path(bookmaker.__file__).parent / "catalogues" / "studio").glob("*.yaml")):
        words = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert set(words["kind"]) == set(KINDS), path.name
        assert values - set(words["value"]) == set(), path.name
        steps = {*STEPS, *AT_HOME}
        assert set(words["todo"]) == steps | {f"about_{step}" for step in steps}, path.name
