"""Settings: defaults, environment variables, checks, and secrets that are never shown."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from kg.settings import CORE_LIMITS, ServerEntry, Settings


def test_settings_have_descriptions_and_hide_passwords() -> None:
    assert all(field.description and field.description.endswith(".") for field in Settings.model_fields.values())
    settings = Settings(neo4j_password="not to be seen", llm_api_key="not to be seen either")
    assert "not to be seen" not in f"{settings!r} {settings} {settings.model_dump()}"


def test_defaults_match_the_design() -> None:
    defaults = {name: field.default for name, field in Settings.model_fields.items()}
    expected = {
        "lease_s": 300, "worker_interval_s": 60, "digest_batch": 20, "worker_start_delay_s": 10.0, "retry_attempts": 3,
        "retry_delay_s": 1.0, "history_last": 20, "embedder": "minilm", "token_encoding": "cl100k_base", "bolt_port": 7687,
        "http_port": 7474, "passage_pieces": 224, "llm_model": None, "llm_timeout_s": 60.0,
    }  # fmt: skip
    assert {name: defaults[name] for name in expected} == expected


def test_settings_are_frozen_and_unknown_ones_are_refused() -> None:
    with pytest.raises(ValueError, match="frozen"):
        Settings().lease_s = 1  # type: ignore[misc]
    with pytest.raises(ValueError, match="no_such_setting"):
        Settings(no_such_setting=1)  # type: ignore[call-arg]


def test_environment_variables_are_read_and_empty_ones_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KG_LEASE_S", "7")
    monkeypatch.setenv("KG_EMBEDDER", "")
    monkeypatch.setenv("KG_OWNER", '["cli:olga"]')
    settings = Settings()
    assert (settings.lease_s, settings.embedder, settings.owner) == (7, "minilm", ("cli:olga",))
    assert Settings(lease_s=8).lease_s == 8, "an argument has precedence"


def test_limits_of_core_memory_keep_the_defaults_and_the_order_of_the_sections() -> None:
    limits = Settings(core_limits={"scratch": 1, "people": 2}).core_limits
    assert limits == CORE_LIMITS | {"scratch": 1, "people": 2}
    assert list(limits) == list(CORE_LIMITS)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("sleep_at", "25:00"),
        ("sleep_at", "at night"),
        ("owner_zone", "Europe/Nowhere"),
        ("owner_zone", "../etc/passwd"),
        ("bolt_port", 65_536),
        ("core_limits", {"cellar": 10}),
        ("core_limits", {"scratch": 0}),
        ("channel_audience", {"cli": "everyone"}),
        ("restricted_tiers", {"exec": "friend"}),
    ],
)
def test_a_wrong_value_is_refused_by_the_name_of_its_setting(name: str, value: object) -> None:
    with pytest.raises(ValidationError, match=name):
        Settings.model_validate({name: value})


@pytest.mark.parametrize("name", ["neo4j_uri", "llm_url"])
@pytest.mark.parametrize(
    "address", ["bolt://ann:hunter2@localhost", "http://hunter2@localhost/v1", "htp://a:hunter2/@x"]
)
def test_an_address_with_a_password_is_refused_without_showing_it(name: str, address: str) -> None:
    with pytest.raises(ValidationError, match=name) as caught:
        Settings.model_validate({name: address})
    assert "hunter2" not in str(caught.value) + repr(caught.value)
    assert "hunter2" not in repr(Settings(maven_url="https://ann:hunter2@localhost/m"))


def test_a_time_of_day_is_normalised() -> None:
    assert Settings(sleep_at=" 4:05 ").sleep_at == "04:05"


def test_an_entry_of_servers_takes_one_pattern_or_several_and_hides_its_password() -> None:
    [one, two] = Settings.model_validate(
        {"servers": [{"scopes": "acme-*", "uri": "neo4j://one:7687", "password": "not to be seen"}, {"uri": "local"}]}
    ).servers
    assert (one.scopes, one.uri, two.scopes, two.user) == (("acme-*",), "neo4j://one:7687", (), None)
    assert "not to be seen" not in repr(one)
    for wrong in ({"scopes": "a b", "uri": "local"}, {"uri": "http://one"}, {"uri": "local", "port": 1}):
        with pytest.raises(ValidationError):
            ServerEntry.model_validate(wrong)
