"""What is known of a document as a work: its own words, bibliographies, and what a person says in `sources.yaml`."""
