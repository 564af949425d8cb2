"""``explain`` and ``hint``: the steps to the answer, in words, in notation, and as pictures."""

from __future__ import annotations

import json
from argparse import Namespace
from typing import Any

from bookmaker import formats
from bookmaker.book import telling
from bookmaker.book.telling import Told
from bookmaker.errors import ImproperError, UsageError
from bookmaker.grid.puzzle import Puzzle
from bookmaker.language import plain
from bookmaker.techniques.words import Speaker


def _names(puzzle: Puzzle) -> dict[str, Any]:
    source = None if puzzle.source is None else f"{puzzle.source.path}:{puzzle.source.line}"
    return {"source": source, "puzzle": str(puzzle), **({"name": puzzle.name} if puzzle.name else {})}


def explain(arguments: Namespace) -> int:
    """Tell the way to the answer of each puzzle. Exit code 5 if one is not proper."""
    code = 0
    for number, puzzle in enumerate(formats.read_named(arguments.files, arguments.kind)):
        try:
            explained = telling.explain(
                puzzle, arguments.language, uniqueness=not arguments.no_uniqueness, everything=arguments.all
            )
        except ImproperError as error:
            code = error.exit_code
            if arguments.json:
                print(json.dumps({**_names(puzzle), "steps": None, "error": error.faults[0].message}))
            else:
                print(f"{_names(puzzle)['source']}: {error.faults[0].message}")
            continue
        if arguments.json:
            print(json.dumps({**_names(puzzle), **explained.as_dict()}))
            continue
        print(f"{chr(10) if number else ''}{_names(puzzle)['source']}: {puzzle}")
        for steps in explained.rounds:
            print(plain(explained.speaker.words.text("path.round", round=steps[0].round)))
            for told in steps:
                print(f"  {_said(told, arguments)}")
        print(explained.summary)
    return code


def _said(told: Told, arguments: Namespace) -> str:
    return told.notation if arguments.notation else told.text


def hint(arguments: Namespace) -> int:
    """Tell the next step of a puzzle."""
    puzzles = formats.read_named(arguments.files, arguments.kind)
    if len(puzzles) != 1:
        raise UsageError(f"hint takes one puzzle, not {len(puzzles)}")
    (puzzle,) = puzzles
    so_far, removed = telling.read_begun(puzzle, arguments.so_far, arguments.removed)
    told = telling.hint(
        puzzle, arguments.language, so_far=so_far, removed=removed, uniqueness=not arguments.no_uniqueness
    )
    speaker = Speaker(arguments.language, puzzle.geometry)
    if told is None:
        left = (so_far or puzzle.givens).count(0)
        said = plain(speaker.words.plural("path.stuck", left) if left else speaker.words.text("path.full"))
    elif arguments.tell == "all":
        said = _said(told, arguments)
    else:
        said = telling.where(told, speaker) if arguments.tell == "where" else telling.what(told, speaker)
    if arguments.json:
        step = told.as_dict() if told is not None and arguments.tell == "all" else None
        print(json.dumps({**_names(puzzle), "language": arguments.language, "text": said, "step": step}))
    else:
        print(said)
    return 0
