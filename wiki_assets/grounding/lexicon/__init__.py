"""Lexicon: what two words mean to each other, by maintained word lists. Knows nothing of claims or sources."""
