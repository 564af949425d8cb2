"""Train the reader of cells: ``python -m benchmarks.digit_training PHOTOS`` writes ``bookmaker/camera/digits.npz``.

PHOTOS is a folder of the training photos of the "Sudoku dataset" by Baptiste Wicht and Jean Hennebert (CC BY 4.0): pictures, each
with a ``.dat`` file of its digits. The net learns drawn cells first (``benchmarks/digit_cells.py``, of the fonts of the
repository and of Debian's packages on the machine), then these and the cells of the photos together. ``--folds`` more nets are
trained, each without a run of photos, and measured there; the temperature is fitted on what they say of every second photo that
they have not seen. Needs PyTorch (the extra ``training``); one thread, some five minutes of processor time. Seeds are fixed, but
processors round differently, so that a net is accepted by its figures and not by its digest.
"""

from __future__ import annotations

import argparse
import copy
import hashlib
import json
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn import functional

from benchmarks import digit_cells
from bookmaker.camera.cell_net import LOOKS, OTHER, STRIDES, VERSION, Net
from bookmaker.camera.frames import frames, pages
from bookmaker.camera.lattice import CUT, Levels, best_lattice

Values = npt.NDArray[np.float32]
Labels = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

SHAPES = ((5, 1, 16), (3, 16, 32), (3, 32, 48), (3, 48, 64))
"""Of each convolution the width of its squares, and the channels that go in and come out."""

FLAT = 4 * 4 * SHAPES[-1][-1]
BATCH = 64
TARGET = Path(__file__).parent.parent / "bookmaker" / "camera" / "digits.npz"
HELD_SEED = 999


