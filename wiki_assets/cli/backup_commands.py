"""`wiki backup` and `wiki restore`: one archive of a home, and a home of one archive.

Belongs here: options, where the home's things lie by the settings, and what a person is told. Does not belong here: snapshots and
archives (`upkeep`). No Dagster here.
"""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from wiki_assets.audit.record import open_record
from wiki_assets.cli import printing
from wiki_assets.settings import Settings, variable_of
from wiki_assets.storage.addresses import open_backend
from wiki_assets.upkeep.archive import check_archive
from wiki_assets.upkeep.backup import Places, back_up, default_name, versions
from wiki_assets.upkeep.inputs import Inputs
from wiki_assets.upkeep.instance_files import POSTGRES, SQLITE
from wiki_assets.upkeep.manifest import Manifest
from wiki_assets.upkeep.restoring import Restored, papers_missing, restore

HomeOption = Annotated[Path | None, typer.Option("--home", help="Folder of everything derived (WIKI_HOME; default data).")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
EXIT_PROBLEMS = 1
_SHOWN = 20


def backup_command(
    file: Annotated[
        Path | None, typer.Argument(help="The archive (.tar.zst or .tar.gz); wiki-backup-<UTC time>.tar.zst when left out.")
    ] = None,
    home: HomeOption = None,
    with_raw: Annotated[
        bool, typer.Option("--with-raw", help="Put the papers in, too; else only their names and hashes.")
    ] = False,
    verify: Annotated[Path | None, typer.Option("--verify", help="Write nothing; check this archive from end to end.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Write wiki, audit, artifacts, Dagster instance and inputs into one consistent archive, while builds and the daemon go on.

    The archive may hold passwords that sources.yaml gives; only you may read it. A PostgreSQL instance is not in it: use pg_dump.

    Exit code: 0 written and read back (or checked) whole, 1 the same, but something is wrong with the home, which is told, 3 nothing was
    written, or the archive is damaged, 130 interrupted.
    """
    if verify is not None:
        _tell_manifest(verify, check_archive(verify), "is whole", as_json=as_json)
        return
    settings = Settings.load(home=home)
    target = file or Path(default_name(datetime.now(UTC)))
    try:
        written = back_up(_places(settings), target, with_raw=with_raw)
    except KeyboardInterrupt:
        printing.err.print("wiki: interrupted; no archive was written.", markup=False)
        raise typer.Exit(130) from None
    _tell_manifest(written.path, written.manifest, "is written and read back", as_json=as_json)
    if written.manifest.problems:
        raise typer.Exit(EXIT_PROBLEMS)


def restore_command(
    file: Annotated[Path, typer.Argument(help="What `wiki backup` wrote.")],
    home: HomeOption = None,
    force: Annotated[
        bool,
        typer.Option("--force", help="Also where the home is not empty: what is there is kept beside it under another name."),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Make a home from an archive: checked first, put in place by one rename. Stop a daemon of that home before.

    Artifacts and the audit go to the store of WIKI_ARTIFACTS where that is set; it has to be empty, too. By --force, what it holds is
    copied to a folder beside the home first.

    Exit code: 0 restored, 1 restored, but something has to be moved by hand, which is told, 3 nothing was done (or could not be taken
    back, which is told), 130 interrupted (nothing was done).
    """
    settings = Settings.load(home=home)
    try:
        restored = restore(file, settings.home, force=force, address=settings.artifacts)
    except KeyboardInterrupt:
        printing.err.print("wiki: interrupted; the home is as it was.", markup=False)
        raise typer.Exit(130) from None
    missing, unread = papers_missing(restored.manifest, settings.raw_folder), _unread_inputs(restored, settings)
    if as_json:
        told = _manifest_object(file, restored.manifest) | {
            "home": str(restored.home),
            "store": restored.store,
            "kept": str(restored.kept) if restored.kept else None,
            "store_kept": str(restored.store_kept) if restored.store_kept else None,
            "carried": list(restored.carried),
            "stayed": restored.stayed,
            "papers_missing": missing,
            "unread": unread,
        }
        sys.stdout.write(json.dumps(told) + "\n")
    else:
        _tell_restored(restored)
        _tell_inputs(restored, missing, settings.raw_folder, unread)
    if restored.stayed:
        raise typer.Exit(EXIT_PROBLEMS)


def _unread_inputs(restored: Restored, settings: Settings) -> dict[str, str]:
    """Inputs that were restored to the home, and the variable by which the product reads another place."""
    home, names = restored.home, {member.name for member in restored.manifest.members}
    looked_for = {
        "concepts.yaml": ("concepts", settings.concepts_file),
        "sources.yaml": ("sources", settings.sources_file),
        "library.bib": ("bibliography" if settings.bibliography else "raw", settings.bibliography_file),
        "library.json": ("bibliography" if settings.bibliography else "raw", settings.bibliography_file),
    }
    if restored.manifest.raw_included:
        looked_for["raw"], names = ("raw", settings.raw_folder), names | {"raw"}
    return {
        name: variable_of(field)
        for name, (field, path) in looked_for.items()
        if name in names and (path is None or path.resolve() != (home / name).resolve())
    }


def _places(settings: Settings) -> Places:
    home = settings.home.resolve()
    return Places(
        home=home,
        artifacts=open_backend(home, settings.artifacts, "artifacts"),
        record=open_record(home, settings.artifacts),
        inputs=Inputs(settings.raw_folder, settings.concepts_file, settings.bibliography_file, settings.sources_file),
        instance=POSTGRES if settings.postgres_url.get_secret_value() else SQLITE,
        wait_seconds=settings.store_wait_seconds,
    )


def _tell_manifest(path: Path, manifest: Manifest, state: str, *, as_json: bool) -> None:
    if as_json:
        sys.stdout.write(json.dumps(_manifest_object(path, manifest)) + "\n")
        return
    counts = manifest.counts
    printing.out.print(
        f"{path} {state}: {path.stat().st_size} bytes, {len(manifest.members)} files of {manifest.total_bytes} bytes.",
        markup=False,
    )
    printing.out.print(
        f"Of {manifest.created_at}: {counts['published']} pages, {counts['drafts']} drafts, {counts['papers']} papers, "
        f"{counts['audit_rows']} rows of the audit. Dagster instance: {manifest.instance}.",
        markup=False,
    )
    if not manifest.raw_included:
        printing.out.print(f"The {len(manifest.raw)} files of the folder of papers are in it by name and hash only (--with-raw).")
    for problem in manifest.problems[:_SHOWN]:
        printing.out.print(f"The home had a problem: {problem}", markup=False, style="yellow")
    if len(manifest.problems) > _SHOWN:
        printing.out.print(f"… and {len(manifest.problems) - _SHOWN} more (--json).", style="yellow")


def _manifest_object(path: Path, manifest: Manifest) -> dict[str, object]:
    told = manifest.model_dump(mode="json", exclude={"members"})
    return {"file": str(path), "size": path.stat().st_size, "members": len(manifest.members), **told}


def _tell_restored(restored: Restored) -> None:
    home, manifest = restored.home, restored.manifest
    printing.out.print(f"{home} is as it was at {manifest.created_at}: {manifest.counts['published']} pages.", markup=False)
    if restored.store:
        printing.out.print(f"Artifacts and the audit are in {restored.store} (WIKI_ARTIFACTS).", markup=False)
    if restored.kept is not None:
        printing.out.print(f"What was there before lies in {restored.kept}; remove it when you do not need it.", markup=False)
    if restored.store_kept is not None:
        printing.out.print(
            f"What the store held before lies in {restored.store_kept}, and is read there with that as WIKI_ARTIFACTS; "
            "remove it when you do not need it.",
            markup=False,
        )
    if restored.carried:
        printing.out.print(f"Not in the archive, and gone on with from before: {', '.join(restored.carried)}.", markup=False)
    for name, why in restored.stayed.items():
        printing.out.print(f"{name} stays in {restored.kept}: move it to {home} yourself ({why}).", markup=False, style="yellow")
    if manifest.instance != SQLITE:
        printing.out.print(f"Dagster instance: {manifest.instance}.", markup=False)
    other = [f"{name} {was}, now {now}" for name, now in versions().items() if (was := manifest.versions.get(name, "?")) != now]
    if other:
        printing.out.print(
            f"Written by other versions ({'; '.join(other)}); the next build makes anew what that changes.", markup=False
        )


def _tell_inputs(restored: Restored, missing: int, raw_folder: Path, unread: dict[str, str]) -> None:
    for name, variable in unread.items():
        printing.out.print(
            f"{restored.home / name} is restored, and nobody reads it there: {variable} names another place.",
            markup=False,
            style="yellow",
        )
    if missing:
        printing.out.print(
            f"{missing} papers are not in {raw_folder}. Put them there before the next build, which takes a paper without a file "
            "for removed.",
            markup=False,
        )
