"""What is printed on the pages of a book: puzzles, answers, hints, lessons, front matter, and the plan of all pages."""
