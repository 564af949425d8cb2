"""The objects of a PDF: its fonts and whether they are embedded, the inks that its operators set, links, outline."""

from __future__ import annotations

import hashlib
import io
import re
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bookmaker.base.errors import Fault, InputError, Place

if TYPE_CHECKING:
    import pikepdf

_GREY = {"g", "G"}
_RGB = {"rg", "RG"}
_CMYK = {"k", "K"}
_OTHER = {"cs", "CS", "sc", "SC", "scn", "SCN", "sh"}
_LOOKED_FOR = " ".join(sorted(_GREY | _RGB | _CMYK | _OTHER))
_DEEPEST, _HIGHEST = 12, 48
"""Drawings in one another, and nodes above a page, that are looked at."""
_NEUTRAL = 0.02
"""Parts of red, green and blue that differ by less are a grey."""

BLACK, RGB_BLACK, RICH_BLACK, COLOUR = "black", "RGB black", "rich black", "colour"
"""Inks: the black plate alone; a grey or black made of red, green and blue; one of several plates; a colour."""


_UNSOUND = (ValueError, TypeError, LookupError, AttributeError, RuntimeError, ArithmeticError)
"""Errors where the objects of a PDF are of other types than they should be, or lead back to themselves."""
_BROKEN = "it is broken, or no PDF"


@dataclass(frozen=True, slots=True)
class PageObjects:
    """One page: the inks that it sets, the fonts it uses that are not embedded, whether it has pictures or annotations, and
    whether anything is transparent.
    """

    inks: frozenset[str]
    unembedded: tuple[str, ...]
    annotated: bool
    transparent: bool


@dataclass(frozen=True, slots=True)
class FileObjects:
    """A whole file. ``fonts`` are the names of all fonts without the prefix of subsets."""

    title: str
    version: str
    encrypted: bool
    outline: bool
    fonts: tuple[str, ...]
    pages: tuple[PageObjects, ...]


def objects(content: bytes) -> FileObjects:
    """Read a PDF's objects. Raises ValueError if pikepdf cannot."""
    import pikepdf

    try:
        with pikepdf.open(io.BytesIO(content)) as pdf:
            reader = _Reader()
            pages = tuple(reader.page(page) for page in pdf.pages)
            title = str(pdf.docinfo.get("/Title", "")) if "/Info" in pdf.trailer else ""
            return FileObjects(
                title, pdf.pdf_version, pdf.is_encrypted, "/Outlines" in pdf.Root, tuple(sorted(reader.fonts)), pages
            )
    except (pikepdf.PdfError, *_UNSOUND) as error:
        raise ValueError(_BROKEN) from error


@dataclass(frozen=True, slots=True)
class _Found:
    inks: frozenset[str]
    unembedded: frozenset[str]
    transparent: bool


class _Reader:
    """Reads pages; shared objects are read once."""

    def __init__(self) -> None:
        self.fonts: set[str] = set()
        self._forms: dict[tuple[int, int], _Found] = {}
        self._embedded: dict[tuple[int, int], str | None] = {}

    def page(self, page: pikepdf.Page) -> PageObjects:
        found = self._holder(page.obj, page.get("/Resources", page.obj.get("/Resources", {})), 0)
        annotated = len(page.get("/Annots", ())) > 0
        return PageObjects(found.inks, tuple(sorted(found.unembedded)), annotated, found.transparent)

    def _holder(self, holder: Any, resources: Any, depth: int) -> _Found:
        import pikepdf

        inks: set[str] = set()
        for step in pikepdf.parse_content_stream(holder, _LOOKED_FOR):
            inks.update(_inks(str(step.operator), list(step.operands), resources))
        unembedded = {name for font in resources.get("/Font", {}).values() if (name := self._font(font))}
        transparent = any(_see_through(state) for state in resources.get("/ExtGState", {}).values())
        for thing in resources.get("/XObject", {}).values():
            if thing.get("/Subtype") == "/Form" and depth < _DEEPEST:
                inner = self._form(thing, resources, depth)
                inks |= inner.inks
                unembedded |= inner.unembedded
                transparent = transparent or inner.transparent
        return _Found(frozenset(inks), frozenset(unembedded), transparent)

    def _form(self, form: Any, resources: Any, depth: int) -> _Found:
        key = form.objgen
        if key == (0, 0) or key not in self._forms:
            self._forms[key] = self._holder(form, form.get("/Resources", resources), depth + 1)
        return self._forms[key]

    def _font(self, font: Any) -> str | None:
        """The name of a font that is not embedded."""
        key = font.objgen
        if key == (0, 0) or key not in self._embedded:
            name = str(font.get("/BaseFont", "without a name")).lstrip("/").rpartition("+")[2]
            self.fonts.add(name)
            embedded = font.get("/Subtype") == "/Type3"
            for one in [font, *font.get("/DescendantFonts", [])]:
                descriptor = one.get("/FontDescriptor", {})
                embedded = embedded or any(part in descriptor for part in ("/FontFile", "/FontFile2", "/FontFile3"))
            self._embedded[key] = None if embedded else name
        return self._embedded[key]


