"""Type: lines and their breaks, blocks of running text, Markdown, images, and how blocks are dealt onto pages."""
