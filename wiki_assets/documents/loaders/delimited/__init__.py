"""Tables that are text: CSV and TSV."""
