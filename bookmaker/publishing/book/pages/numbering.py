"""The numbers of puzzles, of the whole book or beginning anew with each section."""

from __future__ import annotations

from collections.abc import Sequence

from bookmaker.publishing.book.spec.spec_file import Spec


def numbers(spec: Spec, counts: Sequence[int]) -> list[range]:
    """The numbers of the puzzles of each section; ``counts``: how many each has."""
    ranges, first = [], spec.number_from
    for section, count in zip(spec.sections, counts, strict=True):
        if section.number_from is not None:
            first = section.number_from
        elif spec.numbering == "section":
            first = spec.number_from
        ranges.append(range(first, first + count))
        first += count
    return ranges


def repeated(ranges: Sequence[range]) -> bool:
    """Whether some number stands in two sections."""
    everything = [number for section in ranges for number in section]
    return len(set(everything)) < len(everything)
