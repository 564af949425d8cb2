"""Pictures as submissions: photographs with their digits, pages of our own as scans, and files that are none."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import pytest
from conftest import PUZZLE

import bookmaker
from bookmaker.base.errors import Fault, InputError, Note
from bookmaker.camera import SaidCell
from bookmaker.camera.pictures import PictureReader, ReadPicture
from bookmaker.cli import main
from bookmaker.logic.solve.solver import solve
from bookmaker.publishing.submissions.printed_pages import PrintedPages
from bookmaker.puzzles.grid.puzzle import Puzzle

pytest.importorskip("cv2")
Image = pytest.importorskip("PIL.Image")

PHOTOS = Path(__file__).parent.parent / "examples" / "photos"


def read(content: bytes, reader: PictureReader | None = None, kind: str = "classic") -> list[Puzzle | Fault]:
    return list(PrintedPages(reader or PictureReader())(content, "page.jpg", kind))


def puzzles(content: bytes) -> list[Puzzle]:
    found = read(content)
    assert [item for item in found if isinstance(item, Fault) and not isinstance(item, Note)] == []
    return [item for item in found if isinstance(item, Puzzle)]


def scan(puzzles: object, dpi: int = 110, turn: int = 0) -> object:
    """A page of puzzles as a picture."""
    from bookmaker.publishing.proof.ink import Pages

    pages = Pages(bookmaker.render(puzzles, trim="a5"), "page")  # type: ignore[arg-type]
    return Image.fromarray(pages.drawn(0, dpi)).rotate(turn, expand=True, fillcolor=255)


def saved(picture: object, form: str = "JPEG", **more: object) -> bytes:
    out = io.BytesIO()
    picture.save(out, form, **more)  # type: ignore[attr-defined]
    return out.getvalue()


def truth(name: str) -> str:
    rows = (PHOTOS / f"{name}.dat").read_text(encoding="ascii").splitlines()[2:11]
    return "".join(rows).replace(" ", "").replace("0", ".")


@pytest.mark.parametrize("name", sorted(path.stem for path in PHOTOS.glob("*.jpg")))
def test_a_photograph_of_a_newspaper(name: str) -> None:
    # The net was trained on these, so that they show the path from file to puzzle, and no rate.
    (found,) = puzzles((PHOTOS / f"{name}.jpg").read_bytes())
    assert str(found) == truth(name) and str(found.source) == "page.jpg[grid 1]"


def lines(size: int) -> tuple[object, object]:
    """A photograph of a grid without digits, in perspective, and the corners of its frame."""
    import cv2
    import numpy as np

    side = 480
    page = np.full((side + 120, side + 120), 225, np.uint8)
    for line in range(size + 1):
        at = 60 + round(line * side / size)
        for ends in (((60, at), (60 + side, at)), ((at, 60), (at, 60 + side))):
            cv2.line(page, *ends, 40, 3 if line in (0, size) else 1)
    corners = np.array([[60, 60], [60 + side, 60], [60 + side, 60 + side], [60, 60 + side]], np.float32)
    seen = corners + np.array([[9, 4], [-14, 12], [6, -8], [-3, 10]], np.float32)
    turn = cv2.getPerspectiveTransform(corners, seen)
    photo = cv2.warpPerspective(page, turn, page.shape[::-1], borderValue=225).astype(np.float64)
    photo += np.random.default_rng(size).normal(0, 5, photo.shape)
    return np.clip(photo, 0, 255).astype(np.uint8), seen


def test_heavy_lines_of_eight_cells_are_not_those_of_four() -> None:
    import cv2
    import numpy as np

    from bookmaker.camera.lattice import Levels, best_lattice

    page = np.full((400, 400), 235, np.uint8)
    for line in range(9):
        at = 40 + 40 * line
        cv2.line(page, (40, at), (360, at), *((30, 5) if line % 4 == 0 else (190, 1)))
        cv2.line(page, (at, 40), (at, 360), *((30, 5) if line % 4 == 0 else (190, 1)))
    frame = np.array([[40, 40], [360, 40], [360, 360], [40, 360]], np.float32)
    found = best_lattice(Levels(page), frame)
    assert found is not None and found.size == 8


@pytest.mark.parametrize("wide", [120, 480])
def test_the_title_above_a_frame_is_no_part_of_it(wide: int) -> None:
    import cv2
    import numpy as np

    from bookmaker.camera.scans import scans

    # A dark title over a quarter of the frame touches it, and one over the whole is a pixel away.
    page = np.full((640, 600), 250, np.uint8)
    gap = 0 if wide == 120 else 3
    cv2.rectangle(page, (58, 50), (58 + wide, 78 - gap), 0, -1)
    for line in range(10):
        at, width = round(line * 480 / 9), 5 if line % 3 == 0 else 1
        cv2.line(page, (60, 80 + at), (540, 80 + at), 0, width)
        cv2.line(page, (60 + at, 80), (60 + at, 560), 0, width)
    (found,), _ = scans(page)
    lattice = found.lattice
    turn = cv2.getPerspectiveTransform(
        np.array([[24, 24], [456, 24], [456, 456], [24, 456]], np.float32), lattice.corners
    )
    seen = cv2.perspectiveTransform(lattice.points[0][None], turn)[0]
    wanted = np.stack([60 + np.arange(10) * 480 / 9, np.full(10, 80)], 1)
    assert np.abs(seen - wanted).max() < 3


@pytest.mark.parametrize("size", [4, 6, 8, 9, 10, 12, 16])
def test_lines_say_how_many_cells_a_grid_has(size: int) -> None:
    from bookmaker.camera.lattice import Levels, best_lattice

    photo, corners = lines(size)
    found = best_lattice(Levels(photo), corners)  # type: ignore[arg-type]
    assert found is not None and found.size == size and found.good and found.square


def faint_lines(noise: float, wave: float) -> tuple[object, object]:
    """A photograph out of focus of a grid with heavy boxes and faint lines, on paper that is not flat, and its corners."""
    import cv2
    import numpy as np

    page = np.full((660, 660), 205, np.uint8)
    for line in sorted(range(10), key=lambda one: one % 3 == 0):
        at = 60 + 60 * line
        for ends in (((60, at), (600, at)), ((at, 60), (at, 600))):
            cv2.line(page, *ends, *((60, 5) if line % 3 == 0 else (165, 1)))
    y, x = np.mgrid[:660, :660].astype(np.float32)
    bent = cv2.remap(page, x + wave * np.sin(y / 30), y + wave * np.sin(x / 30), cv2.INTER_LINEAR)
    seen = cv2.GaussianBlur(bent.astype(np.float32), (0, 0), 1.5) + np.random.default_rng(1).normal(
        0, noise, bent.shape
    )
    return np.clip(seen, 0, 255).astype(np.uint8), np.array([[60, 60], [600, 60], [600, 600], [60, 600]], np.float32)


def test_faint_lines_count_though_the_paper_has_grain() -> None:
    from bookmaker.camera.lattice import Levels, best_lattice

    photo, corners = faint_lines(7, 0)
    found = best_lattice(Levels(photo), corners)  # type: ignore[arg-type]
    assert found is not None and found.size == 9 and found.good


def test_the_blur_of_a_heavy_frame_beside_faint_lines_is_no_cage() -> None:
    from bookmaker.camera.scans import scans

    (found,), _ = scans(faint_lines(3, 1)[0])  # type: ignore[arg-type]
    assert not found.fault


def test_lines_are_followed_to_a_corner_that_curls() -> None:
    import cv2
    import numpy as np

    from bookmaker.camera.lattice import CELL, MARGIN, Levels, best_lattice

    page, frame = lines(9)
    x, y = np.meshgrid(*(np.arange(page.shape[0], dtype=np.float32),) * 2)  # type: ignore[attr-defined]
    right, low = frame[2]  # type: ignore[index]
    # Beside the last corner the paper lifts: the farther out, the more.
    away = 12 * np.clip((x - right + y - low) / 106 + 1.5, 0, 1.5)
    bent = cv2.remap(page, x + away, y + away, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    found = best_lattice(Levels(bent), frame)
    assert found is not None and found.size == 9 and not found.on_it.all()
    square = np.array([[0, 0], [9, 0], [9, 9], [0, 9]], np.float32)
    even = np.stack(np.meshgrid(np.arange(10.0), np.arange(10.0)), -1).reshape(1, -1, 2).astype(np.float32)
    flat = cv2.perspectiveTransform(even, cv2.getPerspectiveTransform(square, frame))[0]
    there = flat.copy()
    for _ in range(30):
        column, row = np.clip(np.round(there), 0, page.shape[0] - 1).astype(int).T  # type: ignore[attr-defined]
        there = flat - away[row, column, None]
    straight = cv2.getPerspectiveTransform(found.corners, square * CELL + MARGIN)
    wanted = cv2.perspectiveTransform(there[None], straight)[0]
    # A surface alone is nine pixels off at the corner.
    assert np.hypot(*(found.points.reshape(-1, 2) - wanted).T).max() < 4


def test_a_part_of_a_grid_is_none_and_words_are_none() -> None:
    import cv2
    import numpy as np

    from bookmaker.camera.lattice import Levels, best_lattice

    # Three rows of six cells have all the lines of a grid of 6 × 6 and more.
    photo, (left, right, below, under) = lines(9)
    part = np.array([left, left + (right - left) * 2 / 3, left + (below - left) * [2 / 3, 1 / 3], under], np.float32)
    part[3] = left + (under - left) / 3
    found = best_lattice(Levels(photo), part)  # type: ignore[arg-type]
    assert found is None or not found.square
    words = np.full((400, 400), 230, np.uint8)
    for line in range(8):
        cv2.putText(words, "Fill in the grid so that", (20, 60 + 40 * line), cv2.FONT_HERSHEY_COMPLEX, 0.8, 30, 2)
    frame = np.array([[15, 30], [385, 30], [385, 350], [15, 350]], np.float32)
    assert best_lattice(Levels(words), frame) is None


def test_a_scan_upside_down() -> None:
    (found,) = puzzles(saved(scan(PUZZLE, 150, 180), quality=50))
    assert str(found) == PUZZLE


SMALL = "...4.3....2..2.3"


@pytest.mark.parametrize(("form", "turn"), [("PNG", 0), ("WEBP", 90)])
def test_a_small_grid_finds_its_size(form: str, turn: int) -> None:
    (found,) = puzzles(saved(scan(SMALL, 110, turn), form))
    assert str(found) == SMALL


def of_kind(kind: str) -> Puzzle:
    lines = (Path(__file__).parent / "data" / "every_kind.jsonl").read_text(encoding="utf-8").splitlines()
    return next(one for one in map(Puzzle.parse, lines) if one.kind == kind)


def test_thick_lines_are_the_regions_of_a_jigsaw() -> None:
    made = of_kind("jigsaw")
    (found,) = puzzles(saved(scan(made, 120, 90)))
    assert found == made


def test_a_scanned_page_of_a_pdf() -> None:
    found = puzzles(saved(scan(PUZZLE, 200), "PDF", resolution=200))
    assert [str(one) for one in found] == [PUZZLE] and str(found[0].source) == "page.jpg[page 1, grid 1]"


@pytest.mark.parametrize("turn", [0, 90])
def test_the_cages_and_sums_of_a_killer(turn: int) -> None:
    made = of_kind("killer")
    (found,) = puzzles(saved(scan(made, 150, turn), quality=50))
    assert found == made


def test_sums_in_large_print_are_read() -> None:
    from bookmaker.publishing.proof.ink import Pages

    made = of_kind("killer")
    pages = Pages(bookmaker.render(made, layout="two-up", style="large-print"), "page")
    (found,) = puzzles(saved(Image.fromarray(pages.drawn(0, 150)), quality=50))
    assert found == made


def test_the_seam_of_a_heavy_border_is_no_figure_of_a_sum() -> None:
    from bookmaker.publishing.proof.ink import Pages

    made = [one.puzzle for one in bookmaker.generate(4, "any", seed=3, kind="killer", grade=False)]
    pages = Pages(bookmaker.render(made, layout="four-up", style="newspaper"), "page")
    turned = Image.fromarray(pages.drawn(0, 150)).rotate(180)
    assert puzzles(saved(turned, quality=50)) == made


@pytest.mark.parametrize(
    ("drawn", "message"),
    [("sum", "shows no sum that can be read"), ("other", "its sums are read as"), ("dashes", "its sums are read as")],
)
def test_a_cage_that_is_not_clear_is_a_fault(drawn: str, message: str) -> None:
    # A rule that cannot be read is never dropped, and a sum that was misread is seen by the total of all.
    import numpy as np

    from bookmaker.camera.scans import scans

    made = of_kind("killer")
    page = np.asarray(scan(made, 150).convert("L")).copy()  # type: ignore[attr-defined]
    (seen,), _ = scans(page)
    cells = [cage.cells[0] for cage in made.cages]
    sums = [cage.sum for cage in made.cages]
    top, left, side = places(seen, cells[1])
    corner = slice(top + 3, top + side // 3), slice(left + 3, left + side // 2)
    if drawn == "other":
        other = next(at for at, total in enumerate(sums) if total != sums[1] and len(str(total)) == len(str(sums[1])))
        from_top, from_left, _ = places(seen, cells[other])
        page[corner] = page[
            from_top + 3 : from_top + 3 + corner[0].stop - corner[0].start,
            from_left + 3 : from_left + 3 + corner[1].stop - corner[1].start,
        ]
    elif drawn == "sum":
        page[corner] = 255
    else:
        for away in (-14, 3):  # On both sides of the border to the cell before.
            page[top + 2 * side // 5 : top + side, left + away : left + away + 11] = 255
    found = read(saved(Image.fromarray(page)))
    assert not any(isinstance(item, Puzzle) for item in found)
    assert message in " ".join(map(str, found))


def test_the_total_of_all_sums_settles_those_that_are_open() -> None:
    from bookmaker.camera.cages import likeliest_sums

    open_ = {13: 0.6, 18: 0.3, 10: 0.1}
    assert likeliest_sums([{392: 1.0}, open_], 405) == [392, 13]
    assert likeliest_sums([{387: 1.0}, open_], 405) == [387, 18]
    # A sum that is sure stays, and the fault in print is said.
    assert likeliest_sums([{387: 1.0}, {13: 0.995, 18: 0.005}], 405) == [387, 13]
    assert likeliest_sums([{387: 1.0}, {13: 0.97, 18: 0.01}], 405) == [387, 13]
    assert likeliest_sums([{387: 1.0}, {}], 405) == [387, 0]


def places(seen: object, cell: int) -> tuple[int, int, int]:
    """The upper edge, the left edge and the side of a cell of a page that lies straight, in pixels."""
    left, top, right = (
        *seen.lattice.corners[0],  # type: ignore[attr-defined]
        seen.lattice.corners[1][0],  # type: ignore[attr-defined]
    )
    side = (right - left) / 9
    return round(top + cell // 9 * side), round(left + cell % 9 * side), round(side)


@pytest.mark.parametrize("kind", ["kropki", "x"])
def test_marks_of_rules_are_not_passed_over(kind: str) -> None:
    found = read(saved(scan(of_kind(kind), 150)))
    assert not any(isinstance(item, Puzzle) for item in found)
    said = " ".join(str(item) for item in found if not isinstance(item, Note))
    assert "other than a printed digit" in said or "not sure" in said or "--kind" in said


def test_a_person_may_say_what_a_cell_holds_or_take_the_best() -> None:
    picture = scan(PUZZLE, 150)
    (only,) = puzzles(saved(picture))
    assert str(only) == PUZZLE
    said = read(saved(picture), PictureReader([SaidCell(1, 0, 2, 4)]))
    assert [str(item) for item in said if isinstance(item, Puzzle)] == [f"{PUZZLE[:2]}4{PUZZLE[3:]}"]
    with pytest.raises(InputError, match="there is no grid 7"):
        read(saved(picture), PictureReader([SaidCell(7, 0, 0, 1)]))
    with pytest.raises(InputError, match="grid 1 has 4 rows and columns"):
        read(saved(scan(SMALL, 110)), PictureReader([SaidCell(1, 4, 0, 1)]))


def png(width: int, height: int) -> bytes:
    """The header of a PNG of any size, with no pixels."""
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    body = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in ((b"IHDR", head), (b"IDAT", zlib.compress(b"")), (b"IEND", b""))
    )
    return b"\x89PNG\r\n\x1a\n" + body


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (png(60_000, 60_000), "50 million"),
        (png(1, 5000), "too few for a grid"),
        (png(400, 400), "damaged"),
        (b"\xff\xd8\xff" + bytes(range(256)), "no known format"),
        (b"GIF89a" + b"\xff" * 40, "damaged|no known|pixels"),
        (b"\0\0\0\x18ftypheic" + bytes(64), "no known format"),
        (b"RIFF\0\0\0\0WEBP" + bytes(64), "damaged|no known"),
    ],
)
def test_hostile_files_are_refused_in_words(content: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(content)


def test_pictures_without_a_grid_are_faults() -> None:
    import numpy as np

    noise = np.random.default_rng(1).integers(0, 256, (300, 300), dtype=np.uint8)
    board = (np.indices((320, 320)) // 20).sum(0) % 2 * 255
    for pixels in (noise, board.astype(np.uint8), np.full((200, 200), 255, np.uint8)):
        found = read(saved(Image.fromarray(pixels), "PNG"))
        assert not any(isinstance(item, Puzzle) for item in found)
        assert any(not isinstance(item, Note) for item in found)


def page_of(*grids: str) -> object:
    """A page as a newspaper prints it, whether its puzzles are proper or not: grids beside each other, a little turned."""
    from PIL import ImageDraw, ImageFont

    cell, edge = 44, 50
    page = Image.new("L", (len(grids) * (9 * cell + edge) + edge, 9 * cell + 2 * edge), 225)
    draw = ImageDraw.Draw(page)
    font = ImageFont.truetype(str(PHOTOS.parent.parent / "fonts" / "NotoSerif-Regular.ttf"), 30)
    for at, grid in enumerate(grids):
        left, high = edge + at * (9 * cell + edge), edge + 9 * cell
        for line in range(10):
            width, way = 3 if line % 3 == 0 else 1, line * cell
            draw.line((left, edge + way, left + 9 * cell, edge + way), 40, width)
            draw.line((left + way, edge, left + way, high), 40, width)
        for place, digit in enumerate(grid):
            middle = left + (place % 9 + 0.5) * cell, edge + (place // 9 + 0.5) * cell
            draw.text(middle, digit.strip("."), 30, font, anchor="mm")
    return page.rotate(1.5, Image.Resampling.BICUBIC, fillcolor=225)


def test_an_improper_puzzle_is_mended_from_the_photograph_that_shows_its_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = "".join(map(str, solve(Puzzle(PUZZLE)).solution or b""))
    (tmp_path / "page.jpg").write_bytes(saved(page_of(f"6{PUZZLE[1:]}", answer), quality=60))
    assert main(["fix", str(tmp_path / "page.jpg")]) == 5
    assert "correction (lookalike, over 99 %): r1c1 6>5" in capsys.readouterr().out
    mended = tmp_path / "mended.txt"
    assert main(["fix", str(tmp_path / "page.jpg"), "--apply", "edit", "-o", str(mended)]) == 0
    assert PUZZLE in mended.read_text(encoding="utf-8")


def test_all_cells_that_are_not_sure_may_be_said_at_once() -> None:
    # The advice is an order that a person can copy: as many cells as are open, and the report has it, too.
    import numpy as np

    page = np.asarray(scan(PUZZLE, 150).convert("L")).copy()  # type: ignore[attr-defined]
    from bookmaker.camera.scans import scans

    (seen,), _ = scans(page)
    for cell in (2, 3):
        top, left, side = places(seen, cell)
        page[top + side // 5 : top + side // 2, left + side // 5 : left + side // 2] = 0
    kept: list[ReadPicture] = []
    found = read(saved(Image.fromarray(page)), PictureReader(kept=kept))
    (fault,) = (item for item in found if isinstance(item, Fault) and not isinstance(item, Note))
    assert "--cell 1:r1c3=DIGIT --cell 1:r1c4=DIGIT, or a dot" in fault.advice
    assert kept[0].said(1)[-1] == fault.advice
    (mended,) = (
        item for item in read(saved(Image.fromarray(page)), PictureReader([SaidCell(1, 0, 2, 0), SaidCell(1, 0, 3, 0)]))
    )
    assert str(mended) == PUZZLE
