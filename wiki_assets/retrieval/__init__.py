"""Vectors, the store that searches them, and the evidence chosen for every concept. Knows chunks; knows nothing of pages."""
