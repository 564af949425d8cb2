"""Links of f-puzzles and SudokuPad: what they hold, what is refused, and that no link can hurt."""

from __future__ import annotations

import base64
import json
import random
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from conftest import scaled
from pace import in_time

from bookmaker.base.errors import InputError
from bookmaker.formats import parse, render
from bookmaker.formats.apps.fpuzzles import ADDRESS
from bookmaker.formats.apps.sudokupad import unzipped
from bookmaker.formats.base import lz
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry
from tests.cage_data import ANSWER, EXAMPLES, example

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FPUZZLE: dict[str, Any] = json.loads(lz.unpack(EXAMPLES["f-puzzles"].partition("load=")[2]))
PAD: dict[str, Any] = json.loads(lz.unpack(EXAMPLES["sudokupad-scl"].partition("/scl")[2]))


def fpuzzle(**changed: Any) -> str:
    return ADDRESS + lz.pack(json.dumps({**FPUZZLE, **changed}))


def pad(**changed: Any) -> str:
    return "https://sudokupad.app/scl" + lz.pack(json.dumps({**PAD, **changed}))


def test_all_dots_may_be_shown_in_three_ways() -> None:
    """`nonconsecutive` beside white dots says that there are no others, and is the rule of its name without them."""
    (one, two), dots = ["R1C1", "R1C2"], {"killercage": []}
    white = {"difference": [{"cells": [one, two]}]}
    for fields, rules in (
        ({"ratio": [{"cells": [one, two]}], "negative": ["ratio"]}, {"doubles"}),
        ({**white, "negative": ["difference", "ratio"]}, {"kropki"}),
        ({**white, "nonconsecutive": True, "negative": ["ratio"]}, {"kropki"}),
        ({"nonconsecutive": True, "negative": ["ratio"]}, {"doubles", "non-consecutive"}),
    ):
        (puzzle,) = parse(fpuzzle(**dots, **fields))
        assert puzzle.geometry.rules - {"killer"} == rules


@pytest.mark.parametrize("kind", ["windoku", "centre-dot", "asterisk", "girandola", "girandola+kropki", "x+windoku"])
@pytest.mark.parametrize("format", ["f-puzzles", "sudokupad", "iss"])
def test_further_houses_are_listed(format: str, kind: str) -> None:
    ground = geometry(kind, clues=() if "kropki" in kind else None)
    (again,) = parse(render([Puzzle(ground, bytes([1] + 80 * [0]))], format))
    assert again.geometry is ground


@pytest.mark.parametrize(
    ("kind", "size", "said"),
    [
        ("killer+anti-knight", 9, ["No digit stands twice in one cage.", "a chess knight’s move apart"]),
        ("killer", 6, ["No digit stands twice in one cage."]),
        ("killer-x", 9, ["No digit stands twice in one cage.", "the two shaded diagonals"]),
        ("samurai", 9, ["five grids"]),
        ("x", 9, ["the two shaded diagonals"]),
    ],
)
def test_a_link_has_the_rules_of_all_kinds(kind: str, size: int, said: list[str]) -> None:
    ground = geometry(kind, size)
    cages = (Cage((0, 1), 5),) if ground.caged else ()
    (link,) = render([Puzzle(ground, bytes(ground.cell_count), cages=cages)], "sudokupad").splitlines()
    rules = json.loads(lz.unpack(link.partition("/scl")[2]))["metadata"]["rules"]
    assert rules.startswith("Normal sudoku rules apply.\n")
    assert all(text in rules for text in said)


def test_houses_of_no_rule_are_refused() -> None:
    with pytest.raises(InputError, match="houses that no rule known here has"):
        parse(fpuzzle(extraregion=[{"cells": ["R1C1", "R1C2", "R5C5"]}]))
    with pytest.raises(InputError, match=r"extraregion\[0\].*is not a house"):
        parse(fpuzzle(extraregion=["R1C1"]))
    with pytest.raises(InputError, match="houses that no rule known here has"):
        parse(".AllDifferent~R1C1~R5C5.~R1C1_5")


def test_links_are_those_of_the_lzstring_package() -> None:
    """The port of the original to Python by others, from PyPI."""
    package = pytest.importorskip("lzstring").LZString()
    for puzzle in [*parse(CLASSIC), example()]:
        for format, mark in (("f-puzzles", "load="), ("sudokupad", "/scl")):
            packed = render([puzzle], format).strip().partition(mark)[2]
            text = package.decompressFromBase64(packed)
            assert text == lz.unpack(packed)
            assert json.loads(text)
            assert package.compressToBase64(text).rstrip("=") == packed.rstrip("=")
    for text in ("", "a", "aé☃Ж" * 50, json.dumps(PAD)):
        assert lz.unpack(package.compressToBase64(text)) == text


