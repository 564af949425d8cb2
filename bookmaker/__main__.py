"""``bookmaker``, also as ``python -m bookmaker``."""

import signal

# While our modules load, Ctrl-C must end the program as it ends any other, not in a traceback.
if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from bookmaker.cli import main as _main


def main() -> int:
    """Run the command line. Ctrl-C ends it with a message."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return _main()


if __name__ == "__main__":
    raise SystemExit(main())
