"""Killers written wrongly: each fault has its place and its words, and nothing that a file holds ends in a traceback."""

from __future__ import annotations

import base64
import json
import random
import time
import zlib

import pytest
from conftest import scaled
from pace import in_time

from bookmaker.base.errors import InputError
from bookmaker.formats import parse, render
from bookmaker.formats.base.lz import pack
from bookmaker.puzzles.grid.puzzle import Cage
from tests.cage_data import EXAMPLES, example

PS, SUMOCUE, ARROWS = EXAMPLES["ps"], EXAMPLES["sumocue"], EXAMPLES["arrows"]
SGT, WIKI, DAD = EXAMPLES["sgt"], EXAMPLES["sudokuwiki"], EXAMPLES["krazydad"]
TEXT = render([example()], "cages")
JSON = render([example()], "json").strip()
ONE = '{"cages": [{"sum": 3, "cells": ["r1c1", "r1c2"]}]}'

CASES: dict[str, tuple[str, str]] = {
    "ps: a number too few": (PS.replace("768:", "", 1), "f:1:8: 80 numbers; the grid has 81 cells"),
    "ps: a number too many": (PS + "768:", "f:1:8: 82 numbers; the grid has 81 cells"),
    "ps: no number": (PS.replace("3841", "38x1", 1), "f:1:16: '38x1' is not the number of a cell"),
    "ps: negative": (PS.replace("3841", "-841", 1), "f:1:16: '-841' is not the number of a cell"),
    "ps: endless number": (
        PS.replace("768", "9" * 5000, 1),
        "f:1:8: '999999999999999999999999999999…' is not the number",
    ),
    "ps: flags": (PS.replace("::k", ":q:k"), "f:1:5: 'q' is where only d, for diagonals, is known"),
    "ps: no Killer": (PS.replace("::k", "::q"), "f:1:6: 'q' is where k, for a Killer, is expected"),
    "ps: boxes": (PS.replace("3x3", "3x2"), "f:1:1: boxes of 3x2; PS strings are read with boxes of 2x2, 3x3 or 4x4"),
    "ps: two sums": (PS.replace("5634", "5890", 1), "f:1:1: cage number 2 has two sums, 23 and 22"),
    "sumocue: a piece too few": (SUMOCUE[:-3], "f:1:1: 80 cells; a puzzle of 9×9 has 81"),
    "sumocue: junk": (SUMOCUE.replace("+2", "?2", 1), "f:1:17: '?2+2=22=4=16=15=25+9=17+11+5+5…' is not a cell"),
    "sumocue: out of the grid": (SUMOCUE.replace("+79", "+81"), "f:1:228: +81 is not a cell of a grid of 81"),
    "sumocue: circle": (SUMOCUE.replace("=17+79", "+80+79"), "f:1:225: the cell with the index 79 leads to no sum"),
    "sumocue: jigsaw": (
        "SumoCueV1" + "=5J0" * 8 + "=5J1" + "=5J0" + "=5J1" * 71,
        "f:1:1: the map of its regions has not 9 regions of 9 cells",
    ),
    "sumocue: one region": ("SumoCueV1=3J0" + "+0" * 80, "f:1:14: the cell with the index 1 has no region"),
    "arrows: 80": (ARROWS[:-1], "f:1:1: 80 symbols; a puzzle of 9×9 has 81"),
    "arrows: 82": (ARROWS + "<", "f:1:1: 82 symbols; a puzzle of 9×9 has 81"),
    "arrows: junk": (
        ARROWS[:4] + "?" + ARROWS[5:],
        "f:1:5: '?' is neither a sum (0 to 9, A to Z, a to j) nor an arrow",
    ),
    "arrows: out of the grid": ("<" + ARROWS[1:], "f:1:1: '<' in r1c1 points out of the grid"),
    "arrows: circle": ("><" + ARROWS[2:], "f:1:1: the arrow in r1c1 leads to no sum, but round in a circle"),
    "arrows: words": (ARROWS + " hello", "f:1:82: more than one word; a name comes after #"),
    "sgt: parts": (SGT.rpartition(",")[0], "f:1:6: 2 parts between commas; givens, cages and sums are expected"),
    "sgt: classic with parts": ("3x3:zzzc,_,_", "f:1:5: 3 parts between commas; the givens only are expected"),
    "sgt: givens short": (SGT.replace("zzzc", "zzzb"), "f:1:6: the givens hold 80 cells; the grid has 81"),
    "sgt: digit": (SGT.replace("zzzc", "10zzzb"), "f:1:6: '10' in the givens is not a number from 1 to 9"),
    "sgt: cages short": (
        SGT.replace("ab___", "ab__", 1),
        "f:1:11: the cages hold 143 places between cells; the grid has 144",
    ),
    "sgt: capital": (SGT.replace("ab___", "aB___", 1), "f:1:12: 'B' in the cages is neither '_' nor a letter"),
    "sgt: two sums": (SGT.replace(",3a15", ",3_3_15"), "f:1:103: a second sum, 3, in one cage"),
    "sgt: sums long": (SGT + "a", "f:1:103: the sums hold 82 cells; the grid has 81"),
    "sgt: sum of a million": (
        SGT.replace(",3a15", ",3a1000000"),
        "f:1:105: '1000000' in the sums is not a number from 1 to 45",
    ),
    "sgt: underscore": (SGT.replace(",3a15", ",3a_15"), "f:1:105: '_' in the sums is written between two numbers only"),
    "sgt: seed": ("3x3k#123456", "f:1:5: a random seed names no puzzle outside the program that made it"),
    "sgt: jigsaw": ("9jk:zzzc", "f:1:5: 1 parts between commas; givens, regions, cages and sums are expected"),
    "sgt: flags": (SGT.replace("3x3k", "3x3kq"), "f:1:4: 'kq' is not a sequence of flags of Solo"),
    "sgt: size": ("7x1:zw", "f:1:1: 7x1 boxes make a grid of 7×7; no grid has that size"),
    "sgt: standing boxes": ("3x2:zi", "f:1:5: the givens hold 35 cells; the grid has 36"),
    "wiki: no board": ("https://www.sudokuwiki.org/killersudoku.htm", "f:1:1: this address holds no puzzle"),
    "wiki: colours": (
        WIKI.replace("bd=3", "bd="),
        "f:1:48: '322212321133112321122121122332…' is not 81 colours from 1 to 4 but 80",
    ),
    "wiki: colour 5": (WIKI.replace("bd=3", "bd=5"), "is not 81 colours from 1 to 4 but 81 symbols"),
    "wiki: sums": (WIKI[:-1], "f:1:130: '030015000022041615250017000000…' is not 162 digits"),
    "wiki: two sums": (WIKI[:-2] + "05", "f:1:290: one cage has two sums, at r9c8 and r9c9"),
    "wiki: another page": (
        WIKI.partition(",")[0].replace("killersudoku", "jigsawx"),
        "f:1:1: puzzles of the page 'jigsawx' cannot be read",
    ),
    "wiki: a jigsaw of the site": (
        "https://www.sudokuwiki.org/jigsaw.aspx?shape=5&bd=" + "0" * 81,
        "f:1:1: the map of regions is known to the site only",
    ),
    "wiki: a map of 80": (
        "https://www.sudokuwiki.org/jigsaw.aspx?shape=33&bd=" + "0" * 81 + "&jigmap=" + "1" * 80,
        "f:1:141: the map of its regions has not 9 regions of 9 cells",
    ),
    "wiki: diagonals with a map": (
        "https://www.sudokuwiki.org/SudokuX.aspx?bd=" + "0" * 81 + "&jigmap=" + "1" * 81,
        "f:1:1: a map of regions on the page 'sudokux', which is not known here",
    ),
    "wiki: a Killer with a map": (
        WIKI.partition(" ")[0] + "&jigmap=" + "1" * 81,
        "f:1:1: a Killer with a map of regions, which is not known here",
    ),
    "wiki: a classic of 80": (
        "https://www.sudokuwiki.org/sudoku.htm?bd=" + "0" * 80,
        "f:1:42: '000000000000000000000000000000…' is not 81 digits",
    ),
    "krazydad: 80 letters": (DAD.replace("cc |", "c |"), "f:1:2: 80 letters after the K; a puzzle of 9×9 has 81"),
    "krazydad: a digit": (DAD.replace("cc |", "c4 |"), "f:1:82: '4' is not a letter of a cage (A to Z, a to z)"),
    "krazydad: sums": (DAD.rpartition(",")[0], "f:1:86: 28 sums for 29 letters"),
    "krazydad: no sums": (DAD.partition(" ")[0], "f:1:83: 0 sums for 29 letters"),
    "krazydad: words": (DAD.replace("15", "x", 1), "f:1:88: 'x' is not the sum of a cage"),
    "text: no cell": (TEXT.replace("r1c2", "r1d2", 1), "f:4:10: 'r1d2' is not a cell, such as r1c3 or 1,3"),
    "text: no cage": (TEXT.replace("- 3 r1c1", "hello r1c1"), "f:4:1: 'hello r1c1 r1c2' is not a cage"),
    "text: kind": (
        TEXT.replace("killer", "thermo"),
        "f:1:7: 'thermo' is not a kind of Killer (write killer or killer-x)",
    ),
    "text: size": (TEXT.replace("size: 9", "size: 7"), "f:2:7: '7' is not a size of a grid"),
    "text: size in words": (TEXT.replace("size: 9", "size: nine"), "f:2:7: 'nine' is not a size of a grid"),
    "text: two sizes": (TEXT.replace("size: 9", "size: 9\nsize: 9"), "f:3:1: a second `size` in one puzzle"),
    "text: cages beside": (TEXT.replace("cages:", "cages: 5"), "f:3:8: '5' is beside `cages:`"),
    "text: row 0": (TEXT.replace("r1c2", "r0c2", 1), "f:4:1: a cell in row or column 0"),
    "text: givens": (
        TEXT.replace("size: 9", "size: 9\ngivens: 123"),
        "f:3:9: `givens` has 3 symbols; the grid has 81 cells",
    ),
    "text: bad given": (
        TEXT.replace("size: 9", 'size: 9\ngivens: "' + "." * 80 + '?"'),
        "f:3:90: '?' is neither a digit",
    ),
    "text: name": (TEXT.replace("size: 9", 'size: 9\nname: "a'), "f:3:7: the name begins with a quotation mark"),
    "text: no cages": ("kind: killer\nsize: 4\n", "f:1:1: a puzzle without cages"),
    "text: a cage of 10,000 cells": ("5 " + "r1c1 " * 10_000, "f:1:1: a cage of 10000 cells; the grid has 81"),
    "text: a number without end": (
        "9" * 5000 + " r1c1 r1c2",
        "f:1:1: the sum '999999999999999999999999999999…' is too large",
    ),
    "text: a cell without end": (
        "5 r1c1 r" + "9" * 5000 + "c1",
        "f:1:8: 'r99999999999999999999999999999…' is not a cell",
    ),
    "json: cut off": (JSON[:-1], "f:1:1376: the JSON is cut short: it ends here"),
    "json: a list": ("[1, 2]", "f:1:1: [0]: numbers beside the lists (look for a bracket [ that is missing)"),
    "json: empty object": ("{}", 'f:1:1: neither "cages" nor "givens"'),
    "json: cages is a number": ('{"cages": 5}', "f:1:1: cages: 5 is not a list of cages"),
    "json: a cage is a text": ('{"cages": ["r1c1"]}', 'f:1:1: cages[0]: "r1c1" is not a cage'),
    "json: no cells": ('{"cages": [{"sum": 5}]}', 'f:1:1: cages[0]: {"sum": 5} is not a cage'),
    "json: bad cell": (ONE.replace("r1c2", "q"), 'f:1:1: cages[0].cells[1]: "q" is not a cell, such as "r1c3"'),
    "json: negative cell": (ONE.replace('"r1c2"', "[-1, 0]"), "f:1:1: cages[0].cells[1]: [-1, 0] is not a cell"),
    "json: float sum": (ONE.replace("3,", "3.5,"), "f:1:1: cages[0].sum: 3.5 is not a sum"),
    "json: negative sum": (ONE.replace("3,", "-3,"), "f:1:1: cages[0].sum: -3 is not a sum"),
    "json: true": (ONE.replace("3,", "true,"), "f:1:1: cages[0].sum: true is not a sum"),
    "json: endless number": (ONE.replace("3,", "9" * 5000 + ","), "f:1:1: a number with too many digits"),
    "json: NaN": (ONE.replace("3,", "NaN,"), "f:1:1: NaN is not a number"),
    "json: twice": ('{"cages": [], "cages": []}', 'f:1:1: the key "cages" comes twice in one object'),
    "json: kind": ('{"cages": [], "kind": "thermo"}', "f:1:1: kind: there is no kind of puzzle 'thermo'"),
    "json: cages in a classic": (ONE[:-1] + ', "kind": "x"}', "f:1:1: kind: a puzzle of the kind x has no cages"),
    "json: size": ('{"cages": [], "size": 3}', "f:1:1: size: 3 is not a size of a grid"),
    "json: diagonals": ('{"cages": [], "diagonals": 1}', "f:1:1: diagonals: 1 is neither true nor false"),
    "json: givens": (ONE[:-1] + ', "givens": "12"}', "f:1:1: givens: 2 symbols; the grid has 81 cells"),
    "json: bad given": (ONE[:-1] + ', "givens": "' + "." * 80 + '?"}', "f:1:1: givens: '?' in r9c9 is neither a digit"),
    "json: an empty cell in an answer": (
        ONE[:-1] + ', "solution": "' + "." * 81 + '"}',
        "f:1:1: solution: an answer has no empty",
    ),
    "json: no sums and no solution": ('{"cages": [[0, 1]]}', "f:1:1: cages[0]: a cage without a sum, and no solution"),
    "json: 10,000 cells": (
        ONE.replace('"r1c1", ', '"r1c1", ' * 9_999),
        "f:1:1: cages[0].cells: a cage of 10000 cells; the grid has",
    ),
    "json: 10,000 cages": (
        '{"cages": [' + '{"sum": 1, "cells": [0]},' * 9_999 + "0]}",
        "f:1:1: cages: 10000 cages in a grid of 81",
    ),
    "json: nested": ("[" * 100_000, "f: there is no puzzle in it"),
    "json: nested objects": ('{"cages":' * 100_000, "f:1:1: JSON nested too deeply to be a puzzle"),
    "json: second line": (
        ONE + "\n" + ONE.replace("r1c2", "q") + "\n" + ONE,
        'f:2:1: cages[0].cells[1]: "q" is not a cell',
    ),
}


