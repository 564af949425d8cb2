"""Values that only a book spec has: a layout's name, the files that puzzles and masks come from, an ISBN."""

from __future__ import annotations

import glob
import re
from pathlib import Path
from typing import Literal

from bookmaker.base import resources, schema
from bookmaker.base.errors import SpecError
from bookmaker.base.schema import Choice, JsonSchema, Node, Reader
from bookmaker.logic.generation.defaults import DIFFICULTIES, LEVELS
from bookmaker.logic.techniques import names
from bookmaker.puzzles.rules import KINDS, kind_of, known, rules_of, unknown_kind
from bookmaker.puzzles.rules.cages import parse_sizes
from bookmaker.puzzles.rules.shown_clues import parse_shown


class Difficulties(schema.Shape[str | tuple[str, ...]]):
    """A level, or several, easiest first: ``easy-hard`` for all from one to another, or a list."""

    kinds = ("scalar", "list")
    wanted = "a difficulty such as `easy`, several such as `easy-hard`, or a list of them"

    def _take(self, node: Node, label: str, reader: Reader) -> str | tuple[str, ...]:
        if node.kind == "list":
            names = schema.ListOf(Choice(*LEVELS), least=1, unique=True).read(node, label, reader)
            return tuple(sorted(names, key=LEVELS.index)) if len(names) > 1 else names[0]
        ends = (node.text or "").replace(" ", "").split("-")
        if len(ends) == 2 and all(end in LEVELS for end in ends):
            first, last = sorted(map(LEVELS.index, ends))
            return LEVELS[first : last + 1] if first < last else LEVELS[first]
        return Choice(*DIFFICULTIES).read(node, label, reader)

    def _json_schema(self) -> JsonSchema:
        one, either = {"enum": [*DIFFICULTIES]}, "|".join(LEVELS)
        several = {"type": "string", "pattern": f"^({either}) *- *({either})$"}
        listed = {"type": "array", "items": {"enum": [*LEVELS]}, "minItems": 1, "uniqueItems": True}
        return {"anyOf": [one, several, listed]}


class LayoutName(schema.Text):
    """The name of a layout for ``use``. That it exists, is sound and is for this use is asked while the spec is read."""

    def __init__(self, use: Literal["puzzles", "answers"]) -> None:
        super().__init__(most=100, wanted="the name of a layout")
        self.use = use

    def _take(self, node: Node, label: str, reader: Reader) -> str:
        name = super()._take(node, label, reader)
        if name.endswith((".yaml", ".yml")):
            reader.refuse(node, f"{label} must be the name of a layout, not of its file", f"write {Path(name).stem}")
        if not re.fullmatch(r"\w[\w.-]*", name):
            reader.refuse(node, f"{label} must be a name of letters, digits and hyphens, not {name!r}")
        if reader.folder is not None:
            self._look_up(name, node, reader.folder, reader)
        return name

    def _look_up(self, name: str, node: Node, folder: Path, reader: Reader) -> None:
        from bookmaker.printing.pages.layouts import LayoutFile

        path = resources.find("layouts", f"{name}.yaml", beside=folder)
        if path is None:
            own = sorted(path.stem for path in (folder / "layouts").glob("*.yaml"))
            known = list(dict.fromkeys([*own, *resources.names("layouts", ".yaml")]))
            advice = [schema.did_you_mean(name, known), f"there are {', '.join(known)}"]
            reader.refuse(node, f"there is no layout `{name}`", " ".join(part for part in advice if part))
        try:
            layout = schema.load(LayoutFile, path)
        except SpecError as error:
            reader.faults.extend(error.faults)
            reader.refuse(node, f"the layout `{name}` has faults of its own", f"they are listed with {path}")
        # Frames for puzzles serve answers, too; those for answers leave puzzles no line for what is said of them.
        if layout.use == "answers" and self.use == "puzzles":
            other = "choose such as two-up, or leave it out"
            reader.refuse(node, f"`{name}` is a layout for {layout.use}, not for {self.use}", other)

    def _json_schema(self) -> JsonSchema:
        return {"type": "string", "examples": resources.names("layouts", ".yaml")}


class PuzzleFiles(schema.Shape[tuple[Path, ...]]):
    """A file or a pattern such as ``letters/*.txt``, relative to the spec's folder -> its files, sorted by name."""

    wanted = "a file of puzzles or a pattern such as `letters/*.txt`"

    def __init__(self) -> None:
        self._path = schema.FilePath()

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
                node, f"{label}: `{pattern}` is a folder", f"name its files, such as {pattern.rstrip('/')}/*.txt"
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
    """The name of a technique, or of a family that stands for all of its types."""

    def __init__(self) -> None:
        super().__init__(*names())
        self.wanted = "the name of a technique such as `x-wing`, or of a family such as `unique-rectangle`"


class MaskFile(schema.Shape[Path]):
    """A file that draws which cells hold givens, relative to the spec's folder."""

    wanted = "a file that draws which cells hold givens"

    def __init__(self) -> None:
        self._path = schema.FilePath()

    def _take(self, node: Node, label: str, reader: Reader) -> Path:
        name = self._path.read(node, label, reader)
        if reader.folder is None:
            return Path(name)
        path = reader.folder / name
        if not path.is_file():
            reader.refuse(
                node, f"{label}: there is no file `{name}`", f"looked in the folder of the spec, {reader.folder}"
            )
        return path

    def _json_schema(self) -> JsonSchema:
        return self._path.json_schema()


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
        return {"anyOf": [{"enum": names}, joined, {"type": "array", "items": {"enum": names}, "minItems": 1}]}


def _all_kinds(reader: Reader) -> str:
    """The list of all kinds as advice, "" where another fault of the document has it."""
    listed = f"there are {', '.join(KINDS)}"
    return "" if any(listed in fault.advice for fault in reader.faults) else listed


def check_cage_sizes(text: str, folder: Path | None) -> None:
    """Raise ValueError unless the text names sizes of cages."""
    parse_sizes(text)


def check_shown(text: str, folder: Path | None) -> None:
    """Raise ValueError unless the text says which clues a puzzle shows."""
    parse_shown(text)


def read_mask(path: Path) -> str:
    """The drawing in a mask file. Raises ValueError, with a message for people, for a file that is no text."""
    if path.stat().st_size > _LARGEST_MASK:
        raise ValueError(f"{path} is too large to be a mask")
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} cannot be read as text: {error}") from error


_LARGEST_MASK = 10_000
"""Bytes; the drawing of a 25x25 grid has 650."""


def check_isbn(text: str, folder: Path | None) -> None:
    """Raise ValueError unless the text is an ISBN-10 or ISBN-13 with the right check digit (ISO 2108)."""
    digits = re.sub(r"[\s-]", "", text).upper()
    if re.fullmatch(r"97[89][0-9]{10}", digits):
        rest = -sum(int(digit) * (1, 3)[place % 2] for place, digit in enumerate(digits[:12])) % 10
        expected = str(rest)
    elif re.fullmatch(r"[0-9]{9}[0-9X]", digits):
        rest = -sum(int(digit) * (10 - place) for place, digit in enumerate(digits[:9])) % 11
        expected = "X" if rest == 10 else str(rest)
    else:
        raise ValueError("must be an ISBN: 13 digits from 978 or 979, or 10 digits, with or without hyphens")
    if digits[-1] != expected:
        raise ValueError(f"is no ISBN: after these digits the last one must be {expected}, not {digits[-1]}")
