"""Measurements on real papers. Not part of the product; each module prints one table and says how to run it."""
