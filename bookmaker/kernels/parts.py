"""Functions that are only ever a part of a kernel: no machine code is made for them by themselves.

Numba optimizes and assembles every function as if Python would call it, with all that it calls, and then once more as a part of
each of its callers: of a tower of five calls the lowest function is optimized five times. :class:`PartCompiler` stops after the
intermediate code of a function. The kernel that links it is optimized once, as a whole.
"""

from __future__ import annotations

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class _Library(JITCodeLibrary):  # type: ignore[misc]  # numba is untyped.
    """Code to be linked, with the code of all that it calls."""

    @property
    def codegen(self) -> Any:
        return self

    def set_env(self, name: str, env: Any) -> None:
        """Nothing to do: there is no machine code, the environment of which this would be."""

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0

    def finalize(self) -> None:
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class PartCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler for what ``njit(pipeline_class=PartCompiler)`` decorates."""

    def define_pipelines(self) -> Any:
        """The same passes, ending in a library that is for linking only."""
        self.state.library = _Library(self.state.targetctx.codegen(), "part")
        return super().define_pipelines()
