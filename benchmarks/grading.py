"""How fast puzzles are graded, and how the grades agree with a table of reference gradings.

``python benchmarks/grading.py rate FILE`` reads puzzles (81 characters at the start of a line) and prints JSON lines: the
rate of the engine alone (called from a kernel, as digging does) and of :func:`bookmaker.grading.grade_many`.
``python benchmarks/grading.py agreement CSV`` reads columns ``puzzle``, ``hodoku_level``, ``hodoku_score``,
``hodoku_hardest`` and ``se_er`` and prints how often the estimates agree, over the puzzles that our techniques finish.
``python benchmarks/grading.py compile`` prints how long the engine takes to compile with an empty cache.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
import time
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


def _puzzle(line: str) -> Any:
    from bookmaker.grid.puzzle import Puzzle
    from bookmaker.variants import geometry

    return Puzzle(geometry(), bytes(0 if char in ".0" else int(char) for char in line[:81]))


def rate(path: Path, seconds: float = 2.0) -> None:
    import numba

    from bookmaker.grading import grade_many
    from bookmaker.techniques import engine
    from bookmaker.techniques.finders.driver import run_logic

    @numba.njit(nogil=True)
    def solved(rules, givens, order, board, tally):
        count = 0
        for i in range(len(givens)):
            count += run_logic(rules, givens[i], order, board, tally) == 1
        return count

    puzzles = [_puzzle(line) for line in path.read_text().splitlines() if len(line) >= 81 and line[0] in ".0123456789"]
    givens = np.array([list(puzzle.givens) for puzzle in puzzles], dtype=np.uint8)
    ground, order = puzzles[0].geometry, engine.order_of()
    arguments = (engine.tables(ground), givens, order, engine.board(ground), engine.tally_for(order))
    solved(*arguments)
    grade_many(puzzles[:5])
    for name, call in (("engine", lambda: solved(*arguments)), ("grade_many", lambda: grade_many(puzzles))):
        runs, start = 0, time.process_time()
        while time.process_time() - start < seconds:
            call()
            runs += 1
        per_second = runs * len(puzzles) / (time.process_time() - start)
        print(json.dumps({"what": name, "file": path.name, "puzzles": len(puzzles), "per_second": round(per_second)}))
    print(json.dumps({"what": "finished", "file": path.name, "share": round(solved(*arguments) / len(puzzles), 3)}))


def agreement(path: Path, differences: bool = False) -> None:
    from bookmaker.grading import Grade, grade

    def hardest(row: dict[str, str]) -> str:
        name = row["hodoku_hardest"].lower().replace("_", "-")
        name = HODOKU_NAMES.get(name, name)
        return ONE_ENTRY.get(name, name)

    def our_hardest(grade: Grade) -> str | None:
        return ONE_ENTRY.get(grade.hardest or "", grade.hardest)

    with path.open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    graded = [(row, grade(_puzzle(row["puzzle"]))) for row in rows]
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


def cold_compile() -> None:
    code = (
        "import time; start = time.perf_counter()\n"
        "import numpy as np\n"
        "from bookmaker.techniques import engine\n"
        "from bookmaker.techniques.finders.driver import run_logic\n"
        "from bookmaker.variants import geometry\n"
        "g, order = geometry(), engine.order_of()\n"
        "run_logic(engine.tables(g), np.zeros(81, np.uint8), order, engine.board(g), engine.tally_for(order))\n"
        "print(time.perf_counter() - start)"
    )
    with tempfile.TemporaryDirectory() as folder:
        for name in ("cold", "warm"):
            environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
            run = subprocess.run(
                [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
            )
            print(json.dumps({"what": f"engine {name}", "seconds": round(float(run.stdout), 2)}))


def main() -> None:
    parser = argparse.ArgumentParser(description="Rates and agreement of the grader, as JSON lines.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("rate", "agreement"):
        commands.add_parser(name).add_argument("file", type=Path)
    commands.choices["agreement"].add_argument("--differences", action="store_true", help="print puzzles that differ")
    commands.add_parser("compile")
    options = parser.parse_args()
    if options.command == "compile":
        cold_compile()
    elif options.command == "rate":
        rate(options.file)
    else:
        agreement(options.file, options.differences)


if __name__ == "__main__":
    main()
