"""The same graph with its steps on Celery: point workspace.yaml at this module, and start workers with the same settings.

pip install --no-deps dagster-celery && pip install celery redis
redis-server &
dagster-celery worker start -A dagster_celery.app -y docs/examples/celery.yaml
"""

from dagster_celery import celery_executor

from wiki_assets.definitions import build_defs

defs = build_defs(
    executor=celery_executor.configured(
        {"broker": "redis://localhost:6379/0", "backend": "redis://localhost:6379/0"}, name="celery"
    )
)
