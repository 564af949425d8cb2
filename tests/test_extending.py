"""The pages of ``docs/extending``: their files work, and each fault is reported as they say."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from conftest import Run
from techniques_data import ground_of, random_position
from techniques_naive_wings_and_rectangles import w_wings

import bookmaker
from bookmaker.base import language, resources, schema
from bookmaker.base.errors import ResourceError, SpecError
from bookmaker.formats import apps
from bookmaker.formats.apps import registry
from bookmaker.logic.techniques import CAGES, CLUES, RELATIONS, TECHNIQUES, declare
from bookmaker.logic.techniques.families import CODES
from bookmaker.publishing.proof.declarations import declaration_faults
from bookmaker.puzzles.rules import CLUES as CLUE_TYPES
from bookmaker.puzzles.rules import KINDS, RULES
from bookmaker.puzzles.rules.rule import Rule

PAGES = Path(__file__).parent.parent / "docs" / "extending"


def files_of(page: str) -> dict[str, str]:
    """The files of a page: each block of YAML whose first line is a comment with the name of its file."""
    text = (PAGES / page).read_text(encoding="utf-8")
    return {name: f"# {name}\n{body}" for name, body in re.findall(r"```yaml\n# (\S+)\n(.*?)```", text, re.DOTALL)}


def messages_of(page: str) -> dict[str, str]:
    """The messages of a page by the mistake: each row of its table of mistakes, without the marks of code."""
    text = (PAGES / page).read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+?) \| (``?)([^|]*?:\d+:\d+: [^|]*?) ?\2( [^|]*)?\|$", text, re.MULTILINE)
    return {mistake.replace("`", ""): message for mistake, _, message, _ in rows}


GRID = "grid: {thin: 0.4pt, box: 1pt, outline: 1pt, digit: 0.64}"
STYLE = {
    "grid: {box: thick}": (GRID, "grid: {box: thick}"),
    'lables: {left: "{puzzle}"}': (
        GRID,
        'lables: {left: "{puzzle}"}',
    ),
    'labels: {left: "{nummer}"}': ('{left: "{puzzle}"', '{left: "{nummer}"'),
    "faces: {title: Nope}": (GRID, "faces: {title: Nope}"),
    "puzzle_layouts: [nope]": (GRID, "puzzle_layouts: [nope]"),
    "no base": ("base: classic\n", ""),
}
LAYOUT = {
    "no columns": ("columns: 1\n", ""),
    "colums: 1": ("columns: 1\n", "colums: 1\n"),
    "rows: 40": ("rows: 3\n", "rows: 40\n"),
    "cell: {least: 5mm, most: 2mm}": ("most: 12mm", "most: 2mm"),
    "layout: three": ("layout: three-up", "layout: three"),
}
MISTAKES = [
    *(("style.md", "quiet.yaml", mistake, *change) for mistake, change in STYLE.items()),
    *(
        ("layout.md", "book.yaml" if "layout" in name else "three-up.yaml", name, *change)
        for name, change in LAYOUT.items()
    ),
]
"""Page, file, the mistake as the page words it, and the text of the file that becomes another."""


@pytest.mark.parametrize("page", ["style.md", "layout.md", "cover.md"])
def test_the_files_of_a_page_make_a_book(page: str, run: Run) -> None:
    for name, text in files_of(page).items():
        Path(name).write_text(text, encoding="utf-8")
    told = run("check", "book.yaml")
    assert (told.code, told.out.splitlines()[0]) == (0, "book.yaml: no faults")


def test_the_pieces_of_a_cover_design_and_a_mistake(run: Run) -> None:
    """A block without the name of a file goes on in that of the design."""
    for name, text in files_of("cover.md").items():
        Path(name).write_text(text, encoding="utf-8")
    page, design = (PAGES / "cover.md").read_text(encoding="utf-8"), Path("quiet.yaml")
    (piece,) = re.findall(r"```yaml\n((?!# ).*?)```", page, re.DOTALL)
    design.write_text(design.read_text(encoding="utf-8") + piece, encoding="utf-8")
    assert run("check", "book.yaml").code == 0
    design.write_text(re.sub("ground: .*", "ground: red", design.read_text(encoding="utf-8")), encoding="utf-8")
    assert messages_of("cover.md")["ground: red"].strip() in run("check", "book.yaml").err


@pytest.mark.sampled(8)
@pytest.mark.parametrize(("page", "file", "mistake", "before", "after"), MISTAKES)
def test_a_mistake_is_reported_as_its_page_says(
    page: str, file: str, mistake: str, before: str, after: str, run: Run
) -> None:
    files = files_of(page)
    assert before in files[file]
    files[file] = files[file].replace(before, after)
    for name, text in files.items():
        Path(name).write_text(text, encoding="utf-8")
    told = run("check", "book.yaml")
    assert told.code
    assert messages_of(page)[mistake] in told.err


@pytest.mark.parametrize(("page", "count"), [("style.md", len(STYLE)), ("layout.md", len(LAYOUT))])
def test_every_mistake_of_a_page_is_made(page: str, count: int) -> None:
    assert len(messages_of(page)) == count


def test_a_format_is_a_module_and_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The example of docs/extending/format.md, run as it is; and without a field, which is reported by name."""
    page = (PAGES / "format.md").read_text(encoding="utf-8")
    module, line = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (tmp_path / "tiny.py").write_text(module, encoding="utf-8")
    name, where = re.findall(r'"([^"]+)"', line)
    puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    script = f"""
from bookmaker.formats import apps
apps.__path__.append({str(tmp_path)!r})
apps.DECLARED[{name!r}] = {where!r}
from bookmaker.cli import main
main(["convert", "--to", {name!r}, {puzzle!r}])
main(["convert", "--to", "lines", "tiny<{puzzle}>"])
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout.split() == [f"tiny<{puzzle}>", puzzle], done.stderr
    monkeypatch.setattr(apps, "__path__", [*apps.__path__, str(tmp_path)])
    for field in ("name", "holds", "detect", "parse", "render"):
        (tmp_path / f"without_{field}.py").write_text(re.sub(rf"    {field}=.*\n", "", module), encoding="utf-8")
        start = time.perf_counter()
        with pytest.raises(TypeError, match=rf"the format 'other' in .*without_{field}.*'{field}'"):
            registry.declared("other", f"without_{field}.FORMAT")
        assert time.perf_counter() - start < 1
    with pytest.raises(TypeError, match=r"the format .other. in .*is not a Format of that name"):
        registry.declared("other", where)


ROW = {
    "no source": ("lore, finders/wings.py", ""),
    "`tough`": ("hard", "tough"),
    "`1.5`": ("140", "1.5"),
    "`seven`": ("7.0", "seven"),
}
"""For each mistake in the row of a technique the text of the row that becomes another."""


def test_the_row_of_a_technique_and_its_mistakes(monkeypatch: pytest.MonkeyPatch) -> None:
    page = (PAGES / "technique.md").read_text(encoding="utf-8")
    (table,) = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    messages = dict(re.findall(r"^\| (.+?) \| `('boxed-w-wing.*)` \|$", page, re.MULTILINE))
    assert set(messages) == {"no family", "no row", *ROW}

    def told(text: str) -> list[str]:
        with pytest.raises(ResourceError) as raised:
            declare.read_table(text)
        return [fault.message for fault in raised.value.faults]

    assert told(table) == [messages["no family"]]
    monkeypatch.setattr(declare, "CODES", {**CODES, "boxed-w-wing": 99})
    monkeypatch.setitem(declare._COLUMNS, "technique", (vars(declare)["CODES"].__contains__, ""))
    (technique,) = declare.read_table(table)
    assert (technique.level, technique.score, technique.hodoku) == (declare.Level.HARD, 140, None)
    with pytest.raises(ResourceError) as raised:
        declare.require_rows((TECHNIQUES, CAGES, RELATIONS, CLUES))
    assert [fault.message for fault in raised.value.faults] == [messages["no row"]]
    for mistake, (before, after) in ROW.items():
        assert told(table.replace(before, after)) == [messages[mistake]]


def test_the_twin_of_a_technique_finds_some_of_those_of_its_like() -> None:
    page = (PAGES / "technique.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    names: dict[str, Any] = {}
    exec(code, names)
    found = all_found = 0
    for seed in range(12):
        position = random_position(seed, ground_of("classic", 9), (0.3, 0.85))
        boxed, every = set(names["boxed_w_wings"](position)), set(w_wings(position))
        assert boxed <= every
        found, all_found = found + len(boxed), all_found + len(every)
    assert 0 < found < all_found


RULE = {
    "the look of a line on a border": ("diamonds", "diamonds"),
    "no word in `foreign`": ('Rule(name="far-pairs", ', 'Rule(name="far-pairs", foreign={"f-puzzles": ()}, '),
    "`fault` names `{digit}`": ("{one} and {other}", "{digit}"),
    "`holds=lambda one, other: one > other`": ("abs(one - other) >= 5", "one > other"),
    "`sizes` without `why`": ("share=0.4", "sizes=frozenset({9})"),
    '`bars=frozenset({"y"})`': ("share=0.4", 'bars=frozenset({"y"})'),
}
"""For each mistake in a rule the text of the page that becomes another."""


def test_a_rule_is_a_declaration_and_its_mistakes_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The examples of docs/extending/rule.md: the one makes puzzles, the other is refused as the page says."""
    page = (PAGES / "rule.md").read_text(encoding="utf-8")
    plain, clued = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    messages = dict(re.findall(r"^\| (.+?) \| ``(the (?:rule|clue) .*)`` \|$", page, re.MULTILINE))
    assert set(messages) == set(RULE)

    def planted(code: str, name: str) -> Rule:
        names: dict[str, Any] = {}
        exec(code, names)
        rule: Rule = names[name]
        monkeypatch.setitem(RULES, rule.name, rule)
        monkeypatch.setitem(KINDS, rule.name, frozenset({rule.name}))
        for kind in rule.clues:
            monkeypatch.setitem(CLUE_TYPES, kind.name, kind)
        return rule

    rule = planted(plain, "ANTI_CAMEL")
    assert list(declaration_faults()) == []
    (made,) = bookmaker.generate(1, kind=rule.name, seed=1, jobs=1)
    assert made.puzzle.geometry.holds(made.solution)
    for mistake, (before, after) in RULE.items():
        assert before in clued
        planted(clued.replace(before, after), "FAR_PAIRS")
        assert messages[mistake] in [f"{name}: `{field}` {why}" for name, field, why in declaration_faults()]


