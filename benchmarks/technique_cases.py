"""Run a file of technique cases and print passes by code: ``python benchmarks/technique_cases.py FILE [--failures]``.

A case is one line, ``:<code>[-variant|-x]:<candidates>:<grid>:<deleted>:<eliminations>:<placements>:<extra>``, where our name
may stand in place of HoDoKu's code. In the grid ``+`` marks a digit placed later. Candidates are ``<digit><row><col>``.
The case holds when some instance of the technique has exactly these effects; for variant ``-x``, when there is no instance
at all. A code that HoDoKu has for what are two steps here, siamese fish and dual kites and empty rectangles, holds when two
instances have these effects together: both are of the same round. Cases of codes that no technique bears are counted as
skipped. The exit code is 1 when a case fails.

``--make NAME`` prints cases of a technique instead, met in the puzzles of FILE (81 characters a line, also in gzip) with it and
all easier techniques. A new technique needs some in ``tests/data/technique_cases.txt``. They hold the finder to what it does now;
whether that is right is for its naive twin to show, and for a published example.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, islice
from pathlib import Path

import numpy as np

from bookmaker.logic.techniques import BY_NAME, TECHNIQUES, engine
from bookmaker.logic.techniques.declare import Step, Technique
from bookmaker.logic.techniques.finders.board import load
from bookmaker.publishing.explain.position import Position
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

BY_HODOKU = {technique.hodoku.code: technique for technique in TECHNIQUES if technique.hodoku}

NAMES_ELIMINATED = ("1101", "0901", "0902", "0903", "0904", *(f"07{kind:02}" for kind in (1, 2, *range(6, 12))))
"""Codes whose cases name the digits eliminated, not those of the pattern: a Sue de Coq has too many, and so has a chain."""

BY_VARIANT = {
    ("0709", "2"): "als-continuous-nice-loop",
    **{("0710", variant): "als-discontinuous-nice-loop" for variant in "34"},
    **{("0711", variant): "als-aic" for variant in "34"},
}
"""Variants that are another technique of ours: chains through almost locked sets, which HoDoKu counts among the grouped ones.
Where a chain without such a set does the same, it is reported as that, and the case holds as well.
"""

TWO_STEPS = {
    "0404": ("0401",),
    "0405": ("0402",),
    **{f"03{kind}{size}1": (f"031{size}", f"032{size}") for kind in "12" for size in "012"},
    **{f"034{size}1": (f"034{size}",) for size in "012"},
}
"""Codes of two steps that HoDoKu tells as one, and the codes of what each of the two may be."""


@dataclass(frozen=True)
class Case:
    line: str
    code: str
    variant: str
    digits: frozenset[int]
    grid: bytes
    given: tuple[bool, ...]
    deleted: tuple[tuple[int, int], ...]
    eliminations: frozenset[tuple[int, int]]
    placements: frozenset[tuple[int, int]]

    @property
    def technique(self) -> Technique | None:
        name = BY_VARIANT.get((self.code, self.variant), self.code)
        return BY_NAME.get(name, BY_HODOKU.get(self.code))


def _candidates(text: str) -> list[tuple[int, int]]:
    return [((int(item[1]) - 1) * 9 + int(item[2]) - 1, int(item[0])) for item in text.split()]


def read(text: str) -> Iterator[Case]:
    for line in text.splitlines():
        if not line.startswith(":"):
            continue
        _, code, digits, grid, deleted, eliminations, placements, *_ = line.split(":")
        variant = ""
        if code not in BY_NAME:
            code, _, variant = code.partition("-")
        cells = grid.replace("0", ".")
        given = [char != "." and cells[at - 1 : at] != "+" for at, char in enumerate(cells) if char != "+"]
        yield Case(
            line=line,
            code=code,
            variant=variant,
            digits=frozenset(map(int, digits)),
            grid=bytes(0 if char == "." else int(char) for char in cells.replace("+", "")),
            given=tuple(given),
            deleted=tuple(_candidates(deleted)),
            eliminations=frozenset(_candidates(eliminations)),
            placements=frozenset(_candidates(placements)),
        )


def steps(case: Case) -> list[Step]:
    """All instances of the case's technique, which must be there."""
    assert case.technique is not None
    ground = geometry()
    position = engine.board(ground, 1 << 14)
    removed = np.zeros(81, dtype=np.uint32)
    for cell, digit in case.deleted:
        removed[cell] |= 1 << (digit - 1)
    load(engine.tables(ground), position, np.frombuffer(case.grid, dtype=np.uint8), removed)
    return engine.found(ground, position, case.technique.code, case.given)


