"""The texts of the front matter, as blocks in the book's language."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from bookmaker.base import language
from bookmaker.base.language import Catalogue
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.generation.order_fields import KIND, SIZE
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.techniques.labels import PLUS, splits
from bookmaker.printing.grids.grid_drawing import GridPicture, answer_picture, puzzle_picture
from bookmaker.printing.grids.symbols import DIGITS, Symbols
from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.text_blocks import Block, Figures, Paragraph, heading_of, text_of
from bookmaker.publishing.book.pages.answers import Answered
from bookmaker.publishing.book.pages.slots import symbols_of
from bookmaker.publishing.book.spec.book_keys import BookDetails
from bookmaker.publishing.explain.step_words import with_nouns
from bookmaker.puzzles.grid.geometry import SYMBOLS, Geometry
from bookmaker.puzzles.grid.marks import Mark
from bookmaker.puzzles.rules import RULES, geometry
from bookmaker.puzzles.rules.cages import cage_marks
from bookmaker.puzzles.rules.rule import Rule

# The rule of 45 in two pictures: a house whose cages leave one cell over, and a house whose cages reach one cell beyond it.

_DIGITS = (5, 2, 9, 1, 7, 4, 8, 3, 6)
"""The digits of the house in the order of its cells, without those above the size."""


def leftovers(look: Style, words: Catalogue, ground: Geometry) -> Figures:
    """Both pictures side by side, each above its sum, in the first box of a grid; in the first row where there are no boxes.

    Only the cages of that house are drawn: no puzzle of the book is given away.
    """
    size = ground.size
    (height, width), total = ground.box if ground.boxed and not ground.regions else (1, size), size * (size + 1) // 2
    house = [row * size + column for row in range(height) for column in range(width)]
    order = [*(digit for digit in _DIGITS if digit <= size), *range(len(_DIGITS) + 1, size + 1)]
    digits = dict(zip(house, order, strict=True))
    rows = [house[at : at + width] for at in range(0, size, width)] if height > 1 else _threes(house)
    outside = house[-1] + (1 if height > 1 else size)
    digits[outside] = digits[house[0]]
    pictures = []
    for key, cages, over in (
        ("inside", _joined([*rows[:-1], rows[-1][:-1]]), house[-1]),
        ("outside", [*rows[:-1], [*rows[-1], outside]], outside),
    ):
        sums = [sum(digits[cell] for cell in cage) for cage in cages]
        caption = words.text(
            f"how.killer_picture.{key}{'_single' if len(sums) == 1 else ''}",
            total=total,
            sums=words.text("how.killer_picture.plus").join(map(str, sums)),
            digit=digits[over],
        )
        pictures.append((_picture(ground, cages, sums, over, digits[over]), caption))
    return Figures(look, tuple(pictures))


def _threes(house: list[int]) -> list[list[int]]:
    return _joined([house[at : at + 3] for at in range(0, len(house), 3)])


def _joined(cages: list[list[int]]) -> list[list[int]]:
    """Cages of two cells and more: a last one that is shorter goes to the one before it."""
    return cages if len(cages[-1]) > 1 else [*cages[:-2], [*cages[-2], *cages[-1]]]


def _picture(ground: Geometry, cages: list[list[int]], sums: list[int], over: int, digit: int) -> GridPicture:
    shown = bytearray(ground.cell_count)
    shown[over] = digit
    marks = (Mark("cage", tuple(cage), str(total)) for cage, total in zip(cages, sums, strict=True))
    return puzzle_picture(ground.ground, bytes(shown), tuple(marks))


def levels_of(puzzles: Sequence[GradedPuzzle]) -> list[str]:
    """The levels that occur, easiest first."""
    present = {stocked.grade.level for stocked in puzzles}
    return [str(level) for level in Level if str(level) in present]


def _shown_levels(puzzles: Sequence[GradedPuzzle]) -> list[str]:
    """The same, and medium+ where all that are medium have this label."""
    labels = {stocked.grade.label for stocked in puzzles}
    medium = str(Level.MEDIUM)
    return [PLUS if level == medium and medium not in labels else level for level in levels_of(puzzles)]


def names_level(words: Catalogue, puzzles: Sequence[GradedPuzzle], title: str) -> bool:
    """Whether the title of a section names the one level of its puzzles."""
    levels = _shown_levels(puzzles)
    return len(levels) == 1 and words.text(f"level.{levels[0]}").casefold() in title.casefold()


def section_summary(words: Catalogue, puzzles: Sequence[GradedPuzzle], title: str, *, brief: bool = True) -> str:
    """Such as "60 puzzles · easy", or "12 puzzles · easy to hard"; if ``brief``, "60 puzzles" where the title names the level."""
    levels = _shown_levels(puzzles)
    names = [words.text(f"level_inline.{level}") for level in levels]
    if brief and names_level(words, puzzles, title):
        return words.plural("section.count", len(puzzles))
    if len(names) == 1:
        return words.plural("section.summary", len(puzzles), level=names[0])
    return words.plural("section.summary_range", len(puzzles), lowest=names[0], highest=names[-1])


def copyright_paragraphs(words: Catalogue, book: BookDetails, *, answered: bool = True) -> list[str]:
    """The copyright page from top to bottom. ``answered``: the book has the answers of all of its puzzles."""
    holder = book.author or book.publisher
    lines = []
    if holder:
        key = "copyright.notice" if book.year else "copyright.notice_undated"
        lines.append(words.text(key, year=book.year, author=holder))
    lines += words.paragraphs("copyright.rights") if book.rights is None else [book.rights]
    lines.append(words.text("copyright.proof" if answered else "copyright.proof_unanswered"))
    if book.publisher:
        lines.append(words.text("copyright.published_by", publisher=book.publisher))
    if book.isbn:
        lines.append(words.text("copyright.isbn", isbn=book.isbn))
    lines += [words.text("copyright.made_with")] if book.imprint else []
    return [line for line in lines if line]


def how_to_play(
    look: Style,
    words: Catalogue,
    puzzles: Sequence[GradedPuzzle],
    example: GradedPuzzle,
    parts: Sequence[Answered],
    further: Sequence[GradedPuzzle] = (),
    small: Collection[str] = (),
    opened: Collection[frozenset[str]] = (),
    easy_sums: str = "",
) -> list[Block]:
    """The rules of every kind of grid in the book, an example, ways to begin, the meaning of the levels, and where answers are.

    ``parts``: the sections, which say where their answers are. ``further``: examples of other kinds. ``small``: the rules out of
    :func:`may_be_shown` that have a small example, too. ``opened``: the rules of grids that are told where their sections begin.
    ``easy_sums``: the meaning of the sums below grids.
    """
    ground, symbols = example.puzzle.geometry, symbols_of(example)
    unsaid = [stocked for stocked in puzzles if stocked.puzzle.geometry.rules not in opened]
    elsewhere = ground.rules in opened
    if elsewhere:
        # Openers add their rules to those of the usual grid, which are told here.
        ground = next((one.puzzle.geometry for one in unsaid), geometry(KIND, ground.size if ground.own_box else SIZE))
    others = [g for g in dict.fromkeys(stocked.puzzle.geometry for stocked in unsaid) if g is not ground]
    child = look.voice == "child"
    base = (
        "how.several"
        if ground.overlapping
        else "how.regions"
        if ground.regions
        else "how.square"
        if not ground.boxed
        else "how.killer_grid"
        if ground.caged
        else "how.classic"
    )
    every = [ground, *(stocked.puzzle.geometry for stocked in puzzles)]
    summed = any(RULES[name].adds_up for grid in dict.fromkeys(every) for name in grid.rules)
    no_sums = "" if summed else words.text("how.no_sums")
    base_rules = words.paragraphs(base, **_shape(ground, words, symbols), no_sums=no_sums)
    rules = [text.rstrip(" ") for text in base_rules]
    # In a Killer the cages come before other sizes: without them the rules of the grid are half of the rules.
    rules += words.paragraphs("how.killer") if ground.caged else []
    alike = [(g, own) for g, own in grounds(puzzles) if not g.regions and own.noun == symbols.noun]
    ranges: dict[str, str] = {}
    for sized, own in {g.size: (g, own) for g, own in alike}.values():
        if sized.size != ground.size:
            # The range comes in behind the words for symbols: it may name digits beside pictures.
            ranges[_RANGE.format(sized.size)] = _any_range(sized.size, own, puzzles, words)
            shape = {**_shape(sized, words, own), "range": _RANGE.format(sized.size)}
            rules.append(words.text(_other(ground, sized), **shape))
    described = {g.size: g.box for g, _ in alike} | {ground.size: ground.box}
    for g in {(g.size, g.box): g for g in others if g.boxed}.values():
        if g.box != described.get(g.size) and (g.own_box or ground.own_box):
            rules.append(words.text("how.other_boxes", size=g.size, height=g.box[0], width=g.box[1]))
    largest = max([ground, *others], key=lambda g: g.size)
    rules = with_nouns(words, symbols, rules)
    for marker, text in ranges.items():
        rules = [rule.replace(marker, text) for rule in rules]
    if largest.size > 9 and any(g is largest and own is DIGITS for g, own in grounds(puzzles)):
        rules += words.paragraphs("how.letters", size=largest.size, last=SYMBOLS[largest.size - 1])
    caged = [g for g in [ground, *others] if g.caged]
    blocks: list[Block] = [text_of(look, text) for text in rules]
    first = rule_keys(words, ground, [])
    for key in first:
        blocks += [text_of(look, text) for text in with_nouns(words, symbols, words.paragraphs(key))]
    blocks += [] if elsewhere else [pair_of(look, words, example)]
    pictured: list[GradedPuzzle] = []
    for key in rule_keys(words, ground, others)[len(first) :]:
        chosen = _shown(key, example, [*further, *unsaid])
        shown = [pair_of(look, words, one) for one in chosen]
        for one in _drawn(key, further)[: key in small and not shown]:
            # A Killer X shows the cages of Killers already, if it is the only Killer.
            if one not in pictured:
                pair = pair_of(look, words, one)
                shown.append(replace(pair, less=(1 - look.figures.plain) * pair.most))
        pictured += chosen
        texts = with_nouns(words, _usual_symbols(_owners(key, unsaid), symbols), words.paragraphs(key))
        blocks += [replace(text_of(look, text), keep_with_next=bool(shown)) for text in texts]
        blocks += shown
    blocks += [text_of(look, text) for text in on_symbols(words, puzzles, symbols)]
    blocks.append(heading_of(look, words.text("how.tips_title")))
    blocks += _tips(look, words, unsaid or puzzles, ground, caged, symbols)
    blocks += [_led(look, easy_sums)] if easy_sums else []
    if child and "{stars}" in look.labels.right:
        blocks += [heading_of(look, words.text("child.stars_title")), text_of(look, words.text("child.stars"))]
    else:
        blocks.append(heading_of(look, words.text("how.levels_title")))
        for level in levels_of(puzzles):
            lead = words.text("how.level_lead", level=words.text(f"level.{level}"))
            blocks.append(text_of(look, _level(words, level, puzzles, symbols), lead))
    blocks.append(heading_of(look, words.text("how.answers_title")))
    if child and all(part.answers.place_name == "back" for part in parts):
        blocks += [text_of(look, text) for text in words.paragraphs("child.answers")]
    else:
        blocks += [text_of(look, text, lead) for lead, text in where_answers_are(look, words, parts, symbols)]
    # Words of the user's own may be empty, to leave something out.
    return [block for block in blocks if not isinstance(block, Paragraph) or block.text or block.lead]


def _tips(
    look: Style,
    words: Catalogue,
    puzzles: Sequence[GradedPuzzle],
    ground: Geometry,
    caged: Sequence[Geometry],
    symbols: Symbols,
) -> list[Block]:
    """Ways to begin: those of Killers before the others only where most puzzles are Killers.

    ``ground``: the grid of the example; ``caged``: those of Killers. Where not all puzzles are Killers, it is said which tips are
    theirs.
    """
    usual: list[Block] = [
        _led(look, text) for text in with_nouns(words, symbols, words.paragraphs(words.for_grid("tips", ground)))
    ]
    if not caged:
        return usual
    killer_lines = words.paragraphs(words.for_grid("killer_tips", caged[0]), **_sums(caged[0].size))
    ways: list[Block] = [_led(look, text) for text in killer_lines[:-1]]
    for text in filter(None, killer_lines[-1:]):
        ways += [replace(_led(look, text), keep_with_next=True), leftovers(look, words, caged[0])]
    killers = sum(stocked.puzzle.geometry.caged for stocked in puzzles)
    if killers == len(puzzles):
        return [*ways, *usual]

    def of(which: str, tips: Sequence[Block]) -> list[Block]:
        named = words.text(f"how.tips_of.{which}") if tips else ""
        return [*([replace(text_of(look, named), keep_with_next=True)] if named else []), *tips]

    ways = of("killer", [block for block in ways if not isinstance(block, Paragraph) or block.text or block.lead])
    return [*ways, *of("all", usual)] if 2 * killers > len(puzzles) else [*usual, *ways]


def _shown(key: str, example: GradedPuzzle, puzzles: Sequence[GradedPuzzle]) -> list[GradedPuzzle]:
    """A puzzle to the text on a rule or kind with clues, cages or several grids; none where the first example has it."""
    name, own = _named(key), example.puzzle.geometry
    if name in (own.kind, *own.rules):
        return []
    if name in RULES:
        rule = RULES[name]
        if not (rule.clues or rule.arrangement or rule.cages):
            return []
        seen = [one for one in puzzles if name in one.puzzle.geometry.rules]
    else:
        # The rules that a kind adds to cages are shown where there is room: see `may_be_shown`.
        seen = [one for one in puzzles if name == one.puzzle.geometry.kind and not one.puzzle.geometry.caged]
    shown = [one for one in seen if _full(one.puzzle.geometry)]
    # Of Killers those without further rules: diagonals would only distract.
    return sorted(shown, key=lambda one: one.puzzle.geometry.caged and one.puzzle.geometry.kind != name)[:1]


def _full(ground: Geometry) -> bool:
    """Whether words alone say too little of a grid."""
    return ground.clued or ground.overlapping or ground.caged


def _named(key: str) -> str:
    """The rule or kind that a text is about: the end of its key, behind the part that says for which grids it is."""
    return key.removeprefix("how.").removeprefix("region_").removeprefix("square_")


def _owners(key: str, puzzles: Sequence[GradedPuzzle]) -> list[GradedPuzzle]:
    """The puzzles that the text on a rule or kind is about: those of the kind of this name, else all that have the rule."""
    name = _named(key)
    held = [one for one in puzzles if name in (one.puzzle.geometry.kind, *one.puzzle.geometry.rules)]
    return [one for one in held if one.puzzle.geometry.kind == name] or held


def _usual_symbols(puzzles: Sequence[GradedPuzzle], symbols: Symbols) -> Symbols:
    """Those by whose word a text on these puzzles speaks: ``symbols`` if some of them have that word, else what most have."""
    own = [symbols_of(one) for one in puzzles]
    nouns = [one.noun for one in own]
    if not own or symbols.noun in nouns:
        return symbols
    return own[nouns.index(max(dict.fromkeys(nouns), key=nouns.count))]


def may_be_shown(
    words: Catalogue, puzzles: Sequence[GradedPuzzle], example: GradedPuzzle, further: Sequence[GradedPuzzle]
) -> list[str]:
    """The rules without clues of which an example shows shaded cells, lines or regions: with one, where there is room."""
    ground = example.puzzle.geometry
    others = list(dict.fromkeys(stocked.puzzle.geometry for stocked in puzzles))
    keys = rule_keys(words, ground, others)[len(rule_keys(words, ground, [])) :]
    return [key for key in keys if _drawn(key, further)]


def _drawn(key: str, further: Sequence[GradedPuzzle]) -> list[GradedPuzzle]:
    """The examples without clues that show the rule of a text by shades, lines or regions."""
    name = _named(key)
    found = []
    for stocked in further:
        ground = stocked.puzzle.geometry
        own = {name} & ground.rules or (ground.rules if name == ground.kind else ())
        seen = any(RULES[rule].draws or RULES[rule].regions or _shades(RULES[rule], ground.size) for rule in own)
        if seen and not ground.clued and not ground.overlapping:
            found.append(stocked)
    return found


def _shades(rule: Rule, size: int) -> bool:
    return rule.shaded and bool(rule.houses(size))


def _other(ground: Geometry, geometry: Geometry) -> str:
    """The key of the sentence on grids of another size than the first one's."""
    if not geometry.boxed:
        return "how.other_square"
    return "how.other_size" if ground.boxed else "how.other_boxed"


