"""Kernels as function pointers for other kernels.

A kernel that calls another kernel is compiled together with all of it. If it gets the other as a value of a function type, it
calls it through a pointer, which costs some nanoseconds, and each of the two is compiled once, for itself.
"""

from __future__ import annotations

from typing import Any

from numba import types


class Absent(types.WrapperAddressProtocol):  # type: ignore[misc]
    """Stands for a kernel of this signature that will not be called. Nothing is compiled for it."""

    def __init__(self, signature: Any) -> None:
        self._signature = signature

    def __wrapper_address__(self) -> int:
        return 1

    def signature(self) -> Any:
        """The types of a call."""
        return self._signature


class Pointer(Absent):
    """A kernel compiled for this signature, and its address, which numba would otherwise look up at each call."""

    def __init__(self, kernel: Any, signature: Any) -> None:
        super().__init__(signature)
        compiled = kernel.get_compile_result(signature)
        self._kernel = kernel
        self._address = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_cfunc_wrapper_name)

    def __wrapper_address__(self) -> int:
        return int(self._address)
