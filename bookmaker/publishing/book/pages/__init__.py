"""The pages of a book: puzzles, answers, hints, lessons, front matter, and the plan of all pages."""
