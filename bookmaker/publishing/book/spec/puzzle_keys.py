"""The key `puzzles` of a spec: puzzles to be made, and puzzles from files."""

from __future__ import annotations

import glob
import os
import pathlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, get_args

from bookmaker.base import language, resources, schema, seeds
from bookmaker.base.errors import Fault, UsageError, said
from bookmaker.base.schema import Choice, Integer, JsonSchema, ListOf, Node, Range, Reader, Text, key
from bookmaker.logic.generation.order import Order, order_for
from bookmaker.logic.generation.order_fields import (
    DIFFICULTIES,
    DRAWINGS,
    KIND,
    LABELS,
    LEVELS,
    MOST,
    ORDER_FIELDS,
    OrderField,
)
from bookmaker.logic.techniques import named, names
from bookmaker.logic.techniques.families import worded_as
from bookmaker.puzzles.grid.geometry import Geometry, parse_box
from bookmaker.puzzles.grid.symmetry import VARIED, Symmetry
from bookmaker.puzzles.rules import KINDS, RULES, geometry, is_caged, kind_of, known, rules_of, unknown_kind
from bookmaker.puzzles.rules.cages import parse_sizes
from bookmaker.puzzles.rules.limits import usual_size
from bookmaker.puzzles.rules.places import DRAWN
from bookmaker.puzzles.rules.shown_clues import parse_shown

# Values that only a book spec has: a layout's name, the files that puzzles and masks come from, an ISBN.


class Difficulties(schema.Shape[str | tuple[str, ...]]):
    """A level, or several, easiest first: ``easy-hard`` for all from one to another, or a list.

    A range has the label medium+, which is no level of its own, only as an end.
    """

    kinds = ("scalar", "list")
    wanted = "a difficulty such as `easy`, several such as `easy-hard`, or a list of them"

    def _take(self, node: Node, label: str, reader: Reader) -> str | tuple[str, ...]:
        if node.kind == "list":
            names = schema.ListOf(Choice(*LABELS), least=1, unique=True).read(node, label, reader)
            return tuple(sorted(names, key=LABELS.index)) if len(names) > 1 else names[0]
        ends = (node.text or "").replace(" ", "").split("-")
        if len(ends) == 2 and all(end in LABELS for end in ends):
            first, last = sorted(map(LABELS.index, ends))
            found = tuple(one for one in LABELS[first : last + 1] if one in LEVELS or one in ends)
            return found if len(found) > 1 else found[0]
        return Choice(*DIFFICULTIES).read(node, label, reader)

    def _json_schema(self) -> JsonSchema:
        one, either = {"enum": [*DIFFICULTIES]}, "|".join(map(re.escape, LABELS))
        several = {"type": "string", "pattern": f"^({either}) *- *({either})$"}
        listed = {"type": "array", "items": {"enum": [*LABELS]}, "minItems": 1, "uniqueItems": True}
        return {"anyOf": [one, several, listed]}


class Files(schema.Shape[tuple[Path, ...]]):
    """A file or a pattern such as ``letters/*.txt``, relative to the spec's folder -> its files, sorted by name."""

    def __init__(self, what: str, example: str) -> None:
        self._path, self._example = schema.FilePath(["*"]), example
        self.wanted = said("a file of {what} or a pattern such as `{example}`", what=what, example=example)

    def _take(self, node: Node, label: str, reader: Reader) -> tuple[Path, ...]:
        pattern = self._path.read(node, label, reader)
        if reader.folder is None:
            return (Path(pattern),)
        path = reader.folder / pattern
        # A file whose own name has a bracket in it is that file, not a pattern.
        if path.is_file():
            return (path,)
        if path.is_dir():
            reader.refuse(
                node,
                f"{label}: `{pattern}` is a folder",
                f"name its files, such as {pattern.rstrip('/')}/*{Path(self._example).suffix}",
            )
        # Sorted by the code points of the names, so that every locale and file system gives the same book. Path.glob
        # would take the hidden files that some systems leave beside the real ones, and refuse absolute patterns.
        names = glob.glob(pattern, root_dir=reader.folder)  # noqa: PTH207
        found = sorted(name for name in names if (reader.folder / name).is_file())
        if not found:
            where = f"in the folder of the spec, {reader.folder}" if not Path(pattern).is_absolute() else ""
            what = "no file matches" if glob.has_magic(pattern) else "there is no file"
            advice = f"looked {where}" if where else ""
            if pattern == "bank":
                advice = "for puzzles from the bank of the series write `stock: true` with their number and kind"
            reader.refuse(node, f"{label}: {what} `{pattern}`", advice)
        return tuple(reader.folder / name for name in found)

    def _json_schema(self) -> JsonSchema:
        return self._path.json_schema()


