"""Values of the key `design` of a spec: the name of a style, and font files of the user's own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import get_args

from bookmaker.base import schema
from bookmaker.base.errors import ResourceError, SpecError
from bookmaker.base.schema import JsonSchema, Node, Reader
from bookmaker.printing.styles import fonts, style
from bookmaker.printing.styles.fonts import Role

ROLES: tuple[Role, ...] = get_args(Role)
GROUPS: dict[str, tuple[Role, ...]] = {
    "digit": ("given", "answer", "answer_given", "candidate"),
    "label": ("number", "level", "note", "head", "folio", "caption", "caption_bold"),
}
"""Names for several roles at once; a role that is named itself wins."""


class LookName(schema.Text):
    """The name of a shipped style or cover design, or a file beside the spec. Reading the spec checks the file."""

    def __init__(
        self,
        what: str,
        names: Callable[[], list[str]],
        path_of: Callable[[str, Path], object],
        load: Callable[[str, Path], object],
    ) -> None:
        super().__init__(most=200, wanted=f"the name of a {what}, or a file such as `mine.yaml`")
        self._what, self._names, self._path_of, self._load = what, names, path_of, load

    def _take(self, node: Node, label: str, reader: Reader) -> str:
        name = super()._take(node, label, reader)
        if reader.folder is None:
            return name
        if self._path_of(name, reader.folder) is None:
            known = self._names()
            advice = [schema.did_you_mean(name, known), f"there are {', '.join(known)}"]
            reader.refuse(node, f"there is no {self._what} `{name}`", " ".join(part for part in advice if part))
        try:
            self._load(name, reader.folder)
        except (SpecError, ResourceError) as error:
            reader.faults.extend(error.faults)
            reader.refuse(node, f"the {self._what} `{name}` has faults of its own", "they are listed with its file")
        return name

    def _json_schema(self) -> JsonSchema:
        return {"type": "string", "examples": self._names()}


class StyleName(LookName):
    """The name of a shipped style, or a file beside the spec."""

    def __init__(self) -> None:
        super().__init__("style", style.names, style.path_of, style.find)


class FontFiles(schema.Shape[tuple[tuple[Role, Path], ...]]):
    """Font files by role, relative to the spec's folder; each is read, so that an unfit one is refused where it is named."""

    kinds = ("mapping",)
    wanted = "roles and font files, such as {title: fonts/Mine.ttf}"

    def _take(self, node: Node, label: str, reader: Reader) -> tuple[tuple[Role, Path], ...]:
        found: dict[Role, Path] = {}
        known = [*GROUPS, *ROLES]
        faults = len(reader.faults)
        for name, value in node.pairs:
            if name.text not in known:
                advice = schema.did_you_mean(name.text, known) or f"there are {', '.join(known)}"
                reader.note(name, f"{label} has no role `{name.text}`", advice)
                continue
            path = self._file(value, f"`{name.text}`", reader)
            if path is not None:
                for role in GROUPS.get(name.text, ()):
                    found.setdefault(role, path)
                if name.text in ROLES:
                    found[name.text] = path
        if len(reader.faults) > faults:
            reader.give_up()
        return tuple(found.items())

    def _file(self, value: Node, label: str, reader: Reader) -> Path | None:
        path = Path(value.text)
        if value.kind != "scalar" or path.suffix.lower() not in fonts.SUFFIXES:
            reader.note(value, f"{label} must be a font file ending in {schema.either_of(fonts.SUFFIXES)}")
            return None
        if reader.folder is None:
            return path
        path = reader.folder / path
        if not path.is_file():
            reader.note(value, f"{label}: there is no file `{value.text}`", f"looked in {reader.folder}")
            return None
        try:
            fonts.own(path)
        except ResourceError as error:
            fault = error.faults[0]
            reader.note(value, f"{label}: {value.text}: {fault.message}", fault.advice)
            return None
        return path

    def _json_schema(self) -> JsonSchema:
        files = {
            name: {"type": "string", "minLength": 1, "description": f"Font file for {name}."}
            for name in [*GROUPS, *ROLES]
        }
        return {"type": "object", "properties": files, "additionalProperties": False}
