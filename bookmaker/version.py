"""The version of the package, for what is written by it; below every room, so that any of them may name it."""

VERSION = "0.31.0"
