"""The decorators of the finders: numba's, for functions that neither make nor keep an array."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import njit

from bookmaker.kernels.caching import kept_for

int64: Any = np.int64
"""All scalars of the finders are of this type: numba turns uint64 mixed with a literal into a float. Any to the type
checker, to pass where an int is asked for."""

_Function = TypeVar("_Function", bound=Callable[..., Any])


def kernel(function: _Function) -> _Function:
    """For what Python or another room calls.

    A call passes some twenty arrays; numba counts a reference to each of them up and down, atomically, which took four
    fifths of the time. Functions that make no array do not need the counts (``_nrt=False``): their caller holds all arrays.
    """
    with kept_for(function.__module__):
        compiled: _Function = njit(cache=True, nogil=True, _nrt=False)(function)
    return compiled


def inner(function: _Function) -> _Function:
    """For what only kernels call: as :func:`kernel`, without what costs compile time and serves Python only.

    That is a wrapper that unpacks all those arrays, and machine code of its own on disk: the kernels' holds it already.
    """
    compiled: _Function = njit(nogil=True, _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    return compiled
