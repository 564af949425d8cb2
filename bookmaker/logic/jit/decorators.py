"""The decorators of all jitted functions: numba's ``njit`` with this project's options, in a form that the type checker sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import njit

from bookmaker.logic.jit.bundle import is_noted
from bookmaker.logic.jit.cache import keep
from bookmaker.logic.jit.parts import KernelCompiler, PartCompiler, for_kernels

_Function = TypeVar("_Function", bound=Callable[..., Any])


_PART: dict[str, Any] = {
    "nogil": True,
    "_nrt": False,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "pipeline_class": PartCompiler,
}


def kernel(function: _Function) -> _Function:
    """A kernel: compiled on first use, kept on disk; other threads run while it does (``nogil``)."""
    compiled: _Function = njit(nogil=True)(function)
    keep(compiled)
    return compiled


def bare(function: _Function) -> _Function:
    """As :func:`kernel`, for a function that makes no array.

    It does not count references to arrays (``_nrt=False``), which would be slow, since counting is atomic. Its caller holds all
    arrays.
    """
    compiled: _Function = njit(nogil=True, _nrt=False, pipeline_class=KernelCompiler)(function)
    keep(compiled)
    return compiled


def direct(compiled: Any, signature: Any) -> Any:
    """The machine code of a kernel for one signature, to be called directly.

    A call does not look at the types of the arguments, which takes longer than making a puzzle.
    """
    if is_noted(compiled, signature):
        return None
    return compiled.get_compile_result(signature).entry_point


def inner(function: _Function) -> _Function:
    """For a function that only kernels call, and that makes no array. It is inlined into its callers. Python cannot call it."""
    compiled: _Function = njit(forceinline=True, **_PART)(function)
    return for_kernels(compiled)


def lean(function: _Function) -> _Function:
    """As :func:`inner`, for a function that is too large to be inlined into each caller."""
    compiled: _Function = njit(**_PART)(function)
    return for_kernels(compiled)


index: Any = np.uint64
"""The type of an unsigned index. Numba then leaves out the test for a negative index, which makes inner loops faster. Mixed with
a signed integer it would turn into a float. To the type checker it is Any, so that it passes as an int."""