class TechniqueName(schema.Choice[str]):
    """The name of a technique, or of a family for all of its types."""

    def __init__(self) -> None:
        super().__init__(*names())
        self.wanted = "the name of a technique such as `x-wing`, or of a family such as `unique-rectangle`"

    def _json_schema(self) -> JsonSchema:
        return {"anyOf": [{"const": name, "description": technique_in_words(name)} for name in self.allowed]}


def technique_in_words(name: str) -> str:
    """A technique, or the first of a family, in a sentence or two, as its page in a book begins."""
    words, found = language.techniques("en"), named(name)[0]
    # The sums in the words of Killers' techniques are those of a 9x9.
    sums = {"whole": "45", "three_most": "24", "low": "7", "middle": "8", "high": "9"}
    said = language.plain(words.paragraphs(f"text.{worded_as(found.name)}", **sums, example="")[0])
    return f"{language.plain(words.text(f'name.{found.name}'))}, {found.level}: {said}"


class MaskFile(schema.Shape[Path]):
    """A file that draws which cells hold givens, or the lines, relative to the spec's folder; or the name of a drawing in
    ``folder``, one of this program's own. Or another file, which has no such folder.
    """

    def __init__(self, wanted: str, folder: str | None = None) -> None:
        self.wanted = wanted
        self._folder = folder
        self._path = schema.FilePath(["*"] if folder is None else [".txt"])

    def _take(self, node: Node, label: str, reader: Reader) -> Path:
        name = self._path.read(node, label, reader)
        if reader.folder is None:
            return Path(name)
        path = reader.folder / name
        if path.is_file():
            return path
        if self._folder == DRAWINGS["pattern"] and DRAWN.fullmatch(name):
            return Path(name)
        own = None if self._folder is None else resources.packaged(self._folder, name, ".txt")
        if own is None:
            looked = f"looked in the folder of the spec, {reader.folder}"
            if self._folder is not None:
                looked += f", and among the drawings {', '.join(resources.names(self._folder, '.txt'))}"
            reader.refuse(node, said("{label}: there is no file `{name}`", label=label, name=name), looked)
        return own

    def _json_schema(self) -> JsonSchema:
        found = self._path.json_schema()
        return found if self._folder is None else {**found, schema.NAMES: self._folder}


def kind_in_words(kind: str, words: language.Catalogue) -> str:
    """The rule of a kind in a paragraph, as how to play begins it; that of the classic kind for its usual size."""
    if kind == KIND:
        return language.plain(words.paragraphs("how.classic", size=9, height=3, width=3, range="1–9", no_sums="")[1])
    keys = [f"how.{kind}"] if f"how.{kind}" in words else [f"how.{name}" for name in RULES if name in KINDS[kind]]
    return " ".join(language.plain(words.paragraphs(key)[0]) for key in keys if key in words)


