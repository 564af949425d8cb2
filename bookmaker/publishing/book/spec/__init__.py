"""The spec: the keys of its file, each declared once, and the typed object that the file becomes."""
