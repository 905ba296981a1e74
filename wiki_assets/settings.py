"""Every setting, its type, default and meaning, in one class. Nothing else in the product reads the environment.

Belongs here: `Settings` and its one loader. Does not belong here: anything that acts on a setting.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal, Self

from pydantic import AliasChoices, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from wiki_assets.errors import SettingsError


class Settings(BaseSettings):
    """Read from the environment and from `.env` in the current folder; `wiki settings` prints the table."""

    model_config = SettingsConfigDict(env_prefix="WIKI_", env_file=".env", env_file_encoding="utf-8", extra="ignore", frozen=True)

    home: Path = Field(
        default=Path("data"), description="Folder of everything derived: wiki, artifacts, audit, Dagster instance."
    )
    raw: Path | None = Field(default=None, description="Folder of the papers; <home>/raw when unset.")
    concepts: Path | None = Field(default=None, description="The concepts file; <home>/concepts.yaml when unset.")
    bibliography: Path | None = Field(
        default=None,
        description="BibTeX or CSL-JSON file; library.bib or library.json among the papers, or beside their folder, when unset.",
    )
    min_grounding_rate: float = Field(
        default=0.5,
        ge=0.0,
        le=1.0,
        description="Pages below this share of grounded claims are quarantined; 0.0 turns quarantine off.",
    )
    guard: str = Field(default="edit-audit", description="Name of the grounding guard; `wiki grounding guards` lists them.")
    verifier: str = Field(
        default="none",
        description="Who is asked about claims that the guard leaves uncertain: none, llm (a language model), or nli (a local model).",
    )
    verifier_model: str = Field(
        default="", description="litellm name of the model of the verifier llm; WIKI_LLM_MODEL when unset."
    )
    nli_folder: Path | None = Field(
        default=None, description="Folder of the model of the verifier nli: any cross-encoder for NLI, as ONNX or safetensors."
    )
    min_catch_rate: float = Field(
        default=0.95, ge=0.0, le=1.0, description="Share of claims edited to be false that calibration wants the guard to catch."
    )
    max_false_alarm_rate: float = Field(
        default=0.05,
        ge=0.0,
        le=1.0,
        description="Share of faithfully reworded claims that calibration lets the guard refuse at most.",
    )
    embedder: str = Field(
        default="wordllama",
        description="wordllama (static, fast), minilm (better, slower), or litellm/<model> for any hosted embedding model.",
    )
    qdrant_url: str = Field(
        default="",
        validation_alias=AliasChoices("QDRANT_URL", "WIKI_QDRANT_URL"),
        description="A Qdrant server; embedded engine when unset.",
    )
    qdrant_api_key: SecretStr = Field(
        default=SecretStr(""),
        validation_alias=AliasChoices("QDRANT_API_KEY", "WIKI_QDRANT_API_KEY"),
        description="Key of that server.",
    )
    artifacts: str = Field(
        default="",
        description="Where artifacts and the audit's fragments are kept, as a folder or the address of an object store or of "
        "SFTP (s3://bucket/wiki); <home>/artifacts and <home>/audit when unset.",
    )
    postgres_url: SecretStr = Field(
        default=SecretStr(""),
        description="A PostgreSQL database for the Dagster instance (postgresql://user:password@host/name); SQLite in <home> when unset.",
    )
    executor: Literal["in_process", "multiprocess", "dask"] = Field(
        default="in_process", description="What runs the steps of a launched run: in_process, multiprocess, or dask."
    )
    dask_scheduler: str = Field(
        default="", description="Address of a Dask scheduler; a local cluster of two workers for each run when unset."
    )
    model_calls_at_once: int = Field(
        default=4, ge=1, le=1000, description="Steps over all runs that may ask a language model at the same time."
    )
    papers_per_run: int = Field(
        default=500,
        ge=1,
        description="At most this many papers are ingested in one run; what it made is kept if a later one fails.",
    )
    buckets: int = Field(
        default=0,
        ge=0,
        le=65536,
        description="0 makes every paper a partition; above, papers share this many partitions, which libraries past 100,000 papers need.",
    )
    alert_webhook: SecretStr = Field(
        default=SecretStr(""),
        description="Where alerts are posted as JSON (Slack and Mattermost understand it); nowhere when unset.",
    )
    alerts_per_hour: int = Field(
        default=20, ge=1, description="At most this many alerts are posted in an hour; the rest are counted and recorded only."
    )
    keep_days: int = Field(
        default=90,
        ge=1,
        description="Days that maintenance keeps what nothing refers to any more: old runs, page versions, vectors' leftovers.",
    )
    store_wait_seconds: float = Field(
        default=60.0, gt=0, description="How long to wait for an embedded store that another process holds."
    )
    chunk_tokens: int = Field(default=250, ge=50, le=2000, description="Size a chunk aims at, in tokens.")
    evidence_count: int = Field(default=12, ge=1, le=100, description="Passages of evidence for a concept (K).")
    evidence_per_paper: int = Field(
        default=4, ge=1, description="At most this many passages of one paper among a concept's evidence."
    )
    dense_weight: float = Field(default=0.25, ge=0.0, description="Weight of dense against BM25 (1.0) for a concept's evidence.")
    rrf_k: int = Field(default=10, ge=1, description="Rank constant of reciprocal rank fusion.")
    llm_model: str = Field(
        default="", description="litellm name of the model that composes pages; extractive composer when unset."
    )
    llm_base_url: str = Field(default="", description="Address of the model's server, where it is not the provider's own.")
    llm_api_key: SecretStr = Field(
        default=SecretStr(""), description="Key for that model, where the provider's own variable is not used."
    )
    llm_timeout_seconds: float = Field(default=120.0, gt=0, description="Limit for one call of the model.")
    llm_attempts: int = Field(default=3, ge=1, le=10, description="Attempts for one call when the model does not answer.")
    workers: int = Field(default=0, ge=0, le=256, description="Processes that parse documents; 0 means one a core.")
    document_seconds: float = Field(
        default=120.0, gt=0, allow_inf_nan=False, description="Time that reading one document may take."
    )
    document_memory: int = Field(default=2000, ge=100, description="Megabytes of memory that reading one document may take.")
    document_megabytes: int = Field(default=500, ge=1, description="Size of the largest document that is read, in megabytes.")
    document_output: int = Field(default=200, ge=1, description="Megabytes that one document may give, as stored.")
    document_expansion: float = Field(
        default=200.0,
        gt=1,
        description="How many times its size a compressed document may unfold to before it is taken for a bomb.",
    )
    ocr: str = Field(
        default="",
        description="Languages in which text is recognised on pages without any, as Tesseract names them (eng+deu); none when unset.",
    )
    redact_emails: bool = Field(
        default=False, description="Whether e-mail addresses are taken out of documents, as secrets always are."
    )
    redact_home_paths: bool = Field(
        default=False, description="Whether names of home folders are taken out of documents, as secrets always are."
    )
    sources: Path | None = Field(
        default=None,
        description="What you know of single files (passwords, metadata, retractions); sources.yaml in <home> when unset.",
    )

    @property
    def raw_folder(self) -> Path:
        """Folder of the papers."""
        return self.raw or self.home / "raw"

    @property
    def sources_file(self) -> Path:
        """What a person says of single files; it need not exist."""
        return self.sources or self.home / "sources.yaml"

    @property
    def concepts_file(self) -> Path:
        """The concepts file."""
        return self.concepts or self.home / "concepts.yaml"

    @property
    def bibliography_file(self) -> Path | None:
        """The BibTeX or CSL-JSON file, None where there is none."""
        return self.bibliography or find_bibliography(self.raw_folder)

    def as_environment(self) -> dict[str, str]:
        """Every setting that has a value, as the environment gives it: paths absolute, secrets in clear."""
        values = {variable_of(name): getattr(self, name) for name in type(self).model_fields}
        return {variable: _as_text(value) for variable, value in values.items() if value is not None}

    @classmethod
    def load(cls, **overrides: object) -> Self:
        """Settings from the environment, with overrides that are not None on top.

        Raises:
            SettingsError: A value does not fit; the text names each variable, its value and what would fit.
        """
        try:
            return cls(**{name: value for name, value in overrides.items() if value is not None})  # type: ignore[arg-type]
        except ValidationError as error:
            raise SettingsError(
                _explain(error), "Correct it in the environment or in .env; README, 'Settings', lists them all."
            ) from error


def _as_text(value: object) -> str:
    if isinstance(value, SecretStr):
        return value.get_secret_value()
    return str(value.resolve() if isinstance(value, Path) else value)


def find_bibliography(raw_folder: Path) -> Path | None:
    """The bibliography that lies among the papers, or beside their folder; None where there is none."""
    folders = (raw_folder, raw_folder.parent)
    beside = (folder / name for folder in folders for name in ("library.bib", "library.json"))
    return next((path for path in beside if path.is_file()), None)


def variable_of(name: str) -> str:
    """Environment variable of a field."""
    return name.upper() if name.startswith("qdrant_") else f"WIKI_{name.upper()}"


def _explain(error: ValidationError) -> str:
    lines = []
    for problem in error.errors():
        name = str(problem["loc"][0]) if problem["loc"] else "?"
        field = Settings.model_fields.get(name.lower())
        shown = "(hidden)" if any(sign in name.lower() for sign in ("key", "webhook", "postgres")) else repr(problem.get("input"))
        meaning = f" It means: {field.description}" if field else ""
        variable = name if name.isupper() else variable_of(name)
        lines.append(f"{variable}={shown} cannot be used: {problem['msg']}.{meaning}")
    return " ".join(lines)
