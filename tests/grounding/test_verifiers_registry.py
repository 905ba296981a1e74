"""Verifiers by name and by settings, and the version under which pages are judged."""

from __future__ import annotations

from pathlib import Path

import pytest
from dagster import asset, materialize
from nli_samples import write_model
from verifier_samples import ScriptedVerifier

from resources import PolicyResource, build_resources
from tests.concepts.concept_samples import ScriptedModel
from wiki_assets.errors import SettingsError
from wiki_assets.grounding.guards.registry import load_guard
from wiki_assets.grounding.verifiers.identity import VerifiedGuard, judged_version
from wiki_assets.grounding.verifiers.llm import LlmVerifier
from wiki_assets.grounding.verifiers.none import NoVerifier
from wiki_assets.grounding.verifiers.registry import VERIFIERS, load_verifier
from wiki_assets.settings import Settings
from wiki_assets.storage import layout

GUARD = load_guard("content-5-gram")


def policy(**settings: object) -> PolicyResource:
    """The policy of these settings and no other, whatever the environment says."""
    found = build_resources(Settings.load(**{"verifier_model": "", "llm_model": "", **settings}))["policy"]
    assert isinstance(found, PolicyResource)
    return found


def test_every_verifier_is_found_by_its_name(tmp_path: Path) -> None:
    folder = write_model(tmp_path, ["word"])
    found = [load_verifier(name, ScriptedModel(""), folder) for name in VERIFIERS]
    assert [verifier.name for verifier in found] == list(VERIFIERS) == ["none", "llm", "nli"]
    assert [bool(verifier.version) for verifier in found] == [False, True, True]


@pytest.mark.parametrize(
    ("name", "told", "remedy"),
    [
        ("llm", "names no model", "WIKI_VERIFIER_MODEL"),
        ("nli", "names no folder", "WIKI_NLI_FOLDER"),
        ("oracle", "'oracle' is not a verifier", "none, llm, nli"),
        ("", "'' is not a verifier", "none, llm, nli"),
    ],
)
def test_a_verifier_that_lacks_something_is_an_error_that_says_what_to_do(name: str, told: str, remedy: str) -> None:
    with pytest.raises(SettingsError) as caught:
        load_verifier(name)
    assert told in caught.value.what
    assert remedy in caught.value.remedy


def test_the_version_of_a_verdict_is_the_guards_alone_without_a_verifier() -> None:
    assert judged_version("1", NoVerifier()) == "1"
    guard = VerifiedGuard(GUARD, NoVerifier())
    assert (guard.name, guard.version) == (GUARD.name, GUARD.version)


def test_another_guard_verifier_or_model_gives_another_version() -> None:
    versions = [
        judged_version("1", NoVerifier()),
        judged_version("2", NoVerifier()),
        judged_version("1", LlmVerifier(ScriptedModel("", name="fake/one"))),
        judged_version("1", LlmVerifier(ScriptedModel("", name="fake/two"))),
        judged_version("2", LlmVerifier(ScriptedModel("", name="fake/two"))),
        judged_version("1", ScriptedVerifier()),
    ]
    assert len(set(versions)) == len(versions)
    assert versions[2].startswith("1+llm-1-")
    assert versions[5] == "1+scripted-1-v1"


def test_a_version_fits_into_the_name_of_a_file() -> None:
    version = judged_version("1", LlmVerifier(ScriptedModel("", name="ollama/qwen2.5:7b")))
    assert layout.report("slug", "sha", "content-5-gram", version, 0.5).count("/") == 3
    assert not set(version) & set('/\\:*?"<>| ')


def test_a_verified_guard_says_of_one_claim_what_the_guard_says() -> None:
    source = "Every planar graph has a circle packing in the plane."
    assert VerifiedGuard(GUARD, ScriptedVerifier()).check(source, source) == GUARD.check(source, source)


def test_the_gate_goes_by_guard_and_verifier_together() -> None:
    plain, verified = policy(), policy(verifier="llm", verifier_model="fake/one")
    assert plain.gate_rule().guard_version == GUARD.version
    assert verified.gate_rule().guard_version == judged_version(GUARD.version, LlmVerifier(ScriptedModel("", name="fake/one")))
    assert verified.load_verified_guard().version == verified.gate_rule().guard_version
    assert verified.load_guard().version == GUARD.version


def test_the_verifiers_model_is_the_composers_where_none_is_set() -> None:
    assert (
        policy(verifier="llm", llm_model="fake/one").gate_rule() == policy(verifier="llm", verifier_model="fake/one").gate_rule()
    )
    both = policy(verifier="llm", llm_model="fake/one", verifier_model="fake/two").gate_rule()
    assert both == policy(verifier="llm", verifier_model="fake/two").gate_rule()


def test_the_verifiers_model_is_reached_as_the_composers_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WIKI_LLM_API_KEY", "secret-key")
    found = policy(
        verifier="llm", verifier_model="fake/one", llm_base_url="http://127.0.0.1:9/v1", llm_timeout_seconds=7, llm_attempts=2
    )
    verifier = found.load_verifier()
    assert isinstance(verifier, LlmVerifier)
    model = verifier.model
    assert (model.base_url, model.api_key, model.timeout_seconds, model.attempts) == ("http://127.0.0.1:9/v1", "secret-key", 7, 2)
    assert "secret-key" not in repr(found)


def test_a_folder_may_be_named_relative_to_where_a_command_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_model(tmp_path / "nli", ["word"])
    monkeypatch.chdir(tmp_path)
    assert policy(verifier="nli", nli_folder=Path("nli")).verifier.nli_folder == str(tmp_path / "nli")
    assert policy(verifier="nli", nli_folder=Path("nli")).gate_rule().guard_version.startswith(f"{GUARD.version}+nli-1-")


def test_the_policy_reaches_an_asset_as_it_was_configured() -> None:
    seen: list[str] = []

    @asset
    def looking(policy: PolicyResource) -> None:
        seen.append(policy.gate_rule().guard_version)

    configured = policy(verifier="llm", verifier_model="fake/one")
    assert materialize([looking], resources={"policy": configured}).success
    assert seen == [configured.gate_rule().guard_version]
