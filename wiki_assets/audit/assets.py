"""The asset of this room: `audit`, the one writer of the DuckDB file."""

from dagster import AssetExecutionContext, MaterializeResult, MetadataValue, asset

from resources import AuditResource
from resources.failures import as_failure
from wiki_assets.publication.assets import wiki


@asset(name="audit", deps=[wiki], group_name="audit", kinds={"duckdb"}, pool="audit")
def audit_tables(context: AssetExecutionContext, audit: AuditResource) -> MaterializeResult[None]:
    """Who said what, from which bytes, by which model, and why it was let through: all steps' fragments folded into DuckDB tables."""
    with as_failure():
        folded = audit.fold()
    if folded.postponed:
        context.log.warning("Another process has audit.duckdb open; the folding is postponed, no row is lost.")
    return MaterializeResult(
        metadata={
            "database": MetadataValue.path(audit.database),
            "rows_added": sum(folded.added.values()),
            "postponed": folded.postponed,
            "added": MetadataValue.json(dict(folded.added)),
        }
    )
