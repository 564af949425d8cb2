"""``python -m bookmaker``."""

from bookmaker.cli import main

raise SystemExit(main())
