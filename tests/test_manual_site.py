"""The reference of the manual names everything that is public, in words. It is made without Sphinx here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bookmaker
from bookmaker.api.record_schemas import RECORDS
from bookmaker.base.errors import BookmakerError
from bookmaker.base.schema import Record
from bookmaker.cli.arguments import COMMANDS
from bookmaker.formats.apps import DECLARED
from bookmaker.logic.techniques import BY_NAME
from bookmaker.publishing.book.spec import book_keys, cover_keys, design_keys, page_keys, puzzle_keys, section_keys
from bookmaker.puzzles.rules.kinds import KINDS
from docs.site import keys, pictures, program, release, solving

ROOT = Path(__file__).parent.parent


def test_every_record_of_a_spec_and_every_key_has_a_sentence() -> None:
    modules = (book_keys, cover_keys, design_keys, page_keys, book_keys, puzzle_keys, section_keys)
    declared = {
        one
        for module in modules
        for one in vars(module).values()
        if isinstance(one, type) and issubclass(one, Record) and one.__module__ == module.__name__
    }
    known = {group.record for group in keys.groups(keys.FILES["spec"][1])}
    # Two that others extend have no keys of their own place.
    assert {one.__name__ for one in declared - known} <= {"LessonKeys", "GivenRange"}
    for name, text in keys.pages().items():
        rows = [row.strip("| ").split(" | ") for row in text.splitlines() if row.startswith("| `")]
        assert rows and all(len(row) == 4 and row[3].strip() for row in rows), name
        # An example, a default, the values that there are, or where these are said.
        shown = [row for row in rows if "Example: " in row[3] or "`" in row[2] or re.search(": see |`", row[1])]
        assert [row[0] for row in rows if row not in shown] == [], name


def test_every_command_and_option_is_explained() -> None:
    listed = dict(program.parsers())
    assert {command.name for command in COMMANDS} <= set(listed)
    unsaid = [f"{name} {one}" for name, parser in listed.items() for one, said in program.arguments(parser) if not said]
    assert unsaid == []


def test_every_error_has_a_cause_and_a_cure() -> None:
    known = {BookmakerError, *BookmakerError.__subclasses__()}
    assert {one for one in known if one.__module__.startswith("bookmaker.base.errors")} == set(program.CURES)


def test_every_python_name_and_record_has_words() -> None:
    text = program.functions()
    parts = dict(re.findall(r"^## (\w+)\n\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    assert set(parts) == set(bookmaker.__all__)
    assert [name for name, said in parts.items() if len(re.sub(r"```.*?```", "", said, flags=re.S).split()) < 3] == []
    assert set(re.findall(r"^## (.*)$", program.records(), re.M)) == set(RECORDS)


def test_every_technique_idea_kind_and_format_has_its_place() -> None:
    techniques = solving.techniques()
    assert [name for name in BY_NAME if f"\n`{name}`, score" not in techniques] == []
    assert set(pictures.kinds()) == set(KINDS)
    page = solving.kinds((ROOT / "docs" / "kinds.md").read_text(encoding="utf-8"))
    assert page.count("reference/pictures/kind-") == len(KINDS)
    shown = [*re.findall(r"\(pictures/([^)]+)\)", techniques + solving.ideas() + solving.gallery())]
    assert set(shown) | {f"kind-{name}.png" for name in KINDS} == set(pictures.names())
    assert [name for name in DECLARED if f"| `{name}` |" not in solving.formats()] == []


def test_every_page_is_in_the_contents() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    entries = {line for block in re.findall(r"```\{toctree\}\n(.*?)```", index, re.S) for line in block.splitlines()}
    own = {page.stem for page in (ROOT / "docs").glob("*.md")} - {"index"}
    made = {f"reference/{name}" for name in [*keys.FILES, "commands", "errors", "records", "functions"]}
    made |= {f"reference/{name}" for name in ("techniques", "ideas", "file-formats", "gallery")}
    assert own | made <= entries


def test_the_notes_of_a_release_are_its_part_of_the_changelog() -> None:
    text = "# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.2.0 – 2026-01-01\n\n- Old.\n"
    assert (release.notes(text, "0.2.0"), release.notes(text, "0.3.0")) == ("- Old.\n", "- New.\n")
    with pytest.raises(ValueError, match="says nothing"):
        release.notes(text.replace("- New.", ""), "0.3.0")
