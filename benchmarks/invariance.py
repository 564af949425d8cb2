"""Whether a grade is a property of the puzzle, for puzzles of every kind.

``python -m benchmarks.invariance --count N`` makes puzzles of all kinds, at random and of any difficulty, and grades nine images
of each: lines, bands, turns and digits permuted as its rules allow, clues turned with the grid. Level, score, techniques,
estimates and minutes must not change.
Prints a JSON line for each kind, and one for all; the exit code is 1 where anything differs. Jigsaws have no symmetry to try.

``--seed`` (default 0) takes other puzzles and other images. ``--kinds A,B`` tries some kinds only, in all their sizes, so that a
long run can be split. Part of a run has the same puzzles as the whole, but other images: one generator draws the images of all
kinds in turn.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

import bookmaker
from benchmarks.soundness import copy
from bookmaker.logic.grading import grade_many
from bookmaker.puzzles.grid.automorphisms import automorphisms, relabellings, turns
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import CLUES, RULES, with_clues

_IMAGES = 9
_SIZES = ("classic", 4), ("classic", 6), ("classic", 8), ("classic", 12), ("killer", 6), ("killer", 4), ("x", 6)
_SHARES = {("classic", 9): 20, ("killer", 9): 2}
"""Of these there are so many times as many puzzles as of other kinds."""

_CLOSE = 1e-6

_PUZZLE_SEED, _IMAGE_SEED = 11, 7
"""What ``--seed`` is added to."""


def images(puzzle: Puzzle, chance: np.random.Generator) -> Iterator[Puzzle]:
    """Images of a puzzle, drawn from all that its rules allow."""
    ground, givens = puzzle.geometry, np.frombuffer(puzzle.givens, np.uint8)
    if ground.plain and not puzzle.cages:
        generator = random.Random(int(chance.integers(1 << 32)))
        yield from (copy(puzzle, generator) for _ in range(_IMAGES))
        return
    if ground.clues:
        yield from _with_clues(puzzle, chance)
        return
    maps = turns(ground) if puzzle.cages or ground.plain else automorphisms(ground)
    ways = relabellings(ground)
    for _ in range(_IMAGES):
        image = maps[chance.integers(len(maps))]
        if puzzle.cages:
            at = np.argsort(image)
            cages = tuple(Cage(tuple(sorted(int(at[cell]) for cell in cage.cells)), cage.sum) for cage in puzzle.cages)
            yield replace(puzzle, givens=givens[image].tobytes(), cages=cages, answer=None)
            continue
        labels = np.r_[0, chance.permutation(ground.size) + 1] if ways is None else ways[chance.integers(len(ways))]
        yield Puzzle(ground, labels[givens[image]].astype(np.uint8).tobytes())


def _with_clues(puzzle: Puzzle, chance: np.random.Generator) -> Iterator[Puzzle]:
    """Turns and reflections of a puzzle, with its clues."""
    ground, givens = puzzle.geometry.ground, np.frombuffer(puzzle.givens, np.uint8)
    maps = turns(ground)
    for _ in range(_IMAGES):
        image = maps[chance.integers(len(maps))]
        at = np.argsort(image)
        clues = [
            CLUES[clue.kind].clue([int(at[c]) for c in clue.cells], clue.value) for clue in puzzle.geometry.clues or ()
        ]
        yield Puzzle(with_clues(ground, clues), givens[image].tobytes())


def main() -> int:
    """Make, turn and grade; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--count", type=int, default=24, help="puzzles of a kind (default: 24; of classic ones 20 times as many)"
    )
    parser.add_argument("--seed", type=int, default=0, help="of puzzles and images (default: 0)")
    parser.add_argument("--kinds", help="kinds to try, with commas between (default: all)")
    options = parser.parse_args()
    count, chance = options.count, np.random.default_rng(_IMAGE_SEED + options.seed)
    every = ["classic", "killer", *(name for name in RULES if name not in ("jigsaw", "killer"))]
    chosen = every if options.kinds is None else options.kinds.split(",")
    unknown = [kind for kind in chosen if kind not in every]
    if unknown:
        parser.error(f"no such kind: {', '.join(unknown)}; there are {', '.join(every)}")
    told = wrong = 0
    for kind, size in (*((kind, 9) for kind in every), *_SIZES):
        if kind not in chosen:
            continue
        number = max(1, count * _SHARES.get((kind, size), 1) // (1 if size <= 9 else 4))
        made = bookmaker.generate(number, "any", seed=_PUZZLE_SEED + options.seed, kind=kind, size=size)
        puzzles = [one.puzzle for one in made]
        changed = 0
        for puzzle, grade in zip(puzzles, grade_many(puzzles), strict=True):
            others = grade_many(images(puzzle, chance))
            changed += sum(one != grade or abs(one.minutes - grade.minutes) > _CLOSE for one in others)
        print(json.dumps({"kind": kind, "size": size, "images": _IMAGES * number, "changed": changed}), flush=True)
        told, wrong = told + _IMAGES * number, wrong + changed
    print(json.dumps({"what": "all", "images": told, "changed": wrong}))
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
