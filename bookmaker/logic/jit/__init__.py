"""The compiler's tools: decorators, parts, bundles, function pointers, and the cache on disk."""

from __future__ import annotations

from collections.abc import Callable

listener: Callable[[], None] | None = None
"""Called once, before the first kernel is compiled of a module of which nothing is kept yet."""
