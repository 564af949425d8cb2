"""What is proposed where a name of a kind or of a clue is none."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import PUZZLE

from bookmaker.base.errors import InputError, SpecError, UsageError
from bookmaker.cli import main
from bookmaker.formats import parse
from bookmaker.publishing.book.spec import spec_file
from bookmaker.puzzles.rules import CLUES, KINDS, clues_meant, known, rules_of, unknown_kind
from bookmaker.puzzles.rules.kinds import OTHER_NAMES, kinds_meant

MEANT = {
    "thermo": "thermometers",
    "Thermo Sudoku": "thermometers",
    "diagonal": "x",
    "sudoku-x": "x",
    "hyper": "windoku",
    "kenken": "calcudoku",
    "irregular": "jigsaw",
    "german-whispers": "whispers",
    "inequality": "greater-than",
    "towers": "skyscrapers",
    "jigsw": "jigsaw",
    "Killer": "killer",
}


@pytest.mark.parametrize("name", MEANT)
def test_a_kind_is_proposed_for_its_usual_other_names(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert kinds_meant(name)[0] == MEANT[name]
    with pytest.raises(UsageError) as raised:
        rules_of(name)
    assert f"did you mean `{MEANT[name]}`" in raised.value.faults[0].advice
    with pytest.raises(SystemExit):
        main(["generate", "--kind", name])
    assert f"did you mean `{MEANT[name]}`" in capsys.readouterr().err


def test_other_names_are_no_kinds_and_stand_for_kinds() -> None:
    assert set(OTHER_NAMES) <= set(KINDS)
    assert not {name for names in OTHER_NAMES.values() for name in names} & set(KINDS)
    assert all(kind in kinds_meant(name) for kind, names in OTHER_NAMES.items() for name in names)


def test_nothing_is_proposed_for_what_is_near_to_nothing() -> None:
    assert not any(map(unknown_kind, ("", "z", "5", "shinobi", "killer+x")))


def test_blanks_around_a_plus_sign_are_accepted() -> None:
    assert known("killer + x")
    assert rules_of("killer + x") == rules_of("killer+x")
    [puzzle] = parse(f'{{"kind": "windoku + x", "givens": "{PUZZLE}"}}')
    assert puzzle.geometry.rules == rules_of("windoku+x")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("white", "white-dot"),
        ("whites", "white-dot"),
        ("thermo", "thermometer"),
        ("quad", "quadruple"),
        ("kropki", "black-dot"),
    ],
)
def test_a_clue_is_proposed(name: str, meant: str) -> None:
    assert meant in clues_meant(name)
    text = f'{{"kind": "kropki", "givens": "{PUZZLE}", "clues": [{{"kind": "{name}", "cells": ["r1c1", "r1c2"]}}]}}'
    with pytest.raises(InputError, match=f"did you mean .*`{meant}`") as raised:
        parse(text)
    assert ", ".join(CLUES) not in str(raised.value)


def test_a_spec_lists_all_kinds_once(tmp_path: Path) -> None:
    path = tmp_path / "book.yaml"
    sections = "".join(
        f"- {{title: S, puzzles: {{count: 1, kind: {kind}}}}}\n" for kind in ("shinobi", "thermo", "shinobi")
    )
    path.write_text(f"book: {{title: T}}\nsections:\n{sections}")
    with pytest.raises(SpecError) as raised:
        spec_file.load(path)
    advice = [fault.advice for fault in raised.value.faults]
    assert advice == [f"there are {', '.join(KINDS)}", "did you mean `thermometers`?", ""]