def begun(seed: int) -> nn.Sequential:
    """A net that has seen nothing."""
    torch.manual_seed(seed)
    parts: list[nn.Module] = []
    for (width, inside, out), stride in zip(SHAPES, STRIDES, strict=True):
        parts += [nn.Conv2d(inside, out, width, stride, width // 2, bias=False), nn.BatchNorm2d(out), nn.ReLU()]
    return nn.Sequential(*parts, nn.Flatten(), nn.Linear(FLAT, OTHER + 1))


def folded(trained_: nn.Sequential, temperature: float = 1.0, record: dict[str, Any] | None = None) -> Net:
    """A net for :mod:`bookmaker.camera.cell_net`: what each convolution is scaled by is worked into its weights."""
    layers: list[tuple[Values, Values]] = []
    for at in range(0, 3 * len(SHAPES), 3):
        convolution, scaled = trained_[at], trained_[at + 1]
        factor = scaled.weight / torch.sqrt(scaled.running_var + scaled.eps)
        weights = (convolution.weight * factor[:, None, None, None]).permute(2, 3, 1, 0)
        layers.append((_array(weights), _array(scaled.bias - scaled.running_mean * factor)))
    last = trained_[-1]
    channels = SHAPES[-1][-1]
    matrix = last.weight.reshape(OTHER + 1, channels, FLAT // channels).permute(2, 1, 0).reshape(FLAT, OTHER + 1)
    return Net((*layers, (_array(matrix), _array(last.bias))), temperature, record or {})


def _array(values: torch.Tensor) -> Values:
    return np.ascontiguousarray(values.detach().numpy().astype(np.float32))


def trained(start: nn.Sequential, cells: Bytes, labels: Labels, rounds: int, peak: float, seed: int) -> nn.Sequential:
    """A net after ``rounds`` passes through cells, each of them seen a little otherwise; the rate rises and falls once."""
    net = copy.deepcopy(start).to(memory_format=torch.channels_last).train()
    random = torch.Generator().manual_seed(seed)
    inks, classes = torch.from_numpy(cells), torch.from_numpy(labels)
    per_round = len(cells) // BATCH
    steps = rounds * per_round
    learner = torch.optim.AdamW(net.parameters(), peak, (0.9, 0.99), weight_decay=0.02)
    for number in range(rounds):
        total = 0.0
        for at, some in enumerate(torch.randperm(len(cells), generator=random)[: per_round * BATCH].split(BATCH)):
            step = number * per_round + at
            learner.param_groups[0]["lr"] = peak * min(step / (0.15 * steps), (1 - step / steps) / 0.85) + peak / 300
            batch = _otherwise(inks[some].float() / digit_cells.SCALE, random).to(memory_format=torch.channels_last)
            loss = functional.cross_entropy(net(batch), classes[some], label_smoothing=_DOUBT)
            learner.zero_grad()
            loss.backward()
            learner.step()
            total += float(loss.detach())
        print(f"round {number + 1} of {rounds}: loss {total / per_round:.4f}", flush=True)
    return net.eval()


_DOUBT = 0.002


def _otherwise(cells: torch.Tensor, random: torch.Generator) -> torch.Tensor:
    """Cells as another camera would see them, and as other corners would cut them: turned, sized, moved, paler, blurred."""
    count = len(cells)

    def normal(*shape: int) -> torch.Tensor:
        return torch.randn(shape, generator=random)

    turns = torch.eye(2) + 0.05 * normal(count, 2, 2)
    moves = 0.05 * normal(count, 2, 1)
    grid = functional.affine_grid(torch.cat([turns, moves], 2), [count, 1, *cells.shape[1:]], align_corners=False)
    seen = functional.grid_sample(cells[:, None], grid, padding_mode="border", align_corners=False)
    soft = functional.avg_pool2d(functional.pad(seen, (1, 1, 1, 1), mode="replicate"), 3, 1)
    share = torch.rand((count, 1, 1, 1), generator=random) ** 3
    seen = seen + share * (soft - seen)
    # A hand that moves smears all strokes one way.
    across = functional.avg_pool2d(functional.pad(seen, (2, 2, 0, 0), mode="replicate"), (1, 5), 1)
    down = functional.avg_pool2d(functional.pad(seen, (0, 0, 2, 2), mode="replicate"), (5, 1), 1)
    smeared = torch.where(torch.rand((count, 1, 1, 1), generator=random) < 0.5, across, down)
    seen = seen + torch.rand((count, 1, 1, 1), generator=random) ** 4 * (smeared - seen)
    seen = seen * (1 + 0.12 * normal(count, 1, 1, 1)).clamp(0.6, 1.4) + 0.02 * normal(count, 1, 1, 1)
    return (seen + 0.03 * normal(count, 1, 1, 1).abs() * normal(*seen.shape)).clamp(0, 1.5)


def outputs(net: Net, cells: Bytes, looks: int = 1) -> Values:
    """The outputs of a net for many cells."""
    pieces = range(0, len(cells), 1000)
    return np.concatenate(
        [net.outputs(cells[at : at + 1000].astype(np.float32) / digit_cells.SCALE, looks) for at in pieces]
    )


def temperature_of(scores: Values, labels: Labels) -> float:
    """The temperature at which the chances of cells that the net has not seen are likeliest."""
    tried = np.arange(0.4, 2.01, 0.05)
    return float(tried[np.argmax([_logs(scores, one)[np.arange(len(labels)), labels].mean() for one in tried])])


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


Photo = tuple[str, Bytes, Labels]
"""A photo by name, its cells and their digits; no cells where its frame was not found."""


def cells_of_photos(folder: Path) -> Iterator[Photo]:
    """The cells of each photo, and their digits."""
    for path in sorted(folder.glob("*.jpg")):
        (grey,) = pages(path.read_bytes(), path.name)
        levels, best = Levels(grey), None
        for corners in frames(grey)[:16]:
            lattice = best_lattice(levels, corners)
            if lattice is not None and lattice.size == 9 and (best is None or lattice.worth > best.worth + 0.01):
                best = lattice
            if best is not None and best.good:
                break
        rows = path.with_suffix(".dat").read_text(encoding="ascii").splitlines()[2:11]
        digits = np.array([[int(digit) for digit in row.split()] for row in rows], np.int64)
        if best is None or not (best.good and best.square):
            print(f"no frame is found in {path.name}", flush=True)
            yield path.stem, np.empty((0, CUT, CUT), np.uint8), np.empty(0, np.int64)
        else:
            yield path.stem, (best.cells * digit_cells.SCALE).astype(np.uint8), digits.ravel()


def upright(photos: Iterable[Photo], net: Net) -> Iterator[Photo]:
    """The cells of photos, each turned as a net that has seen drawn cells alone reads it best: some photos lie on their side."""
    for name, cells, digits in photos:
        if not len(cells):
            yield name, cells, digits
            continue
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
        "--folds", type=int, default=4, help="further nets to measure with: each leaves out other photographs"
    )
    parser.add_argument("--pieces", type=int, default=7, help="of six thousand drawn cells each")
    parser.add_argument("--rounds", type=int, default=5, help="passes through the drawn cells alone")
    parser.add_argument("--cache", type=Path, help="a folder that keeps drawn cells, and the nets of the folds")
    parser.add_argument("--output", type=Path, default=TARGET)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    if arguments.cache is not None:
        arguments.cache.mkdir(parents=True, exist_ok=True)
    cells, labels = _drawn(6000, arguments.pieces, arguments.cache)
    held_cells, held_labels = digit_cells.cells(3000, HELD_SEED, train=False)
    print(f"{len(cells)} drawn cells of {len(digit_cells.fonts().train)} fonts", flush=True)
    base = trained(begun(5), cells, labels, arguments.rounds, 3e-3, 3)
    print("fonts held out", figures(outputs(folded(base), held_cells), held_labels, 1.0), flush=True)
    photos = [*upright(cells_of_photos(arguments.photos), folded(base))]

    def tuned(kept: list[Photo], seed: int) -> nn.Sequential:
        real = np.concatenate([one for _, one, _ in kept])
        real_labels = np.concatenate([one for _, _, one in kept])
        # Most cells of photos are empty; drawn ones keep the net from forgetting other papers.
        some = np.random.default_rng(seed).permutation(len(cells))[: len(real)]
        both = np.concatenate([real, cells[some]]), np.concatenate([real_labels, labels[some]])
        return trained(base, *both, 3, 1.5e-3, seed)

    # Photos of one newspaper follow one another: a fold is a run of them.
    edges = np.linspace(0, len(photos), arguments.folds + 1).round().astype(int)
    runs = [range(start, end) for start, end in pairwise(edges)]
    nets = [
        folded(tuned([one for at, one in enumerate(photos) if at not in run], 40 + fold))
        for fold, run in enumerate(runs)
    ]
    apart: tuple[list[tuple[Values, Labels]], ...] = ([], [])
    for net, run in zip(nets, runs, strict=True):
        for at in run:
            if len(photos[at][1]):
                apart[at % 2].append((outputs(net, photos[at][1], LOOKS), photos[at][2]))
    final = folded(tuned(photos, 77))
    # Every second photo says how certain the net may be; the others, whether that holds.
    temperature = temperature_of(*_joined(apart[0]))
    reached = {
        "fonts held out": figures(outputs(final, held_cells, LOOKS), held_labels, temperature),
        "photos kept apart, those of the temperature": figures(*_joined(apart[0]), temperature),
        "photos kept apart, the others": figures(*_joined(apart[1]), temperature),
    }
    print(json.dumps({"temperature": temperature, **reached}, indent=1), flush=True)
    scripts = [Path(__file__), Path(digit_cells.__file__)]
    record = {
        "version": VERSION,
        "temperature": temperature,
        "figures": reached,
        "scripts": {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in scripts},
        "fonts": sorted(Path(file).name for file in (*digit_cells.fonts().train, *digit_cells.fonts().pen)),
        "torch": torch.__version__,
    }
    arguments.output.write_bytes(written(Net(final.layers, temperature, record)))
    print(f"{arguments.output}: {arguments.output.stat().st_size} bytes", flush=True)
    if arguments.cache is not None:
        for fold, (net, run) in enumerate(zip(nets, runs, strict=True)):
            left_out = {"version": VERSION, "temperature": temperature, "photos": [photos[at][0] for at in run]}
            (arguments.cache / f"fold{fold}.npz").write_bytes(written(Net(net.layers, temperature, left_out)))


def _joined(some: list[tuple[Values, Labels]]) -> tuple[Values, Labels]:
    return np.concatenate([one for one, _ in some]), np.concatenate([one for _, one in some])


if __name__ == "__main__":
    main()
