"""The line for a name and a date above the puzzles of a page, as worksheets have it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from bookmaker.printing.canvases.canvas import Box, Canvas
from bookmaker.printing.styles.style import Style


@dataclass(frozen=True, slots=True)
class NameLine:
    """Words with lines to write on: each run of three underscores or more in ``text`` is a line.

    The lines share the width that the words leave, in the proportion of their underscores.
    """

    look: Style
    text: str

    @property
    def size(self) -> float:
        """The type size."""
        return max(self.look.type.least_word, self.look.name_line.size)

    @property
    def height(self) -> float:
        """Its height in points, with the space below it."""
        return self.size + self.look.name_line.after

    def below(self, area: Box) -> Box:
        """What it leaves of an area."""
        return area[0], area[1], area[2], area[3] - self.height

    def _parts(self, width: float) -> list[tuple[str, float, float]]:
        """Words, and the lines as "", each with its left edge and its width, in an area of ``width`` points."""
        face, gap = self.look.face("text"), self.look.name_line.gap * self.size
        parts = [part for part in re.split("(_{3,})", self.text) if part.strip()]
        words = {index: part.strip() for index, part in enumerate(parts) if not part.startswith("___")}
        shares = sum(len(part) for index, part in enumerate(parts) if index not in words)
        # Less space before a line, which belongs to the words, than behind it.
        spaces = [gap if at in words else 2 * gap for at, _ in pairwise(range(len(parts)))]
        room = width - sum(spaces) - sum(face.width(word, self.size) for word in words.values())
        found, left = list[tuple[str, float, float]](), 0.0
        for index, (part, space) in enumerate(zip(parts, [*spaces, 0.0], strict=True)):
            word = words.get(index, "")
            wide = face.width(word, self.size) if word else room * len(part) / shares
            found.append((word, left, wide))
            left += wide + space
        return found

    def fits(self, width: float) -> bool:
        """Whether the words have room beside each other, and each line is long enough to write on."""
        least = self.look.name_line.least
        parts = self._parts(width)
        return all(word or wide >= least for word, _, wide in parts) and sum(parts[-1][1:]) <= width + 1e-6

    def draw(self, canvas: Canvas, area: Box) -> Box:
        """Draw it at the top of an area; what is left of the area."""
        left, _, right, top = area
        sizes, y = self.look.name_line, top - self.size
        for word, at, wide in self._parts(right - left):
            if word:
                canvas.text(left + at, y, word, self.look.face("text"), self.size)
            else:
                foot = y - sizes.drop * self.size
                canvas.stroke([(left + at, foot), (left + at + wide, foot)], sizes.width, ink=sizes.ink)
        return self.below(area)
