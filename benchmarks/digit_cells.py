"""Cells of printed grids, drawn to train the reader of pictures: digits of many fonts, empty cells, and marks that are no digits.

Each cell is drawn with its lines, tints, folds and neighbours, then seen as a camera or a scanner would see it. Nothing is
stored; a seed gives the same cells.
"""

from __future__ import annotations

import hashlib
import string
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from bookmaker.camera.cell_net import EMPTY, OTHER
from bookmaker.camera.lattice import CUT

Values = npt.NDArray[np.float32]
Random = np.random.Generator

FONTS = Path(__file__).parent.parent / "fonts"
DEBIAN = """
fonts-adf-accanthis fonts-adf-baskervald fonts-adf-berenis fonts-adf-gillius fonts-adf-ikarius fonts-adf-libris
fonts-adf-mekanus fonts-adf-romande fonts-adf-switzera fonts-adf-tribun fonts-adf-universalis fonts-adf-verana fonts-arapey
fonts-b612 fonts-cabin fonts-cantarell fonts-clear-sans fonts-cmu fonts-comfortaa fonts-courier-prime fonts-croscore
fonts-crosextra-caladea fonts-crosextra-carlito fonts-dejavu-extra fonts-dosis fonts-ebgaramond fonts-ebgaramond-extra
fonts-firacode fonts-freefont-otf fonts-gfs-didot fonts-gfs-neohellenic fonts-go fonts-goudybookletter fonts-hack-ttf
fonts-inconsolata fonts-inter fonts-junicode fonts-jura fonts-karla fonts-lato fonts-league-spartan fonts-liberation
fonts-liberation2 fonts-lindenhill fonts-linuxlibertine fonts-lmodern fonts-manrope fonts-oldstandard fonts-open-sans
fonts-opendin fonts-oxygen fonts-paratype fonts-play fonts-prociono fonts-quattrocento fonts-quicksand fonts-roboto-slab
fonts-roboto-unhinted fonts-sil-andika fonts-sil-charis fonts-sil-gentium fonts-sil-gentium-basic fonts-stix fonts-texgyre
fonts-tuffy fonts-urw-base35 fonts-vollkorn fonts-yanone-kaffeesatz
"""
"""Packages of Debian 12 whose fonts, with those of the repository, the net that is shipped has seen or was measured with."""

NO_DIGITS = ("Pictures", "Symbol", "Dingbat", "D050000L", "Emoji", "Math", "Bullet")
PEN = ("Caveat", "Z003")
"""Parts of names of fonts without plain digits, and of fonts that look like a pen."""

DRAWN = 96
_LOW, _HIGH = 8, 88
_SIDE = _HIGH - _LOW
"""Pixels of a drawn cell with a tenth beyond each border; where its borders are."""

SCALE = 160
"""Ink 1 as a byte."""


@dataclass(frozen=True)
class Fonts:
    """Files of fonts by their use: print to train with, print held out, and pens."""

    train: tuple[str, ...]
    held: tuple[str, ...]
    pen: tuple[str, ...]


@cache
def fonts() -> Fonts:
    """The fonts of the repository and of Debian's packages on this machine, an eighth of them held out."""
    listed = subprocess.run(["fc-list", "--format", "%{file}\n"], capture_output=True, text=True, check=True).stdout
    files = sorted(
        {*listed.split("\n"), *(str(path) for path in FONTS.glob("*.ttf"))}, key=lambda file: (Path(file).name, file)
    )
    named = {Path(file).name: file for file in files if file.lower().endswith((".ttf", ".otf"))}
    fit = {name: file for name, file in named.items() if not any(part in name for part in NO_DIGITS) and _fit(file)}
    pen = tuple(file for name, file in fit.items() if any(part in name for part in PEN))
    print_ = [file for file in fit.values() if file not in pen]
    # By a digest of the name, so that one more font leaves the others where they are.
    held = tuple(file for file in print_ if hashlib.sha256(Path(file).name.encode()).digest()[0] % 8 == 0)
    return Fonts(tuple(file for file in print_ if file not in held), held, pen)


