"""Views of what the gate did: drafts, published pages, what went and came, and what is behind.

Belongs here: decisions and what follows from them. Does not belong here: verdicts (`pages`).
"""

from __future__ import annotations

PUBLICATION_VIEWS: dict[str, str] = {
    # What lies among the drafts: the last word on the slug was a refusal. `stale` and `kept` speak of the page that stays
    # published beside the draft, so they do not end a quarantine.
    "quarantine": """
        WITH last_word AS (
            SELECT * FROM promotions WHERE decision IN ('promoted', 'quarantined', 'withdrawn', 'retired')
            QUALIFY row_number() OVER (PARTITION BY slug ORDER BY recorded_at DESC, decision DESC, page_sha) = 1
        )
        SELECT
            slug, page_sha, decision, reason, path, rate, threshold, guard, guard_version, recorded_at, run_id,
            slug IN (SELECT slug FROM published_pages) AS still_published
        FROM last_word
        WHERE decision IN ('quarantined', 'withdrawn')
        ORDER BY slug
    """,
    # When each page that lies among the drafts was first refused without a promotion since, and how often in all.
    "quarantine_since": """
        WITH ended AS (
            SELECT slug, max(recorded_at) AS at FROM promotions WHERE decision IN ('promoted', 'retired') GROUP BY slug
        )
        SELECT quarantine.slug, min(promotions.recorded_at) AS since, count(*) AS refusals
        FROM quarantine
        JOIN promotions ON promotions.slug = quarantine.slug AND promotions.decision IN ('quarantined', 'withdrawn')
        LEFT JOIN ended ON ended.slug = quarantine.slug
        WHERE ended.at IS NULL OR promotions.recorded_at >= ended.at
        GROUP BY quarantine.slug
        ORDER BY quarantine.slug
    """,
    # One row a published page: the version that stands in the wiki, with its newest verdict.
    "published_verdicts": """
        SELECT
            standing.slug, standing.page_sha, standing.path, standing.published_since, pages.title, pages.bibkeys, pages.composer,
            pages.model, pages.evidence_fingerprint, report.guard, report.guard_version, report.rate, report.threshold,
            report.claims, report.grounded, report.uncertain, report.unsupported, report.evidence_coverage, report.copied_share
        FROM published_pages AS standing
        LEFT JOIN pages USING (slug, page_sha)
        LEFT JOIN latest_reports AS report USING (slug, page_sha)
        ORDER BY standing.slug
    """,
    # Every change of what is published, with the claims that the page brought; a page that left brings none.
    "publication_moves": """
        SELECT
            moves.slug, moves.recorded_at, moves.decision, moves.page_sha,
            CASE WHEN moves.decision = 'promoted' THEN coalesce(report.claims, 0) ELSE 0 END AS claims,
            CASE WHEN moves.decision = 'promoted' THEN coalesce(report.grounded, 0) ELSE 0 END AS grounded
        FROM promotions AS moves
        LEFT JOIN grounding_reports AS report
            ON report.slug = moves.slug AND report.page_sha = moves.page_sha AND report.guard = moves.guard
            AND report.guard_version = moves.guard_version AND report.threshold = moves.threshold
        WHERE moves.decision IN ('promoted', 'withdrawn', 'retired')
        QUALIFY row_number() OVER (
            PARTITION BY moves.slug, moves.recorded_at, moves.decision, moves.page_sha ORDER BY report.last_recorded_at DESC
        ) = 1
        ORDER BY moves.recorded_at, moves.decision, moves.slug
    """,
    # Published pages that are not what the newest words or the newest evidence would give, and why.
    "stale_pages": """
        WITH refused AS (
            SELECT slug, recorded_at, run_id FROM quarantine WHERE still_published
        ), chosen AS (
            SELECT concept AS slug, any_value(fingerprint) AS fingerprint, max(last_recorded_at) AS chosen_at
            FROM latest_evidence GROUP BY concept
        )
        SELECT
            published.slug, published.title, published.path, published.published_since,
            CASE WHEN refused.slug IS NOT NULL THEN 'successor refused' ELSE 'evidence moved' END AS why,
            coalesce(refused.recorded_at, chosen.chosen_at) AS since
        FROM published_verdicts AS published
        LEFT JOIN refused USING (slug)
        LEFT JOIN chosen USING (slug)
        WHERE refused.slug IS NOT NULL
            OR (chosen.fingerprint <> published.evidence_fingerprint AND chosen.chosen_at > published.published_since)
        ORDER BY published.slug
    """,
    # Papers that somebody says are retracted or superseded, and the published pages that cite them all the same.
    "flagged_citations": """
        SELECT
            papers.bibkey, papers.title, papers.flag, papers.flag_note, papers.file,
            list(published.slug ORDER BY published.slug) AS slugs
        FROM latest_documents AS papers
        JOIN published_verdicts AS published ON list_contains(published.bibkeys, papers.bibkey)
        WHERE papers.flag <> ''
        GROUP BY papers.bibkey, papers.title, papers.flag, papers.flag_note, papers.file
        ORDER BY papers.bibkey
    """,
}
