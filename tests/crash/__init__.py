"""Proof that a build may be killed anywhere and run beside others: `python -m tests.crash`."""
