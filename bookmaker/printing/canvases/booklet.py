"""Booklets for a printer at home: the pages of a finished PDF two by two on sheets, which are folded into each other.

Each page becomes one object that its sheet places, so that lines and type stay unchanged.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from bookmaker.base.errors import Fault, InputError, Place
from bookmaker.printing.canvases.canvas import Box

if TYPE_CHECKING:
    import pikepdf

Size = tuple[float, float]
_EACH = 4
"""Pages of a folded sheet."""

_LARGEST = 14_400
"""Points of the longest side of a page that readers of PDF take (ISO 32000-1, annex C)."""


@dataclass(frozen=True, slots=True)
class Booklet:
    """A booklet: the file, its number of sheets and their size in points, its pages, and how many blank ones end it."""

    content: bytes
    sheets: int
    size: Size
    pages: int
    blank: int

    @property
    def flip(self) -> str:
        """How the sheets turn between their two sides: about an edge that runs as the fold does."""
        across, up = self.size
        return "about the fold" if across == up else f"over the {'short' if across > up else 'long'} edge"


def sides(pages: int) -> Iterator[tuple[int, int]]:
    """The pages on the left and on the right of each side, from 0, the outermost sheet first: its front, its back.

    Pages that are not there come after the others.
    """
    last = pages + -pages % _EACH - 1
    for first in range(0, last // 2, 2):
        yield last - first, first
        yield first + 1, last - first - 1


def booklet(content: bytes, name: str, sheet: Size | None = None) -> Booklet:
    """Put the trimmed pages of a PDF two by two, as large as they are, or as large as a ``sheet`` lets them be.

    ``sheet``: its sides in points; it is turned to where the pages are larger. A fold down the middle brings them in order.
    The same bytes for the same file. Raises InputError for a file that cannot be read, is encrypted, or has pages of which two
    are larger than a PDF may be.
    """
    import pikepdf

    made = pikepdf.new()
    try:
        with pikepdf.open(io.BytesIO(content)) as source:
            if source.is_encrypted:
                raise InputError(Fault("is encrypted", Place(name), _OPEN_IT))
            placed = [_placed(made, page) for page in source.pages]
            if "/Info" in source.trailer and "/Title" in source.docinfo:
                made.docinfo["/Title"] = pikepdf.String(str(source.docinfo["/Title"]))
            # Objects of the source are copied when the copy is written.
            return _folded(made, placed, name, sheet)
    except pikepdf.PasswordError:
        raise InputError(Fault("is encrypted", Place(name), _OPEN_IT)) from None
    except (pikepdf.PdfError, RuntimeError, TypeError, ValueError, KeyError) as error:
        # A broken page may lack any of its parts, each with an error of its own.
        raise InputError(Fault(f"cannot be read as a PDF: {error}", Place(name))) from None


_OPEN_IT = "save it without a password, and with leave to print"


def _folded(made: pikepdf.Pdf, placed: list[tuple[Any, Box]], name: str, sheet: Size | None) -> Booklet:
    import pikepdf

    if not placed:
        raise InputError(Fault("has no pages", Place(name)))
    # Pages of one book are of one size; in a file of several, the largest has room.
    page = (
        max(right - left for _, (left, _, right, _) in placed),
        max(top - bottom for _, (_, bottom, _, top) in placed),
    )
    if min(page) <= 0:
        raise InputError(Fault("has a page without width or height", Place(name)))
    whole, scale = _sheet(page, sheet)
    if max(whole) > _LARGEST:
        raise InputError(Fault("has pages of which two are larger than a PDF may be", Place(name), "name a `--sheet`"))
    for two in sides(len(placed)):
        side = made.add_blank_page(page_size=whole)
        drawn, objects = [], {}
        for half, index in enumerate(two):
            if index < len(placed):
                form, (left, bottom, right, top) = placed[index]
                # In the middle of its half.
                x = whole[0] * (half + 0.5) / 2 - scale * (left + right) / 2
                y = whole[1] / 2 - scale * (bottom + top) / 2
                objects[f"/P{half}"] = form
                drawn.append(f"q {scale:.6g} 0 0 {scale:.6g} {x:.4f} {y:.4f} cm /P{half} Do Q\n")
        side.obj.TrimBox = side.obj.MediaBox
        side.obj.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(objects))
        side.obj.Contents = made.make_stream("".join(drawn).encode())
    out = io.BytesIO()
    made.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate, compress_streams=True)
    return Booklet(out.getvalue(), len(made.pages) // 2, whole, len(placed), -len(placed) % _EACH)


def _placed(made: pikepdf.Pdf, page: pikepdf.Page) -> tuple[Any, Box]:
    """A page as an object that can be placed, cut to its trim, and the box that it fills."""
    form = page.as_form_xobject()
    left, bottom, right, top = map(float, form.BBox)
    # The matrix turns pages that are stored lying on their side.
    a, b, c, d, e, f = map(float, form.get("/Matrix", [1, 0, 0, 1, 0, 0]))
    corners = [(a * x + c * y + e, b * x + d * y + f) for x, y in product((left, right), (bottom, top))]
    across, up = zip(*corners, strict=True)
    return made.copy_foreign(form), (min(across), min(up), max(across), max(up))


def _sheet(page: Size, sheet: Size | None) -> tuple[Size, float]:
    """The sheet as it lies, and the scale of the pages on it."""
    two = 2 * page[0], page[1]
    if sheet is None:
        return two, 1.0
    lying = [(min(wide / two[0], high / two[1]), (wide, high)) for wide, high in (sheet, sheet[::-1])]
    scale, whole = max(lying)
    return whole, scale
