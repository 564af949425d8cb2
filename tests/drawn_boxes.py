"""Grids with boxes of any shape, drawn in the ways that people and programs draw them; for tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

Box = tuple[int, int]
Drawing = Callable[[Sequence[str], Box], str]
"""A symbol for each cell, a blank sign for empty ones, and the (height, width) of a box -> the drawing."""


def rows_of(cells: Sequence[str]) -> list[list[str]]:
    """The rows of a square grid."""
    size = round(len(cells) ** 0.5)
    return [list(cells[at : at + size]) for at in range(0, size * size, size)]


def _parts(row: Sequence[str], width: int) -> list[Sequence[str]]:
    return [row[at : at + width] for at in range(0, len(row), width)]


def _lines(cells: Sequence[str], box: Box, within: str, between: str, rule: Callable[[str], str], frame: bool) -> str:
    """Rows of parts, with a line made from the first row between two bands, and around all if ``frame``."""
    out: list[str] = []
    for at, row in enumerate(rows_of(cells)):
        text = between.join(within.join(part) for part in _parts(row, box[1]))
        text = f"| {text} |" if frame else text
        if (at and at % box[0] == 0) or (at == 0 and frame):
            out.append(rule(text))
        out.append(text)
    return "\n".join([*out, rule(out[-1])] if frame else out) + "\n"


def _ruled(text: str) -> str:
    return "".join("+" if sign == "|" else "-" for sign in text)


def framed(cells: Sequence[str], box: Box) -> str:
    """``+-----+`` around boxes, blanks between cells."""
    return _lines(cells, box, " ", " | ", _ruled, True)


def inner(cells: Sequence[str], box: Box) -> str:
    """As our own format draws: no outer frame."""
    return _lines(cells, box, " ", " | ", _ruled, False)


def compact(cells: Sequence[str], box: Box) -> str:
    """One character to a cell."""
    return _lines(cells, box, "", "|", _ruled, False)


def gaps(cells: Sequence[str], box: Box) -> str:
    """Wider gaps between stacks, empty lines between bands."""
    return _lines(cells, box, " ", "  ", lambda _: "", False)


def words(cells: Sequence[str], box: Box) -> str:
    """The rows of boxes as words, empty lines between bands."""
    return _lines(cells, box, "", " ", lambda _: "", False)


def dashes(cells: Sequence[str], box: Box) -> str:
    """A line of dashes without crossings."""
    return _lines(cells, box, " ", " | ", lambda text: "-" * len(text), False)


def _celled(cells: Sequence[str], box: Box, signs: str, pad: str) -> str:
    """A line around each cell, a heavier one around boxes: corner, light and heavy edges down, light and heavy rows."""
    light, heavy, thin, thick, cross = signs
    size = round(len(cells) ** 0.5)
    wide = max(map(len, cells)) + 2 * len(pad)

    def rule(at: int) -> str:
        sign = thick if at % box[0] == 0 else thin
        return cross + cross.join(sign * wide for _ in range(size)) + cross

    out = [rule(0)]
    for at, row in enumerate(rows_of(cells), 1):
        text = heavy
        for column, cell in enumerate(row, 1):
            text += cell.center(wide) + (heavy if column % box[1] == 0 else light)
        out += [text, rule(at)]
    return "\n".join(out) + "\n"


def doubled(cells: Sequence[str], box: Box) -> str:
    """Box-drawing characters: double lines around boxes, single ones around cells."""
    return _celled(cells, box, "│║─═┼", " ")


def heavy(cells: Sequence[str], box: Box) -> str:
    """Heavy lines around boxes, light ones around cells."""
    return _celled(cells, box, "│┃─━╋", " ")


def equals(cells: Sequence[str], box: Box) -> str:
    """Doubled bars and lines of ``=`` around boxes. No line has as many signs as a puzzle has cells."""
    out: list[str] = []
    for at, row in enumerate(rows_of(cells)):
        text = "||" + "||".join("|".join(f" {cell}" for cell in part) for part in _parts(row, box[1])) + "||"
        out += [f"+{('=' if at % box[0] == 0 else '-') * (len(text) - 2)}+", text]
    return "\n".join([*out, out[0]]) + "\n"


def latex(cells: Sequence[str], box: Box) -> str:
    """A table of LaTeX with a line below each band."""
    size = round(len(cells) ** 0.5)
    columns = "|".join("c" * box[1] for _ in range(size // box[1]))
    rows = [" & ".join(row) + r" \\" + r" \hline" * (at % box[0] == 0) for at, row in enumerate(rows_of(cells), 1)]
    return "\n".join([rf"\begin{{tabular}}{{|{columns}|}}", r"\hline", *rows, r"\end{tabular}", ""])


def _table(
    cells: Sequence[str], mark: Callable[[int, int], str], bands: Callable[[int], str] = lambda _: "", head: str = ""
) -> str:
    rows = "".join(
        f"{bands(at)}<tr>{''.join(f'<td{mark(at, column)}>{cell.strip()}</td>' for column, cell in enumerate(row))}</tr>\n"
        for at, row in enumerate(rows_of(cells))
    )
    return f"<html><body>{head}\n<table>\n{rows}</table>\n</body></html>\n"


def borders(cells: Sequence[str], box: Box) -> str:
    """A table with wide right and lower borders of boxes, as style."""

    def mark(row: int, column: int) -> str:
        right, below = (3 if column % box[1] == box[1] - 1 else 1), (3 if row % box[0] == box[0] - 1 else 1)
        return f' style="border-right:{right}px solid;border-bottom:{below}px solid"'

    return _table(cells, mark)


def classes(cells: Sequence[str], box: Box) -> str:
    """A table whose cells at the left and upper edges of boxes have a class."""

    def mark(row: int, column: int) -> str:
        names = ["cell", *(["left"] if column % box[1] == 0 else []), *(["top"] if row % box[0] == 0 else [])]
        return f' class="{" ".join(names)}"'

    return _table(cells, mark)


def numbered(cells: Sequence[str], box: Box) -> str:
    """A table whose cells name the number of their box."""
    across = round(len(cells) ** 0.5) // box[1]
    return _table(cells, lambda row, column: f' class="box-{row // box[0] * across + column // box[1]}"')


def shaded(cells: Sequence[str], box: Box) -> str:
    """A table in which every other box is shaded."""
    return _table(cells, lambda row, column: ' bgcolor="#eee"' * ((row // box[0] + column // box[1]) % 2))


def grouped(cells: Sequence[str], box: Box) -> str:
    """A table with groups of rows and columns."""
    size = round(len(cells) ** 0.5)
    head = "".join(f'<colgroup span="{box[1]}"></colgroup>' for _ in range(size // box[1]))
    page = _table(cells, lambda *_: "", lambda at: "<tbody>" if at % box[0] == 0 else "")
    return page.replace("<table>", f"<table>{head}")


def styled(cells: Sequence[str], box: Box) -> str:
    """A table whose boxes are drawn by a style sheet."""
    sheet = (
        f"td:nth-child({box[1]}n) {{border-right: 2px solid}} tr:nth-child({box[0]}n) td {{border-bottom: 2px solid}}"
    )
    return _table(cells, lambda *_: "", head=f"<style>{sheet}</style>")


TEXTS: tuple[Drawing, ...] = (framed, inner, compact, gaps, words, dashes, doubled, heavy, equals, latex)
PAGES: tuple[Drawing, ...] = (borders, classes, numbered, shaded, grouped, styled)
BLANKS = ".0_ "
FRAMED = (doubled, heavy, latex)
"""Those in which blanks may be empty cells."""


def drawings(cells: str, box: Box) -> list[tuple[str, str]]:
    """Every drawing of cells (a dot is empty) with every sign for empty cells that it has room for, by a name."""
    found = []
    for draw, blank in product(TEXTS, BLANKS):
        # "6. .2" may be two givens with a dot each.
        dotted = draw is words and blank == "." and box[1] == 2
        if not dotted and (blank != " " or draw in FRAMED):
            found.append((f"{draw.__name__}{blank}", draw(cells.replace(".", blank), box)))
    found += [(draw.__name__, draw(cells.replace(".", " "), box)) for draw in PAGES]
    found.append(("quoted mail", "".join(f"> {line}\n" for line in framed(cells, box).splitlines())))
    return found
