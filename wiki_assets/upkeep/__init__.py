"""Upkeep: sweeping what nothing refers to any more, and backups. It never removes what the gate or a reader may ask for."""
