"""Kinds and sets of rules: their names, their sizes, what goes together, and the words of foreign formats for them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from functools import cache

from bookmaker.base.errors import Fault, UsageError
from bookmaker.puzzles.grid.geometry import BOXES, SHAPES, SIZES, Geometry, box_text, cell_name
from bookmaker.puzzles.rules import suggestions
from bookmaker.puzzles.rules.border_clues import CONSECUTIVE, GREATER_THAN, KROPKI
from bookmaker.puzzles.rules.cages import OPERATIONS
from bookmaker.puzzles.rules.clues import ClueType
from bookmaker.puzzles.rules.houses import FALLING, JIGSAW, KILLER, LATIN, RISING, WINDOKU, X
from bookmaker.puzzles.rules.outside import LETTERS_SEEN, SKYSCRAPER
from bookmaker.puzzles.rules.registry import CLUES, RULES
from bookmaker.puzzles.rules.rule import Rule, nothing
from bookmaker.puzzles.rules.whole_grid import NON_CONSECUTIVE

CLASSIC = "classic"
"""The kind without further rules than rows, columns and boxes."""

DIAGONALS = X.name
"""The rule of both diagonals, for which some formats have a word of their own."""

ADDED = tuple(rule.name for rule in (FALLING, RISING, X, WINDOKU, NON_CONSECUTIVE))
"""Rules that may mend an improper classic puzzle, the preferred first: those with the fewest houses."""

KINDS: dict[str, frozenset[str]] = {
    CLASSIC: frozenset(),
    **{name: frozenset({name}) for name in RULES},
    "killer-x": frozenset({KILLER.name, X.name}),
    "skyscraper-square": frozenset({LATIN.name, SKYSCRAPER.name}),
    "easy-as-abc": frozenset({LATIN.name, LETTERS_SEEN.name}),
    "calcudoku": frozenset({LATIN.name, OPERATIONS.name}),
    "futoshiki": frozenset({LATIN.name, GREATER_THAN.name}),
    "kropki-square": frozenset({LATIN.name, KROPKI.name}),
    "consecutive-square": frozenset({LATIN.name, CONSECUTIVE.name}),
}
"""The kinds with a name of their own. Any other set is named after its rules: ``jigsaw+x``."""

OTHER_NAMES: dict[str, tuple[str, ...]] = {
    kind: tuple(names.split())
    for kind, names in {
        X.name: "diagonal main-diagonal both-diagonals x-diagonal",
        JIGSAW.name: "irregular geometry geometric squiggly nonomino chaos-construction",
        "toroidal": "torus wraparound wrap-around",
        LATIN.name: "latin-square no-boxes without-boxes",
        WINDOKU.name: "hyper window four-box nrc",
        "disjoint-groups": "disjoint-set color colour",
        "centre-dot": "center-dot center centre",
        "non-consecutive": "nonconsecutive",
        "anti-knight": "antiknight knight knights-move chess",
        "anti-king": "antiking king no-touch touchless",
        "anti-diagonal": "antidiagonal",
        KROPKI.name: "dot black-and-white-dot",
        CONSECUTIVE.name: "bar",
        GREATER_THAN.name: "inequality inequalities comparison compdoku less-than",
        "even-odd": "odd-even parity",
        "differences": "difference-dot",
        "ratios": "ratio-dot",
        "thermometers": "thermo thermometer-line strict-thermo",
        "slow-thermometers": "slow-thermo",
        "whispers": "german-whisper whisper-line green-line",
        "renban": "renban-line renban-group purple-line",
        "between": "between-line",
        "quadruples": "quad",
        "region-sums": "region-sum-line blue-line",
        "zippers": "zipper-line",
        "nabners": "nabner-line",
        "lockouts": "lockout-line",
        "entropic": "entropic-line entropy",
        "clones": "clone-region",
        SKYSCRAPER.name: "tower building skyline",
        "numbered-rooms": "room",
        "skyscraper-square": "tower",
        "easy-as-abc": "abc abc-end-view end-view abc-box",
        "calcudoku": "kenken ken-ken mathdoku keen kendoku inky",
        "futoshiki": "inequality unequal hutosiki",
        "samurai": "gattai-5 five-grid",
    }.items()
}
"""What others call kinds, in the singular: for suggestions only, since some call several kinds by one name."""


def rules_of(kind: str | Iterable[str]) -> frozenset[str]:
    """The rules of a kind, ``"killer-x"``, of several joined by a plus sign, ``"jigsaw+x"``, or of a list of names.

    There may be blanks around the plus sign. Raises UsageError for a name that does not exist.
    """
    found: set[str] = set()
    for name in map(str.strip, kind.split("+") if isinstance(kind, str) else kind):
        if name not in KINDS:
            advice = unknown_kind(name) or f"such as {CLASSIC}, {X.name}, {JIGSAW.name} or {KILLER.name}"
            raise UsageError(Fault(f"there is no kind of puzzle {name!r}", None, advice))
        found |= KINDS[name]
    return _normal(found)


def kinds_meant(name: str) -> list[str]:
    """The kinds that a name, which none of them has, may mean, the likeliest first; none if nothing is near it."""
    word = suggestions.plain(name)
    return [word] if word in KINDS else suggestions.with_other_name(word, OTHER_NAMES) or suggestions.near(word, KINDS)


def kind_called(name: str) -> str:
    """The one kind that others call so, ``AntiKnight`` or ``Killer Sudoku``; "" where none is, or several are."""
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name)
    word = suggestions.plain(parted).removesuffix("sudoku") or CLASSIC
    word = {"standard": CLASSIC, "regular": CLASSIC, "normal": CLASSIC}.get(word, word)
    found = [word] if word in KINDS else suggestions.with_other_name(word, OTHER_NAMES)
    found = found or [kind for kind in KINDS if word.replace("-", "") in (kind.replace("-", ""), kind.rstrip("s"))]
    return found[0] if len(found) == 1 else ""


def clues_meant(name: str) -> list[str]:
    """The same of kinds of clues: also those of the kind of puzzle that a name means."""
    word = suggestions.plain(name)
    if word in CLUES:
        return [word]
    kinds = [word] if word in KINDS else suggestions.with_other_name(word, OTHER_NAMES)
    own = dict.fromkeys(clue.name for kind in kinds for clue in clue_kinds(rules_of(kind)))
    return list(own) or suggestions.near(word, CLUES) or suggestions.near(word.removesuffix("s"), CLUES)


_LISTS = ("lines", "line", "cells", "cell", "clues", "list", "dots", "cages")
"""Last words of names of lists, which say no more than that it is one: ``renban_lines``."""

_LISTED = ("line", "diagonal", "group", "border", "cell")
"""Shapes of clues that programs list as cells."""


@cache
def clue_called(name: str) -> tuple[ClueType, str] | None:
    """The only kind of clue that others call so (``thermos``, ``renban_lines``, ``white_dots``), and the name of its rule.

    None for numbers outside, and for names that say none. Of several rules the one under which a place without the clue says
    nothing.
    """
    word = suggestions.plain(re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name))
    parts = word.split("-")
    words = [word] if len(parts) == 1 or parts[-1] not in _LISTS else [word, "-".join(parts[:-1])]
    for one in words:
        kinds = [kind for kind in (one, f"{one}s") if kind in KINDS] or suggestions.with_other_name(one, OTHER_NAMES)
        owned = [RULES[rule] for kind in kinds for rule in KINDS[kind]]
        found = [(rule.clues[0], rule) for rule in owned if len(owned) == len(rule.clues) == 1]
        called = (one, one.removesuffix("s"), one.removesuffix("lines").rstrip("-"))
        found = found or [(clue, rule) for rule in RULES.values() for clue in rule.clues if clue.name in called]
        if len(found) > 1:
            found = [(clue, rule) for clue, rule in found if rule.unmarked is None and not rule.contrast]
        # Which of two cells is meant to be the greater one, no name of a list says for sure.
        if (
            len(found) == 1
            and found[0][0].shape in _LISTED
            and not (found[0][0].shape == "border" and found[0][0].ordered)
        ):
            return found[0][0], found[0][1].name
    return None


_COMMON = frozenset(
    re.findall(
        "[a-z]+",
        "abc arrow arrows bar between building center centre chess classic clones color colour difference differences dot doubles"
        " entropy flower geometry hyper king knight latin minima modular operations parity quad ratio ratios room twin window x",
    )
)
"""Names that are usual words as well, which alone name no kind in a text."""

_BESIDE = ("constraint", "rule", "restriction", "variant", "sudoku")
"""Words beside which a usual word does: ``KNIGHT_CONSTRAINT``, ``Variant.KNIGHT``."""

_SWITCHED = frozenset({"knight", "king", "hyper", "parity", "chess", "arrow", "arrows"})
"""Usual words that name a kind as the name of a setting: ``knight = true``."""


@cache
def _usual() -> dict[str, str]:
    """The kind of each name that is a usual word."""
    others = {other: kind for kind, names in OTHER_NAMES.items() for other in names if other in _COMMON}
    return {**others, **{kind: kind for kind in KINDS if kind in _COMMON and kind != CLASSIC}}


@cache
def _spoken() -> dict[str, str]:
    """The kind of each name that a text may have for it, without blanks and hyphens."""
    found: dict[str, str] = {}
    for kind, others in OTHER_NAMES.items():
        found |= dict.fromkeys((other.replace("-", "") for other in others if other not in _COMMON), kind)
    found |= {kind.replace("-", ""): kind for kind in KINDS if kind not in _COMMON}
    found |= {f"{X.name}sudoku": X.name, f"sudoku{X.name}": X.name}
    usual = {name: kind for name, kind in _usual().items() if len(name) > 3}
    for word in _BESIDE:
        found |= {both: kind for name, kind in usual.items() for both in (name + word, word + name)}
    return {form: kind for name, kind in found.items() for form in (name, name.removesuffix("s"), f"{name}s")}


def kinds_named(text: str, *, alone: bool = False) -> list[str]:
    """The kinds that a text names, in its order: "A Sudoku X by Ann" names x. Names that are usual words do not count.

    ``alone``: the text is the name of a setting, where some of them do.
    """
    words = re.findall("[a-z]+", text.lower()[:_LONGEST_TEXT])
    usual = _usual()
    switched = [usual.get(word) or usual.get(word.removesuffix("s")) for word in words if alone and word in _SWITCHED]
    found = [kind for kind in switched if kind is not None]
    at = 0
    while at < len(words):
        for many in (3, 2, 1):
            kind = _spoken().get("".join(words[at : at + many]))
            if kind is not None:
                found.append(kind)
                break
        at += many if kind is not None else 1
    return list(dict.fromkeys(found))


_LONGEST_TEXT = 4000


def names_kinds(text: str) -> bool:
    """Whether a text may name a kind: a quick look."""
    return _LETTER.search(text) is not None and _any_name().search(text) is not None


_LETTER = re.compile("[A-Za-z]")


@cache
def _any_name() -> re.Pattern[str]:
    names = {*KINDS, *(name for others in OTHER_NAMES.values() for name in others)} - _COMMON
    spoken = [name.replace("-", "[^a-z]{0,3}") for name in sorted(names)]
    beside, usual = "|".join(_BESIDE), "|".join(_usual())
    spoken += [rf"(?<![a-z])(?:{'|'.join(sorted(_SWITCHED))})", f"(?:{usual})[^a-z]{{0,3}}(?:{beside})"]
    spoken += [f"(?:{beside})[^a-z]{{0,3}}(?:{usual})"]
    return re.compile(
        "|".join([*spoken, f"{X.name}[^a-z]{{0,3}}sudoku", f"sudoku[^a-z]{{0,3}}{X.name}"]), re.IGNORECASE
    )


def unknown_kind(name: str) -> str:
    """Advice for the name of a kind, or for the first unknown one of several joined by ``+``; "" if there is none."""
    return next((suggestions.question(kinds_meant(part)) for part in name.split("+") if not known(part)), "")


def _normal(rules: Collection[str]) -> frozenset[str]:
    """The set with each rule in place of those that it absorbs."""
    found = set(rules)
    for rule in RULES.values():
        if rule.absorbs and (rule.absorbs <= found or rule.name in found):
            found = found - rule.absorbs | {rule.name}
    return frozenset(found)


def kind_of(rules: Collection[str]) -> str:
    """The name of a set of rules: a kind's, or those of its rules joined by ``+``."""
    wanted = _normal(rules)
    own = next((kind for kind, known in KINDS.items() if known == wanted), None)
    return own or "+".join(name for name in RULES if name in wanted)


