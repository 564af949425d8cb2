"""A book for tests of the studio, and the address at which it is served."""

from __future__ import annotations

SPEC = """\
# A small book.
book: {title: Small, language: en}   # its title
seed: 7
page: {trim: 6x9in}
cover: {design: pencil}
sections:
  # the first
  - title: One
    puzzles: {count: 2, size: 4, difficulty: easy}
  - title: Two
    puzzles: {count: 2, size: 6, difficulty: easy}
"""
PORT = 8765
OWN = f"http://127.0.0.1:{PORT}"
