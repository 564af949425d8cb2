"""What a recording canvas has collected, as records: ink and words with their places, in hundredths of a point."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from bookmaker.printing.canvases.canvas import Box, Point
from bookmaker.printing.canvases.recorder import RecordingCanvas


@dataclass(frozen=True)
class Ink:
    """A ``stroke``, an ``outline`` (a closed stroke), a ``fill``, a ``shape``, an ``area``, an ``image``."""

    kind: str
    ink: float
    width: float
    contours: tuple[tuple[Point, ...], ...]

    @property
    def points(self) -> list[Point]:
        return [point for contour in self.contours for point in contour]

    @property
    def box(self) -> Box:
        """Of its points, without the width of a line."""
        xs, ys = zip(*self.points, strict=True)
        return min(xs), min(ys), max(xs), max(ys)


@dataclass(frozen=True)
class Words:
    """A text or a single character."""

    x: float
    y: float
    face: str
    size: float
    text: str
    ink: float = 1.0
    tracking: float = 0.0


def _points(words: list[str]) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in (word.split(",") for word in words if "," in word))


def inks(canvas: RecordingCanvas) -> list[Ink]:
    """All that is no text, in the order drawn; stamps are not moved to their places."""
    found = []
    for line in canvas.lines:
        kind, *words = line.split()
        if kind == "stroke":
            name = "outline" if words[1] == "closed" else "stroke"
            found.append(Ink(name, float(words[2]), float(words[0]), (_points(words[3:]),)))
        elif kind == "shape":
            found.append(Ink(kind, float(words[0]), 0.0, (_points(words[1:]),)))
        elif kind == "area":
            contours = line.split(None, 3)[3].split(" / ")
            found.append(Ink(kind, float(words[0]), 0.0, tuple(_points(one.split()) for one in contours)))
        elif kind in ("fill", "image"):
            ink, sides = (float(words[0]), words[1:5]) if kind == "fill" else (1.0, words[:4])
            left, bottom, right, top = map(float, sides)
            found.append(Ink(kind, ink, 0.0, (((left, bottom), (right, top)),)))
    return found


_TEXT = re.compile(r"text (\S+) (\S+) (\S+) (\S+) ('.*?'|\".*?\")((?: ink \S+)?)((?: tracking \S+)?)$")


def words(canvas: RecordingCanvas) -> list[Words]:
    """The texts, then the single characters."""
    found = []
    for line in canvas.lines:
        if matched := _TEXT.match(line):
            x, y, face, size, text, ink, apart = matched.groups()
            more = [float(part.split()[1]) if part else usual for part, usual in ((ink, 1.0), (apart, 0.0))]
            found.append(Words(float(x), float(y), face, float(size), ast.literal_eval(text), *more))
    for line in canvas.lines:
        if line.startswith("glyph "):
            _, x, y, face, size, char = line.split()
            found.append(Words(float(x), float(y), face, float(size), char))
    return found