def pair_of(look: Style, words: Catalogue, chosen: GradedPuzzle) -> Figures:
    """A puzzle beside its answer."""
    puzzle, ground, symbols = chosen.puzzle, chosen.puzzle.geometry, symbols_of(chosen)
    asked = puzzle_picture(ground, puzzle.givens, cage_marks(puzzle), symbols=symbols)
    answer = answer_picture(ground, puzzle.givens, chosen.solution, symbols)
    captions = words.text(words.for_puzzle("how.example.puzzle", ground)), words.text("how.example.answer")
    return Figures(look, ((asked, captions[0]), (answer, captions[1])))


def grounds(puzzles: Sequence[GradedPuzzle]) -> list[tuple[Geometry, Symbols]]:
    """The grids of the puzzles with their symbols, each once, the smallest first."""
    found = dict.fromkeys((stocked.puzzle.geometry, symbols_of(stocked)) for stocked in puzzles)
    return sorted(found, key=lambda one: one[0].size)


def on_symbols(words: Catalogue, puzzles: Sequence[GradedPuzzle], symbols: Symbols) -> list[str]:
    """The rules on words hidden in answers, on the rows above puzzles, and on symbols that only some puzzles have."""
    own = [symbols_of(stocked) for stocked in puzzles]
    letters = [one for one in own if one.noun == "letter"]
    key = "word" if all(one.word for one in own) else "some_words"
    sentences = [words.text(f"how.symbols.{key}")] if any(one.word for one in letters) else []
    sentences += [
        words.text(f"how.symbols.{row}")
        for row in ("models", "pieces")
        if any(one.row == row and one.drawn for one in own)
    ]
    nouns = sorted({one.noun for one in own} - {symbols.noun})
    return [*sentences, words.text(f"how.also.{'_'.join(nouns)}")] if nouns else sentences


