"""bookmaker: printable puzzle books from a YAML spec."""

__version__ = "0.1.0"
