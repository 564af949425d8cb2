"""Geometry, houses and the frozen puzzle: the model of logic and of print."""
