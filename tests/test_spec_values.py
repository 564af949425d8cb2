"""Values that only a spec has: pages, kinds, layouts, masks, files; what is said of wrong ones, and their JSON Schema."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from book_data import loaded, properties, refusal, section
from own_page_data import PUZZLE, picture

from bookmaker.base import language
from bookmaker.base.errors import SpecError
from bookmaker.publishing.book.spec.book_keys import check_isbn
from bookmaker.publishing.book.spec.puzzle_keys import read_mask
from bookmaker.puzzles.rules import KINDS

WORDS = language.load("en")


# Kinds, layouts and files.


@pytest.mark.parametrize(
    ("written", "kind"),
    [("jigsaw+killer", "killer+jigsaw"), ("killer+jigsaw", "killer+jigsaw"), ("[jigsaw, killer]", "killer+jigsaw"),
     ("[x]", "x"), ("killer-x", "killer-x"), ("killer+x", "killer-x"), ("classic", "classic")],
)  # fmt: skip
def test_a_kind_may_be_several(tmp_path: Path, written: str, kind: str) -> None:
    puzzles: Any = loaded(tmp_path, section(f"puzzles: {{count: 1, kind: {written}}}")).sections[0].puzzles
    assert puzzles.kind == kind


def test_an_unknown_kind_is_refused_with_the_next_and_all_others(tmp_path: Path) -> None:
    for written, near in (
        ("jigsw", "did you mean `jigsaw`? "),
        ("x+jigsw", "did you mean `jigsaw`? "),
        ("[x, zzz]", ""),
        ("zzz", ""),
    ):
        said, advice = refusal(tmp_path, section(f"puzzles: {{count: 1, kind: {written}}}"))
        wanted = "a kind of puzzle such as `jigsaw`, or several such as `jigsaw+killer`"
        assert re.match(rf"2:\d+: `kind` must be {re.escape(wanted)}, not ", said)
        assert advice == f"{near}there are {', '.join(KINDS)}"


def test_the_schema_of_kinds_takes_what_is_taken() -> None:
    schema = properties("sections", "items", "else", "puzzles", "else", "kind")
    for good in ("jigsaw", "jigsaw+killer", "x+killer+windoku", ["x"], ["x", "killer"], "killer-x"):
        jsonschema.validate(good, schema)
    for bad in ("jigsw", "jigsaw+", "+x", "x killer", [], ["zzz"], ["x+killer"], 3):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(bad, schema)


def test_a_layout_is_named_without_its_file(tmp_path: Path) -> None:
    (tmp_path / "layouts").mkdir()
    (tmp_path / "layouts" / "mine.yaml").write_text((Path(__file__).parent.parent / "layouts/two-up.yaml").read_text())

    def told(name: str, key: str = "layout") -> tuple[str, str]:
        return refusal(tmp_path, section(f"puzzles: {{count: 1}}, {key}: {name}"))

    assert loaded(tmp_path, section("puzzles: {count: 1}, layout: mine")).sections[0].layout == "mine"
    for name in ("two-up.yaml", "two-up.yml"):
        assert told(name) == ("2:52: `layout` must be the name of a layout, not of its file", "write two-up")
    for name in ("../two-up", ".two", "-two", "a b"):
        assert told(name) == (f"2:52: `layout` must be a name of letters, digits and hyphens, not {name!r}", "")
    shipped = [
        "four-up",
        "nine-up",
        "one-up",
        "six-up",
        "six-up-answers",
        "spread",
        "twelve-up",
        "twenty-up",
        "two-up",
        "whole-page",
    ]
    # The user's own come first, and once.
    assert told("min") == (
        "2:52: there is no layout `min`",
        f"did you mean `mine`? there are {', '.join(['mine', *shipped])}",
    )
    assert told("zzzzz") == ("2:52: there is no layout `zzzzz`", f"there are {', '.join(['mine', *shipped])}")
    for name in ("nine-up", "twelve-up"):
        assert told(name) == (
            f"2:52: `{name}` is a layout for answers, not for puzzles",
            "choose such as two-up, or leave it out",
        )
    # Frames for puzzles serve answers, too.
    for name in ("two-up", "nine-up", "mine"):
        loaded(tmp_path, f"{section('puzzles: {count: 1}')}answers: {{layout: {name}}}\n")


def test_files_that_are_not_there_are_told_with_their_folder(tmp_path: Path) -> None:
    (tmp_path / "dir").mkdir()
    (tmp_path / "a[1].txt").write_text(PUZZLE)
    beside = f"looked in the folder of the spec, {tmp_path}"
    start = "2:39: `from`: "
    for name, said, advice in (
        ("no.txt", "there is no file `no.txt`", beside),
        ("no*.txt", "no file matches `no*.txt`", beside),
        ("/no/no.txt", "there is no file `/no/no.txt`", ""),
        ("/no/*.txt", "no file matches `/no/*.txt`", ""),
        ("dir", "`dir` is a folder", "name its files, such as dir/*.txt"),
        ("dir/", "`dir/` is a folder", "name its files, such as dir/*.txt"),
        ("d*", "no file matches `d*`", beside),
        (
            "bank",
            "there is no file `bank`",
            "for puzzles from the bank of the series write `stock: true` with their number and kind",
        ),
    ):
        assert refusal(tmp_path, section(f"puzzles: {{from: {name}}}")) == (f"{start}{said}", advice)
    puzzles: Any = loaded(tmp_path, section("puzzles: {from: 'a[1].txt'}")).sections[0].puzzles
    assert puzzles.files == (tmp_path / "a[1].txt",)
    said, advice = refusal(tmp_path, section("puzzles: {count: 1, mask: no.txt}"))
    assert (said, advice.partition(", and among the drawings ")[0]) == (
        "2:49: `mask`: there is no file `no.txt`",
        beside,
    )
    assert " heart, " in advice


def test_a_mask_is_a_short_text(tmp_path: Path) -> None:
    path = tmp_path / "mask.txt"
    for length in (1, 10_000):
        path.write_text("x" * length)
        assert read_mask(path) == "x" * length
    path.write_text("x" * 10_001)
    with pytest.raises(ValueError, match=r"mask\.txt is too large to be a mask$"):
        read_mask(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match=r"mask\.txt cannot be read as text: "):
        read_mask(path)


def isbn13(twelve: str) -> str:
    return twelve + str(-sum(int(digit) * (3 if at % 2 else 1) for at, digit in enumerate(twelve)) % 10)


def isbn10(nine: str) -> str:
    rest = next(last for last in range(11) if (sum(int(d) * (10 - at) for at, d in enumerate(nine)) + last) % 11 == 0)
    return nine + ("X" if rest == 10 else str(rest))


GOOD = [isbn13(f"97{8 + n % 2}{n * 1234567 % 10**9:09}") for n in range(1, 30)]
GOOD += [isbn10(f"{n * 7654321 % 10**9:09}") for n in range(1, 40)]


@pytest.mark.parametrize("good", GOOD)
def test_the_last_digit_of_an_isbn_is_proven(good: str) -> None:
    check_isbn(good, None)
    check_isbn(f"{good[:3]}-{good[3:5]} {good[5:].lower()}", None)
    for last in "0123456789X":
        if last != good[-1] and (last != "X" or len(good) == 10):
            with pytest.raises(ValueError) as caught:
                check_isbn(good[:-1] + last, None)
            assert (
                str(caught.value) == f"is not an ISBN: after these digits the last one must be {good[-1]}, not {last}"
            )


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "12345",
        "977" + "0" * 10,
        "980" + "0" * 10,
        "97" + "8" * 12,
        "0" * 11,
        "X" * 10,
        "030640615Y",
        "97803064061X7",
    ],
)
def test_what_has_another_number_of_digits_is_no_isbn(bad: str) -> None:
    with pytest.raises(
        ValueError, match=r"^must be an ISBN: 13 digits from 978 or 979, or 10 digits, with or without hyphens$"
    ):
        check_isbn(bad, None)


# Pages.


PAGES = (
    "`title-page`, `copyright`, `how-to-play`, `techniques`, `killer-combinations`, `contents`, `notes`, `blank-grids`, `hints`, "
    "`reward`, `times`, `index`, `other-books` or `worked-answers`, or a Markdown file such as `dedication.md`"
)
BESIDE = (
    "`file` goes with `title-page`, `copyright`, `how-to-play`, `techniques`, `killer-combinations`, `contents` "
    "or `reward`"
)
OF_TITLE = "it belongs to `title-page`; a Markdown file names its images itself"


@pytest.mark.parametrize(
    ("entry", "column", "said", "advice"),
    [
        ("zzz", 1, f"entry 1 of `back_matter` must be {PAGES}, not the text 'zzz'", ""),
        ("rewrd", 1, f"entry 1 of `back_matter` must be {PAGES}, not the text 'rewrd'",
         "did you mean `reward`?"),
        ("no.md", 1, "entry 1 of `back_matter`: there is no file `no.md`", "looked in the folder of the spec, FOLDER"),
        ("/no.md", 1, "entry 1 of `back_matter`: there is no file `/no.md`", ""),
        ("{page: notes, file: o.md}", 21, "no file can replace `notes`",
         BESIDE),
        ("{page: o.md, file: o.md}", 20, "`page` names a file already",
         BESIDE),
        ("{page: reward, count: 2}", 23, "`reward` has no `count`", "it counts `notes` or `blank-grids`"),
        ("{page: o.md, count: 1}", 21, "a file has no `count`", "it counts `notes` or `blank-grids`"),
        ("{page: blank-grids, paper: lined}", 28, "`blank-grids` has no `paper`", "it belongs to `notes`"),
        ("{page: reward, at: top}", 20, "`reward` has no `at`", "it is for the text of a file"),
        ("{page: reward, align: left}", 23, "`reward` has no `align`", "it is for the text of a file"),
        ("{page: reward, image: i.png}", 23, "`reward` has no `image`", OF_TITLE),
        ("{page: title-page, width: 2in}", 27, "`width` is that of an image, and there is none", "add `image`"),
        ("{page: title-page, image: o.md}", 27, "`image` must be an image file such as `logo.png`, not the text 'o.md'",
         "its name ends in `.png`, `.jpg`, `.jpeg` or `.svg`"),
        ("{page: reward, file: i.png}", 22, "`file` must be a Markdown file such as `dedication.md`, not the text 'i.png'",
         "its name ends in `.md` or `.markdown`"),
    ],
)  # fmt: skip
def test_pages_that_mean_nothing_are_refused_with_advice(
    tmp_path: Path, entry: str, column: int, said: str, advice: str
) -> None:
    (tmp_path / "o.md").write_text("x")
    (tmp_path / "i.png").write_bytes(picture(9, 9))
    text = f"{section('puzzles: {count: 1}')}front_matter: []\nback_matter: [{entry}]\n"
    found = refusal(tmp_path, text)
    assert found == (f"4:{14 + column}: {said}", advice.replace("FOLDER", str(tmp_path)))


@pytest.mark.parametrize(
    ("entry", "names"),
    [("notes", 0), ("{page: notes, count: 3, paper: dotted}, {page: notes}", 0),
     ("{page: blank-grids, count: 2}", 0), ("reward, {page: reward, file: o.md}", 1),
     ("{page: reward, file: o.md, at: foot, align: centre}", 0), ("o.md", 0),
     ("O.MD", 0),
     ("{page: o.md, at: middle, start: right}, {page: o.md}", 0), ("copyright", 1)],
)  # fmt: skip
def test_pages_stand_once_but_for_notes_blank_grids_and_files(tmp_path: Path, entry: str, names: int) -> None:
    for name in ("o.md", "O.MD"):
        (tmp_path / name).write_text("x")
    text = f"{section('puzzles: {count: 1}')}back_matter: [{entry}]\n"
    if not names:
        loaded(tmp_path, text)
    else:
        said, advice = refusal(tmp_path, text)
        name = entry.partition(",")[0]
        assert said.endswith(f"the page `{name}` is here a second time")
        assert advice == "delete one of them: the front matter and the back matter have it once together"


@pytest.mark.parametrize(
    ("intro", "said", "advice"),
    [
        ("{text: a, page: o.md}", "2:67: `text` and `page` are both there", "write the text in one of them"),
        ("{width: 2in}", "2:51: the introduction is empty", "write `text`, `page` or `image`"),
        ("{text: a, width: 2in}", "2:68: `width` is that of an image, and there is none", "add `image`"),
    ],
)
def test_an_introduction_says_one_thing(tmp_path: Path, intro: str, said: str, advice: str) -> None:
    (tmp_path / "o.md").write_text("x")
    (tmp_path / "i.png").write_bytes(picture(9, 9))
    with pytest.raises(SpecError) as caught:
        loaded(tmp_path, section(f"puzzles: {{count: 1}}, intro: {intro}"))
    fault = caught.value.faults[0]
    assert (f"{str(fault.place).removeprefix(f'{tmp_path}/book.yaml:')}: {fault.message}", fault.advice) == (
        said,
        advice,
    )
    for good in (
        "{text: a}",
        "{page: o.md}",
        "{image: i.png}",
        "{image: i.png, width: 2in}",
        "{text: a, image: i.png}",
    ):
        loaded(tmp_path, section(f"puzzles: {{count: 1}}, intro: {good}"))


def test_the_schema_of_pages_and_files() -> None:
    names = ["title-page", "copyright", "how-to-play", "techniques", "killer-combinations", "contents", "notes", "blank-grids",
             "hints", "reward", "times", "index", "other-books", "worked-answers"]  # fmt: skip
    markdown = {"type": "string", "pattern": "([.]md|[.]markdown)$", "x-files": [".md", ".markdown"]}
    plain, record = properties("back_matter", "items")["anyOf"]
    assert plain == {"anyOf": [{"enum": names}, markdown]}
    assert record["required"] == ["page"] and record["additionalProperties"] is False
    assert {key: record["properties"]["file"][key] for key in markdown} == markdown
    assert record["properties"]["image"]["pattern"] == "([.]png|[.]jpg|[.]jpeg|[.]svg)$"
    assert properties("sections", "items", "else", "layout")["examples"] == [
        "four-up", "nine-up", "one-up", "six-up", "six-up-answers", "spread", "twelve-up", "twenty-up", "two-up", "whole-page",
    ]  # fmt: skip
    for key in ("mask",):
        assert properties("sections", "items", "else", "puzzles", "else", key)["maxLength"] == 1000


# Words.


def test_the_schema_of_words_follows_the_catalogue() -> None:
    schema = properties("words")
    assert schema["additionalProperties"] is True
    assert schema["properties"]["techniques"] == {
        "type": "object",
        "description": "Words of the techniques, by the keys of their catalogue.",
    }
    text = {"type": ["string", "number", "boolean"], "minLength": 0, "maxLength": 5000}
    forms = {
        "type": "object",
        "additionalProperties": text,
        "propertyNames": {"enum": ["zero", "one", "two", "few", "many", "other"]},
    }
    leaves = 0
    for key, entry in WORDS.entries.items():
        inner = schema
        *above, last = key.split(".")
        for name in above:
            inner = inner["properties"][name]
            assert inner["type"] == "object" and inner["additionalProperties"] is False
            assert inner["description"] == f"Words of {name}."
        found = dict(inner["properties"][last])
        usual = next(iter(language.texts_of(entry)), "").replace("\u00a0", " ")
        assert found.pop("description") == f"Usually: {usual!r}."
        many = {"anyOf": [text, {"type": "array", "items": text}]}
        assert found == (
            text if isinstance(entry, str) else many if isinstance(entry, tuple) else {"anyOf": [text, forms]}
        )
        leaves += 1
    assert leaves == len(WORDS.entries)
