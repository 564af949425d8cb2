"""Functions that are only ever a part of a kernel: no machine code is made for them by themselves, and they are typed once.

Numba optimizes and assembles every function as if Python would call it, with all that it calls, and then once more as a part of
each of its callers: of a tower of five calls the lowest function is optimized five times. :class:`PartCompiler` stops after the
intermediate code of a function. The kernel that links it is optimized once, as a whole.

Further, of what remains, a third was spent on asking again what ``array[int]`` yields and on passes for what no kernel
has: closures, ``with``, literal loops. Types are asked for once here, and the passes are those that do something.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from numba import types
from numba.core import typed_passes, untyped_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import PassManager

_Function = TypeVar("_Function", bound=Callable[..., Any])

_IDLE = {
    untyped_passes.WithLifting,
    untyped_passes.InlineClosureLikes,
    untyped_passes.MakeFunctionToJitFunction,
    untyped_passes.InlineInlinables,
    untyped_passes.FindLiterallyCalls,
    untyped_passes.LiteralUnroll,
    untyped_passes.LiteralPropagationSubPipelinePass,
    typed_passes.InlineOverloads,
    typed_passes.AnnotateTypes,
    typed_passes.DumpParforDiagnostics,
}
"""Passes for what our kernels do not have."""


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

    def add_llvm_module(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout
        self._final_module.link_in(module)

    def finalize(self) -> None:
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class _Typing:
    """Numba's typing context, which remembers what a built-in function of these types yields."""

    _known: ClassVar[dict[Any, Any]] = {}

    def __init__(self, context: Any) -> None:
        self._context = context

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def resolve_function_type(self, function: Any, args: Any, kws: Any) -> Any:
        if type(function) is not types.Function or kws:
            return self._context.resolve_function_type(function, args, kws)
        if isinstance(args[0], types.Array | types.Integer):
            args = tuple(map(types.unliteral, args))
        # The function stays alive with its key: it keeps the implementation that belongs to the answer.
        key = function, args
        if key not in self._known:
            self._known[key] = self._context.resolve_function_type(function, args, kws)
        return self._known[key]


class PartCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler for what ``njit(pipeline_class=PartCompiler)`` decorates."""

    _passes: ClassVar[PassManager | None] = None

    def define_pipelines(self) -> Any:
        """The passes that do something, ending in a library that is for linking only."""
        self.state.library = _Library(self.state.targetctx.codegen(), "part")
        self.state.typingctx = _Typing(self.state.typingctx)
        if PartCompiler._passes is None:
            (default,) = super().define_pipelines()
            manager = PassManager("part")
            manager.passes = [each for each in default.passes if each[0] not in _IDLE]
            manager.finalize()
            PartCompiler._passes = manager
        return [PartCompiler._passes]


def same_for_all_literals(compiled: _Function) -> _Function:
    """Compile a function once for all numbers that stand in the source as its argument, which numba would do for each."""
    dispatcher: Any = compiled
    template = dispatcher.get_call_template

    def unliteral(args: Any, kws: Any) -> Any:
        plain = {name: types.unliteral(kind) for name, kind in kws.items()}
        return template(tuple(map(types.unliteral, args)), plain)

    dispatcher.get_call_template = unliteral
    return compiled
