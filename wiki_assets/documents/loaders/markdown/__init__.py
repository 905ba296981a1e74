"""Markdown: what a reader of the rendered page sees."""
