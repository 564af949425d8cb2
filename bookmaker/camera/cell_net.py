"""The net that reads one cell: empty, a digit, or another mark, each with its chance.

Five products of matrices in numpy; its numbers are ``digits.npz``, made by ``python -m benchmarks.digit_training``. Their
sources, and whom to credit, are in ``digits.txt`` beside them.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any

import numpy as np
import numpy.typing as npt

from bookmaker.base.errors import Fault, ResourceError

Values = npt.NDArray[np.float32]

EMPTY, MOST, OTHER = 0, 16, 17
"""Classes: an empty cell, the digits 1 to 16, and any other mark."""

VERSION = 1
STRIDES = (2, 2, 1, 2)
_NAME = "digits.npz"
_LEAST = 1e-7
_MOVES = ((1, 1), (0, 1), (2, 1), (1, 0), (1, 2))
LOOKS = len(_MOVES)
_FOREIGN = 0.02
"""How often a printed grid holds a digit above its size, against those that it may have."""


@dataclass(frozen=True, eq=False)
class Net:
    """The layers of a net: of convolutions float32 ``(height, width, channels in, channels out)``, then a matrix; each with
    its constants. ``temperature`` makes chances of its outputs; ``record`` has its sources and figures.
    """

    layers: tuple[tuple[Values, Values], ...]
    temperature: float
    record: dict[str, Any]

    def outputs(self, cells: Values, looks: int = 1) -> Values:
        """The outputs for cells of shape ``(n, CUT, CUT)``: float32 ``(n, OTHER + 1)``.

        ``looks``: how often each is looked at, :data:`LOOKS` at most: once as it is, then moved by a pixel each way. What
        depends on the pixel at which a cell was cut makes nothing sure.
        """
        edged = np.pad(cells, ((0, 0), (1, 1), (1, 1)), "edge")
        high, wide = cells.shape[1:]
        moved = [edged[:, down : down + high, over : over + wide] for down, over in _MOVES[:looks]]
        found: Values = np.mean([self._seen(one) for one in moved], 0, dtype=np.float32)
        return found

    def _seen(self, cells: Values) -> Values:
        held = cells[:, :, :, None].astype(np.float32)
        for (weights, added), stride in zip(self.layers, STRIDES, strict=False):
            held = np.maximum(
                unfolded(held, weights.shape[0], stride) @ weights.reshape(-1, weights.shape[3]) + added, 0
            )
        weights, added = self.layers[-1]
        scores: Values = held.reshape(len(held), -1) @ weights + added
        return scores

    def chances(self, cells: Values, size: int, looks: int = 1) -> npt.NDArray[np.float64]:
        """The chance of each class for cells of a grid of ``size`` cells across: float64 ``(n, size + 2)``: empty, the digits of
        such a grid, another mark.
        """
        scaled = self.outputs(cells, looks).astype(np.float64) / self.temperature
        scaled -= scaled.max(1, keepdims=True)
        chance = np.exp(scaled)
        chance /= chance.sum(1, keepdims=True)
        # A digit that such a grid has none of is another mark; but then an 8 is hardly ever a B.
        other = chance[:, OTHER:] + _FOREIGN * chance[:, size + 1 : OTHER].sum(1, keepdims=True)
        found: npt.NDArray[np.float64] = np.maximum(np.concatenate([chance[:, : size + 1], other], 1), _LEAST)
        found /= found.sum(1, keepdims=True)
        return found


def unfolded(held: Values, width: int, stride: int) -> Values:
    """The squares of ``width`` around each place: ``(n, side, side, channels)`` to ``(n, side', side', width² × channels)``."""
    reach = width // 2
    count, side, _, channels = held.shape
    padded = np.zeros((count, side + 2 * reach, side + 2 * reach, channels), np.float32)
    padded[:, reach : reach + side, reach : reach + side] = held
    windows = np.lib.stride_tricks.sliding_window_view(padded, (width, width), (1, 2))[:, ::stride, ::stride]
    out = (side - 1) // stride + 1
    return np.ascontiguousarray(windows.transpose(0, 1, 2, 4, 5, 3)).reshape(count, out, out, width * width * channels)


@cache
def net() -> Net:
    """The net that bookmaker ships. Raises ResourceError where its file is missing or not of this version."""
    return loaded(_content())


@cache
def digest() -> str:
    """The sha256 of the file of that net."""
    return hashlib.sha256(_content()).hexdigest()


def _content() -> bytes:
    try:
        return (files(__package__) / _NAME).read_bytes()
    except OSError as error:
        raise ResourceError(Fault(f"{_NAME} cannot be read: {error.strerror or error}")) from error


def loaded(content: bytes) -> Net:
    """The net of a file. Raises ResourceError for one that is not of this version."""
    try:
        # Never a pickle: it would run the code of a stranger.
        with np.load(BytesIO(content), allow_pickle=False) as held:
            record = json.loads(str(held["record"]))
            pairs = [(held[f"weights{at}"], held[f"added{at}"]) for at in range(len(STRIDES) + 1)]
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise ResourceError(Fault(f"{_NAME} is damaged", advice="install bookmaker anew")) from error
    if record.get("version") != VERSION or pairs[-1][0].shape[-1] != OTHER + 1:
        raise ResourceError(Fault(f"{_NAME} is of another version", advice="install bookmaker anew"))
    layers = tuple((weights.astype(np.float32), added.astype(np.float32)) for weights, added in pairs)
    return Net(layers, float(record["temperature"]), record)
