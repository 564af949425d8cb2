"""``styles``: list the styles, or draw them."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from bookmaker.base import output
from bookmaker.base.errors import SpecError, UsageError
from bookmaker.cli.paper import read_trim
from bookmaker.printing.styles import style


def styles(arguments: Namespace) -> int:
    """List the styles with what they are for; with --output, draw their pages side by side."""
    names = arguments.styles or style.names()
    for name in names:
        if style.path_of(name, Path()) is None:
            raise SpecError(f"there is no style {name!r}; there are {', '.join(style.names())}")
    if arguments.output is None:
        for name in names:
            print(f"{name:14} {style.find(name, Path()).about}")
        return 0
    path = Path(arguments.output)
    if path.suffix.lower() != ".png":
        raise UsageError(f"--output {path}: the name must end in .png")
    from bookmaker.publishing.documents.preview import style_preview

    output.commit({path: style_preview(names, Path(), read_trim(arguments.trim), arguments.dpi)})
    print(path)
    return 0
