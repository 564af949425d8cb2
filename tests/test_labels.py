"""The label medium+ : by which puzzles, ordered in a spec and on the command line, found in a bank, printed, and read back."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from book_data import loaded
from conftest import Run

import bookmaker
from bookmaker.base import language
from bookmaker.base.errors import UnmetError, UsageError
from bookmaker.logic.generation import distinct_puzzles
from bookmaker.logic.generation.order import order_for
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.techniques.families import Family
from bookmaker.logic.techniques.labels import PLUS, label_of, level_of, splits
from bookmaker.publishing.book.making.stock import as_graded
from bookmaker.publishing.book.pages.front_matter import section_summary
from bookmaker.publishing.book.spec.puzzle_keys import Difficulties
from bookmaker.publishing.proof.words import Label, level_in
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import RULES, geometry, rules_of


def test_the_number_of_different_techniques_decides() -> None:
    singles = list(Family.SINGLES.value)
    assert label_of("medium", ["pointing", *singles], split=True) == "medium"
    assert label_of("medium", ["pointing", "naked-pair", *singles], split=True) == PLUS
    assert label_of("medium", ["pointing", "naked-pair"], split=False) == "medium"
    assert label_of("hard", ["pointing", "naked-pair", "x-wing"], split=True) == "hard"
    assert [level_of(label) for label in ("medium", PLUS, "beyond")] == [Level.MEDIUM, Level.MEDIUM, Level.BEYOND]
    # Only where the evidence is, which is of classic puzzles: not where clues, cages or maps are the way.
    assert splits(frozenset(), caged=False) and not splits(frozenset(), caged=True)
    assert {name for name in RULES if splits({name}, caged=False)} == {
        *(
            "x",
            "diagonal-falling",
            "diagonal-rising",
            "windoku",
            "disjoint-groups",
            "centre-dot",
            "asterisk",
            "girandola",
            "argyle",
        )
    }
    assert not splits(rules_of("killer-x"), caged=False)


def test_puzzles_are_made_with_the_label_and_say_it(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    made = bookmaker.generate(4, PLUS, seed=3)
    assert [one.grade.label for one in made] == [PLUS] * 4 and {one.grade.level for one in made} == {"medium"}
    both = bookmaker.generate(12, "medium", seed=3)
    assert {one.grade.label for one in both} == {"medium", PLUS}
    # What medium makes is as it was: those that have the label anyhow are the same.
    assert all(one.puzzle == other.puzzle for one, other in zip(made, both, strict=False) if other.grade.label == PLUS)
    assert made[0].grade.as_dict()["label"] == PLUS
    assert ": medium+, score" in run("grade", str(made[0].puzzle)).out
    bank = str(tmp_path / "my.bank")
    (tmp_path / "all.txt").write_text("".join(f"{one.puzzle}\n" for one in [*made, *both]))
    assert run("bank", "add", bank, str(tmp_path / "all.txt")).code == 0
    found = [json.loads(line) for line in run("bank", "find", bank, "-d", PLUS, "--json").out.splitlines()]
    expected = {str(one.puzzle) for one in [*made, *both] if one.grade.label == PLUS}
    assert {one["puzzle"] for one in found} == expected and {one["label"] for one in found} == {PLUS}
    medium = run("bank", "find", bank, "-d", "medium").out.splitlines()
    assert len(medium) == len({one.puzzle for one in [*made, *both]})
    assert sum(", score" in line and f"{PLUS}, score" in line for line in medium) == len(expected)
    monkeypatch.setattr(distinct_puzzles, "_MOST_TURNS", 1)
    with pytest.raises(UnmetError, match=re.escape("of 1 puzzles none is medium+")):
        bookmaker.generate(8, PLUS, seed=3)


def test_other_kinds_have_no_such_label() -> None:
    for kind in ("killer", "jigsaw", "kropki"):
        with pytest.raises(UsageError, match="whose rules add nothing but houses"):
            order_for(kind=kind, difficulty=PLUS)
    order = order_for(kind="x", difficulty=PLUS)
    assert (order.level, order.plus, order.label) == (Level.MEDIUM, True, PLUS)


@pytest.mark.parametrize(
    ("written", "levels"),
    [
        ("medium+", (PLUS,)),
        ("easy-hard", ("easy", "medium", "hard")),
        ("medium+-expert", (PLUS, "hard", "expert")),
        ("easy-medium+", ("easy", "medium", PLUS)),
        ("[hard, medium+, easy]", ("easy", PLUS, "hard")),
    ],
)
def test_a_spec_orders_it(written: str, levels: tuple[str, ...], tmp_path: Path) -> None:
    text = f"book: {{title: T}}\nsections:\n- {{title: A, puzzles: {{count: 6, difficulty: {written}}}}}\n"
    wish = loaded(tmp_path, text).sections[0].puzzles
    assert wish.levels == levels  # type: ignore[union-attr]
    pattern = Difficulties().json_schema()["anyOf"][1]["pattern"]
    assert bool(re.search(pattern, written)) == ("-" in written)


@pytest.mark.parametrize(
    ("code", "shown"), [("de", "Mittel+"), ("en", "Medium+"), ("es", "Medio+"), ("fr", "Moyen+"), ("ru", "Средний+")]
)
def test_pages_name_it_and_the_proof_reads_it(code: str, shown: str) -> None:
    words, (plain, plus) = (
        language.load(code),
        (as_graded(Puzzle(geometry(), bytes(81)), name) for name in ("medium", PLUS)),
    )
    assert words.text(f"level.{plus.grade.label}") == shown and level_in(shown) == PLUS
    assert shown.casefold() in section_summary(words, [plus, plus], "A")
    assert "+" not in section_summary(words, [plain, plus], "A")
    # A book that calls all of them medium is right as well.
    assert Label(level="medium").fits(plus.grade) and Label(level=PLUS).fits(plus.grade)
    assert not Label(level=PLUS).fits(plain.grade)
    assert Label(level=PLUS).rank == Label(level="medium").rank == 2


def test_words_of_a_book_for_medium_hold_for_both(tmp_path: Path) -> None:
    text = "book: {title: T}\nwords: {level: {medium: Tricky}}\nsections: [{title: A, puzzles: {count: 1}}]\n"
    spec = loaded(tmp_path, text)
    words = spec.words.catalogue("en")
    assert (words.text("level.medium"), words.text(f"level.{PLUS}")) == ("Tricky", "Tricky+")
