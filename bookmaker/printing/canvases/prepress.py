"""The last step before a PDF is written: the file is put into its final form and proven fit for print.

The file that the canvas made is read back with a different library, so a fault of the canvas is found by a reader that does not
share its assumptions. Then it becomes one of three: any file, a printer's, one for screens.

Booklets are for a printer at home: the pages of a finished PDF two by two on sheets, which are folded into each other. Each page
becomes one object that its sheet places, so that lines and type stay unchanged.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from bookmaker.base.errors import Fault, InputError, Place, ProofError
from bookmaker.printing.canvases.canvas import Box
from bookmaker.printing.printers import Edition

if TYPE_CHECKING:
    import pikepdf

Inspector = Callable[[Any], Iterable[str]]
"""The faults of a PDF, as sentences without their subject."""


@dataclass(frozen=True, slots=True)
class Link:
    """A place of page ``page`` that leads to page ``target``, both from 0. ``box`` is on the sheet, in points."""

    page: int
    box: Box
    target: int


_COLOUR_OPERATORS = frozenset({"rg", "RG", "k", "K", "cs", "CS", "sc", "SC", "scn", "SCN", "sh"})
"""Operators that set or paint anything but DeviceGray."""

# The parser drops all others, which is four times as fast; an inline image shows only if all three of its operators are kept.
_LOOKED_FOR = " ".join(sorted(_COLOUR_OPERATORS | {"BI", "ID", "EI"}))


def finish(content: bytes, name: str) -> bytes:
    """The PDF in its final form: object streams, an id made from the content. Raises ProofError if it is not fit for print.

    Deterministic: no date is in the file and its id is a digest of its content.
    """
    with _opened(content, name) as pdf:
        return _saved(pdf)


def print_file(
    content: bytes, name: str, edition: Edition, title: str, date: str | None, inspected: Inspector | None = None
) -> bytes:
    """The PDF as a printer takes it, with the required parts of its file and no others. Raises ProofError as :func:`finish`.

    ``inspected`` lists the faults for a print shop, :func:`inspect` if left out.

    A plain file has no document information, which printers do not want, and no page labels. PDF/X-1a:2001 (ISO 15930-1)
    is PDF 1.3 without object streams; it bears a title, the day ``date`` (such as ``2026-11-22``), whether it is trapped, and
    the condition that its ink is meant for.
    """
    import pikepdf

    with _opened(content, name, inspected) as pdf:
        # Needs no language, no numbers of its own for pages, and no order for the reader's window.
        for key in ("/Lang", "/PageLabels", "/PageMode", "/Metadata", "/Outlines"):
            if key in pdf.Root:
                del pdf.Root[key]
        for page in pdf.pages:
            for key in ("/Trans", "/Group"):
                if key in page:
                    del page[key]
        del pdf.docinfo
        intent = edition.printer.file.intent
        if intent is None or date is None:
            return _saved(pdf, plain=True)
        at = f"D:{date.replace('-', '')}000000Z"
        information = {
            "/Title": title,
            "/Creator": "bookmaker",
            "/Producer": "bookmaker",
            "/CreationDate": at,
            "/ModDate": at,
            "/GTS_PDFXVersion": "PDF/X-1:2001",
            "/GTS_PDFXConformance": "PDF/X-1a:2001",
        }
        for key, value in information.items():
            pdf.docinfo[key] = pikepdf.String(value)
        pdf.docinfo["/Trapped"] = pikepdf.Name("/False")
        output = pikepdf.Dictionary(
            Type=pikepdf.Name.OutputIntent,
            S=pikepdf.Name.GTS_PDFX,
            OutputConditionIdentifier=intent.identifier,
            OutputCondition=intent.condition,
            RegistryName=intent.registry,
            Info=intent.condition,
        )
        pdf.Root.OutputIntents = pikepdf.Array([pdf.make_indirect(output)])
        return _saved(pdf, plain=True, version="1.3")


def screen_file(content: bytes, name: str, outline: Sequence[tuple[str, int]], links: Sequence[Link]) -> bytes:
    """The PDF for readers on screens: with an outline of (title, page from 0) and links. Raises ProofError as :func:`finish`."""
    import pikepdf

    with _opened(content, name) as pdf:
        pages = [page.obj for page in pdf.pages]
        for link in links:
            target = pikepdf.Array([pages[link.target], pikepdf.Name.Fit])
            annotation = pikepdf.Dictionary(
                Type=pikepdf.Name.Annot,
                Subtype=pikepdf.Name.Link,
                Rect=[round(side, 2) for side in link.box],
                Border=[0, 0, 0],
                Dest=target,
            )
            page = pages[link.page]
            if "/Annots" not in page:
                page.Annots = pikepdf.Array()
            page.Annots.append(pdf.make_indirect(annotation))
        with pdf.open_outline() as tree:
            tree.root.extend(pikepdf.OutlineItem(title, page) for title, page in outline)
        pdf.Root.PageMode = pikepdf.Name.UseOutlines
        pdf.Root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True)
        return _saved(pdf)


@contextmanager
def _opened(content: bytes, name: str, inspected: Inspector | None = None) -> Iterator[pikepdf.Pdf]:
    """The PDF as the canvas made it, without dates and empty entries. Raises ProofError if it is not fit for print."""
    import pikepdf

    with pikepdf.open(io.BytesIO(content)) as pdf:
        for key in sorted(pdf.docinfo.keys()):
            if key in ("/CreationDate", "/ModDate") or str(pdf.docinfo[key]) in ("", "unspecified"):
                del pdf.docinfo[key]
        # The canvas makes its id from the clock or SOURCE_DATE_EPOCH; the half of it that qpdf would keep is dropped here.
        if "/ID" in pdf.trailer:
            del pdf.trailer["/ID"]
        faults = [Fault(f"{name}: {message}") for message in (inspected or inspect)(pdf)]
        if faults:
            raise ProofError(faults)
        yield pdf


def _saved(pdf: pikepdf.Pdf, *, plain: bool = False, version: str = "") -> bytes:
    """The bytes; ``plain``: every object is apart, as PDF had it before 1.5."""
    import pikepdf

    out = io.BytesIO()
    mode = pikepdf.ObjectStreamMode.disable if plain else pikepdf.ObjectStreamMode.generate
    pdf.save(out, deterministic_id=True, object_stream_mode=mode, compress_streams=True, force_version=version)
    return out.getvalue()


SPACES = {"rgb": frozenset({"rg", "RG"}), "cmyk": frozenset({"k", "K"})}
"""The operators that set a colour of each space."""
_SLACK = 0.005


def inspect(pdf: pikepdf.Pdf, space: str = "", most: float | None = None) -> Iterator[str]:
    """The faults for which a print shop would reject it.

    Fonts not embedded, colour, images that are not grey, transparency, annotations, outlines, a page without trim box. Colours of
    a ``space`` are no fault, of ``most`` percent of ink in all.
    """
    allowed = SPACES.get(space, frozenset())
    if pdf.is_encrypted:
        yield "is encrypted"
    if "/Outlines" in pdf.Root:
        yield "has bookmarks"
    seen: set[tuple[int, int]] = set()
    for number, page in enumerate(pdf.pages, 1):
        if "/Annots" in page:
            yield f"page {number} has annotations"
        if "/TrimBox" not in page:
            yield f"page {number} has no trim box"
        for message in _inspect_resources(page.obj, seen, allowed, most):
            yield f"page {number} {message}"


def _inspect_resources(
    holder: Any, seen: set[tuple[int, int]], allowed: frozenset[str], most: float | None
) -> Iterator[str]:
    import pikepdf

    steps = pikepdf.parse_content_stream(holder, _LOOKED_FOR)
    operators = {str(step.operator) for step in steps}
    if (operators & _COLOUR_OPERATORS) - allowed:
        yield "sets a colour that is not black ink" if not allowed else "sets a colour of another space"
    if most is not None and "k" in allowed:
        inks: list[Any] = [list(step.operands) for step in steps if str(step.operator) in allowed]
        if any(sum(map(float, shares)) > most / 100 + _SLACK for shares in inks):
            yield f"has more than {most:g} % of ink in places"
    if "INLINE IMAGE" in operators:
        yield "holds an inline image"
    resources = holder.get("/Resources", {})
    for name, font in resources.get("/Font", {}).items():
        if _known(font, seen):
            continue
        if "/FontFile2" not in font.get("/FontDescriptor", {}):
            yield f"uses the font {font.get('/BaseFont', name)}, which is not embedded"
    for state in resources.get("/ExtGState", {}).values():
        solid = all(float(state.get(key, 1)) == 1 for key in ("/ca", "/CA"))
        if not solid or state.get("/SMask", "/None") != "/None" or state.get("/BM", "/Normal") != "/Normal":
            yield "is transparent in places"
    for name, thing in resources.get("/XObject", {}).items():
        if _known(thing, seen):
            continue
        if thing.get("/Subtype") == "/Form":
            yield from _inspect_resources(thing, seen, allowed, most)
        elif thing.get("/ColorSpace") != "/DeviceGray":
            yield f"holds an image that is not grey ({name})"
        elif "/SMask" in thing or "/Mask" in thing:
            yield f"holds an image that is transparent in places ({name})"


def _known(thing: Any, seen: set[tuple[int, int]]) -> bool:
    # Objects inside others have no number; they are looked at wherever they are.
    number = thing.objgen
    if number == (0, 0) or number not in seen:
        seen.add(number)
        return False
    return True


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
