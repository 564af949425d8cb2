"""Puzzles that others sent in: judged as a stream, with their duplicates and the answers that are apart from them."""
