"""How a book is made: its puzzles, its plan, its files, their proof, and the folder that they are written to."""