class KindName(schema.Shape[str]):
    """A kind of puzzle, several joined by a plus sign, or a list of them -> the kind's one name."""

    kinds = ("scalar", "list")
    wanted = "a kind of puzzle such as `jigsaw`, or several such as `jigsaw+killer`"

    def _take(self, node: Node, label: str, reader: Reader) -> str:
        names = list(node.items) if node.kind == "list" else []
        written = [item.text for item in names] if names else node.text.split("+")
        for name in written:
            if not known(name):
                reader.mismatch(node, label, self.wanted, f"{unknown_kind(name)} {_all_kinds(reader)}".strip())
        return kind_of(rules_of("+".join(written)))

    def _json_schema(self) -> JsonSchema:
        names = list(KINDS)
        joined = {"type": "string", "pattern": f"^({'|'.join(names)})( *[+] *({'|'.join(names)}))*$"}
        words = language.load("en")
        each = [{"const": name, "description": kind_in_words(name, words)} for name in names]
        return {"anyOf": [*each, joined, {"type": "array", "items": {"enum": names}, "minItems": 1}]}


def _all_kinds(reader: Reader) -> str:
    """The list of all kinds as advice, "" where another fault of the document has it."""
    listed = f"there are {', '.join(KINDS)}"
    return "" if any(listed in fault.advice for fault in reader.faults) else listed


def check_cage_sizes(text: str, folder: Path | None) -> None:
    """Raise ValueError unless the text names sizes of cages."""
    parse_sizes(text)


def check_boxes(text: str, folder: Path | None) -> None:
    """Raise ValueError unless the text is rows by columns of a box."""
    parse_box(text)


def check_shown(text: str, folder: Path | None) -> None:
    """Raise ValueError unless the text says which clues a puzzle shows."""
    parse_shown(text)


def read_mask(path: Path) -> str:
    """The drawing in a mask file; the name of a layout by chance stays as it is.

    Raises ValueError, with a message for people, for a file that is not text.
    """
    if DRAWN.fullmatch(str(path)):
        return str(path)
    if path.stat().st_size > _LARGEST_MASK:
        raise ValueError(f"{path} is too large to be a mask")
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} cannot be read as text: {error}") from error


_LARGEST_MASK = 10_000
"""Bytes; the drawing of a 25x25 grid has 650."""


CODE_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
"""Those of the codes of puzzles: none that is taken for another."""

LEAST_CODE = 6
_CODE = re.compile(f"[{CODE_LETTERS}]{{{LEAST_CODE},13}}")
_MOST_TURN = 1000


class Instead(schema.Shape[tuple[tuple[str, int | pathlib.Path | None], ...]]):
    """Codes of puzzles, each with the number of another one, the file of one, or ``none``, which is read as None."""

    kinds = ("mapping",)
    wanted = "codes of puzzles, such as {q6w0y1: 2}"

    def _take(self, node: Node, label: str, reader: Reader) -> tuple[tuple[str, int | pathlib.Path | None], ...]:
        found: list[tuple[str, int | pathlib.Path | None]] = []
        faults = len(reader.faults)
        for name, value in node.pairs:
            if not _CODE.fullmatch(name.text):
                reader.note(name, f"`{name.text}` is not the code of a puzzle", "`bookmaker puzzles` lists them")
            elif value.kind != "scalar" or not value.text:
                wanted = "the number of another one, a file, or `none`"
                reader.note(value, f"`{name.text}` must be {wanted}", "such as {q6w0y1: 2}")
            elif value.text == "none" or value.text.isdecimal():
                turn = None if value.text == "none" else int(value.text)
                if turn is not None and not 1 <= turn <= _MOST_TURN:
                    reader.note(value, f"`{name.text}` must be a number from 1 to {_MOST_TURN}, not {value.text}")
                found.append((name.text, turn))
            else:
                path = pathlib.Path(os.path.expanduser(value.text))  # noqa: PTH111 -- an unknown home stays as it is
                if reader.folder is not None and not (reader.folder / path).is_file():
                    reader.note(value, f"there is no file `{value.text}`", f"looked in {reader.folder}")
                found.append((name.text, (reader.folder or pathlib.Path()) / path))
        if len(reader.faults) > faults:
            reader.give_up()
        return tuple(found)

    def _json_schema(self) -> JsonSchema:
        turn = {"type": "integer", "minimum": 1, "maximum": _MOST_TURN}
        one = {"anyOf": [turn, {"const": "none"}, {"type": "string", "minLength": 1}]}
        return {"type": "object", "propertyNames": {"pattern": f"^{_CODE.pattern}$"}, "additionalProperties": one}


