"""The rule of 45 in two pictures: a house whose cages leave one cell over, and a house whose cages reach one cell beyond it."""

from __future__ import annotations

from bookmaker.base.language import Catalogue
from bookmaker.printing.grids.grid_drawing import GridPicture, puzzle_picture
from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.text_blocks import Figures
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.marks import Mark

_DIGITS = (5, 2, 9, 1, 7, 4, 8, 3, 6)
"""The digits of the house in the order of its cells, without those above the size."""


def leftovers(look: Style, words: Catalogue, ground: Geometry) -> Figures:
    """Both pictures side by side, each above its sum, in the first box of a grid; in the first row where there are no boxes.

    Only the cages of that house are drawn: no puzzle of the book is given away.
    """
    size = ground.size
    (height, width), total = ground.box if ground.boxed and not ground.regions else (1, size), size * (size + 1) // 2
    house = [row * size + column for row in range(height) for column in range(width)]
    order = [*(digit for digit in _DIGITS if digit <= size), *range(len(_DIGITS) + 1, size + 1)]
    digits = dict(zip(house, order, strict=True))
    rows = [house[at : at + width] for at in range(0, size, width)] if height > 1 else _threes(house)
    outside = house[-1] + (1 if height > 1 else size)
    digits[outside] = digits[house[0]]
    pictures = []
    for key, cages, over in (
        ("inside", _joined([*rows[:-1], rows[-1][:-1]]), house[-1]),
        ("outside", [*rows[:-1], [*rows[-1], outside]], outside),
    ):
        sums = [sum(digits[cell] for cell in cage) for cage in cages]
        caption = words.text(
            f"how.killer_picture.{key}{'_single' if len(sums) == 1 else ''}",
            total=total,
            sums=words.text("how.killer_picture.plus").join(map(str, sums)),
            digit=digits[over],
        )
        pictures.append((_picture(ground, cages, sums, over, digits[over]), caption))
    return Figures(look, tuple(pictures))


def _threes(house: list[int]) -> list[list[int]]:
    return _joined([house[at : at + 3] for at in range(0, len(house), 3)])


def _joined(cages: list[list[int]]) -> list[list[int]]:
    """Cages of two cells and more: a last one that is shorter goes to the one before it."""
    return cages if len(cages[-1]) > 1 else [*cages[:-2], [*cages[-2], *cages[-1]]]


def _picture(ground: Geometry, cages: list[list[int]], sums: list[int], over: int, digit: int) -> GridPicture:
    shown = bytearray(ground.cell_count)
    shown[over] = digit
    marks = (Mark("cage", tuple(cage), str(total)) for cage, total in zip(cages, sums, strict=True))
    return puzzle_picture(ground.ground, bytes(shown), tuple(marks))
