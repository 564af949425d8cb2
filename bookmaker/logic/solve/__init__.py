"""Counting and listing solutions: the bridge from puzzles to the kernels, and what needs nothing else."""
