"""``cover``: the cover of a book alone, and the designs that there are."""

from __future__ import annotations

from argparse import Namespace

from bookmaker.book import spec as specs
from bookmaker.cli.progress import Bar
from bookmaker.errors import Fault, SpecError


def cover(arguments: Namespace) -> int:
    """Make the cover of a spec and print the names of its files. Raises SpecError for a spec without one."""
    spec = specs.load(arguments.spec)
    if spec.cover is None:
        raise SpecError(Fault("the spec has no `cover`", spec.place(), "write for example `cover: {design: pencil}`"))
    from bookmaker.book.build import build_cover
    from bookmaker.parallel import cpu_count

    with Bar() as bar:
        bar("starting", 0, 1)
        folder, made = build_cover(spec, arguments.jobs or cpu_count(), bar, lenient=arguments.lenient)
    for name, content in made.files.items():
        print(f"{folder / name}  ({max(1, round(len(content) / 1000))} kB)")
    for note in made.notes:
        print(f"  note: {note}")
    return 0
