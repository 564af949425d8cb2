"""A preflight of PDF/X-1a:2001 (ISO 15930-1), requirement by requirement, after the lists that public checkers go through.

It knows nothing of what wrote the file. The clauses are those of ISO 15930-4:2003, which states the same requirements for
PDF/X-1a on PDF 1.4 and whose numbering is public; ISO 15930-1:2001 has them in its clauses 6.3 to 6.21. The lists are that of the
project pdfbox-preflight (the requirements that Callas' technote names) and the application notes of CGATS for PDF/X.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pikepdf
from pdf_parts import File

BOXES = ("/MediaBox", "/CropBox", "/BleedBox", "/TrimBox", "/ArtBox")
COLOURS = {"/DeviceGray", "/DeviceCMYK", "/G", "/CMYK"}
_OPERATORS = """
b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M MP n q Q re RG rg ri s S SC sc
SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' "
"""
OPERATORS = {*_OPERATORS.split(), "INLINE IMAGE"}
FILTERS = {
    *("/FlateDecode", "/CCITTFaxDecode", "/DCTDecode", "/RunLengthDecode", "/ASCII85Decode", "/ASCIIHexDecode"),
    *("/Fl", "/CCF", "/DCT", "/RL", "/A85", "/AHx"),
}
DATE = r"D:\d{14}(Z|[+-]\d\d'\d\d'?)?"
ACTIONS = ("/JavaScript", "/Launch", "/URI", "/SubmitForm", "/ResetForm", "/ImportData", "/GoTo", "/GoToR", "/Named")
INTENTS = ("/AbsoluteColorimetric", "/RelativeColorimetric", "/Saturation", "/Perceptual")


@dataclass(frozen=True)
class Requirement:
    """One requirement: its clause, what it says, and what looks for breaches."""

    clause: str
    says: str
    breaches: Callable[[File], Iterator[str]]


REQUIREMENTS: dict[str, Requirement] = {}


def requirement(clause: str) -> Callable[[Callable[[File], Iterator[str]]], Callable[[File], Iterator[str]]]:
    """Name a requirement after its function."""

    def named(breaches: Callable[[File], Iterator[str]]) -> Callable[[File], Iterator[str]]:
        says = (breaches.__doc__ or "").strip()
        REQUIREMENTS[breaches.__name__.replace("_", "-")] = Requirement(clause, says, breaches)
        return breaches

    return named


def faults(content: bytes) -> list[str]:
    """What a file breaks, each with the name of its requirement; [] for a PDF/X-1a:2001 file."""
    with pikepdf.open(io.BytesIO(content)) as pdf:
        file = File(content, pdf)
        found = [f"{name}: {told}" for name, one in REQUIREMENTS.items() for told in one.breaches(file)]
    return list(dict.fromkeys(found))


@requirement("6.1")
def version(file: File) -> Iterator[str]:
    """PDF 1.3 or earlier."""
    header = re.match(rb"%PDF-(\d\.\d)", file.content)
    if header is None or float(header[1]) > 1.3 or float(str(file.pdf.Root.get("/Version", "/1.3"))[1:]) > 1.3:
        yield "is not PDF 1.3"
    if not re.match(rb"%PDF-\d\.\d\r?\n%[\x80-\xff]{4}", file.content):
        yield "has no binary comment after its header"


@requirement("6.1")
def no_object_streams(file: File) -> Iterator[str]:
    """No streams of objects or of cross-references, which are of PDF 1.5."""
    if any(thing.get("/Type") in ("/ObjStm", "/XRef") for thing in file.things) or b"/ObjStm" in file.content:
        yield "has object streams or cross-reference streams"


@requirement("6.1")
def no_optional_content(file: File) -> Iterator[str]:
    """No layers, which are of PDF 1.5."""
    if "/OCProperties" in file.pdf.Root or any(thing.get("/Type") in ("/OCG", "/OCMD") for thing in file.things):
        yield "has optional content"


@requirement("6.1")
def operators(file: File) -> Iterator[str]:
    """Only operators of PDF 1.3, whether between BX and EX or not (6.15)."""
    for one in file.drawn:
        for name in sorted({str(step.operator) for step in one.steps} - OPERATORS):
            yield f"{one.where} has the operator {name}"


@requirement("6.1")
def no_separated_pages(file: File) -> Iterator[str]:
    """All plates of a page in one page object."""
    for number, page in enumerate(file.pdf.pages, 1):
        if "/SeparationInfo" in page:
            yield f"page {number} is separated"


@requirement("6.2")
def output_intent(file: File) -> Iterator[str]:
    """Just one output intent for PDF/X, with identifier and Info, and a registry or a profile of an output device."""
    if len(file.intents) != 1:
        yield f"has {len(file.intents)} output intents for PDF/X"
        return
    (intent,) = file.intents
    for key in ("/OutputConditionIdentifier", "/Info"):
        if not str(intent.get(key, "")):
            yield f"the output intent has no {key}"
    profile = intent.get("/DestOutputProfile")
    if profile is None and str(intent.get("/RegistryName", "")) != "http://www.color.org":
        yield "the output intent has neither a profile nor a registry"
    if profile is not None and profile.read_bytes()[12:16] != b"prtr":
        yield "the profile of the output intent is of no output device"


@requirement("6.2")
def colour_of_marks(file: File) -> Iterator[str]:
    """Grey, CMYK and spot colours only, in operators, patterns and shadings."""
    for one in file.drawn:
        if one.of("rg", "RG"):
            yield f"{one.where} sets an RGB colour"
        for step in one.of("cs", "CS"):
            name = step.operands[0]
            yield from _of_space(one.where, one.resources.get("/ColorSpace", {}).get(name, name))
        shadings = list(dict(one.resources.get("/Shading", {})).values())
        shadings += [held.Shading for held in dict(one.resources.get("/Pattern", {})).values() if "/Shading" in held]
        for shading in shadings:
            yield from _of_space(one.where, shading.ColorSpace)


@requirement("6.2")
def colour_of_images(file: File) -> Iterator[str]:
    """Grey, CMYK and spot colours only, in images and inline images."""
    for thing in file.things:
        if thing.get("/Subtype") == "/Image" and "/ColorSpace" in thing:
            yield from _of_space("an image", thing.ColorSpace)
    for one in file.drawn:
        for image in one.images:
            if not image.image_mask:
                name = image.colorspace
                yield from _of_space(one.where, one.resources.get("/ColorSpace", {}).get(name, name))


@requirement("6.2")
def no_default_spaces(file: File) -> Iterator[str]:
    """No spaces that stand for the device's without being it."""
    for one in file.drawn:
        for key in ("/DefaultGray", "/DefaultRGB", "/DefaultCMYK"):
            if key in one.resources.get("/ColorSpace", {}):
                yield f"{one.where} has {key}"


