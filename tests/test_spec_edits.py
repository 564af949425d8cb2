"""Edits of a spec as text: what is meant changes, and no other line; completion at every place of every example."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import Run, scaled

from bookmaker.api import specs
from bookmaker.api.specs import Edit
from bookmaker.base.errors import ChangedError, SpecError, UsageError
from bookmaker.base.schema.completion import path_of, path_text

EXAMPLES = Path(__file__).parent.parent / "examples"
ODD = """\
# A file that is indented in its own way.
book: { title: 'An odd one' ,   author: "B. \\"Q\\" W" }   # quotes of both sorts
sections:
# first
- title:  Plain   # of the list
  puzzles:
      count: 4   # four

      # none harder
      difficulty: easy

-   puzzles: {count: 6,
              difficulty: hard}   # two lines
    intro: >-
      A text that is folded
      over lines.
# last
- intro: |
    One.

    Two.
  puzzles: {from: a.txt}
page:
    trim: a4
front_matter:
- title-page
- {page: notes, count: 4}   # for notes
"""


def whole(schema: dict[str, Any]) -> Any:
    """A value with every key that a schema has, as far as keys go together."""
    ways = [schema[name] for name in ("then", "else") if "if" in schema] or schema.get("anyOf") or [schema]
    ways = sorted(ways, key=lambda way: -len(json.dumps(way)) if "properties" in way or "items" in way else 0)
    if ways[0] is not schema:
        return whole(ways[0])
    if "properties" in schema:
        return {name: whole(one) for name, one in schema["properties"].items()}
    if "items" in schema:
        each = schema["items"]
        return [whole(way) for way in ((each["then"], each["else"]) if "if" in each else (each,))]
    return schema.get("const", schema.get("enum", ["word"])[-1])


TEXTS = {
    "every key": yaml.safe_dump(whole(specs.spec_schema()), sort_keys=False, width=200),
    "odd": ODD,
    "windows": ODD.replace("\n", "\r\n"),
    "flow": yaml.safe_dump(yaml.safe_load(ODD), default_flow_style=True, width=60),
    "unended": ODD.rstrip("\n"),
    **{name: (EXAMPLES / f"{name}.yaml").read_text(encoding="utf-8") for name in ["starter", "own-pages"]},
    **{path.stem: path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.glob("*.yaml"))},
}
SOME = list(TEXTS)[: scaled(6, 100)]
VALUES: list[Any] = [
    "a4",
    "Of: all # things",
    "it's",
    "2026",
    "",
    "no",
    "Ünïcode – dash",
    " two\nlines",
    7,
    0.5,
    True,
    ["a", "b c"],
]
VALUES += [
    {"count": 3, "of": {"x": ["y", 1]}},
    [{"page": "notes"}, "contents"],
    [[1, 2], []],
    "line\n\nline\n",
    "- dash",
    "x" * 150,
]


def loaded(text: str) -> Any:
    """The data of a text, every scalar as it is written: an oracle that shares nothing with the reader of specs."""
    return yaml.load(text, yaml.BaseLoader)


def written(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: written(one) for key, one in value.items()}
    if isinstance(value, list):
        return [written(one) for one in value]
    return str(value).lower() if isinstance(value, bool) else str(value)


def paths(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    for step, inner in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield (*path, step)
        yield from paths(inner, (*path, step))


def naive(data: Any, edit: Edit) -> Any:
    """The data after an edit."""
    data = deepcopy(data)
    *above, last = edit.path
    holders = [data]
    for step in above:
        holders.append(holders[-1][step])
    inner = holders[-1]
    if edit.op == "set":
        inner[last] = written(edit.value)
    elif edit.op == "insert":
        inner.insert(last, written(edit.value))
    elif edit.op == "unset":
        del inner[last]
        while not inner and isinstance(inner, dict) and above and isinstance(above[-1], str):
            holders.pop()
            inner = holders[-1]
            del inner[above.pop()]
    else:
        one = inner[last] if edit.op == "copy" else inner.pop(last)
        inner.insert(edit.value, one)
    return data


def drawn(chance: random.Random, data: Any) -> Edit:
    path = chance.choice(list(paths(data)))
    holder = data
    for step in path[:-1]:
        holder = holder[step]
    if isinstance(holder, list) and chance.random() < 0.6:
        op = chance.choice(["insert", "copy", "move", "unset"])
        most = len(holder) - (op == "move")
        return Edit(path, op, chance.choice(VALUES) if op == "insert" else chance.randint(0, most))  # type: ignore[arg-type]
    if isinstance(holder, dict) and chance.random() < 0.4:
        new = chance.choice(["zeal", "margins", "difficulty", "layout", "cover", "a key"])
        path = (*path[:-1], new if new not in holder else path[-1])
    op = (
        "unset" if chance.random() < 0.25 and path[-1] in (holder if isinstance(holder, dict) else range(99)) else "set"
    )
    return Edit(path, op, chance.choice(VALUES) if op == "set" else None)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", SOME)
def test_any_edits_give_the_data_that_are_meant_and_touch_no_other_line(name: str) -> None:
    chance = random.Random(name)
    text = TEXTS[name]
    for number in range(scaled(8, 200)):
        text = text if number % 15 else TEXTS[name]
        old = loaded(text)
        edit = drawn(chance, old)
        new = specs.edited(text, [edit])
        assert loaded(new) == naive(old, edit), (edit, new)
        before, after = Counter(text.splitlines()), Counter(new.splitlines())
        lost, come = before - after, after - before
        if edit.op in ("insert", "copy"):
            assert sum(lost.values()) <= 1, edit
        elif edit.op == "move" and sum(lost.values()) > 1:
            assert Counter("".join(lost).replace(",", "").split()) == Counter("".join(come).replace(",", "").split()), (
                edit
            )
        elif edit.op == "unset":
            assert sum(come.values()) <= 1, edit
        text = new


@pytest.mark.parametrize(
    ("before", "at", "value", "after"),
    [
        ("[title-page, contents]", 0, "notes", "[notes, title-page, contents]"),
        ("[title-page, contents]", 1, {"page": "notes", "count": 4}, "[title-page, {page: notes, count: 4}, contents]"),
        ("[title-page, contents]", 2, "notes", "[title-page, contents, notes]"),
        ("[]", 0, "notes", "[notes]"),
        ("\n  - title-page", 0, {"page": "notes", "count": 4}, "\n  - page: notes\n    count: 4\n  - title-page"),
        ("\n- title-page", 1, {"page": "notes", "count": 4}, "\n- title-page\n- page: notes\n  count: 4"),
    ],
)
def test_an_entry_comes_in_the_form_of_its_list(before: str, at: int, value: object, after: str) -> None:
    assert specs.edited(f"front_matter: {before}\n", [Edit(("front_matter", at), "insert", value)]) == (
        f"front_matter: {after}\n"
    )


@pytest.mark.parametrize("name", SOME)
def test_a_value_set_and_set_back_gives_the_same_bytes(name: str) -> None:
    text = TEXTS[name]
    data = yaml.safe_load(text)
    leaves = [path for path in paths(data) if not isinstance(value_at(data, path), dict | list)]
    for path in random.Random(7).sample(leaves, min(len(leaves), scaled(4, 400))):
        value = value_at(data, path)
        changed = specs.edited(text, [Edit(path, "set", "Q7")])
        assert changed != text
        back = specs.edited(changed, [Edit(path, "set", value)])
        same = isinstance(value, str) and "\n" not in value and ">" not in text
        assert back == text or not same, path
    for path in [("sections", 0)] if len(data["sections"]) > 2 else []:
        moved = specs.edited(text, [Edit(path, "move", 2)])
        assert specs.edited(moved, [Edit(("sections", 2), "move", 0)]) == text


def value_at(data: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        data = data[step]
    return data


def test_keys_come_in_the_order_of_the_schema_and_comments_stay_where_they_are() -> None:
    text = TEXTS["starter"]
    new = specs.edited(
        text,
        [
            {"path": "page.trim", "value": "a4"},
            {"path": "page.pages", "value": 96},
            {"path": "sections[2].puzzles.minutes.max", "value": 12},
            {"path": "sections[4]", "op": "move", "value": 1},
            {"path": "page.margins", "op": "unset"},
        ],
    )
    lines = new.splitlines()
    assert (
        "  trim: a4                      # a4, a5, letter, another width x height (8.5x11in), or [152mm, 229mm]"
        in lines
    )
    assert lines[lines.index("page:") + 4] == "  pages: 96"
    assert (
        "    puzzles: {kind: classic, count: 14, difficulty: easy, minutes: {max: 12}, symmetry: rotational}" in lines
    )
    at = lines.index("  # minimal: true asks for puzzles in which no given is superfluous")
    assert lines[at + 1] == "  - title: The Long Tunnel" and lines[at - 2] == "    layout: six-up"
    assert [line for line in text.splitlines() if line not in lines] == [
        "  trim: 6x9in                   # a4, a5, letter, another width x height (8.5x11in), or [152mm, 229mm]",
        "  margins: {outside: 0.5in, top: 0.5in, bottom: 0.5in}",
        "    puzzles: {kind: classic, count: 14, difficulty: easy, symmetry: rotational}",
    ]


@pytest.mark.parametrize(
    ("text", "edit", "message"),
    [
        ("a: [1", Edit(("a",), "set", 2), "broken YAML"),
        ("x: &a {b: 1}\ny: *a\n", Edit(("y", "b"), "set", 2), "anchor"),
        ("x: &a {b: 1}\ny: *a\n", Edit(("x", "b"), "set", 2), "anchor"),
        ("- &a {b: 1}\n- *a\n", Edit((0,), "set", 2), "anchor"),
        ("a: {b: 1}\n", Edit(("a", 0), "set", 2), "is not there to set"),
        ("a: [1]\n", Edit(("a", 3), "move", 0), "is not there to move"),
        ("a: 1\na: 2\n", Edit(("a",), "set", 3), "would damage"),
    ],
)
def test_an_edit_that_does_not_fit_is_refused(text: str, edit: Edit, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        specs.edited(text, [edit])


@pytest.mark.parametrize(
    ("before", "after"),
    [("", "seed: 3\n"), ("# mine", "# mine\nseed: 3\n"), ("# mine\r\n", "# mine\r\nseed: 3\r\n")],
)
def test_a_file_without_a_key_gets_its_first(before: str, after: str) -> None:
    assert specs.edited(before, [Edit(("seed",), "set", 3)]) == after


def test_paths_are_read_as_they_are_written() -> None:
    for path in [("a",), ("sections", 2, "puzzles", "count"), ("words", 'a "b".c', 0)]:
        assert path_of(path_text(path)) == path
    for odd in ["", "a..b", ".a", "a[x]", "a[1", "[0]b"]:
        with pytest.raises(UsageError):
            path_of(odd)


def test_a_file_is_written_whole_and_only_where_nobody_else_changed_it(tmp_path: Path) -> None:
    path = tmp_path / "book.yaml"
    path.write_bytes("\ufeff".encode() + b"page: {trim: a4}\r\n")
    read = specs.read_spec(path)
    done = specs.edit_spec(path, [{"path": "page.trim", "value": "a5"}], read.hash)
    assert path.read_bytes() == "\ufeff".encode() + b"page: {trim: a5}\r\n"
    assert specs.read_spec(path).hash == done.hash
    with pytest.raises(ChangedError):
        specs.edit_spec(path, [{"path": "page.trim", "value": "a4"}], read.hash)
    with pytest.raises(SpecError):
        specs.write_spec(path, "page: [", done.hash)
    assert specs.read_spec(path).hash == done.hash
    assert specs.write_spec(path, read.text, done.hash).hash == read.hash


def test_commands_edit_a_spec_and_leave_a_faulty_result_unwritten(run: Run) -> None:
    path = Path("book.yaml")
    path.write_text(TEXTS["starter"], encoding="utf-8")
    edits = '[{"path": ["page", "trim"], "value": "a5"}, {"path": "sections[0].title", "value": "Start"}]'
    assert run("set", path, "sections[1].puzzles.count=9", "--edits", "-", stdin=edits).code == 0
    assert run("move", path, "sections[1]", 0).code == 0
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert (data["page"]["trim"], data["sections"][0]["puzzles"]["count"], data["sections"][1]["title"]) == (
        "a5",
        9,
        "Start",
    )
    before = path.read_bytes()
    refused = run("set", path, "page.trmi=a4")
    assert refused.code == 3 and "did you mean `trim`?" in refused.err and path.read_bytes() == before
    for words in [["set", path], ["set", path, "page.trim"], ["set", path, "a[=1"], ["complete", path]]:
        assert run(*words).code == 2
    offered = run("complete", f"{path}:23:9", "--json").out
    assert "letter" in [one["label"] for one in json.loads(offered)["items"]]


def key_starts(node: Any, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], int]]:
    """Each key of a text with the offset where it begins."""
    for step, one in node.value if node.id == "mapping" else enumerate(node.value) if node.id == "sequence" else ():
        inner, at = (one, (*path, step)) if node.id == "sequence" else (one, (*path, step.value))
        if node.id == "mapping":
            yield at, step.start_mark.index
        yield from key_starts(inner, at)


def test_completion_offers_each_key_of_each_example_where_it_was_cut_off() -> None:
    # A text in quotes over several lines hides the brackets around it: no editor writes such.
    for text in (text for name, text in TEXTS.items() if name != "flow"):
        places = dict(key_starts(yaml.compose(text), ()))
        chosen = [path for path in places if "words" not in path]
        for path in random.Random(3).sample(chosen, min(len(chosen), scaled(8, 1000))):
            at = places[path]
            end = text.find("\n", at)
            found = specs.complete(text[:at] + (text[end:] if end >= 0 else ""), at)
            assert found.path == path[:-1]
            assert path[-1] in [one.label for one in found.items], path
            hover = specs.describe(text, at + 1)
            assert hover is not None and hover.path == path and hover.about, path


@pytest.mark.parametrize("text", ["page:\n  # a | of\n  trim: a4\n", "page:\n  trim: a4  # or |", "# |\npage: {}\n"])
def test_completion_offers_nothing_in_a_comment(text: str) -> None:
    assert not specs.complete(text.replace("|", "", 1), text.index("|")).items


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("page:\n  |", "trim"),
        ("page:\n  trim: |", "a4"),
        ("design:\n  style: la|\n", "large-print"),
        ("sections:\n  - |", "lesson"),
        ("sections:\n- title: A\n- lesson: |", "x-wing"),
        ("sections:\n  - title: A\n    puzzles: {kind: |, count: 3}", "killer"),
        ("sections:\n  - puzzles: {count: 3, requires: [|", "x-wing"),
        ("sections:\n  - puzzles:\n      from: |\n", "puzzles/mine.txt"),
        ("sections:\n  - puzzles:\n      from: a.txt\n      |", "repair"),
        ("sections:\n  - puzzles: {mask: |}", "heart"),
        ("sections:\n  - layout: |", "own-one"),
        ("front_matter: [contents, |]", "own page.md"),
        ("cover:\n  design: quilt\n  palette: |\n", "-palette"),
        ("design: {style: '|'}", "mine.yaml"),
        ("print: {for: [|]}", "kdp"),
    ],
)
def test_completion_of_values(text: str, offered: str, tmp_path: Path) -> None:
    for name in ["puzzles/mine.txt", "layouts/own-one.yaml", "own page.md"]:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "mine.yaml").write_text("base: classic\n")
    at = text.index("|")
    found = specs.complete(text.replace("|", "", 1), at, tmp_path)
    labels = [one.label for one in found.items]
    if offered == "-palette":
        from bookmaker.printing.covers import design

        assert labels[-3:] and {one.name for one in design.find("quilt").palettes} <= set(labels)
    else:
        assert offered in labels
    assert not {"own/fox.txt", "letters/*.txt"} & set(labels)
