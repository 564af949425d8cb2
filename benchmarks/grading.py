"""How fast puzzles are graded, and how the grades agree with a table of reference gradings.

``python benchmarks/grading.py rate PATH`` reads puzzles (81 characters at the start of a line) from a file, packed or not, or
from each file of a folder, and prints JSON lines: the rate of the engine alone (called from a kernel, as digging does), of
:func:`bookmaker.logic.grading.grade_many`, and, where ``hodoku-py`` is installed, of that beside it, on the first of the same
puzzles, with the ratio. Rates are of processor time, the best of several runs; the ratio is what a busy machine does not change
much. ``python benchmarks/grading.py agreement CSV`` reads columns ``puzzle``, ``hodoku_level``, ``hodoku_score``,
``hodoku_hardest`` and ``se_er`` and prints how often the estimates agree, over the puzzles that our techniques finish. ``python
benchmarks/grading.py beyond PATH`` prints how many puzzles of a file our techniques leave to brute force, and what proofs by
suppositions take there. ``python benchmarks/grading.py compile`` prints the processor seconds that the engine takes to compile
with an empty cache: what an easy book needs, and tier by tier the rest.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

HODOKU_NAMES = {
    "locked-candidates-1": "pointing",
    "locked-candidates-2": "claiming",
    "bug-plus-1": "bug-1",
    **{f"uniqueness-{kind}": f"unique-rectangle-{kind}" for kind in range(1, 7)},
    **{f"simple-colors-{kind}": f"simple-colours-{kind}" for kind in ("trap", "wrap")},
    **{f"multi-colors-{kind}": f"multi-colours-{kind}" for kind in (1, 2)},
    **{
        f"forcing-{what}-{kind}": f"forcing-{what}" for what in ("chain", "net") for kind in ("contradiction", "verity")
    },
}

ONE_ENTRY = {
    **dict.fromkeys(("continuous-nice-loop", "discontinuous-nice-loop", "aic"), "nice-loop"),
    **{f"grouped-{name}": "grouped-nice-loop" for name in ("continuous-nice-loop", "discontinuous-nice-loop", "aic")},
    **{f"{kind}-forcing-chain": "forcing-chain" for kind in ("nishio", "cell", "house")},
    **{f"{kind}-forcing-net": "forcing-net" for kind in ("cell", "house")},
}
"""Techniques that are one entry of HoDoKu's order: which of them it takes says nothing of how hard the puzzle is. It also tells
contradictions from verities where we tell what a proof starts from."""


def read_puzzle(line: str) -> Any:
    from bookmaker.puzzles.grid.puzzle import Puzzle
    from bookmaker.puzzles.rules import geometry

    return Puzzle(geometry(), bytes(0 if char in ".0" else int(char) for char in line[:81]))


def puzzles_of(path: Path, most: int) -> list[Any]:
    """At most so many puzzles of a file, packed or not."""
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode()
    read = [line for line in text.splitlines() if len(line.rstrip()) >= 81 and line[0] in ".0123456789"]
    # Lists are often sorted: a part is taken from all over.
    return [read_puzzle(line) for line in read[:: max(1, len(read) // most)][:most]]


def _best(call: Callable[[], Any], seconds: float) -> float:
    """Processor seconds of the fastest run."""
    best, begun = float("inf"), time.process_time()
    while time.process_time() - begun < seconds:
        start = time.process_time()
        call()
        best = min(best, time.process_time() - start)
    return best


def rate(path: Path, most: int, seconds: float = 2.0, beside: int = 10) -> None:
    import numba

    from bookmaker.logic.grading import grade_many
    from bookmaker.logic.techniques import engine
    from bookmaker.logic.techniques.finders.course import run_logic

    @numba.njit(nogil=True)
    def solved(rules, givens, order, board, tally):
        count = 0
        for i in range(len(givens)):
            count += run_logic(rules, givens[i], order, board, tally, 0) == 1
        return count

    files = sorted(file for file in path.iterdir() if file.is_file()) if path.is_dir() else [path]
    for file in files:
        puzzles = puzzles_of(file, most)
        if not puzzles:
            continue
        givens = np.array([list(puzzle.givens) for puzzle in puzzles], dtype=np.uint8)
        ground, order = puzzles[0].geometry, engine.order_of()
        arguments = (engine.tables(ground), givens, order, engine.board(ground), engine.tally_for(order))
        calls = {"engine": lambda a=arguments: solved(*a), "grade_many": lambda p=puzzles: grade_many(p)}
        told: dict[str, float] = {}
        for name, call in calls.items():
            call()
            told[name] = len(puzzles) / _best(call, seconds)
            print(
                json.dumps({"what": name, "file": file.name, "puzzles": len(puzzles), "per_second": round(told[name])})
            )
        if importlib.util.find_spec("hodoku"):
            from hodoku import Solver

            few = [puzzle.givens.translate(bytes(range(48, 58)) + bytes(246)).decode() for puzzle in puzzles[:beside]]
            theirs = Solver()
            theirs.rate(few[0])
            yardstick = len(few) / _best(lambda few=few, theirs=theirs: [theirs.rate(line) for line in few], 0.1)
            result = {"what": "hodoku-py", "file": file.name, "puzzles": len(few), "per_second": round(yardstick, 2)}
            print(json.dumps({**result, "ours_to_it": round(told["grade_many"] / yardstick)}))
        share = solved(*arguments) / len(puzzles)
        print(
            json.dumps({"what": "finished by the basic tier", "file": file.name, "share": round(share, 3)}), flush=True
        )


def agreement(path: Path, differences: bool = False) -> None:
    from bookmaker.logic.grading import Grade, grade

    def hardest(row: dict[str, str]) -> str:
        name = row["hodoku_hardest"].lower().replace("_", "-")
        name = HODOKU_NAMES.get(name, name)
        return ONE_ENTRY.get(name, name)

    def our_hardest(grade: Grade) -> str | None:
        return ONE_ENTRY.get(grade.hardest or "", grade.hardest)

    with path.open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    graded = [(row, grade(read_puzzle(row["puzzle"]))) for row in rows]
    done = [(row, ours) for row, ours in graded if ours.hardest and ours.estimates.hodoku_level]
    if differences:
        for row, ours in done:
            told = (ours.estimates.hodoku_level, our_hardest(ours), ours.estimates.hodoku_score)
            theirs = (row["hodoku_level"], hardest(row), int(row["hodoku_score"]))
            if told[:2] != theirs[:2]:
                print(row["puzzle"], told, theirs, row["source"])

    def spearman(ours: list[float], theirs: list[float]) -> float:
        def ranks(values: list[float]) -> np.ndarray:
            order = sorted(values)
            return np.array([(order.index(v) + len(order) - order[::-1].index(v) - 1) / 2 for v in values])

        return round(float(np.corrcoef(ranks(ours), ranks(theirs))[0, 1]), 4)

    def share(hits: list[bool]) -> float:
        return round(sum(hits) / len(hits), 4)

    ratings = [(ours.estimates.se_er, float(row["se_er"])) for row, ours in done if row["se_er"]]
    up_to_7 = [(ours, theirs) for ours, theirs in ratings if theirs <= 7.0]
    scores = [(ours.estimates.hodoku_score, float(row["hodoku_score"])) for row, ours in done]
    moderate = [(row, ours) for row, ours in graded if row["hodoku_level"] != "EXTREME"]
    result = {
        "puzzles": len(rows),
        "finished": len(done),
        "of_all_up_to_unfair": {
            "finished": share([ours.hardest is not None for _, ours in moderate]),
            "hodoku_level_equal": share([ours.estimates.hodoku_level == row["hodoku_level"] for row, ours in moderate]),
            "hardest_equal": share([our_hardest(ours) == hardest(row) for row, ours in moderate]),
        },
        "hodoku_level_equal": share([ours.estimates.hodoku_level == row["hodoku_level"] for row, ours in done]),
        "hardest_equal": share([our_hardest(ours) == hardest(row) for row, ours in done]),
        "hodoku_score_spearman": spearman(*map(list, zip(*scores, strict=True))),
        "se_er_within_0.3": share([abs(ours - theirs) < 0.301 for ours, theirs in ratings]),
        "se_er_within_0.3_up_to_7": share([abs(ours - theirs) < 0.301 for ours, theirs in up_to_7]),
        "se_er_spearman": spearman(*map(list, zip(*ratings, strict=True))),
    }
    print(json.dumps(result))


def beyond(path: Path) -> None:
    """Of the puzzles that no technique finishes, how many do simple suppositions finish, each followed by singles and locked
    candidates, and how many suppositions within suppositions, by their passes (:mod:`bookmaker.logic.kernels.nested9`).
    """
    from bookmaker.logic.kernels.nested9 import STATE, STUCK, WORK, refute
    from bookmaker.logic.techniques import TECHNIQUES, engine

    puzzles = puzzles_of(path, 1 << 20)
    solver, plan = (
        engine.Solver(puzzles[0].geometry),
        engine.Plan(t.code for t in TECHNIQUES if t.name != "brute-force"),
    )
    ends = Counter[str]()

    def stuck(_: int) -> bool:
        board = solver.board
        held = np.where(board.digits > 0, 1 << np.maximum(board.digits, 1).astype(np.int64) - 1, board.candidates)
        hardest = int(refute(held.astype(np.uint32), np.zeros(WORK, np.uint64), np.zeros(STATE, np.int64)))
        ends["not finished" if hardest == STUCK else f"nested {hardest >> 16}" if hardest else "simple"] += 1
        return False

    solver.run_many(np.array([list(puzzle.givens) for puzzle in puzzles], np.uint8), plan, stuck)
    print(json.dumps({"file": path.name, "puzzles": len(puzzles), "left": ends.total(), **ends}))


def cold_compile() -> None:
    code = """
