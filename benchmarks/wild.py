"""How files of a folder are read: ``python -m benchmarks.wild FOLDER [--answer CELLS]``.

Each file is read, and counted as clean (puzzles and no fault), partly (both), refused (faults and no puzzle) or crashed. With
``--answer``, the solution that all puzzles of the folder have, those with another are counted as misread. What is not clean is
printed with its first fault. ``tests/data/wild`` has small files in the forms of public sources; ``wild_sources.tsv`` lists
files of public repositories (on GitHub) that were read, most of them without a licence to copy: fetch them into a folder.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
from collections import Counter
from pathlib import Path

from bookmaker import formats
from bookmaker.errors import BookmakerError, Fault, Note
from bookmaker.grid.puzzle import Puzzle, cells_text
from bookmaker.solve.solver import solve

_SLOW = 1.0


def judged(path: Path, answer: str = "") -> tuple[str, str]:
    """How one file is read, in a word, and what to look at."""
    before = time.process_time()
    try:
        items = list(formats.items(formats.stream(path)))
    except BookmakerError as error:
        return "refused", str(error.faults[0])
    except Exception:
        return "crashed", traceback.format_exc()
    spent = time.process_time() - before
    puzzles = [item for item in items if isinstance(item, Puzzle)]
    faults = [item for item in items if isinstance(item, Fault) and not isinstance(item, Note)]
    for puzzle in puzzles if answer else ():
        solution = solve(puzzle).solution
        if solution is None or cells_text(solution) != answer:
            return "misread", f"{puzzle.source}: {puzzle}"
    if spent > _SLOW:
        return "slow", f"{spent:.1f} s"
    return ("partly" if puzzles else "refused", str(faults[0])) if faults else ("clean", "")


def main() -> None:
    """Print what is not read cleanly, and the numbers of all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--answer", default="", help="the solution of all puzzles in the folder")
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    for path in sorted(one for one in options.folder.rglob("*") if one.is_file() and one.name != "README.md"):
        how, why = judged(path, options.answer)
        counts[how] += 1
        if why:
            print(f"{how}: {path}: {why}")
    print(json.dumps({"files": counts.total(), **counts}))
    sys.exit(counts.total() - counts["clean"] > 0)


if __name__ == "__main__":
    main()
