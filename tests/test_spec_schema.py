"""The examples, the JSON Schema of specs, and specs that chance mutilated."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from book_data import loaded, properties
from conftest import scaled
from hypothesis import given, settings
from hypothesis import strategies as st

from bookmaker.base import resources
from bookmaker.base.errors import SpecError
from bookmaker.base.units import MM
from bookmaker.publishing.book.spec import puzzle_keys, spec_file

EXAMPLES = Path(__file__).parent.parent / "examples"


def examples() -> list[Path]:
    return sorted(EXAMPLES.glob("*.yaml"))


def test_examples() -> None:
    loaded = {path.stem: spec_file.load(path) for path in examples()}
    assert {book.book.language for book in loaded.values()} == {"en", "es", "ru"}
    starter = loaded["starter"]
    made = [section.puzzles for section in starter.sections if isinstance(section.puzzles, puzzle_keys.Generated)]
    assert sum(puzzles.count for puzzles in made) == 50
    assert starter.destination == Path("build/starter")
    assert loaded["poezd"].page.trim == pytest.approx((145 * MM, 215 * MM))
    assert any(isinstance(section.puzzles, puzzle_keys.Imported) for section in loaded["tren"].sections)


def test_starter_text_is_a_spec_that_needs_no_other_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "book.yaml"
    path.write_text(spec_file.starter_text(), encoding="utf-8")
    assert spec_file.load(path).sections == spec_file.load(EXAMPLES / "starter.yaml").sections
    # What is commented out has to work as well once it is not.
    (tmp_path / "puzzles.txt").write_bytes((EXAMPLES / "puzzles.txt").read_bytes())
    text = re.sub(
        r"^( *)# (  |- )", r"\1\2", spec_file.starter_text().replace("# publisher", "publisher"), flags=re.MULTILINE
    )
    text = re.sub(r"^( *)# (isbn|year)", r"\1\2", text, flags=re.MULTILINE)
    path.write_text(text.replace("  bookmaker ", "# bookmaker "), encoding="utf-8")
    whole = spec_file.load(path)
    assert (whole.book.publisher, whole.book.year) == ("Window Seat Press", 2026)
    assert len(whole.sections) == 6
    monkeypatch.setattr(resources, "_ROOTS", ())
    with pytest.raises(Exception, match="missing from this installation"):
        spec_file.starter_text()


def test_the_puzzles_of_the_examples_are_proper() -> None:
    lines = [line for line in (EXAMPLES / "puzzles.txt").read_text().splitlines() if not line.startswith("#")]
    assert [len(line) for line in lines] == [81] * 6
    if shutil.which("qqwing") is None:
        pytest.skip("qqwing is not installed")
    told = subprocess.run(
        ["qqwing", "--solve", "--count-solutions", "--one-line", "--nosolution"],
        input="\n".join(lines) + "\n", capture_output=True, text=True, check=True,
    ).stdout.splitlines()  # fmt: skip
    assert told == ["The solution to the puzzle is unique."] * 6


def validator() -> jsonschema.Draft202012Validator:
    document = spec_file.json_schema()
    jsonschema.Draft202012Validator.check_schema(document)
    return jsonschema.Draft202012Validator(json.loads(json.dumps(document)))


def test_json_schema_takes_the_examples_and_its_own_defaults() -> None:
    check = validator()
    for path in examples():
        # YAML makes 2026-11-22 a day, which JSON does not have; a spec has the text.
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        check.validate(json.loads(json.dumps(data, default=str)))

    def walk(schema: dict[str, Any]) -> None:
        for name, inner in schema.get("properties", {}).items():
            assert inner["description"].endswith("."), name
            for example in [*inner.get("examples", []), *([inner["default"]] if "default" in inner else [])]:
                jsonschema.Draft202012Validator(inner).validate(example)
        for inner in [
            *schema.get("properties", {}).values(),
            *(schema[k] for k in ("items", "then", "else") if k in schema),
        ]:
            walk(inner)

    walk(spec_file.json_schema())


def test_json_schema_refuses_what_it_can_know_to_be_wrong() -> None:
    good: dict[str, Any] = {"book": {"title": 2026}, "sections": [{"title": "B", "puzzles": {"count": 1}}]}
    check = validator()
    check.validate(good)
    check.validate({**good, "page": {"trim": "5 X 8 in".lower(), "gutter": "12 MM"}})
    section = good["sections"][0]
    check.validate({**good, "sections": [{**section, "symbols": "ABCD"}]})
    for bad in (
        {**good, "sections": [{**section, "symbols": "ABC"}]},
        {"sections": good["sections"]}, {"book": good["book"]}, {**good, "titel": 1}, {**good, "seed": -1},
        {**good, "seed": "x"}, {**good, "page": {"trim": "a3"}}, {**good, "page": {"gutter": 12}},
        {**good, "page": {"bleed": "yes"}}, {**good, "sections": []}, {**good, "front_matter": ["contents", "contents"]},
        {**good, "front_matter": ["glossary"]}, {**good, "book": {"title": "A", "language": "xx"}},
        {**good, "sections": [{**section, "puzzles": {}}]}, {**good, "sections": [{**section, "layuot": "two-up"}]},
        {**good, "sections": [{**section, "puzzles": {"count": 0}}]},
        {**good, "sections": [{**section, "puzzles": {"count": 1, "size": 3}}]},
        {**good, "sections": [{**section, "puzzles": {"count": 1, "difficulty": "Easy"}}]},
        {**good, "sections": [{**section, "puzzles": {"from": "a.txt", "difficulty": "easy"}}]},
    ):  # fmt: skip
        assert not check.is_valid(bad), bad


STARTER = spec_file.starter_text()


PIECES = st.one_of(
    st.text(max_size=4),
    st.sampled_from(
        [
            "\n",
            "  ",
            "\t",
            ": ",
            "- ",
            "[",
            "]",
            "{",
            "}",
            "'",
            '"',
            "#",
            "&a ",
            "*a",
            "!",
            "|\n",
            ">",
            "---\n",
            "%",
            "\0",
        ]
    ),
)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    text = STARTER
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        if draw(st.booleans()):
            stop = start + draw(st.integers(0, 12))
        else:
            start = text.rfind("\n", 0, start) + 1
            stop = text.find("\n", start) + 1
        text = text[:start] + draw(PIECES) + text[stop:]
    return text


@settings(max_examples=scaled(8, 400), deadline=None)
@given(text=mutated())
def test_a_mutilated_spec_is_read_or_told_off(text: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "mutated.yaml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        spec_file.load(path)
    except SpecError as error:
        for fault in error.faults:
            assert fault.message
            assert fault.place is not None
            assert fault.place.line is not None
            assert fault.place.column is not None


def test_an_empty_section_is_offered_the_keys_of_puzzles() -> None:
    item = properties("sections", "items")
    for value, lesson in (({}, False), (None, False), ({"lesson": "x-wing"}, True)):
        assert jsonschema.Draft202012Validator(item["if"]).is_valid(value) == lesson
    assert "puzzles" in item["else"]["properties"] and "lesson" in item["then"]["properties"]


def test_kinds_and_techniques_explain_themselves() -> None:
    wanted = properties("sections", "items", "else", "puzzles", "else")["properties"]
    for name, word, said in (
        ("kind", "killer", "cages"),
        ("hardest", "x-wing", "In two rows a digit has two places left"),
    ):
        found = {one["const"]: one["description"] for one in wanted[name]["anyOf"] if "const" in one}
        assert said in found[word] and all(found.values())


@pytest.mark.parametrize("kind", ["classic", "killer", "jigsaw", "latin", "killer-x", "thermometers"])
def test_a_default_that_an_editor_inserts_changes_nothing(kind: str, tmp_path: Path) -> None:
    wanted = properties("sections", "items", "else", "puzzles", "else")["properties"]

    def order(more: dict[str, object]) -> object:
        puzzles = {"kind": kind, "count": 4, **more}
        text = yaml.safe_dump({"book": {"title": "T"}, "sections": [{"title": "A", "puzzles": puzzles}]})
        found = loaded(tmp_path, text).sections[0].puzzles
        assert isinstance(found, puzzle_keys.Generated)
        return found.order()

    usual = order({})
    for name, one in wanted.items():
        if "default" in one and name not in ("kind", "count"):
            assert order({name: one["default"]}) == usual, name