@pytest.mark.sampled(60)
@pytest.mark.parametrize("name", CASES)
def test_each_fault_is_told_at_its_place(name: str) -> None:
    text, expected = CASES[name]
    started = time.process_time()
    with pytest.raises(InputError) as raised:
        parse(text, "f")
    assert expected in str(raised.value), str(raised.value)[:1000]
    assert all(len(fault.message) < 200 for fault in raised.value.faults)
    assert in_time(time.process_time() - started, 2)


WRITTEN = {
    "ps": PS,
    "sumocue": SUMOCUE,
    "arrows": ARROWS,
    "sgt": SGT,
    "sudokuwiki": WIKI,
    "krazydad": DAD,
    "cages": TEXT,
    "json": JSON,
}


def spoilt(text: str, rng: random.Random) -> str:
    """One of the accidents that happen to texts."""
    at = rng.randrange(len(text))
    other = rng.randrange(len(text))
    junk = rng.choice("?!&$%é\x1b☃ \t\n\"'{}[],:=+-_<>0123456789azKx")
    return [
        text[:at] + text[at + 1 :],
        text[:at] + junk + text[at:],
        text[:at] + junk + text[at + 1 :],
        text[:at],
        text[at:],
        text[: min(at, other)] + text[max(at, other) :],
        text[:at] + "9" * rng.choice([3, 30, 5000]) + text[at:],
        text[:at] + text[other:] + text[other:at],
        text[:at] + text,
        text.swapcase(),
    ][rng.randrange(10)]


