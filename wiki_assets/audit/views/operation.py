"""Views of running the wiki: what models cost, and what became of alerts.

Belongs here: what an operator asks for. Does not belong here: papers, pages or the gate.
"""

from __future__ import annotations

OPERATION_VIEWS: dict[str, str] = {
    # What the models cost, per day (UTC) and model.
    "model_costs": """
        SELECT
            recorded_at::DATE AS day, model, count(*) AS calls, sum(prompt_tokens)::BIGINT AS prompt_tokens,
            sum(completion_tokens)::BIGINT AS completion_tokens, sum(cost_usd) AS cost_usd, sum(seconds) AS seconds,
            count(*) FILTER (outcome <> 'ok') AS failures
        FROM llm_calls GROUP BY ALL ORDER BY ALL
    """,
    # One row an alert, the newest first: what became of it in the end.
    "recent_alerts": """
        SELECT
            happened_at, severity, kind, asset, check_name, partition, job, step, why, what_to_do, owners, figures, count, delivery,
            answer, attempts, run_id, alert_id, last_recorded_at
        FROM alerts
        QUALIFY row_number() OVER (
            PARTITION BY alert_id ORDER BY last_recorded_at DESC, delivery = 'waiting', delivery
        ) = 1
        ORDER BY happened_at DESC, alert_id
    """,
}
