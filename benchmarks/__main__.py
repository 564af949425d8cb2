"""One summary of how fast everything is, as JSON lines: ``python -m benchmarks``.

Rates are of one thread, the best of three runs, on the samples in ``tests/data``; where qqwing is installed it runs
beside us on the same work, because a ratio in one run says more than a rate on a machine that others use too. Start-up
times are of whole processes: ``cold`` with an empty kernel cache, ``warm`` with a full one.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from bookmaker.base.seeds import seed_for
from bookmaker.base.units import INCH
from bookmaker.logic.generation.maker import Maker
from bookmaker.logic.generation.order import Order
from bookmaker.logic.grading import grade_many
from bookmaker.logic.solve.solver import count_solutions, solve
from bookmaker.logic.techniques.declare import Level
from bookmaker.printing.canvases.page_setup import PageSetup
from bookmaker.printing.canvases.pdf import Metadata
from bookmaker.printing.grids.grid_drawing import answer_picture
from bookmaker.printing.pages import layouts
from bookmaker.printing.pages.document import pdf_document
from bookmaker.printing.pages.labels import Slot
from bookmaker.printing.pages.page_kinds import GridsPage
from bookmaker.printing.styles import style
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "tests" / "data"


def say(**fields: object) -> None:
    print(json.dumps(fields), flush=True)


def best(run: Callable[[], object], times: int = 3) -> float:
    def once() -> float:
        start = time.perf_counter()
        run()
        return time.perf_counter() - start

    return min(once() for _ in range(times))


def sample(name: str) -> list[str]:
    lines = gzip.decompress((DATA / name).read_bytes()).decode().splitlines()
    return [line[:81] for line in lines if line and not line.startswith("#")]


def qqwing(puzzles: list[str]) -> float:
    command = ["qqwing", "--solve", "--nosolution", "--count-solutions", "--one-line"]
    text = "\n".join(puzzles)
    return len(puzzles) / best(lambda: subprocess.run(command, input=text, text=True, capture_output=True, check=True))


def solving() -> None:
    for name in ("17_clue_sample.txt.gz", "top1465_sample.txt.gz", "top95.txt.gz"):
        puzzles = sample(name)
        cells = np.array([[0 if c in ".0" else int(c) for c in line] for line in puzzles], np.uint8)
        many = np.tile(cells, (max(1, 20_000 // len(cells)), 1))
        count_solutions(cells)
        rate = len(many) / best(lambda many=many: count_solutions(many))
        peer = qqwing(puzzles) if shutil.which("qqwing") else None
        ratio = None if peer is None else round(rate / peer, 1)
        say(measure="prove unique", set=name, per_second=round(rate), qqwing=peer and round(peer), ratio=ratio)


def generating() -> None:
    kinds = {
        "minimal": Order(geometry(), minimal=True),
        "symmetric": Order(geometry(), symmetry="rotational"),
        "easy": Order(geometry(), Level.EASY, "rotational"),
        "medium": Order(geometry(), Level.MEDIUM, "rotational"),
        "hard": Order(geometry(), Level.HARD),
        "6x6 easy": Order(geometry("classic", 6), Level.EASY),
        "16x16 easy": Order(geometry("classic", 16), Level.EASY),
    }
    counts = {"hard": 32, "medium": 320, "16x16 easy": 64}
    for name, order in kinds.items():
        maker = Maker(order)
        maker.make([0])
        seeds = [seed_for(1, index) for index in range(counts.get(name, 3200))]
        took = best(lambda maker=maker, seeds=seeds: maker.make(seeds), 1)
        say(measure="generate", kind=name, per_second=round(len(seeds) / took, 1))


def grading() -> None:
    puzzles = [
        Puzzle(geometry(), bytes(0 if c == "." else int(c) for c in text)) for text in sample("17_clue_sample.txt.gz")
    ]
    grade_many(puzzles)
    say(
        measure="grade", set="17_clue_sample.txt.gz", per_second=round(len(puzzles) / best(lambda: grade_many(puzzles)))
    )


def pages() -> None:
    puzzle = Puzzle(geometry(), bytes(0 if c == "." else int(c) for c in sample("17_clue_sample.txt.gz")[0]))
    solution = solve(puzzle).solution
    assert solution is not None
    slot = Slot(answer_picture(puzzle.geometry, puzzle.givens, solution), "Puzzle 1")
    layout = layouts.find("four-up", style.find())
    book = [GridsPage(look=style.find(), layout=layout, slots=(slot,) * 4, folio=str(number)) for number in range(500)]
    setup = PageSetup((8.5 * INCH, 11 * INCH), 0.5 * INCH, 0.5 * INCH, 0.5 * INCH)
    took = best(lambda: pdf_document(book, setup, Metadata("benchmark"), 0, "benchmark.pdf"))
    size = len(pdf_document(book, setup, Metadata("benchmark"), 0, "benchmark.pdf"))
    say(
        measure="pages",
        what="500 letter pages of four filled grids, checked for print",
        per_second=round(500 / took),
        kilobytes=size // 1000,
    )


def starting() -> None:
    command = [sys.executable, "-m", "bookmaker"]
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "easy.yaml").write_text(
            "book: {title: Easy}\nsections: [{title: One, puzzles: {count: 4}}]\n", encoding="utf-8"
        )
        calls = {
            "--help": ["--help"],
            "solve": ["solve", str(ROOT / "examples" / "puzzles.txt")],
            "easy book": ["build", "easy.yaml"],
        }
        for name, arguments in calls.items():
            for state in ("cold", "warm"):
                cache = Path(folder) / f"cache-{name}"
                if state == "cold":
                    shutil.rmtree(cache, ignore_errors=True)
                environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": str(ROOT)}

                def run(arguments: list[str] = arguments, environment: dict[str, str] = environment) -> None:
                    subprocess.run([*command, *arguments], cwd=folder, env=environment, capture_output=True, check=True)

                say(
                    measure="start", command=name, state=state, seconds=round(best(run, 1 if state == "cold" else 3), 2)
                )


if __name__ == "__main__":
    solving()
    generating()
    grading()
    pages()
    starting()
