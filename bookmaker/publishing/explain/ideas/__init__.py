"""The named ideas of each kind of clue, by which a person looks at it."""
