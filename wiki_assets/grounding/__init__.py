"""Grounding: whether the words a claim cites support it. Guards, reports, signs of conflict. Publishes nothing."""
