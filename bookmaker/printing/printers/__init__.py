"""What printers take: their page sizes, papers, numbers of pages, margins, files and covers, as dated data with sources.

Each printer is a file of ``layouts/printers/``. ``find("kdp")`` reads it into a
:class:`~bookmaker.printing.printers.rules.Printer`; :class:`~bookmaker.printing.printers.edition.Edition` is a printer with the
paper and the binding that a book chose.
"""

from bookmaker.printing.printers.edition import USUAL, Edition, usual
from bookmaker.printing.printers.rules import CoverParts, Printer, Template, cover_parts, find, names

__all__ = ["USUAL", "CoverParts", "Edition", "Printer", "Template", "cover_parts", "find", "names", "usual"]
