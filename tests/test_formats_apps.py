"""Saves and links of apps and sites, as they write them; and ours, judged by these where they are at hand."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from pathlib import Path
from unittest.mock import ANY
from xml.etree import ElementTree

import pytest
from formats_data import ANSWER, PUZZLE, ZEROS, one, refused

from bookmaker.base.errors import UsageError
from bookmaker.formats import FORMATS, parse, render
from bookmaker.formats.base import clues as clue_words
from bookmaker.formats.base.format import losses
from bookmaker.logic.solve.solver import solve
from bookmaker.puzzles.grid.geometry import Clue, box_text
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

OPENSUDOKU = f"""<?xml version="1.0" encoding="UTF-8"?>
<opensudoku>
  <name>Easy</name>

  <author>Ann</author>
  <game data="{ZEROS}"/>
  <game data="{ZEROS}" />
</opensudoku>
"""


def test_opensudoku() -> None:
    found = parse(f"{OPENSUDOKU}{PUZZLE} # after it\n{OPENSUDOKU}", "f")
    assert [str(puzzle) for puzzle in found] == [PUZZLE] * 5
    assert [puzzle.source.line for puzzle in found if puzzle.source] == [6, 7, 9, 15, 16]
    assert [puzzle.source.line for puzzle in parse(OPENSUDOKU.replace("\n", " "), "f") if puzzle.source] == [1, 1]
    tree = ElementTree.fromstring(render(found, "opensudoku"))
    assert tree.tag == "opensudoku"
    assert [game.attrib["data"] for game in tree.findall("game")] == [ZEROS] * 5


# The head and the first games of sudoku/easy.opensudoku in https://github.com/ogarcia/opensudoku, as the app ships it.
SHIPPED = """<?xml version="1.0" encoding="UTF-8"?>
<opensudoku>
  <name>Sudoku Easy</name>
  <author>romario333</author>
  <description></description>
  <comment></comment>
  <created>2009-09-16</created>
  <source>gnome-sudoku</source>
  <level>easy</level>
  <sourceURL>http://opensudoku.moire.org/#about-puzzles</sourceURL>
  <game data="379000014060010070080009005435007000090040020000800436900700080040080050850000249" />
  <game data="070000810000318902281470005400060000690103027000090006900054681106982000057000040" />
</opensudoku>
"""
FOLDERS = """<?xml version='1.0' encoding='UTF-8' standalone='yes'?>
<opensudoku version="2">
  <folder name="Easy (All)" created="1778054847256">
    <game data="050703060007000800000816000000030000005000100730040086906000204840572093000409000" state="0" time="0" />
  </folder>
