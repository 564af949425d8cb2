"""The print wing: canvases, fonts, grids, pages, prepress. It knows puzzles as givens and marks, and nothing of solving."""
