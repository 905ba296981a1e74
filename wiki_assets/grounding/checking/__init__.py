"""Checking rows of claims and sources, outside any wiki: reading them, judging them in parallel, scoring the verdicts."""
