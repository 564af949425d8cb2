"""What follows from a spec: its seed, its folder, its pages, its hints, its words, and what its parts may not be together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from book_data import loaded

from bookmaker.base import resources, seeds
from bookmaker.base.errors import ResourceError, SpecError
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.publishing.book.spec.page_keys import Intro
from bookmaker.publishing.book.spec.spec_file import Lesson, Spec

HEAD = "book: {title: T}\n"
ONE = "sections: [{title: A, puzzles: {count: 1}}]\n"


def spec_of(folder: Path, more: str = "", sections: str = ONE, book: str = HEAD) -> Spec:
    return loaded(folder, book + sections + more)


def faults(folder: Path, more: str = "", sections: str = ONE) -> list[tuple[str, str, str]]:
    """Place without the file, message and advice of each fault."""
    with pytest.raises(SpecError) as caught:
        spec_of(folder, more, sections)
    start = f"{folder}/book.yaml:"
    return [(str(one.place).removeprefix(start), one.message, one.advice) for one in caught.value.faults]


def test_the_seed_is_the_specs_or_the_one_that_was_drawn(tmp_path: Path) -> None:
    assert spec_of(tmp_path, "seed: 0\n").seed == 0
    drawn = spec_of(tmp_path)
    assert (drawn.seed, drawn.named_seed, drawn.own_seed) == (1, 1, None)
    series = "series: {name: Rides, volume: %d}\n"
    third = spec_of(tmp_path, "seed: 7\n" + series % 3)
    assert third.seed == seeds.seed_for(7, seeds.text_seed("Rides"), 3) and third.named_seed == 7
    assert spec_of(tmp_path, "seed: 7\n" + series % 4).seed != third.seed
    assert specs.load(third.path, 5).seed == seeds.seed_for(7, seeds.text_seed("Rides"), 5)
    # A book of no series has no volume to take.
    assert specs.load(spec_of(tmp_path, "seed: 7\n").path, 5).seed == 7


@pytest.mark.parametrize(
    ("name", "more", "folder"),
    [
        ("mine.yaml", "", "build/mine"),
        ("book.yaml", "", "build/deep"),
        ("book.yaml", "series: {name: N, volume: 12}\n", "build/deep-12"),
        ("mine.yaml", "series: {name: N, volume: 12}\n", "build/mine-12"),
        ("mine.yaml", "output: out\n", "deep/out/mine"),
        ("book.yaml", "output: /abs\n", "/abs/deep"),
    ],
)
def test_a_book_has_a_folder_of_its_own(
    name: str, more: str, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deep").mkdir()
    path = Path("deep") / name
    path.write_text(HEAD + ONE + more)
    spec = specs.load(path)
    assert (spec.path, spec.destination) == (path, Path(folder))
    assert spec.shelf == Path(folder).parent
    # In the folder where the command is called the name says nothing, so the file's is taken.
    monkeypatch.chdir(tmp_path / "deep")
    if name == "book.yaml" and not more:
        assert specs.load(name).destination == Path("build/book")


def test_a_volume_stands_in_the_subtitle_and_on_the_cover(tmp_path: Path) -> None:
    series = "series: {name: Rides, volume: 3}\n"
    plain = spec_of(tmp_path, series)
    assert (plain.book.subtitle, plain.cover) == ("Rides · Volume 3", None)
    named = spec_of(tmp_path, series + "cover: {}\n", book="book: {title: T, subtitle: S}\n")
    assert named.book.subtitle == "S · Rides · Volume 3"
    assert named.cover is not None
    assert (named.cover.subtitle, named.cover.series, named.cover.volume) == ("S", "Rides", 3)
    bare = spec_of(tmp_path, series + "cover: {series: Own, volume: 9}\n")
    assert bare.cover is not None
    assert (bare.cover.subtitle, bare.cover.series, bare.cover.volume) == ("none", "Own", 3)
    own = spec_of(tmp_path, series + "cover: {subtitle: C}\n")
    assert own.cover is not None and own.cover.subtitle == "C"
    assert spec_of(tmp_path, "cover: {}\n").book.subtitle is None


def test_texts_are_printed_with_quotes_and_dashes(tmp_path: Path) -> None:
    book = "book: {title: '\"T\" - a', subtitle: '\"S\"', author: '\"A\"', publisher: '\"P\"'}\n"
    sections = (
        "sections:\n- {title: '\"One\"', intro: '\"In\" - so', puzzles: {count: 1}}\n"
        "- {title: Two, intro: {text: '\"In\"'}, puzzles: {count: 1}}\n- {title: Three, puzzles: {count: 1}}\n"
    )
    spec = spec_of(tmp_path, "", sections, book)
    printed = spec.as_printed()
    assert (printed.book.title, printed.book.subtitle, printed.book.author, printed.book.publisher) == (
        "“T” – a", "“S”", "“A”", "“P”",
    )  # fmt: skip
    assert [one.title for one in printed.sections] == ["“One”", "Two", "Three"]
    assert (printed.sections[0].intro, printed.sections[2].intro) == ("“In” – so", None)
    inner = printed.sections[1].intro
    assert isinstance(inner, Intro) and inner.text == "“In”"
    assert spec_of(tmp_path).as_printed().book.author is None
    assert spec.printed('"x"') == "“x”" and spec.book.title == '"T" - a'


def test_lessons_know_what_was_taught_before(tmp_path: Path) -> None:
    sections = "sections:\n- {lesson: naked-pair}\n- {title: A, puzzles: {count: 1}}\n"
    sections += "- {lesson: x-wing, title: Own}\n- {lesson: xy-wing}\n"
    first, other, second, third = spec_of(tmp_path, "", sections).sections
    assert isinstance(first, Lesson) and isinstance(second, Lesson) and isinstance(third, Lesson)
    assert [one.taught for one in (first, second, third)] == [(), ("naked-pair",), ("naked-pair", "x-wing")]
    assert [one.title for one in (first, other, second, third)] == ["Naked pair", "A", "Own", "XY-Wing"]
    assert "naked-pair" not in second.untaught and "pointing" in second.untaught and "x-wing" not in second.untaught
    assert (first.named, other.named, second.named) == ("naked-pair", "A", "x-wing")
    assert "naked-single" not in third.untaught and set(third.puzzles.avoid) == set(third.untaught)
    assert (third.puzzles.hardest, third.puzzles.count) == ("xy-wing", 8)


def test_puzzles_stand_on_right_hand_pages_as_the_section_or_the_page_says(tmp_path: Path) -> None:
    for page, section, apart in (
        ("any", "", False), ("right", "", True), ("any", "right", True), ("right", "any", False), ("right", "right", True)
    ):  # fmt: skip
        own = f", puzzles_on: {section}" if section else ""
        sections = f"sections: [{{title: A, puzzles: {{count: 1}}{own}}}]\n"
        spec = spec_of(tmp_path, f"page: {{puzzles_on: {page}}}\n", sections)
        assert book_of(spec).puzzles_apart(spec.sections[0]) is apart


@pytest.mark.parametrize(
    ("more", "nudges"),
    [("", 0), ("hints: {}\n", 2), ("hints: {count: 1}\n", 1), ("back_matter: [hints]\n", 2),
     ("hints: {count: 1}\nback_matter: [hints]\n", 1)],
)  # fmt: skip
def test_a_book_has_hints_if_it_asks_for_them_or_prints_them(tmp_path: Path, more: str, nudges: int) -> None:
    assert spec_of(tmp_path, more).nudges == nudges


USUAL = ["title-page", "copyright", "contents", "how-to-play"]


@pytest.mark.parametrize(
    ("more", "front", "back", "teaches"),
    [
        ("", USUAL, [], False),
        ("techniques: {}\n", [*USUAL, "techniques"], [], True),
        ("techniques: {place: back}\n", USUAL, [], True),
        ("techniques: {place: back}\nfront_matter: [techniques, contents]\n", ["contents"], [], True),
        ("techniques: {}\nfront_matter: [techniques, contents]\n", ["techniques", "contents"], [], True),
        ("techniques: {}\nback_matter: [techniques]\n", USUAL, ["techniques"], True),
        ("back_matter: [techniques]\n", USUAL, ["techniques"], True),
        ("front_matter: [techniques]\n", ["techniques"], [], True),
        ("front_matter: [{page: techniques, file: o.md}]\n", ["techniques"], [], False),
        ("front_matter: []\nback_matter: [notes, o.md]\n", [], ["notes", ""], False),
    ],
)
def test_the_chapter_of_techniques_is_where_the_spec_wants_it(
    tmp_path: Path, more: str, front: list[str], back: list[str], teaches: bool
) -> None:
    (tmp_path / "o.md").write_text("Words.")
    spec = spec_of(tmp_path, more)
    assert [page.name for page in spec.front_parts] == front
    assert [page.name for page in spec.back_parts] == back
    assert spec.teaches is teaches


def test_a_page_that_a_file_stands_for_is_not_printed(tmp_path: Path) -> None:
    (tmp_path / "o.md").write_text("Words.")
    spec = spec_of(tmp_path, "front_matter: [contents, {page: copyright, file: o.md}]\nback_matter: [reward]\n")
    names: list[Any] = ["contents", "copyright", "reward", "notes"]
    assert [spec.prints(name) for name in names] == [True, False, True, False]


@pytest.mark.parametrize(
    ("more", "sections", "place", "message", "advice"),
    [
        ("front_matter: [hints]\n", ONE, "3:16", "hints come behind the puzzles", "name them in `back_matter`"),
        ("front_matter: [contents]\nback_matter: [contents]\n", ONE, "4:15", "the page `contents` is here a second time",
         "delete one of them: the front matter and the back matter have it once together"),
        ("", "sections:\n- {title: A, id: x, puzzles: {count: 1}}\n- {title: B, id: x, puzzles: {count: 1}}\n", "4:18",
         "another section has the id 'x'", "each needs its own"),
        ("", "sections: [{title: A, puzzles: {count: 1, stock: true}}]\n", "2:50",
         "`stock` takes puzzles from the bank of a series", "name one in `series`"),
        ("design: {symbols: letters}\n", "sections: [{title: A, puzzles: {count: 1, kind: killer}}]\n", "3:19",
         "a killer puzzle cannot have other symbols than digits or numbers: sums can be reckoned with numbers only",
         "give this section `symbols: digits`"),
        ("", "sections: [{title: A, symbols: letters, puzzles: {count: 1, kind: killer}}]\n", "2:32",
         "a killer puzzle cannot have other symbols than digits or numbers: sums can be reckoned with numbers only",
         "give this section `symbols: digits`"),
    ],
)  # fmt: skip
def test_parts_that_do_not_go_together_are_refused(
    tmp_path: Path, more: str, sections: str, place: str, message: str, advice: str
) -> None:
    assert faults(tmp_path, more, sections) == [(place, message, advice)]


def test_parts_that_go_together_are_taken(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text("1")
    for more, sections in (
        ("", "sections:\n- {title: A, puzzles: {count: 1}}\n- {title: A, puzzles: {count: 1}}\n"),
        ("", "sections:\n- {title: A, id: x, puzzles: {count: 1}}\n- {title: x, id: y, puzzles: {count: 1}}\n"),
        ("series: {name: N, volume: 1}\n", "sections: [{title: A, puzzles: {count: 1, stock: true}}]\n"),
        (
            "design: {symbols: letters}\n",
            "sections: [{title: A, symbols: digits, puzzles: {count: 1, kind: killer}}]\n",
        ),
        ("design: {symbols: letters}\n", "sections: [{title: A, puzzles: {from: p.txt}}]\n"),
    ):
        spec_of(tmp_path, more, sections)


def test_the_starter_takes_a_seed_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    usual, own = specs.starter_text(), specs.starter_text(12345)
    before = [line for line in usual.splitlines() if line not in own.splitlines()]
    after = [line for line in own.splitlines() if line not in usual.splitlines()]
    assert before[-1].startswith("seed: ") and after[-1] == "seed: 12345"
    # Its other new lines let editors look for the schema that lies beside it.
    assert all(line.startswith("# ") for line in (*before[:-1], *after[:-1]))
    assert "# yaml-language-server: $schema=bookmaker.schema.json" in after and len(after) == 3
    monkeypatch.setattr(resources, "find", lambda *_: None)
    with pytest.raises(ResourceError, match=r"^examples/starter\.yaml is missing from this installation$"):
        specs.starter_text()


def test_fonts_openers_and_the_language_make_the_look(tmp_path: Path) -> None:
    plain, none = spec_of(tmp_path), spec_of(tmp_path, "design: {openers: none}\n")
    assert plain.look.opener.where == "page" and none.look.opener.where == "none"
    assert spec_of(tmp_path, "design: {style: children}\n").look.voice == "child"
    russian = spec_of(tmp_path, book="book: {title: T, language: ru}\n")
    assert (plain.look.language, russian.look.language) == ("en", "ru")
    assert russian.catalogue.text("level.easy") != plain.catalogue.text("level.easy")
    assert plain.look is plain.look and plain.editions == ()
    printed = spec_of(
        tmp_path, "print: {for: [kdp, ingramspark], bleed: true}\npage: {trim: 8x10in}\ndate: 2026-11-22\n"
    )
    assert [one.printer.name for one in printed.editions] == ["kdp", "ingramspark"]
    assert {(one.trim, one.bleed) for one in printed.editions} == {((576.0, 720.0), True)}
