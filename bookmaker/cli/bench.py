"""The command ``bench``: compares ways of searching on the puzzles of files."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from statistics import median

from bookmaker.base import output
from bookmaker.base.errors import UsageError
from bookmaker.cli.input import Input
from bookmaker.publishing.documents import search_charts


def bench(arguments: Namespace) -> int:
    """Print a line for each way of searching, and draw the distributions into the file of ``--output``."""
    path = None if arguments.output is None else Path(arguments.output)
    if path is not None and path.suffix.lower() not in (".svg", ".png"):
        raise UsageError(f"--output {path}: the name must end in .svg or .png")
    read = Input(arguments)
    if path is not None:
        read.require_other(path)
    puzzles = list(read.puzzles())
    if not puzzles:
        return read.code(0)
    done = search_charts.experiment(puzzles)
    for way, found in done.searches.items():
        fields = {
            "way": way.name,
            "puzzles": len(found),
            "given_up": sum(one.solved is None for one in found),
            "seconds": round(sum(one.seconds for one in found), 4),
            "median_guesses": median(one.guesses for one in found),
            "most_guesses": max(one.guesses for one in found),
            "deepest": max(one.deepest for one in found),
        }
        if arguments.json:
            print(json.dumps(fields))
        else:
            print(
                f"{way.name:36} {fields['seconds']:9.3f} s  guesses: median {fields['median_guesses']:g}, "
                f"most {fields['most_guesses']}; deepest {fields['deepest']}; given up {fields['given_up']}"
            )
    if path is not None:
        output.commit({path: search_charts.picture(done, path.suffix.lower())})
        print(path)
    return read.code(0)
