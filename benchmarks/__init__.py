"""Measurements by command, never in a test: `make bench` prints ratios against a baseline taken in the same run."""
