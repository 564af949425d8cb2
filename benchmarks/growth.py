"""Whether work grows no faster than what is given: ``python -m benchmarks.growth [KIND...]``.

For every kind, and for the commands that take many puzzles, the processor time of 4n puzzles is divided by that of n, after a run
that loads the kernels. The law is at most 4.6; ``tests/test_growth.py`` counts calls in place of time. Books are built and
proven with one, four and six grids a page.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import bookmaker
from bookmaker import formats
from bookmaker.cli import main as command
from bookmaker.puzzles.rules import RULES, exists

MOST = 4.6
_TIMES = 4
_LONG = 0.3
"""Seconds of processor time below which n is doubled, since less says nothing."""

_MOST_PUZZLES = 256
_COMMANDS = {
    "verify": ["verify"],
    "verify --deep": ["verify", "--deep"],
    "fix": ["fix"],
    "grade": ["grade"],
    "convert": ["convert", "--to", "jsonl"],
    "answers": ["answers", "-o", "{out}.pdf"],
}
_SPEC = """
book: {{title: Growth, author: Anybody}}
sections: [{{title: Puzzles, layout: {layout}, puzzles: {{from: {path}}}}}]
"""


def spent(work: Callable[[], object]) -> float:
    """Seconds of processor time, of this process and of those that it waits for."""
    before = sum(os.times()[:4])
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        work()
    return sum(os.times()[:4]) - before


def report(what: str, number: int, few: float, many: float) -> None:
    """One line; a star marks what breaks the law."""
    ratio = many / max(few, 1e-9)
    star = " *" if ratio > MOST and many > _LONG else ""
    print(f"{what:32} {number:5} {few:8.2f} s {_TIMES * number:5} {many:8.2f} s {ratio:5.2f}{star}", flush=True)


def of_kind(kind: str) -> None:
    """Made puzzles of a kind."""
    size = 9 if exists(kind, 9) else next(size for size in (6, 4, 8) if exists(kind, size))

    def made(count: int) -> Callable[[], object]:
        return lambda: bookmaker.generate(count, "any", kind=kind, size=size, seed=1, jobs=1, grade=False)

    number = 8
    few = spent(made(number)) and spent(made(number))
    while few < _LONG and number < _MOST_PUZZLES:
        number *= 2
        few = spent(made(number))
    report(f"generate {kind}", number, few, spent(made(_TIMES * number)))


def of_commands(kind: str, number: int, folder: Path) -> None:
    """The commands on a file of puzzles, and on one of spoilt ones with their answers behind them."""
    puzzles = bookmaker.generate(_TIMES * number, "easy", kind=kind, seed=1)
    names: dict[str, list[str]] = {"": [], ", spoilt": []}
    for count in (number, _TIMES * number):
        some = [one.puzzle for one in puzzles[:count]]
        proper = folder / f"{kind}{count}.jsonl"
        proper.write_text(formats.render(some, "jsonl", [str(at) for at in range(count)]), "utf-8")
        names[""].append(str(proper))
        if kind == "classic":
            spoilt = folder / f"{kind}{count}.txt"
            lines = [str(one) for one in some]
            answers = ["".join(map(str, one.solution)) for one in reversed(puzzles[:count])]
            lines += ["", "Solutions", "", *(f"{one[:-1]}{int(one[-1]) % 9 + 1}" for one in answers)]
            spoilt.write_text("\n".join([*lines, ""]), "utf-8")
            names[", spoilt"].append(str(spoilt))
    for name, words in _COMMANDS.items():
        for which, paths in names.items():
            if paths:
                runs = [[word.format(out=folder / "out") for word in [*words, path]] for path in paths]
                spent(lambda run=runs[0]: command(run))  # type: ignore[misc]
                few, many = (spent(lambda run=run: command(run)) for run in runs)  # type: ignore[misc]
                report(f"{name} {kind}{which}", number, few, many)
    for layout in ("one-up", "four-up", "six-up"):
        times = []
        for run, path in enumerate((names[""][0], *names[""])):
            spec = folder / f"{kind}-{layout}-{run}" / "book.yaml"
            spec.parent.mkdir()
            spec.write_text(_SPEC.format(layout=layout, path=path), "utf-8")
            times.append(spent(lambda spec=spec: built(spec)))  # type: ignore[misc]
        report(f"build {layout} {kind}", number, *times[1:])


def built(spec: Path) -> None:
    """The book of a spec. Raises SystemExit where it is not made."""
    code = command(["build", str(spec), "--fresh", "--jobs", "1"])
    if code:
        raise SystemExit(f"{spec}: the build ended with {code}")


def main(kinds: Sequence[str]) -> None:
    """All kinds, or some, and the commands."""
    for kind in kinds or ["classic", *RULES]:
        of_kind(kind)
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("classic", "killer"):
            if not kinds or kind in kinds:
                of_commands(kind, 20, Path(folder))


if __name__ == "__main__":
    main(sys.argv[1:])
