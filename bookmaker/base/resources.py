"""Files of this program: packaged data (layouts, fonts, examples), and the folder of files that it can make again for its user.

An installed wheel holds them in the package (``bookmaker/layouts``). A checkout or an editable install has them at the top of the
repository, where ``importlib.resources`` does not look.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent
_ROOTS = (_PACKAGE, _PACKAGE.parent)


def find(folder: str, name: str, beside: Path | None = None) -> Path | None:
    """The path of ``folder/name``, or None.

    Looks beside the spec first (``beside``, its folder: both ``beside/name`` and ``beside/folder/name``), so that a book can
    bring its own layout or font; then in the package; then in the checkout.
    """
    # By strings: a book asks thousands of times, and joining paths takes ten times as long as looking whether they exist.
    places = [os.path.join(root, folder, name) for root in _ROOTS]  # noqa: PTH118
    if beside is not None:
        places[:0] = [os.path.join(beside, name), os.path.join(beside, folder, name)]  # noqa: PTH118
    return first_file(places)


LOOKED_FOR = "bookmaker.looked_for"
"""The auditing event of Python for a file that is not there, though it would go before another one if it were."""


def first_file(places: Iterable[str]) -> Path | None:
    """The first of some files that is there, or None."""
    for place in places:
        if os.path.isfile(place):  # noqa: PTH113
            return Path(place)
        sys.audit(LOOKED_FOR, place)
    return None


def names(folder: str, suffix: str) -> list[str]:
    """The names, without suffix, of all packaged files of a kind, sorted."""
    for root in _ROOTS:
        found = sorted(path.stem for path in (root / folder).glob(f"*{suffix}"))
        if found:
            return found
    return []


def packaged(folder: str, name: str, suffix: str) -> Path | None:
    """The packaged file of a name without suffix; None for a text that is not one of :func:`names`."""
    return find(folder, f"{name}{suffix}") if name in names(folder, suffix) else None


PROGRAM = (_PACKAGE, _PACKAGE.parent / "layouts", _PACKAGE.parent / "fonts")
"""The folders of all files of this program; the last two in a checkout only."""


@cache
def package_digest() -> str:
    """A digest of all files of this program: its code, words, layouts and fonts."""
    digest = hashlib.sha256()
    for folder in PROGRAM:
        found = (path for path in folder.rglob("*") if path.suffix not in _MADE and path.is_file())
        for path in sorted(path for path in found if not path.is_relative_to(_SOURCES)):
            digest.update(str(path.relative_to(folder)).encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


_MADE = (".pyc", ".nbi", ".nbc")
"""Files that follow from the others."""
_SOURCES = _PACKAGE / "studio" / "web"
"""What the program does not read: the sources of the studio's front end, with the tools that build it."""


def is_layout(path: Path) -> bool:
    """Whether a file is one of our layouts, styles, cover designs and printers."""
    return any(root / "layouts" in path.parents for root in _ROOTS)


FOLDER = "BOOKMAKER_CACHE_DIR"
"""Environment variable: the folder in which builds keep files; empty keeps nothing."""
STATE = "BOOKMAKER_STATE_DIR"
"""Environment variable: the folder in which the studio keeps its memory."""


def user_cache() -> Path:
    """The folder in which programs of this user keep files that they can make again. It need not exist."""
    named = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME")
    if named and sys.platform != "darwin":
        return Path(named)
    try:
        home = Path.home()
    except RuntimeError:
        # A user without a home, as in many containers: a folder of their own among temporary ones.
        return Path(tempfile.gettempdir()) / f"user-{getattr(os, 'getuid', int)()}"
    return home.joinpath(
        *{"win32": ("AppData", "Local"), "darwin": ("Library", "Caches")}.get(sys.platform, (".cache",))
    )


def kept() -> Path | None:
    """The folder in which builds keep files; None to keep nothing. It need not exist."""
    own = os.environ.get(FOLDER)
    if own is not None:
        return Path(own) if own else None
    return user_cache() / "bookmaker"


def user_state() -> Path:
    """The folder in which the studio keeps the changes that can be undone, and its other memory. It need not exist."""
    own = os.environ.get(STATE)
    if own:
        return Path(own)
    if sys.platform == "win32":
        return user_cache() / "bookmaker-state"
    named = os.environ.get("XDG_STATE_HOME")
    if named and sys.platform != "darwin":
        return Path(named) / "bookmaker"
    parts = ("Library", "Application Support") if sys.platform == "darwin" else (".local", "state")
    try:
        return Path.home().joinpath(*parts, "bookmaker")
    except RuntimeError:
        return user_cache() / "bookmaker-state"


def trusted(path: Path) -> bool:
    """Whether nobody but this user and root can change a file, or the files of a folder, which are used as they are found."""
    if not hasattr(os, "getuid"):
        return True
    there = [one for one in (path, *path.parents) if one.exists()]
    # The folder itself and the two that hold it, or where there are none yet, the one in which they are made.
    for held in (one.stat() for one in there[:3]):
        # In a folder with the sticky bit others cannot replace files that are not theirs.
        sticky = stat.S_ISDIR(held.st_mode) and held.st_mode & stat.S_ISVTX
        if held.st_uid not in (os.getuid(), 0) or (held.st_mode & stat.S_IWOTH and not sticky):
            return False
    return True
