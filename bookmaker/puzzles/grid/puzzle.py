"""The frozen puzzle: a grid's geometry and its givens, with where it came from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self, overload

from bookmaker.base import above
from bookmaker.base.errors import Place
from bookmaker.puzzles.grid.geometry import SYMBOLS, Clue, Geometry

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Cells = str | bytes | Sequence[Any] | npt.NDArray[Any]
    """The cells of a grid: a text, a byte 0..size for each, digits in a list or an array, or rows of them."""


@dataclass(frozen=True, slots=True)
class Cage:
    """Cells that hold different digits with a sum.

    ``cells`` are indices, ascending in a puzzle; ``sum`` is None if the source has none. A cage is kept as it was read:
    ``strays`` are names of cells outside the grid, and cells may repeat, lie apart, or belong to two cages.
    :func:`bookmaker.logic.verify.check.check` reports all such faults together.
    """

    cells: tuple[int, ...]
    sum: int | None
    strays: tuple[str, ...] = ()


@dataclass(frozen=True, init=False, repr=False)
class Puzzle:
    """Givens on a geometry, and cages on one that takes them. Two puzzles are equal when these are. Regions and
    clues belong to the geometry, since they decide which digits cells can hold beside each other.

    ``Puzzle(cells)`` takes a text in any known format, a byte for each cell, or digits in lists or arrays, 0 for an empty cell.
    Its other arguments have the names and the forms of the fields in docs/json.md, and so has what ``repr`` shows, which can be
    read back: ``Puzzle(".4...3.2.2...1.4", kind="x")``. Raises InputError for cells that do not make a puzzle, UsageError for
    another object.

    ``givens`` holds one digit 0..size for each cell in reading order, 0 for an empty cell. ``cages`` are sorted by their first
    cells, each with its cells ascending. ``answer`` is an answer that came with the puzzle: a claim, never trusted. ``name`` is a
    name from the source, "" if none; ``source`` is where the puzzle was read. ``candidates`` come from candidate grids: for each
    cell the mask of its candidates (bit d - 1 for digit d), one for a filled cell and 0 where none is left. They too are a claim
    that no solver relies on. ``doubts`` come from pictures: a cell, another digit that it may hold (0 for none), and how likely
    that is against what was read. Mending ranks by them, and nothing else.

    Raises ValueError for givens, cages or candidates that the geometry has no place for.
    """

    geometry: Geometry
    givens: bytes
    source: Place | None = field(default=None, compare=False)
    name: str = field(default="", compare=False)
    answer: bytes | None = field(default=None, compare=False)
    cages: tuple[Cage, ...] = ()
    candidates: tuple[int, ...] | None = field(default=None, compare=False)
    doubts: tuple[tuple[int, int, float], ...] = field(default=(), compare=False)

    @overload
    def __init__(
        self,
        geometry: Geometry,
        givens: bytes,
        source: Place | None = None,
        name: str = "",
        answer: bytes | None = None,
        cages: Iterable[Cage] = (),
        candidates: tuple[int, ...] | None = None,
        *,
        doubts: tuple[tuple[int, int, float], ...] = (),
    ) -> None: ...

    @overload
    def __init__(
        self,
        cells: Cells,
        /,
        *,
        kind: str | None = None,
        size: int | None = None,
        boxes: str | None = None,
        regions: Cells | None = None,
        cages: Iterable[Cage | Mapping[str, Any]] = (),
        clues: Iterable[Clue | Mapping[str, Any]] = (),
        answer: Cells | None = None,
        name: str = "",
        candidates: Iterable[int] | None = None,
    ) -> None: ...

    def __init__(self, geometry: Any, givens: Any = None, source: Place | None = None, *more: Any, **said: Any) -> None:
        if not isinstance(geometry, Geometry):
            if givens is not None or source is not None or more:
                raise TypeError("a Puzzle takes its cells and named arguments, or a geometry and givens")
            self.__dict__.update(vars(above.module_for("puzzles").from_cells(geometry, said)))
            return
        values = dict(zip(("name", "answer", "cages", "candidates"), more, strict=False)) | said
        self.__dict__.update(
            geometry=geometry,
            givens=givens,
            source=source,
            name=values.pop("name", ""),
            answer=values.pop("answer", None),
            cages=values.pop("cages", ()),
            candidates=values.pop("candidates", None),
            doubts=values.pop("doubts", ()),
        )
        if values or givens is None or len(more) > _AFTER_SOURCE:
            raise TypeError("a Puzzle on a geometry takes givens, source, name, answer, cages and candidates")
        self._check()

    @classmethod
    def plain(
        cls, geometry: Geometry, givens: bytes, source: Place | None = None, cages: tuple[Cage, ...] = ()
    ) -> Self:
        """Givens, and cages in order, that are known to fit a geometry which needs nothing else: made in a tenth of the time."""
        made = object.__new__(cls)
        made.__dict__.update(
            geometry=geometry,
            givens=givens,
            source=source,
            name="",
            answer=None,
            cages=cages,
            candidates=None,
            doubts=(),
        )
        return made

    @classmethod
    def parse(cls, text: str, kind: str = "", format: str | None = None) -> Self:
        """The puzzle of a text in any known format. Raises InputError for a text that does not hold one puzzle.

        ``kind``: the kind of puzzle where the text does not say, "" for classic ones. ``format``: its name; None detects it.
        """
        found: Self = above.module_for("puzzles").parsed(text, kind, format)
        return found

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> Self:
        """The puzzle of an object as docs/json.md describes it; other fields change nothing. Raises InputError."""
        found: Self = above.module_for("puzzles").from_fields(fields)
        return found

    def to_dict(self) -> dict[str, Any]:
        """The fields that ``convert --to jsonl`` writes: those of docs/json.md."""
        fields: dict[str, Any] = above.module_for("puzzles").fields_of(self)
        return fields

    def _check(self) -> None:
        if len(self.givens) != self.geometry.cell_count:
            raise ValueError(f"{len(self.givens)} cells given for a grid of {self.geometry.cell_count}")
        if max(self.givens) > self.geometry.size:
            raise ValueError(f"digit {max(self.givens)} in a grid of size {self.geometry.size}")
        if self.candidates is not None:
            self._check_candidates(self.candidates)
            full = (1 << self.geometry.size) - 1
            if all(mask == full for mask, given in zip(self.candidates, self.givens, strict=True) if not given):
                self.__dict__["candidates"] = None  # Full candidates say nothing.
        if self.geometry.needs_regions:
            raise ValueError(f"a puzzle of kind {self.geometry.kind} without a map of regions")
        if self.geometry.needs_clues:
            raise ValueError(f"a puzzle of kind {self.geometry.kind} without clues")
        if self.cages and not self.geometry.caged:
            raise ValueError(f"cages on a grid of kind {self.geometry.kind}")
        cells = range(self.geometry.cell_count)
        for cage in self.cages:
            if cage.cells and not (min(cage.cells) in cells and max(cage.cells) in cells):
                raise ValueError(f"a cage of cells {cage.cells} on a grid of {self.geometry.cell_count}")
        self.__dict__["cages"] = tuple(sorted(map(_in_order, self.cages), key=_cage_key))

    def _check_candidates(self, candidates: tuple[int, ...]) -> None:
        if len(candidates) != self.geometry.cell_count:
            raise ValueError(f"candidates of {len(candidates)} cells for a grid of {self.geometry.cell_count}")
        for mask, given in zip(candidates, self.givens, strict=True):
            if not 0 <= mask < 1 << self.geometry.size or (given and mask != 1 << given - 1):
                raise ValueError(f"candidates {mask:b} in a cell whose given is {given}")

    @property
    def given_count(self) -> int:
        """Number of givens."""
        return len(self.givens) - self.givens.count(0)

    @property
    def clues(self) -> tuple[Clue, ...]:
        """The clues of its rules besides givens and cages, sorted."""
        return self.geometry.clues or ()

    @property
    def kind(self) -> str:
        """The name of its kind."""
        return self.geometry.kind

    @property
    def size(self) -> int:
        """The highest digit, and the number of rows of one grid."""
        return self.geometry.size

    @property
    def grid(self) -> npt.NDArray[np.int8]:
        """The givens as they lie: int8[rows, columns], 0 for an empty cell, and -1 where several grids have no cell."""
        return self.laid_out(self.givens)

    def laid_out(self, cells: bytes) -> npt.NDArray[np.int8]:
        """A byte for each cell, such as an answer, as :attr:`grid` has the givens."""
        import numpy as np

        grid = np.full((self.geometry.height, self.geometry.width), -1, np.int8)
        rows, columns = zip(*(self.geometry.place(cell) for cell in range(self.geometry.cell_count)), strict=True)
        grid[rows, columns] = np.frombuffer(cells, np.int8)
        return grid

    def __str__(self) -> str:
        return cells_text(self.givens)

    def __repr__(self) -> str:
        fields = self.to_dict()
        more = {"answer" if name == "solution" else name: value for name, value in fields.items() if name != "puzzle"}
        return f"Puzzle({', '.join([repr(fields['puzzle']), *(f'{name}={value!r}' for name, value in more.items())])})"

    def _repr_svg_(self) -> str:
        """The drawing that a notebook shows."""
        drawing: bytes = above.module_for("pictures").draw(self)
        return drawing.decode()


_AFTER_SOURCE = 4
"""Arguments behind the source of a puzzle."""


def _in_order(cage: Cage) -> Cage:
    cells = tuple(sorted(cage.cells))
    return cage if cells == cage.cells else replace(cage, cells=cells)


def _cage_key(cage: Cage) -> tuple[object, ...]:
    return cage.cells, cage.sum is None, cage.sum, cage.strays


_TEXT = b"." + SYMBOLS.encode() + b"?" * (255 - len(SYMBOLS))


def labels_text(labels: Iterable[int]) -> str:
    """A map of regions in text: one character for each cell, ``1`` for region 0."""
    return "".join(SYMBOLS[label] for label in labels)


def cells_text(cells: bytes) -> str:
    """One character for each cell: ``.`` for empty, the digit's printed symbol otherwise."""
    return cells.translate(_TEXT).decode("ascii")
