"""Columns of the audit's tables as Dagster shows them. Belongs here: that translation. Does not belong here: the columns (`audit.rows`)."""

from __future__ import annotations

from dagster import TableColumn, TableColumnConstraints, TableSchema

from wiki_assets.audit.tables import TABLES

# Which table an asset's rows go to; the asset's page in the UI then shows the columns that a person can query.
TABLE_OF = {
    "raw_documents": "documents",
    "chunks": "chunks",
    "evidence": "evidence",
    "concept_pages": "pages",
    "grounding_reports": "claims",
    "promoted_pages": "promotions",
    "guard_calibration": "calibrations",
}


def columns_of(table: str) -> TableSchema:
    """Name, type and nullability of every column of a table of the audit."""
    return TableSchema(
        columns=[
            TableColumn(name=field.name, type=str(field.type), constraints=TableColumnConstraints(nullable=field.nullable))
            for field in TABLES[table].schema
        ]
    )


def audit_metadata(asset: str) -> dict[str, TableSchema | str]:
    """Where the rows that an asset records end up, and their columns; nothing for an asset that records none."""
    table = TABLE_OF.get(asset)
    return {"dagster/column_schema": columns_of(table), "dagster/table_name": f"audit.{table}"} if table else {}
