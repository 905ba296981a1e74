"""Conflicts: signs that two papers disagree about a concept, by two heuristics. A signal for a person: nothing here blocks a page."""
