"""Making puzzles: random full grids, givens removed under proof, aimed at a level."""
