"""What a spec orders: puzzles, lessons, printers and answers; where its faults are told, and what one part takes from another."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from book_data import loaded

from bookmaker.base.errors import SpecError, UsageError
from bookmaker.logic.techniques import BY_NAME, SINGLES
from bookmaker.logic.techniques.declare import Level
from bookmaker.publishing.book.spec.puzzle_keys import Generated
from bookmaker.publishing.book.spec.section_keys import LESSONS, Answers
from bookmaker.publishing.book.spec.spec_file import Lesson, Spec

HEAD = "book: {title: A}\n"
ONE = "sections: [{title: B, puzzles: {count: 1}}]\n"


def spec_of(folder: Path, sections: str = ONE, more: str = "") -> Spec:
    return loaded(folder, HEAD + sections + more)


def faults(folder: Path, sections: str = ONE, more: str = "") -> list[tuple[str, str, str]]:
    with pytest.raises(SpecError) as caught:
        spec_of(folder, sections, more)
    start = f"{folder}/book.yaml:"
    return [(str(one.place).removeprefix(start), one.message, one.advice) for one in caught.value.faults]


def puzzles(written: str) -> str:
    return f"sections: [{{title: B, puzzles: {{count: 1, {written}}}}}]\n"


def wish_of(folder: Path, written: str) -> Generated:
    wish = spec_of(folder, puzzles(written)).sections[0].puzzles
    assert isinstance(wish, Generated)
    return wish


def test_an_order_has_all_that_the_spec_says(tmp_path: Path) -> None:
    written = "size: 6, difficulty: medium, symmetry: mirror, givens: 10-14, minimal: true, score: 50-90, minutes: 2-9"
    written += ", attempts: 77"
    order = wish_of(tmp_path, written).order()
    assert (order.geometry.size, order.level, order.symmetry, order.minimal) == (6, Level.MEDIUM, "mirror", True)
    assert (order.least, order.most, order.path.score, order.minutes, order.attempts) == (10, 14, (50, 90), (2, 9), 77)
    order = wish_of(tmp_path, "hardest: x-wing, avoid: [pointing], requires: [naked-pair]").order()
    assert order.path.hardest == "x-wing"
    assert "pointing" in str(order.path.avoid) and "naked-pair" in str(order.path.requires)


def test_a_mask_goes_with_no_symmetry_unless_one_is_written(tmp_path: Path) -> None:
    (tmp_path / "mask.txt").write_text("x...\n.x..\n..x.\n...x\n")
    order = wish_of(tmp_path, "size: 4, mask: mask.txt").order()
    assert order.symmetry == "none" and order.mask == dict.fromkeys((0, 5, 10, 15), 0)
    assert wish_of(tmp_path, "size: 4").order().symmetry == "rotational"
    assert [message for _, message, _ in faults(tmp_path, puzzles("size: 4, mask: mask.txt, symmetry: mirror"))]
    (tmp_path / "mask.txt").write_bytes(b"\xff")
    ((place, message, _),) = faults(tmp_path, puzzles("size: 4, mask: mask.txt"))
    assert place == "2:58" and "cannot be read as text" in message
    wish = wish_of(tmp_path, "size: 4")
    object.__setattr__(wish, "mask", tmp_path / "mask.txt")
    with pytest.raises(UsageError) as caught:
        wish.order()
    assert caught.value.faults[0].code == "mask"


@pytest.mark.parametrize(
    "marked",
    [
        "givens: {max: «16}",
        "score: «{min: 9, max: 8}",
        "hardest: x-wing, difficulty: «easy",
        "cage_sizes: «2-5",
        "clues: «12",
    ],
)
def test_faults_of_an_order_stand_at_the_key_that_is_at_fault(tmp_path: Path, marked: str) -> None:
    ((place, _, _),) = faults(tmp_path, puzzles(marked.replace("«", "")))
    assert place == f"2:{puzzles(marked).index('«') + 1}"


@pytest.mark.parametrize(
    "written", ["minimal: true", "mask: mask.txt", "kind: killer, cage_sizes: 2-5", "kind: arrow, clues: 12"]
)
def test_a_bank_does_not_know_all_of_its_puzzles(tmp_path: Path, written: str) -> None:
    (tmp_path / "mask.txt").write_text("x........\n" * 9)
    series = "series: {name: N, volume: 1}\n"
    name = written.rpartition(":")[0].rpartition(" ")[2]
    found = [one for one in faults(tmp_path, puzzles(f"stock: true, {written}"), series) if "stock" in one[1]]
    assert found == [
        (
            found[0][0],
            f"`{name}` does not go with `stock`: a bank does not know it of its puzzles",
            "leave out one of them",
        )
    ]
    spec_of(tmp_path, puzzles("stock: true, minimal: false"), series)


# Lessons.


def test_there_are_lessons_for_all_that_a_person_can_do() -> None:
    assert all(BY_NAME[name].level < Level.BEYOND for name in LESSONS)
    assert "brute-force" not in LESSONS and "x-wing" in LESSONS and LESSONS[0] == "full-house"


def lesson_of(folder: Path, written: str) -> Lesson:
    (lesson,) = spec_of(folder, f"sections: [{{{written}}}]\n").sections
    assert isinstance(lesson, Lesson)
    return lesson


def test_what_is_easier_and_no_single_is_untaught(tmp_path: Path) -> None:
    lesson = lesson_of(tmp_path, "lesson: x-wing")
    singles = {technique.name for technique in SINGLES}
    assert list(lesson.untaught) == [name for name in LESSONS[: LESSONS.index("x-wing")] if name not in singles]
    assert lesson_of(tmp_path, "lesson: hidden-single").untaught == ()
    assert (lesson.level, lesson.name_in(spec_of(tmp_path).catalogue)) == (Level.HARD, "X-Wing")
    wish = lesson.puzzles
    assert (wish.hardest, wish.avoid, wish.count, wish.kind, wish.size, wish.symmetry, wish.attempts) == (
        "x-wing", lesson.untaught, 8, "classic", 9, "rotational", None,
    )  # fmt: skip
    own = lesson_of(tmp_path, "lesson: x-wing, practice: 3, size: 6, symmetry: none, attempts: 9, kind: x").puzzles
    assert (own.count, own.kind, own.size, own.symmetry, own.attempts) == (3, "x", 6, "none", 9)


@pytest.mark.parametrize(
    ("written", "key"),
    [("lesson: jellyfish, size: 4", "lesson"), ("lesson: naked-pair, size: 7", "size"),
     ("lesson: naked-pair, kind: killer", "kind"), ("lesson: franken-swordfish", "lesson")],
)  # fmt: skip
def test_faults_of_a_lesson_stand_at_its_keys(tmp_path: Path, written: str, key: str) -> None:
    ((place, message, _),) = faults(tmp_path, f"sections: [{{{written}}}]\n")[:1]
    start = f"sections: [{{{written}}}]"
    at = start.index(f"{key}: ") + len(key) + 3
    assert message and place == f"2:{at}"


def test_an_unknown_lesson_is_told_where_all_are_listed(tmp_path: Path) -> None:
    ((_, message, advice),) = faults(tmp_path, "sections: [{lesson: zzzz}]\n")
    assert message == "`lesson` must be the name of a technique, such as `x-wing`, not the text 'zzzz'"
    assert advice == "`bookmaker techniques` lists them"


# Printers and answers.


@pytest.mark.parametrize(
    ("written", "message", "advice"),
    [
        ("{for: kdpp}", "`for` must be ", "did you mean `kdp`? there are "),
        ("{for: [kdp, kdp]}", "`for` names 'kdp' twice", ""),
        ("{for: []}", "`for` must have at least 1 entry, not 0", ""),
        ("{for: kdp, paper: zzz}", "Amazon KDP has no paper `zzz` for a paperback", "it has "),
    ],
)
def test_printers_are_named_with_what_they_have(tmp_path: Path, written: str, message: str, advice: str) -> None:
    ((_, said, more),) = faults(tmp_path, ONE, f"print: {written}\n")
    assert said.startswith(message) and more.startswith(advice)


def test_a_book_has_an_edition_for_each_of_its_printers(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, ONE, "print: {for: kdp, paper: cream}\npage: {bleed: true, trim: 5x8in}\n")
    (edition,) = spec.editions
    assert (edition.printer.name, edition.paper.name, edition.binding.name, edition.bleed) == (
        "kdp",
        "cream",
        "paperback",
        True,
    )
    (other,) = spec_of(
        tmp_path, ONE, "print: {for: kdp, bleed: false, binding: hardcover}\npage: {bleed: true}\n"
    ).editions
    assert (other.bleed, other.binding.name, other.paper.name) == (False, "hardcover", other.binding.papers[0])
    printed: Any = spec.print
    assert printed.names == ("kdp",)
    both: Any = spec_of(tmp_path, ONE, "print: {for: [ingramspark, kdp]}\ndate: 2026-11-22\n").print
    assert both.names == ("ingramspark", "kdp")


@pytest.mark.parametrize(
    ("book", "section", "wanted"),
    [
        ("{}", "{}", ("back", "grid", None)),
        ("{place: section, show: row, layout: nine-up}", "{}", ("section", "row", "nine-up")),
        ("{layout: nine-up}", "{show: row}", ("back", "row", "nine-up")),
        ("{layout: nine-up}", "{place: foot}", ("foot", "grid", None)),
        ("{layout: nine-up}", "{place: back}", ("back", "grid", "nine-up")),
        ("{layout: nine-up, show: row}", "{place: foot, show: grid}", ("foot", "grid", None)),
        ("{layout: nine-up}", "{layout: six-up-answers}", ("back", "grid", "six-up-answers")),
        ("{}", "{place: overleaf, layout: six-up-answers, show: row}", ("overleaf", "row", "six-up-answers")),
    ],
)
def test_answers_of_a_section_differ_from_the_books_where_it_says_so(
    tmp_path: Path, book: str, section: str, wanted: tuple[str, str, str | None]
) -> None:
    spec = spec_of(
        tmp_path, f"sections: [{{title: B, puzzles: {{count: 1}}, answers: {section}}}]\n", f"answers: {book}\n"
    )
    found = spec.sections[0].answers.within(spec.answers)
    assert (found.place_name, found.show, found.layout) == wanted and isinstance(found, Answers)
    assert (found is spec.answers) == (section == "{}")
