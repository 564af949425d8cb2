"""Running text in several kinds of type, indented or centred, and the rule between parts: blocks for pages of a user's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from bookmaker.printing.canvases.canvas import Canvas
from bookmaker.printing.canvases.ornaments import draw_rules
from bookmaker.printing.styles.fonts import Face
from bookmaker.printing.styles.style import Style
from bookmaker.printing.styles.style_parts import Align
from bookmaker.printing.text.lines import Hyphens, Word, clean, fill_lines, hyphens_for
from bookmaker.printing.text.text_blocks import Paragraph, UnsplitBlock

_SLACK = 1e-6
_Glued = tuple[Word, ...]
"""A word as it is broken onto lines: its parts stay together, each in a face of its own."""


@dataclass(frozen=True, slots=True)
class RichText(Paragraph):
    """A paragraph of ``runs``: (words, face), one after another without further space. ``text`` is not used.

    ``left`` and ``right`` are indents in points; ``marker`` hangs in the left one, in front of the first line.
    """

    runs: tuple[Word, ...] = ()
    left: float = 0.0
    right: float = 0.0
    marker: str = ""
    align: Align = "left"

    def lines(self, width: float) -> list[list[Word]]:
        """The runs of each line, spaces included, broken to a width in points."""
        measure = max(width - self.left - self.right, self.size)
        # Headings and centred lines are not divided.
        plain = self.keep_with_next or self.align != "left"
        hyphens = None if plain else hyphens_for(self.style, self.size, measure)
        lines = _lines(self.runs, self.size, measure, self.style.type.scrap, self.align == "centre", hyphens)
        return list(lines[self.skip : None if self.take is None else self.skip + self.take])

    def scaled(self, scale: float) -> RichText:
        """The same in larger or smaller type, none of it below the style's floor."""
        size = max(self.style.type.least_word, self.size * scale)
        grown = size / self.size
        return replace(self, size=size, before=self.before * scale, left=self.left * grown, right=self.right * grown)

    def split(self, width: float, room: float, *, force: bool) -> tuple[RichText, RichText] | None:
        """The part that fits into ``room`` points and the rest, as that of :class:`Paragraph`."""
        parts = Paragraph.split(self, width, room, force=force)
        if parts is None:
            return None
        first, rest = parts
        assert isinstance(first, RichText) and isinstance(rest, RichText)
        return first, replace(rest, marker="")

    def draw(self, canvas: Canvas, left: float, top: float, width: float) -> None:
        """Draw with the upper left corner at (left, top)."""
        y = top - self.size * (self.style.type.leading + 1) / 2 + self.size * 0.15
        measure = width - self.left - self.right
        if self.marker:
            face = self.style.face("text")
            # The marker ends where a space before the words would begin.
            x = left + self.left - face.width(f"{self.marker}\u00a0", self.size)
            canvas.text(max(x, left), y, self.marker, face, self.size)
        for line in self.lines(width):
            spare = measure - sum(face.width(text, self.size) for text, face in line)
            x = left + self.left + {"left": 0.0, "centre": spare / 2, "right": spare}[self.align]
            for text, face in line:
                canvas.text(x, y, text, face, self.size)
                x += face.width(text, self.size)
            y -= self.line


# A long paragraph is split over pages, and each part of it asks for its lines many times.
@lru_cache(maxsize=512)
def _lines(
    runs: tuple[Word, ...], size: float, measure: float, scrap: float, centred: bool, hyphens: Hyphens | None
) -> list[list[Word]]:
    lines: list[list[Word]] = []
    for paragraph in _paragraphs(runs):
        lines += [_joined(line) for line in _broken(paragraph, size, measure, scrap, hyphens, centred=centred)]
    return lines


def _broken(
    words: Sequence[_Glued], size: float, measure: float, scrap: float, hyphens: Hyphens | None, *, centred: bool
) -> list[list[_Glued]]:
    lines = _fill(words, size, measure, hyphens)
    longest = max((_width([word], size) for word in words), default=0.0)
    # As in other text, no short last line where narrower lines can help it; centred lines are all evened out.
    for step in range(1, 51 if centred else 13):
        if len(lines) < 2 or (not centred and _width(lines[-1], size) >= scrap * measure):
            break
        narrower = measure * (1 - step / 100)
        tried = _fill(words, size, narrower, hyphens)
        if len(tried) > len(lines) or longest > narrower + _SLACK:
            break
        lines = tried
    return lines


