"""Give a font another shape of a figure: ``python -m benchmarks.text_figures FONT.ttf 1 one.ss11``.

The usual old-style 1 of Vollkorn is a small capital I, so that r1c1 looks like rIcI. The fonts in ``fonts/`` have the 1 of its
stylistic set 11 in its place, which the licence allows: no name of the font is reserved.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from fontTools.ttLib import TTFont


def changed(path: Path, char: str, glyph: str) -> None:
    """Write the font again, a character drawn with another of its glyphs, and nothing else, not even its date, changed."""
    font = TTFont(path, recalcTimestamp=False)
    for table in font["cmap"].tables:
        if ord(char) in table.cmap:
            table.cmap[ord(char)] = glyph
    font.save(path)


def main() -> None:
    """Change the font that is named."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("font", type=Path)
    parser.add_argument("char")
    parser.add_argument("glyph")
    arguments = parser.parse_args()
    changed(arguments.font, arguments.char, arguments.glyph)


if __name__ == "__main__":
    main()
