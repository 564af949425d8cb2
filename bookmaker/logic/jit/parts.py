"""How kernels and their parts are compiled: each part once, to intermediate code; each kernel as a whole, with all of its parts.

Numba optimizes and assembles every function as if Python called it, together with all that it calls, and then once more inside
each of its callers. In a chain of five calls the last function is optimized five times. :class:`PartCompiler` stops after
the intermediate code of a function. The kernel that links it (:class:`KernelCompiler`) is optimized once, as a whole.

Most of the remaining time went into repeated questions such as what ``array[int]`` yields, into passes for features that no
kernel uses (closures, ``with``, literal loops, references), and into linking the same parts along each path of calls. Here each
type is inferred once, only the passes run that have an effect, and each part is linked once. How the code of a part is
written: :mod:`bookmaker.logic.jit.lowering`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, TypeVar

from llvmlite.binding import Linkage
from numba import types
from numba.core import rewrites, transforms, typed_passes, untyped_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.ir_utils import build_definitions
from numba.core.ssa import reconstruct_ssa

from bookmaker.logic.jit.lowering import PartLower

_Function = TypeVar("_Function", bound=Callable[..., Any])


class _Lowering(typed_passes.BaseNativeLowering):  # type: ignore[misc]  # numba is untyped.
    _name = "part_lowering"

    @property
    def lowering_class(self) -> Any:
        return PartLower


class _Straight:
    """Those of numba's passes that have an effect, one after another.

    Numba's own manager computes the lifetime of every variable again after each pass, for ``del`` statements that no part needs.
    """

    pipeline_name = "part"
    exec_times: ClassVar[dict[str, Any]] = {}

    def run(self, state: Any) -> None:
        """Compile the function of this state."""
        with global_compiler_lock:
            untyped_passes.TranslateByteCode().run_pass(state)
            untyped_passes.FixupArgs().run_pass(state)
            state.func_ir.blocks = transforms.canonicalize_cfg(state.func_ir.blocks)
            rewrites.rewrite_registry.apply("before-inference", state)
            untyped_passes.RewriteDynamicRaises().run_pass(state)
            reconstruct_ssa(state.func_ir)
            state.func_ir._definitions = build_definitions(state.func_ir.blocks)
            typed_passes.NopythonTypeInference().run_pass(state)
            typed_passes.PreLowerStripPhis()._strip_phi_nodes(state.func_ir)
            _Lowering().run_pass(state)
            typed_passes.NoPythonBackend().run_pass(state)


class _Part(JITCodeLibrary):  # type: ignore[misc]
    """Intermediate code of one function, for linking. The functions that it calls are linked beside it, once into each kernel."""

    _shared_module: Any

    @property
    def codegen(self) -> Any:
        return self

    def set_env(self, name: str, env: Any) -> None:
        """Nothing to do: without machine code there is no environment."""

    def get_pointer_to_function(self, name: str) -> int:
        """0: only kernels have machine code."""
        self._ensure_finalized()
        return 0

    def add_llvm_module(self, module: Any) -> None:
        """Take the code of the function without optimizing it."""
        module.data_layout = self._codegen._data_layout
        self._final_module = module
        self.functions = [
            function.name
            for function in module.functions
            if not function.is_declaration and function.linkage == Linkage.external
        ]

    def finalize(self) -> None:
        """Finish without optimizing or linking."""
        self._raise_if_finalized()
        self._finalize_dynamic_globals()
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """The code with all that it calls, for a kernel that numba compiles in its own way."""
        if self._shared_module is None:
            module = self._final_module.clone()
            _link(module, _called(self._linking_libraries))
            for name in self.functions:
                module.get_function(name).linkage = Linkage.linkonce_odr
            self._shared_module = module
        return self._shared_module


def _called(libraries: Iterable[Any]) -> list[Any]:
    """These libraries and all that their parts call, each once."""
    found: dict[Any, None] = {}
    waiting = list(libraries)
    while waiting:
        library = waiting.pop()
        if library not in found:
            found[library] = None
            if isinstance(library, _Part):
                waiting.extend(library._linking_libraries)
    return list(found)


def _link(module: Any, libraries: list[Any]) -> None:
    """Link the code of each of these libraries into a module."""
    for library in libraries:
        code = library._final_module if isinstance(library, _Part) else library._get_module_for_linking()
        module.link_in(code, preserve=True)
    for library in libraries:
        if isinstance(library, _Part):
            for name in library.functions:
                # A kernel may drop a function that it has inlined. "internal" linkage would also be correct, but LLVM then
                # inlines every function with one caller, whatever its size, which takes three times as long and gains nothing.
                module.get_function(name).linkage = Linkage.linkonce_odr


class _Whole(JITCodeLibrary):  # type: ignore[misc]
    """The code of a kernel with all of its parts."""

    def finalize(self) -> None:
        """Link, optimize and assemble the kernel."""
        self._raise_if_finalized()
        libraries = _called(self._linking_libraries)
        for library in libraries:
            self._reload_init.update(library._reload_init)
        _link(self._final_module, libraries)
        # Numba runs cheap passes first, to bring counts of references together. Here are none.
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)
        self._finalize_final_module()


class _Typing:
    """Numba's typing context, with a memory for what each operation on given types yields."""

    _known: ClassVar[dict[Any, Any]] = {}

    def __init__(self, context: Any) -> None:
        self._context = context

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def _remembered(self, asked: str, *key: Any) -> Any:
        known = self._known.get((asked, *key))
        if known is None:
            known = getattr(self._context, asked)(*key)
            # The key keeps a function alive, and with it the implementation that belongs to the answer.
            self._known[asked, *key] = known
        return known

    def resolve_function_type(self, function: Any, args: Any, kws: Any) -> Any:
        """The type of a call with these arguments. Among arrays and numbers a literal number is typed like any other."""
        if kws or not args or isinstance(args[-1], slice):
            return self._context.resolve_function_type(function, args, kws)
        key = "call", function, args
        known = self._known.get(key)
        if known is None:
            first = args[0]
            plain = args
            if function is operator.getitem and isinstance(first, types.Array):
                plain = first, _plain(args[1])
            elif isinstance(first, types.Array | types.Integer):
                plain = tuple(map(types.unliteral, args))
            known = self._context.resolve_function_type(function, plain, kws)
            self._known[key] = known
        return known

    def resolve_getattr(self, kind: Any, name: str) -> Any:
        """The type of an attribute."""
        return self._remembered("resolve_getattr", kind, name)

    def resolve_setitem(self, target: Any, index: Any, value: Any) -> Any:
        """The types for writing an item."""
        if isinstance(target, types.Array):
            return self._remembered("resolve_setitem", target, _plain(index), types.unliteral(value))
        return self._context.resolve_setitem(target, index, value)

    def resolve_static_getitem(self, value: Any, index: Any) -> Any:
        """The type of an item at a constant index. Arrays have none apart from that of any index."""
        return None if isinstance(value, types.Array) else self._context.resolve_static_getitem(value, index)

    def resolve_static_setitem(self, target: Any, index: Any, value: Any) -> Any:
        """The types for writing an item at a constant index."""
        if isinstance(target, types.Array):
            return None
        return self._context.resolve_static_setitem(target, index, value)


