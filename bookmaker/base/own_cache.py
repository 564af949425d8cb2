"""The folder in which this program keeps files that it can make again, for the user who runs it."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from pathlib import Path

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
