"""Font files, their measures, and their kerning.

The PDF canvas embeds subsets of ``glyf`` fonts: PostScript outlines (CFF) are made TrueType ones on the way in. Measures are read
from the font's own tables in exact integers (no rasteriser in between): no position on a page depends on a library's hinting.
"""

from __future__ import annotations

import io
import logging
import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from bookmaker.base import resources
from bookmaker.base.errors import Fault, Place, ResourceError
from bookmaker.base.output import finished

if TYPE_CHECKING:
    from reportlab.pdfbase.ttfonts import TTFont

Role = Literal[
    "title",
    "heading",
    "text",
    "text_bold",
    "text_italic",
    "number",
    "level",
    "note",
    "head",
    "folio",
    "caption",
    "caption_bold",
    "given",
    "answer",
    "answer_given",
    "candidate",
    "sum",
]
"""The role of a piece of writing on the page; the style says which face each has."""


@dataclass(frozen=True, eq=False)
class Face:
    """One font file. Measures are in font units; ``units`` of them make an em.

    ``kerned``: lines are set with the kerning of the font's own tables. ``data``: the file of a font that was made or
    converted here.
    """

    name: str
    path: Path
    units: int
    cap_height: int
    advances: dict[str, int]
    inks: dict[str, tuple[int, int, int, int]]
    centres: dict[str, float]
    forbidden: str = ""
    kerned: bool = False
    data: bytes = b""

    @property
    def packed(self) -> bool:
        """Whether other programs cannot read the file as it is."""
        return bool(self.data) or self.path.suffix.lower() == ".woff2"

    def file(self) -> bytes:
        """The font as a TrueType file: as it is, or unpacked from WOFF2. Raises ResourceError where it cannot be unpacked."""
        if self.data or not self.packed:
            return self.data or _content(self.path)
        from fontTools.ttLib import TTFont as Tables

        out = io.BytesIO()
        with _usable(self.path), Tables(io.BytesIO(_content(self.path)), recalcTimestamp=False) as tables:
            tables.flavor = None
            tables.save(out)
        return out.getvalue()

    def width(self, text: str, size: float) -> float:
        """Advance width in points of ``text`` set at ``size`` points."""
        return _advance(self, text) * size / self.units

    def kerns(self, text: str) -> tuple[int, ...]:
        """What kerning adds to the advance of each character, in font units; () for nothing."""
        return kerns(self, text) if self.kerned else ()

    def missing(self, texts: Iterable[str]) -> list[str]:
        """The characters in ``texts`` that the font has no glyph for, sorted; white space is made plain before it is set."""
        wanted = {char for text in texts for char in text if not char.isspace()}
        return sorted(wanted - self.advances.keys())

    def digit_height(self) -> float:
        """Height in em of a flat figure (the 1): the printers' height of figures."""
        return self.inks["1"][3] / self.units

    def lift(self, char: str) -> float:
        """How far in em a letter that hangs below the line (a J) is raised to be as high as the figures."""
        self._measure(char)
        bottom = self.inks[char][1] / self.units
        return -bottom / 2 if bottom < -0.05 else 0.0

    def overhang(self, char: str) -> float:
        """How far in em a glyph leans out of its own width, to the right."""
        self._measure(char)
        return max(0.0, self.inks[char][2] / self.units - self.width(char, 1.0))

    def optical_centre(self, char: str) -> float:
        """Distance in em from the origin of a glyph to where it looks centred."""
        self._measure(char)
        return self.centres[char] / self.units

    def _measure(self, char: str) -> None:
        # Other letters than those of English are measured when a puzzle first has them in place of digits.
        if char not in self.centres:
            inks, centres = _measured_ink(self.path, char)
            self.inks[char], self.centres[char] = inks, centres


@lru_cache(maxsize=1 << 16)
def _advance(face: Face, text: str) -> int:
    """Advance width of a line in font units. A label is measured more often than once, and comes on many pages."""
    get = face.advances.get
    return sum([get(char, 0) for char in text]) + sum(face.kerns(text))


_PLAIN = dict.fromkeys(("liga", "clig", "calt", "ccmp", "locl", "rlig", "mark"), False)
"""Whatever exchanges letters is switched off: a canvas sets the glyphs of the characters themselves."""


