"""The translation of parts into LLVM's intermediate code: integers, items of arrays, fields of bundles, ranges and calls.

Numba builds intermediate code in Python, by rules for any type. To read ``array[i, j]`` it looks up the rule among hundreds,
packs the indices into a tuple, stores the fields of the array in memory, and computes with all of them. This took most
of the time of compiling a part, and LLVM then had to remove it all again. :class:`PartLower` writes the short code
directly, and remembers the rules that it has found for the rest. Where it has no rule of its own, it uses numba's. Without it
the first `bookmaker build examples/starter.yaml` takes 62.8 s of processor time instead of 49.0, `generate -n1` 15.9 instead of
12.9.

Parts count no references (``_nrt=False``), raise nothing that is caught, and have no debugging information.
"""

from __future__ import annotations

import operator
from typing import Any, ClassVar

from llvmlite import ir as llvm
from numba import types
from numba.core import cgutils, errors, ir
from numba.core.lowering import Lower

_ARITHMETIC = {
    operator.add: "add",
    operator.sub: "sub",
    operator.mul: "mul",
    operator.and_: "and_",
    operator.or_: "or_",
    operator.xor: "xor",
}
_COMPARING = {
    operator.eq: "==",
    operator.ne: "!=",
    operator.lt: "<",
    operator.le: "<=",
    operator.gt: ">",
    operator.ge: ">=",
}
_WORD = llvm.IntType(64)
_ZERO = _WORD(0)


def _is_word(kind: Any) -> bool:
    return isinstance(kind, types.Integer) and kind.bitwidth == _WORD.width


