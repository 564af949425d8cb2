"""How well the minutes of :mod:`bookmaker.logic.minutes` predict people, and what pace fits them best.

``python -m benchmarks.minutes CSV`` reads measured times from a table with the columns ``puzzle`` (9x9, 81 characters),
``solvers`` (how many) and ``mean_seconds``, passes over lines that begin with #, and prints JSON lines:

- ``shipped``: the shipped pace on these puzzles. It is a test on unseen data if the pace was not fitted to them.
- ``bounds``: the share of mean times within the bounds that are told: of all up to level hard, by fifths of the minutes, and of
  the harder ones.
- ``cross-validated``: each puzzle predicted by a pace that was fitted to the other folds only (``--folds``, 10 if left out), over
  all puzzles, those that singles finish, and the harder ones: Spearman's rank correlation with the mean time, and the median
  of the relative error of the minutes.
- ``fitted``: the pace that fits all of them, in seconds (see :class:`bookmaker.logic.minutes.Pace`).
- ``noise``: how well mean times of so few solvers can be predicted at all. The squared residuals of the logarithm fall with the
  number of solvers n as a + b / n: b is the square of the deviation of one solver's time over the mean, and noise; a is what
  a better model might explain. ``ceiling`` is the rank correlation that the true mean times would reach: times are drawn
  around the predicted ones (with a deviation of a), noise is drawn from the residuals, scaled to each n, and the two are
  compared; the mean over 200 draws. The draws start from a fixed seed.
- ``levels``, of ``--levels TSV`` with the columns ``paper_level`` and ``puzzle``: the median minutes of each level that a
  newspaper names, and how often a hard one takes longer than a medium one (AUC).
- ``books``, of ``--books JSONL``, Killers whose ``id`` has the number of their book (``-B17-``), of books that grow harder: the
  rank correlation of that number with minutes and score.
- ``rate``: puzzles that singles finish, per second of processor time, on one thread; the best of several runs.

The fit is of logarithms, by damped Gauss-Newton steps, with weights for the number of solvers, and robust: a few puzzles were
left lying by somebody.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import time
from collections.abc import Callable
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from bookmaker.formats import read_all
from bookmaker.logic import grading, minutes
from bookmaker.logic.minutes import Pace
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.techniques.workspaces import tables
from bookmaker.logic.times import time_of
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry
from bookmaker.puzzles.rules.rule import Anchor

Floats = npt.NDArray[np.float64]

_BEGIN = Pace(write=3.0, box=0.7, line=1.3, naked=4.0, marked=0.3, deduction=1.5)
"""Where every fit begins, and what it is drawn to where the data do not say."""

_NOISE = (0.01, 1.4)
"""a and b of the weights: the variance of a logarithm is about a + b / n."""

_OUTLIER = 0.2
"""Residuals beyond this many of their deviations count less and less."""

_STIFFNESS = 0.3
_STEPS = 6


@dataclass(frozen=True, slots=True)
class Times:
    """Measured times. grids: uint8[n, 81]; solvers, logs (of mean seconds): float64[n]; work: see the class."""

    grids: npt.NDArray[np.uint8]
    work: minutes.Work
    solvers: Floats
    logs: Floats

    @property
    def harder(self) -> npt.NDArray[np.bool_]:
        """Which are not finished by singles."""
        return self.work.rounds > 0


def read(path: Path) -> Times:
    """The table of a file."""
    with path.open(newline="") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    puzzles = [Puzzle(geometry(), bytes(0 if char in ".0" else int(char) for char in row["puzzle"])) for row in rows]
    return Times(
        grids=np.array([list(puzzle.givens) for puzzle in puzzles], dtype=np.uint8),
        work=_work(puzzles),
        solvers=np.array([float(row["solvers"]) for row in rows]),
        logs=np.log([float(row["mean_seconds"]) for row in rows]),
    )


def _work(puzzles: list[Puzzle]) -> minutes.Work:
    names = [[steps[0].technique for steps in grading.steps(puzzle)] for puzzle in puzzles]
    columns = sorted({name for path in names for name in path})
    rounds = np.array([[path.count(name) for name in columns] for path in names])
    grades = grading.grade_many(puzzles)
    levels = np.array([Level[found.level.upper()] for found in grades], np.int64)
    return minutes.Work.of(columns, rounds, np.array([found.score for found in grades]), levels)


def of_model(found: grading.Grade) -> float:
    """The minutes of the model, also where nobody has measured any."""
    return found._clock.model[found._row]


class Model:
    """The minutes of the puzzles of a table at any pace."""

    def __init__(self, times: Times) -> None:
        self._times, self._tables, self._space = times, tables(geometry()), minutes.scan_workspace(geometry())
        self._kept: dict[tuple[float, ...], Floats] = {}

    def logs(self, theta: Floats) -> Floats:
        """The logarithms of the seconds at the pace whose logarithms are ``theta``."""
        key = tuple(theta.tolist())
        if key not in self._kept:
            pace = Pace(*np.exp(theta).tolist())
            found = minutes.seconds(self._tables, self._space, self._times.grids, self._times.work, pace)
            self._kept[key] = np.log(found)
        return self._kept[key]


def fit(model: Model, times: Times, rows: npt.NDArray[np.bool_]) -> Floats:
    """The logarithms of the pace that fits these rows best."""
    begin = np.log(astuple(_BEGIN))
    theta, wide = begin.copy(), np.eye(begin.size) * 0.1
    certain = 1 / np.sqrt(_NOISE[0] + _NOISE[1] / times.solvers)
    for _ in range(_STEPS):
        now = model.logs(theta)
        slopes = np.stack([(model.logs(theta + step) - now) / 0.1 for step in wide], axis=1)
        left = now - times.logs
        weights = rows * certain * (1 + (left * certain / _OUTLIER) ** 2) ** -0.25
        weighted = slopes * weights[:, None]
        stiff = _STIFFNESS * np.eye(begin.size)
        step = np.linalg.solve(weighted.T @ weighted + stiff, -weighted.T @ (left * weights) - stiff @ (theta - begin))
        theta = theta + np.clip(step, -0.5, 0.5)
    return theta


def cross_validated(model: Model, times: Times, folds: int) -> Floats:
    """The logarithm of each puzzle's seconds, predicted by a fit to the other folds."""
    predicted = np.zeros_like(times.logs)
    fold = np.random.default_rng(0).permutation(len(times.logs)) % folds
    for number in range(folds):
        held = fold == number
        predicted[held] = model.logs(fit(model, times, ~held))[held]
    return predicted


