"""Train the reader of cells: ``python -m benchmarks.digit_training PHOTOS`` writes ``bookmaker/camera/digits.npz``.

PHOTOS is a folder of the training photos of the "Sudoku dataset" by Baptiste Wicht and Jean Hennebert (CC BY 4.0): pictures, each
with a ``.dat`` file of its digits. The net learns drawn cells first (``benchmarks/digit_cells.py``, of the fonts of the
repository and of Debian's packages on the machine), then these and the cells of the photos together. ``--folds 4`` trains four
nets more, each without a quarter of the photos, and measures them there. Plain numpy on one thread, some minutes; seeds are
fixed, but processors round differently, so that a net is accepted by its figures and not by its digest.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from benchmarks import digit_cells
from bookmaker.camera.cell_net import OTHER, STRIDES, VERSION, Net, loaded, unfolded
from bookmaker.camera.frames import frames, pages
from bookmaker.camera.lattice import Levels, fitted

Values = npt.NDArray[np.float32]
Labels = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

SHAPES = ((5, 5, 1, 16), (3, 3, 16, 32), (3, 3, 32, 48), (3, 3, 48, 64))
BATCH = 64
TARGET = Path(__file__).parent.parent / "bookmaker" / "camera" / "digits.npz"
HELD_SEED = 999


@dataclass(eq=False)
class Training:
    """A net in training: of each convolution its weights, a scale and what is added, then a matrix and what is added.

    What comes out of a convolution is brought to mean 0 and variance 1 over the batch before it is scaled; ``seen`` keeps running
    means and variances, which :meth:`net` works into the weights. Adam's running means are kept beside the numbers.
    """

    numbers: list[Values]
    seen: list[list[Values]]
    means: list[Values] = field(init=False)
    squares: list[Values] = field(init=False)
    steps: int = 0

    def __post_init__(self) -> None:
        self.means = [np.zeros_like(one) for one in self.numbers]
        self.squares = [np.zeros_like(one) for one in self.numbers]

    @classmethod
    def begun(cls, seed: int) -> Training:
        random = np.random.default_rng(seed)
        numbers: list[Values] = []
        for shape in SHAPES:
            weights = random.normal(0, np.sqrt(2 / np.prod(shape[:-1])), shape).astype(np.float32)
            numbers += [weights, np.ones(shape[-1], np.float32), np.zeros(shape[-1], np.float32)]
        flat = 4 * 4 * SHAPES[-1][-1]
        last = random.normal(0, np.sqrt(1 / flat), (flat, OTHER + 1)).astype(np.float32)
        numbers += [last, np.zeros(OTHER + 1, np.float32)]
        return cls(numbers, [[np.zeros(one[-1], np.float32), np.ones(one[-1], np.float32)] for one in SHAPES])

    @classmethod
    def of(cls, net: Net, cells: Values) -> Training:
        """Go on from a net: what comes out of its convolutions for some cells is their mean and variance."""
        numbers, seen, held = [], [], cells[:, :, :, None]
        for (weights, added), stride in zip(net.layers, STRIDES, strict=False):
            out = unfolded(held, weights.shape[0], stride) @ weights.reshape(-1, weights.shape[3])
            mean, variance = out.mean((0, 1, 2)), out.var((0, 1, 2))
            seen.append([mean, variance])
            numbers += [weights.copy(), np.sqrt(variance + _TINY), added + mean]
            held = np.maximum(out + added, 0)
        return cls([*numbers, *(one.copy() for one in net.layers[-1])], seen)

    def copied(self) -> Training:
        return Training([one.copy() for one in self.numbers], [[one.copy() for one in pair] for pair in self.seen])

    def net(self, temperature: float = 1.0, record: dict[str, Any] | None = None) -> Net:
        layers = []
        for at, (mean, variance) in enumerate(self.seen):
            weights, scale, added = self.numbers[3 * at : 3 * at + 3]
            factor = scale / np.sqrt(variance + _TINY)
            layers.append((weights * factor, added - mean * factor))
        return Net((*layers, (self.numbers[-2], self.numbers[-1])), temperature, record or {})

    def learn(self, cells: Values, labels: Labels, rate: float) -> float:
        """One step on a batch. Returns its loss."""
        loss, slopes = self.slopes(cells, labels)
        self.steps += 1
        for number, slope, mean, square in zip(self.numbers, slopes, self.means, self.squares, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.01 * (slope * slope - square)
            step = mean / (1 - 0.9**self.steps) / (np.sqrt(square / (1 - 0.99**self.steps)) + 1e-8)
            number -= np.float32(rate) * (step + (0.01 * number if number.ndim > 1 else 0))
        return loss

    def slopes(self, cells: Values, labels: Labels) -> tuple[float, list[Values]]:
        """The loss of a batch, and its slope by each of the numbers."""
        held = cells[:, :, :, None]
        kept: list[tuple[Values, Values, Values, int]] = []
        for at, stride in enumerate(STRIDES):
            weights, scale, added = self.numbers[3 * at : 3 * at + 3]
            squares = unfolded(held, weights.shape[0], stride)
            out = squares @ weights.reshape(-1, weights.shape[3])
            mean, variance = out.mean((0, 1, 2)), out.var((0, 1, 2))
            for running, new in zip(self.seen[at], (mean, variance), strict=True):
                running += 0.03 * (new - running)
            spread = 1 / np.sqrt(variance + _TINY)
            out = (out - mean) * spread
            kept.append((squares, out, spread, held.shape[1]))
            held = np.maximum(out * scale + added, 0)
        count = len(held)
        flat = held.reshape(count, -1)
        scores = flat @ self.numbers[-2] + self.numbers[-1]
        scores -= scores.max(1, keepdims=True)
        chance = np.exp(scores)
        chance /= chance.sum(1, keepdims=True)
        wanted = np.full(chance.shape, 0.002 / OTHER, np.float32)
        wanted[np.arange(count), labels] = 0.998
        loss = float(-(wanted * np.log(chance + 1e-9)).sum(1).mean())
        slope = (chance - wanted) / count
        found = [slope.sum(0), flat.T @ slope]
        back = (slope @ self.numbers[-2].T).reshape(held.shape).astype(np.float32)
        for at in range(len(STRIDES) - 1, -1, -1):
            squares, out, spread, before = kept[at]
            weights, scale, added = self.numbers[3 * at : 3 * at + 3]
            back = (back * (out * scale + added > 0)).reshape(-1, weights.shape[3])
            out = out.reshape(back.shape)
            sums, products = back.sum(0), (back * out).sum(0)
            found += [sums, products]
            back = spread * scale * (back - sums / len(back) - out * (products / len(back)))
            found.append((squares.reshape(-1, squares.shape[-1]).T @ back).reshape(weights.shape))
            if at:
                back = _folded(back @ weights.reshape(-1, weights.shape[3]).T, count, before, weights, STRIDES[at])
        return loss, [one.astype(np.float32, copy=False) for one in reversed(found)]


_TINY = 1e-5


def _folded(squares: Values, count: int, side: int, weights: Values, stride: int) -> Values:
    """The sums of what the squares around each place say of it, the reverse of ``unfolded``."""
    width, channels = weights.shape[0], weights.shape[2]
    reach, out = width // 2, (side - 1) // stride + 1
    padded = np.zeros((count, side + 2 * reach, side + 2 * reach, channels), np.float32)
    parts = squares.reshape(count, out, out, width, width, channels)
    for down in range(width):
        for over in range(width):
            last = (out - 1) * stride + 1
            padded[:, down : down + last : stride, over : over + last : stride] += parts[:, :, :, down, over]
    return padded[:, reach : reach + side, reach : reach + side]


def trained(start: Training, cells: Bytes, labels: Labels, rounds: int, peak: float, seed: int) -> Training:
    """A net after ``rounds`` passes through cells, each a little shifted, scaled and noisy; the rate rises and falls once."""
    random = np.random.default_rng(seed)
    training, steps, step = start.copied(), rounds * (len(cells) // BATCH), 0
    for number in range(rounds):
        losses = []
        for some in np.array_split(random.permutation(len(cells))[: len(cells) // BATCH * BATCH], len(cells) // BATCH):
            batch = cells[some].astype(np.float32) / digit_cells.SCALE
            batch = np.roll(batch, tuple(random.integers(-2, 3, 2)), (1, 2)) * np.float32(random.uniform(0.75, 1.25))
            noise = random.standard_normal(batch.shape, np.float32) * np.float32(abs(random.normal(0, 0.03)))
            rate = peak * min(step / (0.15 * steps), (1 - step / steps) / 0.85) + peak / 300
            losses.append(training.learn(np.clip(batch + noise, 0, 1.5), labels[some], rate))
            step += 1
            if step % 100 == 0:
                print(f"round {number + 1}, step {step} of {steps}: loss {np.mean(losses[-100:]):.4f}", flush=True)
    return training


def outputs(net: Net, cells: Bytes) -> Values:
    """The outputs of a net for many cells."""
    pieces = range(0, len(cells), 1000)
    return np.concatenate([net.outputs(cells[at : at + 1000].astype(np.float32) / digit_cells.SCALE) for at in pieces])


def temperature_of(scores: Values, labels: Labels) -> float:
    """The temperature at which the chances of cells that the net has not seen are likeliest."""
    tried = np.arange(0.4, 2.01, 0.05)
    return float(tried[np.argmin([-_logs(scores, one)[np.arange(len(labels)), labels].mean() for one in tried])])


def _logs(scores: Values, temperature: float) -> npt.NDArray[np.float64]:
    scaled = scores.astype(np.float64) / temperature
    return scaled - np.logaddexp.reduce(scaled, axis=1, keepdims=True)


def figures(scores: Values, labels: Labels, temperature: float) -> dict[str, float]:
    """How well a net reads cells, and how honest its chances are."""
    logs = _logs(scores, temperature)
    best, chance = logs.argmax(1), np.exp(logs.max(1))
    right = best == labels
    return {
        "cells": len(labels),
        "right": round(float(right.mean()), 5),
        "mean chance": round(float(chance.mean()), 5),
        "misread at 0.99 or more": int((~right & (chance >= 0.99)).sum()),
        "below 0.99": int((chance < 0.99).sum()),
    }


def cells_of_photos(folder: Path) -> Iterator[tuple[str, Bytes, Labels]]:
    """The cells of each photo, and their digits."""
    for path in sorted(folder.glob("*.jpg")):
        (grey,) = pages(path.read_bytes(), path.name)
        levels, best = Levels(grey), None
        for corners in frames(grey)[:16]:
            lattice = fitted(levels, corners, 9)
            if best is None or lattice.worth > best.worth + 0.01:
                best = lattice
            if best.good:
                break
        assert best is not None
        rows = path.with_suffix(".dat").read_text(encoding="ascii").splitlines()[2:11]
        digits = np.array([[int(digit) for digit in row.split()] for row in rows], np.int64)
        yield path.stem, (best.cells * digit_cells.SCALE).astype(np.uint8), digits.ravel()


def upright(photos: Iterable[tuple[str, Bytes, Labels]], net: Net) -> Iterator[tuple[str, Bytes, Labels]]:
    """The cells of photos, each turned as a net that has seen drawn cells alone reads it best: some photos lie on their side."""
    for name, cells, digits in photos:
        squares = cells.reshape(9, 9, *cells.shape[1:])
        turns = [np.rot90(np.rot90(squares, quarters, (0, 1)), quarters, (2, 3)) for quarters in range(4)]
        flat = [np.ascontiguousarray(one).reshape(cells.shape) for one in turns]
        wrong = [int((outputs(net, one).argmax(1) != digits).sum()) for one in flat]
        yield name, flat[int(np.argmin(wrong))], digits


def _drawn(count: int, pieces: int, cache: Path | None) -> tuple[Bytes, Labels]:
    found = []
    for seed in range(1, pieces + 1):
        path = None if cache is None else cache / f"{seed}-{count}.npz"
        if path is None or not path.exists():
            cells, labels = digit_cells.cells(count, seed)
            if path is not None:
                np.savez(path, cells=cells, labels=labels)
        else:
            with np.load(path) as held:
                cells, labels = held["cells"], held["labels"]
        found.append((cells, labels))
    return np.concatenate([one for one, _ in found]), np.concatenate([one for _, one in found])


def written(net: Net) -> bytes:
    """The file of a net: float16 arrays, and one text of JSON."""
    arrays: dict[str, Any] = {"record": np.array(json.dumps(net.record, sort_keys=True))}
    for at, (weights, added) in enumerate(net.layers):
        arrays |= {f"weights{at}": weights.astype(np.float16), f"added{at}": added.astype(np.float16)}
    content = BytesIO()
    np.savez_compressed(content, **arrays)
    return content.getvalue()


def main() -> None:
    """Train and write the net."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument(
        "--folds", type=int, default=0, help="further nets to measure with: each leaves out other photographs"
    )
    parser.add_argument("--pieces", type=int, default=8, help="of six thousand drawn cells each")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--start", type=Path, help="go on from this net, which has seen drawn cells alone")
    parser.add_argument("--cache", type=Path, help="a folder that keeps drawn cells, and the nets of the folds")
    parser.add_argument("--output", type=Path, default=TARGET)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    cells, labels = _drawn(6000, arguments.pieces, arguments.cache)
    held_cells, held_labels = digit_cells.cells(3000, HELD_SEED, train=False)
    print(f"{len(cells)} drawn cells of {len(digit_cells.fonts().train)} fonts", flush=True)
    begun = Training.begun(5)
    if arguments.start is not None:
        begun = Training.of(loaded(arguments.start.read_bytes()), cells[:2000].astype(np.float32) / digit_cells.SCALE)
    base = trained(begun, cells, labels, arguments.rounds, 2.5e-3, 3)
    print("fonts held out", figures(outputs(base.net(), held_cells), held_labels, 1.0), flush=True)
    plain = {"version": VERSION, "temperature": 1.0}
    if arguments.cache is not None:
        (arguments.cache / "base.npz").write_bytes(written(base.net(1.0, plain)))
    photos = [*upright(cells_of_photos(arguments.photos), base.net())]

    def tuned(kept: list[tuple[str, Bytes, Labels]], seed: int) -> Training:
        real = np.concatenate([one for _, one, _ in kept])
        real_labels = np.concatenate([one for _, _, one in kept])
        # Most cells of photos are empty; drawn ones keep the net from forgetting other papers.
        some = np.random.default_rng(seed).permutation(len(cells))[: len(real)]
        both = np.concatenate([real, cells[some]]), np.concatenate([real_labels, labels[some]])
        return trained(base, *both, 2, 8e-4, seed)

    scripts = [Path(__file__), Path(digit_cells.__file__)]
    record = {
        "version": VERSION,
        "scripts": {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in scripts},
        "fonts": sorted(Path(file).name for file in (*digit_cells.fonts().train, *digit_cells.fonts().pen)),
    }
    final = tuned(photos, 77)
    scores, truths = [outputs(final.net(), held_cells)], [held_labels]
    _write(final, scores, truths, record, arguments.output)
    for fold in range(arguments.folds):
        # Photos of one newspaper follow one another: a fold is a run of them.
        edges = np.linspace(0, len(photos), arguments.folds + 1).round().astype(int)
        inside = range(edges[fold], edges[fold + 1])
        net = tuned([one for at, one in enumerate(photos) if at not in inside], 40 + fold).net()
        scores.append(np.concatenate([outputs(net, photos[at][1]) for at in inside]))
        truths.append(np.concatenate([photos[at][2] for at in inside]))
        if arguments.cache is not None:
            (arguments.cache / f"fold{fold}.npz").write_bytes(written(Net(net.layers, 1.0, plain)))
    if arguments.folds:
        _write(final, scores, truths, record, arguments.output)


def _write(final: Training, scores: list[Values], truths: list[Labels], record: dict[str, Any], target: Path) -> None:
    """Write the net with the temperature that cells ask for which it, or its like, has not seen."""
    temperature = temperature_of(np.concatenate(scores), np.concatenate(truths))
    reached = {"fonts held out": figures(scores[0], truths[0], temperature)}
    if len(scores) > 1:
        reached["photos kept apart"] = figures(np.concatenate(scores[1:]), np.concatenate(truths[1:]), temperature)
    print(json.dumps({"temperature": temperature, **reached}, indent=1), flush=True)
    target.write_bytes(written(final.net(temperature, {**record, "temperature": temperature, "figures": reached})))
    print(f"{target}: {target.stat().st_size} bytes", flush=True)


if __name__ == "__main__":
    main()
