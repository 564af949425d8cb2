"""Vectors of words, of 16 or 32 bits, inside a jitted function: arithmetic written in Python, emitted as LLVM instructions.

An intrinsic builds its code by calling Python, so that ``(a | a >> 1) & mask`` on :class:`Lanes` *is* the code. It uses only
instructions that LLVM knows for every CPU. LLVM maps a vector of 16 words to the CPU's registers (one with AVX-512, two with
AVX2, four with SSE2 or NEON). So nothing is chosen at run time, and this crashes on no CPU.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, config
from numba.core.codegen import get_host_cpu_features

WORD = ir.IntType(32)
HALF = ir.IntType(16)

TURNS = [2, 3, 0, 1], [1, 0, 3, 2]
"""Orders of four lanes: folding each lane with the one two further, then with its neighbour, combines all four."""


def many_registers() -> bool:
    """Whether the target CPU has 32 vector registers instead of 16 (AVX-512 brings them, also for shorter vectors). What does not
    fit is spilled to memory.
    """
    features = get_host_cpu_features() if config.CPU_FEATURES is None else config.CPU_FEATURES
    return "+avx512vl" in features.split(",")


def compares_to_bits(module: Any) -> bool:
    """Whether comparing vectors gives a bit for each lane in few instructions on the CPU that a module is for, as on x86. ARM
    compares to lanes of ones, and to collect a bit of each takes 40 instructions for 32 lanes.
    """
    return bool(module.triple.startswith(("x86", "i")))


class Lanes:
    """A vector value of the function under construction. Integers in an expression become vectors of them."""

    def __init__(self, builder: Any, value: Any) -> None:
        self.builder, self.value = builder, value

    @staticmethod
    def load(builder: Any, pointer: Any, count: int, kind: Any = WORD) -> Lanes:
        """``count`` words from an address that need not be aligned to more than a word."""
        value = builder.load(builder.bitcast(pointer, ir.VectorType(kind, count).as_pointer()))
        value.align = kind.width // 8
        return Lanes(builder, value)

    def store(self, pointer: Any) -> None:
        """Write the words to an address that need not be aligned to more than a word."""
        kind = self.value.type
        self.builder.store(self.value, self.builder.bitcast(pointer, kind.as_pointer())).align = kind.element.width // 8

    def __len__(self) -> int:
        count: int = self.value.type.count
        return count

    def _operand(self, other: Lanes | int) -> Any:
        if isinstance(other, Lanes):
            return other.value
        return ir.Constant(self.value.type, [other & (1 << self.value.type.element.width) - 1] * len(self))

    def __and__(self, other: Lanes | int) -> Lanes:
        return Lanes(self.builder, self.builder.and_(self.value, self._operand(other)))

    def __or__(self, other: Lanes | int) -> Lanes:
        return Lanes(self.builder, self.builder.or_(self.value, self._operand(other)))

    def __xor__(self, other: Lanes | int) -> Lanes:
        return Lanes(self.builder, self.builder.xor(self.value, self._operand(other)))

    def __add__(self, other: Lanes | int) -> Lanes:
        return Lanes(self.builder, self.builder.add(self.value, self._operand(other)))

    def __sub__(self, other: Lanes | int) -> Lanes:
        return Lanes(self.builder, self.builder.sub(self.value, self._operand(other)))

    def __lshift__(self, other: int) -> Lanes:
        return Lanes(self.builder, self.builder.shl(self.value, self._operand(other)))

    def __rshift__(self, other: int) -> Lanes:
        return Lanes(self.builder, self.builder.lshr(self.value, self._operand(other)))

    def __invert__(self) -> Lanes:
        return Lanes(self.builder, self.builder.not_(self.value))

    def take(self, order: range | list[int]) -> Lanes:
        """A vector of the lanes with these numbers, in this order (as numpy's ``take``)."""
        mask = ir.Constant(ir.VectorType(WORD, len(order)), list(order))
        nothing = ir.Constant(self.value.type, ir.Undefined)
        return Lanes(self.builder, self.builder.shuffle_vector(self.value, nothing, mask))

    def mix(self, other: Lanes, order: list[int]) -> Lanes:
        """:meth:`take` from this vector and another, whose lanes are counted on from this one's."""
        mask = ir.Constant(ir.VectorType(WORD, len(order)), order)
        return Lanes(self.builder, self.builder.shuffle_vector(self.value, other.value, mask))

    def halves(self) -> tuple[Lanes, Lanes]:
        """The lower half of the lanes and the upper half: the step by which a vector is folded to one lane."""
        half = len(self) // 2
        return self.take(range(half)), self.take(range(half, 2 * half))

    def spread(self, count: int) -> Lanes:
        """A vector of ``count`` copies of lane 0."""
        return self.take([0] * count)

    def first(self) -> Any:
        """The word in lane 0."""
        return self.builder.extract_element(self.value, ir.Constant(WORD, 0))

    def differ(self, other: int) -> Any:
        """A bit for each lane, lane 0's the lowest, that is set if its word is not ``other``: one integer."""
        return self._lanes("!=", other)

    def equal(self, other: int) -> Any:
        """A bit for each lane, lane 0's the lowest, that is set if its word is ``other``: one integer."""
        return self._lanes("==", other)

    def some(self, question: str, other: int, lanes: int) -> Any:
        """A bit that is set if a word of the lanes whose bit is set in ``lanes`` is ``other``, or is not ("!=")."""
        if compares_to_bits(self.builder.module):
            bits = ir.IntType(len(self))
            met = self.builder.and_(self._lanes(question, other), ir.Constant(bits, lanes))
            return self.builder.icmp_unsigned("!=", met, ir.Constant(bits, 0))
        # Without a comparison of lanes, which LLVM would make bits of.
        kind = self.value.type
        asked = ir.Constant(kind, [-(lanes >> lane & 1) for lane in range(len(self))])
        apart = self ^ other
        if question == "!=":
            return (apart & Lanes(self.builder, asked)).any()
        name = f"llvm.vector.reduce.umin.v{len(self)}i{kind.element.width}"
        least = cgutils.get_or_insert_function(self.builder.module, ir.FunctionType(kind.element, (kind,)), name)
        nearest = self.builder.call(least, [(apart | ~Lanes(self.builder, asked)).value])
        return self.builder.icmp_unsigned("==", nearest, ir.Constant(kind.element, 0))

    def _lanes(self, question: str, other: int) -> Any:
        found = self.builder.icmp_unsigned(question, self.value, self._operand(other))
        return self.builder.bitcast(found, ir.IntType(len(self)))

    def where(self, chosen: Any, other: Lanes | int) -> Lanes:
        """These words in the lanes whose bit is set in the integer ``chosen``, the words of ``other`` in the rest."""
        bits = self.builder.bitcast(chosen, ir.VectorType(ir.IntType(1), len(self)))
        return Lanes(self.builder, self.builder.select(bits, self.value, self._operand(other)))

    def any(self) -> Any:
        """A bit that is set if a word is not 0."""
        whole = ir.IntType(self.value.type.element.width * len(self))
        return self.builder.icmp_unsigned("!=", self.builder.bitcast(self.value, whole), ir.Constant(whole, 0))


def tally(words: Lanes) -> tuple[Lanes, Lanes, Lanes]:
    """The bits that are set in at least one lane, in at least two, in at least three; each four lanes, all alike.

    LLVM drops unused values. A single lane instead of four equal ones would leave the vector unit, which is slower.
    """
    low, high = words.halves()
    one, two, three = low | high, low & high, low ^ low
    while len(one) > 4:
        (one_low, one_high), (two_low, two_high), (three_low, three_high) = one.halves(), two.halves(), three.halves()
        three = three_low | three_high | (one_low & two_high) | (two_low & one_high)
        two = two_low | two_high | (one_low & one_high)
        one = one_low | one_high
    for turn in TURNS:
        one_high, two_high = one.take(turn), two.take(turn)
        three = three | three.take(turn) | (one & two_high) | (two & one_high)
        two = two | two_high | (one & one_high)
        one = one | one_high
    return one, two, three
