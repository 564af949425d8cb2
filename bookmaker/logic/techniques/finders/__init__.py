"""The jitted side of the techniques: the board, one module of finders for each family, and the driver of each tier."""
