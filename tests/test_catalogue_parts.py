"""The parts of a catalogue: how many puzzles fall to each section of a spec, and which specs have none."""

from __future__ import annotations

from pathlib import Path

import pytest
from book_data import loaded

from bookmaker.base.errors import SpecError
from bookmaker.publishing.book.making.catalogue_parts import catalogue_parts
from bookmaker.publishing.book.spec.section_keys import parts
from bookmaker.publishing.book.spec.spec_file import Spec

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"


def spec_of(folder: Path, *counts: int, seed: str = "seed: 7\n", more: str = "") -> Spec:
    levels = ("easy", "medium", "hard")
    listed = "".join(
        f"- {{title: S{at}, puzzles: {{count: {count}, difficulty: {levels[at]}}}}}\n"
        for at, count in enumerate(counts)
    )
    return loaded(folder, f"book: {{title: T}}\n{seed}sections:\n{listed}{more}")


@pytest.mark.parametrize(
    ("counts", "count", "dealt"),
    [
        ((3, 2, 1), None, {"S0": 3, "S1": 2, "S2": 1}),
        ((3, 2, 1), 6, {"S0": 3, "S1": 2, "S2": 1}),
        ((3, 2, 1), 60, {"S0": 30, "S1": 20, "S2": 10}),
        # What does not come out even is rounded down on the way, and all of it dealt at the end.
        ((3, 2, 1), 10, {"S0": 5, "S1": 3, "S2": 2}),
        ((1, 1, 1), 4, {"S0": 1, "S1": 1, "S2": 2}),
        # A part without a puzzle is none.
        ((3, 2, 1), 1, {"S2": 1}),
        ((1, 1, 1), 2, {"S1": 1, "S2": 1}),
        ((5, 1, 1), 0, {}),
        ((4,), 9, {"S0": 9}),
    ],
)
def test_puzzles_are_dealt_by_the_shares_of_the_sections(
    counts: tuple[int, ...], count: int | None, dealt: dict[str, int], tmp_path: Path
) -> None:
    spec = spec_of(tmp_path, *counts)
    found = catalogue_parts(spec, count)
    assert {one.title: one.count for one in found} == dealt
    own = dict(zip((section.title for section in spec.sections), parts(spec.sections), strict=True))
    for one in found:
        assert (one.seed, one.part) == (7, own[one.title])
        assert str(one.order.level) == ("easy", "medium", "hard")[int(one.title[1])]


def test_a_catalogue_needs_a_seed_of_its_own(tmp_path: Path) -> None:
    with pytest.raises(SpecError) as caught:
        catalogue_parts(spec_of(tmp_path, 1, seed=""), 5)
    (fault,) = caught.value.faults
    assert fault.message == "a catalogue needs a seed, so that it can go on"
    assert fault.advice == f"bookmaker lock {tmp_path / 'book.yaml'}, or write `seed: 1`"
    assert fault.place is not None and fault.place.line == 1


def test_sections_that_are_not_made_to_order_are_told_all_at_once(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(PUZZLE)
    more = "- {title: Mine, puzzles: {from: p.txt}}\n- {title: Wings, lesson: x-wing}\n"
    with pytest.raises(SpecError) as caught:
        catalogue_parts(spec_of(tmp_path, 1, more=more), 5)
    told = [(fault.message, fault.place.line if fault.place else 0) for fault in caught.value.faults]
    said = "a catalogue takes sections whose puzzles are made to order, not"
    assert told == [(f"{said} 'Mine'", 5), (f"{said} 'Wings'", 6)]
    assert {fault.advice for fault in caught.value.faults} == {"take it out of the spec of the catalogue"}