def where_answers_are(
    look: Style, words: Catalogue, parts: Sequence[Answered], symbols: Symbols
) -> Iterator[tuple[str, str]]:
    """The sections with answers in one place, "" for all, and the sentences on these answers."""
    places: dict[tuple[str, str], list[Answered]] = {}
    for part in parts:
        kept = part.answers.place_name, part.answers.show
        places.setdefault(kept if part.answers.printed else ("none", ""), []).append(part)
    for kind, there in places.items():
        titles = ", ".join(part.section.title for part in there)
        lead = words.text("how.answers.in_sections", sections=titles) if len(places) > 1 else ""
        own = _usual_symbols([stocked for part in there for stocked in part.puzzles], symbols)
        # Pictures of givens are as black as the others, and so are digits in one font of the user's own.
        bold = not own.drawn and look.face("answer") is not look.face("answer_given")
        bold = bold and any(any(stocked.puzzle.givens) for part in there for stocked in part.puzzles)
        sentences = [words.text(f"how.answers.{key}") for key in kind if key and (key != "grid" or bold)]
        yield lead, " ".join(with_nouns(words, own, sentences))


def rule_keys(words: Catalogue, ground: Geometry, others: Sequence[Geometry]) -> list[str]:
    """The keys of the paragraphs on the rules of these grids that the text on the first grid has not given.

    A kind whose rules read better together has a text of its own; others have one for each rule.
    """
    said = {
        rule.name
        for rule in RULES.values()
        if (rule.cages and ground.caged)
        or (rule.regions and not rule.wraps and ground.regions)
        or not (rule.boxes or ground.boxed)
    }
    names: list[tuple[str, Geometry]] = []
    for one in [ground, *others]:
        rules = [name for name in RULES if name in one.rules]
        own = [(one.kind, one)] if rules and f"how.{one.kind}" in words else []
        names += [(name, one) for name in rules if not own or RULES[name].cages] + own
    return list(dict.fromkeys(words.for_grid(name, one) for name, one in names if name not in said))


