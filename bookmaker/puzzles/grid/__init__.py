"""Geometry, houses and the frozen puzzle: the model on which both wings stand, logic and print."""
