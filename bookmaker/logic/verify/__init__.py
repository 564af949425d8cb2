"""What is wrong with a puzzle: faults, contradictions, duplicates, and many puzzles judged as a stream."""
