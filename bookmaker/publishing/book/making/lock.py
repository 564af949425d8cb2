"""Writing a seed into a spec, as a line of its own; nothing else of the file changes."""

from __future__ import annotations

from bookmaker.base import output, schema
from bookmaker.base.errors import Fault, SpecError
from bookmaker.base.schema import tree
from bookmaker.publishing.book.making.ownership import built_seed
from bookmaker.publishing.book.spec.spec_file import Spec


def lock(spec: Spec) -> int:
    """Write the seed of the last build of this spec into it, or one that is drawn where there is no build yet.

    Returns the seed of the spec; a spec that has one stays as it is. Raises OutputError, and SpecError for a file written in
    a way that leaves no place for a line.
    """
    if spec.own_seed is not None:
        return spec.own_seed
    built = built_seed(spec)
    seed = spec.drawn_seed if built is None else built
    name = str(spec.path)
    text = tree.decode(tree.read_bytes(spec.path), name)
    place = spec.node.pairs[0][0].place
    lines = text.splitlines(keepends=True)
    row, column = (place.line or 1) - 1, (place.column or 1) - 1
    before, after = lines[row][:column], lines[row][column:]
    end = "\r\n" if lines[row].endswith("\r\n") else "\n"
    own = f"seed: {seed}"
    lines[row] = f"{before}{own}{end}{before}{after}" if not before.strip() else f"{before}{own}, {after}"
    changed = "".join(lines)
    data = changed.encode()
    try:
        fine = schema.loads(Spec, data, name, spec.path.parent).own_seed == seed
    except SpecError:
        fine = False
    if not fine:
        raise SpecError(Fault("found no place for the seed", place, f"write it yourself: `{own}`"))
    output.commit({spec.path: data})
    return seed
