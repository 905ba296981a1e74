"""Grounding guards: one module each, found by name. `content-5-gram` is `content_5_gram.py` and offers `create() -> Guard`."""