@pytest.mark.parametrize(
    "text", [EXAMPLES[name].partition(sep)[2] for name, sep in (("f-puzzles", "load="), ("sudokupad-scl", "/scl"))]
)
def test_packing_is_letter_by_letter_that_of_the_original(text: str) -> None:
    assert lz.pack(lz.unpack(text)) == text


def test_packing_and_unpacking() -> None:
    rng = random.Random(5)
    for _ in range(scaled(120, 400)):
        letters = rng.choice(["a", "ab", '{"cells":[0,1]}', "aé☃Ж", "𝔊a☃", "abcdefghijklmnopqrstuvwxyz"])
        text = "".join(rng.choice(letters) for _ in range(rng.choice([0, 1, 2, 3, 5, 10, 50, 300, 3000])))
        assert lz.unpack(lz.pack(text)) == text
    # From the page that first told of the code, and from its port to Python.
    assert lz.pack("你好") == "gbyl9NI="


def test_a_bomb_is_stopped() -> None:
    bomb = lz.pack("a" * (lz.MOST + 1))
    assert len(bomb) < 5000
    with pytest.raises(ValueError, match=f"more than {lz.MOST} characters"):
        lz.unpack(bomb)
    for link in (ADDRESS + bomb, "https://sudokupad.app/scl" + bomb):
        with pytest.raises(InputError, match=r"this link cannot be read: it unpacks to more than"):
            parse(link)


@pytest.mark.parametrize(
    "link",
    [
        EXAMPLES["f-puzzles"].replace("https://www.", ""),
        EXAMPLES["f-puzzles"].replace("=", "%3D").replace("?load%3D", "?load="),
        EXAMPLES["f-puzzles"].replace("+", "%2B").replace("/A", "%2FA"),
        EXAMPLES["f-puzzles"].replace("?load", "?x=1&load") + "&y=2",
        EXAMPLES["sudokupad-scl"].replace("/scl", "/sudoku/ctc"),
        EXAMPLES["sudokupad-scl"].replace("sudokupad.app/scl", "beta.sudokupad.app/?puzzleid=scl"),
        EXAMPLES["sudokupad-scl"].replace("sudokupad.app/scl", "app.crackingthecryptic.com/sudoku/scl"),
        EXAMPLES["sudokupad-scl"] + "?setting-nogrid=1",
        EXAMPLES["sudokupad-scl"].partition(".app/")[2],
        EXAMPLES["sudokupad-fpuz"].replace("fpuz", "fpuzzles"),
        json.dumps(FPUZZLE),
        json.dumps(PAD, indent=1),
    ],
)
def test_links_that_say_the_same(link: str) -> None:
    assert parse(link) == [example()]


def test_names_and_answers() -> None:
    assert parse(EXAMPLES["f-puzzles"])[0].name == "Wikipedia killer"
    assert parse(EXAMPLES["f-puzzles"] + " # Ann")[0].name == "Ann"
    told = pad(cages=[*PAD["cages"], {"value": "title: My puzzle"}, {"value": f"solution: {EXAMPLES['solution']}"}])
    assert (parse(told)[0].name, parse(told)[0].answer) == ("My puzzle", ANSWER)
    told = pad(metadata={"title": "A\nB", "solution": EXAMPLES["solution"], "rules": "Normal."})
    assert (parse(told)[0].name, parse(told)[0].answer) == ("A B", ANSWER)
    assert parse(fpuzzle(solution=list(EXAMPLES["solution"])))[0].answer == ANSWER
    assert parse(fpuzzle(solution=[0] * 81))[0].answer is None


def test_classic_puzzles_of_each_kind_of_link() -> None:
    (puzzle,) = parse(CLASSIC)
    for name in ("f-puzzles", "sudokupad"):
        assert parse(render([puzzle], name)) == [puzzle]
        crossed = Puzzle(geometry("x", 9), puzzle.givens)
        assert parse(render([crossed], name)) == [crossed]
    codes = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
    for cells in (CLASSIC, "." * 81, "." * 7 + CLASSIC[7:], EXAMPLES["solution"]):
        packed, at = "", 0
        while at < 81:
            digit = 0 if cells[at] == "." else int(cells[at])
            run = 0
            while run < 5 and at + run + 1 < 81 and cells[at + run + 1] == ".":
                run += 1
            packed += codes[digit + 10 * run]
            at += run + 1
        assert parse(f"https://sudokupad.app/scf{packed}") == parse(cells)