def kerns(face: Face, text: str) -> tuple[int, ...]:
    """The change of each character's advance, in font units; () for none.

    Words are kerned each for itself, so that a line is as wide as its words and spaces. Figures keep their usual
    distance, so that they stay in columns.
    """
    if " " not in text:
        return _word(face, text)
    words = [_word(face, word) for word in text.split(" ")]
    if not any(words):
        return ()
    found: list[int] = []
    for word, held in zip(text.split(" "), words, strict=True):
        found += [*(held or (0,) * len(word)), 0]
    return tuple(found[:-1])


@lru_cache(maxsize=1 << 16)
def _word(face: Face, word: str) -> tuple[int, ...]:
    if len(word) < 2 or word.isdigit():
        return ()
    import uharfbuzz

    font, buffer = _font(face.path, face), uharfbuzz.Buffer()
    buffer.add_str(word)
    buffer.guess_segment_properties()
    uharfbuzz.shape(font, buffer, _PLAIN)
    if [info.cluster for info in buffer.glyph_infos] != [*range(len(word))]:
        return ()
    made = [
        0 if word[at].isdigit() and word[at + 1 : at + 2].isdigit() else place.x_advance - face.advances.get(char, 0)
        for at, (char, place) in enumerate(zip(word, buffer.glyph_positions, strict=True))
    ]
    return tuple(made) if any(made) else ()


@cache
def _font(path: Path, face: Face) -> Any:
    import uharfbuzz

    blob = uharfbuzz.Blob(face.file()) if face.packed else uharfbuzz.Blob.from_file_path(str(path))
    return uharfbuzz.Font(uharfbuzz.Face(blob))


@cache
def kerned(face: Face) -> Face:
    """The same face, set with kerning."""
    return replace(face, kerned=True)


SUFFIXES = (".ttf", ".otf", ".woff2")


def load(name: str, beside: Path | None = None, place: Place | None = None) -> Face:
    """Read a font file of ``fonts/`` by name, without suffix: packaged, or in ``fonts/`` beside a style.

    ``place`` is where a file names it. Raises ResourceError.
    """
    path = resources.find("fonts", f"{name}.ttf", beside) or resources.find("fonts", f"{name}.otf", beside)
    if path is None:
        short = Path(name).name.removesuffix(".ttf")
        usual = "a font of yours lies in fonts/ beside the file that names it"
        advice = f"write {short} alone" if short != name else usual
        raise ResourceError(Fault(f"there is no font {name}.ttf in fonts/: {advice}", place))
    return packaged(path)


@cache
def packaged(path: Path) -> Face:
    """:func:`read`, once for each file that comes with the program or lies beside a style."""
    return read(path)


_FIGURES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

_LEAN, _MOST_LEAN = 1 / 3, 0.0225
"""How far a figure's optical centre lies from the middle of its ink towards its centre of gravity; and in em at most, which
is within 2 % of a cell."""


@cache
def own(path: Path) -> Face:
    """A font file of the user's, under a name that no other font has. Raises ResourceError, also if it may not be embedded."""
    found = read(path)
    if found.forbidden:
        advice = "ask its maker for a licence for books, or take another"
        raise ResourceError(Fault(f"this font may not be embedded: {found.forbidden}", Place(str(path)), advice))
    return replace(found, name=f"{found.name}-{zlib.crc32(found.file()):08x}")


FIRST_PICTURE = 0xE000
"""Code point of the first picture of the font of pictures, in Unicode's area for private use."""


@cache
def pictures() -> Face:
    """The font of pictures, each of which fills a square of one em. Raises ResourceError."""
    path = resources.find("fonts", "Pictures.ttf")
    if path is None:
        raise ResourceError("there is no font Pictures.ttf in fonts/")
    from fontTools.ttLib import TTFont as Tables

    with Tables(path, lazy=True) as tables:
        units, codes = tables["head"].unitsPerEm, [*map(chr, tables.getBestCmap())]
    return _squares(path.stem, path, units, codes)


def _squares(name: str, path: Path, units: int, codes: list[str], data: bytes = b"") -> Face:
    """A font each character of which fills a square of one em."""
    return Face(
        name=name,
        path=path,
        units=units,
        cap_height=units,
        advances=dict.fromkeys(codes, units),
        inks=dict.fromkeys(["1", *codes], (0, 0, units, units)),
        centres=dict.fromkeys(codes, units / 2),
        data=data,
    )


FIRST_OWN = 0xE100
"""Code point of the first picture of the user's own."""

_MADE = 3_600_000_000
"""The date in a font that is made here, in seconds from 1904 on: always the same, so that the file is."""


