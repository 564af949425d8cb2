"""Pictures of printed puzzles as submissions: each grid a puzzle or a fault, each cell that was in doubt named.

A full grid is the answer of a puzzle of the picture whose givens it has; of a puzzle with cells in doubt, too, which the answer
then settles.
"""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bookmaker.base.errors import Fault, InputError, Note, Place
from bookmaker.camera import SaidCell
from bookmaker.formats.found.headings import BESIDE_ALIKE, LooseAnswer, meant_for
from bookmaker.formats.found.one_text import NO_PUZZLE
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLASSIC

if TYPE_CHECKING:
    from bookmaker.camera.frames import Grey
    from bookmaker.camera.scans import Scan

INSTALL = "pip install opencv-python-headless"

_SHOWN_SIDE = 560
"""Pixels of a picture in a report."""

_MOST_LISTED = 24
"""Cells of one grid that are not sure, beyond which none is named: the picture is too poor, or shows something else."""

_MOST_NAMED = 6
"""Cells of one grid that are not sure and have a line each."""


@dataclass
class PictureReader:
    """How pictures are read: ``said`` are cells that a person read, ``guess``: take the best reading where cells are unsure.

    ``kept`` collects the pictures with their grids where a report is to show them.
    """

    said: Sequence[SaidCell] = ()
    guess: bool = False
    kept: list[ReadPicture] | None = None

    def items(self, content: bytes, name: str, kind: str = CLASSIC) -> Iterator[Puzzle | Fault]:
        """The puzzles of a file of pictures, and a fault for each grid that cannot be read.

        Raises InputError for a file that is none of the known pictures or costs too much, for a cell of a grid that is not
        there, and where the operations on pictures are not installed.
        """
        require_installed(name)
        from bookmaker.camera.frames import pages

        several = list(pages(content, name))
        areas = [f"picture {number}, " for number in range(1, len(several) + 1)] if len(several) > 1 else [""]
        yield from self.of_pages(zip(areas, several, strict=True), name, kind, content)

    def of_pages(
        self, several: Iterable[tuple[str, Grey]], name: str, kind: str, content: bytes
    ) -> Iterator[Puzzle | Fault]:
        """The same of pictures in grey that are in the file, each after the beginning of its place there."""
        from bookmaker.camera.scans import scans

        digest, before = hashlib.sha256(content).hexdigest(), 0
        for area, grey in several:
            found, poor = scans(grey, kind)
            found = [self._as_said(scan, number, name) for number, scan in enumerate(found, before + 1)]
            page = ReadPicture(name, area, grey, _with_answers(found), digest, before)
            before += len(found)
            if self.kept is not None:
                self.kept.append(page)
            place = Place(name, area=area.removesuffix(", "))
            for lattice in poor if found else ():
                where = _whereabouts(lattice.corners.mean(0), grey)
                message = f"a frame is {where}, but its lines make no grid"
                yield Fault(message, place, "photograph it flat, or cut it off where it shows something else")
            if not found:
                what = "a frame is there, but its lines make no grid" if poor else "nothing like a grid is seen"
                yield Fault(NO_PUZZLE, place, f"{what}; lines around cells of 12 pixels or more are needed")
            yield from page.items(guess=self.guess)
        for one in self.said:
            if one.grid > before:
                raise InputError(Fault(f"there is no grid {one.grid}; {before} were found", Place(name), "see --cell"))

    def _as_said(self, scan: Scan, number: int, name: str) -> Scan:
        own = [one for one in self.said if one.grid == number]
        if scan.ground is None or not own:
            return scan
        size = scan.ground.size
        for one in own:
            if not max(one.row, one.column) < size >= one.digit:
                message = f"grid {number} has {size} rows and columns, and digits up to {size}"
                raise InputError(Fault(message, Place(name), f"say another cell than r{one.row + 1}c{one.column + 1}"))
        return scan.with_said({one.row * size + one.column: one.digit for one in own})


def require_installed(name: str) -> None:
    """Check that what works on pixels is there. Raises InputError, which says how to install it."""
    if importlib.util.find_spec("cv2") is None:
        raise InputError(Fault("this is a picture, and reading pictures is not installed", Place(name), INSTALL))


