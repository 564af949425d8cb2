"""Letters, numbers, words and pictures in place of digits: what a spec may say, and what then stands on the page."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace

import pytest
from typeset_data import SETUPS, filled, givens

from benchmarks import readback
from bookmaker.base.errors import Place, SpecError
from bookmaker.base.language import languages, load
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.grading import grade
from bookmaker.logic.techniques import BY_NAME
from bookmaker.logic.techniques.declare import Step
from bookmaker.printing.canvases.pdf import Metadata
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.grids.grid_drawing import GridPicture, answer_picture, puzzle_picture
from bookmaker.printing.grids.symbols import PICTURE_SETS, PICTURES, Row, Symbols, picture
from bookmaker.printing.pages import layouts
from bookmaker.printing.pages.document import pdf_document
from bookmaker.printing.pages.frontmatter import OpenerPage
from bookmaker.printing.pages.labels import Labels, Slot
from bookmaker.printing.pages.page_furniture import cells_high, missing
from bookmaker.printing.pages.page_kinds import GridsPage, content_area, draw_page
from bookmaker.printing.pages.reward_pages import RewardPage
from bookmaker.printing.styles import style
from bookmaker.printing.styles.fonts import pictures
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.checks import notes_on_cutting, require_book_room
from bookmaker.publishing.book.making.draft import draft
from bookmaker.publishing.book.pages.answers import Answered
from bookmaker.publishing.book.pages.front_matter import how_to_play
from bookmaker.publishing.book.pages.matter import reward_page
from bookmaker.publishing.book.pages.page_fit import require_room, require_symbol_room
from bookmaker.publishing.book.pages.slots import Dressed, in_symbols, symbols_of
from bookmaker.publishing.book.pages.technique_chapter import Worked, chapter_pages
from bookmaker.publishing.book.spec.own_words import OwnWords
from bookmaker.publishing.book.spec.spec_file import Spec
from bookmaker.publishing.book.spec.spec_file import load as load_spec
from bookmaker.publishing.book.spec.symbol_keys import SymbolWish
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.solution_path import explained_step
from bookmaker.publishing.explain.step_words import Speaker
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import RULES, geometry
from bookmaker.puzzles.rules.limits import MADE_SIZES

WORDS = load("en")
AT = Place("book.yaml", 3, 5)
SPEC = """
book: {{title: T}}
sections:
- {{title: S, puzzles: {{count: 1, {puzzles}}}, symbols: {symbols}}}
"""


def read(folder: Path, symbols: str, puzzles: str = "size: 9") -> Spec:
    path = folder / "book.yaml"
    path.write_text(SPEC.format(symbols=symbols, puzzles=puzzles), encoding="utf-8")
    return load_spec(path)


def stocked(kind: str = "classic", size: int = 9) -> GradedPuzzle:
    ground = geometry(kind, size)
    return GradedPuzzle(
        Puzzle(ground, givens(ground)), filled(ground), grade(Puzzle(geometry(), givens(geometry()))), 1
    )


def dressed(wish: SymbolWish, size: int = 9, seed: int = 0) -> Dressed:
    return in_symbols(stocked(size=size), wish, WORDS, AT, seed)


@pytest.mark.parametrize(
    ("symbols", "puzzles", "message"),
    [
        ("animal", "size: 6", r"did you mean `animals`"),
        ("fruits", "size: 6", r"did you mean `fruit`"),
        ("ABCDA", "size: 4", r"'ABCDA' has `A` twice"),
        ("ABCDE", "size: 6", r"has 5 symbols, and a 6x6 grid needs 6"),
        ("animals", "size: 12", r"`animals` has 9 symbols, and a 12x12 grid needs 12"),
        ("{word: DUMPLING}", "size: 9", r"DUMPLING has 8 letters, and a 9x9 grid needs 9"),
        ("{word: TREETOPS!}", "size: 9", r"made of letters only"),
        ("{word: BOOK}", "size: 4", r"the word BOOK has `O` twice"),
        ("{set: animals, word: BARK}", "size: 4", r"one of `set`, `word` and `pictures`"),
        ("{set: animals, on: row}", "size: 4", r"`word` is missing"),
        ("{set: animals, row: above}", "size: 4", r"`none`, `models` or `cut-out`"),
        ("{word: DUMPLINGS, on: diagonal}", "size: 9", r"a diagonal of a classic puzzle has some digits twice"),
        ("{word: DUMPLINGS, on: diagonal}", "kind: windoku", r"a diagonal of a windoku puzzle has some digits twice"),
        ("letters", "kind: killer", r"a killer puzzle cannot have other symbols.*sums"),
        ("0-F", "kind: killer", r"a killer puzzle cannot have other symbols"),
        ("shapes", "size: 6, kind: non-consecutive", r"consecutive digits"),
        ("shapes", "size: 6, kind: kropki+non-consecutive", r"consecutive digits"),
    ],
)
def test_what_a_grid_cannot_have_is_refused_where_it_stands(
    symbols: str, puzzles: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(SpecError, match=message) as caught:
        read(tmp_path, symbols, puzzles)
    assert caught.value.faults[0].place is not None
    assert caught.value.faults[0].place.line == 4


@pytest.mark.parametrize(
    ("symbols", "puzzles"),
    [
        ("{word: DUMPLINGS, on: diagonal}", "kind: x"),
        ("1-16", "kind: killer"),
        ("0-F", "size: 16"),
        ("letters", "size: 12"),
    ],
)
def test_what_a_grid_can_have_is_taken(symbols: str, puzzles: str, tmp_path: Path) -> None:
    assert read(tmp_path, symbols, puzzles).sections[0].symbols is not None


def test_a_word_is_read_on_a_line_of_the_answer_and_nothing_else_changes() -> None:
    original = stocked()
    for seed in range(20):
        made = in_symbols(original, SymbolWish("word", "DUMPLINGS"), WORDS, AT, seed)
        renaming = dict(zip(original.solution, made.solution, strict=True))
        assert sorted(renaming.values()) == list(range(1, 10))
        assert bytes(renaming.get(digit, 0) for digit in original.puzzle.givens) == made.puzzle.givens
        lines = ["".join(made.symbols.texts[digit - 1] for digit in made.solution[r * 9 : r * 9 + 9]) for r in range(9)]
        assert "DUMPLINGS" in lines
        row = lines.index("DUMPLINGS")
        shown = [sum(digit > 0 for digit in made.puzzle.givens[r * 9 : r * 9 + 9]) for r in range(9)]
        assert shown[row] == min(shown)
    assert [*made.symbols.shown()] == sorted("DUMPLINGS")


def test_a_word_on_a_diagonal_needs_one_without_repeats() -> None:
    with pytest.raises(SpecError, match="cannot be read on a diagonal"):
        dressed(SymbolWish("word", "DUMPLINGS", on="diagonal"))
    # A 4x4 answer whose falling diagonal has all four digits.
    ground = geometry("x", 4)
    solution = bytes([1, 3, 4, 2, 4, 2, 1, 3, 2, 4, 3, 1, 3, 1, 2, 4])
    assert ground.holds(solution)
    one = GradedPuzzle(Puzzle(ground, bytes(16)), solution, stocked().grade, None)
    lines = set()
    for seed in range(8):
        made = in_symbols(one, SymbolWish("word", "BARK"), WORDS, AT, seed)
        texts = [made.symbols.texts[digit - 1] for digit in made.solution]
        lines |= {"".join(texts[0::5][:4]), "".join(texts[12:0:-3])}
    assert "BARK" in lines


def drawn(shown: GridPicture, layout: str = "one-up", look: str = "children") -> list[str]:
    chosen = layouts.find(layout, style.find(look))
    page = GridsPage(look=chosen.style.look, layout=chosen, slots=(Slot(shown, ""),))
    canvas = RecordingCanvas()
    page.draw(canvas, (40.0, 40.0, 560.0, 740.0))
    return canvas.lines


def test_pages_show_the_symbols_and_no_digit() -> None:
    for name, size in (("shapes", 4), ("animals", 6), ("fruit", 9), ("letters", 9), ("0-F", 16), ("1-16", 16)):
        made = dressed(SymbolWish(name, row="none"), size)
        ground = made.puzzle.geometry
        lines = drawn(answer_picture(ground, made.puzzle.givens, made.solution, symbols_of(made)))
        texts = [line.split()[-1].strip("'") for line in lines if line.startswith(("glyph", "text"))]
        texts = [text for text in texts if text]
        assert Counter(texts) == dict.fromkeys(made.symbols.texts, size), name


@pytest.mark.parametrize(("row", "shown"), [("none", "DGILMNPSU"), ("models", "")])
def test_letters_to_strike_off_do_not_spell_the_hidden_word(row: Row, shown: str) -> None:
    made = dressed(SymbolWish("word", "DUMPLINGS", row=row))
    look, empty = style.find("classic"), bytes(81)
    slot = Slot(puzzle_picture(made.puzzle.geometry, empty, symbols=made.symbols), "1", time="Time")
    canvas = RecordingCanvas()
    Labels(look, layouts.find("two-up", look), 10.0, short=False).draw_column(canvas, slot, (0.0, 0.0, 120.0, 300.0))
    drawn = [line.split()[-1].strip("'") for line in canvas.lines if line.startswith(("glyph", "text"))]
    assert "".join(text for text in drawn if len(text) == 1 and text.isalpha()) == shown


def test_the_pieces_to_cut_out_are_those_that_are_missing() -> None:
    made = dressed(SymbolWish("animals", row="cut-out"), 6)
    shown = puzzle_picture(made.puzzle.geometry, made.puzzle.givens, symbols=made.symbols)
    look = style.find("children")
    assert len(missing(shown)) == made.puzzle.givens.count(0)
    chosen = replace(layouts.find("one-up", look), row=cells_high(look, [shown]))
    page = GridsPage(look=look, layout=chosen, slots=(Slot(shown, ""),))
    canvas = RecordingCanvas()
    page.draw(canvas, (40.0, 40.0, 560.0, 740.0))
    glyphs = Counter(line.split()[-1] for line in canvas.lines if line.startswith("glyph"))
    assert glyphs == {picture("scissors"): 1, **dict.fromkeys(made.symbols.texts, 6)}


@pytest.mark.parametrize("row", ["models", "cut-out"])
def test_a_row_of_symbols_and_its_grid_stay_in_their_frame(row: str) -> None:
    made = dressed(SymbolWish("animals", row=row), 6)  # type: ignore[arg-type]
    shown = puzzle_picture(made.puzzle.geometry, made.puzzle.givens, symbols=made.symbols)
    for name, layout_name in (("children", "one-up"), ("classic", "two-up")):
        look = style.find(name)
        found = layouts.find(layout_name, look)
        chosen = replace(found, row=cells_high(look, [shown]))
        area = content_area(look, SETUPS["6x9in"].live(0, 100))
        page = GridsPage(look=look, layout=chosen, slots=(Slot(shown, "1"),) * chosen.per_page)
        canvas = RecordingCanvas()
        page.draw(canvas, area)
        for line in canvas.lines:
            if line.startswith("glyph"):
                _, x, y, _, size, _ = line.split(" ", 5)
                assert area[0] - 0.01 <= float(x) and float(x) + float(size) <= area[2] + 0.01
                assert area[1] - 0.01 <= float(y) and float(y) + float(size) <= area[3] + 0.01


def test_pictures_of_a_set_differ_at_the_size_at_which_they_are_printed() -> None:
    from PIL import Image, ImageChops, ImageDraw, ImageFont

    face = pictures()
    least = round(style.find("children").symbols.least_answer / 72 * 200)
    font = ImageFont.truetype(str(face.path), least, layout_engine=ImageFont.Layout.BASIC)

    def inked(name: str) -> Image.Image:
        image = Image.new("L", (least, least), 0)
        ImageDraw.Draw(image).text((0, least), picture(name), fill=255, font=font, anchor="ls")
        assert image.getbbox() is not None
        return image

    for names in PICTURE_SETS.values():
        for one, other in combinations(map(inked, names), 2):
            different = ImageChops.difference(one, other).histogram()
            assert sum(different[128:]) > 0.12 * least * least
    assert set(map(picture, PICTURES)) <= set(face.advances)


STEMS = {"de": "ziffer", "en": "digit", "es": "cifra", "fr": "chiffre", "ru": "цифр"}


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("name", ["letters", "animals", "word"])
@pytest.mark.parametrize("voice", ["classic", "children"])
def test_rules_for_letters_and_pictures_name_no_digits(code: str, name: str, voice: str, tmp_path: Path) -> None:
    spec = read(tmp_path, "letters")
    section = spec.sections[0]

    def parts(puzzles: list[GradedPuzzle]) -> list[Answered]:
        return [Answered.of(section, puzzles, range(1, len(puzzles) + 1), section.answers.within(spec.answers))]

    look = style.find(voice)
    words = OwnWords({}, {}).catalogue(code, look.voice)
    wish = SymbolWish(name, "DUMPLINGS" if name == "word" else "")
    kinds = [rule.name for rule in RULES.values() if not (rule.cages or rule.regions or rule.clues or rule.arrangement)]
    kinds = [kind for kind in kinds if not list(wish.faults(geometry(kind, 9), AT)) and 9 in (RULES[kind].sizes or {9})]
    assert len(kinds) > 6
    made = [in_symbols(stocked(kind), wish, words, AT, 1) for kind in ("classic", *kinds)]
    texts = [getattr(block, "text", "") for block in how_to_play(look, words, made, made[0], parts(made))]
    said = " ".join(texts).lower()
    assert STEMS[code] not in said
    assert "{" not in said
    plain = [
        getattr(block, "text", "") for block in how_to_play(look, words, [stocked()], stocked(), parts([stocked()]))
    ]
    assert STEMS[code] in " ".join(plain).lower()


def test_rules_of_a_book_of_several_symbols(tmp_path: Path) -> None:
    spec = read(tmp_path, "letters")
    section = spec.sections[0]
    look = style.find("children")
    words = OwnWords({}, {}).catalogue("en", look.voice)

    def told(*puzzles: GradedPuzzle, look: style.Style = look) -> str:
        parts = [Answered.of(section, puzzles, range(1, 3), section.answers.within(spec.answers))]
        return " ".join(getattr(one, "text", "") for one in how_to_play(look, words, puzzles, puzzles[0], parts))

    four, six = (in_symbols(stocked(size=size), SymbolWish("animals"), words, AT, 1) for size in (4, 6))
    assert "The 6×6 puzzles are the same game: fill every cell with one of the 6\u00a0pictures" in told(
        four, six, stocked(size=6)
    )
    plain, word = (
        in_symbols(stocked(), SymbolWish(*wish), words, AT, 1) for wish in (("letters",), ("word", "DUMPLINGS"))
    )
    assert "Some puzzles have the letters of a word" in told(plain, word)
    assert "The letters of each puzzle are those of a word" in told(word) and "of a word" not in told(plain)
    # What is bold is spoken of where something is.
    classic, bold = style.find("classic"), "Digits that were given are printed bold there."
    bold_font = classic.face("answer_given").path
    one_font = classic.in_fonts({"answer": bold_font, "answer_given": bold_font})
    killer = GradedPuzzle(replace(stocked().puzzle, givens=bytes(81)), stocked().solution, stocked().grade, 1)
    assert bold in told(stocked(), look=classic)
    assert bold not in told(stocked(), look=one_font) and bold not in told(killer, look=classic)


def test_steps_name_the_symbols() -> None:
    made = in_symbols(stocked(size=6), SymbolWish("animals"), load("es"), AT, 0)
    speaker = Speaker("es", made.puzzle.geometry, made.symbols)
    step = Step("naked-single", ((0, 2),), (), (), ())
    told = explained_step(step, 1, Position.of(made.puzzle), speaker)
    assert "pez" in told.text
    assert told.symbols is made.symbols


@pytest.mark.parametrize("code", languages())
def test_techniques_speak_of_what_is_printed(code: str) -> None:
    words = load(code)
    letters = in_symbols(stocked(), SymbolWish("letters"), words, AT, 0)
    step = Step("naked-single", ((0, 2),), (), (), ())
    told = explained_step(
        step, 1, Position.of(letters.puzzle), Speaker(words, letters.puzzle.geometry, letters.symbols)
    )
    area = content_area(style.find(), SETUPS["6x9in"].live(0, 100))
    pages = chapter_pages(style.find(), [Worked(BY_NAME["naked-single"], told)], words, area)
    said = " ".join(getattr(block, "text", "") for page in pages for block in page.blocks).lower()
    assert len(said) > 300
    assert STEMS[code] not in said


def test_a_certificate_stands_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "book.yaml"
    text = SPEC.format(symbols="{set: animals, row: cut-out}", puzzles="size: 4") + "back_matter: [reward]\n"
    path.write_text(text.replace("title: T", "title: Paws"), encoding="utf-8")
    spec = load_spec(path)
    shown = draft(spec, None, 1, lambda *_: None)
    rewards = [page for page in shown.pages if isinstance(page, RewardPage)]
    assert [page.book for page in rewards] == ["Paws"]
    assert shown.pages.index(rewards[0]) > len(shown.pages) - 3
    (opener,) = [page for page in shown.pages if isinstance(page, OpenerPage) and page.number]
    assert opener.pictures is not None
    assert opener.pictures.names == ("cat", "fish", "butterfly", "turtle")


def test_symbols_that_would_be_too_small_are_refused() -> None:
    # Numbers of two figures are set smaller than digits in the same cell.
    wish, look = SymbolWish("1-16"), style.find()
    area = content_area(look, SETUPS["6x9in"].live(0, 100))
    refused = []
    for name in look.answer_layouts:
        layout = layouts.find(name, look).for_answers()
        shown = [answer_picture(geometry(size=16), bytes(256), filled(geometry(size=16)), wish.made(16, WORDS))]
        try:
            require_room(layout, [geometry(size=16)], area, None)
        except SpecError:
            continue
        try:
            require_symbol_room(layout, shown, area, None)
        except SpecError as error:
            assert "16 in 6." in error.faults[0].message
            refused.append(name)
    assert refused


def test_pictures_that_would_be_too_small_are_refused_before_a_puzzle_is_made(tmp_path: Path) -> None:
    spec = read(tmp_path, "animals", "size: 9")
    require_book_room(book_of(spec))
    tight = replace(spec, sections=(replace(spec.sections[0], layout="four-up"),))
    with pytest.raises(SpecError, match="the layout `four-up` sets bee in"):
        require_book_room(book_of(tight))


def test_every_size_has_letters_in_every_language() -> None:
    for code in languages():
        for size in MADE_SIZES:
            made: Symbols = SymbolWish("letters").made(size, load(code))
            assert len(set(made.texts)) == size


@pytest.mark.parametrize("code", languages())
def test_the_reward_page_keeps_inside_its_frame(code: str) -> None:
    for name in style.names():
        page = reward_page(style.find(name), load(code), "A book with a rather long title for small pages", 120)
        for setup in SETUPS.values():
            canvas = RecordingCanvas()
            draw_page(canvas, page, setup, 0, 100)
            area = content_area(page.look, setup.live(0, 100))
            feet = [float(line.split()[2]) for line in canvas.lines if line.startswith(("text", "glyph"))]
            assert min(feet) > area[1] + page.look.reward.inside


PICTURED = """
book: {title: Pictures, language: CODE}
page: {trim: TRIM, openers: any}
design: {style: STYLE}
sections:
- {title: A, puzzles: {size: 4, count: 2}, symbols: {set: animals, row: cut-out}, layout: one-up}
- {title: B, puzzles: {size: 6, count: 2}, symbols: fruit, layout: one-up}
- {title: C, puzzles: {size: 6, count: 2}, symbols: {word: ABRUPT}, layout: one-up}
- {title: D, puzzles: {size: 9, count: 1}, symbols: shapes, layout: one-up}
front_matter: [title-page, how-to-play]
back_matter: [reward]
"""


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("name", "code", "trim"), [("children", "ru", "8.5x11in"), ("large-print", "es", "6x9in")])
def test_no_page_of_pictures_breaks_the_rules_of_its_style(name: str, code: str, trim: str, tmp_path: Path) -> None:
    path = tmp_path / "book.yaml"
    text = PICTURED.replace("CODE", code).replace("STYLE", name).replace("TRIM", trim)
    path.write_text(text, encoding="utf-8")
    spec = load_spec(path)
    shown = draft(spec, None, 1, lambda *_: None)
    content = pdf_document(shown.pages, shown.setup, Metadata("t"), shown.front, "t.pdf")
    whole = SimpleNamespace(interior=shown.pages, front=shown.front)
    assert list(readback.faults(content, whole, shown.setup, spec.look)) == []  # type: ignore[arg-type]


def test_a_word_in_small_letters_is_no_set_of_symbols(tmp_path: Path) -> None:
    path = tmp_path / "book.yaml"
    path.write_text("book: {title: T}\nsections:\n- {title: A, puzzles: {size: 4, count: 1}, symbols: flowers}\n")
    with pytest.raises(SpecError, match="no set of symbols is called `flowers`"):
        load_spec(path)


def test_pieces_with_puzzles_on_their_backs_get_a_note(tmp_path: Path) -> None:
    path = tmp_path / "book.yaml"
    section = "- {title: Cut, puzzles: {size: 4, count: 1}, symbols: {set: animals, row: cut-out}}"
    text = f"book: {{title: T}}\nMORE\nsections:\n{section}\n"
    path.write_text(text.replace("MORE\n", ""))
    (note,) = notes_on_cutting(load_spec(path))
    assert "'Cut'" in note and "puzzles_on: right" in note
    path.write_text(text.replace("MORE", "page: {puzzles_on: right}"))
    assert notes_on_cutting(load_spec(path)) == []
