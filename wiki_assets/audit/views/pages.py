"""Views of pages, their claims, and what guards said of them.

Belongs here: versions, verdicts, lineage and trends, and which version is published, for every page tells it. Does not belong here: what
else the gate did with a page (`publication`).
"""

from __future__ import annotations

PAGE_VIEWS: dict[str, str] = {
    # The newest verdict on each version of each page.
    "latest_reports": """
        SELECT * FROM grounding_reports
        QUALIFY row_number() OVER (
            PARTITION BY slug, page_sha ORDER BY last_recorded_at DESC, guard, guard_version DESC, threshold DESC
        ) = 1
    """,
    # What is published now. It is since the first promotion of this version that no other promotion and no withdrawal followed.
    "published_pages": """
        WITH moves AS (
            SELECT slug, page_sha, decision, recorded_at, run_id, path FROM promotions
            WHERE decision IN ('promoted', 'withdrawn', 'retired')
        ), standing AS (
            SELECT * FROM moves
            QUALIFY row_number() OVER (PARTITION BY slug ORDER BY recorded_at DESC, decision DESC, page_sha) = 1
        ), broken AS (
            SELECT standing.slug, max(moves.recorded_at) AS until
            FROM standing JOIN moves USING (slug)
            WHERE moves.decision <> 'promoted' OR moves.page_sha <> standing.page_sha
            GROUP BY standing.slug
        )
        SELECT standing.slug, standing.page_sha, standing.path, min(moves.recorded_at) AS published_since
        FROM standing
        JOIN moves ON moves.slug = standing.slug AND moves.page_sha = standing.page_sha
        LEFT JOIN broken ON broken.slug = standing.slug
        WHERE standing.decision = 'promoted' AND moves.decision = 'promoted'
            AND (broken.until IS NULL OR moves.recorded_at >= broken.until)
        GROUP BY standing.slug, standing.page_sha, standing.path
    """,
    # One row a slug: its newest version, the newest verdict on that, and what is published under the slug.
    "latest_pages": """
        WITH newest AS (
            SELECT * FROM pages
            QUALIFY row_number() OVER (PARTITION BY slug ORDER BY last_recorded_at DESC, recorded_at DESC, page_sha) = 1
        )
        SELECT
            newest.slug, newest.page_sha, newest.title, newest.description, newest.composer, newest.composer_version,
            newest.model, newest.evidence_fingerprint, newest.definition_hash, newest.claims, newest.citations,
            newest.bibkeys, newest.reason, report.guard, report.guard_version, report.rate, report.threshold, report.passed,
            report.grounded, report.uncertain, report.unsupported, report.repaired, report.evidence_coverage,
            report.copied_share,
            coalesce(published.page_sha = newest.page_sha, false) AS published, published.page_sha AS published_page_sha,
            published.published_since, newest.run_id, newest.recorded_at, newest.last_recorded_at
        FROM newest
        LEFT JOIN latest_reports AS report USING (slug, page_sha)
        LEFT JOIN published_pages AS published USING (slug)
        ORDER BY newest.slug
    """,
    # The newest verdict of each guard on each claim of each version of each page.
    "latest_claims": """
        SELECT * FROM claims
        QUALIFY row_number() OVER (
            PARTITION BY slug, page_sha, ordinal, guard, guard_version ORDER BY last_recorded_at DESC, recorded_at DESC, rule
        ) = 1
    """,
    # Claims of the newest pages that their newest verdict does not call grounded, the unsupported before the uncertain ones.
    "ungrounded_claims": """
        SELECT
            claims.slug, claims.ordinal, claims.text, claims.verdict, claims.rule, claims.bibkey, claims.chunk, claims.page,
            claims.explanation, claims.quote, claims.matched, claims.differences, claims.page_sha, claims.guard,
            claims.guard_version, latest_pages.published
        FROM latest_claims AS claims
        JOIN latest_pages USING (slug, page_sha, guard, guard_version)
        WHERE claims.verdict <> 'grounded'
        ORDER BY claims.slug, claims.verdict = 'uncertain', claims.ordinal
    """,
    # How often each rule of each guard decided, over the newest verdicts on the newest pages. `share` is of all those claims.
    "rule_rates": """
        SELECT
            claims.guard, claims.guard_version, claims.rule, claims.verdict, count(*) AS claims,
            count(*) / sum(count(*)) OVER (PARTITION BY claims.guard, claims.guard_version) AS share
        FROM latest_claims AS claims
        JOIN latest_pages USING (slug, page_sha, guard, guard_version)
        GROUP BY claims.guard, claims.guard_version, claims.rule, claims.verdict
        ORDER BY claims.guard, claims.guard_version, claims DESC, claims.rule, claims.verdict
    """,
    # Claims of the newest pages that were cited anew: what they cited, the verdict under that, and what they cite now.
    "repairs": """
        SELECT
            claims.slug, claims.ordinal, claims.text, claims.replaced_bibkey, claims.replaced_chunk, claims.replaced_verdict,
            claims.replaced_rule,
            claims.bibkey, claims.chunk, claims.page, claims.quote, claims.rule, claims.page_sha, claims.guard,
            claims.guard_version, claims.run_id, claims.recorded_at, latest_pages.published
        FROM latest_claims AS claims
        JOIN latest_pages USING (slug, page_sha, guard, guard_version)
        WHERE claims.replaced_rule IS NOT NULL
        ORDER BY claims.slug, claims.ordinal
    """,
    # Signs that papers disagree, as they were last found beside the newest pages; whoever found one, and the words that differ.
    "disagreements": """
        SELECT
            conflicts.slug, conflicts.heuristic, conflicts.kind, conflicts.differing_a, conflicts.differing_b, conflicts.bibkey_a,
            conflicts.chunk_a, conflicts.words_a, conflicts.bibkey_b, conflicts.chunk_b, conflicts.words_b, conflicts.cue,
            conflicts.score, conflicts.claim, conflicts.page_sha, conflicts.run_id, conflicts.recorded_at, latest_pages.published
        FROM conflicts
        JOIN latest_pages USING (slug, page_sha)
        JOIN latest_reports AS report USING (slug, page_sha)
        WHERE conflicts.last_recorded_at >= report.last_recorded_at
        ORDER BY conflicts.slug, conflicts.heuristic DESC, conflicts.score DESC, conflicts.words_a, conflicts.words_b
    """,
    # The rate of each slug over time, one row a verdict, with the change against the one before.
    "grounding_trend": """
        SELECT
            slug, recorded_at::DATE AS day, run_id, recorded_at, page_sha, guard, guard_version, claims, grounded, uncertain,
            unsupported, rate, threshold, passed, repaired, evidence_coverage, copied_share,
            rate - lag(rate) OVER (PARTITION BY slug ORDER BY recorded_at, page_sha, guard, guard_version, threshold) AS change
        FROM grounding_reports
        ORDER BY slug, recorded_at
    """,
    # How well the guard does on this corpus over time: one row a run and kind of edit, and one for all kinds of a label together
    # ("all"). A catch rate is of edits that make a claim false, a false-alarm rate of those that only reword it. The change is
    # against the run before.
    "calibration_trend": """
        WITH counted AS (
            SELECT
                run_id, min(recorded_at) AS recorded_at, guard, guard_version, edits_version, any_value(claims) AS claims, label,
                CASE WHEN grouping(kind) = 1 THEN 'all' ELSE kind END AS kind,
                sum(edits)::BIGINT AS edits, sum(edits - grounded)::BIGINT AS refused
            FROM calibrations
            GROUP BY GROUPING SETS (
                (run_id, guard, guard_version, edits_version, label, kind), (run_id, guard, guard_version, edits_version, label)
            )
        ), rated AS (
            SELECT *, refused / edits AS rate FROM counted
        )
        SELECT
            recorded_at::DATE AS day, run_id, recorded_at, guard, guard_version, edits_version, claims, label, kind, edits, refused,
            CASE WHEN label = 'unsupported' THEN rate END AS catch_rate,
            CASE WHEN label = 'supported' THEN rate END AS false_alarm_rate,
            rate - lag(rate) OVER (PARTITION BY label, kind ORDER BY recorded_at, run_id, guard, guard_version) AS change
        FROM rated
        ORDER BY recorded_at, run_id, guard, guard_version, label DESC, kind <> 'all', kind
    """,
    # One row a claim of every version of every page: from its words to the document they rest on, and to who decided what.
    "page_lineage": """
        WITH judged AS (
            SELECT * FROM claims
            QUALIFY row_number() OVER (
                PARTITION BY slug, page_sha, ordinal ORDER BY last_recorded_at DESC, guard, guard_version DESC
            ) = 1
        ), files AS (
            SELECT * FROM documents
            QUALIFY row_number() OVER (
                PARTITION BY bibkey, sha256 ORDER BY status IN ('ok', 'partial') DESC, last_recorded_at DESC, file
            ) = 1
        ), passages AS (
            SELECT chunk_id, any_value(chunker_version) AS chunker_version FROM chunks GROUP BY chunk_id
        ), decisions AS (
            SELECT
                slug, page_sha, decision, recorded_at,
                max(recorded_at) FILTER (decision = 'promoted') OVER (PARTITION BY slug, page_sha) AS promoted_at
            FROM promotions
            QUALIFY row_number() OVER (PARTITION BY slug, page_sha ORDER BY recorded_at DESC, decision) = 1
        )
        SELECT
            judged.slug, judged.page_sha, pages.title, judged.ordinal, judged.section, judged.text, judged.quote, judged.bibkey,
            judged.chunk, judged.chunk_id, judged.page, judged.quote_start, judged.quote_end, judged.citation, judged.citations,
            judged.document_sha256, files.file AS document_file, files.title AS document_title, files.parser,
            files.parser_version, passages.chunker_version, pages.run_id AS page_run_id, pages.recorded_at AS composed_at,
            pages.last_recorded_at AS last_composed_at, pages.composer, pages.composer_version, pages.model,
            pages.evidence_fingerprint, judged.verdict, judged.rule, judged.explanation, judged.matched, judged.matched_start,
            judged.matched_end, judged.differences, judged.sentences, judged.guard_rule, judged.replaced_bibkey,
            judged.replaced_chunk, judged.replaced_verdict, judged.replaced_rule, judged.guard, judged.guard_version,
            judged.run_id AS verdict_run_id,
            judged.recorded_at AS judged_at, decisions.decision, decisions.recorded_at AS decided_at,
            decisions.promoted_at
        FROM judged
        LEFT JOIN pages USING (slug, page_sha)
        LEFT JOIN files ON files.bibkey = judged.bibkey AND files.sha256 = judged.document_sha256
        LEFT JOIN passages ON passages.chunk_id = judged.chunk_id
        LEFT JOIN decisions ON decisions.slug = judged.slug AND decisions.page_sha = judged.page_sha
        ORDER BY judged.slug, judged.page_sha, judged.ordinal
    """,
}