def known(kind: str) -> bool:
    """Whether there is a kind, or several joined by ``+``, of this name."""
    return all(name.strip() in KINDS for name in kind.split("+"))


def exists(kind: str, size: int) -> bool:
    """Whether there are grids of this size under the rules of a kind."""
    return size in sizes_of(rules_of(kind))


def sizes_of(rules: Collection[str]) -> tuple[int, ...]:
    """The sizes that grids under these rules have: all with boxes, or without, that each of the rules takes."""
    ground = BOXES if has_boxes(rules) else SIZES
    if len(maps_of(rules)) > 1 or (maps_of(rules) and any(not RULES[name].boxes for name in rules)):
        return ()
    if (any(RULES[name].cages for name in rules) and _drawn_cages(rules)) or _barred(rules):
        return ()
    own = [RULES[name].sizes for name in rules]
    return tuple(size for size in ground if all(sizes is None or size in sizes for sizes in own))


def box_fault(box: tuple[int, int], size: int, rules: Collection[str]) -> str:
    """Why grids of this size under these rules cannot have boxes of this (height, width), in a sentence; "" if they can."""
    (height, width), shapes = box, SHAPES.get(size, ())
    if not has_boxes(rules):
        other = maps_of(rules)
        instead = "regions in place of boxes" if other else "no boxes"
        return f"the kind {kind_of(rules)} has {instead}"
    if not shapes or box in shapes:
        # That there is no such grid at all is a fault of the size.
        return ""
    names = " or ".join(map(box_text, sorted(shapes)))
    if height * width != size:
        return f"a box of {box_text(box)} has {height * width} cells, and a {size}x{size} grid has boxes of {size}: {names}"
    return (
        f"a box of {box_text(box)} is a {'row' if height == 1 else 'column'}: boxes of a {size}x{size} grid are {names}"
    )


