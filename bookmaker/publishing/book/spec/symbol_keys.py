"""The key `symbols` of a spec: the symbols printed for the digits, and whether a grid can have it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from bookmaker.base import schema
from bookmaker.base.errors import Fault, Place, ResourceError, said
from bookmaker.base.language import Catalogue, load
from bookmaker.base.schema import JsonSchema, Node, Reader
from bookmaker.printing.grids.symbols import DIGITS, PICTURE_SETS, Row, Symbols, picture
from bookmaker.printing.styles.fonts import FIRST_OWN, Face
from bookmaker.publishing.book.spec.puzzle_keys import Files
from bookmaker.puzzles.grid.geometry import SYMBOLS, Geometry
from bookmaker.puzzles.rules import RULES, clue_kinds

HEXADECIMAL = "0-F"
NUMBERS = "1-16"
OWN = "own pictures"
"""The name of symbols that files draw."""
NAMES = ("digits", "letters", NUMBERS, HEXADECIMAL, *PICTURE_SETS)
WrittenRow = Literal["none", "models", "cut-out"]
Line = Literal["row", "diagonal", "any"]
LARGEST = len(SYMBOLS)


@dataclass(frozen=True, slots=True)
class SymbolWish:
    """The symbols wanted for the digits. ``name`` is one of :data:`NAMES`, ``own`` for the characters of ``text``, ``word``, or
    :data:`OWN` for the pictures of ``files``.

    ``row`` is None where the spec leaves it open. ``on`` says where a word can be read.
    """

    name: str
    text: str = ""
    row: WrittenRow | None = None
    on: Line = "any"
    files: tuple[Path, ...] = ()

    @property
    def count(self) -> int:
        """How many symbols there are."""
        if self.files:
            return len(self.files)
        if self.name in PICTURE_SETS:
            return len(PICTURE_SETS[self.name])
        return {"own": len(self.text), "word": len(self.text), NUMBERS: 25, HEXADECIMAL: 16}.get(self.name, LARGEST)

    @property
    def values(self) -> bool:
        """Whether a symbol shows how large its digit is, so that it can be added up."""
        return self.name in ("digits", NUMBERS)

    def made(self, size: int, words: Catalogue) -> Symbols:
        """The symbols for a grid of this size, which :meth:`faults` has nothing against."""
        row: Row = "pieces" if self.row == "cut-out" else self.row or "none"
        if self.name in PICTURE_SETS:
            pictures = PICTURE_SETS[self.name][:size]
            names = tuple(words.text(f"picture.{name}") for name in pictures)
            return Symbols("picture", tuple(map(picture, pictures)), names, "models" if self.row is None else row)
        if self.files:
            from bookmaker.printing.text.own_pictures import font_of

            texts = tuple(chr(FIRST_OWN + index) for index in range(size))
            names = tuple(re.sub(r"[-_]+", " ", path.stem).strip() for path in self.files[:size])
            return Symbols("picture", texts, names, "models" if self.row is None else row, font=font_of(self.files))
        if self.name == "word":
            order = tuple(sorted(range(1, size + 1), key=lambda digit: self.text[digit - 1]))
            return Symbols(
                "letter", (*self.text,), (*self.text,), "models" if self.row is None else row, order, self.text
            )
        texts = {
            "digits": DIGITS.texts,
            "letters": (*words.text("symbols.letters"),),
            "own": (*self.text,),
            NUMBERS: tuple(str(number) for number in range(1, size + 1)),
            HEXADECIMAL: (*"0123456789ABCDEF",),
        }[self.name][:size]
        noun = {"letters": "letter", "own": "letter"}.get(self.name, "digit")
        return Symbols(noun, texts, texts, row)

    def drawings(self) -> tuple[tuple[str, ...], Face | None]:
        """All pictures that there are of these symbols, as characters, and their font if it is the user's own."""
        if self.files:
            symbols = self.made(len(self.files), load("en"))
            return symbols.texts, symbols.font
        return tuple(map(picture, PICTURE_SETS.get(self.name, ()))), None

    def order_faults(self, geometry: Geometry, place: Place | None) -> Iterator[Fault]:
        """Why puzzles that are made for a grid cannot have these symbols; some of a file may, by their answers."""
        yield from self.faults(geometry, place)
        if self.name == "word" and self.on == "diagonal" and all(house.kind != "diagonal" for house in geometry.houses):
            message = f"the word is to be read on a diagonal, and a diagonal of a {geometry.kind} puzzle has some digits twice"
            yield Fault(message, place, "take puzzles with diagonals (`kind: x`), or leave out `on`")

    def faults(self, geometry: Geometry, place: Place | None) -> Iterator[Fault]:
        """Why a grid cannot have these symbols."""
        size = geometry.size
        if self.name == "word" and len(self.text) != size:
            message = f"the word {self.text} has {len(self.text)} letters, and a {size}x{size} grid needs {size}"
            yield Fault(message, place, f"take a word of {size} different letters")
        elif self.name == "own" and self.text.isascii() and self.text.islower() and self.count not in (size, LARGEST):
            # Who writes a word in small letters means a set, not its letters one by one.
            message = f"no set of symbols is called `{self.text}`"
            yield Fault(
                message, place, f"there are {', '.join(NAMES)}; symbols of your own for a {size}x{size} grid are {size}"
            )
        elif self.count < size:
            named = "pictures" if self.files else self.name if self.name in NAMES else ""
            what = f"`{named}` has" if named else f"{self.text!r} has"
            yield Fault(f"{what} {self.count} symbols, and a {size}x{size} grid needs {size}", place)
        ordered = any(not relation.only_unlike for relation in geometry.ground.relations)
        if geometry.blank:
            message = f"a {geometry.kind} puzzle has letters, and a sign for the cell that stays empty"
            yield Fault(message, place, "leave out `symbols`")
        elif not self.values and (
            geometry.caged or ordered or _speaks_of_digits(geometry) or _compares_digits(geometry)
        ):
            if geometry.caged:
                why = "sums can be reckoned with numbers only"
            elif _speaks_of_digits(geometry):
                why = "its clues speak of digits"
            elif ordered:
                why = "its rule is about consecutive digits"
            else:
                why = "its clues compare digits"
            message = f"a {geometry.kind} puzzle cannot have other symbols than digits or numbers: {why}"
            yield Fault(message, place, "give this section `symbols: digits`")


