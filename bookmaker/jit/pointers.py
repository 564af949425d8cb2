"""Kernels as function pointers for other kernels.

A kernel that calls another is compiled together with all of it. One that gets it as an argument of a function type
calls it through a pointer, which costs some nanoseconds, and both are compiled once, for themselves.
"""

from __future__ import annotations

from typing import Any

from numba import types


class Absent(types.WrapperAddressProtocol):  # type: ignore[misc]
    """Stands for a kernel that will not be called, so that nothing is compiled for it."""

    def __init__(self, signature: Any) -> None:
        self._signature = signature

    def __wrapper_address__(self) -> int:
        return 1

    def signature(self) -> Any:
        """What numba asks a function pointer for: the types of its call."""
        return self._signature


class Pointer(Absent):
    """A compiled kernel at this signature. Numba would look for its address anew at each call that hands it over."""

    def __init__(self, kernel: Any, signature: Any) -> None:
        super().__init__(signature)
        compiled = kernel.get_compile_result(signature)
        self._kernel = kernel
        self._address = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_cfunc_wrapper_name)

    def __wrapper_address__(self) -> int:
        return int(self._address)