def _barred(rules: Collection[str]) -> tuple[str, str] | None:
    """Two of the rules that leave no full grid together."""
    pairs = ((name, other) for name in RULES if name in rules for other in sorted(RULES[name].bars & set(rules)))
    return next(pairs, None)


def maps_of(rules: Collection[str]) -> list[str]:
    """The rules with a map of regions, of which a puzzle has one."""
    return [name for name in RULES if name in rules and RULES[name].regions]


def _drawn_cages(rules: Collection[str]) -> str:
    """A rule whose clues look like cages, "" if there is none."""
    return next((name for name in rules if any(kind.look == "cage" for kind in RULES[name].clues)), "")


def has_boxes(rules: Collection[str]) -> bool:
    """Whether grids under these rules are divided into boxes, neither into regions nor not at all."""
    return not any(RULES[name].regions or not RULES[name].boxes for name in rules)


def boxless(rules: Collection[str]) -> frozenset[str]:
    """The rules without a map of regions, on grids without boxes: the rules that hold under any map."""
    return frozenset(name for name in rules if not RULES[name].regions) | {LATIN.name}


def house_kinds() -> tuple[str, ...]:
    """The kinds of houses that there are, each of which needs a name in every language."""
    own = [house.kind for rule in RULES.values() for house in rule.houses(max(rule.sizes or {9}))]
    return tuple(dict.fromkeys(["row", "column", "box", "region", *own]))


