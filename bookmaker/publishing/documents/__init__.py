"""Documents that are no book: answer keys, sheets, walkthroughs, repair sheets, search charts."""