_MOST_OF_PAGE = 8 << 20
_MOST_OF_FILE, _TIMES = 12 << 20, 40
"""Bytes that one page may say, and all pages together: so many, and so many times the file. Pages of books say a hundredth."""

_MOST_FORMS = 64
"""Forms in one another; PDFium draws fewer."""

_LEAST = 512
"""The cost of an empty page."""

_DRAWN = re.compile(rb"/([^\s/<>\[\](){}%]+)\s+Do(?![^\s])")
_CHUNK = 1 << 16
_BLOWN_UP = 1000
"""Bytes that one may become in a form of packing other than the usual one."""

_TOO_MUCH = "its pages say more than a book's do"


def require_light(content: bytes, name: str) -> None:
    """Check that the pages of a PDF, unpacked, with each drawing counted as often as it is drawn, are read in seconds.

    Raises InputError where they are not.
    """
    import pikepdf

    try:
        with pikepdf.open(io.BytesIO(content)) as pdf:
            scale, left = _Scale(), _MOST_OF_FILE + _TIMES * len(content)
            for number, page in enumerate(pdf.pages, 1):
                before = scale.aside
                cost = scale.of_page(page.obj)
                left -= cost + scale.aside - before
                if cost > _MOST_OF_PAGE or left < 0:
                    raise InputError(
                        Fault(f"{_TOO_MUCH}, up to page {number}", Place(name), "is it a book of puzzles?")
                    )
    except pikepdf.PasswordError:
        return  # Its reader says so.
    except (pikepdf.PdfError, *_UNSOUND) as error:
        raise InputError(Fault(f"cannot be read as a PDF: {_BROKEN}", Place(name))) from error


class _Scale:
    """Weighs pages by the bytes of their operators; shared objects are weighed once.

    ``aside``: the weight of drawings that pages have and do not draw. They are read once.
    """

    def __init__(self) -> None:
        self.aside = 0
        self._known: dict[tuple[int, int], int] = {}

    def of_page(self, page: Any) -> int:
        held = page.get("/Contents", None)
        above, steps = page, 0
        while "/Resources" not in above and "/Parent" in above and steps < _HIGHEST:
            above, steps = above["/Parent"], steps + 1
        resources = above.get("/Resources", {})
        parts = [] if held is None else [held] if _is_stream(held) else list(held)
        return max(sum(self._of(part, resources, 0) for part in parts), _LEAST)

    def _of(self, stream: Any, resources: Any, depth: int) -> int:
        """The weight of a stream with all that it draws; more than a page may have counts as one byte more."""
        key = stream.objgen
        if key != (0, 0) and key in self._known:
            return self._known[key]
        self._known[key] = 0  # A drawing within itself has no weight.
        data = unpacked(stream, _MOST_OF_PAGE + 1)
        weight = len(data)
        drawn = Counter("/" + name.decode("latin-1") for name in _DRAWN.findall(data))
        for name, thing in resources.get("/XObject", {}).items() if weight <= _MOST_OF_PAGE else ():
            if thing.get("/Subtype") == "/Form":
                known = thing.objgen in self._known
                inner = self._of(thing, thing.get("/Resources", resources), depth + 1) if depth < _MOST_FORMS else 0
                weight += drawn[name] * (inner + 1)
                self.aside += inner if not (known or drawn[name]) else 0
        self._known[key] = min(weight, _MOST_OF_PAGE + 1)
        return self._known[key]


def _is_stream(held: Any) -> bool:
    import pikepdf

    return isinstance(held, pikepdf.Stream)


def unpacked(stream: Any, most: int) -> bytes:
    """The data of a stream, at most so many bytes of them; so many zeros where its packing may hide any number."""
    raw = stream.read_raw_bytes()
    held = stream.get("/Filter", None)
    filters = [] if held is None else [str(one) for one in held] if not str(held).startswith("/") else [str(held)]
    if not filters:
        return bytes(raw[:most])
    if filters in (["/FlateDecode"], ["/Fl"]):
        machine, out = zlib.decompressobj(), bytearray()
        try:
            while raw and len(out) < most and not machine.eof:
                out += machine.decompress(raw, _CHUNK)
                raw = machine.unconsumed_tail
        except zlib.error:
            pass  # PDFium reads the part before the damage, too.
        return bytes(out[:most])
    packing = sum(one in ("/FlateDecode", "/Fl", "/LZWDecode", "/LZW", "/RunLengthDecode", "/RL") for one in filters)
    if packing > 1 or (packing and len(raw) * _BLOWN_UP > most):
        return bytes(most)
    return bytes(stream.read_bytes()[:most])


def page_digests(content: bytes) -> list[bytes | None]:
    """For each page of a PDF a digest of all objects that may change how it is read, whatever their numbers.

    None for a page whose objects lead back to themselves; nothing for a file that is encrypted or that pikepdf has to repair, in
    which another library may find other objects.
    """
    import pikepdf

    try:
        with pikepdf.open(io.BytesIO(content), attempt_recovery=False) as pdf:
            if pdf.is_encrypted or pdf.get_warnings():
                return []
            digests = _Digests(pdf)
            found = [digests.of_page(page.obj) for page in pdf.pages]
            return [] if pdf.get_warnings() else found
    except (pikepdf.PdfError, *_UNSOUND):
        return []


