"""The last step before a cover is written: its final form, and a look at what a printer would refuse."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from bookmaker.errors import Fault, ProofError
from bookmaker.printers import Edition

_SLACK = 0.005
_INKS = {"rgb": {"k", "K"}, "cmyk": {"rg", "RG"}}
"""Operators that set a colour of the wrong space."""


def finish_cover(content: bytes, name: str, edition: Edition) -> bytes:
    """The PDF of a cover in its final form, without dates and with an id made from its content. Raises ProofError."""
    import pikepdf

    with pikepdf.open(io.BytesIO(content)) as pdf:
        for key in ("/CreationDate", "/ModDate"):
            if key in pdf.docinfo:
                del pdf.docinfo[key]
        if "/ID" in pdf.trailer:
            del pdf.trailer["/ID"]
        faults = [Fault(f"{name}: {message}") for message in _faults(pdf, edition)]
        if faults:
            raise ProofError(faults)
        out = io.BytesIO()
        pdf.save(
            out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate, compress_streams=True
        )
    return out.getvalue()


def _faults(pdf: Any, edition: Edition) -> Iterator[str]:
    import pikepdf

    if len(pdf.pages) != 1:
        yield f"has {len(pdf.pages)} pages"
    page, rule, most = pdf.pages[0], edition.binding.cover, edition.printer.file.most_ink
    space = rule.color if rule is not None else "rgb"
    for step in pikepdf.parse_content_stream(page):
        operands: Any = step.operands
        operator = step.operator
        if str(operator) in _INKS[space]:
            yield f"sets a colour that is not {space.upper()}"
        total = sum(float(share) for share in operands) if str(operator) in ("k", "K") else 0.0
        if most is not None and total > most / 100 + _SLACK:
            yield f"has {total * 100:.0f} % of ink in places; the printer takes {most} %"
    resources = page.obj.get("/Resources", {})
    for font in resources.get("/Font", {}).values():
        if "/FontFile2" not in font.get("/FontDescriptor", {}):
            yield f"uses the font {font.get('/BaseFont')}, which is not embedded"
    for picture in resources.get("/XObject", {}).values():
        if picture.get("/ColorSpace") not in ("/DeviceGray", f"/Device{space.upper()}"):
            yield f"holds an image that is not {space.upper()}"
