"""Drawing what a style says, and what printers ask for. No module here knows how a puzzle is solved."""
