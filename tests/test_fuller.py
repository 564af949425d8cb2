"""Pages of rules with examples: no rule away from its picture, no half of a page empty before the next."""

from __future__ import annotations

from collections.abc import Sequence

from typeset_data import LOOK, filled

from bookmaker.printing.grids.grid_drawing import GridPicture, answer_picture, puzzle_picture
from bookmaker.printing.pages.page_kinds import text_pages
from bookmaker.printing.text.flow import Filling, flow
from bookmaker.printing.text.text_blocks import Block, Figures, Paragraph, heading_of, text_of
from bookmaker.puzzles.grid.relations import Clue
from bookmaker.puzzles.rules import geometry

WIDTH = 300.0
NINE, SAMURAI = geometry("classic", 9), geometry("samurai", 9)


def example(name: str, ground: str = "nine", lines: int = 1) -> list[Block]:
    """A rule of so many lines and its example."""
    one = NINE if ground == "nine" else SAMURAI
    digits = filled(one) if ground == "nine" else bytes(one.cell_count)
    rule = text_of(LOOK, "\n".join([name] * lines))
    picture = GridPicture(one, digits)
    return [
        Paragraph(LOOK, rule.text, rule.face, rule.size, rule.before, keep_with_next=True),
        Figures(LOOK, ((picture, name), (picture, name))),
    ]


def text(name: str, lines: int = 1) -> Block:
    return text_of(LOOK, "\n".join([name] * lines))


def named(block: Block) -> str:
    if isinstance(block, Figures):
        return f"[{block.pictures[0][1]}]"
    assert isinstance(block, Paragraph)
    return block.text.split("\n")[0]


def dealt(blocks: Sequence[Block], height: float, *, compact: bool) -> list[list[str]]:
    return [[*map(named, page.blocks)] for page in text_pages(LOOK, "", blocks, (0, 0, WIDTH, height), compact=compact)]


def high(blocks: Sequence[Block]) -> float:
    return sum(block.height(WIDTH) + block.before for block in blocks)


def test_pictures_are_a_little_smaller_where_a_rule_has_room_then() -> None:
    blocks = [*example("a"), *example("b"), *example("c"), *example("d"), *[text("end", 9)]]
    room = high(example("a")) * 1.9
    assert len(dealt(blocks, room, compact=False)) == 4
    assert dealt(blocks, room, compact=True) == [["a", "[a]", "b", "[b]"], ["c", "[c]", "d", "[d]"], ["end"]]
    pages = list(text_pages(LOOK, "", blocks, (0, 0, WIDTH, room), compact=True))
    sides = [block.height(WIDTH) for page in pages for block in page.blocks if isinstance(block, Figures)]
    assert 0.8 < min(sides) / example("a")[1].height(WIDTH) < 1
    assert all(high(page.blocks) - page.blocks[0].before <= room + 1e-6 for page in pages)
    # No further than they can be read: the rest of the page stays empty rather.
    assert len(dealt(blocks, high(example("a")) * 1.35, compact=True)) == len(
        dealt(blocks, high(example("a")) * 1.35, compact=False)
    )


def test_pages_without_gaps_stay_as_they_are() -> None:
    blocks = [*example("a"), *example("b"), *example("c"), *example("d")]
    room = high(example("a")) * 2
    plain = list(text_pages(LOOK, "", blocks, (0, 0, WIDTH, room)))
    assert list(text_pages(LOOK, "", blocks, (0, 0, WIDTH, room), compact=True)) == plain
    assert not Filling(LOOK, WIDTH, room, room).has_gaps([page.blocks for page in plain])


def test_a_rule_that_has_room_goes_before_one_that_has_none() -> None:
    blocks = [*example("a"), *example("large", "samurai"), text("plain", 3), heading_of(LOOK, "Tips"), text("tip", 20)]
    room = high(example("large", "samurai")) + 5
    assert dealt(blocks, room, compact=False)[0] == ["a", "[a]"]
    found = dealt(blocks, room, compact=True)
    assert found[0] == ["a", "[a]", "plain"]
    assert found[1][:2] == ["large", "[large]"]
    # What stands below a heading is no rule: it stays there.
    assert [one for page in found for one in page if one in ("Tips", "tip")] == ["Tips", "tip"]


def test_text_follows_a_small_example_rather_than_one_that_fills_a_page() -> None:
    blocks = [text("intro"), *example("a"), *example("b"), *example("c", lines=7), *example("large", "samurai")]
    blocks += [heading_of(LOOK, "Tips"), text("tip", 20)]
    room = high(example("large", "samurai")) + 5
    first = ["intro", "a", "[a]", "b", "[b]"]
    assert dealt(blocks, room, compact=False) == [first, ["c", "[c]"], ["large", "[large]"], ["Tips", "tip"]]
    assert dealt(blocks, room, compact=True)[:3] == [first, ["large", "[large]"], ["c", "[c]", "Tips", "tip"]]


def test_a_rule_stays_with_the_first_of_grids_too_high_for_its_page() -> None:
    """The rule stood below half an empty page, and both grids on the next."""
    blocks = [*example("large", "samurai", lines=4), text("end", 3)]
    picture = blocks[1]
    assert isinstance(picture, Figures)
    assert picture.first(WIDTH).height(WIDTH) < picture.height(WIDTH)
    room = picture.height(WIDTH) + 10
    pages = flow(blocks, WIDTH, room)
    assert [named(block) for block in pages[0]] == ["large", "[large]"]
    (first,) = [block for block in pages[0] if isinstance(block, Figures)]
    assert len(first.pictures) == 1
    # Where one page has room for all, they stand there.
    both = flow(blocks, WIDTH, high(blocks[:2]))
    assert [len(block.pictures) for block in both[0] if isinstance(block, Figures)] == [2]


def test_grids_stand_side_by_side_a_little_larger_than_usual_where_that_makes_them_legible() -> None:
    """Clones alone stood one under another in the middle of a wide page."""
    ground = geometry("clones", 9, None, (Clue("clone", (0, 1, 40, 41)),))
    puzzle, answer = puzzle_picture(ground, bytes(81)), answer_picture(ground, bytes(81), filled(NINE))
    figures = Figures(LOOK, ((puzzle, "Puzzle"), (answer, "Answer")))
    assert figures.height(500.0) < 300 < figures.height(360.0)
