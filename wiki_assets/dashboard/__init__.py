"""The dashboard: one static HTML page on how the wiki stands, made from the audit and the state of the home. Knows no Dagster but its shell."""