def made(name: str, path: Path, glyphs: Sequence[Sequence[Sequence[tuple[int, int]]]], units: int) -> Face:
    """The font of pictures of one em, whose characters from :data:`FIRST_OWN` on are ``glyphs``, each some closed contours."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    drawn = {".notdef": TTGlyphPen(None).glyph()}
    for index, contours in enumerate(glyphs):
        pen = TTGlyphPen(None)
        for contour in contours:
            pen.moveTo(contour[0])
            for point in contour[1:]:
                pen.lineTo(point)
            pen.closePath()
        drawn[f"own{index}"] = pen.glyph()
    builder: Any = FontBuilder(units, isTTF=True)
    builder.setupGlyphOrder([*drawn])
    builder.setupCharacterMap({FIRST_OWN + index: f"own{index}" for index in range(len(glyphs))})
    builder.setupGlyf(drawn)
    builder.setupHorizontalMetrics({one: (units, getattr(drawn[one], "xMin", 0)) for one in drawn})
    builder.setupHorizontalHeader(ascent=units, descent=0)
    builder.setupNameTable({"familyName": name, "styleName": "Regular", "psName": name})
    builder.setupOS2(sTypoAscender=units, sTypoDescender=0, usWinAscent=units, usWinDescent=0, sCapHeight=units)
    builder.setupPost()
    builder.font["head"].created = builder.font["head"].modified = _MADE
    builder.font.recalcTimestamp = False
    out = io.BytesIO()
    builder.save(out)
    return _squares(name, path, units, [chr(FIRST_OWN + index) for index in range(len(glyphs))], out.getvalue())


_DAMAGED = (OSError, EOFError, struct.error, ArithmeticError, LookupError, ValueError)
_CONTRADICTED = (AssertionError, AttributeError, TypeError, UnboundLocalError, RecursionError, NotImplementedError)
"""Errors of the libraries that read fonts: where values make no sense, and where tables contradict each other."""


def read(path: Path) -> Face:
    """Read the measures of a TrueType file. Raises ResourceError for anything that cannot be embedded or measured."""
    with _usable(path):
        return _measured(path)


@contextmanager
def _usable(path: Path) -> Iterator[None]:
    """Translate the errors of the libraries that read fonts, also of a glyph that is read when a text first has it."""
    import brotli  # type: ignore[import-untyped]
    from fontTools.agl import AGLError
    from fontTools.cu2qu.errors import Error as CurveError
    from fontTools.misc.psCharStrings import CharStringCompileError
    from fontTools.misc.sstruct import Error as StructureError
    from fontTools.pens.basePen import PenError
    from fontTools.ttLib import TTLibError
    from fontTools.ttLib.tables.ttProgram import tt_instructions_error

    drawn = (AGLError, CurveError, CharStringCompileError, StructureError, PenError, tt_instructions_error)
    try:
        yield
    except (TTLibError, *_DAMAGED) as error:
        raise ResourceError(Fault(f"this is not a usable font: {_reason(error)}", Place(str(path)))) from error
    except (brotli.error, *drawn, *_CONTRADICTED) as error:
        # Their words are about the variables of a library.
        raise ResourceError(Fault("this is not a usable font: its tables are damaged", Place(str(path)))) from error


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def _measured(path: Path) -> Face:
    # Its log warns of harmless dates in the tables of good fonts.
    logging.getLogger("fontTools").setLevel(logging.ERROR)
    data = _converted(path)
    with _opened(path) as tables:
        if "glyf" not in tables:
            advice = "use a .ttf, .otf or .woff2 file with outlines that do not vary: FontForge makes one of most fonts"
            raise ResourceError(Fault("this font has neither TrueType nor CFF outlines", Place(str(path)), advice))
        cmap = tables.getBestCmap() or {}
        glyphs, metrics, outlines = tables["glyf"], tables["hmtx"], tables.getGlyphSet()
        units = tables["head"].unitsPerEm
        inks, centres = {}, {}
        held = {char: glyphs[cmap[ord(char)]] for char in _FIGURES if ord(char) in cmap}
        drawn = {char: glyph for char, glyph in held.items() if glyph.numberOfContours}
        missing = [repr(char) for char in _FIGURES if char not in drawn]
        if missing:
            raise ResourceError(Fault(f"this font has no figure or letter {', '.join(missing)}", Place(str(path))))
        for char, glyph in drawn.items():
            inks[char] = (glyph.xMin, glyph.yMin, glyph.xMax, glyph.yMax)
            centres[char] = _optical_centre(outlines, cmap[ord(char)], glyph.xMin, glyph.xMax, units)
        if units <= 0 or inks["1"][3] <= 0:
            raise ValueError("its measures are impossible")
        return Face(
            name=path.stem,
            path=path,
            units=units,
            cap_height=inks["H"][3],
            advances={chr(code): metrics[name][0] for code, name in cmap.items()},
            inks=inks,
            centres=centres,
            forbidden=_forbidden(tables["OS/2"].fsType if "OS/2" in tables else 0),
            data=data,
        )


def _opened(path: Path) -> Any:
    """The tables of a font file, with TrueType outlines where it has outlines that can be made into these."""
    from fontTools.ttLib import TTFont as Tables

    return Tables(io.BytesIO(_converted(path) or _content(path)), lazy=True)


_LARGEST = 64 << 20
"""Bytes of a font, unpacked; those for Chinese have 20 MB."""


def _content(path: Path) -> bytes:
    """The bytes of a font file. Raises ValueError or OSError for one that is too large, or unpacks to too much."""
    data = finished(path, _LARGEST)
    if data.startswith(b"wOFF"):
        raise ValueError("it is a WOFF file of the first kind; save it as .woff2 or .ttf")
    if data.startswith(b"wOF2"):
        # What it says of itself is left out: it is packed on its own, and nobody reads it.
        data = data[:_ABOUT] + bytes(_DIRECTORY - _ABOUT) + data[_DIRECTORY:]
        _require_small(data)
    return data


_ABOUT, _DIRECTORY = 28, 48
"""Where the head of a WOFF2 file says where it has words on itself, and where its directory of tables begins."""


def _require_small(data: bytes) -> None:
    """Raises ValueError for a WOFF2 file that unpacks to more than its directory says, or to too much."""
    import brotli
    from fontTools.ttLib import woff2

    file, total = io.BytesIO(data), 0
    count, size = struct.unpack(">12xH6xI", file.read(_DIRECTORY)[:24])
    for _ in range(count):
        entry = woff2.WOFF2DirectoryEntry()
        entry.fromFile(file)
        total += entry.length
    packed, machine, out = file.read(size), brotli.Decompressor(), 0
    while out <= total <= _LARGEST and not machine.is_finished():
        piece = machine.process(packed, output_buffer_limit=_PIECE)
        out, packed = out + len(piece), b""
        if not piece:
            break
    if not out == total <= _LARGEST:
        raise ValueError("its tables unpack to another size than it says, or are too large")


_PIECE = 1 << 20


_ACCURACY = 1 / 1000
"""How far in em a converted curve may lie from its own."""


@cache
def _converted(path: Path) -> bytes:
    """A font file with PostScript outlines as one with TrueType outlines; b"" for any other."""
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import TTFont as Tables
    from fontTools.ttLib import newTable

    tables: Any = Tables(io.BytesIO(_content(path)), recalcTimestamp=False)
    with tables:
        if "glyf" in tables or "CFF " not in tables:
            return b""
        outlines, order, units = tables.getGlyphSet(), tables.getGlyphOrder(), tables["head"].unitsPerEm
        drawn = {}
        for name in order:
            pen = TTGlyphPen(outlines)
            # The insides of TrueType outlines lie on the other side of their paths.
            outlines[name].draw(Cu2QuPen(pen, units * _ACCURACY, reverse_direction=True))
            drawn[name] = pen.glyph()
        glyf = tables["glyf"] = newTable("glyf")
        glyf.glyphOrder, glyf.glyphs, tables["loca"] = order, drawn, newTable("loca")
        for name, glyph in drawn.items():
            glyph.recalcBounds(glyf)
            tables["hmtx"][name] = tables["hmtx"][name][0], glyph.xMin
        largest, names = tables["maxp"], tables["post"]
        largest.tableVersion = 0x00010000
        for field in ("Zones", "TwilightPoints", "Storage", "FunctionDefs", "InstructionDefs", "StackElements"):
            setattr(largest, f"max{field}", int(field == "Zones"))
        largest.maxSizeOfInstructions = largest.maxComponentElements = 0
        names.formatType, names.extraNames, names.mapping, names.glyphOrder = 2.0, [], {}, order
        for name in ("CFF ", "VORG"):
            if name in tables:
                del tables[name]
        tables.sfntVersion, tables.flavor = "\000\001\000\000", None
        out = io.BytesIO()
        tables.save(out)
    return out.getvalue()


def _measured_ink(path: Path, char: str) -> tuple[tuple[int, int, int, int], float]:
    """The ink of a character that the font has, and where it looks centred, in font units."""
    with _usable(path), _opened(path) as tables:
        name = tables.getBestCmap()[ord(char)]
        glyph = tables["glyf"][name]
        units = tables["head"].unitsPerEm
        centre = _optical_centre(tables.getGlyphSet(), name, glyph.xMin, glyph.xMax, units)
        return (glyph.xMin, glyph.yMin, glyph.xMax, glyph.yMax), centre


def _forbidden(rights: int) -> str:
    """The needs of a print file that the embedding rights of a font (OpenType, OS/2 fsType) forbid, or ""."""
    if rights & 0x0002 and not rights & 0x000C:
        return "its licence is restricted (fsType 2)"
    if rights & 0x0100:
        return "its licence forbids subsets (fsType 256)"
    if rights & 0x0200:
        return "its licence allows bitmaps only (fsType 512)"
    return ""


def _optical_centre(outlines: Any, name: str, left: int, right: int, units: int) -> float:
    # The middle of the ink puts a 1 too far right, because its flag is counted like its stem; the centre of gravity puts it
    # too far left. A third of the way between them looks centred.
    from fontTools.pens.momentsPen import MomentsPen

    pen = MomentsPen(outlines)
    outlines[name].draw(pen)
    middle = (left + right) / 2
    if not pen.area:
        return middle
    lean = (float(pen.momentX / pen.area) - middle) * _LEAN
    return middle + min(max(lean, -_MOST_LEAN * units), _MOST_LEAN * units)


_registered: dict[tuple[str, Path], TTFont] = {}


def embeddable(font: Face) -> TTFont:
    """The face as reportlab embeds it, registered under its name: one for a font file, kerned or not."""
    found = _registered.get((font.name, font.path))
    if found is None:
        found = _registered[font.name, font.path] = _embeddable(font)
    return found


def file_of(font: TTFont) -> Path:
    """The file of a face that :func:`embeddable` gave."""
    return next(path for (_, path), registered in _registered.items() if registered is font)


def _embeddable(font: Face) -> TTFont:
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    try:
        registered = TTFont(font.name, io.BytesIO(font.file()) if font.packed else str(font.path))
    except (TTFError, *_DAMAGED, *_CONTRADICTED) as error:
        raise ResourceError(
            Fault(f"this font cannot be embedded: {error or type(error).__name__}", Place(str(font.path)))
        ) from error
    _tell_apart(font, registered)
    pdfmetrics.registerFont(registered)
    return registered


def _tell_apart(font: Face, registered: TTFont) -> None:
    """Give a font file of the user's own a name of its own in the PDF: it may be called as a shipped one, or as another."""
    name: bytes = registered.face.name
    if font.data or resources.find("fonts", font.path.name) != font.path:
        registered.face.name = name + f"-{zlib.crc32(font.data or font.path.read_bytes()):08x}".encode()


