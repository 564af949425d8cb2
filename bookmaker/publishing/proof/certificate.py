"""The certificate: one page with the checks of a proof and its findings. The record behind it is JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bookmaker.base import language
from bookmaker.base.language import Catalogue
from bookmaker.base.units import parse_size
from bookmaker.printing.canvases.page_setup import PageSetup
from bookmaker.printing.canvases.pdf import Metadata
from bookmaker.printing.pages.document import pdf_document
from bookmaker.printing.pages.page_kinds import content_area, text_pages
from bookmaker.printing.styles import style
from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.text_blocks import Block, Paragraph, heading_of, text_of
from bookmaker.publishing.proof.judgement import CHECKS
from bookmaker.publishing.proof.proof import Proof

_MOST = 16
"""Findings, and as many assumptions, that a certificate lists; fewer if they do not fit the page."""
_DIGEST = 16
"""Signs of a file's digest that are printed; the JSON has all."""


def certificate(proof: Proof, code: str = "en") -> bytes:
    """The one-page certificate as a PDF of size A4, its frame in the language ``code``.

    Findings are in English, as on the command line.
    """
    look, words = style.find(), language.load(code)
    margin = look.sheets.margin
    setup = PageSetup(parse_size("210x297mm"), margin, margin, margin, margin)
    area = content_area(look, setup.live(0, 1))
    title = words.text("certificate.title")
    for most in range(_MOST, -1, -1):
        pages = list(text_pages(look, title, _blocks(proof, words, look, most), area))
        if len(pages) == 1:
            break
    return pdf_document(pages[:1], setup, Metadata(f"{title}: {proof.title}", "", code), 0, "the certificate")


def _blocks(proof: Proof, words: Catalogue, look: Style, most: int) -> list[Block]:
    blocks: list[Paragraph] = []
    if proof.title:
        blocks.append(heading_of(look, proof.title))
    for file in proof.files:
        counted = words.plural("certificate.file", file.pages, digest=file.sha256[:_DIGEST])
        blocks.append(text_of(look, counted, file.name))
    if proof.kinds:
        blocks.append(text_of(look, ", ".join(f"{count} × {kind}" for kind, count in proof.kinds.items())))
    faults = len(proof.faults)
    blocks.append(
        heading_of(look, words.plural("certificate.faulty", faults) if faults else words.text("certificate.sound"))
    )
    blocks += _checks(proof, words, look)
    blocks += _listed(look, words.text("certificate.found"), [str(one) for one in proof.found], most, words)
    blocks += _listed(look, words.text("certificate.assumed"), list(proof.assumed), most, words)
    blocks += _listed(look, words.text("certificate.unread"), list(proof.unread), most, words)
    blocks.append(heading_of(look, words.text("certificate.how_title")))
    blocks.append(text_of(look, words.text("certificate.how")))
    return list(blocks)


def _checks(proof: Proof, words: Catalogue, look: Style) -> Iterator[Paragraph]:
    for check in CHECKS:
        found = proof.of(check)
        if check not in proof.counts and not found:
            continue
        faults = sum(one.severity == "fault" for one in found)
        parts = []
        if check in proof.counts:
            parts.append(words.plural("certificate.looked", proof.counts[check]))
        parts.append(words.plural("certificate.faults", faults) if faults else words.text("certificate.clean"))
        if len(found) > faults:
            parts.append(words.plural("certificate.notes", len(found) - faults))
        block = text_of(look, ", ".join(parts), words.text(f"certificate.check.{check}"))
        yield Paragraph(look, block.text, block.face, block.size, 0.0, lead=f"{block.lead}:")


def _listed(look: Style, heading: str, lines: Sequence[str], most: int, words: Catalogue) -> Iterator[Paragraph]:
    if not lines or not most:
        return
    yield heading_of(look, heading)
    for line in lines[:most]:
        yield text_of(look, line)
    if len(lines) > most:
        yield text_of(look, words.plural("certificate.more", len(lines) - most))
