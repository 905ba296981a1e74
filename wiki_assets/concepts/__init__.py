"""Concepts become pages: the concepts file, two composers, and Markdown. Knows passages and papers, not verdicts or publication."""