@pytest.mark.parametrize("name", WRITTEN)
def test_spoilt_texts_give_faults_with_places_or_puzzles(name: str) -> None:
    rng = random.Random(name)
    faulty = 0
    while faulty < scaled(25, 50):
        text = spoilt(WRITTEN[name], rng)
        try:
            parse(text, "f")
        except InputError as error:
            faulty += 1
            for fault in error.faults:
                assert fault.place is not None
                assert fault.place.path == "f"
                assert fault.place.line is not None or "no puzzle in it" in fault.message
                assert 0 < len(fault.message) < 250


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["ps", "sumocue", "arrows", "sgt", "sudokuwiki", "krazydad"])
def test_a_symbol_too_few_or_too_many_is_never_made_good(name: str) -> None:
    """A deletion gives a fault or other cages, and never the same ones."""
    text = WRITTEN[name]
    for at in range(0, len(text), scaled(6, 1)):
        for changed in (text[:at] + text[at + 1 :], text[:at] + "7" + text[at:]):
            try:
                found = parse(changed)
            except InputError:
                continue
            same = found == [example()]
            # What precedes the puzzle in an address, and separators, say nothing of it.
            assert (
                not same or (name == "sudokuwiki" and at < text.index("bd=") + 1) or text[at] in " |:" or name == "sgt"
            ), changed