def spearman(one: Floats, other: Floats) -> float:
    """Spearman's rank correlation, equal numbers with their mean rank."""

    def ranks(of: Floats) -> Floats:
        _, inverse, counts = np.unique(of, return_inverse=True, return_counts=True)
        mean: Floats = np.cumsum(counts) - (counts - 1) / 2
        return mean[inverse]

    return float(np.corrcoef(ranks(one), ranks(other))[0, 1])


def agreement(predicted: Floats, times: Times) -> dict[str, Any]:
    """Rank correlation and median error over all, over what singles finish, and over the harder ones."""
    parts = {"all": np.ones_like(times.harder), "singles": ~times.harder, "harder": times.harder}
    errors = np.abs(np.expm1(predicted - times.logs))
    return {
        name: {
            "puzzles": int(part.sum()),
            "spearman": round(spearman(predicted[part], times.logs[part]), 3),
            "median_error": round(float(np.median(errors[part])), 3),
        }
        for name, part in parts.items()
        if part.sum() > 2
    }


def noise(predicted: Floats, times: Times) -> dict[str, Any]:
    """What of the residuals is noise, and how well the true mean times would agree with the measured ones."""
    left = times.logs - predicted
    design = np.stack([np.ones_like(left), 1 / times.solvers], axis=1)
    a, b = np.linalg.lstsq(design, left**2, rcond=None)[0]
    unseen, single = max(float(a), 0.0), max(float(b), 0.0)
    share = np.sqrt(single / times.solvers / (unseen + single / times.solvers))
    drawn = np.random.default_rng(0)
    ceilings: dict[str, list[float]] = {"all": [], "singles": [], "harder": []}
    parts = {"all": np.ones_like(times.harder), "singles": ~times.harder, "harder": times.harder}
    scaled = left * np.sqrt(times.solvers) * share
    for _ in range(200):
        truth = predicted + drawn.normal(0.0, np.sqrt(unseen), left.size)
        for part in (times.harder, ~times.harder):
            scaled[part] = drawn.permutation(scaled[part])
        measured = truth + scaled / np.sqrt(times.solvers)
        for name, part in parts.items():
            if part.sum() > 2:
                ceilings[name].append(spearman(truth[part], measured[part]))
    told = {name: round(float(np.mean(found)), 3) for name, found in ceilings.items() if found}
    return {"a": round(float(a), 4), "b": round(float(b), 3), "ceiling": told}


