"""Loaders: one file format each, chosen by a file's content and never by its name."""
