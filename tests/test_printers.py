"""Printers' tables: the page of each printer, trim and number of pages against a transcript of what it publishes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from bookmaker.base import schema
from bookmaker.base.errors import SpecError
from bookmaker.base.units import INCH, parse_size
from bookmaker.printing import printers
from bookmaker.printing.canvases.page_setup import PageSetup
from bookmaker.printing.printers import Edition, Printer
from bookmaker.printing.printers import edition as rules

LEAST = {"kdp": 24, "lulu": 32, "ingramspark": 18}


def transcript() -> dict[str, list[list[str]]]:
    table = defaultdict(list)
    for line in (Path(__file__).parent / "data" / "printer_tables.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            what, *fields = line.split()
            table[what].append(fields)
    return table


TABLE = transcript()


def edition(name: str, trim: tuple[float, float], paper: str = "white", *, bleed: bool = False) -> Edition:
    printer = printers.find(name)
    binding = printer.binding("paperback")
    assert binding is not None
    return Edition(printer, binding, printer.paper(paper), trim, bleed)


def inches(*lengths: float) -> list[float]:
    return [length * INCH for length in lengths]


@pytest.mark.parametrize(("name", "size", "on_white", "on_cream"), TABLE["trim"])
def test_pages_of_every_trim_are_those_of_the_printers_table(
    name: str, size: str, on_white: str, on_cream: str
) -> None:
    trim = parse_size(f"{size}in")
    (margins,) = [list(map(float, row[1:])) for row in TABLE["printer"] if row[0] == name]
    top, bottom, outside, inside = inches(*margins[2:])
    thickness = {row[0]: list(map(float, row[1:])) for row in TABLE["spine"]}.get(name)
    for column, (paper, most) in enumerate((("white", int(on_white)), ("cream", int(on_cream)))):
        found = edition(name, trim, paper)
        assert found.offers_trim == bool(most)
        if not most:
            assert [breach.what for breach in rules.trim_breaches(found)] == ["trim"]
            continue
        assert found.page_range == (LEAST[name], most)
        for pages in (LEAST[name], (LEAST[name] + most) // 4 * 2, most):
            assert not list(rules.count_breaches(found, pages))
            (gutter,) = [
                float(width)
                for who, low, high, width in TABLE["gutter"]
                if who == name and int(low) <= pages <= int(high)
            ]
            for bleed in (False, True):
                least = margins[1 if bleed else 0] * INCH
                chosen = edition(name, trim, paper, bleed=bleed)
                setup = PageSetup(trim, least, least, least, None, bleed, 0.0, chosen)
                assert setup.inside(pages) == pytest.approx(gutter * INCH)
                assert not list(rules.margin_breaches(chosen, {"outside": least, "top": least, "bottom": least}))
                assert not list(rules.gutter_breaches(chosen, setup.inside(pages), pages))
                for index in (0, 1):
                    sheet, right_hand = setup.sheet(index), index % 2 == 0
                    left, right = (inside, outside) if right_hand else (outside, inside)
                    if not bleed:
                        left = right = low = high = 0.0
                    else:
                        low, high = bottom, top
                    assert sheet.trim == pytest.approx((left, low, left + trim[0], low + trim[1]))
                    assert (sheet.width, sheet.height) == pytest.approx((trim[0] + left + right, trim[1] + low + high))
            width = found.spine_width(pages)
            if thickness is None:
                assert width is None
            else:
                plus = 0.06 if name == "lulu" else 0.0
                assert width == pytest.approx((pages * thickness[column] + plus) * INCH, abs=0.0005 * INCH)
        for pages in (LEAST[name] - 2, LEAST[name] - 1, most + 1, most + 2):
            # A second message names the odd number.
            breach, *odd = rules.count_breaches(found, pages)
            assert len(odd) == pages % 2
            assert breach.required
            assert f"{LEAST[name]} to {most} pages" in breach.message
            assert f"has {pages} (" in breach.message


def test_every_trim_of_the_files_is_in_the_transcript() -> None:
    for name in LEAST:
        binding = printers.find(name).binding("paperback")
        assert binding is not None
        listed = {"x".join(f"{round(side / INCH, 3):g}" for side in trim.size) for trim in binding.trims}
        assert listed == {size for who, size, *_ in TABLE["trim"] if who == name}


def test_a_paper_that_everybody_names_has_its_name() -> None:
    assert rules.size_of((210 * 72 / 25.4, 297 * 72 / 25.4)) == rules.size_of((8.27 * INCH, 11.69 * INCH)) == "A4"
    assert rules.size_of((8.5 * INCH, 11 * INCH)) == "8.5x11in"
    assert rules.paper_of(printers.find("office"), (8.5 * INCH, 11 * INCH)) == "Letter"


def all_printers() -> Iterator[Printer]:
    yield from map(printers.find, printers.names())


def test_every_trim_has_a_range_of_pages_on_every_paper() -> None:
    for printer in all_printers():
        for binding in printer.bindings:
            for trim in binding.trims:
                for paper in binding.papers:
                    found = Edition(printer, binding, printer.paper(paper), trim.size)
                    assert found.offers_trim == (paper not in trim.not_on)
                    least, most = found.page_range
                    assert 0 < least < most


def test_steps_rise_and_sources_are_dated() -> None:
    for printer in all_printers():
        insides = [step.inside for step in printer.gutter.steps]
        assert insides == sorted(insides)
        assert all(len(source.read) >= 7 for source in printer.sources)
        # Where the printer's own page says nothing, the message says so.
        for source in printer.sources:
            cited = Edition(printer, printer.bindings[0], printer.papers[0], (432, 648)).cited(source.id)
            assert ("not confirmed" in cited) != source.confirmed
            assert source.read in cited
            assert not source.confirmed or source.address or printer.name == "office"


def test_margins_gutters_blanks_and_files_out_of_bounds_name_rule_source_and_date() -> None:
    kdp = edition("kdp", (432, 648))
    told = [
        *rules.margin_breaches(kdp, {"outside": 0.2 * INCH, "top": 0.25 * INCH}),
        *rules.gutter_breaches(kdp, 0.5 * INCH, 301),
        *rules.count_breaches(kdp, 31),
        *rules.blank_breaches(kdp, [False, True, True, False, True, True, True, False, *[True] * 11]),
        *rules.file_breaches(kdp, "interior-kdp.pdf", 651_000_000),
    ]
    assert [breach.what for breach in told] == ["outside", "gutter", "pages", "blanks", "blanks", "file"]
    assert told[0].message == (
        "the outside margin is 0.2in; Amazon KDP wants 0.25in or more (KDP help GVBQ3CMEQW3W2VL6, Set Trim Size, Bleed, and "
        "Margins, 2026-11)"
    )
    assert "3 blank pages run on from page 5 of the file on; Amazon KDP takes 2" in told[3].message
    assert "11 blank pages run on at the end; Amazon KDP takes 10" in told[4].message
    assert all(breach.required and "KDP help" in breach.message for breach in told)
    # What is only advice stops no build.
    lulu = edition("lulu", (432, 648))
    assert [breach.required for breach in rules.gutter_breaches(lulu, 0.75 * INCH, 200)] == [False]


@pytest.mark.parametrize(
    ("name", "pages", "closing"),
    [("kdp", 31, 1), ("kdp", 32, 0), ("ingramspark", 32, 2), ("ingramspark", 31, 1), ("office", 31, 0)],
)
def test_how_a_book_closes(name: str, pages: int, closing: int) -> None:
    assert rules.closing_blanks(edition(name, (432, 648)), pages) == closing


def test_the_spine_of_a_hardcover_is_in_steps_or_the_templates() -> None:
    lulu, ingram = printers.find("lulu"), printers.find("ingramspark")
    for printer, width in ((lulu, 0.25 * INCH), (ingram, None)):
        binding = printer.binding("hardcover")
        assert binding is not None
        assert Edition(printer, binding, printer.papers[0], (432, 648)).spine_width(84) == width


def test_a_file_that_cites_nothing_is_refused(tmp_path: Path) -> None:
    text = (Path(__file__).parent.parent / "layouts" / "printers" / "office.yaml").read_text(encoding="utf-8")
    broken = tmp_path / "broken.yaml"
    broken.write_text(
        text.replace("source: punch", "source: hearsay").replace(
            "papers: [white]\n    trims", "papers: [grey]\n    trims", 1
        )
    )
    with pytest.raises(SpecError) as error:
        schema.load(Printer, broken)
    told = [fault.message for fault in error.value.faults]
    assert told == ["there is no source `hearsay`", "there is no paper `grey`"]


def test_a_size_that_another_paper_has_names_that_paper() -> None:
    printer = printers.find("ingramspark")
    binding = printer.bindings[0]
    large = (8.5 * INCH, 11 * INCH)
    (breach,) = rules.trim_breaches(Edition(printer, binding, printer.paper("cream"), large, False))
    assert breach.advice.startswith("`paper: white` is printed in this size; on cream it takes ")
    assert [*rules.trim_breaches(Edition(printer, binding, printer.paper("white"), large, False))] == []
    (none,) = rules.trim_breaches(Edition(printer, binding, printer.paper("white"), (50 * INCH, 50 * INCH), False))
    assert none.advice.startswith("it takes ")
