"""Where the two wings meet: the typed spec, the stock of puzzles, and their assembly into numbered pages."""
