"""``cover``: the cover of a book alone, its front in every design, and the designs that there are."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from bookmaker.base import output
from bookmaker.base.errors import Fault, SpecError, UsageError
from bookmaker.cli.making import making
from bookmaker.publishing.book.spec import spec_file as specs


def cover(arguments: Namespace) -> int:
    """Make the cover of a spec and print the names of its files; without a spec list the designs.

    Raises SpecError for a spec without a cover, UsageError for a picture that is no .png.
    """
    if arguments.spec is None:
        if arguments.compare is not None:
            raise UsageError("--compare draws the covers of a book: name its spec")
        return _listed()
    spec = specs.load(arguments.spec)
    if spec.cover is None:
        raise SpecError(Fault("the spec has no `cover`", spec.place(), "write for example `cover: {design: pencil}`"))
    if arguments.compare is not None:
        return _compared(spec, Path(arguments.compare), arguments)
    from bookmaker.base.parallel import cpu_count
    from bookmaker.publishing.book.making.build import build_cover

    with making(spec, arguments) as work:
        jobs = arguments.jobs or cpu_count()
        folder, made = build_cover(work.spec, jobs, work.progress, lenient=arguments.lenient, memory=work.memory)
    for name, content in made.files.items():
        print(f"{folder / name}  ({max(1, round(len(content) / 1000))} kB)")
    for note in made.notes:
        print(f"  note: {note}")
    return 0


def _listed() -> int:
    from bookmaker.printing.covers import design

    for name in design.names():
        found = design.find(name)
        print(f"{name:12} {found.about} ({', '.join(palette.name for palette in found.palettes)})")
    return 0


def _compared(spec: specs.Spec, path: Path, arguments: Namespace) -> int:
    if path.suffix.lower() != ".png":
        raise UsageError(f"--compare {path}: the name must end in .png")
    from bookmaker.base.parallel import cpu_count
    from bookmaker.publishing.book.making.build import compare_covers

    with making(spec, arguments) as work:
        jobs = arguments.jobs or cpu_count()
        content = compare_covers(work.spec, jobs, work.progress, memory=work.memory)
    output.commit({path: content})
    print(path)
    return 0
