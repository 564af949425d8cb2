"""Drawing surfaces: a protocol (``canvas``) with its PDF, SVG, EPS and pixel forms, shapes for them, and finished PDF files."""
