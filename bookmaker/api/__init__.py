"""The Python face: the functions of ``import bookmaker``, what their arguments may be, and pictures of puzzles."""
