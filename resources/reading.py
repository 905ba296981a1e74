"""How documents are read, as configuration."""

from __future__ import annotations

from typing import Self

from dagster import Config
from pydantic import Field

from wiki_assets.documents.options import Limits, ReadingOptions


class ReadingConfig(Config):
    """Part of the library; what `documents.options` says of each. No password is among it: those stay in `sources.yaml`."""

    seconds: float = Field(description="Time that one document may take.")
    memory: int = Field(description="Bytes of memory of the process that reads it.")
    file_bytes: int = Field(description="Size of the largest document that is read.")
    output_bytes: int = Field(description="Size of what one document may give, as stored.")
    expansion: float = Field(description="How many times its size a compressed document may unfold to.")
    ocr_languages: str = Field(description="Languages in which text is recognised, as Tesseract names them; empty for none.")
    redact_emails: bool = Field(description="Whether e-mail addresses are taken out.")
    redact_home_paths: bool = Field(description="Whether names of home folders are taken out.")

    @classmethod
    def of(cls, options: ReadingOptions) -> Self:
        """The configuration that gives these options."""
        limits = options.limits
        return cls(
            seconds=limits.seconds,
            memory=limits.memory,
            file_bytes=limits.file_bytes,
            output_bytes=limits.output_bytes,
            expansion=limits.expansion,
            ocr_languages=options.ocr_languages,
            redact_emails=options.redact_emails,
            redact_home_paths=options.redact_home_paths,
        )

    def options(self) -> ReadingOptions:
        """The options that every document is read with."""
        limits = Limits(
            seconds=self.seconds,
            memory=self.memory,
            file_bytes=self.file_bytes,
            output_bytes=self.output_bytes,
            expansion=self.expansion,
        )
        return ReadingOptions(limits, self.ocr_languages, self.redact_emails, self.redact_home_paths)
