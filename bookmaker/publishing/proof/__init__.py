"""Finished books proven from their pages: what stands there as glyphs and lines, and nothing else, is read and judged.

The proof knows no spec, no manifest and nothing of the code that drew the book. It reads the PDF with
PDFium, which did not write it.
"""