_APART = ("/Parent", "/Annots", "/B", "/StructParents")
"""What of a page is not read, and may lead to all other pages."""
_INHERITED = ("/Resources", "/MediaBox", "/CropBox", "/Rotate")
_REFERENCE = re.compile(rb"\((?:[^\\()]|\\.)*\)|<[0-9a-fA-F]*>|(\d+) (\d+) R", re.DOTALL)
"""A reference to another object, or a text, in which there are none."""


class _Digests:
    """Digests of objects with all that they refer to; shared ones are looked at once."""

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        self._pdf = pdf
        self._known: dict[tuple[int, int], bytes | None] = {}

    def of_page(self, page: Any) -> bytes | None:
        digest = hashlib.sha256()
        own = {str(name): value for name, value in page.items() if str(name) not in _APART}
        for name in _INHERITED:
            above, steps = page, 0
            while name not in own and "/Parent" in above and steps < _HIGHEST:
                above, steps = above["/Parent"], steps + 1
                if name in above:
                    own[name] = above[name]
        for name in sorted(own):
            held = self._inner(own[name])
            if held is None:
                return None
            digest.update(name.encode() + b" " + held)
        return digest.digest()

    def _of(self, number: int, generation: int) -> bytes | None:
        key = number, generation
        if key not in self._known:
            self._known[key] = None  # While it is looked at, what leads back to it has no digest.
            self._known[key] = self._inner(self._pdf.get_object(number, generation))
        return self._known[key]

    def _inner(self, value: Any) -> bytes | None:
        import pikepdf

        stream = isinstance(value, pikepdf.Stream)
        if not isinstance(value, pikepdf.Object):
            text = repr(value).encode()  # A number, or a truth value.
        else:
            text = (value.stream_dict if stream else value).unparse(resolved=True)
        digest = hashlib.sha256()
        start = 0
        for found in _REFERENCE.finditer(text):
            if found[1] is not None:
                held = self._of(int(found[1]), int(found[2]))
                if held is None:
                    return None
                digest.update(text[start : found.start()] + held)
                start = found.end()
        digest.update(text[start:])
        if stream:
            digest.update(value.read_raw_bytes())
        return digest.digest()


def _inks(operator: str, operands: Sequence[Any], resources: Any) -> Iterator[str]:
    if operator in _GREY:
        yield BLACK
    elif operator in _RGB:
        yield RGB_BLACK if _neutral(operands) else COLOUR
    elif operator in _CMYK:
        yield _plates([float(part) for part in operands])
    elif operator in ("cs", "CS"):
        family, parts = _space(operands[0], resources)
        # The first colour of a space is black, or nothing; the operators after it say more.
        if family == "/DeviceGray" or parts == 1:
            yield BLACK
    elif operator in ("sc", "SC", "scn", "SCN"):
        numbers = [part for part in operands if isinstance(part, int | float) or _is_number(part)]
        if len(numbers) == 3:
            yield RGB_BLACK if _neutral(numbers) else COLOUR
        elif len(numbers) == 4:
            yield _plates([float(part) for part in numbers])
        elif not numbers:
            yield COLOUR
    elif operator == "sh":
        yield COLOUR


def _is_number(part: Any) -> bool:
    try:
        float(part)
    except (TypeError, ValueError):
        return False
    return True


def _neutral(parts: Sequence[Any]) -> bool:
    values = [float(part) for part in parts]
    return max(values) - min(values) < _NEUTRAL


def _plates(parts: Sequence[float]) -> str:
    cyan, magenta, yellow, black = parts
    if max(cyan, magenta, yellow) == 0:
        return BLACK
    # Dark colours have some black under their other inks.
    return RICH_BLACK if black > _MOSTLY or _neutral((cyan, magenta, yellow)) else COLOUR


_MOSTLY = 0.85
"""The share of black above which other inks are there to make it deeper."""


def _space(name: Any, resources: Any) -> tuple[str, int]:
    space = resources.get("/ColorSpace", {}).get(str(name), name)
    if isinstance(space, str) or not hasattr(space, "__len__") or str(space).startswith("/"):
        return str(space), {"/DeviceGray": 1, "/DeviceRGB": 3, "/DeviceCMYK": 4}.get(str(space), 0)
    family = str(space[0])
    if family == "/ICCBased":
        return family, int(space[1].get("/N", 0))
    return family, 1 if family in ("/CalGray", "/Separation", "/Indexed") else 3


def _see_through(state: Any) -> bool:
    solid = all(float(state.get(key, 1)) == 1 for key in ("/ca", "/CA"))
    return not solid or state.get("/SMask", "/None") != "/None" or str(state.get("/BM", "/Normal")) != "/Normal"
