"""The row of symbols above a puzzle: one of each to copy, or the missing ones to cut out and glue in."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, floor

from bookmaker.printing.canvases.canvas import Canvas
from bookmaker.printing.canvases.strokes import corners, dashes
from bookmaker.printing.grids.grid_drawing import GridPicture, set_symbols
from bookmaker.printing.grids.symbols import picture as picture_of
from bookmaker.printing.styles.fonts import Role, pictures
from bookmaker.printing.styles.style import Style


def missing(picture: GridPicture) -> list[int]:
    """The digits that are still to be filled in, each as often as it is."""
    size = picture.geometry.span
    return [digit for digit in range(1, size + 1) for _ in range(size - picture.digits.count(digit))]


def cells_high(look: Style, shown: Iterable[GridPicture]) -> float:
    """The height that the highest row above these puzzles takes, with the space below it, in cells; 0 without any."""
    return max((_high(look, picture) for picture in shown), default=0.0)


def _high(look: Style, picture: GridPicture) -> float:
    sizes = look.symbols
    if picture.symbols.row == "none":
        return 0.0
    if picture.symbols.row == "models":
        return sizes.model + sizes.row_gap
    return _rows(look, picture) * sizes.piece + sizes.row_gap


def _rows(look: Style, picture: GridPicture) -> int:
    return ceil(len(missing(picture)) / floor(picture.geometry.span / look.symbols.piece + 1e-6))


def draw_row(canvas: Canvas, picture: GridPicture, left: float, foot: float, side: float, look: Style) -> None:
    """Draw the row above a grid of ``side`` points whose outline begins on top at ``foot``."""
    cell = side / picture.geometry.span
    if picture.symbols.row == "models":
        _draw_models(canvas, picture, left, foot + look.symbols.row_gap * cell, cell, look)
    elif picture.symbols.row == "pieces":
        _draw_pieces(canvas, picture, left, foot + look.symbols.row_gap * cell, cell, look)


def _draw_models(canvas: Canvas, picture: GridPicture, left: float, foot: float, cell: float, look: Style) -> None:
    sizes, box = look.symbols, look.symbols.model * cell
    for place, digit in enumerate(picture.symbols.order()):
        x = left + (place + 0.5) * cell - box / 2
        canvas.stroke(corners((x, foot, x + box, foot + box)), sizes.row_line, closed=True, ink=sizes.row_ink)
        _symbol(canvas, picture, digit, x + box / 2, foot + box / 2, box, look)


def _draw_pieces(canvas: Canvas, picture: GridPicture, left: float, foot: float, cell: float, look: Style) -> None:
    sizes, piece, digits = look.symbols, look.symbols.piece * cell, missing(picture)
    # As even as can be: no piece stands in a row of its own.
    rows = _rows(look, picture)
    across = ceil(len(digits) / rows)
    rows = ceil(len(digits) / across)
    top = foot + rows * piece
    for place, digit in enumerate(digits):
        row, column = divmod(place, across)
        _symbol(canvas, picture, digit, left + (column + 0.5) * piece, top - (row + 0.5) * piece, piece, look)

    def cut(x1: float, y1: float, x2: float, y2: float) -> None:
        for one in dashes([(x1, y1), (x2, y2)], sizes.dash, sizes.dash):
            canvas.stroke(one, sizes.row_line, ink=sizes.row_ink)

    last = len(digits) - (rows - 1) * across
    for row in range(rows + 1):
        cut(left, top - row * piece, left + (last if row == rows else across) * piece, top - row * piece)
    for column in range(across + 1):
        cut(left + column * piece, top, left + column * piece, top - (rows if column <= last else rows - 1) * piece)
    face, size = pictures(), min(piece, sizes.row_gap * cell) * sizes.picture
    # In the space below, pointing at the cut.
    canvas.glyphs([(left, foot - (sizes.row_gap * cell + size) / 2, picture_of("scissors"))], face, size)


def _symbol(canvas: Canvas, picture: GridPicture, digit: int, x: float, y: float, room: float, look: Style) -> None:
    role: Role = "given"
    symbols, face = picture.symbols, picture.symbols.face(look, role)
    points = symbols.points(look, face, look.grid.digit * room, room)
    across, up = symbols.shift(digit, face)
    foot = y - face.digit_height() * points / 2
    set_symbols(canvas, [(x - across * points, foot + up * points, symbols.texts[digit - 1])], face, points)