def section_rules(words: Catalogue, puzzles: Sequence[GradedPuzzle]) -> list[str]:
    """The paragraphs on the rules of a section's puzzles beside the usual ones; none where these differ among them."""
    grounds = {stocked.puzzle.geometry.kind: stocked.puzzle.geometry for stocked in puzzles}
    if len(grounds) != 1:
        return []
    (ground,) = grounds.values()
    return rules_beside(words, ground, symbols_of(puzzles[0]))


def rules_beside(words: Catalogue, ground: Geometry, symbols: Symbols = DIGITS) -> list[str]:
    """The paragraphs on the rules of a grid beside those of a Sudoku; none for one that has nothing else."""
    keys = rule_keys(words, geometry(KIND, SIZE), [ground])
    return with_nouns(words, symbols, [text for key in keys for text in words.paragraphs(key)])


def ways_to_begin(words: Catalogue, ground: Geometry, symbols: Symbols = DIGITS) -> list[str]:
    """Two or three short ways to begin a puzzle of a kind; where its rules have fewer in the catalogue, those of any grid follow.
    Numbers in them are those of nine digits, so that other grids have the ways without.
    """
    names = [ground.kind, *(name for name in RULES if name in ground.rules)]
    names += ["shared-grids"] if ground.overlapping else []
    keys = (f"begin.{name}" for name in names)
    found = next((key for key in keys if key in words), None)
    own = [
        text for text in (words.paragraphs(found) if found else ()) if ground.size == SIZE or not _NUMBER.search(text)
    ]
    if ground.caged and len(own) < _FEWEST_WAYS:
        sums = words.paragraphs(words.for_grid("killer_tips", ground), **_sums(ground.size))
        return [text.replace("*", "") for text in sums]
    if len(own) < _FEWEST_WAYS:
        own += words.paragraphs(words.for_grid("tips", ground))[: _MOST_WAYS - len(own)]
    return with_nouns(words, symbols, [text.replace("*", "") for text in own])