class PartLower(Lower):  # type: ignore[misc]  # numba is untyped.
    """Numba's translator of its own intermediate code into LLVM's, for parts."""

    _rules: ClassVar[dict[Any, Any]] = {}
    _attributes: ClassVar[dict[Any, Any]] = {}

    def init(self) -> None:
        """As numba's, with notes for one function."""
        super().init()
        self._range = self.context.typing_context.resolve_value_type(range)
        self._by_ones: set[str] = set()

    # Statements.

    def lower_block(self, block: Any) -> None:
        """As numba's, without its work for ``try``, ``del`` and messages at each statement."""
        place = errors.new_error_context('lowering "{0.statement}" at {0.loc}', self, errcls_=errors.LoweringError)  # type: ignore[attr-defined]
        with place:
            for self.statement in block.body:
                self.loc = self.statement.loc
                self.lower_inst(self.statement)

    def lower_inst(self, inst: Any) -> Any:
        """Write a statement."""
        kind = type(inst)
        if kind is ir.Assign:
            name = self._target = inst.target.name
            self.storevar(self.lower_assign(self.fndesc.typemap[name], inst), name)
        elif kind is ir.Jump:
            self.builder.branch(self.blkmap[inst.target])
        elif kind is ir.SetItem:
            self.lower_setitem(inst.target, inst.index, inst.value, self.fndesc.calltypes[inst])
        elif kind is ir.StaticSetItem:
            self._static_setitem(inst)
        elif kind is not ir.Del:
            super().lower_inst(inst)

    def lower_assign(self, ty: Any, inst: Any) -> Any:
        """Write the right side of an assignment; returns its value."""
        value = inst.value
        kind = type(value)
        if kind is ir.Expr:
            return self.lower_expr(ty, value)
        if kind is ir.Var:
            return self._cast(self.loadvar(value.name), self.fndesc.typemap[value.name], ty)
        if kind in (ir.Const, ir.Global, ir.FreeVar) and isinstance(ty, types.Integer):
            return llvm.Constant(llvm.IntType(ty.bitwidth), int(value.value))
        return super().lower_assign(ty, inst)

    # Variables. References are not counted, so that none is released or cleared.

    def loadvar(self, name: str) -> Any:
        """The value of a variable."""
        value = self._blk_local_varmap.get(name)
        return self.builder.load(self.getvar(name)) if value is None else value

    def storevar(self, value: Any, name: str, argidx: Any = None) -> None:
        """Assign a value to a variable."""
        if name in self._singly_assigned_vars:
            self._blk_local_varmap[name] = value
        else:
            self.builder.store(value, self.getvar(name))

    def getvar(self, name: str) -> Any:
        """The address of a variable that is used in several blocks."""
        place = self.varmap.get(name)
        if place is None:
            kind = self.context.get_value_type(self.fndesc.typemap[name])
            place = self.varmap[name] = cgutils.alloca_once(self.builder, kind, name=name)
        return place

    def _cast(self, value: Any, of: Any, to: Any) -> Any:
        if of is to:
            return value
        if isinstance(of, types.IntegerLiteral) and isinstance(to, types.Integer):
            return llvm.Constant(llvm.IntType(to.bitwidth), of.literal_value)
        return self.context.cast(self.builder, value, of, to)

    # Expressions.

    def lower_expr(self, resty: Any, expr: Any) -> Any:
        """Write an expression; returns its value, of the type ``resty``."""
        op = expr.op
        if op in ("binop", "inplace_binop"):
            known = self._word_operation(resty, expr)
            if known is not None:
                return known
        elif op == "getattr" and not isinstance(resty, types.BoundFunction):
            return self._attribute(resty, expr)
        elif op == "getitem":
            return self.lower_getitem(resty, expr, expr.value, expr.index, self.fndesc.calltypes[expr])
        else:
            rule = self._RULES.get(op)
            known = rule and rule(self, resty, expr)
            if known is not None:
                return known
        return super().lower_expr(resty, expr)

    def _static_getitem(self, resty: Any, expr: Any) -> Any:
        kind = self.typeof(expr.value.name)
        if isinstance(kind, types.Array):
            return self.lower_getitem(resty, expr, expr.value, expr.index_var, self.fndesc.calltypes[expr])
        if isinstance(kind, types.BaseTuple) and isinstance(expr.index, int) and 0 <= expr.index < len(kind):
            item = self.builder.extract_value(self.loadvar(expr.value.name), expr.index)
            return self._cast(item, kind.types[expr.index], resty)
        return None

    # Loops over a range.

    def _iterator(self, resty: Any, expr: Any) -> Any:
        """The iterator of a range by ones: numba's, without the code for other steps."""
        if expr.value.name not in self._by_ones:
            return None
        builder = self.builder
        first, stop = (builder.extract_value(self.loadvar(expr.value.name), i) for i in (0, 1))
        rest = builder.sub(stop, first)
        zero, one = rest.type(0), rest.type(1)
        number, count = (cgutils.alloca_once(builder, rest.type) for _ in range(2))
        builder.store(first, number)
        builder.store(builder.select(builder.icmp_signed(">", rest, zero), rest, zero), count)
        value = llvm.Constant(self.context.get_value_type(resty), None)
        for i, part in enumerate((number, stop, one, count)):
            value = builder.insert_value(value, part, i)
        return value

    def _next(self, resty: Any, expr: Any) -> Any:
        """The next number of a range, and whether there is one."""
        if not isinstance(self.typeof(expr.value.name), types.RangeIteratorType):
            return None
        builder, state = self.builder, self.loadvar(expr.value.name)
        number, step, count = (builder.extract_value(state, i) for i in (0, 2, 3))
        item, left = builder.load(number), builder.load(count)
        some = builder.icmp_signed(">", left, left.type(0))
        builder.store(builder.sub(left, left.type(1), flags=["nsw"]), count)
        builder.store(builder.add(item, step), number)
        pair = llvm.Constant(self.context.get_value_type(resty), None)
        return builder.insert_value(builder.insert_value(pair, item, 0), some, 1)

    def _pair_first(self, resty: Any, expr: Any) -> Any:
        return self.builder.extract_value(self.loadvar(expr.value.name), 0)

    def _pair_second(self, resty: Any, expr: Any) -> Any:
        return self.builder.extract_value(self.loadvar(expr.value.name), 1)

    _RULES: ClassVar[dict[str, Any]] = {
        "static_getitem": _static_getitem,
        "getiter": _iterator,
        "iternext": _next,
        "pair_first": _pair_first,
        "pair_second": _pair_second,
    }

    def _word_operation(self, resty: Any, expr: Any) -> Any:
        """The result of an operation on two 64-bit integers of one type; None for any other."""
        signature = self.fndesc.calltypes[expr]
        of, to = signature.args
        if not (_is_word(of) and _is_word(to)):
            return None
        function = expr.fn if expr.op == "binop" else expr.immutable_fn
        if of != to and function not in (operator.lshift, operator.rshift):
            return None
        typemap, builder = self.fndesc.typemap, self.builder
        one = self._cast(self.loadvar(expr.lhs.name), typemap[expr.lhs.name], of)
        two = self._cast(self.loadvar(expr.rhs.name), typemap[expr.rhs.name], to)
        kind = signature.return_type
        if function in _COMPARING:
            compare = builder.icmp_signed if of.signed else builder.icmp_unsigned
            value = compare(_COMPARING[function], one, two)
        elif not _is_word(kind):
            return None
        elif function in _ARITHMETIC:
            value = getattr(builder, _ARITHMETIC[function])(one, two)
        elif function is operator.lshift:
            value = builder.shl(one, two)
        elif function is operator.rshift:
            value = (builder.ashr if kind.signed else builder.lshr)(one, two)
        else:
            return None
        return self._cast(value, kind, resty)

    def _attribute(self, resty: Any, expr: Any) -> Any:
        kind = self.fndesc.typemap[expr.value.name]
        key = kind, expr.attr
        if key not in self._attributes:
            typed = self.context.typing_context.resolve_getattr(*key)
            self._attributes[key] = self.context.get_getattr(*key), typed
        rule, typed = self._attributes[key]
        if rule is None:
            return self.context.get_dummy_value()
        value = rule(self.context, self.builder, kind, self.loadvar(expr.value.name), expr.attr)
        return self._cast(value, typed, resty)

    # Items of arrays.

    def _places(self, array: Any, kind: Any, index_var: Any, index: Any) -> list[Any] | None:
        """The index on each of the first axes, counted from 0; None if these are not plain integers."""
        held = self.loadvar(index_var.name)
        of = self.fndesc.typemap[index_var.name]
        if isinstance(index, types.BaseTuple):
            pairs = [(self.builder.extract_value(held, i), of.types[i], to) for i, to in enumerate(index.types)]
        else:
            pairs = [(held, of, index)]
        if len(pairs) > kind.ndim or not all(isinstance(to, types.Integer) for _, _, to in pairs):
            return None
        places = []
        shape = self.context.data_model_manager[kind].get_field_position("shape")
        for axis, (value, of, to) in enumerate(pairs):
            plain = types.intp if to.signed else types.uintp
            place = self._cast(self._cast(value, of, to), to, plain)
            if to.signed and not (isinstance(place, llvm.Constant) and place.constant >= 0):
                length = self.builder.extract_value(array, (shape, axis))
                below = self.builder.icmp_signed("<", place, _ZERO)
                place = self.builder.select(below, self.builder.add(place, length), place)
            places.append(place)
        return places

    def _pointer(self, array: Any, kind: Any, places: list[Any]) -> Any:
        """The address of an item, or of the first of those that share these indices."""
        model, builder = self.context.data_model_manager[kind], self.builder
        shape = model.get_field_position("shape")
        item = places[0]
        for axis in range(1, kind.ndim):
            item = builder.mul(item, builder.extract_value(array, (shape, axis)))
            if axis < len(places):
                item = builder.add(item, places[axis])
        return builder.gep(builder.extract_value(array, model.get_field_position("data")), [item])

    def lower_getitem(self, resty: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:
        """Read an item, or the array of those that share their first indices."""
        kind = signature.args[0]
        if isinstance(kind, types.Array) and kind.layout == "C" and kind is self.fndesc.typemap[value.name]:
            array = self.loadvar(value.name)
            places = self._places(array, kind, index, signature.args[1])
            if places is not None:
                pointer = self._pointer(array, kind, places)
                if isinstance(signature.return_type, types.Array):
                    return self._view(array, kind, signature.return_type, pointer, len(places))
                align = None if kind.aligned else 1
                item = self.context.unpack_value(self.builder, kind.dtype, pointer, align=align)
                return self._cast(item, kind.dtype, resty)
        return super().lower_getitem(resty, expr, value, index, signature)

    def _view(self, array: Any, kind: Any, to: Any, pointer: Any, given: int) -> Any:
        """The array of the items that share ``given`` indices on the first axes."""
        builder = self.builder
        model, view = self.context.data_model_manager[kind], self.context.data_model_manager[to]

        def field(name: str) -> Any:
            return builder.extract_value(array, model.get_field_position(name))

        def rest(name: str) -> list[Any]:
            place = model.get_field_position(name)
            return [builder.extract_value(array, (place, axis)) for axis in range(given, kind.ndim)]

        lengths = rest("shape")
        items = lengths[0]
        for length in lengths[1:]:
            items = builder.mul(items, length)
        value = llvm.Constant(view.get_value_type(), None)  # References are not counted: no owner, no parent.
        for name, content in (
            ("nitems", items),
            ("itemsize", field("itemsize")),
            ("data", pointer),
            ("shape", cgutils.pack_array(builder, lengths, _WORD)),
            ("strides", cgutils.pack_array(builder, rest("strides"), _WORD)),
        ):
            value = builder.insert_value(value, content, view.get_field_position(name))
        return value

    def lower_setitem(self, target_var: Any, index_var: Any, value_var: Any, signature: Any) -> Any:
        """Write an item."""
        kind, index, _ = signature.args
        if isinstance(kind, types.Array) and kind.layout == "C" and kind is self.fndesc.typemap[target_var.name]:
            array = self.loadvar(target_var.name)
            places = self._places(array, kind, index_var, index)
            if places is not None and len(places) == kind.ndim:
                value = self._cast(self.loadvar(value_var.name), self.fndesc.typemap[value_var.name], signature.args[2])
                value = self._cast(value, signature.args[2], kind.dtype)
                align = None if kind.aligned else 1
                pointer = self._pointer(array, kind, places)
                return self.context.pack_value(self.builder, kind.dtype, value, pointer, align=align)
        return super().lower_setitem(target_var, index_var, value_var, signature)

    def _static_setitem(self, inst: Any) -> None:
        signature = self.fndesc.calltypes[inst]
        if isinstance(signature.args[0], types.Array) and inst.index_var is not None:
            self.lower_setitem(inst.target, inst.index_var, inst.value, signature)
        else:
            super().lower_inst(inst)

    # Calls.

    def _lower_call_normal(self, fnty: Any, expr: Any, signature: Any) -> Any:
        if (
            isinstance(fnty, types.NumberClass)
            and len(expr.args) == 1
            and isinstance(signature.return_type, types.Number)
        ):
            return self._cast_var(expr.args[0], signature.return_type)
        if fnty is self._range and len(expr.args) in (1, 2) and not (expr.kws or expr.vararg):
            return self._range_by_ones(expr, signature)
        if expr.target is not None or signature.recvr:
            return super()._lower_call_normal(fnty, expr, signature)
        values = self.fold_call_args(fnty, signature, expr.args, expr.vararg, expr.kws)
        key = fnty, signature.args, signature.return_type
        rule = self._rules.get(key)
        if rule is None:
            found = self.context.get_function(fnty, signature)
            rule = self._rules[key] = found._imp, found._sig, getattr(found, "libs", ())
        build, plain, libraries = rule
        value = build(self.context, self.builder, plain, values, loc=self.loc)
        self.context.add_linking_libs(libraries)
        return value

    def _lower_call_FunctionType(self, fnty: Any, expr: Any, signature: Any) -> Any:  # noqa: N802  # As numba names it.
        """Call a kernel through its address, without numba's code for values that have none."""
        values = self.fold_call_args(fnty, types.unliteral(signature), expr.args, expr.vararg, expr.kws)
        address = self.builder.extract_value(self.loadvar(expr.func.name), 0)
        function = self.builder.bitcast(address, self.context.get_value_type(fnty.ftype))
        return self.builder.call(function, values)

    def _range_by_ones(self, expr: Any, signature: Any) -> Any:
        builder, ends = self.builder, [self._cast_var(*each) for each in zip(expr.args, signature.args, strict=True)]
        word = ends[0].type
        value = llvm.Constant(self.context.get_value_type(signature.return_type), None)
        for i, part in enumerate((*([word(0)] if len(ends) == 1 else []), *ends, word(1))):
            value = builder.insert_value(value, part, i)
        if self._target in self._singly_assigned_vars:
            self._by_ones.add(self._target)
        return value

    def _cast_var(self, var: Any, ty: Any) -> Any:
        if isinstance(var, ir.Var):
            return self._cast(self.loadvar(var.name), self.fndesc.typemap[var.name], ty)
        return super()._cast_var(var, ty)
