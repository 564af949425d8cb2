"""``bookmaker``, also as ``python -m bookmaker``."""

import atexit
import gc
import os
import signal
import sys
from contextlib import suppress
from typing import NoReturn

# While our modules load, Ctrl-C must end the program as it ends any other, not in a traceback.
if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from bookmaker.cli import main as _main


def main() -> NoReturn:
    """Run the command line, and end the process. Ctrl-C ends it with a message."""
    # The collector would look a hundred times for garbage that is not there. While the modules of a command load it does not
    # look at all (:mod:`bookmaker.cli.loading`).
    gc.set_threshold(200_000, 50, 100)
    gc.disable()
    # Where the package coverage is installed numba loads it, a tenth of a start, only to ask whether it is running.
    sys.modules.setdefault("coverage", None)  # type: ignore[arg-type]
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    code = _main()
    # All is written. To take the interpreter and the compiler apart would take as long as solving a thousand puzzles.
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


if __name__ == "__main__":
    main()
