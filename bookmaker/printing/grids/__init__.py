"""Grids drawn on a canvas: lines, digits or other symbols, cages, clues, candidates and the marks of a solving step."""
