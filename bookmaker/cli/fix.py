"""The command ``fix``: mends puzzles that are not proper and reports how. The originals are never overwritten."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bookmaker import formats
from bookmaker.base import output
from bookmaker.base.errors import ImproperError, OutputError, UsageError
from bookmaker.base.units import trim_of
from bookmaker.cli import messages
from bookmaker.cli.convert import Losses
from bookmaker.cli.input import Input
from bookmaker.cli.paper import page_files
from bookmaker.cli.puzzles import json_line, names, print_wrong_answers, source_of
from bookmaker.formats.base.format import barrier
from bookmaker.formats.reading import full_grid
from bookmaker.logic.repair.added_givens import Branches, branches, chain_text
from bookmaker.logic.repair.cage_errors import CageMend, Resum
from bookmaker.logic.repair.clue_errors import ClueMend
from bookmaker.logic.repair.fixes import fix as mend
from bookmaker.logic.repair.record import APPLICATIONS, Fix
from bookmaker.logic.repair.typing_errors import Slip, chosen, chosen_mend
from bookmaker.logic.solve.solver import solve
from bookmaker.logic.solve.work import WORK, Bound, Spent, bound_of, spending
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.verify.contradiction import clue_named
from bookmaker.publishing.submissions.loose_answers import LooseAnswers
from bookmaker.puzzles.grid.geometry import SYMBOLS, cell_name
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle

_MOST_LISTED = 5
_MOST_CHAINS = 20


def fix(arguments: Namespace) -> int:
    """Mend each puzzle. Exit code 5 if a puzzle could not be mended, 4 if one cannot be read, 7 if a format cannot hold one."""
    read = Input(arguments)
    read.answers = LooseAnswers()
    outputs = _outputs(arguments, read)
    if arguments.all_chains and arguments.method != "frequency":
        raise UsageError("--all-chains: it goes with --method frequency")
    level = None if arguments.difficulty is None else Level[arguments.difficulty.upper()]
    fixes = []
    puzzles = list(read.puzzles())
    owners, owned = _Owners(puzzles, arguments.seconds), read.answers.improper(puzzles)
    # What other people sent in says nothing of the puzzles that this one makes.
    of_file: dict[str | None, list[Puzzle]] = {}
    for puzzle in puzzles:
        of_file.setdefault(_file(puzzle), []).append(puzzle)
    for puzzle in puzzles:
        answer = _answer(arguments.answer, puzzle)
        if answer is None and puzzle.answer is None:
            answer = owned.of(puzzle)
        asked = arguments.method, level, arguments.apply, arguments.seconds
        fixed = mend(puzzle, answer, *asked, of_file[_file(puzzle)], arguments.deep)
        if not fixed.mended and fixed.corrections and fixed.corrections[0].kind == "answer":
            fixed = _with_owner(fixed, owners.of(answer or puzzle.answer or b"", puzzle))
        fixes.append(fixed)
        ways = branches(puzzle, answer or puzzle.answer) if arguments.all_chains and fixed.chain else None
        if arguments.json:
            more = _branches_of(ways) if arguments.all_chains else {}
            print(json.dumps({**names(puzzle), **fixed.as_dict(), **_numbers(fixed), **more}))
        else:
            print("\n".join([*_lines(fixed), *(_chains(fixed, ways) if arguments.all_chains and fixed.chain else ())]))
        sys.stdout.flush()
        solution = _solution(fixed, bound_of(arguments.seconds))
        count = fixed.solutions if solution is None else 1
        read.answers.add(replace(puzzle, answer=None), solution, count)
    wrong = list(print_wrong_answers(read.answers, arguments.json))
    if arguments.json:
        sys.stdout.writelines(map(json_line, read.notes()))
    if not fixes:
        return read.code(0)
    refused = _write(arguments, outputs, fixes)
    mended = 0 if not wrong and all(fixed.mended for fixed in fixes) else ImproperError.exit_code
    return read.code(OutputError.exit_code if refused else mended)


def _file(puzzle: Puzzle) -> str | None:
    return None if puzzle.source is None else puzzle.source.path


def _branches_of(ways: Branches | None) -> dict[str, Any]:
    """What ``--json`` says of all ways through the published method."""
    if ways is None:
        return {"branches": None, "chains": None, "chains_complete": None}
    chains = [{"chain": str(chain), "ways": chain.ways, "added": chain.added} for chain in ways.chains]
    return {"branches": ways.notation, "chains": chains, "chains_complete": ways.complete}


def _chains(fixed: Fix, ways: Branches | None) -> list[str]:
    if ways is None:
        return [f"  all chains: {fixed.chain[0]} solutions are too many to follow every choice"]
    added = sorted({chain.added for chain in ways.chains})
    plural = "s" * (added[-1] > 1)
    number = f"{added[0]} given{plural} on every way" if len(added) == 1 else f"{added[0]} to {added[-1]} givens"
    lines = [f"  branches {ways.notation}; {number}"]
    lines += [f"  chain {chain}: {chain.ways} way{'s' * (chain.ways > 1)}" for chain in ways.chains[:_MOST_CHAINS]]
    more = len(ways.chains) - _MOST_CHAINS
    if more > 0:
        lines.append(f"  and {more} more chain{'s' * (more > 1)}; --json has all")
    return lines if ways.complete else [*lines, "  there are more: not every choice was followed"]


def _solution(fixed: Fix, bound: Bound) -> bytes | None:
    """The only solution of a puzzle that is proper as it is, or as it was mended: as mending found it, else within a bound."""
    if fixed.solution is not None:
        return fixed.solution
    proper = fixed.puzzle if fixed.status == "proper" else fixed.result
    return None if proper is None else solve(replace(proper, answer=None), 2, bound).solution


class _Owners:
    """The puzzles of a file by their only solutions: each is solved once, and only as far as an answer is not found.

    ``seconds`` bounds the time of all together; without it, so does the usual work.
    """

    def __init__(self, puzzles: Sequence[Puzzle], seconds: float | None) -> None:
        self._rest = iter(puzzles)
        self._timed = seconds is not None
        self._left = WORK if seconds is None else seconds
        self._found: dict[bytes, list[Puzzle]] = {}

    def of(self, answer: bytes, puzzle: Puzzle) -> Puzzle | None:
        """The first other puzzle that has this answer; None if there is none, or nothing is left to look for it."""
        known = next((other for other in self._found.get(answer, ()) if other is not puzzle), None)
        if known is not None or self._left <= 0:
            return known
        with spending(self._left, self._left if self._timed else None) as account:
            for other in self._rest:
                try:
                    solution = solve(replace(other, answer=None), 2, WORK).solution
                except Spent:
                    # Too hard for the rest of the bound, which may do for the next one.
                    solution = None
                self._left = account.left()
                if solution is not None:
                    self._found.setdefault(solution, []).append(other)
                if solution == answer and other is not puzzle:
                    return other
                if self._left <= 0:
                    break
        return None


def _with_owner(fixed: Fix, owner: Puzzle | None) -> Fix:
    """Whose answer this is, if it is that of another puzzle: answers are mixed up more often than a dozen givens are wrong."""
    if owner is None:
        return fixed
    name = f"{owner.name!r} at {source_of(owner)}" if owner.name else source_of(owner)
    return replace(fixed, corrections=(), note=f"this is the answer of the puzzle {name}")


def _numbers(fixed: Fix) -> dict[str, Any]:
    """The number of solutions before and after, and the grade where there is one solution."""
    was = _graded(fixed.puzzle) if fixed.status == "proper" else {}
    now = None if fixed.result is None else {"solutions": 1, **_graded(fixed.result)}
    return {"before": {"solutions": fixed.solutions, **was}, "after": now}


def _graded(puzzle: Puzzle) -> dict[str, Any]:
    from bookmaker.logic.grading import grade

    found = grade(puzzle)
    return {"level": found.level, "score": found.score, "hardest": found.hardest}


def _answer(text: str | None, puzzle: Puzzle) -> bytes | None:
    return None if text is None else full_grid(text, puzzle.geometry, "--answer")


def _outputs(arguments: Namespace, read: Input) -> list[Path]:
    """The files to write. Raises UsageError for one that is read, so that no original is overwritten."""
    paths = [Path(name) for name in (arguments.output, arguments.pdf) if name is not None]
    for path in paths:
        read.require_other(path)
    if arguments.to is not None and arguments.output is None:
        raise UsageError("--to: name the file with --output")
    if arguments.pdf is not None and paths[-1].suffix.lower() != ".pdf":
        raise UsageError(f"--pdf {arguments.pdf}: the name must end in .pdf")
    return paths


def _write(arguments: Namespace, paths: Sequence[Path], fixes: Sequence[Fix]) -> int:
    """Write the files. Returns how many mended puzzles the format cannot hold; these are reported, and then none is written."""
    files: dict[Path, bytes] = {}
    refused = 0
    if arguments.output is not None:
        # With the source of the original, which the report on a loss names and the file keeps.
        mended = [
            replace(fixed.result, name=fixed.puzzle.name, source=fixed.puzzle.source)
            for fixed in fixes
            if fixed.result is not None
        ]
        target = formats.FORMATS[arguments.to or _format(paths[0], mended)]
        loss = Losses(target)
        held = [puzzle for puzzle in mended if loss.look(puzzle)]
        loss.finish()
        refused += loss.refused
        if refused:
            # Part of the puzzles in place of a file with all of them would lose the others.
            advice = "name a file that ends in .jsonl, which holds every kind"
            messages.report(f"{paths[0]} was not written ({advice})")
        elif held:
            _report_left_out(paths[0], fixes)
            sources = [source_of(puzzle) or "" for puzzle in held]
            files[paths[0]] = formats.render(held, target.name, sources).encode("utf-8", "backslashreplace")
        else:
            messages.report(f"{paths[0]} was not written: no puzzle was mended")
    if arguments.pdf is not None:
        from bookmaker.publishing.documents.repair_sheet import proof_pages

        trim = trim_of(arguments.trim, "--trim")
        pages = proof_pages(fixes, arguments.language, trim)
        numbered = [replace(page, folio=str(at) if len(pages) > 1 else "") for at, page in enumerate(pages, 1)]
        files.update(page_files(numbered, paths[-1], trim, title="", code=arguments.language, dpi=150))
    output.commit(files)
    return refused


def _report_left_out(path: Path, fixes: Sequence[Fix]) -> None:
    missing = [str(source_of(fixed.puzzle)) for fixed in fixes if fixed.result is None]
    if missing:
        more = f" and {len(missing) - _MOST_LISTED} more" if len(missing) > _MOST_LISTED else ""
        which = ", ".join(missing[:_MOST_LISTED]) + more
        messages.report(f"{path} is without {len(missing)} of {len(fixes)} puzzles, not mended: {which}")


def _format(path: Path, puzzles: Sequence[Puzzle]) -> str:
    """The format that the ending of a file names; without a known ending, a text for people that can hold these puzzles.

    An ending that names none, and plain lines that cannot hold the puzzles, are reported.
    """
    ending = path.suffix.lower()
    name = formats.BY_ENDING.get(ending, "lines")
    if name != "lines":
        return name
    reasons = [f"no format is known by the ending {ending}"] if ending and ending not in formats.BY_ENDING else []
    for able in (name, "cages", "grid"):
        found = ((source_of(puzzle), barrier(puzzle, formats.FORMATS[able])) for puzzle in puzzles)
        first = next(((source, why) for source, why in found if why), None)
        if first is None:
            name = able
            break
        reasons.append(f"{first[1]} ({first[0]})")
    else:
        name = "jsonl"
    if reasons:
        messages.note(f"{path} is written in the format {name}: {'; '.join(reasons)}")
    return name


def _lines(fixed: Fix) -> list[str]:
    """The report on one puzzle: a line of what was wrong and what was done, then lines of what else could be done."""
    source = source_of(fixed.puzzle)
    if fixed.result is not None:
        done = "; ".join(_done(fixed))
        lines = [f"{source}: {_wrong(fixed)}: {done}" if done else f"{source}: proper, nothing to mend"]
        if done and not fixed.result.cages:
            lines.append(f"  {fixed.result}")
    else:
        lines = [f"{source}: {_wrong(fixed)}: not mended: {fixed.note}{_how(fixed)}"]
        lines += [f"  fault: {fault.message}" for fault in fixed.faults]
    if fixed.result is None or fixed.changed or fixed.dropped or fixed.status == "several":
        lines += [
            f"  correction ({slip.kind}{_share(slip)}): {_changes(fixed, slip.changes)}"
            for slip in fixed.corrections[:_MOST_LISTED]
        ]
        if len(fixed.corrections) > _MOST_LISTED:
            more = len(fixed.corrections) - _MOST_LISTED
            lines.append(f"  and {more} more correction{'s' * (more > 1)}")
    if len(fixed.mends) > 1 and fixed.added in fixed.mends:
        ways = [way for way in fixed.mends if way != fixed.added]
        lines += [f"  or add {_named(fixed, way)}" for way in ways[: _MOST_LISTED - 1]]
        more = len(ways) - _MOST_LISTED + 1
        if more > 0:
            lines.append(f"  or one of {more}{' or more' * (not fixed.complete)} other ways; see --json")
    if fixed.result is None or len(fixed.cage_mends) > 1:
        lines += [f"  cages ({mend.kind}): {_cage_mend(fixed, mend)}" for mend in fixed.cage_mends[:_MOST_LISTED]]
        if len(fixed.cage_mends) > _MOST_LISTED:
            lines.append(f"  and {len(fixed.cage_mends) - _MOST_LISTED} more such changes of cages")
    if fixed.result is None or len(fixed.clue_mends) > 1:
        lines += [f"  clue ({mend.kind}): {_clue_mend(fixed, mend)}" for mend in fixed.clue_mends[:_MOST_LISTED]]
        if len(fixed.clue_mends) > _MOST_LISTED:
            lines.append(f"  and {len(fixed.clue_mends) - _MOST_LISTED} more such changes of clues")
    if fixed.result is None or fixed.changed or fixed.dropped:
        lines += [f"  drop {_named(fixed, drop)}" for drop in fixed.drops[:_MOST_LISTED]]
        more = len(fixed.drops) - _MOST_LISTED
        if more > 0:
            lines.append(f"  and {more} more set{'s' * (more > 1)} of as few givens to drop")
    for ruling in fixed.rulings:
        number = "too many to decide" if ruling.undecided else f"{ruling.solutions}"
        lines.append(f"  with {ruling.rule}: solutions {number}")
    return lines


def _how(fixed: Fix) -> str:
    """The option that applies a suggestion: none is applied without it."""
    edit = APPLICATIONS[0]
    if fixed.corrections:
        likely = fixed.answered or chosen(fixed.corrections, edit) is not None
    else:
        likely = (chosen_mend(fixed.cage_mends, edit) or chosen_mend(fixed.clue_mends, edit)) is not None
    found = fixed.corrections or fixed.cage_mends or fixed.clue_mends
    ways = [f"--apply {edit if likely else 1}"] * bool(found) + [f"--apply {APPLICATIONS[1]}"] * bool(fixed.drops)
    return f" ({' or '.join(ways)} takes the first)" if ways else ""


def _wrong(fixed: Fix) -> str:
    if fixed.status == "several":
        return f"{fixed.solutions}{' or more' if fixed.solutions == fixed.limit else ''} solutions"
    return {
        "proper": "proper",
        "undecided": "undecided",
        "broken": "broken" if fixed.puzzle.cages else "givens clash",
    }.get(fixed.status, "no solution")


def _done(fixed: Fix) -> list[str]:
    done = []
    if fixed.changed:
        ways = len(fixed.corrections)
        of = f", the likeliest of {ways}{_share(fixed.corrections[0])}" if ways > 1 else ""
        done.append(f"changed {_changes(fixed, fixed.changed)}{of}")
    if fixed.dropped:
        done.append(f"dropped {_named(fixed, fixed.dropped)}")
    if fixed.added:
        done.append(f"added {_named(fixed, fixed.added)}")
    if fixed.sums:
        done.append(f"gave cages sums: {', '.join(_sum(fixed, change) for change in fixed.sums)}")
    if fixed.cage_mend is not None:
        ways = len(fixed.cage_mends)
        done.append(
            f"changed cages ({fixed.cage_mend.kind}): {_cage_mend(fixed, fixed.cage_mend)}"
            + (f", the likeliest of {ways}" if ways > 1 else "")
        )
    if fixed.clue_mend is not None:
        ways = len(fixed.clue_mends)
        said = f"changed a clue ({fixed.clue_mend.kind}): {_clue_mend(fixed, fixed.clue_mend)}"
        done.append(said + (f", the first of {ways}" if ways > 1 else ""))
    if fixed.rule:
        done.append(f"added the rule {fixed.rule}")
    if fixed.chain:
        done.append(f"chain {chain_text(fixed.chain)}")
    if fixed.mends and fixed.proven_minimal:
        number = f"{len(fixed.mends)}{'' if fixed.complete else ' or more'}"
        done.append(f"proven the fewest; {number} such {'way' if number == '1' else 'ways'}")
    if fixed.note:
        done.append(fixed.note)
    if done and fixed.result is not None:
        now = _graded(fixed.result)
        done.append(f"now 1 solution, level {now['level']}, score {now['score']}")
    return done


def _share(slip: Slip) -> str:
    """How likely a correction is of all that were found."""
    if slip.share is None:
        return ""
    hundredths = round(slip.share * 100)
    return f", {'under 1' if not hundredths else 'over 99' if hundredths == 100 else hundredths} %"


def _cells(fixed: Fix, cells: Sequence[int]) -> str:
    return " ".join(cell_name(cell, fixed.puzzle.geometry) for cell in cells)


def _sum(fixed: Fix, change: Resum) -> str:
    old = "" if change.old is None else f" (was {change.old})"
    return f"{change.new} in {_cells(fixed, change.cells)}{old}"


def _cage_mend(fixed: Fix, mend: CageMend) -> str:
    """``15 in r1c1 r1c2 > 8 in r1c1, 7 in r1c2``, cages as they are and as they should be."""

    def cages(some: Sequence[Cage]) -> str:
        return ", ".join(f"{'?' if cage.sum is None else cage.sum} in {_cells(fixed, cage.cells)}" for cage in some)

    return f"{cages(mend.old) or 'none'} > {cages(mend.new) or 'none'}"


def _clue_mend(fixed: Fix, mend: ClueMend) -> str:
    """``sandwich 17 (r1c1 to r1c9) > sandwich 12 (r1c1 to r1c9)``, a clue as it is and as it should be."""
    return " > ".join("none" if clue is None else clue_named(clue, fixed.puzzle) for clue in (mend.old, mend.new))


def _named(fixed: Fix, candidates: Sequence[tuple[int, int]]) -> str:
    ground = fixed.puzzle.geometry
    return ", ".join(f"{cell_name(cell, ground)}={SYMBOLS[digit - 1]}" for cell, digit in candidates)


def _changes(fixed: Fix, changes: Sequence[tuple[int, int, int]]) -> str:
    ground = fixed.puzzle.geometry
    return ", ".join(f"{cell_name(cell, ground)} {_symbol(old)}>{_symbol(new)}" for cell, old, new in changes)


def _symbol(digit: int) -> str:
    return SYMBOLS[digit - 1] if digit else "."
