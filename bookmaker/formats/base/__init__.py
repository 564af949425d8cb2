"""What formats share: the declaration of a format, the text being read with its faults, symbols of cells, cages and clues."""
