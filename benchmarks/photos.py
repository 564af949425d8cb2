"""How the reader of pictures reads: ``python -m benchmarks.photos FOLDER`` and ``python -m benchmarks.photos --simulated 300``.

A folder holds photos, each with a ``.dat`` file of its digits; ``--nets`` names the nets of folds (the ``--cache`` of
``benchmarks/digit_training.py``), so that each photo is read by the net that has not seen it. Every second photo was looked at to
choose temperature and bounds; the others are counted apart. A simulated photo is a printed page, bent, lit, blurred and noisy: of
three, one has a fault in print, one pencil marks, dirt or a tint.
``whole``: all cells are right; ``taken``: handed on as read; ``silently wrong``: handed on with a wrong cell that is not named.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

import bookmaker
from benchmarks import digit_cells
from benchmarks.__main__ import sample
from bookmaker.base.errors import SpecError
from bookmaker.camera import cell_net, scans
from bookmaker.camera.frames import Grey, pages
from bookmaker.camera.lattice import CELL
from bookmaker.camera.readings import SURE
from bookmaker.camera.scans import Scan
from bookmaker.logic.solve.solver import solve
from bookmaker.printing.styles.style import names
from bookmaker.publishing.proof.ink import Pages
from bookmaker.puzzles.grid.geometry import cell_name
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import CLASSIC, geometry

Random = np.random.Generator
Digits = npt.NDArray[np.uint8]


def of_folder(folder: Path) -> Iterator[tuple[str, Grey, Digits]]:
    """Each photo with its digits."""
    for path in sorted(folder.glob("*.jpg")):
        rows = path.with_suffix(".dat").read_text(encoding="ascii").splitlines()[2:11]
        digits = np.array([[int(digit) for digit in row.split()] for row in rows], np.uint8).ravel()
        (grey,) = pages(path.read_bytes(), path.name)
        yield path.stem, grey, digits


def puzzles(random: Random) -> Iterator[Digits]:
    """Puzzles from the samples of the tests, their digits, rows and columns exchanged."""
    lines = [*sample("top1465_sample.txt.gz"), *sample("17_clue_sample.txt.gz")]
    while True:
        text = lines[int(random.integers(len(lines)))]
        grid = np.array([int(cell) if cell.isdigit() else 0 for cell in text], np.uint8).reshape(9, 9)
        rows = np.concatenate([3 * band + random.permutation(3) for band in random.permutation(3)])
        columns = np.concatenate([3 * stack + random.permutation(3) for stack in random.permutation(3)])
        names = np.concatenate([[0], 1 + random.permutation(9)]).astype(np.uint8)
        grid = names[grid[rows][:, columns]].ravel()
        if random.random() < 0.7:  # Printed puzzles have more givens than these.
            answer = np.frombuffer(solve(Puzzle(geometry(), grid.tobytes())).solution or bytes(81), np.uint8)
            more = random.permutation(np.flatnonzero(grid == 0))[: int(random.integers(2, 15))]
            grid[more] = answer[more]
        yield grid


def simulated(count: int, seed: int) -> Iterator[tuple[str, Grey, Digits]]:
    """So many simulated photos with the digits that are printed."""
    random = np.random.default_rng(seed)
    files = digit_cells.fonts()
    for number, printed in zip(range(count), puzzles(random), strict=False):
        what = ("plain", "faulty", "marked")[number % 3]
        digits = printed.copy()
        if what == "faulty":
            where = int(random.choice(np.flatnonzero(digits)))
            digits[where] = (digits[where] + random.integers(1, 9) - 1) % 9 + 1 if random.random() < 0.7 else 0
        file = digit_cells._any(random, files.held if random.random() < 0.5 else files.train)
        page = _page(random, digits, file)
        if what == "marked":
            _marked(random, page, digits, file)
        yield f"{what} {number} {Path(file).name}", _photo(random, page), digits


_CELL, _EDGE = 64, 90


def _page(random: Random, digits: Digits, file: str) -> npt.NDArray[np.float32]:
    """The ink of a page with one grid, and words around it."""
    side = 9 * _CELL
    page = np.zeros((side + 2 * _EDGE, side + 2 * _EDGE), np.float32)
    thin, thick = random.uniform(0.8, 2), random.uniform(2.5, 6)
    faint = random.uniform(0.4, 1)
    for line in range(10):
        at = _EDGE + line * _CELL
        for ends in (((_EDGE, at), (_EDGE + side, at)), ((at, _EDGE), (at, _EDGE + side))):
            heavy = line % 3 == 0
            digit_cells._lined(page, ends, thick if heavy else thin, 1.0 if heavy else faint)
    if random.random() < 0.25:
        for box in range(9):
            if box % 2:
                top, left = _EDGE + box // 3 * 3 * _CELL, _EDGE + box % 3 * 3 * _CELL
                part = page[top : top + 3 * _CELL, left : left + 3 * _CELL]
                np.maximum(part, random.uniform(0.08, 0.3), out=part)
    height = random.uniform(0.4, 0.72) * _CELL
    for cell in np.flatnonzero(digits):
        row, column = divmod(int(cell), 9)
        mark = digit_cells._sized(digit_cells.glyph(file, str(digits[cell])), height)
        _on(page, mark, _EDGE + (column + 0.5) * _CELL, _EDGE + (row + 0.5) * _CELL)
    for y in (_EDGE / 3, page.shape[0] - _EDGE / 2):
        words = digit_cells._sized(digit_cells.glyph(file, "Puzzle 12 · hard"), random.uniform(14, 28))
        _on(page, words, page.shape[1] * random.uniform(0.3, 0.7), y)
    return page


def _on(page: npt.NDArray[np.float32], mark: npt.NDArray[np.float32], x: float, y: float) -> None:
    top, left = round(y - mark.shape[0] / 2), round(x - mark.shape[1] / 2)
    part = page[max(top, 0) : top + mark.shape[0], max(left, 0) : left + mark.shape[1]]
    np.maximum(part, mark[: part.shape[0], : part.shape[1]], out=part)


def _marked(random: Random, page: npt.NDArray[np.float32], digits: Digits, file: str) -> None:
    """Pencil marks, written answers, dirt, or a tint, in some cells."""
    kind = random.integers(4)
    empty = random.permutation(np.flatnonzero(digits == 0))
    for cell in empty[: int(random.integers(1, 12))]:
        row, column = divmod(int(cell), 9)
        top, left = _EDGE + row * _CELL, _EDGE + column * _CELL
        if kind == 0:
            for place in random.permutation(9)[: int(random.integers(1, 4))]:
                mark = digit_cells._sized(digit_cells.glyph(file, str(place + 1)), random.uniform(11, 17)) * 0.7
                _on(page, mark, left + (place % 3 + 0.5) * _CELL / 3, top + (place // 3 + 0.5) * _CELL / 3)
        elif kind == 1:
            ink = np.zeros((digit_cells.DRAWN, digit_cells.DRAWN), np.float32)
            digit_cells._by_pen(ink, random, int(random.integers(1, 10)))
            _on(page, cv2.resize(ink, (_CELL + 16, _CELL + 16), interpolation=cv2.INTER_AREA), left + 32, top + 32)
        elif kind == 2:
            ink = np.zeros((digit_cells.DRAWN, digit_cells.DRAWN), np.float32)
            digit_cells._blot(ink, random, random.uniform(0.1, 0.35), random.uniform(0.2, 1))
            _on(page, cv2.resize(ink, (_CELL, _CELL), interpolation=cv2.INTER_AREA), left + 32, top + 32)
        else:
            part = page[top : top + _CELL, left : left + _CELL]
            np.maximum(part, random.uniform(0.1, 0.4), out=part)


def _photo(random: Random, page: npt.NDArray[np.float32]) -> Grey:
    """The page as a camera sees it."""
    side = page.shape[0]
    bend = random.normal(0, 6, 4)
    across = np.linspace(-1, 1, side, dtype=np.float32)
    x, y = np.meshgrid(np.arange(side, dtype=np.float32), np.arange(side, dtype=np.float32))
    bent = cv2.remap(
        page,
        (x + bend[0] * across[:, None] ** 2 + bend[1] * np.sin(3 * across[:, None])).astype(np.float32),
        (y + bend[2] * across[None] ** 2 + bend[3] * np.sin(3 * across[None])).astype(np.float32),
        cv2.INTER_LINEAR,
    )
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    out = int(random.uniform(420, 1100))
    angle = np.radians(random.normal(0, 6))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = (square / side - 0.5 + random.normal(0, 0.03, (4, 2))) @ turn.T * out * 0.92 + out / 2
    warped = cv2.warpPerspective(
        cv2.GaussianBlur(bent, (0, 0), max(0.3, side / out * 0.4)),
        cv2.getPerspectiveTransform(square, corners.astype(np.float32)),
        (out, out),
        flags=cv2.INTER_AREA,
    )
    warped = cv2.GaussianBlur(warped, (0, 0), random.uniform(0.2, out / 700))
    place = np.linspace(-1, 1, out)
    light = 1 + random.normal(0, 0.15) * place[None] + random.normal(0, 0.15) * place[:, None]
    grey = random.uniform(130, 245) * light * (1 - random.uniform(0.4, 0.92) * np.clip(warped, 0, 1))
    grey = np.clip(grey + random.normal(0, random.uniform(1, 7), grey.shape), 0, 255).astype(np.uint8)
    coded = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, int(random.uniform(40, 95))])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE), np.uint8)


def own_pages(
    styles: list[str], dpis: list[int], layout: str, kind: str
) -> Iterator[tuple[str, list[Grey], list[Puzzle]]]:
    """Pages of our own styles as scans: each turned another way, as JPEG of quality 50, with the puzzles on them.

    ``kind``: a kind of puzzle, or cells across a grid such as 16.
    """
    random = np.random.default_rng(4)
    size = int(kind) if kind.isdecimal() else None
    for at, name in enumerate(styles):
        if kind == CLASSIC:
            made = [Puzzle(geometry(), digits.tobytes()) for _, digits in zip(range(4), puzzles(random), strict=False)]
        else:
            of_kind = CLASSIC if size else kind
            made = [
                one.puzzle for one in bookmaker.generate(4, "any", seed=at + 1, kind=of_kind, size=size, grade=False)
            ]
        try:
            book = Pages(bookmaker.render(made, layout=layout, style=name), name)
        except SpecError as error:
            print(f"{name}: {error}", flush=True)
            continue
        for number, dpi in enumerate(dpis):
            seen = []
            for page in range(len(book)):
                turned = np.ascontiguousarray(np.rot90(book.drawn(page, dpi), at + number))
                coded = cv2.imencode(".jpg", turned, [cv2.IMWRITE_JPEG_QUALITY, 50])[1]
                seen.append(np.asarray(cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE), np.uint8))
            yield f"{name} {dpi} dpi", seen, made


def of_pages(styles: list[str], dpis: list[int], layout: str, kind: str) -> None:
    """Print how many grids of our own pages are read."""
    total: Counter[str] = Counter()
    for name, seen, made in own_pages(styles, dpis, layout, kind):
        start = time.process_time()
        found = [scan for grey in seen for scan in scans.scans(grey, CLASSIC)[0]]
        spent = time.process_time() - start
        wanted = {_content(one.givens, one.cages) for one in made}
        read = [(scan, _content(scan.reading.cells, scan.cages)) for scan in found if scan.reading is not None]
        taken = [content for scan, content in read if scan.reading is not None and scan.reading.taken]
        silent = sum(content not in wanted for content in taken)
        whole = sum(content in wanted for _, content in read)
        figures = {"grids": len(made), "found": len(found), "whole": whole, "taken": len(taken), "taken wrong": silent}
        total.update(figures)
        faults = [scan.fault for scan in found if scan.fault]
        faults += [scan.reading.unsure[0].said(scan.ground) for scan, _ in read if scan.reading.unsure]  # type: ignore[union-attr,arg-type]
        print(
            json.dumps({"page": name, **figures, "seconds": round(spent / len(seen), 2), "faults": faults}), flush=True
        )
    print(json.dumps(total))


def _content(givens: bytes, cages: Iterable[Cage]) -> tuple[bytes, frozenset[tuple[frozenset[int], int | None]]]:
    return givens, frozenset((frozenset(cage.cells), cage.sum) for cage in cages)


Misread = tuple[float, int, int, int]
"""The chance of a cell that was misread, the cell, its digit as read, and the one that is printed."""


def judged(scan: Scan | None, digits: Digits) -> tuple[Counter[str], list[Misread], list[float]]:
    """What became of one picture, the cells that were misread, and the chance of each cell as it was read."""
    counts: Counter[str] = Counter(pictures=1)
    if scan is None or scan.reading is None or scan.chances is None or scan.ground is None or scan.ground.size != 9:
        return counts + Counter(unseen=1), [], []
    best = scan.chances[:, :-1].argmax(1)
    wrong = np.flatnonzero(best != digits)
    chances = scan.chances[np.arange(len(best)), best].tolist()
    misread = [(chances[cell], int(cell), int(best[cell]), int(digits[cell])) for cell in wrong]
    read = np.frombuffer(scan.reading.cells, np.uint8)
    named = {doubt.cell for doubt in scan.reading.settled}
    counts["cells alone"] += not len(wrong)
    counts["whole"] += bool((read == digits).all())
    counts["taken"] += scan.reading.taken
    bad = set(np.flatnonzero(read != digits).tolist())
    counts["taken wrong, named"] += scan.reading.taken and bool(bad) and bad <= named
    counts["silently wrong"] += scan.reading.taken and bool(bad - named)
    counts["settled cells"] += len(scan.reading.settled) if scan.reading.taken else 0
    return counts, misread, chances


def main() -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--nets", type=Path, nargs="*", default=[])
    parser.add_argument("--simulated", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--crops", type=Path, help="a folder for each cell that was misread for sure")
    parser.add_argument("--names", action="store_true", help="a line for each picture that was not read whole")
    parser.add_argument("--styles", nargs="*", help="read our own pages of these styles, of all without names")
    parser.add_argument("--dpi", type=int, nargs="*", default=[100, 150, 200, 300])
    parser.add_argument("--layout", default="four-up")
    parser.add_argument("--kind", default=CLASSIC, help="of the puzzles on our own pages, or cells across their grids")
    arguments = parser.parse_args()
    if arguments.styles is not None:
        of_pages(arguments.styles or names(), arguments.dpi, arguments.layout, arguments.kind)
        return
    pictures = simulated(arguments.simulated, arguments.seed) if arguments.simulated else of_folder(arguments.folder)
    shipped = cell_net.net().temperature if not arguments.nets else 0.0
    nets = [cell_net.loaded(path.read_bytes()) for path in arguments.nets]
    by_photo = {name: net for net in nets for name in net.record["photos"]}
    total: dict[str, Counter[str]] = {}
    believed: dict[str, list[float]] = {}
    misread: list[Misread] = []
    spent = []
    for at, (name, grey, digits) in enumerate(pictures):
        if nets:
            scans.net = lambda net=by_photo[name]: net  # type: ignore[assignment]
        start = time.process_time()
        found, _ = scans.scans(grey, CLASSIC)
        spent.append(time.process_time() - start)
        scan = max(found, key=lambda one: float(cv2.contourArea(one.lattice.corners)), default=None)
        counts, wrong, chances = judged(scan, digits)
        kind = name.split()[0] if arguments.simulated else ("photos to choose with", "other photos")[at % 2]
        total.setdefault(kind, Counter()).update({**counts, "cells": len(chances), "misread cells": len(wrong)})
        believed.setdefault(kind, []).extend(chances)
        misread += wrong
        for chance, cell, best, truth in wrong:
            if chance >= SURE and scan is not None:
                where = f"{name} {cell_name(cell, scan.ground)}: {best} for {truth}, {chance:.4f}"
                print(where, flush=True)
                if arguments.crops is not None:
                    cv2.imwrite(str(arguments.crops / f"{where}.png"), _crop(scan, cell))
        if arguments.names and not (counts["whole"] and counts["taken"]):
            said = (
                []
                if scan is None or scan.reading is None or scan.ground is None
                else [doubt.said(scan.ground) for doubt in scan.reading.unsure[:3]]
            )
            print(name, dict(counts), None if scan is None else scan.fault, len(found), said, flush=True)
    for kind, counts in total.items():
        rate = 1 - counts["misread cells"] / max(counts["cells"], 1)
        honest = {"right": round(rate, 5), "mean chance": round(float(np.mean(believed[kind] or [0])), 5)}
        print(json.dumps({"kind": kind, **counts, **honest}))
    figures = {"surest": [one[0] for one in sorted(misread)[:-9:-1]], "seconds": round(float(np.mean(spent)), 3)}
    print(json.dumps({"temperature": shipped, "misread": len(misread), **figures}))


def _crop(scan: Scan, cell: int) -> Grey:
    """A cell with what lies around it, enlarged."""
    places = scan.cell_corners(cell)
    (left, top), (right, low) = np.maximum(places.min(0) - CELL // 2, 0), places.max(0) + CELL // 2
    return np.asarray(cv2.resize(scan.picture[int(top) : int(low), int(left) : int(right)], None, fx=4, fy=4), np.uint8)


if __name__ == "__main__":
    main()
