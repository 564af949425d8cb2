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


def finish(content: bytes, name: str) -> bytes:
    """The PDF in its final form: object streams, an id made from the content. Raises ProofError if it is not fit for print.

    Deterministic: no date is in the file and its id is a digest of its content.
    """
    import pikepdf

    with pikepdf.open(io.BytesIO(content)) as pdf:
        for key in ("/CreationDate", "/ModDate"):
            if key in pdf.docinfo:
                del pdf.docinfo[key]
        faults = [Fault(f"{name}: {message}") for message in inspect(pdf)]
        if faults:
            raise ProofError(faults)
        out = io.BytesIO()
        pdf.save(
            out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate, compress_streams=True
        )
    return out.getvalue()


def inspect(pdf: pikepdf.Pdf) -> Iterator[str]:
    """What a print shop would reject: fonts not embedded, colour, images, annotations, outlines, a page without trim box."""
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

    operators = {str(step.operator) for step in pikepdf.parse_content_stream(holder)}
    if operators & _COLOUR_OPERATORS:
        yield "sets a colour that is not black ink"
    resources = holder.get("/Resources", {})
    for name, font in resources.get("/Font", {}).items():
        if font.objgen in seen:
            continue
        seen.add(font.objgen)
        if "/FontFile2" not in font.get("/FontDescriptor", {}):
            yield f"uses the font {font.get('/BaseFont', name)}, which is not embedded"
    for name, thing in resources.get("/XObject", {}).items():
        if thing.objgen in seen:
            continue
        seen.add(thing.objgen)
        if thing.get("/Subtype") == "/Form":
            yield from _inspect_resources(thing, seen)
        else:
            yield f"holds an image ({name})"
