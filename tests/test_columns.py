"""Text in columns: no page of a few lines where smaller type or shorter pages help."""

from __future__ import annotations

import pytest
from typeset_data import LOOK, SETUPS

from bookmaker.printing.pages.columns import column_pages
from bookmaker.printing.pages.page_kinds import content_area
from bookmaker.printing.text.text_blocks import Paragraph


@pytest.mark.sampled(1)
@pytest.mark.parametrize("across", [1, 2])
def test_columns_end_on_no_page_of_a_few_lines(across: int) -> None:
    area = content_area(LOOK, SETUPS["6x9in"].live(0, 40))
    least = (area[2] - area[0]) / across - 20
    for count in range(2, 140, 7):
        blocks = [Paragraph(LOOK, f"{n} (page {n}). Look at row 3.", LOOK.face("text"), 9.0, 6.0) for n in range(count)]
        pages = [*column_pages(LOOK, "Hints", ["Where to look."], blocks, area, least, 12.0)]
        held = [sum(len(column) for column in page.columns) for page in pages]
        assert sum(held) == count
        assert len(held) == 1 or held[-1] >= 4, (count, held)
