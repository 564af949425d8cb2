"""Breaches of PDF/X-1a planted into a file that keeps it, for each requirement of :mod:`preflight`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name

Change = Callable[[pikepdf.Pdf], Any]
Fault = tuple[str, str, Change]
"""The requirement, what the preflight is to say, and what plants it, which may return keys to save the file by."""


def _drop(*path: str) -> Change:
    def change(pdf: pikepdf.Pdf) -> None:
        holder: Any = pdf.trailer
        for key in path[:-1]:
            holder = holder[key]
        del holder[path[-1]]

    return change


def _put(value: Any, *path: str) -> Change:
    def change(pdf: pikepdf.Pdf) -> None:
        holder: Any = pdf.trailer
        for key in path[:-1]:
            holder = holder[key]
        holder[path[-1]] = value

    return change


def _draw(operators: bytes) -> Change:
    return lambda pdf: pdf.pages[0].contents_add(pdf.make_stream(operators))


def _page(key: str, value: Any) -> Change:
    return lambda pdf: pdf.pages[3].obj.__setitem__(key, value)


def _resource(group: str, value: Any) -> Change:
    """Something more among the resources of the second page."""

    def change(pdf: pikepdf.Pdf) -> None:
        page = pdf.pages[1].obj
        resources = page.get("/Resources", Dictionary())
        held = resources.get(group, Dictionary())
        held["/Planted"] = pdf.make_indirect(value(pdf) if callable(value) else value)
        resources[group] = held
        page["/Resources"] = resources

    return change


def _stream(content: bytes, **keys: Any) -> Callable[[pikepdf.Pdf], Any]:
    return lambda pdf: pdf.make_stream(content, {f"/{key}": value for key, value in keys.items()})


def _image(**keys: Any) -> Change:
    return _resource("/XObject", _stream(b"\0\0\0", Subtype=Name.Image, Width=1, Height=1, BitsPerComponent=8, **keys))


def _state(**keys: Any) -> Change:
    return _resource("/ExtGState", Dictionary(Type=Name.ExtGState, **keys))


def _no_font(pdf: pikepdf.Pdf) -> None:
    del pdf.pages[2].Resources.Font["/F1+0"].FontDescriptor.FontFile2


def _composite_font(pdf: pikepdf.Pdf) -> None:
    inner = Dictionary(Type=Name.Font, Subtype=Name.CIDFontType2, BaseFont=Name.Planted, FontDescriptor=Dictionary())
    font = Dictionary(Type=Name.Font, Subtype=Name.Type0, BaseFont=Name.Planted, DescendantFonts=Array([inner]))
    _resource("/Font", font)(pdf)


def _two_intents(pdf: pikepdf.Pdf) -> None:
    pdf.Root.OutputIntents.append(pdf.Root.OutputIntents[0])


def _intent(key: str, value: Any = None) -> Change:
    def change(pdf: pikepdf.Pdf) -> None:
        intent = pdf.Root.OutputIntents[0]
        if value is None:
            del intent[key]
        else:
            intent[key] = value(pdf)

    return change


def _link(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].obj.Annots = Array([Dictionary(Subtype=Name.Link, Rect=[9, 9, 20, 20])])


def _lzw(pdf: pikepdf.Pdf) -> dict[str, Any]:
    # An empty stream: clear and end of data, in nine bits each.
    _resource("/XObject", lambda held: pikepdf.Stream(held, b"\x80\x0b\x01", Filter=Name.LZWDecode))(pdf)
    return {"stream_decode_level": pikepdf.StreamDecodeLevel.none, "compress_streams": False}


_LOCKED = pikepdf.Encryption(owner="a", user="", R=2, aes=False, metadata=False)
_ICC = _stream(b"\0" * 12 + b"mntrRGB XYZ " + b"\0" * 104, N=4)
_LAB = Array([Name.Lab, Dictionary(WhitePoint=[0.9, 1, 0.8])])
_INLINE = b"BI /W 1 /H 1 /BPC 8 /CS /%s %s ID \0\0\0 EI"

PLANTED: list[Fault] = [
    ("version", "is not PDF 1.3", lambda _: {"force_version": "1.4"}),
    ("version", "is not PDF 1.3", _put(Name("/1.4"), "/Root", "/Version")),
    (
        "no-object-streams",
        "has object streams or cross-reference streams",
        lambda _: {"object_stream_mode": pikepdf.ObjectStreamMode.generate, "force_version": "1.5"},
    ),
    ("no-optional-content", "has optional content", _put(Dictionary(), "/Root", "/OCProperties")),
    ("operators", "page 1 has the operator XX", _draw(b"BX 1 XX EX")),
    ("no-separated-pages", "page 4 is separated", _page("/SeparationInfo", Dictionary())),
    ("output-intent", "has 0 output intents for PDF/X", _drop("/Root", "/OutputIntents")),
    ("output-intent", "has 2 output intents for PDF/X", _two_intents),
    ("output-intent", "the output intent has no /Info", _intent("/Info")),
    (
        "output-intent",
        "the output intent has no /OutputConditionIdentifier",
        _intent("/OutputConditionIdentifier"),
    ),
    ("output-intent", "the output intent has neither a profile nor a registry", _intent("/RegistryName")),
    (
        "output-intent",
        "the profile of the output intent is of no output device",
        _intent("/DestOutputProfile", _ICC),
    ),
    ("colour-of-marks", "page 1 sets an RGB colour", _draw(b"1 0 0 rg 0 0 9 9 re f")),
    ("colour-of-marks", "page 1 has the colour space /CalGray", _draw(b"/CalGray cs")),
    (
        "colour-of-marks",
        "page 2 has the colour space /DeviceRGB",
        _resource("/Shading", Dictionary(ShadingType=2, ColorSpace=Name.DeviceRGB)),
    ),
    (
        "colour-of-marks",
        "page 2 sets an RGB colour",
        _resource("/Pattern", _stream(b"0 0 1 rg 0 0 5 5 re f", PatternType=1, Resources=Dictionary())),
    ),
    ("colour-of-images", "an image has the colour space /DeviceRGB", _image(ColorSpace=Name.DeviceRGB)),
    ("colour-of-images", "an image has the colour space /Lab", _image(ColorSpace=_LAB)),
    ("colour-of-images", "page 1 has the colour space /DeviceRGB", _draw(_INLINE % (b"RGB", b""))),
    (
        "no-default-spaces",
        "page 2 has /DefaultGray",
        lambda pdf: pdf.pages[1].obj.__setitem__(
            "/Resources", Dictionary(ColorSpace=Dictionary(DefaultGray=Name.DeviceGray))
        ),
    ),
    ("rendering-intents", "page 1 has the rendering intent /Planted", _draw(b"/Planted ri")),
    ("embedded-fonts", "page 3 uses the font /F1+0, which is not embedded", _no_font),
    ("embedded-fonts", "page 2 uses the font /Planted, which is not embedded", _composite_font),
    ("embedded-fonts", "page 1 uses the font /Lost, which it does not have", _draw(b"BT /Lost 9 Tf ET")),
    ("no-other-files", "holds another file, or refers to one", _resource("/XObject", _stream(b"", F=b"other.pdf"))),
    ("no-other-files", "has /EmbeddedFiles", _put(Dictionary(EmbeddedFiles=Dictionary()), "/Root", "/Names")),
    ("no-opi", "has /OPI", _image(ColorSpace=Name.DeviceGray, OPI=Dictionary())),
    ("compression", "is compressed by /LZWDecode", _lzw),
    ("compression", "page 1 has an image compressed by /LZWDecode", _draw(_INLINE % (b"G", b"/F /LZW"))),
    ("trapped", "does not say whether it is trapped", _drop("/Info", "/Trapped")),
    ("trapped", "does not say whether it is trapped", _put(Name.Unknown, "/Info", "/Trapped")),
    ("pdfx-version", "has another /GTS_PDFXVersion", _drop("/Info", "/GTS_PDFXVersion")),
    ("pdfx-conformance", "has another /GTS_PDFXConformance", _put("PDF/X-1:2001", "/Info", "/GTS_PDFXConformance")),
    ("title", "has no /Title", _drop("/Info", "/Title")),
    ("title", "/Planted is no string", _put(7, "/Info", "/Planted")),
    ("dates", "has no /ModDate", _drop("/Info", "/ModDate")),
    ("dates", "has no /CreationDate", _put("D:2026", "/Info", "/CreationDate")),
    # Every library writes one.
    ("identifier", "has no ID", lambda _: {"exchanged": (b"/ID [", b"/XX [")}),
    ("trim-or-art", "page 4 has not just one of TrimBox and ArtBox", lambda pdf: pdf.pages[3].obj.__delitem__("/TrimBox")),
    ("trim-or-art", "page 4 has not just one of TrimBox and ArtBox", _page("/ArtBox", Array([0, 0, 9, 9]))),
    ("boxes-nested", "page 4 has its /TrimBox outside of its /BleedBox", _page("/TrimBox", Array([-5, 0, 396, 612]))),
    ("boxes-nested", "page 4 has its /CropBox outside of its /MediaBox", _page("/CropBox", Array([0, 0, 500, 612]))),
    ("no-transfer-curves", "has a transfer curve", _state(TR=Name.Identity)),
    ("no-transfer-curves", "has a transfer curve", _state(TR2=Name.Identity)),
    ("halftones", "has a halftone of another type", _state(HT=Dictionary(HalftoneType=6))),
    ("halftones", "names a halftone", _state(HT=Dictionary(HalftoneType=1, HalftoneName="Planted"))),
    ("no-postscript", "holds PostScript", _resource("/XObject", _stream(b"showpage", Subtype=Name.PS))),
    ("no-postscript", "holds PostScript", _resource("/XObject", _stream(b"", Subtype=Name.Form, Subtype2=Name.PS))),
    ("no-encryption", "is encrypted", lambda _: {"encryption": _LOCKED}),
    ("no-alternates", "has /Alternates", _image(ColorSpace=Name.DeviceGray, Alternates=Array())),
    ("annotations-off-the-page", "page 1 has an annotation on its print", _link),
    ("annotations-off-the-page", "has /AcroForm", _put(Dictionary(Fields=Array()), "/Root", "/AcroForm")),
    ("no-actions", "has an action", _put(Dictionary(S=Name.JavaScript), "/Root", "/OpenAction")),
    ("no-actions", "has an action", _page("/AA", Dictionary(O=Dictionary(S=Name.GoTo)))),
    ("no-actions", "has /JavaScript", _put(Dictionary(JavaScript=Dictionary()), "/Root", "/Names")),
    ("no-transparency", "is transparent", _state(ca=0.5)),
    ("no-transparency", "blends", _state(BM=Name.Multiply)),
    ("no-transparency", "has a soft mask", _state(SMask=Dictionary(S=Name.Alpha))),
    ("no-transparency", "has a soft mask", _image(ColorSpace=Name.DeviceGray, SMask=Dictionary())),
    ("no-transparency", "has a transparency group", _page("/Group", Dictionary(S=Name.Transparency))),
    (
        "viewer-preferences",
        "has /PrintArea /TrimBox",
        _put(Dictionary(PrintArea=Name.TrimBox), "/Root", "/ViewerPreferences"),
    ),
]  # fmt: skip
