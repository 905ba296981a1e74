"""The dashboard: one static HTML page on how the wiki stands, from the audit and the state of the home.

`queries` reads the facts (`model`), `standing` says what they amount to, `sections` and `charts` show them, `page` puts them together.
Only `assets` knows Dagster.
"""
