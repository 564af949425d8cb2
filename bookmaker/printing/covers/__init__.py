"""Covers: front, spine and back of a book in one page, drawn as a design file of ``layouts/covers/`` says."""
