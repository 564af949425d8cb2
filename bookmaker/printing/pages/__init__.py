"""Whole pages: their kinds, layouts, labels, front matter and contents, and the file that they become."""
