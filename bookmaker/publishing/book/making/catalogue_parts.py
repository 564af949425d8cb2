"""The parts of a catalogue, from the sections of a spec: as many puzzles of each as the section's share of the book."""

from __future__ import annotations

from bookmaker.base.errors import Fault, SpecError
from bookmaker.publishing.bank.filling import Part
from bookmaker.publishing.book.spec.puzzle_keys import Generated, Share
from bookmaker.publishing.book.spec.section_keys import parts
from bookmaker.publishing.book.spec.spec_file import Lesson, Spec


def catalogue_parts(spec: Spec, count: int | None) -> list[Part]:
    """``count`` puzzles, dealt to the sections in proportion to their counts; None: as many as the sections say.

    The first puzzles of a part are those that the book has, unless they repeat. Raises SpecError for sections that are not
    made, and for a spec without a seed.
    """
    if spec.own_seed is None:
        advice = f"bookmaker lock {spec.path}, or write `seed: 1`"
        raise SpecError(Fault("a catalogue needs a seed, so that it can go on", spec.place(), advice))
    faults = []
    wishes: list[tuple[str, Share]] = []
    for section, part in zip(spec.sections, parts(spec.sections), strict=True):
        if isinstance(section, Lesson) or not isinstance(section.puzzles, Generated):
            message = f"a catalogue takes sections whose puzzles are made to order, not {section.title!r}"
            faults.append(Fault(message, section.place(), "take it out of the spec of the catalogue"))
        else:
            wishes += [(section.title, share) for share in section.puzzles.shares(part)]
    if faults:
        raise SpecError(faults)
    whole = sum(share.count for _, share in wishes)
    wanted = whole if count is None else count
    made, given, weight = [], 0, 0
    for title, share in wishes:
        weight += share.count
        upto = wanted * weight // whole
        made.append(Part(title, share.order, upto - given, spec.own_seed, share.part))
        given = upto
    return [part for part in made if part.count]