import json, numpy
from time import process_time as now
start = now()
from bookmaker.logic.grading import grade_many
from bookmaker.logic.techniques import engine
from bookmaker.logic.techniques.explainer_rating import rate
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry
ground = geometry()
print(json.dumps({"import": round(now() - start, 2)}))
easy = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
grade_many([Puzzle(ground, bytes(map(int, easy)))])
print(json.dumps({"easy book": round(now() - start, 2)}))
solver = engine.Solver(ground)
before = now()
rate(solver.tables, solver.board, solver.part("links"), 0)
print(json.dumps({"explainer's chains": round(now() - before, 2)}))
for tier, search in engine.harder().items():
    before = now()
    solver.make_ready(tier)
    print(json.dumps({search.py_func.__module__.rpartition(".")[2]: round(now() - before, 2)}))
print(json.dumps({"all": round(now() - start, 2)}))
"""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("cold", "warm"):
            environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
            run = subprocess.run(
                [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
            )
            for line in run.stdout.splitlines():
                print(json.dumps({"what": f"compile {name}", "processor_seconds": json.loads(line)}))


def main() -> None:
    parser = argparse.ArgumentParser(description="Rates and agreement of the grader, as JSON lines.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("rate", "agreement", "beyond"):
        commands.add_parser(name).add_argument("file", type=Path)
    commands.choices["rate"].add_argument("--most", type=int, default=1000, help="puzzles of each file that are graded")
    commands.choices["agreement"].add_argument("--differences", action="store_true", help="print puzzles that differ")
    commands.add_parser("compile")
    options = parser.parse_args()
    if options.command == "compile":
        cold_compile()
    elif options.command == "rate":
        rate(options.file, options.most)
    elif options.command == "beyond":
        beyond(options.file)
    else:
        agreement(options.file, options.differences)


if __name__ == "__main__":
    main()
