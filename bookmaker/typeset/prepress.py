"""The last step before a PDF is written: the file is put into its final form and proven fit for print.

``finish`` reads back what the canvas made with a different library, so a fault of the canvas is found by a reader
that does not share its assumptions.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bookmaker.errors import Fault, ProofError

if TYPE_CHECKING:
    import pikepdf

_COLOUR_OPERATORS = frozenset({"rg", "RG", "k", "K", "cs", "CS", "sc", "SC", "scn", "SCN", "sh"})
"""Operators that set or paint anything but DeviceGray."""

# The parser drops all others, which is four times as fast; it tells of an inline image only if all of its parts are asked for.
_LOOKED_FOR = " ".join(sorted(_COLOUR_OPERATORS | {"BI", "ID", "EI"}))


def finish(content: bytes, name: str) -> bytes:
    """The PDF in its final form: object streams, an id made from the content. Raises ProofError if it is not fit for print.

    Deterministic: no date is in the file and its id is a digest of its content.
    """
    import pikepdf

    with pikepdf.open(io.BytesIO(content)) as pdf:
        for key in sorted(pdf.docinfo.keys()):
            if key in ("/CreationDate", "/ModDate") or str(pdf.docinfo[key]) in ("", "unspecified"):
                del pdf.docinfo[key]
        # The canvas makes its id from the clock or SOURCE_DATE_EPOCH; the half of it that qpdf would keep is dropped here.
        if "/ID" in pdf.trailer:
            del pdf.trailer["/ID"]
        faults = [Fault(f"{name}: {message}") for message in inspect(pdf)]
        if faults:
            raise ProofError(faults)
        out = io.BytesIO()
        pdf.save(
            out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate, compress_streams=True
        )
    return out.getvalue()


def inspect(pdf: pikepdf.Pdf) -> Iterator[str]:
    """What a print shop would reject.

    Fonts not embedded, colour, images that are not grey, transparency, annotations, outlines, a page without trim box.
    """
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
        for message in _inspect_resources(page.obj, seen):
            yield f"page {number} {message}"


def _inspect_resources(holder: Any, seen: set[tuple[int, int]]) -> Iterator[str]:
    import pikepdf

    operators = {str(step.operator) for step in pikepdf.parse_content_stream(holder, _LOOKED_FOR)}
    if operators & _COLOUR_OPERATORS:
        yield "sets a colour that is not black ink"
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
            yield from _inspect_resources(thing, seen)
        elif thing.get("/ColorSpace") != "/DeviceGray":
            yield f"holds an image that is not grey ({name})"
        elif "/SMask" in thing or "/Mask" in thing:
            yield f"holds an image that is transparent in places ({name})"


def _known(thing: Any, seen: set[tuple[int, int]]) -> bool:
    # Objects that stand in place have no number; they are looked at wherever they stand.
    number = thing.objgen
    if number == (0, 0) or number not in seen:
        seen.add(number)
        return False
    return True
