"""What links of f-puzzles draw besides its constraints.

A rule that it has no constraint for is sent as people send it: drawn, with the rule in words (``Rule.sentence``, in
``ruleset``). Signs and numbers are ``text`` on the middle of the cells that they name, cages with an operation a ``cage``,
lines a ``line``. The drawing of a rule is read only where its sentence is there; no other drawing has a meaning.

A constraint of its widely used extension "New Constraints" is drawn by no other program, so that it is drawn a second time, as
that extension does: with its name in ``fromConstraint``. Such a drawing is passed over where that constraint is in the link, too,
with the same cells.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from bookmaker.base.errors import UsageError
from bookmaker.base.language import load, plain
from bookmaker.formats.base import clues
from bookmaker.formats.base.json_values import WrongError
from bookmaker.formats.base.patterns import expression
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLASSIC, CLUES, RULES
from bookmaker.puzzles.rules.clues import ClueType
from bookmaker.puzzles.rules.rule import Rule

# The rules of a puzzle as its solver reads them in a link: those of a Sudoku, and a paragraph for each rule beside them.

USUAL = "Normal sudoku rules apply."
"""What setters write of rows, columns and boxes."""


def rules_in_words(ground: Geometry, said: Collection[str] = ()) -> Iterator[str]:
    """The paragraphs for a puzzle, in English; none for one that has the usual rules only.

    ``said``: names of rules that other words explain already.
    """
    if ground.kind == CLASSIC:
        return
    words = load("en")
    if ground.boxed or ground.mapped:
        yield USUAL
    rules = [name for name in RULES if name in ground.rules]
    # A kind whose rules read better together has a text of its own.
    own = [ground.kind] if f"how.{ground.kind}" in words and ground.kind not in RULES and not said else []
    for name in [*(name for name in rules if not own or RULES[name].cages), *own]:
        key = words.for_grid(name, ground)
        if name not in said and key in words:
            yield from map(plain, words.paragraphs(key))


NAME = "f-puzzles"
OWNER = "fromConstraint"
"""The field that names the constraint which a drawing belongs to."""

_RULES, _TEXT, _CAGE, _LINE, _CIRCLE = "ruleset", "text", "cage", "line", "circle"
KEYS = frozenset((_TEXT, _CAGE, _LINE, _CIRCLE))
"""The fields that hold drawings."""

_LOOK = frozenset(("cells", "value", "fontC", "size", "outlineC"))
"""The fields of a drawing that has a meaning: another one, such as ``angle``, may change that."""

_BLACK, _GREY = "#000000", "#A1A1A1"
_PEN = {"outlineC": _GREY, "width": 0.1}
"""How a line that has a meaning is drawn."""

_SIGNS = {"down-triangle": "▽", "up-triangle": "△"}
"""By their look, the signs on single cells."""

_OPEN = {(0, 1): ">", (0, -1): "<", (1, 0): "∨", (-1, 0): "∧"}
"""The sign between two cells, by the rows down and columns right from the greater one to the other."""


@dataclass(frozen=True)
class _Shown:
    """How the extension draws the constraint ``word`` in other programs: a line, with a bulb on its first cell; or a symbol."""

    word: str
    owner: str
    colour: str = _BLACK
    width: float = 0.0
    bulb: float = 0.0
    symbol: str = ""


_SHOWN = {
    shown.word: shown
    for shown in (
        _Shown("renban", "Renban", "#F067F0", 0.25),
        _Shown("whispers", "German Whispers", "#67F067", 0.1875),
        _Shown("entropicline", "Entropic Line", "#FFCCAA", 0.15625),
        _Shown("regionsumline", "Region Sum Line", "#2ECBFF", 0.15625),
        _Shown("nabner", "Nabner", "#C9C883", 0.25),
        _Shown("zipperline", "Zipper Line", "#CDB1EC", 0.15625),
        _Shown("slowthermometer", "Slow Thermometer", "#6495ED", 0.3, 0.8),
        _Shown("lockout", "Lockout", "#B0A0F0", 0.15625),
        _Shown("modularline", "Modular Line", "#33BBBB", 0.15625),
        _Shown("doublearrow", "Double Arrow", "#C54B8B", 0.15625),
        _Shown("xsum", "X Sum", symbol="◯"),
        _Shown("skyscraper", "Skyscraper", symbol="▯"),
    )
}

Found = dict[str, list[tuple[tuple[int, ...], tuple[int, ...]]]]


def is_drawn(puzzle: Puzzle) -> bool:
    """Whether a puzzle has a rule that is only drawn."""
    return any(RULES[name].sentence for name in puzzle.geometry.rules)


def written(puzzle: Puzzle, made: Mapping[str, Any]) -> dict[str, Any]:
    """The drawings of a puzzle and its rules in words, by their keys; ``made`` holds its constraints."""
    size = puzzle.geometry.size
    out: dict[str, list[dict[str, Any]]] = {}
    for word, items in made.items():
        for item in items if word in _SHOWN else ():
            for key, drawing in _second(_SHOWN[word], item):
                out.setdefault(key, []).append(drawing)
    rules = [RULES[name] for name in RULES if name in puzzle.geometry.rules and RULES[name].sentence]
    for clue in puzzle.clues:
        kind = CLUES[clue.kind]
        if clues.is_coded(kind.foreign.get(NAME, "")):
            key, drawing = _drawing(kind, clue.cells, clue.value, size)
            out.setdefault(key, []).append(drawing)
    for rule in rules:
        lines = _rule_lines(rule, size)
        if lines:
            out.setdefault(_LINE, []).append({"lines": lines, **_PEN})
    # A drawing has its meaning from its own sentence, which has a line to itself.
    usual, *others = [*rules_in_words(puzzle.geometry, {rule.name for rule in rules}), ""]
    said = [*([usual] if usual else []), *(rule.sentence for rule in rules), *filter(None, others)]
    words = {_RULES: "\n".join(said)} if said else {}
    return {**words, **out}


def _second(shown: _Shown, item: Mapping[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    if shown.symbol:
        both = ((shown.symbol, 1.2), (item["value"], 0.7))
        cell = {"cells": [item["cell"]]}
        return [
            (_TEXT, {**cell, "value": value, "fontC": _BLACK, "size": size, OWNER: shown.owner}) for value, size in both
        ]
    line = {"lines": item["lines"], "outlineC": shown.colour, "width": shown.width, OWNER: shown.owner}
    if not shown.bulb:
        return [(_LINE, line)]
    look = {"baseC": shown.colour, "outlineC": shown.colour, "width": shown.bulb, "height": shown.bulb}
    return [(_LINE, line), (_CIRCLE, {"cells": [item["lines"][0][0]], **look, OWNER: shown.owner})]


def _names(cells: Sequence[int], size: int) -> list[str]:
    return [f"R{cell // size + 1}C{cell % size + 1}" for cell in cells]


def _rule_lines(rule: Rule, size: int) -> list[list[str]]:
    """The lines of a rule that are drawn in every puzzle."""
    return [_names(line.cells, size) for line in rule.lines(size)] if rule.draws else []


def _drawing(kind: ClueType, cells: Sequence[int], value: Sequence[int], size: int) -> tuple[str, dict[str, Any]]:
    """The key and the drawing of a clue."""
    names = _names(cells, size)
    text = _text(kind, cells, value, size)
    if kind.shape == "group":
        return _CAGE, {"cells": names, "value": text, "outlineC": _BLACK, "fontC": _BLACK}
    if kind.shape == "line":
        return _LINE, {"lines": [names], **_PEN}
    if kind.shape == "edge":
        names = [clues.beside(cells, names, size)["cell"]]
    look = {"fontC": _GREY, "size": 1.2} if kind.look in _SIGNS else {"fontC": _BLACK, "size": 0.7}
    # The cell on the left or above comes first, as everywhere.
    return _TEXT, {"cells": sorted(names), "value": text, **look}


def _text(kind: ClueType, cells: Sequence[int], value: Sequence[int], size: int) -> str:
    if kind.shape == "border":
        greater, other = (divmod(cell, size) for cell in cells)
        return _OPEN[(other[0] - greater[0], other[1] - greater[1])]
    return _SIGNS.get(kind.look) or "".join(map(str, value)) + kind.text


_BREAK = expression(r"(?i)</?(?:p|li|ul|ol|div|br|h[1-6])\s*/?>")
"""Tags that begin or end a line."""

_TAG = r"</?(?:b|i|u|em|strong|span)>"
_BEFORE = expression(rf"""(?i)(?:[\s"'“”‘’«»*_#>(•–-]|{_TAG}|(?<![^\s"'“*])[0-9]{{1,2}}[.)])*$""")
_BEHIND = expression(rf"""(?i)(?:[\s"'“”‘’«»*_)]|{_TAG})*""")
"""Marks around a sentence: quotes, emphasis, and the bullet or number of a list."""

_END = expression(r"[.!?;\n]+")
_STRUCK = expression(r"(?i)~~|<(?:s|del|strike)\b|line-through")
_NOT = r"(?:not|never|no longer|\w*n['’]t)"
_TURNED = expression(
    rf"(?i)\b(?:{_NOT}|no|ignore[sd]?|disregard\w*|without|except|unless|instead|untrue|false|wrong|opposite|contrary)\b"
)
"""What takes back the sentence behind it, in words before a colon."""

_RULE = r"(?:it\b|(?:this|that)\s+(?:rule|sentence)|this\b|the\s+(?:\w+\s+)?(?:rule|sentence|above|following))"
_IT = rf"(?:\b{_RULE}|(?:^|[,(]|\bbut\b|\band\b)\W*that)"
_DENIED = expression(
    rf"(?i){_IT}\s+(?:\w+\s+){{0,2}}{_NOT}\b.*\b(?:appl\w+|holds?|true|valid|used|force|so)\b"
    rf"|{_IT}\s+(?:is|was|are)\s+(?:\w+\s+)?(?:wrong|false|untrue|invalid|void|ignored|disregarded)\b"
    rf"|\b(?:ignor(?:e|es|ing)|disregard\w*|without|except(?:\s+for)?|instead\s+of|{_NOT}\s+(?:use|apply))\s+(?:{_RULE}|that\W*$)"
)
"""What takes back the rule in a sentence beside it. Others speak of the whole puzzle: "Can you solve it without guessing?"."""

_LEFT_OUT = expression(r"(?i)\W*(?:(?:except|unless)\b|not\W*$)")
_AROUND, _MOST_PLACES = 400, 20
"""Characters of the text beside a sentence that are looked at, and places of it."""


def _says(text: str, sentence: str) -> bool:
    """Whether a text says a sentence: it is there as a whole, and nothing in it or beside it takes it back."""
    text = _BREAK.sub("\n", text) if sentence and sentence in text else ""
    if _STRUCK.search(text):
        return False
    places = islice(re.finditer(re.escape(sentence), text), _MOST_PLACES) if text else ()
    return any(
        _stands(text[max(0, place.start() - _AROUND) : place.start()], text[place.end() : place.end() + _AROUND])
        for place in places
    )


def _stands(before: str, behind: str) -> bool:
    """Whether the text between two others is a sentence by itself that they leave as it is."""
    marks, more = _BEFORE.search(before), _BEHIND.match(behind)
    if marks is None or more is None or (behind and not more[0]):
        return False
    rest = before[: marks.start()]
    if not (not rest or rest[-1] in ".!?;):" or "\n" in marks[0]):
        return False
    last = _END.split(rest.rstrip(".!?;\n"))[-1]
    first = _END.split(behind[more.end() :])[0]
    turned = rest.endswith(":") and _TURNED.search(last)
    return not (turned or _DENIED.search(last) or _DENIED.search(first) or _LEFT_OUT.match(first))


def advice(fields: Mapping[str, Any], size: int) -> str:
    """Which sentence the rules of a link should have by itself, so that the drawing has a meaning; "" where it is not known."""
    said = fields.get(_RULES)
    bare = said.casefold() if isinstance(said, str) else ""
    rules = [rule for rule in RULES.values() if rule.sentence]
    near = [
        rule for rule in rules if rule.sentence.rstrip(".").casefold() in bare and not _says(str(said), rule.sentence)
    ]
    if not near:
        items = [(key, item) for key in (_TEXT, _CAGE) if isinstance(fields.get(key), list) for item in fields[key]]
        near = [
            rule
            for rule in rules
            if rule.clues
            and items
            and all(any(_meanings(kind, *item, size) for kind in rule.clues) for item in items[:_MOST_PLACES])
        ]
        near = near if len(near) == 1 else []
    return f'its rules must have this sentence by itself: "{near[0].sentence}"' if near else ""


def taken(fields: Mapping[str, Any], size: int) -> tuple[dict[str, Any], Found, set[str]]:
    """The rest of an object without the drawings that are understood, the clues of these, and words for other rules.

    Raises WrongError where two of them are in one place.
    """
    left = dict(fields)
    said = fields.get(_RULES)
    rules = [rule for rule in RULES.values() if isinstance(said, str) and _says(said, rule.sentence)]
    found: Found = {}
    owned = _owned(fields)
    for key in (_TEXT, _LINE, _CAGE, _CIRCLE):
        if not isinstance(fields.get(key), list):
            continue
        left[key] = []
        places: set[tuple[int, ...]] = set()
        for index, item in enumerate(fields[key]):
            if _is_owned(key, item, owned):
                continue
            meanings = [
                (kind, held) for rule in rules for kind in rule.clues for held in _meanings(kind, key, item, size)
            ]
            if len(meanings) != 1:
                left[key].append(item)
                continue
            ((kind, held),) = meanings
            place = held[0] if kind.shape == "edge" else tuple(sorted(held[0]))
            if place in places:
                names = " and ".join(item["lines"][0] if key == _LINE else item["cells"])
                raise WrongError(f"a second drawing at {names}", f"{key}[{index}]")
            places.add(place)
            found.setdefault(kind.foreign[NAME], []).append(held)
    words = {word for rule in rules for word in _words(rule, left, size)}
    return left, found, words


def _owned(fields: Mapping[str, Any]) -> set[tuple[str, str, str]]:
    """Where the constraints of the extension that are in the link are drawn: key, name and cells of each part of a drawing."""
    places: set[tuple[str, str, str]] = set()
    for shown in _SHOWN.values():
        constraints = fields.get(shown.word)
        for one in constraints if isinstance(constraints, list) else ():
            if not isinstance(one, dict):
                continue
            if shown.symbol:
                places.add((_TEXT, shown.owner, str(one.get("cell"))))
                continue
            for line in one["lines"] if isinstance(one.get("lines"), list) else ():
                if isinstance(line, list) and line:
                    places.add((_LINE, shown.owner, str(line)))
                    places |= {(_CIRCLE, shown.owner, str(line[0]))} if shown.bulb else set()
    return places


def _is_owned(key: str, item: Any, places: Collection[tuple[str, str, str]]) -> bool:
    """Whether a drawing only shows once more a constraint that is in the link."""
    parts = item.get("lines" if key == _LINE else "cells") if isinstance(item, dict) else None
    owner = item.get(OWNER) if isinstance(parts, list) and parts else None
    return isinstance(owner, str) and all((key, owner, str(part)) in places for part in parts or ())


def _words(rule: Rule, left: dict[str, Any], size: int) -> tuple[str, ...]:
    """The words of a rule with lines in every puzzle; where they are drawn, the drawing is taken out."""
    lines = _rule_lines(rule, size) if size in (rule.sizes or {size}) else []
    wanted = {**_PEN, "lines": lines}
    if lines and isinstance(left.get(_LINE), list):
        left[_LINE] = [one for one in left[_LINE] if one != wanted]
    return rule.foreign[NAME]


def _meanings(kind: ClueType, key: str, item: Any, size: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The cells and the value of the clue of a kind that a drawing may be: one, or none."""
    names, text = (item.get("cells"), item.get("value")) if isinstance(item, dict) else (None, None)
    number = re.fullmatch(f"([0-9]{{1,4}}){re.escape(kind.text)}", text) if isinstance(text, str) else None
    value = (int(number[1]),) if number and kind.value is not None else ()
    if (key == _LINE) != (kind.shape == "line"):
        return []
    if key == _LINE:
        return _meanings_of_line(kind, item, size)
    if not isinstance(names, list) or key != (_CAGE if kind.shape == "group" else _TEXT):
        return []
    if any(value and field not in _LOOK for field, value in item.items()):
        return []
    try:
        if kind.shape == "edge":
            cells = clues.line_of(names[0] if len(names) == 1 else None, "", size, "")
        else:
            cells = clues.cells_of(names, size, "")
    except (WrongError, UsageError):
        return []
    for way in (cells, cells[::-1]):
        if not kind.fault_of(way, size, value) and _text(kind, way, value, size) == text:
            return [(kind.clue(way, value).cells, value)]
    return []


def _meanings_of_line(kind: ClueType, item: Any, size: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The same for a line: it is drawn with the pen of such lines, and alone."""
    lines = item.get("lines") if isinstance(item, dict) else None
    if not isinstance(lines, list) or len(lines) != 1 or {**item, "lines": None} != {**_PEN, "lines": None}:
        return []
    try:
        cells = clues.cells_of(lines[0], size, "")
    except WrongError:
        return []
    return [] if kind.fault_of(cells, size) else [(kind.clue(cells).cells, ())]