class Keep(schema.Shape[tuple[tuple[str, pathlib.Path], ...]]):
    """Codes of puzzles, each with the file of one; or one file of puzzles, which has the code ""."""

    kinds = ("mapping", "scalar")
    wanted = "a file of puzzles, or codes with a file each, such as {q6w0y1: kept/q6w0y1.jsonl}"

    def __init__(self) -> None:
        self._file = MaskFile("a file of puzzles")

    def _take(self, node: Node, label: str, reader: Reader) -> tuple[tuple[str, pathlib.Path], ...]:
        if node.kind == "scalar":
            return (("", self._file.read(node, label, reader)),)
        found: list[tuple[str, pathlib.Path]] = []
        faults = len(reader.faults)
        for name, value in node.pairs:
            if not _CODE.fullmatch(name.text):
                reader.note(name, f"`{name.text}` is not the code of a puzzle", "`bookmaker puzzles` lists them")
            else:
                found.append((name.text, self._file.read(value, f"`{name.text}`", reader)))
        if len(reader.faults) > faults:
            reader.give_up()
        return tuple(found)

    def _json_schema(self) -> JsonSchema:
        one = self._file.json_schema()
        codes = {"propertyNames": {"pattern": f"^{_CODE.pattern}$"}, "additionalProperties": one}
        return {"anyOf": [one, {"type": "object", **codes}]}


# The keys of a spec that say which puzzles a section takes from files, and within which bounds others are made.

Repair = Literal["none", "add-givens", "reject"]


@dataclass(frozen=True, kw_only=True)
class GivenRange(schema.Record):
    """How many givens a puzzle may have; either end may be left open. Or how many the first and the last one have."""

    min: int | None = key(Integer(0, 624), "At least so many givens.", default=None)
    max: int | None = key(Integer(0, 624), "At most so many givens.", default=None)
    first: int | None = key(
        Integer(0, 624),
        "So many givens has the first puzzle; up to the last one they change evenly.",
        default=None,
        name="from",
    )
    last: int | None = key(Integer(0, 624), "So many givens has the last puzzle.", default=None, name="to")

    def cross_faults(self) -> Iterator[Fault]:
        """The first and the last go together, without other bounds."""
        if (self.first is None) != (self.last is None):
            here, missing = ("to", "from") if self.first is None else ("from", "to")
            yield Fault(f"`{here}` needs `{missing}` beside it", self.place(here), "such as {from: 12, to: 8}")
        elif self.first is not None and (self.min, self.max) != (None, None):
            where = self.place("max" if self.min is None else "min")
            yield Fault("`from` and `to` say all that `min` and `max` would", where, "leave it out")

    def evenly(self, count: int) -> list[int]:
        """How many givens each of so many puzzles has; [] where that is left open."""
        if self.first is None or self.last is None:
            return []
        step = (self.last - self.first) / max(count - 1, 1)
        return [round(self.first + step * index) for index in range(count)]


@dataclass(frozen=True, kw_only=True)
class GapRange(schema.Record):
    """How many cells may lie in no cage; a bound that is left open is the other one."""

    min: int | None = key(Integer(0, 624), "At least so many cells.", default=None, examples=[8])
    max: int | None = key(Integer(0, 624), "At most so many cells.", default=None, examples=[12])


@dataclass(frozen=True, kw_only=True)
class SumlessRange(schema.Record):
    """How many cages may show no sum; a bound that is left open is the other one."""

    min: int | None = key(Integer(0, 624), "At least so many cages.", default=None, examples=[2])
    max: int | None = key(Integer(0, 624), "At most so many cages.", default=None, examples=[6])