def _of_space(where: str, space: Any) -> Iterator[str]:
    name = str(space[0]) if isinstance(space, pikepdf.Array) else str(space)
    if name in ("/Indexed", "/I") or (name == "/Pattern" and isinstance(space, pikepdf.Array)):
        yield from _of_space(where, space[1])
    elif name in ("/Separation", "/DeviceN"):
        yield from _of_space(where, space[2])
    elif name not in COLOURS and name != "/Pattern":
        yield f"{where} has the colour space {name}"


@requirement("6.2")
def rendering_intents(file: File) -> Iterator[str]:
    """Only the four rendering intents that there are."""
    for one in file.drawn:
        for step in one.of("ri"):
            if str(step.operands[0]) not in INTENTS:
                yield f"{one.where} has the rendering intent {step.operands[0]}"


@requirement("6.3")
def embedded_fonts(file: File) -> Iterator[str]:
    """Every font is embedded, and there is every font that is used."""
    for one in file.drawn:
        fonts = dict(one.resources.get("/Font", {}))
        for name, font in fonts.items():
            for held in font.get("/DescendantFonts", [font]):
                parts = set(held.get("/FontDescriptor", {}).keys())
                if held.get("/Subtype") != "/Type3" and not {"/FontFile", "/FontFile2", "/FontFile3"} & parts:
                    yield f"{one.where} uses the font {name}, which is not embedded"
        for name in {str(step.operands[0]) for step in one.of("Tf")} - fonts.keys():
            yield f"{one.where} uses the font {name}, which it does not have"


