"""Published variant puzzles, read, proven and graded: ``python -m benchmarks.variants [--guesses N] [--yardstick N]
FILE.jsonl ...``.

Each line is an object with ``givens`` and ``solution`` in reading order (``.`` empty), ``size``, and what its kind needs:
``regions`` (a letter for each cell), ``diagonals``, ``parity`` (E or O for each cell), ``consecutive`` (pairs of cells, all
shown), ``boxes`` (false: there are none), ``grids`` (where several grids begin, with ``width`` and blanks where no cell is); or
``fpuzzles`` or ``iss``, a puzzle in the words of these programs. Prints for each file how many puzzles were read, how many of
these are proven to have the published answer and no other (or, if none is published, one only), and how many a person can finish
without brute force. Then by which constraint puzzles lie outside the rules that there are; which were not decided within the
bound of guesses; and which have another answer than the published one. Times include the arrays of each puzzle's own rules.
OR-tools' CP-SAT (``pip install ortools``), one worker, gets the first N puzzles of each file: its times include its model.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks.killer import cp_sat
from bookmaker import formats
from bookmaker.base.errors import BookmakerError, Place
from bookmaker.formats.apps import fpuzzles
from bookmaker.formats.base import clues, lz
from bookmaker.formats.base.json_values import WrongError
from bookmaker.formats.base.source import Source
from bookmaker.logic.grading import grade
from bookmaker.logic.solve.solver import UNDECIDED, solve
from bookmaker.logic.techniques.declare import Level
from bookmaker.puzzles.grid.geometry import Clue
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import arrangements, geometry, regions_of, vocabulary
from bookmaker.puzzles.rules.places import views

_GUESSES = 200_000
_ISS = "iss"
_WRITTEN = {"Shape", "Cage", "Jigsaw", *clues.words(_ISS), *clues.all_shown_words(_ISS)}

_OUTSIDE = {"margin": ("outside-sums", "outside-sum"), "skyscraper": ("skyscrapers", "skyscraper")}
"""For each variant with numbers outside the grid our rule and its clue."""


def _sides(size: int) -> dict[str, tuple[int, int, int]]:
    """For each side the first cell beside it, the step to the next, and the step into the grid."""
    last = size * (size - 1)
    return {
        "top": (0, 1, size),
        "left": (0, size, 1),
        "bottom": (last, 1, -size),
        "right": (size - 1, size, -1),
    }


class _OutsideError(Exception):
    """A puzzle under a rule that there is not here."""


def _cells(text: str) -> bytes:
    if text.isalpha():
        return bytes(ord(symbol) - ord("A") + 1 for symbol in text)
    return bytes(0 if symbol in ".0" else int(symbol, 36) for symbol in text if symbol != " ")


def _is_answer(solution: bytes, text: str) -> bool:
    """Whether a solution is a published one; some write numbers above 9 with two digits, and nothing between them."""
    text = text.replace(" ", "")
    return "".join(map(str, solution)) == text if len(text) > len(solution) else solution == _cells(text)


def _beyond(text: str) -> str:
    """The constraints of a puzzle of the Interactive Sudoku Solver that there are no rules for; "" if it has none."""
    if text.lstrip().startswith("//"):
        return "a program"
    shape = re.search(r"Shape~\d+x\d+~([^.\s]*)", text)
    if shape is not None:
        return f"the digits {shape[1] if '-' in shape[1] else f'1-{shape[1]}'}"
    if re.search(r"R.C._\d+_", text) or len(text) == 9**3:
        return "givens of several digits"
    if re.search(r"\.Whisper~(?!5~|R)", text):
        return "Whisper of another difference"
    if ".Jigsaw" in text and ".NoBoxes" not in text:
        return "regions besides boxes"
    named = set(re.findall(r"\.([A-Z][A-Za-z]*)", text))
    known = _WRITTEN | {word.split("~")[0] for word in vocabulary(_ISS)}
    return min((name for name in named - known - {"End"} if len(name) > 1), default="")


def _several(item: dict[str, Any]) -> Puzzle:
    places = tuple(divmod(at, item["width"]) for at, symbol in enumerate(item["givens"]) if symbol != " ")
    names = [name for name in arrangements() if geometry(name).places == places]
    # A whole rectangle may have several meanings: then the word of the file decides.
    name = next((name for name in names if name.replace("-", "") == item["variant"]), names[0] if names else "")
    if not name:
        raise _OutsideError(f"the rule {item['variant']}")
    return Puzzle(geometry(name), _cells(item["givens"]))


def _puzzle(item: dict[str, Any]) -> Puzzle:
    if "fpuzzles" in item:
        return fpuzzles.from_object(lz.unpack(item["fpuzzles"]), Place("", 1), Source("", "classic"))
    if "iss" in item:
        text = item["iss"].replace("\n", "")
        why = _beyond(item["iss"])
        if why:
            raise _OutsideError(why)
        # Some are written as other programs do.
        return formats.parse(text, "", format=_ISS if re.match(r"\.+(~|[A-Z][a-z])", text) else None)[0]
    if "grids" in item:
        return _several(item)
    rules, clues, size = set(), None, item["size"]
    if item.get("boxes") is False:
        rules.add("latin")
    if item.get("diagonals"):
        rules.add("x")
    if "parity" in item:
        rules.add("even-odd")
        kinds = {"E": "even", "O": "odd"}
        clues = [Clue(kinds[sign], (cell,)) for cell, sign in enumerate(item["parity"]) if sign in kinds]
    if "consecutive" in item:
        rules.add("consecutive" if item["negative"] else "kropki-partial")
        clues = [Clue("bar" if item["negative"] else "white-dot", tuple(pair)) for pair in item["consecutive"]]
    if "top" in item:
        rule, kind = _OUTSIDE[item["variant"]]
        rules.add(rule)
        ends = {line[:2]: line for line in views(size)}
        clues = [
            Clue(kind, ends[first, first + step], (value,))
            for side, (start, along, step) in _sides(size).items()
            for number, value in enumerate(item[side])
            for first in [start + number * along]
            if value
        ]
    regions = regions_of(item["regions"], size) if "regions" in item else None
    return Puzzle(geometry(rules, size, regions, clues), _cells(item["givens"]))


def _run(path: Path, guesses: int, yardstick: int) -> tuple[int, int]:
    """How many puzzles of a file have their published answer and no other, and how many there are."""
    count = read = proven = logic = 0
    outside: Counter[str] = Counter()
    undecided, wrong = list[str](), list[str]()
    solving: list[float] = []
    peer: list[float] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        item, count = json.loads(line), count + 1
        try:
            puzzle = _puzzle(item)
        except (_OutsideError, WrongError, BookmakerError) as error:
            outside[str(error).splitlines()[0][:100]] += 1
            continue
        read += 1
        start = time.perf_counter()
        found = solve(puzzle, 2, guesses)
        solving.append(time.perf_counter() - start)
        if len(peer) < yardstick:
            peer.append(cp_sat(puzzle))
        answer, name = item.get("solution"), str(item["id"])[:60]
        if found.solutions == UNDECIDED or (found.solution is None and found.solutions == 1):
            undecided.append(name)
        elif found.solution is None or (answer and not _is_answer(found.solution, answer)):
            wrong.append(f"{name}: {found.solutions} solutions")
        else:
            proven += 1
            logic += grade(puzzle).level != str(Level.BEYOND)
    ours = sorted(solving[: len(peer)])
    solving.sort()
    middle = f", {1000 * solving[len(solving) // 2]:.3f} ms in the median" if solving else ""
    print(f"{path.name}: {read} of {count} read, {proven} proven{middle}, {logic} by logic")
    if peer:
        mine = 1000 * ours[len(ours) // 2]
        theirs = sorted(peer)[len(peer) // 2]
        print(f"    CP-SAT: {theirs:.2f} ms in the median of the first {len(peer)}, {theirs / mine:.0f} times ours")
    for why, times in outside.most_common():
        print(f"    outside: {times} x {why}")
    for word, names in (("undecided", undecided), ("another answer", wrong)):
        if names:
            print(f"    {word}: {', '.join(names)}")
    print(
        f"    {proven} decided, {outside.total()} outside, {len(undecided)} undecided, {len(wrong)} wrong", flush=True
    )
    return proven, count


def main() -> None:
    """Run on the files of the command line; the last line is a summary."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--guesses", type=int, default=_GUESSES, help=f"the most guesses for a puzzle ({_GUESSES:,})")
    parser.add_argument("--yardstick", type=int, default=0, metavar="N", help="CP-SAT on the first N of each file")
    parser.add_argument("files", nargs="+", type=Path)
    options = parser.parse_args()
    both = [_run(path, options.guesses, options.yardstick) for path in options.files]
    print(
        f"{sum(proven for proven, _ in both)} of {sum(count for _, count in both)} proven to have the published answer"
    )


if __name__ == "__main__":
    main()