def zipped(value: Any) -> str:
    """As SudokuPad shortens JSON."""
    short = {
        "cells": "ce",
        "cages": "ca",
        "regions": "re",
        "value": "v",
        "title": "t",
        "cellSize": "cs",
        "wayPoints": "wp",
        "lines": "l",
        "color": "c",
        "thickness": "th",
    }
    if isinstance(value, dict):
        return (
            "{"
            + ",".join(f"{short.get(name, name)}:{zipped(item)}" for name, item in value.items() if item != [])
            + "}"
        )
    if isinstance(value, list):
        return "[" + ",".join("" if item == {} else zipped(item) for item in value) + "]"
    if isinstance(value, bool):
        return "t" if value else "f"
    if isinstance(value, str) and value.startswith("#"):
        return {"#000000": "#0", "#FFFFFF": "#F"}.get(value, value[1:])
    if isinstance(value, str) and value.isdigit():
        return value
    return "'" + value.replace("'", "\\'").replace("\n", "\\n") + "'" if isinstance(value, str) else json.dumps(value)


def test_shortened_json() -> None:
    for fields in (
        PAD,
        json.loads(
            lz.unpack(
                render(
                    [Puzzle(geometry("killer-x", 9), example().givens, None, "It's 'one'", ANSWER, example().cages)],
                    "sudokupad",
                )
                .strip()
                .partition("/scl")[2]
            )
        ),
    ):
        text = zipped(fields)
        assert '"' not in text
        back = json.loads(unzipped(text))
        assert back["ce"] == fields["cells"]
        link = "https://sudokupad.app/scl" + lz.pack(text)
        (found,) = parse(link)
        assert found.cages == example().cages
        if "lines" in fields:
            assert found.geometry is geometry("killer-x", 9)
            assert (found.name, found.answer) == ("It's 'one'", ANSWER)
            assert back["l"][0]["c"] == "#34BBE6"
    assert unzipped("{ce:[[,{v:3},],[,,]],x:t,y:f,z:#0,w:#F,k:abcdef,e:{},s:'a\\'b'}") == (
        '{"ce":[[{},{"v":3},{}],[{},{},{}]],"x":true,"y":false,"z":"#000000","w":"#FFFFFF","k":"#abcdef","e":{},"s":"a\'b"}'
    )