def pad(**cage: object) -> str:
    cells = [[{} for _ in range(4)] for _ in range(4)]
    return "https://sudokupad.app/scl" + pack(json.dumps({"cells": cells, "cages": [cage, {"value": "author: Ann"}]}))


@pytest.mark.parametrize(
    ("cage", "message"),
    [
        ({"cells": [[0, 0], [0, 1]], "value": "5", "sum": 6}, 'cages[0]: its value is "5", and its sum 6'),
        ({"cells": {}, "value": "5"}, "cages[0].cells: {} is not a list of cells"),
        ({"cells": "", "value": "5"}, 'cages[0].cells: "" is not a list of cells'),
    ],
)
def test_cages_of_sudokupad_that_say_two_things(cage: dict[str, object], message: str) -> None:
    with pytest.raises(InputError) as raised:
        parse(pad(**cage), "f")
    assert str(raised.value) == f"f:1:26: {message}"


def test_a_sum_without_cells_is_kept_and_a_text_is_not() -> None:
    for cage in (
        {"value": "5"},
        {"cells": [], "value": "5"},
        {"cells": None, "sum": 5},
        {"cellss": [[0, 0]], "sum": 5},
    ):
        (puzzle,) = parse(pad(**cage))
        assert puzzle.cages == (Cage((), 5),)
    for cage in ({"value": "a text"}, {"cells": []}, {"value": "title: T", "cells": []}):
        (puzzle,) = parse(pad(**cage))
        assert puzzle.cages == ()
    # A value that is not a number is a label, and the sum stands.
    (puzzle,) = parse(pad(cells=[[0, 0], [0, 1]], value="?", sum=6))
    assert puzzle.cages == (Cage((0, 1), 6),)