def _paragraphs(runs: Sequence[Word]) -> list[list[_Glued]]:
    """The words between line feeds; a word is glued of the runs that no space parts."""
    paragraphs: list[list[list[Word]]] = [[]]
    open_word = False
    for text, face in runs:
        for char_run in _cut(clean(text)):
            if char_run == "\n":
                paragraphs.append([])
                open_word = False
            elif char_run == " ":
                open_word = False
            elif open_word:
                paragraphs[-1][-1].append((char_run, face))
            else:
                paragraphs[-1].append([(char_run, face)])
                open_word = True
    return [[tuple(word) for word in paragraph] for paragraph in paragraphs]


def _cut(text: str) -> list[str]:
    """Words, spaces and line feeds, in their order."""
    out: list[str] = []
    for number, line in enumerate(text.split("\n")):
        out += ["\n"] if number else []
        for place, word in enumerate(line.split(" ")):
            out += [" "] if place else []
            out += [word] if word else []
    return out


def _fill(words: Sequence[_Glued], size: float, measure: float, hyphens: Hyphens | None = None) -> list[list[_Glued]]:
    lines: list[list[_Glued]] = []
    used, divided = 0.0, 0
    for word in words:
        wide, gap = _width([word], size), word[0][1].width(" ", size)
        if lines and used + gap + wide <= measure + _SLACK:
            lines[-1].append(word)
            used += gap + wide
            continue
        if hyphens and lines and len(word) == 1 and divided < len(lines) and measure - used > hyphens.rough * measure:
            ((text, face),) = word
            room = measure + _SLACK - used - gap
            ways = ((head, tail) for head, tail in hyphens.divided(text) if face.width(head, size) <= room)
            head, tail = next(ways, ("", text))
            if head:
                lines[-1].append(((head, face),))
                word, divided = ((tail, face),), len(lines) + 1
                wide = _width([word], size)
        pieces = [word]
        if wide > measure + _SLACK:
            # Longer than a line, such as an address: broken, each run of it for itself.
            pieces = [tuple(line) for run in word for line in fill_lines([run], size, measure)]
        lines += [[piece] for piece in pieces]
        used = _width([pieces[-1]], size)
    return lines


def _width(words: Sequence[_Glued], size: float) -> float:
    spaces = sum(word[0][1].width(" ", size) for word in words[1:])
    return spaces + sum(face.width(text, size) for word in words for text, face in word)


def _joined(line: Sequence[_Glued]) -> list[Word]:
    """The runs of a line: neighbours in one face are one run, and a space belongs to the word after it."""
    runs: list[tuple[str, Face]] = []
    for number, word in enumerate(line):
        for place, (text, face) in enumerate(word):
            text = f" {text}" if number and not place else text
            if runs and runs[-1][1] is face:
                runs[-1] = (runs[-1][0] + text, face)
            else:
                runs.append((text, face))
    return runs


@dataclass(frozen=True, slots=True)
class RuleBlock(UnsplitBlock):
    """A thematic break: a short rule in the middle."""

    style: Style
    scale: float = 1.0
    keep_with_next: bool = False

    @property
    def before(self) -> float:
        """Space above in points."""
        return self.style.own_pages.rule_before * self.scale

    def height(self, width: float) -> float:
        """Height in points, without the space before, with that below."""
        return self.style.own_pages.rule_after * self.scale

    def scaled(self, scale: float) -> RuleBlock:
        """The same with more or less space around it."""
        return replace(self, scale=self.scale * scale)

    def draw(self, canvas: Canvas, left: float, top: float, width: float) -> None:
        """Draw it in the middle of the width."""
        own = self.style.own_pages
        length = min(own.rule, width)
        start = left + (width - length) / 2
        if length:
            draw_rules(
                canvas,
                start,
                start + length,
                top - own.rule_width / 2,
                own.rule_width,
                own.rules,
                self.style.page.rule_gap,
            )
