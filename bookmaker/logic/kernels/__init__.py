"""Jitted functions over flat arrays. They import numba, numpy and each other, nothing else."""
