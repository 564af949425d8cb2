"""Finished books proven from the glyphs and lines on their pages, and from nothing else.

The proof knows no spec, no manifest and nothing of the code that drew the book. It reads the PDF with
PDFium, which did not write it.
"""
