"""Documents other than books: answer keys, sheets, walkthroughs, repair sheets, search charts."""
