"""Jitted functions over flat arrays. They import numba, numpy and each other, nothing else.

Numba's cache watches the file of a cached function but not the files of the functions that it calls, so an edit below
leaves stale machine code above (a limit that numba documents). The cache therefore lives in a folder named after the
state of every source file that holds jitted code; a changed source is a new folder. It also makes a read-only
installation work. ``NUMBA_CACHE_DIR``, if set, wins.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from pathlib import Path

import numba

_KEPT = 12
"""Folders of machine code that are kept: several checkouts and versions may take turns."""

FIRST_RUN = False
"""Whether nothing was compiled yet for this state of the sources: the first calls will take their time."""
_ROOMS = ("kernels", "techniques", "generation")


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _cache_folder() -> Path:
    package = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256(f"{package} {numba.__version__} {sys.version}".encode())
    for room in _ROOMS:
        for source in sorted((package / room).rglob("*.py")):
            digest.update(str(source.relative_to(package)).encode())
            digest.update(source.read_bytes())
    return _user_cache() / "bookmaker" / "kernels" / digest.hexdigest()[:16]


def _use(folder: Path) -> None:
    global FIRST_RUN  # noqa: PLW0603
    FIRST_RUN = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
        old = sorted(folder.parent.iterdir(), key=lambda path: path.stat().st_mtime)[:-_KEPT]
    except OSError:
        return  # No writable home: numba falls back to its own places, or compiles anew each time.
    numba.config.CACHE_DIR = str(folder)
    for stale in old:
        shutil.rmtree(stale, ignore_errors=True)


if "NUMBA_CACHE_DIR" not in os.environ:
    _use(_cache_folder())
