"""The PDF canvas: the only drawing code that knows reportlab.

Print rules it keeps by construction: every font is an embedded TrueType subset (a default reportlab canvas lists an
unembedded Helvetica even if nothing uses it: the initial font is therefore one of ours); black is ``0 g``, ink on the
black plate only; no links, outlines or annotations; no dates, so that the same book is the same bytes.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from bookmaker.base.errors import Fault, Place, ResourceError
from bookmaker.printing.canvases.canvas import Box, Canvas, Dash, Pixels, Point, Sheet, decimal
from bookmaker.printing.styles.fonts import Face, embeddable, file_of
from bookmaker.printing.styles.style import Style


@dataclass(frozen=True, slots=True)
class Metadata:
    """The metadata of the file. ``language`` is a BCP 47 tag."""

    title: str
    author: str = ""
    language: str = "en"
    subject: str = ""


def embeddable_image(image: Any) -> Any:
    """An image of Pillow's as reportlab embeds it: uncompressed pixels, no file behind it."""
    from reportlab.lib.utils import ImageReader

    return ImageReader(image)


_MARGIN, _LARGEST = 20, 14400
"""The box of a stamp: room for half an outline below its origin, and above it the largest page that PDF allows."""


@lru_cache(maxsize=1 << 14)
def _n(value: float) -> str:
    # The same lengths and places come again on every page.
    return decimal(value, 3)


def _grey(ink: float) -> str:
    return _n(1 - ink)