def _speaks_of_digits(geometry: Geometry) -> bool:
    """Whether clues have numbers, or say what digits are, besides how two of them are related."""
    kinds = clue_kinds(geometry.rules)
    return any(kind.may or kind.sums or kind.machine or kind.value for kind in kinds)


def _compares_digits(geometry: Geometry) -> bool:
    """Whether clues relate the digits of cells, asked of the rules: a spec and its puzzles have one answer."""
    named = [RULES[name] for name in geometry.rules if name in RULES]
    return any(rule.contrast or any(kind.holds or kind.pairs for kind in rule.clues) for rule in named)


class SymbolsShape(schema.Shape[SymbolWish]):
    """A name, the characters themselves, ``{word: DUMPLINGS}``, ``{set: animals, row: cut-out}``, ``{pictures: own/*.svg}``."""

    kinds = ("scalar", "mapping")
    wanted = said(
        "{names}, the symbols themselves such as `ABCDEFGHI`, or a word such as {word}",
        names=schema.either_of(NAMES),
        word="`{word: DUMPLINGS}`",
    )

    def _take(self, node: Node, label: str, reader: Reader) -> SymbolWish:
        if node.kind == "scalar":
            return self._named(node, label, reader)
        pairs = {name.text: (name, value) for name, value in node.pairs}
        for name, (at, _) in pairs.items():
            if name not in ("set", "word", "pictures", "row", "on"):
                reader.note(at, f"{label} has no key `{name}`", "there are set, word, pictures, row, on")
                reader.give_up()
        if sum(name in pairs for name in ("set", "word", "pictures")) != 1:
            message = f"{label} must have one of `set`, `word` and `pictures`"
            reader.refuse(node, message, "such as {set: animals, row: cut-out}")
        row: WrittenRow | None = None
        if "row" in pairs:
            row = schema.Choice[WrittenRow](*get_args(WrittenRow)).read(pairs["row"][1], "`row`", reader)
        if "on" in pairs and "word" not in pairs:
            reader.refuse(pairs["on"][0], "`on` is the place of a word, and `word` is missing", "leave it out")
        if "pictures" in pairs:
            return SymbolWish(OWN, "", row, files=self._pictures(pairs["pictures"][1], reader))
        if "set" in pairs:
            found = self._named(pairs["set"][1], "`set`", reader)
            return SymbolWish(found.name, found.text, row)
        value = pairs["word"][1]
        word = schema.Text(most=LARGEST, wanted="a word").read(value, "`word`", reader).upper()
        if not word.isalpha():
            reader.refuse(value, f"the word {word} must be made of letters only")
        self._distinct(word, value, f"the word {word}", reader)
        on = schema.Choice[Line](*get_args(Line)).read(pairs["on"][1], "`on`", reader) if "on" in pairs else "any"
        return SymbolWish("word", word, row, on)

    def _pictures(self, node: Node, reader: Reader) -> tuple[Path, ...]:
        """The files of pictures, each of which is read, so that faults are found where they are named."""
        listed = list(node.items) if node.kind == "list" else [node]
        found = [path for one in listed for path in Files("pictures", "animals/*.svg").read(one, "`pictures`", reader)]
        if reader.folder is None:
            return tuple(found)
        from bookmaker.printing.text.own_pictures import SUFFIXES, font_of

        odd = [path.name for path in found if path.suffix.lower() not in SUFFIXES]
        if odd:
            reader.refuse(node, f"`pictures` takes .svg and .png files, not {odd[0]}", "save it as one of these")
        twice = sorted({path.name for path in found if found.count(path) > 1})
        if twice or not 4 <= len(found) <= LARGEST:
            message = f"`pictures` names {twice[0]} twice" if twice else f"`pictures` names {len(found)} files"
            reader.refuse(node, message, f"name 4 to {LARGEST} files, one for each digit of the grid")
        try:
            font_of(found)
        except ResourceError as error:
            for fault in error.faults:
                reader.note(node, f"`pictures`: {fault.message}", fault.advice)
            reader.give_up()
        return tuple(found)

    def _named(self, node: Node, label: str, reader: Reader) -> SymbolWish:
        text = schema.Text(most=LARGEST, wanted=self.wanted).read(node, label, reader)
        if text in NAMES:
            return SymbolWish(text)
        advice = schema.did_you_mean(text, NAMES) if text.islower() else ""
        if advice or len(text) < 4 or re.search(r"\s", text):
            reader.mismatch(node, label, self.wanted, advice)
        self._distinct(text, node, f"{label}: {text!r}", reader)
        return SymbolWish("own", text)

    def _distinct(self, text: str, node: Node, what: str, reader: Reader) -> None:
        repeated = sorted({char for char in text if text.count(char) > 1})
        if repeated:
            reader.refuse(
                node, f"{what} has {schema.either_of(repeated)} twice".replace(" or ", " and "), "each must come once"
            )

    def _json_schema(self) -> JsonSchema:
        rows = {"enum": list(get_args(WrittenRow)), "description": "The row above a puzzle."}
        named = {"type": "string", "minLength": 4, "maxLength": LARGEST, "examples": list(NAMES)}
        text = {"type": "string", "minLength": 4, "maxLength": LARGEST}
        one = {"type": "string", "minLength": 1, "maxLength": 1000, schema.FILES: [".svg", ".png"]}
        files = {"anyOf": [one, {"type": "array", "items": one, "minItems": 1}], "examples": ["animals/*.svg"]}

        line = {"enum": list(get_args(Line)), "description": "Where the word can be read in the answer."}

        def mapping(name: str, value: JsonSchema, about: str) -> JsonSchema:
            keys = {name: {**value, "description": about}, "row": rows, **({"on": line} if name == "word" else {})}
            return {"type": "object", "properties": keys, "required": [name], "additionalProperties": False}

        return {
            "anyOf": [
                named,
                {"enum": list(NAMES)},
                mapping("set", {"anyOf": [{"enum": list(NAMES)}, text]}, "A name, or the symbols themselves."),
                mapping("word", text, "A word of different letters that the answer shows."),
                mapping("pictures", files, "SVG or PNG files, printed in one ink, in the order of their names."),
            ]
        }