_NUMBER = re.compile(r"[2-9]|\d{2}")
_FEWEST_WAYS, _MOST_WAYS = 2, 3

KILLER_LEVELS = ("easy", "medium", "hard")
"""Those at which Killers ask for something else than classic puzzles."""


def _level(words: Catalogue, level: str, puzzles: Sequence[GradedPuzzle], symbols: Symbols) -> str:
    """The meaning of a level for the puzzles of the book that have it."""
    alike = [stocked for stocked in puzzles if stocked.grade.level == level]
    grounds = [stocked.puzzle.geometry for stocked in alike]
    caged = {ground.caged for ground in grounds}
    # At easy, what a clue says is a step, and puzzles with clues are not solved by last places and last digits.
    clued = [
        ground for ground in grounds if level == str(Level.EASY) and (ground.has_sums_or_lines or ground.related_pairs)
    ]
    plain = [ground for ground in grounds if not (ground.caged and level in KILLER_LEVELS) and ground not in clued]
    # Where any of them has boxes, the text speaks of boxes, as the rules do.
    chosen = sorted(plain, key=lambda one: one.boxed and not one.regions)[-1:]
    sentences = [words.text(words.for_grid(f"level.{level}", ground)) for ground in chosen]
    sentences = with_nouns(words, _usual_symbols(alike, symbols), sentences)
    if level == str(Level.MEDIUM) and any(sentences) and any(splits(ground.rules, ground.caged) for ground in grounds):
        sentences.append(words.text("how.medium_plus", level=words.text(f"level.{PLUS}")))
    if clued:
        sentences += with_nouns(words, _usual_symbols(alike, symbols), [words.text(f"how.clue_level.{level}")])
    if True in caged and level in KILLER_LEVELS:
        jigsaw = all(ground.regions for ground in grounds if ground.caged)
        sentences.append(words.text(f"how.{'region_' if jigsaw else ''}killer_level.{level}"))
    return " ".join(sentences)