LANGUAGE = {
    "no `answer.on_page`": ("  on_page:", "  # on_page:"),
    "`answer.in_page`": ("  on_page:", '  in_page: ""\n  on_page:'),
    "`{page}` left out of `answer.on_page`": ("Answer on page~{page}", "Risposta"),
    "`{pagina}` added to `answer.on_page`": ("Answer on page~{page}", "A pagina {page} {pagina}"),
}
"""For each mistake in a catalogue the text of the English one that becomes another."""


def test_a_language_is_two_catalogues_and_a_plural_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (PAGES / "language.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    monkeypatch.setattr(language, "PLURALS", plurals := dict(language.PLURALS))
    exec(code, {"PLURALS": plurals})
    messages = dict(re.findall(r"^\| (.+?) \| `('answer.*)` \|$", page, re.MULTILINE))
    assert set(messages) == set(LANGUAGE)
    found = resources.find

    def find(folder: str, name: str, beside: Path | None = None) -> Path | None:
        mine = tmp_path / folder.replace("/", "-")
        return mine if name == "it.yaml" else found(folder, name, beside)

    monkeypatch.setattr(resources, "find", find)

    def faults(before: str, after: str) -> list[str]:
        for folder in ("catalogues", "catalogues/techniques"):
            english = found(folder, "en.yaml")
            assert english is not None
            text = english.read_text(encoding="utf-8")
            mine = text.replace(before, after) if folder == "catalogues" else text
            (tmp_path / folder.replace("/", "-")).write_text(mine, encoding="utf-8")
        return [fault.message for fault in language.faults("it", (), {})]

    unchanged = faults("", "")
    for mistake, change in LANGUAGE.items():
        assert messages[mistake] in set(faults(*change)) - set(unchanged)


def test_a_key_is_declared_once() -> None:
    text = (PAGES / "key.md").read_text(encoding="utf-8")
    [code] = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    made: dict[str, Any] = {"__name__": "key_page"}
    exec(compile(code, "key.md", "exec", dont_inherit=True), made)
    book = made["DedicatedBook"]
    read = schema.loads(book, b"{title: T, dedication: For 'M', copies: 3}", "book.yaml", Path())
    assert (read.dedication, read.copies) == ("For 'M'", 3)
    assert schema.with_printed(read, str.upper).dedication == "FOR 'M'"
    keys = schema.json_schema(book, "book")["properties"]
    assert keys["copies"]["maximum"] == 99 and keys["dedication"]["examples"] == ["For M."]
    messages = messages_of("key.md")
    assert len(messages) == 4
    for mistake, message in messages.items():
        with pytest.raises(SpecError) as caught:
            schema.loads(book, f"{{title: T, {mistake}}}".encode(), "book.yaml", Path())
        assert str(caught.value.faults[0]) == message
    # Each module that the page names is there.
    for name in re.findall(r"`(\w+_(?:keys|file)\.py)`", text):
        assert (PAGES.parent.parent / "bookmaker" / "publishing" / "book" / "spec" / name).is_file(), name