@cache
def arrangements() -> tuple[str, ...]:
    """The rules that put several grids, which share cells, in place of one."""
    return tuple(rule.name for rule in RULES.values() if rule.arrangement)


def is_caged(kind: str) -> bool:
    """Whether puzzles of a kind have cages."""
    return any(RULES[name].cages for name in rules_of(kind))


def with_cages(kind: str | Iterable[str]) -> frozenset[str]:
    """The rules of a kind, and cages."""
    return rules_of(kind) | {KILLER.name}


def regions_of(labels: Sequence[Hashable], size: int) -> tuple[int, ...]:
    """A map of regions from one label for each cell. Raises ValueError with the end of "the map ..." for other labels."""
    counts = Counter(labels)
    if len(counts) != size or set(counts.values()) != {size}:
        raise ValueError(f"has not {size} regions of {size} cells{_odd_regions(labels, counts, size)}")
    order = {label: number for number, label in enumerate(counts)}
    return tuple(order[label] for label in labels)


def _odd_regions(labels: Sequence[Hashable], counts: Mapping[Hashable, int], size: int) -> str:
    """The fault of the regions of a map: how many there are, or which of them have another number of cells."""
    if len(counts) != size:
        return f": it has {len(counts)}"
    odd: list[str] = []
    for label, count in sorted(counts.items(), key=lambda one: str(one[0])):
        # The number that a foreign format counts regions by is not what its reader sees.
        shown = f"region {label}" if isinstance(label, str) else f"that of {cell_name(labels.index(label), size)}"
        odd += [f"{shown} has {count}{'' if odd else ' cells'}"] if count != size else []
    more = [f"{len(odd) - _MOST_TOLD} more are wrong"] if len(odd) > _MOST_TOLD else []
    return f": {', '.join(odd[:_MOST_TOLD] + more)}"


