"""Typed YAML documents: every fault of a file, each at its place, and never another exception."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import jsonschema
import pytest
import yaml

from bookmaker.base import schema
from bookmaker.base.errors import Fault, Place, SpecError
from bookmaker.base.schema import key, tree
from bookmaker.base.schema.reading import flow_text
from bookmaker.base.schema.tree import MAX_BYTES
from bookmaker.publishing.book.spec import spec_file as specs


@dataclass(frozen=True, kw_only=True)
class Frame(schema.Record):
    left: float = key(schema.Length("0in", "20in"), "Left.")
    width: float | None = key(schema.Length("1mm"), "Width.", default=None)
    align: str = key(schema.Choice("left", "centre"), "Align.", default="left")

    def cross_faults(self) -> Iterator[Fault]:
        if self.width is not None and self.width < self.left:
            yield Fault("narrower than its left", self.place("width"))


@dataclass(frozen=True, kw_only=True)
class Own(schema.Record):
    note: str = key(schema.Text(), "Note.", default="here")


@dataclass(frozen=True, kw_only=True)
class Other(schema.Record):
    file: str = key(schema.FilePath(), "File.", name="from")


@dataclass(frozen=True, kw_only=True)
class Document(schema.Record):
    name: str = key(schema.Text(most=30), "Name.", default="unnamed")
    prose: str | None = key(schema.Text(multiline=True), "Prose.", default=None)
    count: int = key(schema.Integer(1, 10_000), "Count.", default=4)
    share: float = key(schema.Number(0, 1), "Share.", default=0.5)
    flag: bool = key(schema.Boolean(), "Flag.", default=False)
    gap: float | str = key(schema.Either(schema.Choice("auto"), schema.Length("1mm", "1in")), "Gap.", default="auto")
    trim: tuple[float, float] = key(schema.Size({"a4": "210x297mm"}, "2in", "50in"), "Trim.", default="6x9in")
    frames: tuple[Frame, ...] = key(schema.ListOf(schema.Nested(Frame), most=3), "Frames.", default=[])
    words: tuple[str, ...] = key(schema.ListOf(schema.Text(), unique=True), "Words.", default=["a"])
    size: int = key(schema.Choice(4, 6, 9), "Size.", default=9)
    stock: Own | Other = key(schema.Switch("from", schema.Nested(Other), schema.Nested(Own), "clash"), "S.", default={})
    frame: Frame | None = key(schema.Nested(Frame), "One frame.", default=None)


def read(text: str | bytes) -> Document:
    data = text.encode() if isinstance(text, str) else text
    return schema.loads(Document, data, "f.yaml", Path())


def faults(text: str | bytes) -> list[str]:
    with pytest.raises(SpecError) as caught:
        read(text)
    return [str(fault) for fault in caught.value.faults]


def test_defaults_are_read_as_if_written() -> None:
    document = read("{}")
    assert document == Document()
    assert document.trim == (432.0, 648.0)
    assert document.stock == Own(note="here")
    assert document.share == 0.5


@pytest.mark.parametrize(
    ("written", "attribute", "expected"),
    [
        ("name: 2026", "name", "2026"),
        ("name: 1.10", "name", "1.10"),
        ("name: no", "name", "no"),
        ("name: 6:30", "name", "6:30"),
        ("name: 007", "name", "007"),
        ("name: ~", "name", "~"),
        ("name: 2026-11-21", "name", "2026-11-21"),
        ("name: '  Ends  '", "name", "Ends"),
        ("name: Судоку ✎", "name", "Судоку ✎"),
        ("prose: |\n  one\n  two\n", "prose", "one\ntwo"),
        ("prose: >\n  one\n  two\n", "prose", "one two"),
        ("count: +7", "count", 7),
        ("share: 1", "share", 1.0),
        ("share: .25", "share", 0.25),
        ("flag: yes", "flag", True),
        ("flag: Off", "flag", False),
        ("words:\n- a\n  b", "words", ("a b",)),
        ("gap: 1in", "gap", 72.0),
        ("gap: 25.4 MM", "gap", 72.0),
        ("trim: A4", "trim", pytest.approx((595.276, 841.89), abs=1e-3)),
        ("trim: 5 x 8 in", "trim", (360.0, 576.0)),
        ("trim: [5in, 203.2mm]", "trim", (360.0, pytest.approx(576.0))),
        ("size: 6", "size", 6),
        ("words: &w [a, b]\nstock: {note: x}", "words", ("a", "b")),
        ("stock: {from: a.txt}", "stock", Other(file="a.txt")),
        ('{"name": "json is yaml"}', "name", "json is yaml"),
    ],
)
def test_values(written: str, attribute: str, expected: object) -> None:
    assert getattr(read(written), attribute) == expected


def test_a_byte_order_mark_and_windows_lines_are_fine() -> None:
    assert read(b"\xef\xbb\xbfname: x\r\ncount: 3\r\n").count == 3


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # What YAML itself refuses.
        ("a: [", "1:5: broken YAML: a value is missing"),
        ("name: [b, c", "1:12: broken YAML: a list opened with `[`"),
        ("x: {a: b", "1:9: broken YAML: keys opened with `{`"),
        ("name: 'b\n\n", "1:7: broken YAML: a quote is opened here and never closed"),
        ("name: b\n\tcount: d", "2:1: broken YAML: a tab is where only spaces may be"),
        ("name: Sudoku: the book", "1:13: broken YAML: a colon is where a key cannot be (put quotes"),
        ("name: @b", "1:7: broken YAML: a text cannot begin with this character (put quotes"),
        ("name: `b", "1:7: broken YAML: a text cannot begin"),
        ("name: %b", "1:7: broken YAML: a text cannot begin"),
        ("name: *\n", "1:7: broken YAML: a text cannot begin with `*`"),
        ("name: & x", "1:7: broken YAML: a text cannot begin with `&`"),
        ("name: b\n count: 2", "2:7: broken YAML: a colon is where a key cannot be"),
        ('name: "x" y', "1:11: broken YAML: this does not fit the keys above it"),
        ('name: "\\q"', "1:9: broken YAML: found unknown escape character 'q'"),
        ('name: "\\xZZ"', "1:10: broken YAML: expected escape sequence"),
        ('name: "\\UFFFFFFFF"', "1:10: broken YAML: this names no character or number"),
        ("name: b\ncount\nsize: 4", "2:1: broken YAML: a key has no colon"),
        ("words:\n- a\nb\n", "3:1: broken YAML: a key has no colon"),
        ("%YAML 9.9\n---\nname: b", "1:1: broken YAML"),
        ("%YAML " + "9" * 5000 + ".1\n---\nname: b", "1:7: broken YAML"),
        ("name: b\n}\n", "2:1: broken YAML"),
        # What YAML takes and we do not.
        ("", "1:1: the file is empty"),
        ("# only a comment\n", "1:1: the file is empty"),
        ("- 1", "1:1: the file must be a mapping with keys such as `name`, `prose` or `count`, not a list"),
        ("just text", "1:1: the file must be a mapping"),
        ("name: a\n---\nname: b", "2:1: a second document begins here"),
        ("name: !!python/object:os.system x", "1:7: tags such as `!!python/object:os.system` are not allowed"),
        ("frames: !x []", "1:9: tags such as `!x` are not allowed"),
        ("words: &a [*a]", "1:12: `*a` is inside the very value that it repeats"),
        ("name: *b", "1:7: `*b` repeats a value that nothing above names `&b`"),
        ("<<: {name: a}", "1:1: merging keys with `<<` is not done here"),
        ("? [a]\n: b", "1:3: a key must be a word, not a list"),
        ("? {a: b}\n: b", "1:3: a key must be a word, not keys and values"),
        ("*b : x", "1:1: `*b` repeats"),
        ("name: a\nname: b", "2:1: `name` is here a second time; the first is on line 1"),
        ("nmae: a", "1:1: unknown key `nmae` (did you mean `name`?)"),
        ("Count: 3", "1:1: unknown key `Count` (did you mean `count`?)"),
        ("zebra: a", "1:1: unknown key `zebra` (there are `name`, "),
        ("left: 1in", "1:1: unknown key `left` (it belongs inside `frame`)"),
        ('"\\e[2J": a', "1:1: unknown key `\\x1b[2J`"),
        ("[" * 5_000, "1:33: values are nested more than 32 deep"),
        # Values.
        ("name:", "1:6: `name` has no value; it must be text (write it after the colon)"),
        ("name: #1 puzzles", "1:6: `name` has no value; it must be text (a `#` begins a comment"),
        ("name: ''", "1:7: `name` is an empty text"),
        ("name: [a]", "1:7: `name` must be text, not a list (put quotes around the text)"),
        ("name: {a: b}", "1:7: `name` must be text, not keys and values"),
        ("name: |\n  a\n  b\n", "1:7: `name` must be one line of text"),
        ('name: "\\0"', "1:7: `name` holds the control character U+0000"),
        ('prose: "\\ud800"', "1:8: `prose` holds the control character U+D800"),
        ("name: " + "x" * 31, "1:7: `name` has 31 characters; there is room for 30"),
        ("count: many", "1:8: `count` must be a whole number from 1 to 10000, not the text 'many'"),
        ("count: 0", "1:8: `count` must be a whole number from 1 to 10000, not the number 0"),
        ("count: -3", "1:8: `count` must be a whole number"),
        ("count: " + "9" * 6000, "1:8: `count` must be a whole number from 1 to 10000, not the number 9999"),
        ("count: 6.5", "1:8: `count` must be a whole number from 1 to 10000, not the number 6.5"),
        (
            "count: '60'",
            "1:8: `count` must be a whole number from 1 to 10000, not the text '60' (leave out the quotes)",
        ),
        ("count: 010", "(some YAML readers take a leading zero for octal"),
        ("count: 6:30", "(some YAML readers take a number with colons for sixtieths"),
        ("count: 1_000", "(write the digits without separators)"),
        ("count: 1,000", "(write the digits without separators)"),
        ("count: 0x10", "(write it in decimal digits)"),
        ("count: yes", "1:8: `count` must be a whole number from 1 to 10000, not `yes`"),
        ("count: [1]", "1:8: `count` must be a whole number from 1 to 10000, not a list"),
        ("share: 2", "1:8: `share` must be a number from 0 to 1, not the number 2"),
        ("share: 1e999", "1:8: `share` must be a number from 0 to 1"),
        ("share: .nan", "1:8: `share` must be a number from 0 to 1, not the text '.nan'"),
        ("share: 00.5", "(some YAML readers"),
        ("flag: 1", "1:7: `flag` must be `true` or `false`, not the number 1"),
        ("flag: 'yes'", "1:7: `flag` must be `true` or `false`, not the text 'yes' (leave out the quotes)"),
        ("gap: 3", "1:6: `gap` must be `auto` or a length from 1mm to 1in, not the number 3 (write the unit too"),
        ("gap: 2in", "1:6: `gap` must be `auto` or a length from 1mm to 1in, not the text '2in'"),
        ("gap: atuo", "1:6: `gap` must be `auto` or a length from 1mm to 1in, not the text 'atuo'"),
        (
            "gap: AUTO",
            "1:6: `gap` must be `auto` or a length from 1mm to 1in, not the text 'AUTO' (did you mean `auto`?)",
        ),
        ("gap: [1in]", "1:6: `gap` must be `auto` or a length"),
        ("trim: 6x9", "not the text '6x9' (write the unit too, such as 6x9in)"),
        ("trim: a44", "1:7: `trim` must be `a4`, width x height such as `6x9in`, or [152mm, 229mm]"),
        ("trim: 1x9in", "1:7: the width of `trim` must be a length from 2in to 50in; it is 1in"),
        ("trim: [6in, 9in, 1in]", "1:7: `trim` must be a list of two lengths, width and height, not of 3"),
        ("trim: [6in, 9]", "1:13: the height of `trim` must be a length"),
        ("trim: {w: 6in}", "1:7: `trim` must be"),
        ("frames: 3", "1:9: `frames` must be a list, not the number 3 (write it in brackets"),
        ("frames: {left: 1in}", "1:9: `frames` must be a list, not keys and values (start each entry with a dash)"),
        ("frames: [3]", "1:10: entry 1 of `frames` must be a mapping with keys such as `left`, `width` or `align`"),
        ("frames: [{}]", "1:10: entry 1 of `frames` has no `left` (Left.)"),
        ("frames: [{left: 1mm}, {left: 1}]", "1:30: `left` must be a length"),
        ("frames: [{left: 2in, width: 1in}]", "1:29: narrower than its left"),
        ("frames:\n" + "- {left: 1in}\n" * 4, "2:1: `frames` must have at most 3 entries, not 4"),
        ("words: [a, b, a]", "1:15: `words` names 'a' twice"),
        ("words: [a, ]\nsize: 7", "2:7: `size` must be 4, 6 or 9, not the number 7"),
        ("size: '9'", "1:7: `size` must be 4, 6 or 9, not the text '9' (leave out the quotes)"),
        ("stock: {from: a, note: b}", "1:18: `note` cannot come with `from` (clash)"),
        ("stock: {form: a}", "1:9: unknown key `form`"),
        ("stock: a", "1:8: `stock` must be a mapping with the key `from`, or with keys such as `note`"),
    ],
)
def test_faults(text: str, expected: str) -> None:
    found = faults(text)
    assert len(found) == 1, found
    assert expected in found[0]
    assert found[0].startswith("f.yaml:")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"name: \xff", "f.yaml:1:7: byte 6 (0xff) is not UTF-8 text (save the file as UTF-8)"),
        (b"\xef\xbb\xbfname: a\r\nprose: caf\xe9", "f.yaml:2:11: byte 22 (0xe9) is not UTF-8 text"),
        (b"name: b\ncount: \x00\x07", "f.yaml:2:8: control character U+0000 in the text, and 1 more after it"),
        (b"\xff\xfen\0", "f.yaml:1:1: the file is UTF-16 text"),
        (b"name: \xef\xbf\xbe", "f.yaml:1:7: control character U+FFFE"),
        (b"name: a\xef\xbb\xbfb", "f.yaml:1:8: control character U+FEFF"),
    ],
)
def test_bytes_that_are_no_text(data: bytes, expected: str) -> None:
    assert faults(data)[0].startswith(expected)


def test_all_faults_come_in_one_go_in_the_order_of_their_places() -> None:
    found = faults("count: many\nframes:\n- {left: 3}\n- {algin: left, left: 1in}\nnaem: x\ngap: 12\n")
    assert [fault.split(": ")[0] for fault in found] == [f"f.yaml:{at}" for at in ("1:8", "3:10", "4:4", "5:1", "6:6")]


def test_a_fault_that_many_aliases_share_is_told_once_for_each_name() -> None:
    assert faults("frame: &f {left: 1}\nframes: [*f, *f, *f]\n") == faults("frame:    {left: 1}\n")


def test_aliases_cannot_explode() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Deep(schema.Record):
        deep: object = key(
            schema.ListOf(schema.ListOf(schema.ListOf(schema.ListOf(schema.ListOf(schema.Text()))))), "D."
        )

    names = "abcdefgh"
    lines = ["x: &a [v,v,v,v,v,v,v,v,v,v]"]
    lines += [f"x: &{b} [{','.join([f'*{a}'] * 10)}]" for a, b in pairwise(names)]
    text = "\n".join([*lines, "deep: *e"])
    with pytest.raises(SpecError) as caught:
        schema.loads(Deep, text.encode(), "f.yaml", Path())
    assert any("more than 50000 values" in fault.message for fault in caught.value.faults)


def test_no_more_than_a_hundred_faults_are_told() -> None:
    found = faults("words: [" + "[]," * 500 + "]")
    assert len(found) == 101
    assert found[-1] == "f.yaml: and 400 more faults"


def test_places_of_values_and_of_what_was_left_out() -> None:
    document = read("name: x\nframes:\n- left: 1in\n- left: 2in\n  align: centre\nstock: {note: a}\n")
    assert document.place() == Place("f.yaml", 1, 1)
    assert document.place("name") == Place("f.yaml", 1, 7)
    assert document.place("frames", 1, "align") == Place("f.yaml", 5, 10)
    assert document.frames[1].place("align") == Place("f.yaml", 5, 10)
    assert document.frames[0].place("align") == Place("f.yaml", 3, 3)
    assert document.place("frames", 7) == Place("f.yaml", 2 + 1, 1)
    assert document.place("trim") == document.place()
    assert document.stock.place() == Place("f.yaml", 6, 8)
    assert read("name: x").stock.place("note") == Place("f.yaml", 1, 1)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    large = tmp_path / "large.yaml"
    large.write_bytes(b"#" * (MAX_BYTES + 1))
    for path, message in [
        (tmp_path / "none.yaml", "there is no such file"),
        (tmp_path, "this is a folder, not a file"),
        (large, "the file is larger than 1024 KiB"),
        (tmp_path / "nul\0", "the file cannot be read"),
        (tmp_path / ("x" * 5000), "the file cannot be read"),
        (large / "inside", "the file cannot be read"),
    ]:
        with pytest.raises(SpecError, match="^[^\n]*" + message) as caught:
            schema.load(Document, path)
        assert caught.value.exit_code == 3
    if Path("/dev/zero").exists():
        with pytest.raises(SpecError, match="a pipe or a device"):
            schema.load(Document, Path("/dev/zero"))


def test_a_wrong_default_fails_where_it_is_declared() -> None:
    with pytest.raises(ValueError, match="must be a whole number from 1 to 3, not the number 4"):
        key(schema.Integer(1, 3), "Four.", default=4)


def test_json_schema() -> None:
    document = schema.json_schema(Document, "document")
    jsonschema.Draft202012Validator.check_schema(document)
    validator = jsonschema.Draft202012Validator(document)
    good = {"name": 2026, "gap": "auto", "trim": ["5in", "8in"], "frames": [{"left": "1in"}], "stock": {"from": "a"}}
    assert validator.is_valid(good)
    assert document["properties"]["count"] == {
        "description": "Count.", "type": "integer", "minimum": 1, "maximum": 10_000, "default": 4,
    }  # fmt: skip
    for bad in (
        {"nmae": "a"}, {"gap": 3}, {"trim": "6x9"}, {"frames": [{}]}, {"size": 7}, {"share": 2}, {"flag": "yes"},
        {"stock": {"from": "a", "note": "b"}}, {"words": ["a", "a"]}, {"trim": ["5in"]}, [],
    ):  # fmt: skip
        assert not validator.is_valid(bad), bad


def test_the_loader_in_c_reads_our_layouts_as_the_one_in_python_does() -> None:
    folder = Path(__file__).parent.parent / "layouts"
    for path in sorted(folder.rglob("*.yaml")):
        # Nodes are compared by identity, and show all that they hold.
        assert repr(tree.read(path)) == repr(tree.compose(path.read_text(encoding="utf-8"), str(path))), path


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ({"title": "Sudoku for You", "pages": [1, 2.5]}, "{title: Sudoku for You, pages: [1, 2.5]}"),
        (("a.yaml", True, None), "[a.yaml, true, null]"),
        ({"title": "Été: 1"}, '{title: "Été: 1"}'),
        (
            {"a": "yes", "b": "x: y", "c": "24-30", "d": "", "e": "nothing"},
            '{a: "yes", b: "x: y", c: "24-30", d: "", e: nothing}',
        ),
    ],
)
def test_examples_in_messages_are_yaml(value: object, written: str) -> None:
    assert flow_text(value) == written
    assert yaml.safe_load(written) == json.loads(json.dumps(value))


def test_a_missing_mapping_is_shown_as_yaml(tmp_path: Path) -> None:
    path = tmp_path / "book.yaml"
    path.write_text("seed: 1\n")
    with pytest.raises(SpecError) as caught:
        specs.load(path)
    (advice,) = [fault.advice for fault in caught.value.faults if "no `book`" in fault.message]
    assert "'" not in advice and "`book: {title: " in advice
