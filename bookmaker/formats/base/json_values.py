"""JSON text to Python values, and a puzzle's faults with their paths. Hostile text ends in a fault as any other does."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from bookmaker.base.errors import Place
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Source
from bookmaker.puzzles.grid.geometry import BOXES, SIZES, SYMBOLS, boxes_of_map
from bookmaker.puzzles.rules import kind_called, kind_of, rules_of

# Keys of JSON objects beside those that are read: which of them may change the puzzle, and which say nothing of it.
#
# What names a rule is taken for it: ``variant: "anti-knight"``, ``antiKing: true``. Anything else under a word for rules is
# refused, since without it the puzzle would be another: lists of cells such as ``thermos``, ``rules`` in words. All else is
# passed over: titles, authors, levels, times, the usual houses and rules, the height and width of a box or grid.

_RULES = expression(
    r"cage|thermo|arrow|kropki|renban|palindrome|sandwich|diagonal|region|jigsaw|whisper|killer", re.IGNORECASE
)
_CLUES = expression("clue|inequalit|greater", re.IGNORECASE)
"""Names of lists that have the cells of rules, and of other things that say nothing, such as how many clues there are."""

_WORD = expression("[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_LETTERS = expression("[a-z]+")
_SIZE = expression(r"\b[0-9]+ ?[x×] ?[0-9]+\b", re.IGNORECASE)
_CELL = expression(r"(?i)r[0-9]+c[0-9]+|c[0-9]+r[0-9]+|\b[a-i][1-9]\b|[0-9] *[,;:/] *[0-9]|\A *[0-9]+ *\Z")
_CELL_KEYS = ("cell", "cells", "position", "location")
_PLACES = ({"row", "col"}, {"row", "column"}, {"r", "c"}, {"x", "y"})
_DEEPEST = 8
"""Lists in lists, and objects, in which cells are looked for."""

_LONGEST = 80
_ENDS = ("cage", "cell", "clue", "dot", "line", "sum")
_PLAIN_SIGNS = ("", "+")
"""Of an operation: a cage is a sum."""

_WORDS = frozenset(
    re.findall(
        "[a-z]+",
        "antiking antiknight anti arrow bar between block box cage clone comparison consecutive constraint diagonal difference"
        " disjoint dot entropic even extraregion hyper inequality jigsaw killer kind king knight kropki layout line littlekiller"
        " greater less lockout modifier modular nabner nonconsecutive numberedroom odd op operation operator outside palindrome"
        " parity quad quadruple queen ratio region regionsum renban rule ruleset sandwich shape skyscraper thermo thermometer"
        " toroidal type sign sum clue variant variation whisper window windoku xsum xv zipper",
    )
)
"""Words of keys that may change a puzzle."""

_LISTED = frozenset({"clue", "less", "sign", "sum"})
"""Those that do so only with a list: their texts and numbers are remarks."""

_RULED = _WORDS - _LISTED - {"block", "box", "kind", "layout", "line", "op", "shape", "type"}
"""Words of a type that do."""

_OF_OTHERS = frozenset(
    re.findall(
        "[a-z]+", "arrow bar between block box clone dot king layout line outside queen region shape sign window"
    )
)
"""Those that programs have for other things as well: texts under them are no rules where they name no cells."""

_USUAL = frozenset(
    re.findall(
        "[a-z]+",
        "and apply block blocks box boxes cell cells classic col cols column columns default false group groups house houses no"
        " none normal off regular row rows rule rules square squares standard sudoku subgrid subgrids the vanilla",
    )
)
"""Words of values that change nothing, and of the usual houses."""

_PLAIN = _USUAL | frozenset(
    re.findall(
        "[a-z]+",
        "a all an any appear appears are be by can cannot complete contain contains different digit digits each empty every"
        " exactly fill from game goal grid has have hold holds in into is it its may must nine not number numbers occur occurs of"
        " on once one only or place put puzzle region regions repeat repeated repeating repeats same so such that their this"
        " through to twice unique use using whole will with within without you your",
    )
)
"""Words of the usual rules."""


def says_more(key: str) -> bool:
    """Whether a key by its name may change a puzzle."""
    return bool(_words(key)) or _RULES.search(key) is not None


def _is_prose(value: object) -> bool:
    """Whether a value is whole sentences, which no name of a rule is."""
    texts = value if isinstance(value, list) else [value]
    return bool(texts) and all(isinstance(one, str) and len(one.split()) > 4 and one[-1:] in ".!" for one in texts)


def said(item: Mapping[str, Any], known: Collection[str], kind: str, place: Place, source: Source) -> list[str]:
    """The kinds that the keys of a puzzle of a kind say, beside ``known`` ones.

    Raises WrongError for cells of a rule, and for all else that may change the puzzle and is not understood.
    """
    kinds: list[str] = []
    for key, value in item.items():
        if key in known or value is None:
            continue
        ruled = _RULES.search(str(key)) or _CLUES.search(str(key))
        drawn = ruled and isinstance(value, list | dict) and not _says_nothing(value) and _holds_cells(value)
        if drawn or (_SOLVING.search(str(key)) is None and _holds_lines(value)):
            raise WrongError(
                f"it has {shorten(key)}, which is not known here", "", "leave it out, or write it as clues"
            )
        if "kind" in item and _is_prose(value):
            continue  # How to play, beside the kind that says it for programs.
        boxless = value is False and not _BOXES.isdisjoint(_words(str(key)))
        if not boxless and not _may_change(str(key), value, kind):
            continue
        found = [kind_called("no-boxes")] if boxless else _kinds(str(key), value)
        if found is None:
            message = f"{shorten(key)}, which may change the puzzle, is not known here: {shorten(value)}"
            raise WrongError(message, "", 'name its rules under "kind", or leave it out if they are the usual ones')
        kinds += found
        meant = f"{shorten(key)}: {shorten(value)} is taken for {kind_of(rules_of(found))}"
        if found and meant not in source.unread:
            source.unread.add(meant)
            source.guess(meant, place.line, place.column)
    return kinds


_BOXES = frozenset({"block", "box"})
_PARTS = expression(r"[,;/+&|.!\n]|\band\b")
_SETS = expression(r"(?i)^(?:is|has|use|with)[_-]|[_-]?(?:rule|constraint|variant)s?$")
"""Words of a setting around the name of its rule: ``use_anti_knight``, ``antiKnightRule``."""
_NAMES = ("type", "name", "kind", "rule", "constraint", "variant", "id")


def _kinds(key: str, value: Any) -> list[str] | None:
    """The kinds that a key and its value name; None where they say anything else."""
    names: list[Any] = []
    if isinstance(value, bool) or value == 1:
        names = [_SETS.sub("", key)]
    elif isinstance(value, str):
        whole = _SIZE.sub("", value).strip()
        names = [key] if whole.lower() in ("true", "yes") else [whole] if kind_called(whole) else _PARTS.split(whole)
    elif isinstance(value, list):
        inner = [_kinds(key, one) if isinstance(one, str | dict) else None for one in value if one]
        return None if None in inner else [kind for some in inner if some for kind in some]
    elif isinstance(value, dict) and all(isinstance(one, bool | None) for one in value.values()):
        names = [name for name, on in value.items() if on]
    elif isinstance(value, dict) and set(value) <= {*_NAMES, "enabled", "active"}:
        names = [next((value[name] for name in _NAMES if name in value), "")]
    else:
        return None
    found = []
    for name in names:
        letters = set(_LETTERS.findall(name.lower())) if isinstance(name, str) else set()
        if letters <= _PLAIN and (letters or not str(name).strip()):
            continue
        kind = kind_called(name) if letters else ""
        if not kind:
            return None
        found.append(kind)
    return found


def _holds_cells(value: Any, depth: int = 0) -> bool:
    """Whether a list or an object has cells: names, pairs, indices, numbers beside rows and columns, or a drawn map."""
    if isinstance(value, str):
        return _CELL.search(value) is not None
    if depth == _DEEPEST or not isinstance(value, list | dict):
        return False
    if isinstance(value, dict):
        keys = {str(key).lower() for key in value}
        return (
            any(places <= keys for places in _PLACES)
            or any(_CELL.search(key) for key in keys)
            or any(
                _holds_cells(one, depth + 1)
                for key, one in value.items()
                if isinstance(one, list | dict) or str(key).lower() in _CELL_KEYS
            )
        )
    rows = {len(one) for one in value if isinstance(one, str)} == {len(value)} and len(value) in SIZES
    numbers = any(isinstance(one, int) and not isinstance(one, bool) for one in value)
    return rows or numbers or any(_holds_cells(one, depth + 1) for one in value)


_SOLVING = expression(
    r"(?i)move|histor|step|undo|redo|hint|log|note|mark|candidate|highlight|select|error|conflict|mistake|solv"
)
"""Keys of the steps and marks of a solver, which may name any cells."""

_NAMED = expression(r"(?i)r([0-9]{1,2})c([0-9]{1,2})")


def _cell(value: Any) -> tuple[int, int] | None:
    """The row and the column of a pair, of a name, or of an object of nothing but these, in either order."""
    if isinstance(value, str) and (named := _NAMED.fullmatch(value)):
        return int(named[1]), int(named[2])
    if isinstance(value, dict) and {str(key).lower() for key in value} in _PLACES:
        value = list(value.values())
    pair = isinstance(value, list) and len(value) == 2 and all(type(one) is int and 0 <= one <= _MOST for one in value)
    return (value[0], value[1]) if pair else None


_MOST = 25


def _holds_lines(value: Any) -> bool:
    """Whether a list has cells beside one another, in several lists or objects, or in one of three: lines, or parts of a grid,
    but not its rows, columns and boxes, of which there are as many as each has cells.
    """
    lists = (
        [one for item in value for one in (item.values() if isinstance(item, dict) else (item,))]
        if isinstance(value, list)
        else []
    )
    lines = [[_cell(cell) for cell in one] for one in lists if isinstance(one, list) and len(one) > 1]
    near = [
        line
        for line in lines
        if None not in line
        and all(
            max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1 for a, b in pairwise(line) if a is not None and b is not None
        )
    ]
    houses = len(near) > _FEWEST and {len(near)} == set(map(len, near))
    return bool(near) and len(near[0]) * len(near) > _FEWEST and not houses


_FEWEST = 2


@lru_cache(1 << 10)
def _words(key: str) -> frozenset[str]:
    """The words of a key that are in the list; none of a name with blanks, which is not a key of a program."""
    if any(map(str.isspace, key)) or len(key) > _LONGEST:
        return frozenset()
    words = {word.lower() for word in _WORD.findall(key)}
    words |= {
        word.removesuffix(end) + new
        for word in words
        for end, new in (("s", ""), ("es", ""), ("ies", "y"))
        if word.endswith(end)
    }
    # Programs write sandwichsums in one word.
    words |= {word.removesuffix(end) for word in words for end in _ENDS if word != end}
    return _WORDS & words


def _may_change(key: str, value: Any, kind: str) -> bool:
    words = _words(key) if value else frozenset()
    if not isinstance(value, list | dict):
        words -= _LISTED
    if not words:
        return False
    if words <= _OF_OTHERS and not isinstance(value, bool | int | float) and not _holds_cells(value):
        return False
    if isinstance(value, str):
        bare = _SIZE.sub("", value)
        said = set(_LETTERS.findall(bare.lower()))
        if not said:
            return bool(bare.strip()) and bare.strip() not in _PLAIN_SIGNS
        usual = _PLAIN if words <= {"rule", "ruleset"} else _USUAL
        # A type may be anything, such as "daily", unless it is a word for a rule.
        return not said <= usual.union(_LETTERS.findall(kind)) and (
            not words <= {"kind", "type"} or any(word in _RULED or word.removesuffix("s") in _RULED for word in said)
        )
    if isinstance(value, bool):
        return words.isdisjoint(_LETTERS.findall(kind))
    if isinstance(value, list | dict):
        return not _says_nothing(value) and not _are_boxes(value)
    return False


def _are_boxes(value: Any) -> bool:
    """Whether a list is the usual boxes: a map of them, or the cells of each as row and column."""
    size = len(value)
    labels = map_of(value, size) if isinstance(value, list) and size in BOXES else None
    return labels is not None and boxes_of_map(labels, size) == BOXES[size]


def map_of(areas: Sequence[Any], size: int) -> list[str] | None:
    """The labels of all cells, row by row, of a map in rows or of the cells of each area as row and column; None for others."""
    if len(areas) != size or any(not isinstance(area, list) or len(area) != size for area in areas):
        return None
    labels: list[Any] = [one for area in areas for one in area]
    cells = [cell for cell in map(_cell, labels) if cell is not None]
    if len(cells) == len(labels):
        first = min(row for row, _ in cells)
        places = [(row - first) * size + column - first for row, column in cells]
        if sorted(places) != [*range(size * size)]:
            return None
        labels = [SYMBOLS[at // size] for _, at in sorted(zip(places, range(size * size), strict=True))]
    return list(map(str, labels)) if all(isinstance(one, int | str) for one in labels) else None


def _says_nothing(value: Any, depth: int = 0) -> bool:
    """Whether a list or an object has nothing but usual words, rules that are off, or no more than height and width."""
    if not value:
        return True
    if isinstance(value, str):
        bare = _SIZE.sub("", value.lower())
        return set(_LETTERS.findall(bare)) <= _USUAL and not any(map(str.isdecimal, bare))
    if depth == _DEEPEST or not isinstance(value, list | dict):
        return False
    if isinstance(value, dict) and any(one is True for one in value.values()):
        return all(not one or (one is True and str(key).lower() in _USUAL) for key, one in value.items())
    values = list(value.values() if isinstance(value, dict) else value)
    if all(isinstance(one, int | float) for one in values):
        return (depth == 0 and len(values) <= 2) or all(one is False for one in values)
    return all(_says_nothing(one, depth + 1) for one in values)


_SHOWN = 40


class WrongError(Exception):
    """A fault of an object, caught by the reader of the text.

    ``path`` names the part of the object, ``""`` the whole; ``line`` counts lines from where it begins, ``column`` is 0 where no
    other than its beginning is known. ``cut``: the text ends before its JSON does.
    """

    def __init__(
        self, message: str, path: str = "", advice: str = "", line: int = 0, column: int = 0, cut: bool = False
    ) -> None:
        super().__init__(message)
        self.message, self.path, self.advice, self.line, self.column = message, path, advice, line, column
        self.cut = cut


def shorten(value: Any) -> str:
    """A value as a message shows it: its beginning."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (ValueError, RecursionError):
        text = "this"
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def pairs_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object from its pairs. Raises WrongError for a key that comes twice."""
    made = dict(pairs)
    if len(made) < len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise WrongError(f"the key {shorten(name)} comes twice in one object")
            seen.add(name)
    return made


def _constant(name: str) -> Any:
    raise WrongError(f"{name} is not a number")


def decoder(pairs: Callable[[list[tuple[str, Any]]], Any] = pairs_of) -> json.JSONDecoder:
    """A decoder that makes objects by a function of their pairs."""
    return json.JSONDecoder(object_pairs_hook=pairs, parse_constant=_constant)


_DECODER = decoder()


def loads(text: str, at: int = 0, decoder: json.JSONDecoder = _DECODER) -> tuple[Any, int]:
    """The JSON value that begins at ``text[at]``, and where it ends. Raises WrongError."""
    end = text.find("\n", at)
    if end >= 0:
        # Mostly a value ends with its line; where it does not, the error of a long text is costly to find a line for.
        try:
            found, used = decoder.raw_decode(text[at:end])
            return found, at + used
        except (ValueError, RecursionError) as error:
            if isinstance(error, json.JSONDecodeError) and error.pos < end - at:
                raise _located(error) from None
    return load_here(text, at, decoder)


def _located(error: json.JSONDecodeError, text: str = "", at: int = 0) -> WrongError:
    lines = text.count("\n", at, error.pos)
    if text and error.msg.startswith(_UNTERMINATED):
        # A text may not run over the end of a line: this is the last one.
        message = "the JSON is cut short: the text that begins here has no end"
        return WrongError(message, line=lines, column=error.colno, cut=True)
    if text and not text[error.pos :].strip():
        end = len(text[: error.pos].rstrip())
        column = end - text.rfind("\n", 0, end)
        return WrongError(
            "the JSON is cut short: it ends here", line=text.count("\n", at, end), column=column, cut=True
        )
    return WrongError(f"this is not JSON: {error.msg[0].lower() + error.msg[1:]}", line=lines, column=error.colno)


_UNTERMINATED = "Unterminated string"


def load_here(text: str, at: int, decoder: json.JSONDecoder = _DECODER) -> tuple[Any, int]:
    """As :func:`loads`, for a text whose values do not end with their lines."""
    try:
        found: tuple[Any, int] = decoder.raw_decode(text, at)
    except json.JSONDecodeError as error:
        raise _located(error, text, at) from None
    except RecursionError:
        raise WrongError("JSON nested too deeply to be a puzzle") from None
    except ValueError:
        raise WrongError("a number with too many digits") from None
    return found
