"""Single puzzles of a book swapped, left out or kept: no other puzzle of the book changes."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from book_data import loaded, refusal
from conftest import Run

from bookmaker import InputError, Puzzle, SpecError, generate, write
from bookmaker.api import views
from bookmaker.logic.generation import distinct_puzzles
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.publishing.book.making.choices import codes, whole_code
from bookmaker.publishing.book.making.stock import fill_sections, in_order
from bookmaker.publishing.book.pages import assemble, hints


def spec_text(more: str = "", order: str = "rising", puzzles: str = "count: 8, difficulty: [easy, medium]") -> str:
    # Of 4x4 grids there are so few that places meet repeats.
    sections = (
        f"- {{title: A, order: {order}, puzzles: {{{puzzles}{more}}}}}\n- {{title: B, puzzles: {{count: 40, size: 4}}}}"
    )
    return f"book: {{title: T}}\nseed: 5\nsections:\n{sections}\n"


def filled(folder: Path, text: str) -> list[list[GradedPuzzle]]:
    spec = loaded(folder, text)
    return in_order(spec.sections, spec.seed, fill_sections(spec.sections, spec.seed, 2, lambda *_: None))


def test_codes_are_as_long_as_they_must_be() -> None:
    one, other, third = 5, 5 + (1 << 30), (1 << 64) - 1
    assert codes([one]) == ["000005"] and whole_code(third) == "fzzzzzzzzzzzz"
    assert codes([one, other, third]) == ["0000005", "1000005", "zzzzzz"]
    assert codes([one, one]) == [whole_code(one)] * 2


def test_another_one_is_shown_as_it_is_printed(run: Run) -> None:
    path = Path("book.yaml")
    path.write_text(spec_text())

    def listed() -> dict[str, dict[str, object]]:
        found = map(json.loads, run("puzzles", path, "--json").out.splitlines())
        return {one["code"]: one for one in found if one["section"] == "A"}

    before = listed()
    code = list(before)[3]
    shown = [json.loads(line) for line in run("another", path, code, "--json", "--show", 2).out.splitlines()]
    assert [(one["code"], one["section"]) for one in shown] == [(code, 0)] * 2 and shown[0]["turn"] < shown[1]["turn"]
    for one in shown:
        assert run("another", path, code, "--take", one["turn"]).code == 0
        after = listed()
        assert (after[code]["number"], after[code]["givens"]) == (one["number"], one["puzzle"])
        others = [[held[other]["givens"] for other in before if other != code] for held in (before, after)]
        assert others[0] == others[1]
        path.write_text(spec_text())
    assert run("another", path, "zzzzzz").code == 3
    assert run("leave-out", path, code).code == 0
    assert listed().keys() == before.keys() - {code}
    assert run("leave-out", path, "zzzzzz").code == 3


@pytest.mark.parametrize("order", ["rising", "mixed", "as-made"])
def test_no_other_puzzle_moves(order: str, tmp_path: Path) -> None:
    before, tiny = filled(tmp_path, spec_text(order=order))
    code = before[3].code
    others = [one for one in before if one.code != code]
    choices = []
    for choice in ("1", "2", "none"):
        after, same = filled(tmp_path, spec_text(f", instead: {{{code}: {choice}}}", order))
        assert [one for one in after if one.code != code] == others and same == tiny
        choices += [one for one in after if one.code == code]
    assert len({one.puzzle for one in [*choices, before[3]]}) == 3
    assert [one.grade.level for one in choices] == [before[3].grade.level] * 2


def test_many_choices_among_few_grids(tmp_path: Path) -> None:
    tiny = "count: 40, size: 4"
    before, _ = filled(tmp_path, spec_text(puzzles=tiny))
    chosen = [one.code for one in before[::4]]
    after, _ = filled(tmp_path, spec_text(f", instead: {{{', '.join(f'{one}: 1' for one in chosen)}}}", puzzles=tiny))
    kept = {one.code: one for one in after}
    assert [kept[one.code] == one for one in before] == [one.code not in chosen for one in before]
    assert len({one.puzzle for one in after}) == 40


def test_a_puzzle_of_the_users_own(tmp_path: Path) -> None:
    before, tiny = filled(tmp_path, spec_text(order="as-made"))
    (mine,) = generate(1, "hard", seed=99)
    write(mine, path=tmp_path / "mine.txt")
    after, same = filled(tmp_path, spec_text(f", instead: {{{before[0].code}: mine.txt}}", "as-made"))
    assert after[0].puzzle == mine.puzzle and after[1:] == before[1:] and same == tiny
    for own, said in (
        ("...4.3....2..2.3", "a 4x4 puzzle of the kind classic for a section of 9x9 classic"),
        (str(before[1].puzzle), "the book has this puzzle already"),
        (f"{mine.puzzle}\n{before[1].puzzle}", "one puzzle is wanted for a place"),
    ):
        (tmp_path / "mine.txt").write_text(own)
        with pytest.raises(InputError, match=said):
            filled(tmp_path, spec_text(f", instead: {{{before[0].code}: mine.txt}}"))


def test_kept_puzzles_stay_whatever_the_seed_and_the_level(tmp_path: Path) -> None:
    before, _ = filled(tmp_path, spec_text())
    write(before[:2], path=tmp_path / "kept.jsonl")
    text = spec_text(", keep: kept.jsonl", puzzles="count: 4, difficulty: hard").replace("seed: 5", "seed: 6")
    after, _ = filled(tmp_path, text)
    assert len(after) == 4 and {one.puzzle for one in before[:2]} < {one.puzzle for one in after}
    with pytest.raises(SpecError, match="`keep` holds 2 puzzles, and `count` is 1"):
        filled(tmp_path, spec_text(", keep: kept.jsonl", puzzles="count: 1"))


def test_a_kept_puzzle_has_its_own_place_of_this_seed_and_one_of_the_first_of_another(run: Run) -> None:
    path = Path("book.yaml")
    path.write_text(spec_text())

    def listed() -> dict[str, dict[str, object]]:
        found = map(json.loads, run("puzzles", path, "--json").out.splitlines())
        return {one["code"]: one for one in found if one["section"] == "A" and "code" in one}

    before = listed()
    first, second = list(before)[3], list(before)[6]
    assert run("another", path, second, "--take", 1).code == 0
    swapped = listed()
    assert run("keep", path, first, second).code == 0
    text = path.read_text()
    assert "instead" not in text and f"keep: {{{first}: kept/{first}.jsonl, {second}: kept/{second}.jsonl}}" in text
    numbers = {code: (one["number"], one["givens"]) for code, one in listed().items()}
    assert numbers == {code: (one["number"], one["givens"]) for code, one in swapped.items()}
    path.write_text(text.replace("keep: ", f"instead: {{{first}: 1}}, keep: "))
    assert f"`keep` and `instead` both have {first}" in run("check", path).err
    path.write_text(text)
    assert run("another", path, first, "--take", 1).code == run("leave-out", path, second).code == 0
    assert "keep" not in path.read_text() and f"instead: {{{first}: 1, {second}: none}}" in path.read_text()
    # Another seed: its places have other codes, and the two are still there.
    path.write_text(text.replace("seed: 5", "seed: 6"))
    found = [json.loads(line) for line in run("puzzles", path, "--json").out.splitlines()]
    section = [one["givens"] for one in found if one["section"] == "A"]
    assert len(section) == 8 and {swapped[first]["givens"], swapped[second]["givens"]} < set(section)
    assert run("keep", path, "zzzzzz").code == 3
    path.write_text(spec_text(f", keep: kept/{first}.jsonl"))
    refused = run("keep", path, second)
    assert refused.code == 3 and "keeps the puzzles of one file already" in refused.err


def test_choices_that_make_no_sense(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="no puzzle of 'A' is called zzzzzz"):
        filled(tmp_path, spec_text(", instead: {zzzzzz: 1}"))
    for wrong, said in (
        ("{abc: 1}", "`abc` is not the code of a puzzle"),
        ("{zzzzzz: 0}", "`zzzzzz` must be a number from 1 to 1000, not 0"),
        ("{zzzzzz: no.txt}", "there is no file `no.txt`"),
    ):
        assert said in refusal(tmp_path, spec_text(f", instead: {wrong}"))[0]
    message, advice = refusal(tmp_path, spec_text(", instead: {zzzzzz: 1}").replace("seed: 5\n", ""))
    assert "names puzzles of a seed, and this spec has none" in message and "bookmaker lock" in advice


def test_a_puzzle_of_a_file_has_no_other(run: Run, tmp_path: Path) -> None:
    """Its code is empty: no place of the book has that code."""
    (tmp_path / "p.txt").write_text("...4.3....2..2.3\n")
    (tmp_path / "b.yaml").write_text("book: {title: A}\nseed: 1\nsections:\n- {title: A, puzzles: {from: p.txt}}\n")
    for command in ("another", "keep"):
        done = run(command, "b.yaml", "")
        assert done.code == 3 and "this puzzle was not made for the book (edit the file that it comes from)" in done.err


def test_the_command_and_the_manifest_name_the_codes(run: Run, tmp_path: Path) -> None:
    (tmp_path / "book.yaml").write_text(spec_text(puzzles="count: 3, size: 4"))
    listed = [json.loads(line) for line in run("puzzles", "--json", "book.yaml").out.splitlines()]
    code = listed[1]["code"]
    assert len(code) == 6 and code in run("puzzles", "book.yaml").out
    (tmp_path / "book.yaml").write_text(spec_text(f", instead: {{{code}: 1}}", puzzles="count: 3, size: 4"))
    run("build", "book.yaml", "--no-proof")
    (manifest,) = tmp_path.rglob("manifest.json")
    made = {one["code"]: Puzzle(one["givens"]) for one in json.loads(manifest.read_text())["puzzles"]}
    assert {one["code"]: made[one["code"]] == Puzzle(one["givens"]) for one in listed} == {
        one["code"]: one["code"] != code for one in listed
    }


def test_another_puzzle_costs_that_puzzle_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many the book has: those before it are not made, compared or asked for hints again, and a page is made once."""
    path, work = tmp_path / "book.yaml", Counter[str]()

    def counted(room: object, name: str) -> None:
        plain = getattr(room, name)

        def counting(*given: object, **named: object) -> object:
            work[name] += 1
            return plain(*given, **named)

        monkeypatch.setattr(room, name, counting)

    for room, name in (
        (distinct_puzzles, "made_puzzles"),
        (distinct_puzzles, "likeness"),
        (hints, "readers_path"),
        (assemble, "grids_pages"),
    ):
        counted(room, name)
    puzzles = "{kind: killer, size: 6, count: 30, difficulty: easy}"
    path.write_text(f"book: {{title: T}}\nseed: 5\nsections: [{{title: A, puzzles: {puzzles}}}]\nhints: {{count: 1}}\n")
    memory, quiet, view, once = views.new_memory(), lambda *_: None, None, 0
    for turn in range(3):
        view = views.book_view(path, 1, quiet, memory, 5, view)
        spent = work.copy()
        if not turn:
            assert spent["likeness"] >= 30 <= spent["readers_path"]
            once = spent["grids_pages"]
        else:
            # Making puzzles took place when they were shown.
            assert (spent["made_puzzles"], spent["readers_path"]) == (0, 1) and spent["likeness"] <= turn, spent
            assert spent["grids_pages"] == once
        work.clear()
        (other,) = view.others(7, 1, 1, memory)
        assert work["made_puzzles"] == 1 and work["likeness"] <= 2 * turn + 1, work
        edits = [{"path": ["sections", 0, "puzzles", "instead", other["code"]], "value": other["turn"]}]
        path.write_bytes(views.with_edits(path.read_bytes(), edits, path))
        work.clear()
