"""Measurements, never run by the test suite: ``python -m benchmarks`` for the summary, each module for its own subject."""
