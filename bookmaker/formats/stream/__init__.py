"""From files to blocks of lines in constant memory: bytes, archives and documents, numbered lines, blocks."""
