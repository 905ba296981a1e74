"""The audit: what every step did, kept as immutable fragments and folded into DuckDB tables that a person can ask.

It lies above documents, retrieval, concepts and grounding and uses their shapes; nothing that decides reads it (the gate
reads the report in the artifact store). `rows` and `mapping` say what is recorded, `fragments` and `compaction` keep the
record, `folding` makes the tables from it, `views` and `queries` answer.
"""