def bounds(times: Times, minutes_: Floats) -> dict[str, Any]:
    """How many mean times lie within the bounds that are told of these minutes."""
    known = times.work.levels <= Level.HARD
    told = [time_of(one, Anchor(), Level.HARD, classic=True) for one in minutes_[known]]
    took = np.exp(times.logs[known]) / 60
    within = np.array([(one.low or 0) <= time <= (one.high or 0) for one, time in zip(told, took, strict=True)])
    fifths = [round(float(within[rows].mean()), 2) for rows in np.array_split(np.argsort(minutes_[known]), 5)]
    harder = float(within[times.harder[known]].mean())
    return {"all": round(float(within.mean()), 3), "fifths": fifths, "harder": round(harder, 3)}


def of_levels(path: Path) -> dict[str, Any]:
    """Medians by the level of a newspaper, and how well medium and hard are told apart."""
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    puzzles = [Puzzle(geometry(), bytes(0 if char in ".0" else int(char) for char in row["puzzle"])) for row in rows]
    took = np.array([of_model(found) for found in grading.grade_many(puzzles)])
    names = np.array([row["paper_level"] for row in rows])
    medium, hard = took[names == "medium"], took[names == "hard"]
    medians = {name: round(float(np.median(took[names == name])), 1) for name in dict.fromkeys(names.tolist())}
    return {"medians": medians, "auc": round(float((medium[:, None] < hard).mean()), 3)}


def of_books(path: Path) -> dict[str, Any]:
    """Rank correlations of the number of a book with the minutes and the scores of its Killers."""
    ids = [json.loads(line)["id"] for line in path.read_text().splitlines()]
    grades = grading.grade_many(read_all((path,)))
    numbers = np.array([float(found[1]) if (found := re.search(r"-B(\d+)-", one)) else 0.0 for one in ids])
    minutes_ = np.array([of_model(found) for found in grades])
    scores = np.array([float(found.score) for found in grades])
    found = {"minutes": spearman(minutes_, numbers), "score": spearman(scores, numbers)}
    return {"killers": len(ids), **{name: round(value, 3) for name, value in found.items()}}


def rate(model: Callable[[npt.NDArray[np.uint8]], Any], grids: npt.NDArray[np.uint8]) -> float:
    """Puzzles per second of processor time."""
    many = np.ascontiguousarray(np.tile(grids, (max(1, 20_000 // len(grids)), 1)))
    best = np.inf
    for _ in range(5):
        begun = time.process_time()
        model(many)
        best = min(best, time.process_time() - begun)
    return len(many) / best


def main() -> None:
    """Read the table, and print what it says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", type=Path, help="CSV with the columns puzzle, solvers, mean_seconds")
    parser.add_argument("--folds", type=int, default=10, help="parts of the cross-validation")
    parser.add_argument("--levels", type=Path, help="puzzles with the levels that a newspaper gives them")
    parser.add_argument("--books", type=Path, help="Killers with the numbers of their books")
    arguments = parser.parse_args()
    times = read(arguments.table)
    model = Model(times)
    shipped = model.logs(np.log(astuple(minutes.PACE)))
    print(json.dumps({"shipped": agreement(shipped, times)}), flush=True)
    print(json.dumps({"bounds": bounds(times, np.exp(shipped) / 60)}), flush=True)
    if arguments.levels:
        print(json.dumps({"levels": of_levels(arguments.levels)}), flush=True)
    if arguments.books:
        print(json.dumps({"books": of_books(arguments.books)}), flush=True)
    predicted = cross_validated(model, times, arguments.folds)
    print(json.dumps({"cross-validated": agreement(predicted, times), "folds": arguments.folds}), flush=True)
    theta = fit(model, times, np.ones_like(times.harder))
    names = Pace.__dataclass_fields__
    pace = {name: round(float(value), 3) for name, value in zip(names, np.exp(theta), strict=True)}
    print(json.dumps({"fitted": pace, **agreement(model.logs(theta), times)}), flush=True)
    print(json.dumps({"noise": noise(predicted, times)}), flush=True)
    easy = times.grids[~times.harder]
    space, found = minutes.scan_workspace(geometry()), tables(geometry())
    per_second = rate(
        lambda grids: minutes.seconds(
            found, space, grids, minutes.Work(*(np.zeros(len(grids), kind) for kind in (int, bool, int, int, int)))
        ),
        easy,
    )
    print(json.dumps({"rate": round(per_second)}))


if __name__ == "__main__":
    main()
