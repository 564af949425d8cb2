"""A preflight of PDF/X-1a:2001 (ISO 15930-1), after the rules that public checkers look at.

It knows nothing of what wrote the file.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

import pikepdf

BOXES = ("/MediaBox", "/CropBox", "/BleedBox", "/TrimBox", "/ArtBox")
COLOURS = {"/DeviceGray", "/DeviceCMYK"}
NAMED = {"/Separation", "/DeviceN"}
RGB = {"rg", "RG"}
IN_1_3 = [
    "b",
    "B",
    "b*",
    "B*",
    "BDC",
    "BI",
    "BMC",
    "BT",
    "BX",
    "c",
    "cm",
    "CS",
    "cs",
    "d",
    "d0",
    "d1",
    "Do",
    "DP",
    "EI",
    "EMC",
    "ET",
    "EX",
    "f",
    "F",
    "f*",
    "G",
    "g",
    "gs",
    "h",
    "i",
    "ID",
    "j",
    "J",
    "K",
    "k",
    "l",
    "m",
    "M",
    "MP",
    "n",
    "q",
    "Q",
    "re",
    "RG",
    "rg",
    "ri",
    "s",
    "S",
    "SC",
    "sc",
    "SCN",
    "scn",
    "sh",
    "T*",
    "Tc",
    "Td",
    "TD",
    "Tf",
    "TJ",
    "Tj",
    "TJ",
    "TL",
    "Tm",
    "Tr",
    "Ts",
    "Tw",
    "Tz",
    "v",
    "w",
    "W",
    "W*",
    "y",
    "'",
    '"',
]
FILTERS = {"/FlateDecode", "/CCITTFaxDecode", "/DCTDecode", "/RunLengthDecode", "/ASCII85Decode", "/ASCIIHexDecode"}
DATE = r"D:\d{14}(Z|[+-]\d\d'\d\d'?)?"


def faults(content: bytes) -> list[str]:
    """What a file breaks; [] for a PDF/X-1a:2001 file."""
    found = list(_of_file(content))
    with pikepdf.open(io.BytesIO(content)) as pdf:
        found += _of_document(pdf)
        found += _of_intent(pdf)
        for number, page in enumerate(pdf.pages, 1):
            found += [f"page {number} {fault}" for fault in _of_page(page.obj)]
        for thing in pdf.objects:
            found += _of_object(thing)
    return list(dict.fromkeys(found))


def _of_file(content: bytes) -> Iterator[str]:
    header = re.match(rb"%PDF-(\d\.\d)", content)
    if header is None or float(header[1]) > 1.3:
        yield "is not PDF 1.3"
    if not re.match(rb"%PDF-\d\.\d\r?\n%[\x80-\xff]{4}", content):
        yield "has no binary comment after its header"
    if b"/ObjStm" in content or b"/XRef" in content:
        yield "has object streams or cross-reference streams"


def _of_document(pdf: pikepdf.Pdf) -> Iterator[str]:
    if pdf.is_encrypted or "/Encrypt" in pdf.trailer:
        yield "is encrypted"
    if len(pdf.trailer.get("/ID", [])) != 2:
        yield "has no ID"
    info = pdf.trailer.get("/Info", {})
    for key in ("/Title", "/Creator", "/Producer"):
        if not str(info.get(key, "")).strip():
            yield f"has no {key}"
    for key in ("/CreationDate", "/ModDate"):
        if not re.fullmatch(DATE, str(info.get(key, ""))):
            yield f"has no {key}"
    if info.get("/Trapped") not in (pikepdf.Name("/True"), pikepdf.Name("/False")):
        yield "does not say whether it is trapped"
    for key, value in (("/GTS_PDFXVersion", "PDF/X-1:2001"), ("/GTS_PDFXConformance", "PDF/X-1a:2001")):
        if str(info.get(key, "")) != value:
            yield f"has another {key}"
    root = pdf.Root
    for key in ("/AcroForm", "/OpenAction", "/AA", "/OCProperties", "/Metadata", "/Outlines"):
        if key in root and key != "/Outlines":
            yield f"has {key}"
    names = root.get("/Names", {})
    for key in ("/JavaScript", "/EmbeddedFiles"):
        if key in names:
            yield f"has {key}"


def _of_intent(pdf: pikepdf.Pdf) -> Iterator[str]:
    intents = [one for one in pdf.Root.get("/OutputIntents", []) if one.get("/S") == "/GTS_PDFX"]
    if len(intents) != 1:
        yield f"has {len(intents)} output intents for PDF/X"
        return
    (intent,) = intents
    for key in ("/OutputConditionIdentifier", "/Info"):
        if not str(intent.get(key, "")):
            yield f"the output intent has no {key}"
    if "/DestOutputProfile" not in intent and str(intent.get("/RegistryName", "")) != "http://www.color.org":
        yield "the output intent has neither a profile nor a registry"


def _of_page(page: Any) -> Iterator[str]:
    if ("/TrimBox" in page) == ("/ArtBox" in page):
        yield "has not just one of TrimBox and ArtBox"
    boxes = {name: [float(side) for side in page[name]] for name in BOXES if name in page}
    order = [
        ("/TrimBox", "/BleedBox"),
        ("/BleedBox", "/MediaBox"),
        ("/TrimBox", "/MediaBox"),
        ("/CropBox", "/MediaBox"),
    ]
    for inner, outer in order:
        if inner in boxes and outer in boxes and not _inside(boxes[inner], boxes[outer]):
            yield f"has its {inner} outside of its {outer}"
    for key in ("/SeparationInfo", "/AA"):
        if key in page:
            yield f"has {key}"
    bleed = boxes.get("/BleedBox", boxes.get("/TrimBox", boxes["/MediaBox"]))
    for annotation in page.get("/Annots", []):
        left, bottom, right, top = (float(side) for side in annotation.Rect)
        if (
            annotation.Subtype != "/TrapNet"
            and left < bleed[2]
            and right > bleed[0]
            and bottom < bleed[3]
            and top > bleed[1]
        ):
            yield "has an annotation on its print"
    yield from _of_content(page)


def _inside(inner: list[float], outer: list[float]) -> bool:
    return all(a >= b - 0.01 for a, b in zip(inner[:2], outer[:2], strict=True)) and all(
        a <= b + 0.01 for a, b in zip(inner[2:], outer[2:], strict=True)
    )


def _of_content(holder: Any) -> Iterator[str]:
    resources = holder.get("/Resources", {})
    for step in pikepdf.parse_content_stream(holder):
        operator = str(step.operator)
        if operator == "INLINE IMAGE":
            continue
        if operator in RGB:
            yield "sets an RGB colour"
        elif operator not in IN_1_3:
            yield f"has the operator {operator}"
        elif operator in ("cs", "CS"):
            name = step.operands[0]
            yield from _of_space(resources.get("/ColorSpace", {}).get(name, name))
        elif operator == "Tf" and str(step.operands[0]) not in resources.get("/Font", {}):
            yield f"uses the font {step.operands[0]}, which it does not have"
    for font in dict(resources.get("/Font", {})).values():
        descriptor = font.get("/FontDescriptor", {})
        if font.get("/Subtype") not in ("/Type3", "/Type0") and not {"/FontFile", "/FontFile2", "/FontFile3"} & set(
            descriptor.keys()
        ):
            yield "uses a font that is not embedded"
    for thing in dict(resources.get("/XObject", {})).values():
        if thing.get("/Subtype") == "/Form":
            yield from _of_content(thing)
        if thing.get("/Subtype") == "/Image" and "/ColorSpace" in thing:
            yield from _of_space(thing.ColorSpace)


def _of_space(space: Any) -> Iterator[str]:
    name = str(space[0]) if isinstance(space, pikepdf.Array) else str(space)
    if name == "/Indexed":
        yield from _of_space(space[1])
    elif name in NAMED:
        yield from _of_space(space[2])
    elif name not in COLOURS:
        yield f"has the colour space {name}"


def _of_object(thing: Any) -> Iterator[str]:
    if not isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
        return
    if isinstance(thing, pikepdf.Stream):
        filters = thing.get("/Filter", [])
        for name in filters if isinstance(filters, pikepdf.Array) else [filters]:
            if str(name) not in FILTERS:
                yield f"is compressed by {name}"
        if "/F" in thing:
            yield "has a stream in another file"
    if thing.get("/Type") == "/ExtGState" or {"/ca", "/CA", "/BM", "/SMask", "/TR", "/TR2", "/HT"} & set(thing.keys()):
        if any(float(thing.get(key, 1)) != 1 for key in ("/ca", "/CA")):
            yield "is transparent"
        if str(thing.get("/BM", "/Normal")) not in ("/Normal", "/Compatible"):
            yield "blends"
        if str(thing.get("/SMask", "/None")) != "/None":
            yield "has a soft mask"
        if "/TR" in thing or str(thing.get("/TR2", "/Default")) != "/Default":
            yield "has a transfer curve"
        if isinstance(thing.get("/HT"), pikepdf.Dictionary) and int(thing.HT.get("/HalftoneType", 0)) not in (1, 5):
            yield "has a halftone of another type"
    if isinstance(thing.get("/Group"), pikepdf.Dictionary) and thing.Group.get("/S") == "/Transparency":
        yield "has a transparency group"
    for key in ("/OPI", "/Alternates", "/PS"):
        if key in thing:
            yield f"has {key}"
    if thing.get("/Subtype") == "/PS" or thing.get("/Type") == "/Filespec" or "/EF" in thing:
        yield "holds PostScript or another file"
    if thing.get("/S") in ("/JavaScript", "/Launch", "/URI", "/SubmitForm", "/ImportData", "/GoTo", "/Named"):
        yield "has an action"
