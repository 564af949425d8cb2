"""The decorator of every jitted function: numba's, with the options of the house, and visible to the type checker."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import njit

from bookmaker.jit.cache import keep
from bookmaker.jit.parts import KernelCompiler, PartCompiler, same_for_all_literals

_Function = TypeVar("_Function", bound=Callable[..., Any])


_PART: dict[str, Any] = {
    "nogil": True,
    "_nrt": False,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "pipeline_class": PartCompiler,
}


def kernel(function: _Function) -> _Function:
    """Compile on first use, keep the machine code on disk (``cache``) and let other threads run meanwhile (``nogil``)."""
    compiled: _Function = njit(nogil=True)(function)
    keep(compiled)
    return compiled


def bare(function: _Function) -> _Function:
    """As :func:`kernel`, for what makes no array: no references to arrays are counted (``_nrt=False``), atomically and slowly.

    Their caller holds all arrays.
    """
    compiled: _Function = njit(nogil=True, _nrt=False, pipeline_class=KernelCompiler)(function)
    keep(compiled)
    return compiled


def direct(function: Callable[..., Any], signature: Any) -> Any:
    """The compiled code of a function for one signature, to be called directly: as :func:`bare`, but without looking at the
    types of all arguments at every call, which takes longer than making a puzzle.
    """
    compiled: Any = bare(function)
    compiled.compile(signature)
    (only,) = compiled.overloads.values()
    return only.entry_point


def inner(function: _Function) -> _Function:
    """For what only kernels call, and what makes no array: it becomes a part of its caller. Nothing is compiled for Python."""
    compiled: _Function = njit(forceinline=True, **_PART)(function)
    return same_for_all_literals(compiled)


def lean(function: _Function) -> _Function:
    """As :func:`inner`, for what is too large to be a part of each caller."""
    compiled: _Function = njit(**_PART)(function)
    return same_for_all_literals(compiled)


index: Any = np.uint64
"""An unsigned index: numba then leaves out the test for a negative one, which an inner loop feels. Mixed with signed
integers it turns into a float, so that it is kept among its like. Any to the type checker, to pass where an int is asked for."""