@dataclass(frozen=True, kw_only=True)
class ScoreRange(schema.Record):
    """Which scores a puzzle may have; either end may be left open."""

    min: int | None = key(Integer(0, 1_000_000), "At least this score.", default=None, examples=[300])
    max: int | None = key(Integer(0, 1_000_000), "At most this score.", default=None, examples=[500])


@dataclass(frozen=True, kw_only=True)
class MinuteRange(schema.Record):
    """How long a puzzle may take an average solver; either end may be left open."""

    min: int | None = key(Integer(0, 10_000), "At least so many minutes.", default=None, examples=[8])
    max: int | None = key(Integer(1, 10_000), "At most so many minutes.", default=None, examples=[15])


@dataclass(frozen=True, kw_only=True)
class Imported(schema.Record):
    """Puzzles from files; they are verified, solved and graded like any other. ``files`` is sorted and not empty."""

    files: tuple[pathlib.Path, ...] = key(
        Files("puzzles", "letters/*.txt"),
        "File of puzzles, or a pattern for several, relative to the folder of the spec.",
        name="from",
        examples=["puzzles.txt", "letters/*.txt"],
    )
    count: int | None = key(Integer(1, 10_000), "Take so many, from the first on; all if left out.", default=None)
    strict: bool = key(
        schema.Boolean(),
        "Whether anything in the files that cannot be read stops the build; otherwise it is left out and reported.",
        default=False,
    )
    repair: Repair = key(
        Choice[Repair](*get_args(Repair)),
        "The treatment of a puzzle that does not have exactly one solution: none stops the build; reject leaves it out; "
        "add-givens gives one with several solutions the fewest further givens that leave one (a Killer may have a cage cut "
        "in two instead) and leaves out one without any. Build and manifest list what was mended or left out.",
        default="none",
    )


@dataclass(frozen=True, slots=True)
class Share:
    """Puzzles of one level or number of givens: the order that they must meet, how many, and their part of the seed."""

    order: Order
    count: int
    part: int


_RANGES: dict[str, Any] = {
    "score": ScoreRange, "minutes": MinuteRange, "givens": GivenRange, "gaps": GapRange, "sumless": SumlessRange,
}  # fmt: skip

_READERS: dict[str, Callable[[OrderField], Any]] = {
    "kind": lambda field: KindName(),
    "size": lambda field: Choice[int](*field.choices),
    "level": lambda field: Difficulties(),
    "choice": lambda field: Choice[Any](*field.choices),
    "boxes": lambda field: Text(wanted="rows by columns of a box, such as `3x2`", check=check_boxes, printed=False),
    "range": lambda field: Range[Any](_RANGES[field.name]),
    "flag": lambda field: schema.Boolean(),
    "number": lambda field: Integer(1, MOST),
    "technique": lambda field: TechniqueName(),
    "techniques": lambda field: ListOf(TechniqueName(), unique=True),
    "mask": lambda field: MaskFile("a file that draws which cells hold givens", DRAWINGS["mask"]),
    "pattern": lambda field: MaskFile("a file that draws lines", DRAWINGS["pattern"]),
    "cage-sizes": lambda field: Text(wanted="sizes of cages such as `2-5`", check=check_cage_sizes, printed=False),
    "clue-numbers": lambda field: Text(
        wanted="a number of clues such as `12` or `8-12`, or `all`, or `needed`", check=check_shown, printed=False
    ),
}
"""How a spec reads a field of an order, by its form."""


def ordered_key(name: str) -> Any:
    """The key for a field of an order."""
    field = ORDER_FIELDS[name]
    default = field.default if field.book_default is None else field.book_default
    default = {"range": {}, "techniques": []}.get(field.form, default)
    examples: dict[str, Any] = {"examples": list(field.examples)} if field.examples else {}
    return key(_READERS[field.form](field), field.key, default=default, varies=name in _VARYING, **examples)


