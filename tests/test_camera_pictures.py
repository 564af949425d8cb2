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
from bookmaker.camera.pictures import PictureReader
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


@pytest.mark.parametrize("size", [4, 6, 8, 9, 10, 12, 16])
def test_lines_say_how_many_cells_a_grid_has(size: int) -> None:
    from bookmaker.camera.lattice import Levels, best_lattice

    photo, corners = lines(size)
    found = best_lattice(Levels(photo), corners)  # type: ignore[arg-type]
    assert found is not None and found.size == size and found.good and found.square


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


@pytest.mark.parametrize("kind", ["kropki", "x", "killer"])
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
