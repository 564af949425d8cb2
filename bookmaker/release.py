"""The version of this package: the one place where it stands."""

VERSION = "0.7.0"