_VARYING = frozenset({"size", "symmetry"})
"""Fields that kinds and masks have usual values for."""


@dataclass(frozen=True, kw_only=True)
class Generated(schema.Record):
    """Puzzles to be made."""

    kind: str = ordered_key("kind")
    size: int = ordered_key("size")
    count: int = key(Integer(1, 10_000), "How many puzzles.", examples=[24])
    boxes: str | None = ordered_key("boxes")
    difficulty: str | tuple[str, ...] | None = ordered_key("difficulty")
    requires: tuple[str, ...] = ordered_key("requires")
    hardest: str | None = ordered_key("hardest")
    avoid: tuple[str, ...] = ordered_key("avoid")
    score: ScoreRange = ordered_key("score")
    minutes: MinuteRange = ordered_key("minutes")
    attempts: int | None = ordered_key("attempts")
    symmetry: Symmetry = ordered_key("symmetry")
    givens: GivenRange = ordered_key("givens")
    minimal: bool = ordered_key("minimal")
    mask: pathlib.Path | None = ordered_key("mask")
    pattern: pathlib.Path | None = ordered_key("pattern")
    cage_sizes: str | None = ordered_key("cage_sizes")
    gaps: GapRange = ordered_key("gaps")
    sumless: SumlessRange = ordered_key("sumless")
    clues: str | None = ordered_key("clues")
    break_in: str = ordered_key("break_in")
    theme: str = ordered_key("theme")
    effort: str = ordered_key("effort")
    stock: bool = key(
        schema.Boolean(),
        "Take them from the bank of the series, as far as it holds such puzzles that no book has printed; only the rest "
        "is made. There `requires` means that the path of the grade uses the technique.",
        default=False,
    )

    instead: tuple[tuple[str, int | pathlib.Path | None], ...] = key(
        Instead(),
        "Other puzzles in the places of some, by their codes, which the manifest and `bookmaker puzzles` name: a number counts "
        "further ones, a file holds one of your own, `none` leaves it out. No other puzzle changes.",
        default={},
        examples=[{"q6w0y1": 2, "c90d3e": "none"}],
    )
    keep: tuple[tuple[str, pathlib.Path], ...] = key(
        Keep(),
        "Puzzles that stay whatever seed, level and count become: `count` fills up the rest. Codes with a file each, as "
        "`bookmaker keep` writes them: such a puzzle has its own place as long as the seed is the same, and is among the first "
        "of the section with another. Or one file of puzzles, which are the first.",
        default={},
        examples=[{"q6w0y1": "kept/q6w0y1.jsonl"}, "kept/tunnel.jsonl"],
    )

    @property
    def printed(self) -> int:
        """How many puzzles the section has, without those that are left out."""
        return self.count - sum(choice is None for _, choice in self.instead)

    def __post_init__(self) -> None:
        if self.size is None:
            object.__setattr__(self, "size", usual_size(self.kind))

    @property
    def ground(self) -> Geometry:
        """The grid of the puzzles, without regions and clues that each has of its own."""
        return geometry(self.kind, self.size, box=None if self.boxes is None else parse_box(self.boxes))

    @property
    def levels(self) -> tuple[str | None, ...]:
        """The difficulties of the puzzles, easiest first; None where nothing is said."""
        return self.difficulty if isinstance(self.difficulty, tuple) else (self.difficulty,)

    def shares(self, part: int) -> list[Share]:
        """The puzzles of each level, or of each number of givens. ``part``: that of the section in their seeds.

        Levels are dealt one by one, so that more puzzles leave the others as they are; each has seeds of its own, so that a
        further level does.
        """
        levels = self.levels
        if stair := self.givens.evenly(self.count):
            return [
                Share(
                    self._with_givens(own).order(),
                    stair.count(own),
                    seeds.seed_for(part, seeds.text_seed(f"{own} givens")),
                )
                for own in dict.fromkeys(stair)
            ]
        if len(levels) == 1:
            return [Share(self.order(), self.count, part)]
        return [
            Share(
                replace(self, difficulty=level).order(),
                len(range(at, self.count, len(levels))),
                seeds.seed_for(part, seeds.text_seed(str(level))),
            )
            for at, level in enumerate(levels)
        ]

    def _with_givens(self, number: int) -> Generated:
        """The same puzzles with so many givens each: an odd number is not symmetric where no cell is in the middle."""
        free = self.place("symmetry") == self.place() and number % 2 == 1 and self.size % 2 == 0
        own = GivenRange(node=self.givens.node, min=number, max=number)
        return replace(self, givens=own, symmetry="none" if free else self.symmetry)

    def order(self) -> Order:
        """The order that the puzzles must meet, that of the easiest level if there are several.

        Raises UsageError; the ``code`` of each fault is the key that is at fault.
        """
        drawn: dict[str, str | None] = {}
        for name, path in (("mask", self.mask), ("pattern", self.pattern)):
            try:
                drawn[name] = None if path is None else read_mask(path)
            except ValueError as error:
                raise UsageError(Fault(str(error), code=name)) from error
        words: dict[str, Any] = {}
        for name, field in ORDER_FIELDS.items():
            if field.key:
                value = getattr(self, name)
                words[name] = (value.min, value.max) if field.form == "range" else value
        ends = [end for end in (self.givens.first, self.givens.last) if end is not None]
        words |= {"givens": (min(ends), max(ends))} if ends else {}
        words |= {"difficulty": self.levels[0], **drawn}
        # A mask goes with no symmetry, not even with the usual one; Killers have one each.
        if self.place("symmetry") == self.place() and (drawn["mask"] is not None or is_caged(self.kind)):
            words["symmetry"] = "none" if drawn["mask"] is not None else VARIED
        return order_for(**words)

    def cross_faults(self) -> Iterator[Fault]:
        """The keys must make an order that puzzles can meet."""
        found: dict[Fault, None] = {}
        each = [replace(self, difficulty=level) for level in self.levels]
        each += [self._with_givens(number) for number in dict.fromkeys(self.givens.evenly(self.count))]
        for one in each:
            try:
                one.order()
            except UsageError as error:
                found |= dict.fromkeys(error.faults)
        for fault in found:
            place = self.place(*fault.code.split("."))
            if fault.code == "pattern" and fault.place is not None:
                # The drawing has the fault, not the line of the spec that names it.
                place = replace(fault.place, path=str(self.pattern))
            yield replace(fault, place=place, code="")
        if self.count < len(self.levels):
            message = said(
                "a count of {count} is too small for {levels} levels", count=self.count, levels=len(self.levels)
            )
            yield Fault(message, self.place("difficulty"), "name fewer of them, or raise `count`")
        if self.givens.first is not None and len(self.levels) > 1:
            message = "`from` and `to` of `givens` do not go with several levels"
            yield Fault(message, self.place("givens"), "name one level, or write a section for each")
        if self.printed < 1:
            yield Fault(
                "`instead` leaves out all puzzles of the section", self.place("instead"), "leave out the section"
            )
        for code in {code for code, _ in self.instead} & {code for code, _ in self.keep}:
            yield Fault(f"`keep` and `instead` both have {code}", self.place("instead", code), "leave out one of them")
        if self.stock and self.instead:
            message = "`instead` names puzzles by their seeds, and those of a bank have other ones"
            yield Fault(message, self.place("instead"), "leave out one of them")
        if self.stock:
            for name in ("minimal", "mask", "pattern", "cage_sizes", "clues", "break_in"):
                if getattr(self, name) not in (None, False, "any"):
                    message = f"`{name}` does not go with `stock`: a bank does not know it of its puzzles"
                    yield Fault(message, self.place(name), "leave out one of them")
