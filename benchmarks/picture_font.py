"""Makes ``fonts/Pictures.ttf``: the pictures that stand for digits, from Noto Emoji (OFL) and from shapes drawn here.

    python -m benchmarks.picture_font NotoEmoji-Bold.ttf        # the static bold file, as in @expo-google-fonts/noto-emoji

Each picture fills a square of one em as far as it can, so that all are as large as each other in a cell.
"""

from __future__ import annotations

import sys
from math import cos, pi, sin
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.misc.transform import Transform
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from bookmaker.printing.grids.symbols import PICTURES
from bookmaker.printing.styles.fonts import FIRST_PICTURE

EMOJI = dict(
    zip(
        PICTURES[9:],
        "🐱🐟🦋🐢🐰🐌🐘🦆🐝🍎🍌🍒🍇🍓🍐🍍🍉🍋🦉🏆🏅✂✏🌟🎈🎉🚀",
        strict=True,
    )
)
EM, DATE = 1000, 3_600_000_000
"""Units of an em; the date in the file, in seconds from 1904 on: always the same, so that the file is."""
CURVE = 0.5523
"""Handle of a quarter circle drawn as a cubic curve."""


def _polygon(points):
    pen = RecordingPen()
    pen.moveTo(points[0])
    for point in points[1:]:
        pen.lineTo(point)
    pen.closePath()
    return pen


def _turned(count, radii, turn=0.0):
    return [
        (radii[i % len(radii)] * sin(2 * pi * i / count + turn), radii[i % len(radii)] * cos(2 * pi * i / count + turn))
        for i in range(count)
    ]


def _circle(radius=1.0, x=0.0, pen=None):
    pen, k = pen or RecordingPen(), CURVE * radius
    pen.moveTo((x + radius, 0))
    pen.curveTo((x + radius, k), (x + k, radius), (x, radius))
    pen.curveTo((x - k, radius), (x - radius, k), (x - radius, 0))
    pen.curveTo((x - radius, -k), (x - k, -radius), (x, -radius))
    pen.curveTo((x + k, -radius), (x + radius, -k), (x + radius, 0))
    pen.closePath()
    return pen


def _heart():
    pen = RecordingPen()
    pen.moveTo((0, -1))
    pen.curveTo((-0.45, -0.55), (-1.05, -0.1), (-1.05, 0.42))
    pen.curveTo((-1.05, 0.78), (-0.8, 1.0), (-0.53, 1.0))
    pen.curveTo((-0.28, 1.0), (-0.09, 0.85), (0, 0.62))
    pen.curveTo((0.09, 0.85), (0.28, 1.0), (0.53, 1.0))
    pen.curveTo((0.8, 1.0), (1.05, 0.78), (1.05, 0.42))
    pen.curveTo((1.05, -0.1), (0.45, -0.55), (0, -1))
    pen.closePath()
    return pen


def _moon():
    pen = RecordingPen()
    pen.moveTo((0.35, 1))
    pen.curveTo((-0.4, 0.95), (-0.9, 0.45), (-0.9, -0.1))
    pen.curveTo((-0.9, -0.65), (-0.45, -1), (0.1, -1))
    pen.curveTo((0.55, -1), (0.85, -0.75), (1, -0.4))
    pen.curveTo((0.7, -0.55), (0.3, -0.5), (0.05, -0.2))
    pen.curveTo((-0.25, 0.15), (-0.1, 0.7), (0.35, 1))
    pen.closePath()
    return pen


def _drop():
    pen = RecordingPen()
    pen.moveTo((0, 1.1))
    pen.curveTo((0.15, 0.65), (0.75, 0.1), (0.75, -0.4))
    pen.curveTo((0.75, -0.82), (0.42, -1.1), (0, -1.1))
    pen.curveTo((-0.42, -1.1), (-0.75, -0.82), (-0.75, -0.4))
    pen.curveTo((-0.75, 0.1), (-0.15, 0.65), (0, 1.1))
    pen.closePath()
    return pen


def _cross():
    a, b = 0.36, 1.0
    return _polygon(
        [(-a, b), (a, b), (a, a), (b, a), (b, -a), (a, -a), (a, -b), (-a, -b), (-a, -a), (-b, -a), (-b, a), (-a, a)]
    )


SHAPES = {
    "circle": _circle(),
    "star": _polygon(_turned(10, (1.0, 0.42))),
    "square": _polygon([(-0.86, -0.86), (-0.86, 0.86), (0.86, 0.86), (0.86, -0.86)]),
    "heart": _heart(),
    "triangle": _polygon([(-1, -0.8), (0, 0.93), (1, -0.8)]),
    "moon": _moon(),
    "diamond": _polygon([(0, -1.1), (-0.8, 0), (0, 1.1), (0.8, 0)]),
    "cross": _cross(),
    "drop": _drop(),
}
SHARE = {"square": 0.88, "circle": 0.96}
"""Shapes that would look larger than the others if they filled the square."""


def _fitted(source, share=1.0):
    """The picture as a TrueType glyph in the middle of a square of one em."""
    bounds = BoundsPen(None)
    source.replay(bounds)
    left, bottom, right, top = bounds.bounds
    scale = share * EM / max(right - left, top - bottom)
    middle = Transform(scale, 0, 0, scale, EM / 2 - scale * (left + right) / 2, EM / 2 - scale * (bottom + top) / 2)
    glyph = TTGlyphPen(None)
    source.replay(TransformPen(Cu2QuPen(glyph, 1.0), middle))
    return glyph.glyph()


def make(emoji: Path, out: Path) -> None:
    """Write the font."""
    font = TTFont(emoji)
    names, outlines = font.getBestCmap(), font.getGlyphSet()
    glyphs, codes = {".notdef": TTGlyphPen(None).glyph()}, {}
    for code, name in enumerate(PICTURES, FIRST_PICTURE):
        if name in SHAPES:
            drawn = SHAPES[name]
        else:
            drawn = RecordingPen()
            outlines[names[ord(EMOJI[name])]].draw(drawn)
        glyphs[name] = _fitted(drawn, SHARE.get(name, 1.0))
        codes[code] = name
    builder = FontBuilder(EM, isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap(codes)
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics({name: (EM, getattr(glyphs[name], "xMin", 0)) for name in glyphs})
    builder.setupHorizontalHeader(ascent=EM, descent=0)
    builder.setupNameTable(
        {"familyName": "Bookmaker Pictures", "styleName": "Regular", "psName": "BookmakerPictures-Regular"}
    )
    builder.setupOS2(sTypoAscender=EM, sTypoDescender=0, usWinAscent=EM, usWinDescent=0, fsType=0, sCapHeight=EM)
    builder.setupPost()
    builder.font["head"].created = builder.font["head"].modified = DATE
    builder.font.recalcTimestamp = False
    builder.save(out)


if __name__ == "__main__":
    make(Path(sys.argv[1]), Path("fonts/Pictures.ttf"))