GRID = FPUZZLE["grid"]
UNEVEN = [[{"region": r * c % 9} for c in range(9)] for r in range(9)]
BOXED = [[{"region": r // 3 * 3 + c // 3} for c in range(9)] for r in range(9)]
CASES: dict[str, tuple[str, str]] = {
    "f-puzzles: short": ("https://www.f-puzzles.com/?id=abc123", "f:1:1: this address holds no puzzle"),
    "f-puzzles: nothing": ("https://www.f-puzzles.com/", "f:1:1: this address holds no puzzle"),
    "f-puzzles: empty": (ADDRESS, "f:1:33: this link cannot be read: it is cut short"),
    "f-puzzles: cut": (EXAMPLES["f-puzzles"][:300], "f:1:33: this link cannot be read: it is cut short"),
    "f-puzzles: letters": (ADDRESS + "N4Ig*" * 9, "f:1:33: this link cannot be read: '*' is not a letter of base64"),
    "f-puzzles: damaged": (ADDRESS + "zzzz" * 20, "f:1:33: this link cannot be read: it"),
    "f-puzzles: no JSON": (ADDRESS + lz.pack("hello"), "f:1:33: this is not JSON: expecting value"),
    "f-puzzles: a list": (ADDRESS + lz.pack("[1]"), "f:1:33: a link holds one JSON object"),
    "f-puzzles: two": (ADDRESS + lz.pack("{} {}"), "f:1:33: a link holds one JSON object"),
    "f-puzzles: nested": (ADDRESS + lz.pack('{"a":' + "[" * 100_000), "f:1:33: JSON nested too deeply"),
    "f-puzzles: no grid": (ADDRESS + lz.pack("{}"), "f:1:33: grid: no rows; no grid has that size"),
    "f-puzzles: three rows": (fpuzzle(grid=GRID[:3]), "f:1:33: grid: 3 rows; no grid has that size"),
    "f-puzzles: a short row": (fpuzzle(grid=[GRID[0][:8], *GRID[1:]]), "f:1:33: grid[0]: a row that has not 9 cells"),
    "f-puzzles: no cells": (fpuzzle(grid=[[1] * 9] * 9), "f:1:33: grid[0]: a cell that is not an object"),
    "f-puzzles: digit": (
        fpuzzle(grid=[[{"given": True, "value": 10}, *GRID[0][1:]], *GRID[1:]]),
        "f:1:33: grid[0][0]: 10 is not a digit",
    ),
    "f-puzzles: a dot with another value": (
        fpuzzle(ratio=[{"cells": ["R1C1", "R1C2"], "value": "no"}]),
        'f:1:33: ratio[0]: the value "no", which is not known here',
    ),
    "f-puzzles: a dot between cells apart": (
        fpuzzle(ratio=[{"cells": ["R1C1", "R1C3"]}]),
        "f:1:33: a clue 'black-dot' joins r1c1 and r1c3, which are not neighbours",
    ),
    "f-puzzles: all shown of no known kind": (
        fpuzzle(negative=["odd"]),
        'f:1:33: negative: ["odd"], which is not known here',
    ),
    "f-puzzles: a cell outside": (fpuzzle(odd=[{"cell": "R1C10"}]), 'f:1:33: odd[0].cells: "R1C10" is not a cell'),
    "f-puzzles: arrows": (
        fpuzzle(columnindexer=[{"cells": ["R1C1"]}]),
        'f:1:33: it has "columnindexer", which is not known',
    ),
    "f-puzzles: drawn text": (
        fpuzzle(text=[{"cells": ["R1C1"], "value": "x"}]),
        'f:1:33: it has "text", which is not known here',
    ),
    "f-puzzles: drawn cage": (
        fpuzzle(cage=[{"cells": ["R1C1"], "value": "5"}]),
        "f:1:33: cage[0]: a cage that is drawn only",
    ),
    "f-puzzles: uneven regions": (fpuzzle(grid=UNEVEN), "f:1:33: the map of its regions has not 9 regions of 9 cells"),
    "f-puzzles: no region": (
        fpuzzle(grid=[[{"region": None}, *[{}] * 8], *[[{}] * 9] * 8]),
        "f:1:33: grid: a cell in no region",
    ),
    "f-puzzles: cages": (fpuzzle(killercage=5), "f:1:33: killercage: 5 is not a list"),
    "f-puzzles: cage": (fpuzzle(killercage=[5]), "f:1:33: killercage[0]: 5 is not a cage"),
    "f-puzzles: cell": (fpuzzle(killercage=[{"cells": ["x"]}]), 'f:1:33: killercage[0].cells: "x" is not a cell'),
    "f-puzzles: sum": (
        fpuzzle(killercage=[{"cells": ["R1C1"], "value": "A"}]),
        'f:1:33: killercage[0].value: "A" is not a sum',
    ),
    "f-puzzles: large sum": (
        fpuzzle(killercage=[{"cells": ["R1C1"], "value": 10**12}]),
        "f:1:33: killercage[0].value: 1000000000000 is not a sum",
    ),
    "f-puzzles: 10,000 cells": (
        fpuzzle(killercage=[{"cells": ["R1C1"] * 10_000}]),
        "f:1:33: killercage[0]: a cage of 10000 cells; the grid has 81",
    ),
    "f-puzzles: solution": (fpuzzle(solution=[1, 2]), "f:1:33: solution: a solution that has not 81 cells"),
    "pad: short": (
        "https://sudokupad.app/8hx3kq2m1z",
        "f:1:1: a short link names a puzzle that would have to be fetched",
    ),
    "pad: short with a name": ("https://sudokupad.app/clover/my-puzzle", "f:1:1: a short link names a puzzle"),
    "pad: short of the channel": (
        "https://app.crackingthecryptic.com/sudoku/abcDEF",
        "f:1:1: a short link names a puzzle",
    ),
    "pad: cut": (EXAMPLES["sudokupad-scl"][:200], "f:1:26: this link cannot be read: it is cut short"),
    "pad: no JSON": ("https://sudokupad.app/scl" + lz.pack("hello there"), "f:1:26: this is not JSON"),
    "pad: a list": ("https://sudokupad.app/scl" + lz.pack("[1, 2, 3, 4]"), "f:1:26: a link holds one JSON object"),
    "pad: nested": ("https://sudokupad.app/scl" + lz.pack("{ce:" + "[" * 100_000), "f:1:26: JSON nested too deeply"),
    "pad: twice": (
        "https://sudokupad.app/scl" + lz.pack('{"cells":[],"ce":[]}'),
        'f:1:26: the key "cells" comes twice',
    ),
    "pad: no cells": (pad(cells=None), "f:1:26: cells: no rows; no grid has that size"),
    "pad: digit": (
        pad(cells=[[{"value": "x"}, *[{}] * 8], *[[{}] * 9] * 8]),
        'f:1:26: cells[0][0]: "x" is not a digit',
    ),
    "pad: arrows": (pad(arrows=[{}]), 'f:1:26: it draws "arrows", whose meaning a link does not hold'),
    "pad: underlays": (pad(underlays=[{"center": [1, 1]}]), 'f:1:26: it draws "underlays"'),
    "pad: a line": (pad(lines=[{"wayPoints": [[0, 0], [3, 3]]}]), "f:1:26: lines[0]: it draws a line"),
    "pad: lines": (pad(lines=5), "f:1:26: lines: 5 is not a list"),
    "pad: no row or column": (pad(metadata={"norowcol": True}), 'f:1:26: it has the rule "norowcol"'),
    "pad: fog": (pad(foglight=[[0, 0]]), 'f:1:26: it has "foglight"'),
    "pad: regions": (pad(regions=[[[0, 0]]]), "f:1:26: the map of its regions has not 9 regions of 9 cells"),
    "pad: region": (pad(regions=[5]), "f:1:26: regions[0]: 5 is not a list of cells"),
    "pad: regions no list": (pad(regions=5), "f:1:26: regions: 5 is not a list"),
    "pad: cages": (pad(cages=5), "f:1:26: cages: 5 is not a list"),
    "pad: cage": (pad(cages=[5]), "f:1:26: cages[0]: 5 is not a cage"),
    "pad: cell": (pad(cages=[{"cells": [[0]], "value": 5}]), "f:1:26: cages[0].cells: [0] is not a cell"),
    "pad: negative cell": (
        pad(cages=[{"cells": [[0, -1]], "value": 5}]),
        "f:1:26: cages[0].cells: [0, -1] is not a cell",
    ),
    "pad: sum": (pad(cages=[{"cells": [[0, 0]], "value": "<5"}]), 'f:1:26: cages[0].value: "<5" is not a sum'),
    "pad: repeats": (
        pad(cages=[{"cells": [[0, 0]], "value": 5, "unique": False}]),
        "f:1:26: cages[0]: a cage in which digits may repeat",
    ),
    "pad: 10,000 cells": (pad(cages=[{"cells": [[0, 0]] * 10_000}]), "f:1:26: cages[0].cells: a cage of 10000 cells"),
    "pad: scf": ("https://sudokupad.app/scf0123456789", "f:1:26: 10 cells; this form of link holds 81"),
    "pad: scf symbol": ("https://sudokupad.app/scf012345678z", "f:1:35: 'z' is not a symbol of this form"),
    "pad: second line": (
        EXAMPLES["sudokupad-scl"] + "\n" + EXAMPLES["sudokupad-scl"][:99],
        "f:2:26: this link cannot be read",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_each_fault_is_told_at_its_place(name: str) -> None:
    text, expected = CASES[name]
    started = time.process_time()
    with pytest.raises(InputError) as raised:
        parse(text, "f")
    assert expected in str(raised.value), str(raised.value)[:500]
    assert all(len(fault.message) < 250 for fault in raised.value.faults)
    assert in_time(time.process_time() - started, 3)


def test_regions_that_are_the_boxes_are_read() -> None:
    assert parse(fpuzzle(grid=BOXED)) == [example()]
    regions = [[[r, c] for r in range(9) for c in range(9) if r // 3 * 3 + c // 3 == box] for box in range(9)]
    assert parse(pad(regions=regions)) == [example()]


def junk(value: Any, rng: random.Random) -> Any:
    """The same JSON with something in it that should not be there."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(sorted(value))
        return {**value, key: junk(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.9:
        at = rng.randrange(len(value))
        return [*value[:at], junk(value[at], rng), *value[at + 1 :]]
    strange = [None, True, -1, 0, 10**30, 3.5, "", "x", "\x00", "9" * 400, [], [[]], {}, {"a": 1}, [0, 0], "R1C1"]
    return rng.choice(strange)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("made", [fpuzzle, pad])
def test_strange_json_gives_faults_or_puzzles(made: Callable[..., str]) -> None:
    rng = random.Random(3)
    fields = {
        **(FPUZZLE if made is fpuzzle else PAD),
        "solution": list(EXAMPLES["solution"]),
        "lines": [{"wayPoints": [[0, 0]]}],
    }
    if made is fpuzzle:
        del fields["lines"]
    faulty = 0
    for _ in range(scaled(100, 400)):
        strange = junk(fields, rng)
        if not isinstance(strange, dict):
            continue
        try:
            parse(made(**strange), "f")
        except InputError as error:
            faulty += 1
            assert all(fault.place is not None and fault.place.line == 1 for fault in error.faults)
    assert faulty > scaled(15, 100)


def test_spoilt_links_give_faults_or_puzzles() -> None:
    rng = random.Random(4)
    faulty = 0
    while faulty < 250:
        link = EXAMPLES[rng.choice(["f-puzzles", "sudokupad-scl", "sudokupad-fpuz"])]
        at = rng.randrange(len(link))
        spoilt = [link[:at], link[:at] + link[at + 1 :], link[:at] + rng.choice("/+=%AaZ09?&# ☃") + link[at:]][
            rng.randrange(3)
        ]
        try:
            parse(spoilt, "f")
        except InputError as error:
            faulty += 1
            assert all(fault.place is not None and len(fault.message) < 250 for fault in error.faults)


def test_a_packed_text_without_an_end_is_refused_before_it_is_unpacked() -> None:
    with pytest.raises(ValueError, match="no puzzle has"):
        lz.unpack("Q" * (lz.MOST + 9))


SANDWICH = fpuzzle(killercage=[], sandwichsum=[{"cell": "R2C0", "value": "13"}]).partition("load=")[2]
PADDED = pad().partition("/scl")[2]
PENPA = render([parse(CLASSIC)[0]], "penpa").strip().partition("#")[2]
MAKER = {
    "formatVersion": "1.5.0",
    "puzzle": {
        "cells": [{"given": True, "value": int(cell)} if cell != "." else {} for cell in CLASSIC],
        "constraints": [{"type": 0}],
    },
}


def maker(*constraints: Any, **more: Any) -> str:
    """A link of SudokuMaker, whose LZString has other letters in two places."""
    puzzle = {**MAKER["puzzle"], "constraints": [{"type": 0}, *constraints], **more}
    return f"https://sudokumaker.app/?puzzle={lz.pack(json.dumps({**MAKER, 'puzzle': puzzle})).replace('/', '-').rstrip('=')}"


@pytest.mark.parametrize(
    "around",
    [
        "https://michelkraemer.com/sudocle/?puzzleid=fpuzzles{}",
        "https://fpuzzles.com/?load={}",
        "https://an.unknown.host/play?x=1&data={}&y=2",
        "https://an.unknown.host/#{}",
        "https://an.unknown.host/fpuz{}",
        "http://localhost:8080/p/{}",
        "fpuzzles{}",
        "{}",
    ],
)
def test_a_link_is_read_by_its_payload_whatever_its_host(around: str) -> None:
    for payload in (SANDWICH, SANDWICH.replace("+", "%2B").replace("/", "%2F").replace("=", "%3D")):
        (puzzle,) = parse(around.format(payload))
        assert puzzle.geometry.kind == "sandwich" and [clue.value for clue in puzzle.clues] == [(13,)]


def test_payloads_of_other_programs() -> None:
    (killer,) = parse(pad())
    for link in (f"https://michelkraemer.com/sudocle/?puzzleid=ctc{PADDED}", f"https://my.host/scl{PADDED}"):
        assert [one.cages for one in parse(link)] == [killer.cages]
    grid = json.dumps(
        {"grid": [[int(cell.replace(".", "0")) for cell in CLASSIC[at : at + 9]] for at in range(0, 81, 9)]}
    )
    packed = base64.urlsafe_b64encode(grid.encode()).decode()
    for link in (f"https://my.host/e#{PENPA}", f"https://a.b/?d={packed}", f"https://a.b/?d={quote(grid)}", maker()):
        assert [str(one) for one in parse(link)] == [CLASSIC], link
    cage = {"type": 301, "cages": [{"cells": [0, 1], "value": 8}, {"cells": [2, 3], "value": 0}]}
    (caged,) = parse(maker(cage))
    assert [(one.cells, one.sum) for one in caged.cages] == [((0, 1), 8), ((2, 3), None)]
    for link in (maker({"type": 300, "thermometers": [[0, 1]]}), maker(minDigit=0), maker().removesuffix("A")[:300]):
        with pytest.raises(InputError) as raised:
            parse(link)
        assert len(raised.value.faults) == 1
