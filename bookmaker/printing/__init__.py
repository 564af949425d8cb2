"""From puzzles to pages and covers, as a style says and a printer accepts. No module here knows how a puzzle is solved.

Each folder may import from those before it: ``printers`` (figures of printers), ``styles`` (fonts, and the look of a book),
``canvases`` (PDF, SVG, EPS, pixels), ``grids`` (puzzles drawn), ``text`` (lines and blocks of type), ``pages`` (whole pages and
files), ``covers``.
"""
