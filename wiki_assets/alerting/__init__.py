"""Alerts: what a person is told when a run or a check fails, how often, and how it reaches a webhook."""
