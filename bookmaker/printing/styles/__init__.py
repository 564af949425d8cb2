"""The look of a book: font files and their measures, and the records of ``layouts/styles/*.yaml``."""
