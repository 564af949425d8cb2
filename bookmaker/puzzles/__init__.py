"""What a puzzle is: its grid, and the rules that it keeps."""
