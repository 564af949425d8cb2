"""Colour inside: pictures and ornament in colours where the paper is printed in them, all else in black ink."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from book_data import loaded, section

from bookmaker.base.errors import ProofError
from bookmaker.printing.canvases.pdf import Metadata
from bookmaker.printing.covers.colour import WHITE, Space, contrast, parse
from bookmaker.printing.covers.colour_canvas import InteriorCanvas
from bookmaker.printing.pages.document import print_document
from bookmaker.printing.styles import style
from bookmaker.publishing.book.making.checks import notes_on_colour
from bookmaker.publishing.book.making.draft import draft
from bookmaker.publishing.book.making.estimate import expected

TEXT = section("puzzles: {size: 4, count: 1, givens: 8}, symbols: animals")


def drawn(folder: Path, printer: str, paper: str, look: str = "children", more: str = "") -> list[Any]:
    """The operators that set inks, with their operands, of the interior for a printer."""
    text = f"{TEXT}date: 2026-11-29\ndesign: {{style: {look}}}\nprint: {{for: {printer}, paper: {paper}{more}}}\n"
    spec = loaded(folder, f"{text}page: {{trim: 8x10in}}\n")
    shown = draft(spec, None, 1, lambda *_: None)
    (interior,) = expected(spec, lenient=True).interiors
    content = print_document(shown.pages, shown.setup, Metadata("t"), "t.pdf", "2026-11-29", interior.coloured)
    inks = []
    with pikepdf.open(io.BytesIO(content)) as pdf:
        for page in pdf.pages:
            for step in pikepdf.parse_content_stream(page):
                if str(step.operator) in ("g", "G", "rg", "RG", "k", "K"):
                    inks.append((str(step.operator), [float(part) for part in step.operands]))
    return inks


@pytest.mark.parametrize(("printer", "operator"), [("kdp", "rg"), ("ingramspark", "k")])
def test_a_printer_gets_its_space_and_black_stays_black(printer: str, operator: str, tmp_path: Path) -> None:
    inks = drawn(tmp_path, printer, "premium-color")
    used = {name for name, _ in inks}
    assert operator in used and used <= {"g", "G", operator, operator.upper()}
    for name, parts in inks:
        if name.lower() == operator:
            # No grey and no black of several inks.
            assert max(parts[:3]) - min(parts[:3]) > 0.1
            assert len(parts) == 3 or sum(parts) <= 2.4 + 0.005


@pytest.mark.parametrize(("paper", "look"), [("white", "children"), ("premium-color", "classic")])
def test_a_black_paper_or_a_black_style_has_no_colour(paper: str, look: str, tmp_path: Path) -> None:
    assert {name for name, _ in drawn(tmp_path, "kdp", paper, look)} <= {"g", "G"}


def test_pages_of_puzzles_have_a_ground_where_they_have_a_bleed(tmp_path: Path) -> None:
    ground = parse(style.find("children").colours.grounds[0]).rgb
    found = []
    for more in ("", ", bleed: true"):
        fills = [parts for name, parts in drawn(tmp_path, "kdp", "premium-color", more=more) if name == "rg"]
        found.append(sum(parts == pytest.approx(ground, abs=0.001) for parts in fills))
    # One page of one puzzle.
    assert found == [0, 1]
    # A pencil must be read on them.
    assert all(contrast(parse(text), WHITE) < 1.3 for text in style.find("children").colours.grounds)


def test_colours_are_dark_enough_for_paper_and_apart_from_each_other() -> None:
    colours = [parse(text) for text in style.find("children").colours.pictures]
    assert len(colours) == len(set(colours)) == 9
    assert min(contrast(colour, WHITE) for colour in colours) > 4.5


@pytest.mark.parametrize(("space", "message"), [("rgb", "another space"), ("cmyk", "")])
def test_a_colour_of_the_other_space_is_refused(space: Space, message: str, tmp_path: Path) -> None:
    spec = loaded(tmp_path, f"{TEXT}design: {{style: children}}\npage: {{trim: 8x10in}}\n")
    shown = draft(spec, None, 1, lambda *_: None)
    made = ("cmyk", lambda metadata, look: InteriorCanvas(metadata, look, space))
    if not message:
        assert print_document(shown.pages, shown.setup, Metadata("t"), "t.pdf", None, made)
        return
    with pytest.raises(ProofError, match=message):
        print_document(shown.pages, shown.setup, Metadata("t"), "t.pdf", None, made)


def test_a_black_style_on_a_coloured_paper_is_noted(tmp_path: Path) -> None:
    for look, notes in (("classic", 1), ("children", 0)):
        spec = loaded(tmp_path, f"{TEXT}design: {{style: {look}}}\nprint: {{for: kdp, paper: premium-color}}\n")
        assert len(notes_on_colour(spec)) == notes