def _plain(index: Any) -> Any:
    if isinstance(index, types.BaseTuple):
        return types.Tuple(tuple(map(types.unliteral, index.types)))
    return types.unliteral(index)


class PartCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler for parts, as an argument of ``njit(pipeline_class=...)``."""

    def define_pipelines(self) -> Any:
        """The passes that have an effect, and a library that is for linking only."""
        self.state.library = _Part(self.state.targetctx.codegen(), "part")
        self.state.typingctx = _Typing(self.state.typingctx)
        return [_Straight()]


class KernelCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler for kernels that make no arrays."""

    def define_pipelines(self) -> Any:
        """As for a part, but with machine code in the end."""
        self.state.library = _Whole(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        self.state.library.enable_object_caching()
        self.state.typingctx = _Typing(self.state.typingctx)
        return [_Straight()]


def for_kernels(compiled: _Function) -> _Function:
    """Make a function a part: kernels call it, and a call from Python raises TypeError.

    Python would call machine code, of which a part has none, and the process would end without a message. The part is compiled
    once for all literal numbers that are its arguments. Numba would compile it for each.
    """
    dispatcher: Any = compiled

    def remember(found: Any) -> None:
        # Numba also enters compiled code in the table in which a call from Python looks.
        dispatcher.overloads[tuple(found.signature.args)] = found

    def refuse(*_args: Any, **_kws: Any) -> None:
        raise TypeError(f"{dispatcher.__name__} is a part of kernels: it has no code that Python could call")

    dispatcher.add_overload = remember
    dispatcher._compile_for_args = refuse  # A call that is not in that table comes here.
    template = dispatcher.get_call_template

    def unliteral(args: Any, kws: Any) -> Any:
        plain = {name: types.unliteral(kind) for name, kind in kws.items()}
        return template(tuple(map(types.unliteral, args)), plain)

    dispatcher.get_call_template = unliteral
    return compiled