def _fit(file: str) -> bool:
    """Whether a font draws nine digits, each unlike the others."""
    try:
        font = ImageFont.truetype(file, 40)
        masks = [font.getmask(digit) for digit in string.digits[1:]]
    except OSError:
        return False
    return all(mask.getbbox() for mask in masks) and len({bytes(mask) for mask in masks}) == 9


@cache
def glyph(file: str, text: str, size: int = 72) -> Values:
    """A text in a font as ink 0 to 1, with two pixels around it."""
    font = ImageFont.truetype(file, size)
    left, top, right, bottom = font.getbbox(text)
    drawn = Image.new("L", (max(1, int(right - left)) + 4, max(1, int(bottom - top)) + 4))
    ImageDraw.Draw(drawn).text((2 - left, 2 - top), text, fill=255, font=font)
    return np.asarray(drawn, np.float32) / 255


PEN_STROKES: dict[int, tuple[tuple[tuple[float, float], ...], ...]] = {
    1: (((0.35, 0.2), (0.55, 0.0), (0.5, 1.0)),),
    2: (((0.1, 0.25), (0.4, 0.0), (0.8, 0.2), (0.6, 0.55), (0.1, 0.95), (0.45, 0.9), (0.9, 0.95)),),
    3: (((0.1, 0.1), (0.6, 0.0), (0.75, 0.25), (0.4, 0.45), (0.8, 0.65), (0.6, 0.95), (0.1, 0.9)),),
    4: (((0.5, 0.0), (0.1, 0.6), (0.9, 0.6)), ((0.7, 0.3), (0.65, 1.0))),
    5: (((0.8, 0.0), (0.25, 0.05), (0.2, 0.4), (0.7, 0.45), (0.8, 0.75), (0.5, 1.0), (0.1, 0.9)),),
    6: (((0.7, 0.0), (0.3, 0.35), (0.15, 0.75), (0.45, 1.0), (0.8, 0.75), (0.5, 0.5), (0.2, 0.75)),),
    7: (((0.1, 0.05), (0.85, 0.0), (0.5, 0.5), (0.4, 1.0)), ((0.3, 0.5), (0.75, 0.45))),
    8: (((0.75, 0.15), (0.4, 0.0), (0.25, 0.25), (0.75, 0.7), (0.5, 1.0), (0.2, 0.75), (0.7, 0.3), (0.75, 0.15)),),
    9: (((0.75, 0.25), (0.4, 0.0), (0.15, 0.3), (0.5, 0.5), (0.75, 0.25), (0.7, 0.6), (0.55, 1.0)),),
}
"""The strokes of a pen for each digit, in a square of side 1."""