def _whereabouts(middle: object, grey: Grey) -> str:
    x, y = (float(part) for part in middle)  # type: ignore[attr-defined]
    height, width = grey.shape
    down = ("at the top", "in the middle", "at the bottom")[min(2, int(3 * max(y, 0) / height))]
    over = ("left", "", "right")[min(2, int(3 * max(x, 0) / width))]
    return f"{down} {over}".strip()


@dataclass(frozen=True, eq=False)
class ReadPicture:
    """A picture that was read: its file, where in it the picture is, its pixels, its grids and the sha256 of the file."""

    name: str
    area: str
    grey: Grey
    scans: Sequence[Scan] = field(repr=False)
    digest: str = ""
    before: int = 0
    """Grids of the file before those of this picture: they are numbered from 1 on in the whole file."""

    def place(self, number: int) -> Place:
        """The place of a grid, by its number from 1 in this picture."""
        return Place(self.name, area=f"{self.area}grid {self.before + number}")

    def drawn(self) -> bytes:
        """The picture as JPEG, its grids outlined and numbered."""
        from bookmaker.camera.frames import outlined

        figures = [
            (scan.corners, str(self.before + number), scan.reading is None or not scan.reading.taken)
            for number, scan in enumerate(self.scans, 1)
        ]
        return outlined(self.grey, figures, _SHOWN_SIDE)

    def drawn_grid(self, number: int) -> bytes:
        """A grid straightened and turned, as JPEG, with a frame around each cell that was not sure."""
        from bookmaker.camera.frames import outlined

        scan = self.scans[number - 1]
        reading = scan.reading
        marked = [] if reading is None else [(doubt.cell, False) for doubt in reading.settled]
        marked += [] if reading is None else [(doubt.cell, True) for doubt in reading.unsure]
        figures = [(corners, "", doubtful) for cell, doubtful in marked for corners in [scan.cell_corners(cell)]]
        return outlined(scan.picture, figures, _SHOWN_SIDE)

    def said(self, number: int) -> list[str]:
        """Sentences on a grid: why it cannot be read, each cell that was not sure, and a way to mend it."""
        scan = self.scans[number - 1]
        if scan.reading is None or scan.ground is None:
            return [scan.fault, scan.advice]
        doubts = [doubt.said(scan.ground) for doubt in (*scan.reading.unsure, *scan.reading.settled)]
        return [*doubts, self._advice(number, scan)] if scan.reading.unsure else doubts

    def doubtful(self, number: int) -> list[int]:
        """The cells of a grid that were not sure."""
        reading = self.scans[number - 1].reading
        return [] if reading is None else [doubt.cell for doubt in (*reading.unsure, *reading.settled)]

    def puzzle(self, number: int) -> Puzzle | None:
        """The cells of a grid as read, whether sure or not; None if it cannot be read at all."""
        scan = self.scans[number - 1]
        if scan.reading is None or scan.ground is None:
            return None
        return Puzzle(scan.ground, scan.reading.cells, self.place(number), doubts=scan.odds(), cages=scan.cages)

    def items(self, *, guess: bool = False) -> Iterator[Puzzle | Fault]:
        """The puzzles and the faults of its grids, and notes on what was in doubt."""
        read: list[tuple[int, Puzzle]] = []
        for number, scan in enumerate(self.scans, 1):
            yield from self._said(number, scan, guess)
            puzzle = self.puzzle(number)
            if puzzle is not None and scan.reading is not None and (scan.reading.taken or guess):
                read.append((number, puzzle))
        full = [one for one in read if 0 not in one[1].givens]
        puzzles = [one for one in read if 0 in one[1].givens]
        taken = set()
        for number, puzzle in puzzles:
            answer = _answer_of(puzzle, number, full)
            taken.add(None if answer is None else answer[0])
            yield puzzle if answer is None else replace(puzzle, answer=answer[1].givens)
        for number, grid in full:
            if number not in taken:
                yield LooseAnswer("a full grid, the answer of a puzzle", grid.source, grid=grid)
        unread = len(self.scans) - len(read)
        if unread and len(self.scans) > 1:
            yield Note(f"{len(self.scans)} grids: {len(read)} read, {unread} not", Place(self.name))

    def _said(self, number: int, scan: Scan, guess: bool) -> Iterator[Fault]:
        place = self.place(number)
        if scan.reading is None or scan.ground is None:
            yield Fault(f"this grid cannot be read: {scan.fault}", place, scan.advice)
            return
        if scan.quarters:
            yield Note(f"turned by {90 * scan.quarters}° to be read", place, light=True)
        for doubt in scan.reading.settled:
            yield Note(doubt.said(scan.ground), place, "look at this cell")
        if scan.settled:
            yield Note(scan.settled, place, "look at these sums")
        unsure = scan.reading.unsure
        for doubt in unsure[:_MOST_NAMED] if guess else ():
            yield Note(f"{doubt.said(scan.ground)}; this is a guess", place, "look at this cell")
        if unsure and not guess:
            named = f"{len(unsure)} of its {len(scan.reading.cells)} cells are not sure"
            if len(unsure) <= _MOST_LISTED:
                named = "; ".join(doubt.said(scan.ground) for doubt in unsure[:_MOST_NAMED])
            more = f"; and {len(unsure) - _MOST_NAMED} cells more" if _MOST_NAMED < len(unsure) <= _MOST_LISTED else ""
            yield Fault(f"this grid cannot be read for sure: {named}{more}", place, self._advice(number, scan))

    def _advice(self, number: int, scan: Scan) -> str:
        assert scan.reading is not None
        from bookmaker.puzzles.grid.geometry import cell_name

        if len(scan.reading.unsure) > _MOST_NAMED:
            return "photograph it flat, sharp and in more light, or send it as text"
        names = [cell_name(doubt.cell, scan.ground or 9) for doubt in scan.reading.unsure]
        said = " ".join(f"--cell {self.before + number}:{name}=DIGIT" for name in names)
        return f"look, and say {said}, or a dot for an empty cell"

    def as_dict(self, number: int) -> dict[str, object]:
        """The fields that ``--json`` prints of a grid."""
        from bookmaker.camera.cell_net import digest

        scan = self.scans[number - 1]
        ground, reading = scan.ground, scan.reading
        doubts: dict[str, object] = {}
        if ground is not None and reading is not None:
            doubts = {
                "settled": [doubt.as_dict(ground) for doubt in reading.settled],
                "unsure": [doubt.as_dict(ground) for doubt in reading.unsure],
            }
        corners = [[round(float(x), 1), round(float(y), 1)] for x, y in scan.corners]
        return {
            "grid": self.before + number,
            "corners": corners,
            "turn": 90 * scan.quarters,
            **doubts,
            "picture": self.digest,
            "model": digest(),
        }


