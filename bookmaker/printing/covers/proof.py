"""What a printer would refuse of a cover, read back from its PDF."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bookmaker.printing.printers import Edition

_SLACK = 0.005
_WRONG = {"rgb": {"k", "K"}, "cmyk": {"rg", "RG"}}
"""Operators that set a colour of the other space."""


def inspect_cover(pdf: Any, edition: Edition) -> Iterator[str]:
    """Pages, colours, total ink, fonts and images that the printer of an edition would refuse."""
    import pikepdf

    if len(pdf.pages) != 1:
        yield f"has {len(pdf.pages)} pages"
    page, rule, most = pdf.pages[0], edition.binding.cover, edition.printer.file.most_ink
    space = rule.color if rule is not None else "rgb"
    for step in pikepdf.parse_content_stream(page):
        operands: Any = step.operands
        operator = str(step.operator)
        if operator in _WRONG[space]:
            yield f"sets a colour that is not {space.upper()}"
        total = sum(float(share) for share in operands) if operator in ("k", "K") else 0.0
        if most is not None and total > most / 100 + _SLACK:
            yield f"has {total * 100:.0f} % of ink in places; the printer takes {most} %"
    if "/TrimBox" not in page:
        yield "has no trim box"
    resources = page.obj.get("/Resources", {})
    for font in resources.get("/Font", {}).values():
        if "/FontFile2" not in font.get("/FontDescriptor", {}):
            yield f"uses the font {font.get('/BaseFont')}, which is not embedded"
    for picture in resources.get("/XObject", {}).values():
        if picture.get("/ColorSpace") not in ("/DeviceGray", f"/Device{space.upper()}") or "/SMask" in picture:
            yield f"holds an image that is not plain {space.upper()}"
    if "/ExtGState" in resources:
        yield "may be transparent in places"
