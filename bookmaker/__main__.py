"""``bookmaker``, also as ``python -m bookmaker``."""

import signal

# Ctrl-C while our modules are loaded ends the program as it ends any other, and not in a traceback.
if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from bookmaker.cli import main as _main


def main() -> int:
    """Run the command line, in which Ctrl-C is told."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return _main()


if __name__ == "__main__":
    raise SystemExit(main())
