"""The commands ``explain`` and ``hint``: the steps to the answer, in words, in notation, and as pictures."""

from __future__ import annotations

import json
import re
from argparse import Namespace
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bookmaker.base import language, output
from bookmaker.base.errors import ImproperError, UsageError
from bookmaker.base.language import plain
from bookmaker.base.units import trim_of
from bookmaker.cli.input import Input
from bookmaker.cli.puzzles import names, source_of
from bookmaker.publishing.explain import solution_path
from bookmaker.publishing.explain.solution_path import NOTATION, READER, ExplainedStep, Explanation, at_once
from bookmaker.publishing.explain.step_words import Speaker, complements
from bookmaker.puzzles.grid.geometry import cell_name
from bookmaker.puzzles.grid.puzzle import Puzzle

if TYPE_CHECKING:
    # Pages load the whole printer, which a step in words does without.
    from bookmaker.printing.pages.page_kinds import Page


def _outputs(arguments: Namespace) -> list[Path]:
    paths = []
    for suffix in ("pdf", "png"):
        name = getattr(arguments, suffix)
        if name is not None:
            paths.append(Path(name))
            if paths[-1].suffix.lower() != f".{suffix}":
                raise UsageError(f"--{suffix} {name}: the name must end in .{suffix}")
    return paths


def _write(arguments: Namespace, paths: list[Path], pages: list[Page]) -> None:
    from bookmaker.cli.paper import page_files

    numbered = [replace(page, folio=str(number) if len(pages) > 1 else "") for number, page in enumerate(pages, 1)]
    trim, files = trim_of(arguments.trim, "--trim"), {}
    for path in paths:
        files.update(page_files(numbered, path, trim, title="", code=arguments.language, dpi=arguments.dpi))
    output.commit(files)
    for name in files:
        print(name)


def explain(arguments: Namespace) -> int:
    """Print or draw all steps of each puzzle. Exit code 5 if a puzzle is not proper."""
    code, paths = 0, _outputs(arguments)
    pages: list[Page] = []
    trim = trim_of(arguments.trim, "--trim")
    read = Input(arguments)
    for path in paths:
        read.require_other(path)
    found: Iterable[Puzzle] = read.puzzles()
    if paths:
        from bookmaker.printing.styles import style
        from bookmaker.publishing.book.pages import walkthrough
        from bookmaker.publishing.book.pages.page_fit import require_name_glyphs
        from bookmaker.publishing.documents.sheets import loose_area

        found = list(found)
        require_name_glyphs(style.find(), found)
    for number, puzzle in enumerate(found):
        try:
            explained = solution_path.explain(
                puzzle,
                arguments.language,
                uniqueness=not arguments.no_uniqueness,
                path=arguments.path,
                everything=arguments.all,
                register=arguments.register,
            )
        except ImproperError as error:
            code = error.exit_code
            if arguments.json:
                print(json.dumps({**names(puzzle), "steps": None, "error": error.faults[0].message}))
            else:
                print(f"{source_of(puzzle)}: {error.faults[0].message}")
            continue
        if paths:
            pages += walkthrough.explanation_pages(explained, *loose_area(trim))
        elif arguments.json:
            steps = [_fields(step, arguments) for step in explained.steps]
            print(json.dumps({**names(puzzle), **explained.as_dict(), "steps": steps}))
        else:
            _print(explained, arguments, first=number == 0)
    if pages:
        _write(arguments, paths, pages)
    return read.code(code)


def _print(explained: Explanation, arguments: Namespace, *, first: bool) -> None:
    if not first:
        print()
    print(f"{source_of(explained.puzzle)}: {explained.puzzle}")
    words = explained.speaker.words
    if arguments.register != NOTATION:
        _print_grids(explained.speaker, [step.text for step in explained.steps])
    several = next((steps for steps in explained.rounds if at_once(steps)), None)
    noted = False
    for steps in explained.rounds:
        if explained.path == READER:
            (step,) = steps
            if step.noted and not noted:
                noted = True
                print(f"({plain(words.plural('path.notes', step.position.digits.count(0)))})")
            # A chain has a line for each link.
            print(f"{step.round}. {_said(step, explained.speaker, arguments, _NEXT_LINE)}")
            continue
        print(plain(words.text("path.round", round=steps[0].round)))
        if steps is several and arguments.register != NOTATION:
            print(f"  ({plain(words.text('path.at_once'))})")
        for step in steps:
            print(f"  {_said(step, explained.speaker, arguments)}")
    print(explained.summary)


def _print_grids(speaker: Speaker, said: Iterable[str]) -> None:
    """Print which of several grids the letters in some sentences name, if they name any."""
    letters = {house.grid for house in speaker.geometry.houses if house.grid}
    if any(re.search(rf"(?<!\w){letter}\d", text) for text in said for letter in letters):
        from bookmaker.publishing.book.pages.technique_chapter import named_grids

        for text in named_grids(language.load(speaker.words.code), [speaker.geometry]):
            print(f"  ({plain(text)})")


_NEXT_LINE = "\n   "


def _said(step: ExplainedStep, speaker: Speaker, arguments: Namespace, between: str = " ") -> str:
    said = between.join(step.lines)
    return plain(speaker.also(said, complements(step.step, step.position))) if arguments.groups else said


def _fields(step: ExplainedStep, arguments: Namespace) -> dict[str, Any]:
    if not arguments.groups:
        return step.as_dict()
    geometry = step.position.geometry
    groups = [
        {"kind": group.kind, "digits": list(group.digits), "cells": [cell_name(cell, geometry) for cell in group.cells]}
        for group in complements(step.step, step.position)
    ]
    return {**step.as_dict(), "groups": groups}


def hint(arguments: Namespace) -> int:
    """Print or draw the next step of one puzzle."""
    paths, trim = _outputs(arguments), trim_of(arguments.trim, "--trim")
    read = Input(arguments)
    puzzles = list(read.puzzles())
    if read.unreadable and len(puzzles) < 2:
        return read.code(0)
    if len(puzzles) != 1:
        raise UsageError(f"hint takes one puzzle, not {len(puzzles)}")
    (puzzle,) = puzzles
    so_far, removed = solution_path.read_begun(puzzle, arguments.so_far, arguments.removed)
    step = solution_path.hint(
        puzzle,
        arguments.language,
        so_far=so_far,
        removed=removed,
        uniqueness=not arguments.no_uniqueness,
        register=arguments.register,
    )
    speaker = Speaker(arguments.language, puzzle.geometry)
    if step is None:
        left = (so_far or puzzle.givens).count(0)
        said = plain(speaker.words.plural("path.stuck", left) if left else speaker.words.text("path.full"))
    elif arguments.tell == "all":
        said = _said(step, speaker, arguments)
    else:
        said = solution_path.where(step, speaker) if arguments.tell == "where" else solution_path.what(step, speaker)
    if arguments.json:
        fields = _fields(step, arguments) if step is not None and arguments.tell == "all" else None
        print(json.dumps({**names(puzzle), "language": arguments.language, "text": said, "step": fields}))
    else:
        print(said)
        if arguments.register != NOTATION:
            _print_grids(speaker, [said])
    if step is not None and paths:
        from bookmaker.publishing.book.pages import walkthrough
        from bookmaker.publishing.documents.sheets import loose_area

        _write(arguments, paths, [*walkthrough.hint_pages(step, speaker, *loose_area(trim))])
    return 0
