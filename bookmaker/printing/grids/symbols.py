"""Symbols printed for the digits of a grid: the digits themselves, letters, numbers, or pictures of a font made for it.

The solver, the grader and the finders know digits only. A grid's symbols come in where it is drawn or put in words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from bookmaker.printing.styles import fonts
from bookmaker.printing.styles.fonts import Face, Role
from bookmaker.puzzles.grid.geometry import BLANK, SYMBOLS, Geometry

if TYPE_CHECKING:
    # Steps in words need symbols, and no style: to load all that a style holds takes a twelfth of a hint.
    from bookmaker.printing.styles.style import Style

PICTURE_SETS: dict[str, tuple[str, ...]] = {
    "shapes": ("circle", "star", "square", "heart", "triangle", "moon", "diamond", "cross", "drop"),
    "animals": ("cat", "fish", "butterfly", "turtle", "rabbit", "snail", "elephant", "duck", "bee"),
    "fruit": ("apple", "banana", "cherries", "grapes", "strawberry", "pear", "pineapple", "melon", "lemon"),
}
"""The pictures of each set, the first four and six of them the easiest to tell apart."""

OTHER_PICTURES = ("owl", "cup", "medal", "scissors", "pencil", "big-star", "balloon", "party", "rocket")
"""Pictures that replace no digit."""

PICTURES = (*(name for names in PICTURE_SETS.values() for name in names), *OTHER_PICTURES)
"""All pictures, in the order of their code points in the font of pictures."""

Row = Literal["none", "models", "pieces"]
"""The row above a puzzle: none, its symbols to copy, or the missing ones to cut out."""


def picture(name: str) -> str:
    """The character of a picture in the font of pictures."""
    return chr(fonts.FIRST_PICTURE + PICTURES.index(name))


@dataclass(frozen=True, slots=True)
class Symbols:
    """The symbols of digits 1, 2, ...; ``texts`` as they are drawn, ``names`` as sentences call them.

    ``noun`` is their name in the catalogues: ``digit``, ``letter``, ``picture``. ``row`` is above each
    puzzle; ``listed`` is the order in which it and the rules list the symbols, by digit. ``font``: that of pictures of the user's
    own.
    """

    noun: str
    texts: tuple[str, ...]
    names: tuple[str, ...]
    row: Row = "none"
    listed: tuple[int, ...] = ()
    word: str = ""
    font: Face | None = None

    @property
    def drawn(self) -> bool:
        """Whether they are pictures."""
        return self.noun == "picture"

    def face(self, look: Style, role: Role) -> Face:
        """The face they are set in where digits have the face of ``role``."""
        return self.font or fonts.pictures() if self.drawn else look.face(role)

    def widest(self, face: Face) -> float:
        """Width in em of the widest symbol."""
        # A face without a symbol has no width for it; that it lacks it is a fault of its own, with its name.
        return max(face.width(text, 1.0) for text in self.texts) or 1.0

    def usual_width(self, face: Face) -> float:
        """The width in em that candidates are given: of digits that of a figure, for few grids have letters above 9."""
        return face.width("0", 1.0) if self.noun == "digit" else self.widest(face)

    def points(self, look: Style, face: Face, height: float, room: float) -> float:
        """The type size of symbols as high as figures of ``height`` points, in a cell with ``room`` points across."""
        if self.drawn:
            return min(room * look.symbols.picture, height * look.symbols.picture / look.grid.digit)
        points = height / face.digit_height()
        if self.noun == "digit" and self.single:
            return points
        return min(points, look.symbols.widest * room / self.widest(face))

    def shift(self, digit: int, face: Face) -> tuple[float, float]:
        """How far in em the symbol of a digit starts left of the middle of its cell, and is raised above the foot of figures."""
        text = self.texts[digit - 1]
        if len(text) > 1:
            return face.width(text, 0.5), 0.0
        return face.optical_centre(text), face.lift(text)

    @property
    def single(self) -> bool:
        """Whether each is one character."""
        return len(max(self.texts, key=len)) == 1

    def order(self) -> Sequence[int]:
        """The digits in the order in which their symbols are listed."""
        return self.listed or range(1, len(self.texts) + 1)

    def shown(self) -> Iterator[str]:
        """The names of the symbols, as they are listed."""
        return (self.names[digit - 1] for digit in self.order())


@lru_cache(maxsize=256)
def shifts(symbols: Symbols, size: int, face: Face) -> tuple[tuple[float, float], ...]:
    """:meth:`Symbols.shift` of digits 1 to ``size``."""
    return tuple(symbols.shift(digit, face) for digit in range(1, size + 1))


DIGITS = Symbols("digit", tuple(SYMBOLS), tuple(SYMBOLS))
"""Digits, and letters above 9."""


def usual_symbols(geometry: Geometry) -> Symbols:
    """The symbols of a grid where nobody says so: digits, or letters and the sign of a blank cell."""
    if not geometry.blank:
        return DIGITS
    texts = (*SYMBOLS[9 : 8 + geometry.size], BLANK)
    return Symbols("letter", texts, texts)