class PdfCanvas:
    """Draws pages into memory; :meth:`finish` returns the file. Operators are written straight into the page stream.

    A call through reportlab's drawing methods costs several Python calls for each digit; a book has a hundred thousand.
    """

    def __init__(self, metadata: Metadata, look: Style) -> None:
        from reportlab import rl_config
        from reportlab.pdfgen.canvas import Canvas as Reportlab

        first = embeddable(look.face("caption"))
        rl_config.canvas_basefontname = first.fontName
        rl_config.useA85 = 0  # ASCII armour makes files a quarter larger and half as fast to write.
        self._buffer = io.BytesIO()
        # Any: the published types lack the page stream and the font tables, and have some argument types wrong.
        make: Any = Reportlab
        self._pdf = make(
            self._buffer, invariant=1, pageCompression=1, initialFontName=first.fontName, lang=metadata.language
        )
        self._pdf.setTitle(metadata.title)
        self._pdf.setAuthor(metadata.author)
        self._pdf.setSubject(metadata.subject)
        self._pdf.setCreator("bookmaker")
        self._pdf.setProducer("bookmaker")
        self._codes: dict[tuple[str, str], tuple[str, str]] = {}
        self._steps: dict[str, dict[tuple[str, int, int], tuple[str, str]]] = {}
        self._lines: dict[tuple[Face, str], list[tuple[str, str]]] = {}
        self._stamps: dict[str, str] = {}
        self._images: dict[str, Any] = {}

    def label_pages(self, folios: Sequence[str], front: int) -> None:
        """What readers show as the numbers of pages, whose printed ones these are: i, ii, iii on the first ``front`` pages,
        nothing if none of these has a number, and 1, 2, 3 on the others.
        """
        if front:
            self._pdf.addPageLabel(0, style="ROMAN_LOWER" if any(folios[:front]) else None, start=1)
        if front < len(folios):
            self._pdf.addPageLabel(front, style="ARABIC", start=1)

    def begin_page(self, sheet: Sheet) -> None:
        """Start a page; the media box is the sheet, the trim box is the trimmed page."""
        self._pdf.setPageSize((sheet.width, sheet.height))
        self._pdf.setTrimBox(sheet.trim)
        self._pdf.setBleedBox((0, 0, sheet.width, sheet.height))

    def end_page(self) -> None:
        """Close the page, and compress its operators: reportlab would hold those of all pages, and compress them at the end."""
        from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream, PDFZCompress

        self._pdf.showPage()
        page = self._pdf._doc.Pages.pages[-1]
        if page.stream:
            filters = PDFDictionary({"Filter": PDFArray([PDFName(PDFZCompress.pdfname)])})
            page.Contents, page.stream = PDFStream(filters, PDFZCompress.encode(page.stream)), None

    def _encode(self, text: str, font: Face) -> list[tuple[str, str]]:
        # One (PDF font name, escaped string) for each run; a subset holds at most 256 glyphs, so a text may need two.
        ttf = embeddable(font)
        runs = ttf.splitString(text, self._pdf._doc)
        return [(ttf.getSubsetInternalName(subset, self._pdf._doc), self._pdf._escape(code)) for subset, code in runs]

    def _shows(self, text: str, face: Face, size: float) -> str:
        """The operators that show a line, kerned if its face is."""
        # Labels come again and again, and shaping a line costs more than looking it up.
        found = self._lines.get((face, text))
        if found is None:
            found = self._lines[face, text] = [*self._shaped(text, face)]
        return " ".join([f"{name} {_n(size)} Tf {show}" for name, show in found])

    def _shaped(self, text: str, face: Face) -> Iterator[tuple[str, str]]:
        """The runs of a line, each as the name of its font and the operator that shows it."""
        kerns = face.kerns(text)
        if not kerns:
            yield from ((name, f"({code}) Tj") for name, code in self._encode(text, face))
            return
        ttf, doc, start = embeddable(face), self._pdf._doc, 0
        for subset, codes in ttf.splitString(text, doc):
            # A byte a character. Numbers in the array move the next glyph back, in thousandths of an em.
            parts, held = [], b""
            for code, kern in zip(codes, kerns[start : start + len(codes)], strict=True):
                held += bytes((code,))
                if kern:
                    parts.append(f"({self._pdf._escape(held)}){_n(-1000 * kern / face.units)}")
                    held = b""
            parts += [f"({self._pdf._escape(held)})"] if held else []
            yield ttf.getSubsetInternalName(subset, doc), f"[{''.join(parts)}] TJ"
            start += len(codes)

    def _code(self, char: str, font: Face) -> tuple[str, str]:
        found = self._codes.get((font.name, char))
        if found is None:
            found = self._codes[font.name, char] = self._encode(char, font)[0]
        return found

    def text(
        self, x: float, y: float, text: str, face: Face, size: float, ink: float = 1.0, tracking: float = 0.0
    ) -> None:
        """Set a line of text."""
        if not text:
            return
        shows = self._shows(text, face, size)
        if tracking:
            shows = f"{_n(tracking * size)} Tc {shows} 0 Tc"
        line = f"BT {_n(x)} {_n(y)} Td {shows} ET"
        self._pdf._code.append(line if ink == 1.0 else f"{_grey(ink)} g {line} 0 g")

    def glyphs(self, placed: Sequence[tuple[float, float, str]], face: Face, size: float) -> None:
        """Set single characters in one text object."""
        if not placed:
            return
        # Td moves relative to the last place. Places are counted in whole thousandths of a point, so that rounding does not
        # add up; the same few moves recur on every page, and writing a number costs more than looking one up.
        parts, steps, at_x, at_y, subset = ["BT"], self._steps.setdefault(face.name, {}), 0, 0, ""
        known, add, whole = steps.get, parts.append, round
        row, to_y = placed[0][1], whole(placed[0][1] * 1000)
        for x, y, char in placed:
            to_x = whole(x * 1000)
            if y != row:
                row, to_y = y, whole(y * 1000)
            key = char, to_x - at_x, to_y - at_y
            step = known(key)
            if step is None:
                name, code = self._code(char, face)
                step = steps[key] = name, f"{_n(key[1] / 1000)} {_n(key[2] / 1000)} Td ({code}) Tj"
            name, shown = step
            if name != subset:
                subset = name
                add(f"{subset} {_n(size)} Tf")
            add(shown)
            at_x, at_y = to_x, to_y
        parts.append("ET")
        self._pdf._code.append(" ".join(parts))

    def stroke(
        self,
        points: Sequence[Point],
        width: float,
        *,
        closed: bool = False,
        ink: float = 1.0,
        dash: Dash | None = None,
    ) -> None:
        """Stroke a path; mitre joins and butt caps are PDF's own defaults."""
        path = " ".join(f"{_n(x)} {_n(y)} {'l' if index else 'm'}" for index, (x, y) in enumerate(points))
        line = f"{_grey(ink)} G {_n(width)} w {path} {'s' if closed else 'S'}"
        if dash is not None:
            on, off, phase = map(_n, dash)
            line = f"[{on} {off}] {phase} d {line} [] 0 d"
        self._pdf._code.append(line)

    def fill(self, box: Box, ink: float) -> None:
        """Fill a rectangle, and set the fill back to black for the digits that follow."""
        left, bottom, right, top = box
        place = " ".join(map(_n, (left, bottom, right - left, top - bottom)))
        self._pdf._code.append(f"{_grey(ink)} g {place} re f 0 g")

    def shape(self, points: Sequence[Point], ink: float) -> None:
        """Fill a shape, and set the fill back to black."""
        path = " ".join(f"{_n(x)} {_n(y)} {'l' if index else 'm'}" for index, (x, y) in enumerate(points))
        self._pdf._code.append(f"{_grey(ink)} g {path} f 0 g")

    def area(self, contours: Sequence[Sequence[Point]], ink: float, *, even_odd: bool) -> None:
        """Fill contours, and set the fill back to black."""
        path = " ".join(
            f"{_n(x)} {_n(y)} {'l' if index else 'm'}" for contour in contours for index, (x, y) in enumerate(contour)
        )
        self._pdf._code.append(f"{_grey(ink)} g {path} {'f*' if even_odd else 'f'} 0 g")

    def image(self, box: Box, pixels: Pixels) -> None:
        """Place an image of grey pixels; the file holds it once."""
        held = self._images.get(pixels.name)
        if held is None:
            held = self._images[pixels.name] = self._image_object(pixels)
        left, bottom, right, top = box
        self._pdf._formsinuse.append(held.name)
        place = " ".join(map(_n, (right - left, 0, 0, top - bottom, left, bottom)))
        self._pdf._code.append(f"q {place} cm /{self._pdf._doc.getXObjectName(held.name)} Do Q")

    def _image_object(self, pixels: Pixels) -> Any:
        from reportlab.pdfbase.pdfdoc import PDFImageXObject

        made: Any = PDFImageXObject(pixels.name)
        made.width, made.height, made.bitsPerComponent = pixels.width, pixels.height, 8
        made.streamContent, made._filters = zlib.compress(pixels.data), ("FlateDecode",)
        self._pdf._doc.Reference(made, self._pdf._doc.getXObjectName(made.name))
        self._pdf._doc.addForm(made.name, made)
        return made

    def stamp(self, key: str, x: float, y: float, draw: Callable[[Canvas], None]) -> None:
        """Place a Form XObject, made the first time the key is seen."""
        name = self._stamps.get(key)
        if name is None:
            name = self._stamps[key] = f"stamp{len(self._stamps) + 1}"
            self._pdf.beginForm(name, -_MARGIN, -_MARGIN, _LARGEST, _LARGEST)
            draw(self)
            self._pdf.endForm()
        self._pdf._code.append(f"q 1 0 0 1 {_n(x)} {_n(y)} cm")
        self._pdf.doForm(name)
        self._pdf._code.append("Q")

    def turned(self, x: float, y: float, draw: Callable[[Canvas], None]) -> None:
        """Draw a picture on axes that are turned by half a circle."""
        self._pdf._code.append(f"q -1 0 0 -1 {_n(x)} {_n(y)} cm")
        draw(self)
        self._pdf._code.append("Q")

    def finish(self) -> bytes:
        """The whole file. Raises ResourceError for a font whose glyphs have parts that it has not."""
        try:
            self._pdf.save()
        except (IndexError, struct.error) as error:
            message = "this font cannot be embedded: one of its glyphs is made of others that it has not"
            raise ResourceError(Fault(message, self._damaged(), "take another font")) from error
        return self._buffer.getvalue()

    def _damaged(self) -> Place | None:
        """The file of the font by which the last step failed: the library does not say which."""
        doc = self._pdf._doc
        for font in doc.delayedFonts:
            try:
                # Fonts that are embedded have no subsets left.
                for subset in font.state[doc].subsets if doc in font.state else ():
                    font.face.makeSubset(subset)
            except (IndexError, struct.error):
                return Place(str(file_of(font)))
        return None
