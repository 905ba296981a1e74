"""Thousands of damaged files through the real pool: `python -m tests.fuzz --inputs 2000 --seed 1`."""
