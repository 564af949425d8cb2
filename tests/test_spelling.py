"""Spelling of the pages and of all words that books and screens show, by hunspell with a dictionary of each language.

``tests/data/spelling.txt`` has the words that no dictionary knows: names, terms of puzzles, file formats. To write it anew, after
a look at each word that comes in: ``python tests/test_spelling.py``.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parent.parent
OWN = Path(__file__).parent / "data" / "spelling.txt"
DICTIONARIES = {"en": "en_GB,en_US", "es": "es_ES", "ru": "ru_RU", "de": "de_DE", "fr": "fr"}
"""Pages in other languages name commands and files in English, too."""

_NO_PROSE = re.compile(r"^```.*?^```|`[^`]*`|\]\([^)]*\)|\bhttps?://\S+|<[^>]*>|\{[^}]*\}", re.S | re.M)
_WORD = re.compile(r"[^\W\d_]{2,}(?:['’][^\W\d_]+)*")


def texts(value: Any) -> Iterator[str]:
    """Every text of a catalogue."""
    if isinstance(value, str):
        yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from texts(item)


def spoken(code: str) -> set[str]:
    """The words of all pages and catalogues of a language."""
    pages = [*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md")]
    own = [path for path in pages if code in path.parts[-2:-1]]
    if code == "en":
        own = [path for path in pages if not {"releases", *DICTIONARIES} & {path.parent.name}]
    found = [path.read_text(encoding="utf-8") for path in own]
    for path in (ROOT / "bookmaker" / "catalogues").rglob(f"{code}.yaml"):
        found += texts(yaml.load(path.read_bytes(), getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
    words = {one for text in found for one in _WORD.findall(_NO_PROSE.sub(" ", text))}
    return {one.replace("’", "'") for one in words if not one.isupper()}


def unknown(code: str) -> set[str]:
    """The words of a language that its dictionary does not know. Skips the test without hunspell or the dictionary."""
    if shutil.which("hunspell") is None:
        pytest.skip("there is no hunspell: apt-get install hunspell, and a dictionary of each language")
    dictionaries = ",".join(dict.fromkeys(f"{DICTIONARIES[code]},{DICTIONARIES['en']}".split(",")))
    said = "\n".join(sorted(spoken(code)))
    done = subprocess.run(
        ["hunspell", "-l", "-i", "utf-8", "-d", dictionaries], input=said, capture_output=True, text=True, check=False
    )
    if "Can't open" in done.stderr:
        pytest.skip(f"hunspell has no dictionary {dictionaries}")
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def languages() -> list[str]:
    """The languages that have a catalogue."""
    return sorted(path.stem for path in (ROOT / "bookmaker" / "catalogues").glob("*.yaml"))


@pytest.mark.parametrize("code", languages())
def test_every_word_is_in_a_dictionary_or_among_the_known_ones(code: str) -> None:
    assert unknown(code) - set(OWN.read_text(encoding="utf-8").split()) == set()


def test_every_known_word_is_needed() -> None:
    needed = set().union(*map(unknown, languages()))
    assert set(OWN.read_text(encoding="utf-8").split()) - needed == set()


if __name__ == "__main__":
    OWN.write_text("".join(f"{one}\n" for one in sorted(set().union(*map(unknown, languages())))), encoding="utf-8")
