"""Foundations without puzzles: errors, units, days, whole files, threads, seeds, packaged data, typed YAML and the words of a
language.
"""
