"""What needs logic and print: books, banks, documents, steps in words, the proof of a finished page, folders of submissions."""
