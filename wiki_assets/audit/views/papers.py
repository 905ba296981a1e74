"""Views of what was read, and of the evidence chosen from it.

Belongs here: documents, the files that gave none, redactions, evidence. Does not belong here: what pages say of them (`pages`).
"""

from __future__ import annotations

PAPER_VIEWS: dict[str, str] = {
    # One row a bibkey. A file that was refused never hides the readable one of the same key, recorded at the same moment.
    "latest_documents": """
        SELECT * FROM documents WHERE bibkey <> ''
        QUALIFY row_number() OVER (
            PARTITION BY bibkey ORDER BY last_recorded_at DESC, status IN ('ok', 'partial') DESC, file
        ) = 1
        ORDER BY bibkey
    """,
    # Files that got no bibkey when they were last seen.
    "rejected_files": """
        SELECT * FROM documents
        QUALIFY row_number() OVER (PARTITION BY file ORDER BY last_recorded_at DESC, bibkey) = 1 AND bibkey = ''
        ORDER BY file
    """,
    # What became of the files of the latest run that read any, by status and format: how many, and an example of each.
    "ingest_outcomes": """
        SELECT
            status, media_type, count(*) AS files, sum(size)::BIGINT AS bytes, sum(pages)::BIGINT AS pages, min(file) AS example,
            run_id, max(last_recorded_at) AS recorded_at
        FROM documents
        WHERE run_id = (SELECT run_id FROM documents ORDER BY recorded_at DESC, run_id DESC LIMIT 1)
        GROUP BY status, media_type, run_id
        ORDER BY status, media_type
    """,
    # What was taken out of documents as a secret, one row a kind, document and reading; never the secret.
    "redactions": """
        SELECT
            unnest(redaction_kinds) AS kind, unnest(redaction_counts) AS count, bibkey, file, sha256, run_id, recorded_at,
            last_recorded_at
        FROM documents
        ORDER BY kind, bibkey, file, recorded_at
    """,
    # Files that could not be read, or only in part, as they were last seen. A file without a bibkey counts while the latest reading of
    # the folder still met it.
    "ingest_problems": """
        SELECT bibkey, file, status, reason, title, last_recorded_at FROM latest_documents WHERE status NOT IN ('ok', 'retired')
        UNION ALL
        SELECT bibkey, file, status, reason, title, last_recorded_at FROM rejected_files
        WHERE last_recorded_at >= (SELECT max(last_recorded_at) FROM documents)
        ORDER BY status = 'partial', file, bibkey
    """,
    # The evidence that each concept was last given, best first.
    "latest_evidence": """
        SELECT * FROM evidence
        QUALIFY fingerprint = first_value(fingerprint) OVER (PARTITION BY concept ORDER BY last_recorded_at DESC, fingerprint)
        ORDER BY concept, rank
    """,
}