def test_json_nested_in_a_list_of_many_brackets_takes_no_time() -> None:
    started = time.process_time()
    for text in (
        "[" * 75_000,
        '{"a":[' * 10_000,
        "[" + "{}," * 10_000 + "{}]",
        "{\n" * 10_000,
        '{"a" 1}\n' * 5_000,
    ):
        with pytest.raises(InputError):
            parse(text)
    assert in_time(time.process_time() - started, 1)


def test_puzzles_are_kept_as_they_were_read_so_that_all_their_faults_can_be_told() -> None:
    (puzzle,) = parse("1000000 r1c1 r1c1 r1c2 r10c1\n5 r1c2 r9c9")
    assert puzzle.cages[0].cells == (0, 0, 1)
    assert puzzle.cages[0].strays == ("r10c1",)
    assert puzzle.cages[0].sum == 1_000_000
    assert puzzle.cages[1].cells == (1, 80)
    (same,) = parse(
        json.dumps(
            {"cages": [{"sum": 1_000_000, "cells": ["r1c1", [0, 0], 1, "r10c1"]}, {"sum": "5", "cells": [1, 80]}]}
        )
    )
    assert same == puzzle


@pytest.mark.parametrize("cell", ["r0c2", "r2c0", "r10c1"])
def test_a_cell_outside_the_grid_is_a_fault_of_its_cage(cell: str) -> None:
    """On each side: the puzzle is read, and judged."""
    (puzzle,) = parse(ONE.replace("r1c2", cell))
    assert puzzle.cages[0].strays == (cell,)
    assert parse(render([puzzle], "jsonl"))[0].cages == puzzle.cages


@pytest.mark.parametrize(
    ("point", "cell"), [(0, "r0c0"), (13 + 2, "r0c1"), (2 * 13 + 1, "r1c0"), (11 * 13 + 3, "r10c2")]
)
def test_a_point_in_the_margin_of_penpa_is_named_as_a_cell(point: int, cell: str) -> None:
    """The grid of 9x9 begins at the third row and column of a board of 13x13."""
    (puzzle,) = parse(ONE)
    address, _, packed = render([puzzle], "penpa").strip().partition("&p=")
    text = zlib.decompress(base64.b64decode(packed), -15).decode()
    assert "[[28,29]]" in text
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    spoilt = deflate.compress(text.replace("[[28,29]]", f"[[28,{point}]]").encode()) + deflate.flush()
    (back,) = parse(f"{address}&p={base64.b64encode(spoilt).decode()}")
    assert back.cages[0].strays == (cell,)
