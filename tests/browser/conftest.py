"""The fixtures of `running.py`. `make browser` runs these tests."""

from running import browser, empty, preview, studio

__all__ = ["browser", "empty", "preview", "studio"]
