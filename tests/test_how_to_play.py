"""The page of rules, block by block: which texts it has, in which order, with which numbers and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace

import pytest

from bookmaker.book.answers import Answered
from bookmaker.book.dressing import Dressed
from bookmaker.book.front_matter import (
    how_to_play,
    levels_of,
    may_be_shown,
    rule_keys,
    section_rules,
    section_summary,
)
from bookmaker.book.own_words import OwnWords
from bookmaker.book.spec_answers import Answers
from bookmaker.book.spec_symbols import NUMBERS, SymbolWish
from bookmaker.book.stand_ins import as_graded
from bookmaker.errors import Place
from bookmaker.explain.nouns import about
from bookmaker.generation.distinct_puzzles import GradedPuzzle
from bookmaker.generation.region_maps import region_map
from bookmaker.grid.geometry import Geometry
from bookmaker.grid.puzzle import Cage, Puzzle
from bookmaker.grid.relations import Clue
from bookmaker.language import Catalogue, load
from bookmaker.schema import Node
from bookmaker.typeset import style
from bookmaker.typeset.style import Style
from bookmaker.typeset.symbols import Symbols
from bookmaker.typeset.text import Figures, Writing, heading_of
from bookmaker.variants import geometry

WORDS = load("en")
LOOK = style.find()
NODE = Node("mapping", Place("book.yaml", 1, 1))
ROWS = {size: tuple(cell // size for cell in range(size * size)) for size in (4, 6, 9)}


BULBS = (Clue("thermometer", (0, 1, 2)),)


def ground_of(kind: str = "classic", size: int = 9) -> Geometry:
    if kind == "toroidal":
        return geometry(kind, size, region_map(size, 0, beyond=True))
    clues = BULBS if "thermometers" in kind else None
    return geometry(kind, size, ROWS[size] if "jigsaw" in kind else None, clues)


def puzzle(kind: str = "classic", size: int = 9, level: str = "easy", given: int = 0) -> GradedPuzzle:
    ground = ground_of(kind, size)
    cages = (Cage((0, 1), 3),) if ground.caged else ()
    return as_graded(Puzzle(ground, bytes([given, *bytes(ground.cell_count - 1)]), cages=cages), level)


def part(puzzles: Sequence[GradedPuzzle], title: str = "S", place: str = "back", show: str = "grid") -> Answered:
    answers = Answers(node=NODE, place_name=place, show=show)  # type: ignore[arg-type]
    section = SimpleNamespace(title=title, cages="dashed")
    return Answered.of(section, puzzles, range(1, 1 + len(puzzles)), answers)  # type: ignore[arg-type]


def told(
    puzzles: Sequence[GradedPuzzle],
    further: Sequence[GradedPuzzle] = (),
    parts: Sequence[Answered] = (),
    look: Style = LOOK,
    words: Catalogue = WORDS,
) -> list[str]:
    """Headings behind a number sign, paragraphs behind their lead, with ``>`` where what follows stays with them, and pictures as
    their kinds.
    """
    heading = heading_of(look, "").face
    blocks = how_to_play(look, words, puzzles, puzzles[0], parts or [part(puzzles)], further)
    found = []
    for block in blocks:
        if isinstance(block, Figures):
            shown = [f"{one.geometry.kind} {one.geometry.size}: {caption}" for one, caption in block.pictures]
            found.append(f"[{' | '.join(shown)}]")
        else:
            assert isinstance(block, Writing)
            marks = "# " if block.face is heading else f"{block.lead} | " if block.lead else ""
            found.append(marks + block.text + (" >" if block.keep_with_next and marks != "# " else ""))
    return found


def say(key: str, *, sums: bool = False, **fields: object) -> list[str]:
    """``sums``: in a book with some."""
    texts = WORDS.paragraphs(key, **fields, no_sums="" if sums else WORDS.text("how.no_sums"))
    return [text.rstrip(" ") for text in texts]


def tips(key: str, **fields: object) -> list[str]:
    """Paragraphs whose beginning stands between asterisks."""
    return [" | ".join(text.removeprefix("*").split("* ", 1)) for text in say(key, **fields)]


DIGITS = "a digit from 1 to\N{NO-BREAK SPACE}9"
NINE = {"size": 9, "height": 3, "width": 3, "range": DIGITS}
EXAMPLE = "[classic 9: Puzzle | classic 9: Answer]"


def test_the_rules_of_a_classic_book_stand_in_their_order() -> None:
    book = [puzzle(level="hard", given=1), puzzle(), puzzle(level="hard")]
    assert told(book) == [
        *say("how.classic", **NINE),
        EXAMPLE,
        "# Ways to begin",
        *tips("how.tips"),
        "# The levels in this book",
        f"Easy. | {WORDS.text('how.level.easy')}",
        f"Hard. | {WORDS.text('how.level.hard')}",
        "# The answers",
        f"{WORDS.text('how.answers.back')} {WORDS.text('how.answers.grid')}",
    ]


@pytest.mark.parametrize(
    ("kind", "size", "base", "tips_of", "level", "killer"),
    [
        ("twin", 9, "several", "tips", "level", False),
        ("jigsaw", 6, "regions", "region_tips", "region_level", False),
        ("latin", 6, "square", "square_tips", "square_level", False),
        ("killer", 6, "killer_grid", "tips", "", True),
        ("jigsaw+killer", 6, "regions", "region_tips", "", True),
        ("killer+latin", 6, "square", "square_tips", "", True),
    ],
)
def test_each_shape_of_grid_has_its_own_rules_ways_and_levels(
    kind: str, size: int, base: str, tips_of: str, level: str, killer: bool
) -> None:
    found = told([puzzle(kind, size)])
    ground = ground_of(kind, size)
    height, width = ground.box
    fields = {"size": size, "height": height, "width": width, "range": f"a digit from 1 to\N{NO-BREAK SPACE}{size}"}
    rules = say(f"how.{base}", **fields)
    assert found[: len(rules)] == rules
    assert (say("how.killer")[0] in found) is killer
    begin = found.index("# Ways to begin")
    end = found.index("# The levels in this book")
    own = tips(f"how.{tips_of}")
    assert found[end - len(own) : end] == own
    assert (end - begin - 1 - len(own)) == (3 if killer else 0)
    region = "region_" if ground.regions else ""
    wanted = f"how.{level}.easy" if level else f"how.{region}killer_level.easy"
    assert found[end + 1] == f"Easy. | {WORDS.text(wanted)}"
    pair = f"{ground.kind} {size}"
    assert f"[{pair}: Puzzle | {pair}: Answer]" in found


@pytest.mark.parametrize(("kind", "size", "numbers"), [("killer", 9, (45, 17, 8, 9)), ("killer", 6, (21, 11, 5, 6))])
def test_sums_of_a_killer_are_those_of_its_size(kind: str, size: int, numbers: tuple[int, ...]) -> None:
    found = told([puzzle(kind, size)])
    fields = dict(zip(("total", "two_most", "two_low", "two_high"), numbers, strict=True))
    first, last = tips("how.killer_tips", **fields)
    begin = found.index("# Ways to begin")
    # The pictures of the last way stay with it.
    assert found[begin + 1 : begin + 3] == [first, f"{last} >"]
    assert found[begin + 3].startswith(f"[killer {size}: (")
    assert found[begin + 3].count(f"=\N{NO-BREAK SPACE}{numbers[0]}") == 2


def test_a_killer_among_others_has_its_rules_after_the_example_and_its_ways_before_the_others() -> None:
    found = told([puzzle(), puzzle("killer", 6), puzzle("killer")])
    example, begin = found.index(EXAMPLE), found.index("# Ways to begin")
    small = {"size": 6, "height": 2, "width": 3, "range": "a digit from 1 to\N{NO-BREAK SPACE}6"}
    assert found[:example] == [*say("how.classic", sums=True, **NINE), WORDS.text("how.other_size", **small)]
    assert found[example + 1 : begin] == say("how.killer")
    # Those of the first grid with cages.
    first, last = tips("how.killer_tips", total=21, two_most=11, two_low=5, two_high=6)
    assert found[begin + 1 : begin + 3] == [first, f"{last} >"]
    assert found[begin + 4 : begin + 7] == tips("how.tips")


@pytest.mark.parametrize(
    "ways", [("Sums: {total}.", "*Rest.* Count."), ("Sums: {total}.", ""), ("", "*Rest.* Count."), ()]
)
def test_ways_of_killers_have_pictures_only_where_the_user_leaves_the_last_of_them(ways: tuple[str, ...]) -> None:
    mine = OwnWords({"how.killer_tips": ways}, {}).catalogue("en")
    found = told([puzzle("killer")], words=mine)
    own = found[found.index("# Ways to begin") + 1 : found.index(tips("how.tips")[0])]
    assert [text for text in own if not text.startswith("[")] == [
        *(["Sums: 45."] if "Sums: {total}." in ways else []),
        *(["Rest. | Count. >"] if "*Rest.* Count." in ways else []),
    ]
    assert any(text.startswith("[killer 9: (") for text in own[-1:]) is ("*Rest.* Count." in ways)


def test_grids_of_other_sizes_are_named_once_each_the_smallest_first() -> None:
    found = told([puzzle(), puzzle(size=6), puzzle(size=4), puzzle("x", 6), puzzle(size=6)])
    fields = [
        {"size": size, "height": 2, "width": width, "range": f"a digit from 1 to\N{NO-BREAK SPACE}{size}"}
        for size, width in ((4, 2), (6, 3))
    ]
    classic = say("how.classic", **NINE)
    assert found[len(classic) : found.index(EXAMPLE)] == [WORDS.text("how.other_size", **own) for own in fields]


def test_what_other_grids_are_like_is_said_from_the_first_grid() -> None:
    six = {"size": 6, "height": 2, "width": 3, "range": "a digit from 1 to\N{NO-BREAK SPACE}6"}
    assert WORDS.text("how.other_boxed", **six) in told([puzzle("latin", 4), puzzle(size=6)])
    assert WORDS.text("how.other_square", size=6, range=six["range"]) in told([puzzle(), puzzle("latin", 6)])
    # Regions are explained by their own text.
    found = told([puzzle(), puzzle("jigsaw", 6)])
    assert found[: found.index(EXAMPLE)] == say("how.classic", **NINE)


def test_letters_above_nine_are_explained_with_the_last_of_them() -> None:
    for sizes, largest, last in (((16,), 16, "G"), ((9, 12), 12, "C"), ((12, 9, 16), 16, "G")):
        assert say("how.letters", size=largest, last=last)[0] in told([puzzle(size=size) for size in sizes])
    for sizes in ((9, 6), (6,), (9,)):
        assert not any("printed as letters" in text for text in told([puzzle(size=size) for size in sizes]))


def test_rules_of_further_kinds_follow_the_example_each_with_a_puzzle_where_it_has_clues_or_several_grids() -> None:
    twin, thermo = puzzle("twin"), puzzle("thermometers")
    book = [puzzle(), puzzle("x"), thermo, twin]
    found = told(book)
    example, begin = found.index(EXAMPLE), found.index("# Ways to begin")
    middle = found[example + 1 : begin]
    (diagonals,), (bulbs,), (grids,) = say("how.x"), say("how.thermometers"), say("how.twin")
    assert diagonals in middle
    for text, kind in ((f"{bulbs} >", "thermometers"), (f"{grids} >", "twin")):
        assert middle[middle.index(text) + 1] == f"[{kind} 9: Puzzle | {kind} 9: Answer]"
    assert len(middle) == 5


def test_what_the_first_example_has_needs_no_picture_and_stands_before_it() -> None:
    found = told([puzzle("thermometers"), puzzle()])
    (text,) = say("how.thermometers")
    assert found.index(text) + 1 == found.index("[thermometers 9: Puzzle | thermometers 9: Answer]")
    assert sum(line.startswith("[") for line in found) == 1


def test_examples_that_were_made_go_before_puzzles_of_the_book() -> None:
    book, own = [puzzle(), puzzle("thermometers")], puzzle("thermometers", given=7)
    blocks = how_to_play(LOOK, WORDS, book, puzzle(), [part(book)], [own])
    shown = [picture for block in blocks if isinstance(block, Figures) for picture, _ in block.pictures]
    assert [one.geometry.kind for one in shown] == ["classic", "classic", "thermometers", "thermometers"]
    assert shown[2].digits[0] == 7
    assert not any(shown[2].digits[1:])


def letters_of(size: int, name: str = "letters") -> Symbols:
    return SymbolWish(name).made(size, WORDS)


def in_letters(one: GradedPuzzle, name: str = "letters") -> GradedPuzzle:
    return Dressed(one.puzzle, one.solution, one.grade, one.seed, letters_of(one.puzzle.geometry.size, name))


@pytest.mark.parametrize("code", ["en", "es", "ru"])
def test_a_rule_speaks_of_what_is_printed_in_its_own_puzzles(code: str) -> None:
    words = load(code)
    digit, letter = {"en": ("digit", "letter"), "es": ("cifra", "letra"), "ru": ("цифр", "букв")}[code]

    def said(book: Sequence[GradedPuzzle]) -> tuple[str, str]:
        """The text on thermometers or diagonals, and that on the level hard."""
        found = told(book, words=words)
        texts = [*words.paragraphs("how.thermometers"), *words.paragraphs("how.x")]
        texts += about(words, letters_of(9), texts)
        (rule,) = (text for text in found if text.removesuffix(" >") in texts)
        (level,) = (text for text in found if text.startswith(words.text("level.hard")))
        return rule, level

    letters, bulbs = in_letters(puzzle()), puzzle("thermometers", level="hard")
    rule, level = said([letters, bulbs])
    assert digit in rule and letter not in rule
    assert digit in level and letter not in level
    rule, level = said([puzzle(), in_letters(puzzle("x", level="hard"))])
    assert letter in rule and digit not in rule
    assert letter in level and digit not in level
    # Kinds of several rules yield to the one that is named after the rule.
    rule, _ = said([letters, puzzle("x", level="hard"), *[in_letters(puzzle("x+anti-king", level="hard"))] * 2])
    assert digit in rule and letter not in rule
    # Of different symbols those of the first example do as well as others.
    rule, _ = said([letters, *[puzzle("x", level="hard")] * 2, in_letters(puzzle("x", level="hard"))])
    assert letter in rule and digit not in rule


def test_letters_above_nine_are_those_of_digits_in_a_book_of_letters() -> None:
    large = puzzle(size=12)
    assert say("how.letters", size=12, last="C")[0] in told([in_letters(puzzle()), large])


def test_answers_in_one_place_are_spoken_of_as_what_is_printed_there() -> None:
    letters, digits, drawn = in_letters(puzzle(given=1)), puzzle(given=1), in_letters(puzzle(given=1), "animals")
    bold = WORDS.text("how.answers.grid")
    parts = [part([letters], "A"), part([digits], "B", "foot"), part([drawn], "C", "section")]
    back, foot, section = told([letters, digits, drawn], parts=parts)[-3:]
    assert back.endswith(bold.replace("Digit", "Letter")) and foot.endswith(bold) and "bold" not in section


@pytest.mark.parametrize("code", ["en", "es", "ru"])
@pytest.mark.parametrize(
    ("kind", "reckoned"),
    [
        *[(kind, False) for kind in ("classic", "x", "thermometers", "kropki", "greater-than", "skyscrapers")],
        *[(kind, True) for kind in ("killer", "arrow", "little-killer", "sandwich", "x-sums", "outside-sums", "xv")],
        *[(kind, True) for kind in ("ten-lines", "zippers", "differences", "operations", "calcudoku")],
    ],
)
def test_there_is_something_to_add_up_in_a_book_with_sums(code: str, kind: str, reckoned: bool) -> None:
    words = load(code)
    ground = geometry(kind)
    made = puzzle(kind) if not ground.clued else as_graded(Puzzle(geometry(kind, 9, None, ()), bytes(81)), "easy")
    rules = "\n".join(told([puzzle(), puzzle(), made], words=words))
    assert (words.text("how.no_sums").strip() in rules) is not reckoned
    assert words.paragraphs("how.classic", **NINE, no_sums="")[-1].rstrip(" ") in rules


@pytest.mark.parametrize("code", ["en", "es", "ru"])
@pytest.mark.parametrize(
    ("kind", "key"), [("operations", 0), ("x+operations", 0), ("jigsaw+operations", 1), ("x+latin+operations", 2)]
)
def test_the_rule_of_cages_with_operations_names_boxes_where_there_are_some(code: str, kind: str, key: int) -> None:
    words = load(code)
    box, region = {"en": ("box", "region"), "es": ("bloque", "región"), "ru": ("блоке", "фигуре")}[code]
    regions = ROWS[6] if "jigsaw" in kind else None
    made = as_graded(Puzzle(geometry(kind, 6, regions, ()), bytes(36)), "easy")
    texts = [words.paragraphs(f"how.{own}operations")[0] for own in ("", "region_", "square_")]
    assert [text for text in texts if f"{text} >" in told([puzzle(), made], words=words)] == [texts[key]]
    assert [text for text in texts if text in section_rules(words, [made])] == [texts[key]]
    assert box in texts[0] and region in texts[1] and not any(name in texts[2] for name in (box, region))


def test_rules_without_clues_have_no_pictures_of_their_own() -> None:
    found = told([puzzle(), puzzle("killer-x"), puzzle("jigsaw")])
    assert sum(line.startswith("[") for line in found[: found.index("# Ways to begin")]) == 1
    assert [text for text in found if text in (*say("how.killer"), *say("how.killer-x"), *say("how.jigsaw"))] == [
        *say("how.killer"),
        *say("how.killer-x"),
        *say("how.jigsaw"),
    ]


@pytest.mark.parametrize(
    ("kinds", "keys"),
    [
        (["classic"], []),
        (["classic", "x"], ["how.x"]),
        (["x", "classic", "windoku"], ["how.x", "how.windoku"]),
        (["killer", "killer"], []),
        (["classic", "killer"], ["how.killer"]),
        (["classic", "killer-x"], ["how.killer", "how.killer-x"]),
        (["killer", "killer-x", "x"], ["how.killer-x", "how.x"]),
        (["jigsaw"], []),
        (["classic", "jigsaw"], ["how.jigsaw"]),
        (["jigsaw", "toroidal"], ["how.toroidal"]),
        (["latin"], []),
        (["classic", "latin"], ["how.latin"]),
        (["classic", "twin", "x"], ["how.twin", "how.x"]),
    ],
)
def test_each_rule_is_explained_once_where_the_first_text_has_not_done_so(kinds: list[str], keys: list[str]) -> None:
    first, *others = map(ground_of, kinds)
    assert rule_keys(WORDS, first, others) == keys


def test_a_section_says_what_its_puzzles_have_beside_the_usual_rules() -> None:
    assert section_rules(WORDS, [puzzle("x"), puzzle("x", level="hard")]) == say("how.x")
    assert section_rules(WORDS, [puzzle("killer-x")]) == [*say("how.killer"), *say("how.killer-x")]
    assert section_rules(WORDS, [puzzle()]) == section_rules(WORDS, [puzzle("x"), puzzle()]) == []
    assert section_rules(WORDS, []) == []


def test_answers_in_several_places_are_told_by_sections() -> None:
    given, bare = [puzzle(given=1)], [puzzle()]
    bold = WORDS.text("how.answers.grid")
    back, row, foot = (WORDS.text(f"how.answers.{key}") for key in ("back", "row", "foot"))
    parts = [part(bare, "A"), part(given, "B", "foot"), part(bare, "C"), part(given, "D", "back", "row")]
    found = told([*bare, *given], parts=parts)
    assert found[found.index("# The answers") + 1 :] == [
        f"A, C: | {back}",
        f"B: | {foot} {bold}",
        f"D: | {back} {row}",
    ]
    # One with givens is enough.
    assert told(given, parts=[part(bare), part([*bare, *given])])[-1] == f"{back} {bold}"


def test_levels_occur_once_easiest_first_and_name_a_section() -> None:
    book = [puzzle(level=level) for level in ("hard", "beginner", "hard", "beyond", "easy")]
    assert levels_of(book) == ["beginner", "easy", "hard", "beyond"]
    assert levels_of([]) == []
    space = "\N{NO-BREAK SPACE}"
    assert section_summary(WORDS, book, "Hard Rain") == f"5{space}puzzles · beginner to off the scale"
    assert section_summary(WORDS, book[:1], "Rain") == f"1{space}puzzle · hard"
    assert section_summary(WORDS, book[:1], "Too HARD") == f"1{space}puzzle"


def test_levels_of_killers_beyond_hard_are_those_of_all_puzzles() -> None:
    found = told(
        [puzzle("killer", level="expert"), puzzle("jigsaw+killer", level="hard"), puzzle("killer", level="hard")]
    )
    assert f"Expert. | {WORDS.text('how.level.expert')}" in found
    # Where only some have regions, the text speaks of boxes.
    assert f"Hard. | {WORDS.text('how.killer_level.hard')}" in found


def test_a_level_is_explained_by_boxes_where_any_of_its_puzzles_has_boxes() -> None:
    for kinds, key in (
        (("latin", "classic", "jigsaw"), "how.level.medium"),
        (("jigsaw",), "how.region_level.medium"),
        (("latin",), "how.square_level.medium"),
        (("classic", "latin"), "how.level.medium"),
    ):
        found = told([puzzle(kind, level="medium") for kind in kinds])
        assert f"Medium. | {WORDS.text(key)}" in found


def test_a_child_is_told_of_stars_where_levels_are_stars() -> None:
    look = style.find("children")
    words = OwnWords({}, {}).catalogue("en", "child")
    found = told([puzzle(size=4)], look=look, words=words)
    stars = found.index(f"# {words.text('child.stars_title')}")
    assert found[stars + 1 :] == [
        words.text("child.stars"),
        f"# {words.text('how.answers_title')}",
        *words.paragraphs("child.answers"),
    ]
    assert not any(line.startswith(f"# {words.text('how.levels_title')}") for line in found)
    plain = told([puzzle(size=4)], words=words)
    assert words.text("child.stars") not in plain
    assert f"# {words.text('how.levels_title')}" in plain
    named = replace(look, labels=replace(look.labels, right="{level}"))
    assert f"# {words.text('how.levels_title')}" in told([puzzle(size=4)], look=named, words=words)


def test_what_the_user_empties_is_left_out() -> None:
    mine = OwnWords(
        {"how.classic": ("", "Fill {size}.", ""), "how.tips": ("", "*Begin.* "), "how.answers.back": ""}, {}
    )
    found = told([puzzle()], words=mine.catalogue("en"))
    assert found[:3] == ["Fill 9.", EXAMPLE, "# Ways to begin"]
    assert found[3:5] == ["Begin. | ", "# The levels in this book"]
    assert found[-1] == "# The answers"


@pytest.mark.parametrize(
    ("wish", "shown"),
    [("letters", "one of the letters A, B, C, D, E, F, G, H and I"), ("animals", "one of the 9\u00a0pictures")],
)
def test_rules_name_the_symbols_that_are_printed(wish: str, shown: str) -> None:
    symbols = SymbolWish(wish).made(9, WORDS)
    dressed = Dressed(*(getattr(puzzle(), name) for name in ("puzzle", "solution", "grade", "seed")), symbols)
    found = told([dressed, dressed])
    assert shown in found[1]


@pytest.mark.parametrize("size", [9, 16])
def test_numbers_above_nine_are_named_as_they_are_printed(size: int) -> None:
    one = puzzle(size=size)
    dressed = Dressed(one.puzzle, one.solution, one.grade, None, SymbolWish(NUMBERS).made(size, WORDS))
    for own in (one, dressed):
        assert f"a digit from 1 to\u00a0{size} so that" in told([own])[1]
    explained = any("printed as letters" in text for text in told([one]))
    assert explained is (size == 16) and not any("printed as letters" in text for text in told([dressed]))


def test_rows_of_pictures_and_symbols_of_some_puzzles_are_named() -> None:
    def in_symbols(name: str, row: str = "none", word: str = "") -> Dressed:
        symbols = replace(SymbolWish(name, word).made(9, WORDS), row=row)  # type: ignore[arg-type]
        return Dressed(*(getattr(puzzle(), field) for field in ("puzzle", "solution", "grade", "seed")), symbols)

    texts = {name: WORDS.text(f"how.symbols.{name}") for name in ("word", "some_words", "models", "pieces")}
    also = {name: WORDS.text(f"how.also.{name}") for name in ("digit", "letter", "picture")}
    known = {text: name for name, text in {**texts, **{f"also {name}": text for name, text in also.items()}}.items()}

    def names(*puzzles: GradedPuzzle) -> list[str]:
        return [known[text] for text in told(puzzles) if text in known]

    word, letters, pictures = in_symbols("word", word="DUMPLINGS"), in_symbols("letters"), in_symbols("animals")
    models, pieces = in_symbols("animals", "models"), in_symbols("fruit", "pieces")
    assert names(puzzle()) == names(letters) == names(pictures) == []
    assert names(word) == names(word, word) == ["word"]
    assert names(word, letters) == names(letters, word) == ["some_words"]
    assert names(word, pictures) == ["some_words", "also picture"]
    assert names(pieces, models) == ["models", "pieces"]
    assert names(models) == ["models"] and names(pieces) == ["pieces"]
    assert names(in_symbols("letters", "models")) == []
    assert names(puzzle(), letters, pictures, letters) == ["also letter", "also picture"]
    assert names(letters, puzzle(), letters) == ["also digit"]


def test_shades_lines_and_regions_have_small_examples_where_there_is_room() -> None:
    """A jigsaw and a Killer X had none, whatever room there was."""
    kinds = ("x", "jigsaw", "anti-diagonal", "killer-x", "anti-knight", "killer")
    book = [puzzle(), *map(puzzle, kinds)]
    keys = may_be_shown(WORDS, book, book[0], book[1:])
    assert sorted(keys) == ["how.anti-diagonal", "how.jigsaw", "how.killer-x", "how.x"]
    assert may_be_shown(WORDS, book, book[1], [book[4]]) == ["how.killer-x"]
    blocks = how_to_play(LOOK, WORDS, book, book[0], [part(book)], book[1:], keys[:2])
    shown = [block for block in blocks if isinstance(block, Figures) and block.pictures[0][1] == "Puzzle"]
    assert len(shown) == 3
    assert {one.pictures[0][0].geometry.kind for one in shown[1:]} == {key.removeprefix("how.") for key in keys[:2]}
    assert all(one.height(400.0) < 0.85 * shown[0].height(400.0) for one in shown[1:])
    texts = [block for block in blocks if isinstance(block, Writing) and block.keep_with_next]
    assert {one.text for one in texts} >= {text for key in keys[:2] for text in say(key)}
