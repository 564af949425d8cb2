"""A spine that the printer's template names is that of one number of pages: volumes of other lengths have others."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from bookmaker.printing import printers
from bookmaker.publishing.book.spec.spec_file import Spec


def one_spine_for_all(spec: Spec, manifests: Mapping[int, Path]) -> Iterator[str]:
    """Notes on printers for which the spec has one width of the spine, or one template, and its volumes several page counts.

    ``manifests``: that of each finished volume, by its number.
    """
    cover, series = spec.cover, spec.series
    if cover is None or series is None:
        return
    pages: dict[str, dict[int, int]] = defaultdict(dict)
    for volume, path in sorted(manifests.items()):
        made = json.loads(path.read_text(encoding="utf-8", errors="surrogateescape"))
        for name, edition in made.get("printers", {}).items():
            if edition["spine"] is None or cover.template_for(name) is not None:
                pages[name][volume] = edition["pages"]
    for name, counts in pages.items():
        template = cover.template_for(name) is not None
        if len(set(counts.values())) < 2 or not (template or (cover.spine is not None and not series.spines)):
            continue
        listed = ", ".join(f"{count} in volume {volume}" for volume, count in counts.items())
        what = "one template" if template else "one `spine`"
        advice = (
            "give each volume a spec of its own with the template of its pages"
            if template
            else "request its template for each number of pages, and list the widths in `series: {spines: [...]}`"
        )
        yield f"{what} of {printers.find(name).title} serves volumes of different lengths ({listed}): {advice}"