@requirement("6.4")
def no_other_files(file: File) -> Iterator[str]:
    """Nothing in other files, and no files within this one."""
    if "/EmbeddedFiles" in file.pdf.Root.get("/Names", {}):
        yield "has /EmbeddedFiles"
    for thing in file.things:
        if thing.get("/Type") == "/Filespec" or "/EF" in thing or (isinstance(thing, pikepdf.Stream) and "/F" in thing):
            yield "holds another file, or refers to one"


@requirement("6.4")
def no_opi(file: File) -> Iterator[str]:
    """No images to be exchanged for others."""
    if any("/OPI" in thing for thing in file.things):
        yield "has /OPI"


@requirement("6.5")
def compression(file: File) -> Iterator[str]:
    """Neither LZW nor JBIG2, nor what came after PDF 1.3."""
    for thing in file.things:
        if isinstance(thing, pikepdf.Stream):
            held = thing.get("/Filter", [])
            names = {str(name) for name in held} if isinstance(held, pikepdf.Array) else {str(held)}
            yield from (f"is compressed by {name}" for name in sorted(names - FILTERS))
    for one in file.drawn:
        names = {str(name) for image in one.images for name in image.filters}
        yield from (f"{one.where} has an image compressed by {name}" for name in sorted(names - FILTERS))


@requirement("6.6")
def trapped(file: File) -> Iterator[str]:
    """It says whether it is trapped, by a name."""
    if file.info.get("/Trapped") not in (pikepdf.Name("/True"), pikepdf.Name("/False")):
        yield "does not say whether it is trapped"


@requirement("6.7")
def pdfx_version(file: File) -> Iterator[str]:
    """The version key of PDF/X-1:2001."""
    if str(file.info.get("/GTS_PDFXVersion", "")) != "PDF/X-1:2001":
        yield "has another /GTS_PDFXVersion"


@requirement("6.7")
def pdfx_conformance(file: File) -> Iterator[str]:
    """The conformance key of PDF/X-1a:2001."""
    if str(file.info.get("/GTS_PDFXConformance", "")) != "PDF/X-1a:2001":
        yield "has another /GTS_PDFXConformance"


@requirement("6.7")
def title(file: File) -> Iterator[str]:
    """A title; the writers' names, which checkers want, too; all of it as strings."""
    for key in ("/Title", "/Creator", "/Producer"):
        if not str(file.info.get(key, "")).strip():
            yield f"has no {key}"
    for key, value in dict(file.info).items():
        if key != "/Trapped" and not isinstance(value, pikepdf.String | str):
            yield f"{key} is no string"


@requirement("6.7")
def dates(file: File) -> Iterator[str]:
    """The dates of creation and change."""
    for key in ("/CreationDate", "/ModDate"):
        if not re.fullmatch(DATE, str(file.info.get(key, ""))):
            yield f"has no {key}"


@requirement("6.7")
def identifier(file: File) -> Iterator[str]:
    """An ID of two parts in the trailer."""
    if len(file.pdf.trailer.get("/ID", [])) != 2 or not all(len(bytes(part)) for part in file.pdf.trailer.ID):
        yield "has no ID"


@requirement("6.8")
def trim_or_art(file: File) -> Iterator[str]:
    """A media box and one of trim box and art box on each page."""
    for number, page in enumerate(file.pdf.pages, 1):
        if "/MediaBox" not in page:
            yield f"page {number} has no /MediaBox"
        if ("/TrimBox" in page) == ("/ArtBox" in page):
            yield f"page {number} has not just one of TrimBox and ArtBox"


@requirement("6.8")
def boxes_nested(file: File) -> Iterator[str]:
    """Trim or art box within bleed box and crop box, these within the media box."""
    order = [(inner, "/BleedBox") for inner in ("/TrimBox", "/ArtBox")]
    order += [(inner, "/CropBox") for inner in ("/TrimBox", "/ArtBox")]
    order += [(inner, "/MediaBox") for inner in BOXES[1:]]
    for number, page in enumerate(file.pdf.pages, 1):
        boxes = {name: [float(side) for side in page[name]] for name in BOXES if name in page}
        for inner, outer in order:
            if inner in boxes and outer in boxes and not _inside(boxes[inner], boxes[outer]):
                yield f"page {number} has its {inner} outside of its {outer}"