def ink_extent(face: Face, text: str) -> tuple[float, float]:
    """How far in em the ink of a line reaches below its baseline (negative) and above it."""
    bounds = [bound for bound in (_bounds(face.path, char) for char in text) if bound is not None]
    low = min((bound[0] for bound in bounds), default=0)
    high = max((bound[1] for bound in bounds), default=0)
    return low / face.units, high / face.units


def covered(face: Face, char: str, places: Sequence[tuple[float, float]]) -> int:
    """How many places, in em from the origin of a glyph, its ink covers."""
    from fontTools.pens.pointInsidePen import PointInsidePen

    count = 0
    with _usable(face.path):
        glyphs, name = _outlines(face.path, char)
        for x, y in places:
            pen = PointInsidePen(glyphs, (x * face.units, y * face.units))
            glyphs[name].draw(pen)
            count += bool(pen.getResult())
    return count


@cache
def _outlines(path: Path, char: str) -> tuple[Any, str]:
    tables = _opened(path)
    return tables.getGlyphSet(), tables.getBestCmap()[ord(char)]


@cache
def _glyphs(path: Path) -> tuple[Any, dict[int, str]]:
    tables = _opened(path)
    return tables["glyf"], tables.getBestCmap() or {}


@cache
def _bounds(path: Path, char: str) -> tuple[int, int] | None:
    """The lowest and the highest place of a glyph's ink; None for one without ink. A font has thousands that no title shows."""
    with _usable(path):
        glyphs, names = _glyphs(path)
        glyph = glyphs[names[ord(char)]] if ord(char) in names else None
    return (glyph.yMin, glyph.yMax) if glyph is not None and glyph.numberOfContours else None