</opensudoku>
"""


def opensudoku_faults(text: str) -> list[str]:
    """What a text has that the files which the app ships do not have, by name."""
    root = ElementTree.fromstring(text)
    faults = [] if root.tag == "opensudoku" and not root.attrib else ["root"]
    heads = ["name", "author", "description", "comment", "created", "source", "level", "sourceURL"]
    begun = False
    for element in root:
        begun |= element.tag == "game"
        if element.tag != "game":
            faults += [element.tag] if begun or element.tag not in heads or element.attrib or len(element) else []
        elif set(element.attrib) != {"data"} or len(element) or (element.text or "").strip():
            faults.append("game")
        elif len(element.attrib["data"]) != 81 or not set(element.attrib["data"]) <= set("0123456789"):
            faults.append("data")
    return faults


def test_opensudoku_as_the_app_ships_it() -> None:
    assert opensudoku_faults(SHIPPED) == []
    assert opensudoku_faults(FOLDERS) == ["root", "folder"]
    found = parse(SHIPPED, "f")
    assert [str(puzzle)[:9] for puzzle in found] == ["379....14", ".7....81."]
    assert opensudoku_faults(render(found, "opensudoku")) == []
    (in_folder,) = parse(FOLDERS, "f")
    assert str(in_folder).startswith(".5.7.3.6.")


LAUGHS = '<!DOCTYPE a [<!ENTITY a "ha">' + "".join(
    f'<!ENTITY {name} "{f"&{before};" * 10}">' for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            f'<?xml version="1.0"?>\n{LAUGHS}]>\n<opensudoku>&i;</opensudoku>',
            "f:2:1: a document with an entity of its own",
        ),
        ('<!DOCTYPE a SYSTEM "file:///etc/passwd"><opensudoku/>', "f: no game in this document"),
        ("<opensudoku><game", "f:1:13: this is not XML: unclosed token"),
        ("<opensudoku></opensudoku>", "f: no game in this document"),
        ("<opensudoku>" + "<a>" * 100_000, "elements within elements, more than 20 deep"),
        (OPENSUDOKU.replace("UTF-8", "nonsense").replace(ZEROS, ZEROS[1:], 1), "f:6:3: 80 symbols"),
        ('<opensudoku><game data="version: 1 0|0|1|"/></opensudoku>', "a game in progress"),
    ],
)
def test_faults_of_xml(text: str, told: str) -> None:
    assert told in refused(text)


# A link that penpa+ made, from the examples of a public solver: Sudoku, 29 givens.
PENPA = (
    "https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VZdT8M2FH3vr5jy7IfYTpyPN8ZgL4yNwYRQVKG0BKhIG5a2Y0rV/865N+7ifEzTNE3jYUrrnp7Y"
    "9xxf+zrZ7p+qt71IcOlY+ELi0rHP3zigj2+vu9WuLNJvxNl+91rVAEL8eHkpnvNyW8wy22s+OzRJ2tyI5vs086QnPIWv9OaiuUkPzQ9pcy2aW9zyhAR31XZS"
    "gBcdvOf7hM5bUvrA1xYDPgAuV/WyLB6vWuanNGvuhEc63/Jogt66+q3wrA/6v6zWixURi3yHyWxfV+/2TpsG21fOj6I5a+1eTNjVnV2CrV1CE3ZpFv+y3WR+"
    "PCLtP8PwY5qR9186GHfwNj2gvU4PnoppaAgv7dp4KiFCd4RWREQdEUgijEMEp2ydiJCIxCHMQCUc9gi5R9wRZqgSjQiO4TiNfSICh9CDoPFoCE/fsZ7wEGe2"
    "SUQEtu6JkP7QiPS5j8tITpo7Sg69SMV9HLtScR/HjVScWidPUrGWk0qph6mTmtfQmYQMODV/xMHiS94CD9xecqu4vcMOEY3m9jtufW5Dbq+4zwU2joyNkAmE"
    "FCImiVA0ZWD8CqWQZ8IqFEojxYRxpqgQqSMcSqEMpkbYBEJFmBThKBIqgVXCCU4eHwmh+DHi+za+j/jSxpeITzuYtRCftibhAPFDGz9EfGPjG8SnXUIYp5qi"
    "1WYtDS2kkeOQf8srDWzjKMRx56VO/Q2wja8Q3/VDxcQY/rXV1dDV1qehPNh5Gegaq2ug6+bHWF0DXWN1DXTdeRmra6BrrK6BbkS6WLR7XrpzbgNuDS9pREfC"
    "3zo0/vnu+Us7GbJHzx/3Cr8WM59leMR526p83O7r53yJA5ufgDiTwW3260VR96iyqt7L1abfb/Wyqepi8haRxdPLVP9FVT8Non/kZdkjtr/u87o/uH309Khd"
    "jeeK8z+v6+qjx6zz3WuPcJ5BvUjFZtc3sMv7FvO3fKC27uZ8nHm/e/zNNN4f9P/vD//R+wMtgf/VDoSvZod3b1VPlj7oieoHO1nllh8VOvhRSZPguKrBThQ2"
    "2GFtgxqXN8hRhYP7kyKnqMM6J1fDUiepUbWTlFvw2Xz2CQ=="
)


def test_a_link_of_penpa_has_the_clues_that_its_kind_needs() -> None:
    lines = [{"kind": "thermometer", "cells": ["r1c6", "r2c6", "r3c6"]}]
    puzzle = one(json.dumps({"kind": "thermometers", "givens": "1" + "." * 35, "clues": lines}))
    again = parse(render([puzzle], "penpa"), kind="thermometers")[0]
    assert (again.geometry.kind, again.clues) == ("thermometers", puzzle.clues)


def test_penpa() -> None:
    found = one(PENPA)
    assert str(found) == PUZZLE[:27] + "." + PUZZLE[28:]
    assert found.name == ""
    full = Puzzle(found.geometry, found.givens, None, "Ann, Bob", bytes(map(int, ANSWER)))
    again = one(render([full], "penpa"))
    assert (again, again.name, again.answer) == (full, full.name, full.answer)
    assert str(one(PENPA.partition("#")[2])) == str(found)


def test_links_are_not_followed() -> None:
    told = refused("https://tinyurl.com/abc\n")
    assert told.startswith("f:1:1: 'https://tinyurl.com/abc' holds no puzzle that can be read here; nothing is fetched")
    assert "f:2:1: this penpa link is cut short" in refused(
        f"{PUZZLE}\nhttps://swaroopg92.github.io/penpa-edit/#m=edit&p=AAAA"
    )


def test_a_penpa_link_is_no_bomb() -> None:
    import base64
    import zlib

    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = deflate.compress(bytes(50_000_000)) + deflate.flush()
    assert "unpacks to more than 1 MB" in refused(f"m=edit&p={base64.b64encode(packed).decode()}")


# Made by `sgt-solo --generate` of Debian's sgt-puzzles.
SOLO = {
    "3x3x:a7_2b5c6c4c5a5g3b1_6_4a5k8a9_3_2b4g1a1c9c2c5b3_4a": ("x", 9),
    "2x3:1d6a3_6d1b3b4b1d5_2a2d1": ("classic", 6),
}


@pytest.mark.parametrize("text", SOLO)
def test_game_ids_of_solo(text: str) -> None:
    found = one(text)
    assert found.geometry is geometry(*SOLO[text])
    assert render([found], "sgt") == f"{text}\n"
    assert one(f"{text} # Ann").name == "Ann"


# The same program: diagonals, regions and cages together, and boxes that stand upright or lie lower than ours.
SOLO_MIXES = {
    "5jxk:y,_aaaa____aaafdbda,a_a_a___a__bbb_aba___aaa,6a9_6a7_5b10b5c12a15f": ("killer+jigsaw+x", 5),
    "4jxk:p,l____________,aa_____a__a_a_ca,5a9a3_7_7d4_5c": ("killer+jigsaw+x", 4),
    "7jx:5d4f5a6c7e1e3c7a6f7d3,b_b____b___b__aabdddbacd_e_c_aa__aca": ("jigsaw+x", 7),
    "9jk:zzzc,dcbcb___dbbaaa__abacca__agbd_babbacbb_aabaaa__aababababd,__aaa__a_a_a_____b_____b___ab__a___a_a___a___aa"
    "___aba__aaa______aa_aaaaaaa__a_a__a__a_a_a___a_a___aa,10_3_13a13a12a4b14a8_17c28a7b6_10_14d6_9b10a13a5b10a16a8b12_"
    "16a14_7_12_7_12b13e20a9_9a6a16_13d3c": ("killer+jigsaw", 9),
    "3x2:a4_5a3c1d2c5_2c4d3c6a1_2a": ("classic", 6),
    "3x2k:zj,_aa_a___a_a___________abaa__b__a_aaa_aaaa,6_5a12a8a10a6b5_9b10b8_5_5_8a10d8b11c": ("killer", 6),
    "6x2:a10b11b8a3a9a3_10_6b1e4c5b2b12a5d3b1b7_1a11_8b7a6b4b1a7a4a2a10_11_6_4a9a8a10a2b3b5a9b8_11a10_11b3b8d6a2b3b7c"
    "5e5b12_9_1a9a6a12b1b2a": ("classic", 12),
}


@pytest.mark.parametrize("text", SOLO_MIXES)
def test_mixes_of_solo_and_its_other_boxes(text: str) -> None:
    found = one(text)
    ground = found.geometry
    assert (ground.kind, ground.size) == SOLO_MIXES[text]
    assert not ground.boxed or text.startswith(f"{box_text(ground.box)}")
    assert solve(found).solutions == 1
    assert render([found], "sgt") == f"{text}\n"
    assert one(render([found], "sgt")) == found


def test_faults_of_game_ids() -> None:
    assert "the givens hold 10 cells; the grid has 81" in refused("9j:a9b7d4,ac_da")
    assert "'9' in the givens is not a number from 1 to 7" in refused("7j:a9b7d4,ac_da")
    assert "17x2 boxes make a grid of 34×34; no grid has that size" in refused("17x2:1d6a3_6d1b3b4b1d5_2a2d1")
    assert "the givens hold 35 cells; the grid has 36" in refused("2x3:1d6a3_6d1b3b4b1d5_2a2c1")
    assert "'7' in the givens is not a number from 1 to 6" in refused("2x3:7d6a3_6d1b3b4b1d5_2a2d1")


@pytest.mark.skipif(not Path("/usr/games/sgt-solo").exists(), reason="needs Debian's sgt-puzzles")
def test_solo_takes_our_game_ids() -> None:
    puzzles = [
        one(PUZZLE),
        one("1" + "." * 15),
        one("G" + "." * 255),
        one("12" + "." * 34),
        *map(one, SOLO),
        *map(one, SOLO_MIXES),
    ]
    ids = render(puzzles, "sgt")
    for text in ids.splitlines():
        done = subprocess.run(
            ["/usr/games/sgt-solo", "--print", "1x1"], input=f"{text}\n", capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, ""), text
        assert "%%Pages: 1" in done.stdout


# Two of the links of https://www.sudokuwiki.org/Rectangle_Elimination.
WIKI_JIGSAW = (
    "https://www.sudokuwiki.org/jigsaw.aspx?shape=33&bd=03v0n4u4f4bkb0099g88vanquqfqvq052gpi8c0hge118es2s2s0210gvam"
    "eueeesa30s4oa30rajeqeaeoa0ho441m0ma81me6umuma110c843a3q2qg1cc38c41ul005noeofofof803pol0la5scsbarara2gpq&jigmap"
    "=111118833188888333178583332175552322177752226774755526744495926444999996449966666"
)
WIKI_X = "https://www.sudokuwiki.org/SudokuX.aspx?bd=105007093000000040040630200700000000000403000000000009006004010010000700080300904"


def test_jigsaws_and_diagonals_of_sudokuwiki_are_proper_puzzles() -> None:
    """That they have one solution shows that candidates and the map are read as the site means them."""
    jigsaw, diagonal = one(WIKI_JIGSAW), one(WIKI_X)
    assert (jigsaw.geometry.kind, diagonal.geometry.kind) == ("jigsaw", "x")
    assert jigsaw.given_count == 13
    for puzzle in (jigsaw, diagonal):
        assert solve(puzzle, 2).solutions == 1
        assert one(render([puzzle], "sudokuwiki")) == replace(puzzle, source=ANY)


@pytest.mark.parametrize("kind", ["thermometers", "arrow"])
def test_lines_of_penpa(kind: str) -> None:
    """Clues come back, other rules are said to be lost, and clues that it has no lines for are refused."""
    clue = Clue("thermometer" if kind == "thermometers" else "arrow", (0, 10, 20))
    ground = geometry(kind, clues=[clue])
    assert one(render([Puzzle(ground, bytes(81))], "penpa")).geometry is ground
    both = Puzzle(geometry(f"{kind}+x", clues=[clue]), bytes(81))
    assert list(losses(both, FORMATS["penpa"])) == [
        f"penpa does not hold its kind: it has to be read with --kind {both.geometry.kind}"
    ]
    assert one(render([both], "penpa"), "x").geometry is both.geometry
    with pytest.raises(UsageError, match="penpa cannot hold clues"):
        render([Puzzle(geometry("kropki", clues=[]), bytes(81))], "penpa")


def test_every_clue_with_a_word_of_penpa_is_written() -> None:
    assert clue_words.words("penpa") == {"thermo", "arrows"}


# Made by `sgt-keen --generate`, `sgt-towers --generate` and `sgt-unequal --generate` of Debian's sgt-puzzles.
GAMES = {
    "calcudoku": (
        "4:_a_3a_ab__a_a3,a5s1s2m36d2m12d2",
        "6:_3a_5a_aa_a__aa_ba__b__ba_a_4a__a3,a5s3d3a11s1m60s2d3a5s2d2m4m6d2a10m90",
    ),
    "skyscraper-square": ("4:1/2/4/2/4/2/1/2/1/2/3/3/3/3/1/2", "5:2///3////3/////1//2//2///,o2e2c"),
    "futoshiki": (
        "5:3,0,0,0,1,0,2,1,0,3,0,0,0,0,0,0,0,0,2,4,0,0,4,0,2,",
        "5:0,0,0,0,0,0U,0,0R,0U,0,2,0,0,0,0D,0,0,0U,0,0,0U,0U,0L,0R,0,",
    ),
    "consecutive-square": ("4a:0R,0L,0RD,1L,0R,0RDL,0URL,0L,0R,0UL,0R,0DL,0R,0L,0R,0UL,",),
}


@pytest.mark.parametrize("kind", GAMES)
def test_keen_towers_and_unequal(kind: str) -> None:
    for text in GAMES[kind]:
        found = one(text)
        assert found.geometry.kind == kind and solve(found, 2).solutions == 1
        assert render([found], "sgt") == f"{text}\n"
        size, _, cells = text.partition(":")
        game = {"c": "Keen", "s": "Towers"}.get(kind[0] if kind != "consecutive-square" else "", "Unequal")
        fields = {"GAME": game, "PARAMS": size, "DESC": cells}
        saved = "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\n" + "".join(
            f"{key:8}:{len(value)}:{value}\n" for key, value in fields.items()
        )
        assert one(saved) == found


def test_faults_of_other_games_have_their_place() -> None:
    assert "1 numbers of 7 cages" in refused("4:_a_3a_ab__a_a3,a5")
    assert "20 numbers around the grid; there are 16 places" in refused("4:1/2/4/2/4/2/1/2/1/2/3/3/3/3/1/2/1/1/1/1")
    assert "a sign U at the edge of the grid" in refused("4:0U,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,")


@pytest.mark.sampled(2)
@pytest.mark.skipif(not Path("/usr/games/sgt-keen").exists(), reason="needs Debian's sgt-puzzles")
@pytest.mark.parametrize("game", ["keen 4de", "keen 5dnm", "towers 5dh", "unequal 5dk", "unequal 5ade"])
def test_every_game_id_of_the_programs_is_a_proper_puzzle_and_written_as_it_came(game: str) -> None:
    name, parameters = game.split()
    command = [f"/usr/games/sgt-{name}", "--generate", "3", parameters]
    for text in subprocess.run(command, capture_output=True, text=True, check=True).stdout.split():
        found = one(text)
        assert solve(found, 2).solutions == 1
        assert render([found], "sgt").partition(":")[2].strip() == text.partition(":")[2]
