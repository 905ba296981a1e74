"""The dashboard: one static HTML page on how the wiki stands, made from the audit; OSS Dagster has no such view.

`queries` reads the facts (`model`), `standing` says what they amount to, `sections` and `charts` show them, `page` puts them together.
Only `assets` knows Dagster.
"""
