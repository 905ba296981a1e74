"""Tests of the guard `edit-audit`."""