def _inside(inner: list[float], outer: list[float]) -> bool:
    low = all(a >= b - 0.01 for a, b in zip(inner[:2], outer[:2], strict=True))
    return low and all(a <= b + 0.01 for a, b in zip(inner[2:], outer[2:], strict=True))


@requirement("6.9")
def no_transfer_curves(file: File) -> Iterator[str]:
    """No curves that change tones."""
    for thing in file.things:
        curves = "/TR" in thing and thing.get("/Type") in (None, "/ExtGState", "/Halftone")
        if curves or str(thing.get("/TR2", "/Default")) != "/Default" or "/TransferFunction" in thing:
            yield "has a transfer curve"


@requirement("6.9")
def halftones(file: File) -> Iterator[str]:
    """Halftones of the types 1 and 5, without a name."""
    for thing in file.things:
        tone = thing.get("/HT")
        if isinstance(tone, pikepdf.Dictionary | pikepdf.Stream) and int(tone.get("/HalftoneType", 0)) not in (1, 5):
            yield "has a halftone of another type"
        if "/HalftoneName" in thing:
            yield "names a halftone"


@requirement("6.10")
def no_postscript(file: File) -> Iterator[str]:
    """No PostScript, neither as objects nor in forms."""
    for thing in file.things:
        if thing.get("/Subtype") == "/PS" or thing.get("/Subtype2") == "/PS" or "/PS" in thing:
            yield "holds PostScript"


@requirement("6.11")
def no_encryption(file: File) -> Iterator[str]:
    """Nothing is encrypted."""
    if file.pdf.is_encrypted or "/Encrypt" in file.pdf.trailer:
        yield "is encrypted"


@requirement("6.12")
def no_alternates(file: File) -> Iterator[str]:
    """No other versions of an image, of which one may be meant for print."""
    if any("/Alternates" in thing for thing in file.things):
        yield "has /Alternates"


@requirement("6.13")
def annotations_off_the_page(file: File) -> Iterator[str]:
    """Annotations, but for nets of traps, outside of the bleed box; no forms to fill in."""
    if "/AcroForm" in file.pdf.Root:
        yield "has /AcroForm"
    for number, page in enumerate(file.pdf.pages, 1):
        bleed = [float(side) for side in page.get("/BleedBox", page.get("/TrimBox", page.MediaBox))]
        for annotation in page.get("/Annots", []):
            left, bottom, right, top = (float(side) for side in annotation.Rect)
            across = left < bleed[2] and right > bleed[0] and bottom < bleed[3] and top > bleed[1]
            if annotation.Subtype != "/TrapNet" and across:
                yield f"page {number} has an annotation on its print"


@requirement("6.14")
def no_actions(file: File) -> Iterator[str]:
    """No actions and no JavaScript."""
    for key in ("/OpenAction", "/AA"):
        if key in file.pdf.Root:
            yield f"has {key}"
    if "/JavaScript" in file.pdf.Root.get("/Names", {}):
        yield "has /JavaScript"
    for thing in file.things:
        if thing.get("/S") in ACTIONS or "/AA" in thing:
            yield "has an action"


@requirement("6.16")
def no_transparency(file: File) -> Iterator[str]:
    """Nothing shines through."""
    for thing in file.things:
        if any(float(thing.get(key, 1)) != 1 for key in ("/ca", "/CA") if not isinstance(thing, pikepdf.Stream)):
            yield "is transparent"
        if str(thing.get("/BM", "/Normal")) not in ("/Normal", "/Compatible"):
            yield "blends"
        mask = thing.get("/SMask", pikepdf.Name("/None"))
        if not isinstance(mask, pikepdf.Name) or str(mask) != "/None" or int(thing.get("/SMaskInData", 0)):
            yield "has a soft mask"
        if thing.get("/S") == "/Transparency":
            yield "has a transparency group"


@requirement("6.17")
def viewer_preferences(file: File) -> Iterator[str]:
    """Areas that viewers show and print are the media box or the bleed box."""
    wanted = file.pdf.Root.get("/ViewerPreferences", {})
    for key in ("/ViewArea", "/ViewClip", "/PrintArea", "/PrintClip"):
        if str(wanted.get(key, "/MediaBox")) not in ("/MediaBox", "/BleedBox"):
            yield f"has {key} {wanted[key]}"
