"""The command ``studio``: a book in the browser of this machine. Nothing heavy is loaded before the page is served."""

from __future__ import annotations

import threading
import webbrowser
from argparse import Namespace
from pathlib import Path

from bookmaker.base.errors import Fault, Place, ResourceError, UsageError
from bookmaker.base.own_cache import user_state
from bookmaker.base.parallel import cpu_count


def studio(arguments: Namespace) -> int:
    """Serve the studio until Ctrl-C."""
    path = Path(arguments.book)
    if not path.exists():
        raise UsageError(Fault("the file or folder is not there", Place(str(path))))
    try:
        from bookmaker.studio.library import Library
        from bookmaker.studio.server import Running
    except ModuleNotFoundError as error:
        advice = "install them: pip install 'bookmaker[studio]'"
        raise ResourceError(Fault(f"the studio needs the package {error.name}", None, advice)) from None

    library = Library(path if path.is_dir() else path.resolve().parent, user_state(), arguments.jobs or cpu_count())
    running = Running(library, arguments.port)
    print(f"{running.address} is your studio. Ctrl-C ends it.", flush=True)
    if arguments.open:
        threading.Thread(target=webbrowser.open, args=(running.address,), daemon=True).start()
    if not path.is_dir():
        threading.Thread(target=library.open, args=(path.resolve(),), daemon=True).start()
    running.serve()
    print("ended")
    return 0
