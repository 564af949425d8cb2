"""Pages a second, as JSON lines: ``python -m benchmarks.pages``.

500 letter pages of four filled 9x9 grids, the best of three runs in processor time, and the most memory so far: drawn by
bookmaker, drawn and proven fit for print, and drawn as a first attempt with reportlab would (one call for each line and each
digit). The ratio to that naive twin says more than a rate on a machine that others use too.
"""

from __future__ import annotations

import io
import json
import resource
import time
from collections.abc import Callable

from bookmaker.base.units import INCH
from bookmaker.printing.canvases.page_setup import PageSetup
from bookmaker.printing.canvases.pdf import Metadata, PdfCanvas
from bookmaker.printing.grids.grid_drawing import answer_picture
from bookmaker.printing.pages import layouts
from bookmaker.printing.pages.document import draw_document, pdf_document
from bookmaker.printing.pages.labels import Slot
from bookmaker.printing.pages.page_kinds import GridsPage
from bookmaker.printing.styles import style
from bookmaker.printing.styles.fonts import embeddable
from bookmaker.puzzles.rules import geometry

LOOK = style.find()
PAGES = 500
WIDTH, HEIGHT = 8.5 * INCH, 11 * INCH
SETUP = PageSetup((WIDTH, HEIGHT), INCH / 2, INCH / 2, INCH / 2)


def grid(shift: int) -> bytes:
    """A filled grid; no two of nine neighbouring shifts are the same."""
    return bytes((3 * (r % 3) + r // 3 + c + shift) % 9 + 1 for r in range(9) for c in range(9))


def book() -> list[GridsPage]:
    layout = layouts.find("four-up", LOOK)
    pages = []
    for number in range(PAGES):
        slots = []
        for index in range(4):
            solution = grid(4 * number + index)
            givens = bytes(digit if cell % 5 < 2 else 0 for cell, digit in enumerate(solution))
            picture = answer_picture(geometry(), givens, solution)
            slots.append(Slot(picture, f"Puzzle {4 * number + index + 1}", "Medium", "Answer on page 12"))
        pages.append(GridsPage(look=LOOK, layout=layout, slots=tuple(slots), head="Answers", folio=str(number + 1)))
    return pages


def drawn(pages: list[GridsPage]) -> bytes:
    canvas = PdfCanvas(Metadata("Benchmark"), LOOK)
    draw_document(canvas, pages, SETUP)
    return canvas.finish()


def naive() -> bytes:
    from reportlab.pdfgen.canvas import Canvas

    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(WIDTH, HEIGHT))
    name = embeddable(LOOK.face("given")).fontName
    cell = 27.0
    for number in range(PAGES):
        for index in range(4):
            left, bottom = 40 + index % 2 * 290, 60 + index // 2 * 350
            for line in range(10):
                canvas.setLineWidth(2 if line % 3 == 0 else 0.75)
                canvas.line(left, bottom + line * cell, left + 9 * cell, bottom + line * cell)
                canvas.line(left + line * cell, bottom, left + line * cell, bottom + 9 * cell)
            canvas.setFont(name, 20)
            for place, digit in enumerate(grid(4 * number + index)):
                x, y = left + (place % 9 + 0.5) * cell, bottom + (8 - place // 9) * cell + 6
                canvas.drawCentredString(x, y, str(digit))
            canvas.drawString(left, bottom + 9 * cell + 8, f"Puzzle {4 * number + index + 1}")
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def best(run: Callable[[], bytes]) -> tuple[float, int]:
    times, size = [], 0
    for _ in range(3):
        start = time.process_time()
        size = len(run())
        times.append(time.process_time() - start)
    return PAGES / min(times), size


def main() -> None:
    pages = book()
    runs: dict[str, Callable[[], bytes]] = {
        "naive reportlab": naive,
        "drawn": lambda: drawn(pages),
        "drawn and proven": lambda: pdf_document(pages, SETUP, Metadata("Benchmark"), 0, "benchmark"),
    }
    yardstick = 0.0
    for name, run in runs.items():
        rate, size = best(run)
        yardstick = yardstick or rate
        fields = {"benchmark": "pages", "run": name, "pages_per_second": round(rate), "kilobytes": size // 1024}
        # Linux counts kilobytes here.
        fields["peak_megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(json.dumps({**fields, "times_naive": round(rate / yardstick, 2)}), flush=True)


if __name__ == "__main__":
    main()
