"""What the program writes is what 0.31.0 wrote, artefact by artefact: helps in every run, all else in a thorough one."""

from __future__ import annotations

import hashlib
from pathlib import Path

import identity
import pytest
from conftest import Run

LIST = Path(__file__).parent / "data" / "identity.txt"


def expected() -> dict[str, str]:
    """The digest of each artefact by its name."""
    rows = (line.split("  ", 1) for line in LIST.read_text(encoding="utf-8").splitlines())
    return {name: digest for digest, name in rows}


def moved(found: dict[str, str], within: dict[str, str]) -> list[str]:
    """The artefacts that are others than in the list, that are new, and that are no longer written."""
    names = {*found, *within}
    return sorted(name for name in names if found.get(name) != within.get(name))


ANEW = "if this is meant, run `python tests/identity.py tests/data/identity.txt`, and name each artefact in the commit"


def test_helps_and_schemas_are_the_same(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in identity.SETTINGS.items():
        monkeypatch.setenv(name, value)
    lines = {f"help {name}": (name, "--help") for name in identity.COMMANDS}
    lines |= {" ".join(words): words for words in identity.PRINTED}
    found = {}
    for name, words in lines.items():
        told = run(*words)
        said = f"{told.out}\n{told.err}{told.code}".encode()
        found[name] = hashlib.sha256(said).hexdigest()[:32]
    held = expected()
    assert moved(found, {name: held[name] for name in found if name in held}) == [], ANEW


@pytest.mark.thorough("test_identity.py::test_helps_and_schemas_are_the_same")
def test_all_that_is_written_is_the_same(tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    found = dict(identity.texts(tmp_path / "texts"))
    found |= dict(identity.books(tmp_path, identity.all_books()))
    assert moved(found, expected()) == [], ANEW
