"""One module for each format of a program or of plain text, and the list of all that can be written.

A new format is a module here and one line in ``DECLARED``. Importing this package loads none of the modules.
"""

DECLARED = {
    "lines": "lines.FORMAT",
    "sdk": "sdk.FORMAT",
    "sdm": "sdk.SDM",
    "ss": "sdk.SS",
    "candidates": "candidates.FORMAT",
    "sdx": "candidates.SDX",
    "csv": "tables.FORMAT",
    "bank": "tables.BANK",
    "hodoku": "hodoku.FORMAT",
    "ipuz": "ipuz.FORMAT",
    "jsonl": "json_files.LINES",
    "opensudoku": "opensudoku.FORMAT",
    "penpa": "penpa.FORMAT",
    "sgt": "tatham.FORMAT",
    "cages": "cagelist.FORMAT",
    "ps": "killer_strings.PERFECT",
    "sumocue": "killer_strings.SUMOCUE",
    "f-puzzles": "fpuzzles.FORMAT",
    "sudokupad": "sudokupad.FORMAT",
    "sudokuwiki": "links.SUDOKUWIKI",
    "krazydad": "killer_strings.KRAZYDAD",
    "arrows": "killer_strings.ARROWS",
    "iss": "iss.FORMAT",
    "json": "json_files.FORMAT",
    "sheet": "sheet.FORMAT",
    "grids": "grid.GRIDS",
    "grid": "grid.FORMAT",
}
"""The module and the declaration in it of each format, by the name that the command line has for it. Of several formats that
recognise a line or a block, the first reads it."""
