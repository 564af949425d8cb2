"""How files of a folder are read: ``python -m benchmarks.wild FOLDER [--answer CELLS]``.

Each file is read, and counted as clean (puzzles and no fault), partly (both), refused (faults and no puzzle) or crashed. With
``--answer``, the solution that all puzzles of the folder have, those with another are counted as misread. What is not clean is
printed with its first fault. ``tests/data/wild`` has small files in the forms of public sources; ``wild_sources.tsv`` lists
files of public repositories (on GitHub) that were read. They are not copied here: fetch them into a folder, each as
``owner/name/path``, at the commit of the table. Files whose licence lets them be kept stand in ``tests/data/wild_licensed``.
"part" is a file of which only the beginning, or the lines around the puzzle, were taken. For most of them the table says what
a person saw in them before they were read: how many puzzles (0: none that is one puzzle by the rules), of which size, and the
first row of the first. What differs is counted as misread, a file that holds none and is refused as rightly so ("none").
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
from bookmaker.base.errors import BookmakerError, Fault, Note
from bookmaker.logic.solve.solver import solve
from bookmaker.puzzles.grid.puzzle import Puzzle, cells_text

_SLOW = 1.0


SOURCES = Path(__file__).with_name("wild_sources.tsv")


def expected(path: Path) -> tuple[int, str, str] | None:
    """How many puzzles a person saw in a file of the table, of which size, and the first row; None if nobody did."""
    name = path.absolute().as_posix()
    for line in SOURCES.read_text(encoding="utf-8").splitlines()[1:]:
        repository, place, _, _, count, size, first = line.split("\t")
        if count and name.endswith(f"/{repository}/{place}"):
            return int(count), size, first
    return None


def unlike(path: Path, puzzles: list[Puzzle]) -> str:
    """What the puzzles that were read have other than a person saw, "" if nothing."""
    wanted = expected(path)
    if wanted is None or not puzzles:
        return ""
    count, size, first = wanted
    ground = puzzles[0].geometry
    row = str(puzzles[0]) if not ground.overlapping else cells_text(puzzles[0].givens[: ground.size])
    seen = len(puzzles), str(ground.size), row[: len(first)]
    return "" if seen == (count, size, first) else f"{seen}, not {wanted}"


def judged(path: Path, answer: str = "") -> tuple[str, str]:
    """How one file is read, in a word, and what to look at."""
    before = time.process_time()
    try:
        items = list(formats.items(formats.read_stream(path)))
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
    strange = "" if faults else unlike(path, puzzles)
    if strange:
        return "misread", strange
    if (expected(path) or (1,))[0] == 0:
        return "none", ""
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
    sys.exit(counts.total() - counts["clean"] - counts["none"] > 0)


if __name__ == "__main__":
    main()
