"""Steps as people read them: in words, in notation and as pictures."""