def _with_answers(scans: Sequence[Scan]) -> list[Scan]:
    """The same grids, where those in doubt are read with the answer that the picture shows of them."""
    full = [scan for scan in scans if scan.reading is not None and scan.reading.taken and 0 not in scan.reading.cells]
    return [_with_answer(scan, full) for scan in scans]


def _with_answer(scan: Scan, full: Sequence[Scan]) -> Scan:
    if scan.reading is None or scan.reading.taken or scan.chances is None or scan.ground is None:
        return scan
    unsure = {doubt.cell for doubt in scan.reading.unsure}
    givens = bytes(0 if cell in unsure else digit for cell, digit in enumerate(scan.reading.cells))
    for other in full:
        if (
            other.ground is scan.ground
            and other.reading is not None
            and _fits(scan.ground, givens, other.reading.cells)
        ):
            return scan.with_answer(other.reading.cells)
    return scan


def _fits(ground: Geometry, givens: bytes, full: bytes) -> bool:
    alike = sum(given == digit for given, digit in zip(givens, full, strict=True))
    return alike == sum(map(bool, givens)) >= ground.size or meant_for(Puzzle(ground, givens), Puzzle(ground, full))


def _answer_of(puzzle: Puzzle, number: int, full: Sequence[tuple[int, Puzzle]]) -> tuple[int, Puzzle] | None:
    """The full grid that holds all givens of a puzzle; else one that holds most, the nearest by number."""
    same = [one for one in full if one[1].geometry is puzzle.geometry]
    for at, grid in same:
        if all(given in (0, digit) for given, digit in zip(puzzle.givens, grid.givens, strict=True)) and any(
            puzzle.givens
        ):
            return at, grid
    near = sorted(same, key=lambda one: abs(one[0] - number))
    return next((one for one in near if meant_for(puzzle, one[1], BESIDE_ALIKE)), None)
