"""Kerning: how much closer or further apart than usual a font sets two letters, from its own tables."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Protocol

_PLAIN = dict.fromkeys(("liga", "clig", "calt", "ccmp", "locl", "rlig", "mark"), False)
"""Whatever exchanges letters is switched off: a canvas sets the glyphs of the characters themselves."""


class _Font(Hashable, Protocol):
    """A font file: its place, the advance of each character in font units, and its bytes as a TrueType file."""

    @property
    def path(self) -> Path:
        """Where the file is."""

    @property
    def packed(self) -> bool:
        """Whether it must be unpacked first."""

    @property
    def advances(self) -> dict[str, int]:
        """Advance of each character, in font units."""

    def file(self) -> bytes:
        """The TrueType file."""


def kerns(face: _Font, text: str) -> tuple[int, ...]:
    """What is added to the advance of each character, in font units; () where nothing is.

    Words are kerned each for itself, so that a line is as wide as its words and spaces. Figures stand as far from each other as
    they always do, so that they keep to their columns.
    """
    if " " not in text:
        return _word(face, text)
    words = [_word(face, word) for word in text.split(" ")]
    if not any(words):
        return ()
    found: list[int] = []
    for word, held in zip(text.split(" "), words, strict=True):
        found += [*(held or (0,) * len(word)), 0]
    return tuple(found[:-1])


@lru_cache(maxsize=1 << 16)
def _word(face: _Font, word: str) -> tuple[int, ...]:
    if len(word) < 2 or word.isdigit():
        return ()
    import uharfbuzz

    font, buffer = _font(face.path, face), uharfbuzz.Buffer()
    buffer.add_str(word)
    buffer.guess_segment_properties()
    uharfbuzz.shape(font, buffer, _PLAIN)
    if [info.cluster for info in buffer.glyph_infos] != [*range(len(word))]:
        return ()
    made = [
        0 if word[at].isdigit() and word[at + 1 : at + 2].isdigit() else place.x_advance - face.advances.get(char, 0)
        for at, (char, place) in enumerate(zip(word, buffer.glyph_positions, strict=True))
    ]
    return tuple(made) if any(made) else ()


@cache
def _font(path: Path, face: _Font) -> Any:
    import uharfbuzz

    blob = uharfbuzz.Blob(face.file()) if face.packed else uharfbuzz.Blob.from_file_path(str(path))
    return uharfbuzz.Font(uharfbuzz.Face(blob))
