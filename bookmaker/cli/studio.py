"""The commands ``studio`` and ``preview``: books in the browser of this machine. Nothing heavy is loaded before the page is
served.
"""

from __future__ import annotations

import os
import sys
import threading
from argparse import Namespace
from contextlib import suppress
from pathlib import Path
from shlex import quote

from bookmaker.base import output
from bookmaker.base.errors import Fault, Place, ResourceError, UsageError
from bookmaker.base.parallel import cpu_count
from bookmaker.base.resources import user_state
from bookmaker.version import VERSION

_NAME, _TITLE = "bookmaker-studio", "bookmaker studio"
_ICON = Path("studio", "static", "favicon.svg")


def studio(arguments: Namespace) -> int:
    """Serve the studio until Ctrl-C, or open the one that serves the folder already."""
    if arguments.install:
        return _install(arguments.book)
    return _serve(arguments, Path(arguments.book or "."), arguments.until_closed, read_only=False)


def preview(arguments: Namespace) -> int:
    """Serve a studio that shows the pages of a spec, and changes nothing, until Ctrl-C."""
    from bookmaker.base.schema.tree import require_file

    path = Path(arguments.spec)
    require_file(path)
    return _serve(arguments, path, False, read_only=True)


def _serve(arguments: Namespace, path: Path, until_closed: bool, *, read_only: bool) -> int:
    if not path.exists():
        raise UsageError(Fault("the file or folder is not there", Place(str(path))))
    path = path.resolve()
    root = path if path.is_dir() else path.parent
    try:
        from bookmaker.studio.library import Library
        from bookmaker.studio.server import Running, other_studio
    except ModuleNotFoundError as error:
        advice = "pip install starlette uvicorn python-multipart"
        said = f"pages in the browser need the package {error.name}"
        raise ResourceError(Fault(said, None, advice)) from None

    known = None if read_only else other_studio(root, user_state())
    if known is not None:
        print(f"{known} serves {root} already.")
        if arguments.open:
            _browse(known)
        return 0
    library = Library(root, user_state(), arguments.jobs or cpu_count(), read_only=read_only)
    running = Running(library, arguments.port, until_closed=until_closed)
    said = f"shows {path.name} and follows what you save" if read_only else "is your studio"
    print(f"{running.address} {said}. Ctrl-C ends it.", flush=True)
    if arguments.open:
        threading.Thread(target=_browse, args=(running.address,), daemon=True).start()
    if path != root:
        library.open(path)
    with suppress(KeyboardInterrupt):
        running.serve()
    print("ended")
    return 0


def _browse(address: str) -> None:
    import webbrowser

    webbrowser.open(address)


def _install(book: str | None) -> int:
    """Write the launcher, which names the environment that it was written from, and print where it is."""
    home = Path.home()
    folder = Path(book).resolve() if book else next((one for one in (home / "Documents",) if one.is_dir()), home)
    if not folder.is_dir():
        raise UsageError(Fault("a launcher is for a folder of books", Place(str(folder)), "make it, or name another"))
    files = launcher(sys.platform, Path(sys.executable), folder, home, dict(os.environ))
    output.commit(files)
    first = next(iter(files))
    if first.suffix == ".command":
        first.chmod(0o755)
    for path in files:
        print(path)
    print(f"{_TITLE} is among your applications; it opens {folder} with the program in {sys.prefix}")
    return 0


def launcher(platform: str, python: Path, folder: Path, home: Path, environment: dict[str, str]) -> dict[Path, bytes]:
    """The files of a launcher by path, itself first.

    ``platform`` is a ``sys.platform``, ``folder`` that of the books, ``environment`` the variables of the user.
    """
    about = f"bookmaker {VERSION} in {python.parent.parent}"
    if platform == "win32":
        start = Path(environment.get("APPDATA", str(home / "AppData" / "Roaming")))
        words = f'@rem {about}\r\n@start "" /min "{python}" -m bookmaker studio --until-closed "{folder}"\r\n'
        return {start / "Microsoft" / "Windows" / "Start Menu" / "Programs" / f"{_TITLE}.bat": words.encode()}
    command = f"{quote(str(python))} -m bookmaker studio --until-closed {quote(str(folder))}"
    if platform == "darwin":
        return {home / "Applications" / f"{_TITLE}.command": f"#!/bin/sh\n# {about}\nexec {command}\n".encode()}
    data = Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share")
    icon = data / "icons" / "hicolor" / "scalable" / "apps" / f"{_NAME}.svg"
    entry = {
        "Type": "Application",
        "Name": _TITLE,
        "Comment": f"Puzzle books ({about})",
        "Exec": f"{_entry(python)} -m bookmaker studio --until-closed {_entry(folder)}",
        "Icon": str(icon),
        "Terminal": "false",
        "Categories": "Office;Publishing;",
    }
    text = "[Desktop Entry]\n" + "".join(f"{key}={value}\n" for key, value in entry.items())
    picture = (Path(__file__).parent.parent / _ICON).read_bytes()
    return {data / "applications" / f"{_NAME}.desktop": text.encode(), icon: picture}


def _entry(path: Path) -> str:
    """A path as an argument in a desktop entry, whose values escape a backslash once more."""
    escaped = "".join(f"\\{one}" if one in '"`$\\' else one for one in str(path)).replace("%", "%%")
    return '"' + escaped.replace("\\", "\\\\") + '"'