def _stroke(points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """A smooth line through points: corners cut three times."""
    for _ in range(3):
        cut = np.stack([points[:-1] * 0.75 + points[1:] * 0.25, points[:-1] * 0.25 + points[1:] * 0.75], 1)
        points = np.concatenate([points[:1], cut.reshape(-1, 2), points[-1:]])
    return points


def _lined(ink: Values, points: Any, width: float, value: float) -> None:
    layer = np.zeros_like(ink)
    flat = (np.asarray(points) * 16).round().astype(np.int32)
    cv2.polylines(layer, [flat], False, 1.0, max(1, round(width)), cv2.LINE_AA, 4)
    np.maximum(ink, layer * value, out=ink)


def _put(ink: Values, mark: Values, x: float, y: float, value: float) -> None:
    """Put a mark with its middle at a place."""
    height, width = mark.shape
    move = np.array([[1, 0, x - width / 2], [0, 1, y - height / 2]], np.float32)
    np.maximum(ink, cv2.warpAffine(mark, move, (DRAWN, DRAWN)) * value, out=ink)


def _sized(mark: Values, height: float, wide: float = 1.0) -> Values:
    share = height / max(8, mark.shape[0] - 4)
    size = max(3, int(mark.shape[1] * share * wide)), max(3, int(mark.shape[0] * share))
    return np.asarray(cv2.resize(mark, size, interpolation=cv2.INTER_AREA))


def _printed(ink: Values, random: Random, file: str, text: str, quarters: int = 0) -> None:
    """A text of one figure or two in the middle of the cell."""
    most = 0.8 if len(text) == 1 else 0.6
    height = random.uniform(0.32, most) * _SIDE
    mark = _sized(glyph(file, text), height, random.uniform(0.85, 1.15))
    if mark.shape[1] > 0.86 * _SIDE:
        mark = _sized(mark, mark.shape[0] * 0.86 * _SIDE / mark.shape[1])
    if random.random() < 0.25 and min(mark.shape) > 24:
        mend = cv2.dilate if random.random() < 0.6 else cv2.erode
        mark = mend(mark, np.ones((int(random.integers(2, 5)),) * 2, np.uint8))
    mark = np.ascontiguousarray(np.rot90(mark, quarters))
    angle, shear = np.radians(random.normal(0, 4)), random.normal(0, 0.06)
    turn = np.array([[np.cos(angle), np.sin(angle) + shear, 0], [-np.sin(angle), np.cos(angle), 0]], np.float32)
    height_, width = mark.shape
    middle = DRAWN / 2 + random.normal(0, 0.055, 2) * _SIDE
    turn[:, 2] = middle - turn[:, :2] @ np.array([width / 2, height_ / 2])
    # The darkest cells of a grid have ink 1, and print of one grid is alike.
    value = random.uniform(0.75, 1.25) if random.random() < 0.85 else random.uniform(0.5, 0.75)
    np.maximum(ink, cv2.warpAffine(mark, turn, (DRAWN, DRAWN)) * value, out=ink)


def _by_pen(ink: Values, random: Random, digit: int) -> None:
    size = np.array([random.uniform(0.3, 0.6), random.uniform(0.45, 0.85)]) * _SIDE
    corner = DRAWN / 2 - size / 2 + random.normal(0, 0.08, 2) * _SIDE
    width, value, lean = random.uniform(1.5, 5.5), random.uniform(0.4, 1.15), random.normal(0.05, 0.15)
    for strokes in PEN_STROKES[digit]:
        points = np.array(strokes) + random.normal(0, 0.055, (len(strokes), 2))
        points[:, 0] += (0.5 - points[:, 1]) * lean
        _lined(ink, _stroke(points) * size + corner, width, value)


_LETTERS = "HJKLMNPRTUVWXYhkmnrtuvwxyadefj"
_SIGNS = "?!#*+=@&%$<>^~0"


def _other(ink: Values, random: Random, files: Fonts, train: bool) -> None:
    """A mark other than a printed digit, alone or on a digit."""
    choice = random.random()
    file = _any(random, files.train if train else files.held)
    digit = str(random.integers(1, 10))
    if choice < 0.22:  # Pencil marks, and the sum of a cage.
        size = random.uniform(0.14, 0.28) * _SIDE
        pen = random.random() < 0.3
        places = random.permutation(9)[: 1 if random.random() < 0.3 else int(random.integers(1, 7))]
        for place in places:
            x, y = _LOW + _SIDE * (np.array([place % 3, place // 3]) + 0.5) / 3 + random.normal(0, 1.5, 2)
            mark = glyph(_any(random, files.pen) if pen else file, str(random.integers(1, 10)))
            _put(ink, _sized(mark, size), x, y, random.uniform(0.5, 1.1))
        if random.random() < 0.15:
            _printed(ink, random, file, digit)
    elif choice < 0.34:
        _by_pen(ink, random, int(digit))
    elif choice < 0.38:
        _printed(ink, random, _any(random, files.pen), digit)
    elif choice < 0.48:  # A digit of a page that lies on its side, or on its head where it is no digit then.
        if random.random() < 0.4:
            _printed(ink, random, file, str(random.choice([3, 4, 7])), 2)
        else:
            _printed(ink, random, file, str(random.integers(2, 8)), int(random.choice([1, 3])))
    elif choice < 0.58:
        _printed(ink, random, file, str(random.choice(list(_LETTERS + _SIGNS))))
    elif choice < 0.62:
        number = int(random.integers(17, 100))
        _printed(ink, random, file, str(number))
    elif choice < 0.70:  # A digit struck out, or under a blot.
        _printed(ink, random, file, digit)
        if random.random() < 0.5:
            ends = DRAWN / 2 + np.array([[-1, -1], [1, 1]]) * random.uniform(0.2, 0.4, (2, 2)) * _SIDE
            if random.random() < 0.5:
                ends[:, 0] = DRAWN - ends[:, 0]
            _lined(ink, ends, random.uniform(4, 9), random.uniform(0.8, 1.2))
        else:
            _blot(ink, random, random.uniform(0.25, 0.45), random.uniform(0.8, 1.2))
    elif choice < 0.76:
        _blot(ink, random, random.uniform(0.2, 0.45), random.uniform(0.7, 1.2))
    elif choice < 0.80:  # A scribble.
        points = DRAWN / 2 + random.normal(0, 0.2, (int(random.integers(4, 10)), 2)) * _SIDE
        _lined(ink, _stroke(points), random.uniform(1.5, 5), random.uniform(0.4, 1.1))
    elif choice < 0.86:  # The dashes of a cage, or the frame of a cursor.
        if random.random() < 0.4:
            _printed(ink, random, file, digit)
        inset, dash = random.uniform(4, 12), int(random.integers(3, 9)) if random.random() < 0.8 else _SOLID
        _inner_frame(ink, random, inset, dash)
        if random.random() < 0.5:
            mark = _sized(glyph(file, str(random.integers(3, 46))), random.uniform(0.16, 0.26) * _SIDE)
            _put(ink, mark, _LOW + 6 + mark.shape[1] / 2, _LOW + 6 + mark.shape[0] / 2, random.uniform(0.7, 1.1))
    elif choice < 0.94:  # A dot or a sign on a border.
        if random.random() < 0.4:
            _printed(ink, random, file, digit)
        x, y = DRAWN / 2, float(random.choice([_LOW, _HIGH]))
        if random.random() < 0.5:
            x, y = y, x
        if random.random() < 0.6:
            radius, filled = random.uniform(0.09, 0.18) * _SIDE, random.random() < 0.5
            layer = np.zeros_like(ink)
            cv2.circle(layer, (round(x), round(y)), round(radius), 1.0, -1 if filled else 2, cv2.LINE_AA)
            np.maximum(ink, layer, out=ink)
        else:
            _put(ink, _sized(glyph(file, str(random.choice(list("<>VX^v")))), 0.3 * _SIDE), x, y, 1.0)
    else:  # A ring, or a shape in the cell.
        if random.random() < 0.6:
            _printed(ink, random, file, digit)
        layer = np.zeros_like(ink)
        radius = round(random.uniform(0.34, 0.46) * _SIDE)
        if random.random() < 0.7:
            cv2.circle(layer, (DRAWN // 2,) * 2, radius, 1.0, int(random.integers(1, 4)), cv2.LINE_AA)
        else:
            low, high = DRAWN // 2 - radius, DRAWN // 2 + radius
            cv2.rectangle(layer, (low, low), (high, high), 1.0, int(random.integers(1, 4)))
        np.maximum(ink, layer * random.uniform(0.5, 1.1), out=ink)


def _blot(ink: Values, random: Random, size: float, value: float) -> None:
    layer = np.zeros_like(ink)
    middle = DRAWN / 2 + random.normal(0, 0.1, 2) * _SIDE
    for _ in range(int(random.integers(1, 5))):
        at = middle + random.normal(0, size / 3, 2) * _SIDE
        axes = np.maximum(random.uniform(0.3, 1, 2) * size * _SIDE / 2, 2)
        place, radii = (int(at[0]), int(at[1])), (int(axes[0]), int(axes[1]))
        cv2.ellipse(layer, place, radii, random.uniform(0, 180), 0, 360, 1.0, -1)
    np.maximum(ink, cv2.GaussianBlur(layer, (0, 0), random.uniform(1, 4)) * value, out=ink)


_SOLID = 200


def _inner_frame(ink: Values, random: Random, inset: float, dash: int) -> None:
    low, high, value = round(_LOW + inset), round(_HIGH - inset), random.uniform(0.6, 1.1)
    width = int(random.integers(1, 4))
    # A cursor frames the whole cell: one or two solid sides are the heavy lines of a box.
    sides = random.random(4) < (0.65 if dash < _SOLID else 1)
    sides[random.integers(4)] = True
    for start in range(_LOW, _HIGH, 2 * dash):
        run = slice(start, min(start + dash, _HIGH))
        for at, (rows, columns) in enumerate(
            (
                (slice(low, low + width), run),
                (slice(high - width, high), run),
                (run, slice(low, low + width)),
                (run, slice(high - width, high)),
            )
        ):
            if sides[at]:
                ink[rows, columns] = np.maximum(ink[rows, columns], value)


def _any(random: Random, files: tuple[str, ...]) -> str:
    return files[int(random.integers(len(files)))]


def _symbol(random: Random, digit: int) -> str:
    """How a digit is printed: above 9 as a letter or as a number."""
    return string.ascii_uppercase[digit - 10] if digit > 9 and random.random() < 0.5 else str(digit)


def _borders(ink: Values, random: Random) -> None:
    shifts = random.normal(0, 2.0, 4)
    alike = random.uniform(0.15, 1.15)
    for at, (place, upright) in enumerate(((_LOW, 0), (_HIGH, 0), (_LOW, 1), (_HIGH, 1))):
        if random.random() < 0.06:
            continue
        value = alike if random.random() < 0.6 else random.uniform(0.15, 1.15)
        slope = random.normal(0, 1.2)
        ends = np.array([[0, place + shifts[at] - slope], [DRAWN, place + shifts[at] + slope]])
        _lined(ink, ends[:, ::-1] if upright else ends, random.choice([1, 1.5, 2, 3, 5, 7, 9, 12]), value)


def _disturbed(ink: Values, random: Random, empty: bool) -> Values:
    """Tints, folds and dirt, which leave a cell what it is."""
    choice = random.random()
    if choice < 0.1:
        ink = ink + random.uniform(0.05, 0.45) * (1 - np.clip(ink, 0, 1))
    elif choice < 0.18:  # An uneven tint: dots of a screen, or an edge of a shadow.
        if random.random() < 0.5:
            step, across = random.uniform(3, 7), np.arange(DRAWN)
            dots = (np.sin(across[:, None] * 6.28 / step) * np.sin(across[None] * 6.28 / step) > 0.3).astype(np.float32)
            ink = np.maximum(ink, dots * random.uniform(0.1, 0.4))
        else:
            edge = (
                np.arange(DRAWN, dtype=np.float32)[None] * random.normal() + np.arange(DRAWN)[:, None] * random.normal()
            )
            ink = ink + random.uniform(0.05, 0.3) * (edge > np.median(edge)) * (1 - np.clip(ink, 0, 1))
    elif choice < 0.23:  # A fold.
        ends = random.uniform(-20, DRAWN + 20, (2, 2))
        _lined(ink, ends, float(random.integers(1, 4)), random.uniform(0.1, 0.35))
    elif choice < 0.33:  # Specks.
        for _ in range(int(random.integers(1, 5))):
            at = random.uniform(_LOW, _HIGH, 2)
            layer = np.zeros_like(ink)
            cv2.circle(layer, (int(at[0]), int(at[1])), int(random.integers(1, 3)), 1.0, -1)
            ink = np.maximum(ink, layer * random.uniform(0.2, 0.9))
    elif choice < 0.38:  # A pale stain.
        stain = np.zeros_like(ink)
        _blot(stain, random, random.uniform(0.2, 0.6), random.uniform(0.1, 0.35))
        ink = np.maximum(ink, cv2.GaussianBlur(stain, (0, 0), random.uniform(2, 6)))
    elif choice < 0.43 and empty:  # Print that shines through.
        shine = np.zeros_like(ink)
        _printed(shine, random, _any(random, fonts().train), str(random.integers(1, 10)))
        ink = np.maximum(ink, cv2.GaussianBlur(shine[:, ::-1], (0, 0), 1.5) * random.uniform(0.05, 0.14))
    return np.ascontiguousarray(ink, np.float32)


def _seen(ink: Values, random: Random) -> Values:
    """A drawn cell as a camera sees it, in the form that cells are cut out of pictures."""
    square = np.array([[0, 0], [DRAWN, 0], [DRAWN, DRAWN], [0, DRAWN]], np.float32)
    bent = (square + random.normal(0, 2.2, (4, 2))).astype(np.float32)
    ink = cv2.warpPerspective(
        ink, cv2.getPerspectiveTransform(square, bent), (DRAWN, DRAWN), borderMode=cv2.BORDER_REPLICATE
    )
    pixels = int(np.exp(random.uniform(np.log(17), np.log(64))))
    ink = cv2.GaussianBlur(ink, (0, 0), abs(random.normal(0, 0.045)) * DRAWN * 0.35 + 0.2)
    if random.random() < 0.2:
        length = int(random.integers(3, 9))
        motion = np.zeros((length, length), np.float32)
        motion[length // 2] = 1 / length
        turn = cv2.getRotationMatrix2D((length / 2 - 0.5,) * 2, random.uniform(0, 180), 1)
        motion = cv2.warpAffine(motion, turn, (length, length))
        ink = cv2.filter2D(ink, -1, motion / max(float(motion.sum()), 1e-6))
    small = cv2.resize(ink, (pixels, pixels), interpolation=cv2.INTER_AREA)
    paper, contrast = random.uniform(100, 250), random.uniform(0.35, 0.95)
    across = np.linspace(-1, 1, pixels)
    light = 1 + random.normal(0, 0.06) * across[None] + random.normal(0, 0.06) * across[:, None]
    grey = paper * light * (1 - contrast * np.clip(small, 0, 1.3) / 1.3)
    # Grain of the paper, and noise of the camera: both in proportion to the print, or there is nothing to read.
    grain = cv2.resize(random.normal(0, 1, (7, 7)), (pixels, pixels), interpolation=cv2.INTER_CUBIC)
    noise = random.normal(0, min(abs(random.normal(0, 0.05)), 0.12), (pixels, pixels))
    grey = grey + paper * contrast * (noise + abs(random.normal(0, 0.03)) * grain)
    grey = np.clip(grey, 0, 255).astype(np.uint8)
    if random.random() < 0.6:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(random.uniform(40 if random.random() < 0.85 else 25, 95))]
        grey = cv2.imdecode(cv2.imencode(".jpg", grey, quality)[1], cv2.IMREAD_GRAYSCALE)
    values = cv2.resize(grey.astype(np.float32), (CUT, CUT), interpolation=cv2.INTER_LINEAR)
    ground = float(np.percentile(values, 92))
    found = np.clip((ground - values) / max(ground, 16), 0, 1) / (contrast * random.uniform(0.6, 1.0) + 0.02)
    return np.clip(found, 0, 1.5)


def cell(random: Random, label: int, train: bool = True) -> Values:
    """One cell of a class, as :attr:`bookmaker.camera.lattice.Lattice.cells` cuts it."""
    ink = np.zeros((DRAWN, DRAWN), np.float32)
    _borders(ink, random)
    if label == OTHER:
        _other(ink, random, fonts(), train)
    elif label != EMPTY:
        _printed(ink, random, _any(random, fonts().train if train else fonts().held), _symbol(random, label))
    return _seen(_disturbed(ink, random, label == EMPTY), random)


SHARES = {EMPTY: 0.27, OTHER: 0.21} | dict.fromkeys(range(1, 10), 0.05) | dict.fromkeys(range(10, 17), 0.01)
"""How often each class is drawn."""


def cells(count: int, seed: int, train: bool = True) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """So many cells of fonts to train with, or held out, as bytes (``SCALE`` is ink 1), and their classes."""
    random = np.random.default_rng(seed)
    labels = random.choice(list(SHARES), count, p=np.array([*SHARES.values()]) / sum(SHARES.values()))
    drawn = np.empty((count, CUT, CUT), np.uint8)
    for at, label in enumerate(labels):
        drawn[at] = (cell(random, int(label), train) * SCALE).astype(np.uint8)
    return drawn, labels