_MOST_TOLD = 4


def expressed(rules: Collection[str], format: str) -> tuple[list[str], list[str]]:
    """The words for a set of rules in a foreign format, and the rules that it has no words for.

    Cages and regions have none: a format that holds them lists them.
    """
    wanted = [RULES[name] for name in RULES if name in rules and not (RULES[name].cages or RULES[name].regions)]
    words = [word for rule in wanted for word in rule.foreign.get(format, ())]
    return words, [rule.name for rule in wanted if format not in rule.foreign]


def houses_listed(ground: Geometry, format: str) -> list[tuple[int, ...]]:
    """The houses and groups of those rules for which a foreign format has no word, if they are nothing else."""
    listed = [name for name in expressed(ground.rules, format)[1] if RULES[name].only_houses]
    return [cells for name in listed for cells in RULES[name].all_different(ground.size, ground.box)]


def understood_houses(houses: Iterable[Iterable[int]], size: int) -> frozenset[str] | None:
    """The rules that are nothing but these houses and groups, lists of cells, where boxes, if any, are of the usual shape; None
    if there are none such.
    """
    box = BOXES.get(size, (1, size))
    left = {frozenset(cells) for cells in houses}
    found: set[str] = set()
    for name, rule in RULES.items():
        if not rule.only_houses or size not in (rule.sizes or BOXES):
            continue
        own = set(map(frozenset, rule.all_different(size, box)))
        if own and own <= left:
            left -= own
            found.add(name)
    return None if left else _normal(found)


def understood(words: Collection[str], format: str) -> frozenset[str]:
    """The rules that words of a foreign format mean. Raises KeyError with the first unknown word."""
    meaning = vocabulary(format)
    return _normal([meaning[word] for word in words])


def vocabulary(format: str) -> dict[str, str]:
    """The words of a foreign format that mean a rule, and the rule's name. Two words together may mean a third rule."""
    single = [rule for rule in RULES.values() if len(rule.foreign.get(format, ())) == 1]
    return {rule.foreign[format][0]: rule.name for rule in single}


def unclued(rules: Collection[str]) -> frozenset[str]:
    """The rules without those whose puzzles have clues."""
    return frozenset(name for name in rules if not RULES[name].clues)


def clue_kinds(rules: Collection[str]) -> tuple[ClueType, ...]:
    """The kinds of clues that puzzles under these rules have."""
    return tuple(dict.fromkeys(kind for name in RULES if name in rules for kind in RULES[name].clues))


def _for_one_grid(rule: Rule) -> bool:
    """Whether several grids have no room for a part of a rule: regions, cages, clues, marks, lines, no boxes."""
    has = rule.regions or rule.cages or rule.clues or rule.draws or not rule.boxes
    return bool(has) or rule.lines is not nothing


def require_together(rules: frozenset[str]) -> None:
    """Raises UsageError for rules that do not go together: two sorts of maps or of cages, boxes or clues in several grids, ..."""
    chosen = [RULES[name] for name in RULES if name in rules]
    boards = [rule.name for rule in chosen if rule.arrangement]
    single = [rule.name for rule in chosen if _for_one_grid(rule)]
    maps = maps_of(rules)
    bare = next((rule.name for rule in chosen if not rule.boxes), "")
    if len(maps) > 1:
        raise UsageError(f"{' and '.join(maps)} are two sorts of maps of regions: a puzzle has one")
    if maps and bare:
        raise UsageError(f"{bare} has no boxes, and {maps[0]} has regions in their place: leave {bare} out")
    if _drawn_cages(rules) and any(rule.cages for rule in chosen):
        raise UsageError(f"{_drawn_cages(rules)} has cages of its own: leave {KILLER.name} out")
    barred = _barred(rules)
    if barred:
        raise UsageError(f"no full grid keeps both {barred[0]} and {barred[1]}, as was proven: leave one of them out")
    if len(boards) > 1:
        raise UsageError(f"{boards[0]} and {boards[1]} are two arrangements of grids: a puzzle has one")
    if boards and single:
        raise UsageError(f"{single[0]} does not go with several grids, as {boards[0]} has them")