def parts(case: Case) -> list[Case]:
    """The case as cases of other codes, each of which may have a step of it; itself where there is nothing to take apart."""
    if case.code in TWO_STEPS:
        return [replace(case, code=code, variant="") for code in TWO_STEPS[case.code]]
    plain = BY_HODOKU.get(case.code)
    return [case] if case.technique is plain or plain is None else [case, replace(case, variant="")]


def holds(case: Case) -> bool:
    """Whether the case's technique finds what the case says."""
    found = [step for part in parts(case) for step in steps(part)]
    if case.variant == "x":
        return not found
    eliminated = {digit for _, digit in case.eliminations}
    if case.code in TWO_STEPS:
        return any(
            {*one.eliminations, *other.eliminations} == case.eliminations
            and case.digits <= {*one.digits, *other.digits}
            for one, other in combinations(found, 2)
        )
    return any(
        set(step.eliminations) == case.eliminations
        and set(step.placements) == case.placements
        and case.digits == (eliminated if case.code in NAMES_ELIMINATED else set(step.digits))
        for step in found
    )


def made(technique: Technique, givens: bytes) -> Iterator[str]:
    """The first case of the technique that a puzzle has on its way, if any."""
    easier = TECHNIQUES[: TECHNIQUES.index(technique) + 1]
    position = Position.of(Puzzle(geometry(), givens))
    for steps in engine.rounds(position.geometry, givens, easier):
        if steps[0].technique == technique.name:
            yield _line(position, steps[0])
            return
        position = position.after(steps)


def _line(position: Position, step: Step) -> str:
    cells = range(81)
    grid = "".join(
        "+" * (position.givens[cell] != position.digits[cell]) + (str(position.digits[cell] or ".")) for cell in cells
    )
    start = Position.of(Puzzle(position.geometry, position.digits)).candidates
    gone = [(c, d) for d in range(1, 10) for c in cells if (start[c] & ~position.candidates[c]) >> d - 1 & 1]
    groups = (gone, step.eliminations, step.placements)
    listed = (" ".join(f"{digit}{cell // 9 + 1}{cell % 9 + 1}" for cell, digit in group) for group in groups)
    return f":{step.technique}:{''.join(map(str, sorted(step.digits)))}:{grid}:{':'.join(listed)}:"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Run technique cases and print passes by code.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--failures", action="store_true", help="print the lines of cases that fail")
    parser.add_argument("--make", choices=[technique.name for technique in TECHNIQUES], metavar="NAME")
    parser.add_argument("--count", type=int, default=2, help="of cases that --make prints (default: 2)")
    options = parser.parse_args(arguments)
    if options.make:
        text = (gzip.open if options.file.suffix == ".gz" else open)(options.file, "rt").read()
        grids = (
            bytes(0 if char in ".0" else int(char) for char in line[:81]) for line in text.split() if len(line) >= 81
        )
        lines = (line for givens in grids for line in made(BY_NAME[options.make], givens))
        print("\n".join(islice(lines, options.count)))
        return 0
    passed: Counter[str] = Counter()
    total: Counter[str] = Counter()
    skipped: Counter[str] = Counter()
    for case in read(options.file.read_text(encoding="utf-8")):
        if any(part.technique is None for part in parts(case)):
            skipped[case.code] += 1
            continue
        total[case.code] += 1
        if holds(case):
            passed[case.code] += 1
        elif options.failures:
            print(f"failed {case.line}")
    for code in sorted(total):
        name = BY_HODOKU[code].name if code in BY_HODOKU else "two steps" if code in TWO_STEPS else ""
        print(f"{code} {name}: {passed[code]}/{total[code]}")
    print(f"all: {passed.total()}/{total.total()} passed; {skipped.total()} of {len(skipped)} other codes skipped")
    return 0 if passed == total else 1


if __name__ == "__main__":
    sys.exit(main())