def _shape(geometry: Geometry, words: Catalogue, symbols: Symbols) -> dict[str, object]:
    (height, width), size = geometry.box, geometry.size
    # Digits above 9 are explained as such, where their letters are.
    first, last = (symbols.names[0], symbols.names[size - 1]) if symbols is not DIGITS else ("1", str(size))
    *most, final = list(symbols.shown())[:size]
    listed = language.techniques_of(words)
    all_of_them = listed.text("list.last", first=listed.text("list.separator").join(most), last=final)
    digits = words.text(f"how.range.{symbols.noun}", first=first, last=last, count=size, all=all_of_them)
    return {"size": size, "height": height, "width": width, "range": digits}


_RANGE = "\0{}\0"
"""In a text, in place of the symbols that grids of a size take."""


def _any_range(size: int, usual: Symbols, puzzles: Sequence[GradedPuzzle], words: Catalogue) -> str:
    """The symbols that cells of grids of a size take: the usual ones, or others that some of these grids have."""
    ranges: dict[str, object] = {}
    for ground, own in sorted(grounds(puzzles), key=lambda one: one[1].noun != usual.noun):
        if ground.size == size:
            ranges.setdefault(own.noun, _shape(ground, words, own)["range"])
    named = language.techniques_of(words)
    *most, last = map(str, ranges.values())
    return named.text("list.choice", first=named.text("list.separator").join(most), last=last) if most else last


def _sums(size: int) -> dict[str, object]:
    return {"total": size * (size + 1) // 2, "two_most": 2 * size - 1, "two_low": size - 1, "two_high": size}


def _led(look: Style, text: str) -> Paragraph:
    """A paragraph whose beginning is set bold: in the catalogue it is between asterisks."""
    lead, _, rest = text.removeprefix("*").partition("* ") if text.startswith("*") else ("", "", text)
    return text_of(look, rest, lead)
