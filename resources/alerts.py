"""Alerting as a resource: how often, and where to. The webhook's address and all secrets are read when alerts are sent."""

from __future__ import annotations

from pathlib import Path

from dagster import ConfigurableResource
from pydantic import Field, SecretStr

from resources.artifacts import ArtifactStoreResource
from resources.audit import AuditResource
from wiki_assets.alerting.cleaning import Cleaner, secrets_in
from wiki_assets.alerting.delivery import Webhook
from wiki_assets.alerting.steps import Desk
from wiki_assets.settings import Settings

# A database shared by many processes hands out numbers in one order and shows the rows in another; that is over within milliseconds.
SETTLING_SECONDS = 2.0


class AlertsResource(ConfigurableResource[None]):
    """Who is told of failures, and how often at most. No secret is a field."""

    home: str = Field(description="Home folder, absolute.")
    per_hour: int = Field(description="At most this many alerts are posted in an hour.")
    settling_seconds: float = Field(
        default=SETTLING_SECONDS, description="An event younger than this is left to the next look, so that none is overtaken."
    )

    def desk(self, artifacts: ArtifactStoreResource, audit: AuditResource) -> Desk:
        """Everything that sending takes, with the settings of this moment. Raises `SettingsError`."""
        settings = Settings.load()
        address = settings.alert_webhook.get_secret_value()
        return Desk(
            store=artifacts.store(),
            lock=Path(self.home) / ".alerts.lock",
            append=lambda rows: audit.append("alerts", rows),
            cleaner=Cleaner(Path(self.home), secrets_in(_secrets(settings))),
            post=Webhook(address).post if address else None,
            per_hour=self.per_hour,
        )


def _secrets(settings: Settings) -> list[str]:
    values = (getattr(settings, name) for name in type(settings).model_fields)
    return [value.get_secret_value() for value in values if isinstance(value, SecretStr) and value.get_secret_value()]
