"""``techniques`` and ``kinds``: list what there is, or show how some techniques work."""

from __future__ import annotations

import json
import textwrap
from argparse import Namespace
from pathlib import Path
from typing import Any

from bookmaker.api.views import kinds as all_kinds
from bookmaker.base import language, output
from bookmaker.base.errors import Fault, UsageError
from bookmaker.logic.techniques import BY_NAME, named
from bookmaker.logic.techniques.declare import Technique
from bookmaker.logic.techniques.families import worded_as
from bookmaker.puzzles.grid.geometry import SYMBOLS

_WIDTH = 34


def techniques(arguments: Namespace) -> int:
    """List all techniques with level, score and name; or, for those that are named, how each works, with an example."""
    words = language.techniques(arguments.language)
    chosen = list(dict.fromkeys(found for name in arguments.techniques for found in named(name)))
    if arguments.output is not None:
        return _draw(Path(arguments.output), chosen, arguments.language)
    for technique in chosen or BY_NAME.values():
        name = language.plain(words.text(f"name.{technique.name}"))
        fields = {"technique": technique.name, "level": str(technique.level), "score": technique.score, "name": name}
        if chosen:
            fields |= _taught(technique, words)
        if arguments.json:
            print(json.dumps(fields))
        elif chosen:
            _print(fields)
        else:
            print(f"{technique.name:{_WIDTH}} {technique.level!s:11} {technique.score:6}  {name}")
    return 0


def kinds(arguments: Namespace) -> int:
    """List the kinds of puzzles with their sizes and their rules."""
    for one in all_kinds(arguments.language):
        if arguments.json:
            print(json.dumps(one))
        else:
            print(f"{one['kind']:{_KIND_WIDTH}} {', '.join(map(str, one['made']))}")
            print(*(f"    {line}\n" for line in textwrap.wrap(one["rule"], _TEXT_WIDTH)), sep="", end="")
    return 0


_KIND_WIDTH, _TEXT_WIDTH = 20, 100


def _draw(path: Path, chosen: list[Technique], code: str) -> int:
    """Write the picture of each technique: the file, or where there are several, the file with the name of the technique."""
    from bookmaker.publishing.documents.drawing import ENDINGS
    from bookmaker.publishing.documents.technique_example import example, pictured

    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise UsageError(f"--output {path}: the name must end in .png, .svg or .pdf")
    if not chosen:
        raise UsageError(Fault("--output: no technique is named", None, "name those to draw, such as x-wing"))
    files = {}
    for technique in chosen:
        shown = example(technique, code)
        if shown is not None:
            own = path if len(chosen) == 1 else path.with_name(f"{path.stem}-{technique.name}{path.suffix}")
            files[own] = pictured(shown, ending, code)
    if not files:
        message = f"--output: {', '.join(one.name for one in chosen)}: no classic puzzle shows this"
        raise UsageError(Fault(message, None, "draw the steps of a puzzle of your own with `bookmaker explain --png`"))
    output.commit(files)
    for name in files:
        print(name)
    return 0


def _taught(technique: Technique, words: language.Catalogue) -> dict[str, Any]:
    from bookmaker.formats.apps.json_files import fields_of
    from bookmaker.publishing.documents.technique_example import example, puzzle_of

    # The text of a Killer's technique names sums; here they are the sums of a 9x9.
    sums = {"whole": "45", "three_most": "24", "low": "7", "middle": "8", "high": "9"}
    # Examples depend on the rules of a book, and a classic puzzle has none of these.
    parts = words.paragraphs(f"text.{worded_as(technique.name)}", **sums, example="")
    text = [language.plain(part).rstrip() for part in parts]
    puzzle, worked = puzzle_of(technique), example(technique, words.code)
    if puzzle is None or worked is None:
        return {"text": text, "example": None}
    position = worked.position
    grid = "".join(SYMBOLS[digit - 1] if digit else "." for digit in position.digits)
    removed = " ".join(
        f"r{cell // 9 + 1}c{cell % 9 + 1}<>{digit}"
        for cell, held in enumerate(position.digits)
        if not held
        for digit in range(1, 10)
        if not position.candidates[cell] >> (digit - 1) & 1
        and not any(position.digits[peer] == digit for peer in position.seen(cell))
    )
    candidates = _candidates(position.candidates, grid)
    shown = {**fields_of(puzzle), "so_far": grid, "removed": removed, "candidates": candidates}
    return {"text": text, "example": {**shown, "step": worked.text, "notation": worked.notation}}


def _candidates(masks: tuple[int, ...], grid: str) -> list[str]:
    """The rows of the grid: the digit of a filled cell, the candidates of an empty one."""
    cells = [
        "".join(SYMBOLS[digit] for digit in range(9) if mask >> digit & 1) if mask else held
        for mask, held in zip(masks, grid, strict=True)
    ]
    width = max(map(len, cells))
    rows = [[cell.ljust(width) for cell in cells[start : start + 9]] for start in range(0, 81, 9)]
    return [" | ".join(" ".join(row[at : at + 3]) for at in (0, 3, 6)).rstrip() for row in rows]


def _print(fields: dict[str, Any]) -> None:
    print(f"{fields['name']} ({fields['technique']}): {fields['level']}, score {fields['score']}")
    for paragraph in fields["text"]:
        print(f"  {paragraph}")
    shown = fields["example"]
    if shown is not None:
        print()
        for index, row in enumerate(shown["candidates"]):
            if index in (3, 6):
                print()
            print(f"    {row}")
        print(f"\n  {shown['step']}")
    print()
