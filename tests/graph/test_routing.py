"""Tests of scope routing: the first matching pattern of the settings selects the server, else the default server."""

from __future__ import annotations

import json

import pytest
from pydantic import SecretStr, ValidationError

from kg import Settings
from kg.errors import InvalidInput
from kg.graph.routing import find_server, require_server, scope_address, scope_server
from kg.types.addresses import host_and_port

SECRET = "a-password-not-to-be-seen"
SERVERS = [
    {"scopes": ["acme-*", "acme"], "uri": "bolt://one:7000", "user": "ann", "password": SECRET, "database": "acme"},
    {"scopes": "[a-m]*", "uri": "neo4j://two"},
    {"uri": "bolt://three"},
]


@pytest.fixture
def routed_settings() -> Settings:
    return Settings(servers=SERVERS, neo4j_uri="bolt://rest", neo4j_password="other")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("scope", "uri"),
    [
        ("acme-7", "bolt://one:7000"),
        ("acme", "bolt://one:7000"),
        ("bob", "neo4j://two"),
        ("zoe", "bolt://rest"),
        ("Acme-7", "bolt://rest"),
    ],
)
def test_the_first_matching_pattern_selects_the_server(routed_settings: Settings, scope: str, uri: str) -> None:
    assert scope_server(scope, None, routed_settings).uri == scope_address(scope, routed_settings) == uri


def test_a_server_uses_its_own_login_or_the_default(routed_settings: Settings) -> None:
    first, second = scope_server("acme-7", None, routed_settings), scope_server("bob", None, routed_settings)
    assert (first.user, first.password, first.database) == ("ann", SECRET, "acme")
    assert (second.user, second.password, second.database) == ("neo4j", "other", "neo4j")
    assert scope_server("zoe", "bolt://one:7000", routed_settings).password == SECRET
    assert scope_server("zoe", "bolt://elsewhere", routed_settings).password == "other"


def test_servers_are_compared_by_normalised_address(routed_settings: Settings) -> None:
    assert host_and_port("neo4j://localhost") == host_and_port("bolt://127.0.0.1:7687")
    assert find_server("neo4j://THREE:7687", routed_settings) is not None
    assert find_server("bolt://one:7000", routed_settings, "acme") is not None
    assert find_server("bolt://one:7000", routed_settings, "neo4j") is None
    with pytest.raises(InvalidInput, match=r"bolt://one:7000, neo4j://two, bolt://three, bolt://rest"):
        require_server("bolt://four", routed_settings)


@pytest.mark.parametrize(
    ("entry", "expected_message"),
    [
        ({"scopes": "acme *", "uri": "bolt://one"}, "not a pattern of scope names"),
        ({"scopes": "", "uri": "bolt://one"}, "not a pattern of scope names"),
        ({"scopes": "*", "uri": "http://one"}, "one of the schemes bolt"),
        ({"scopes": "*", "uri": f"bolt://neo4j:{SECRET}@one"}, "without user and password"),
        ({"scopes": "*"}, "Field required"),
        ({"scopes": "*", "uri": "bolt://one", "pasword": SECRET}, "not permitted"),
    ],
    ids=["spaces", "empty", "scheme", "login in the address", "no address", "unknown key"],
)
def test_an_invalid_entry_is_refused_without_showing_the_password(entry: dict[str, str], expected_message: str) -> None:
    with pytest.raises(ValidationError, match=expected_message) as error_info:
        Settings(servers=[{**entry, "password": SECRET}])  # type: ignore[list-item]
    assert SECRET not in str(error_info.value)


def test_passwords_are_not_shown(routed_settings: Settings) -> None:
    assert routed_settings.servers[0].password == SecretStr(SECRET)
    assert SECRET not in repr(routed_settings) + repr(scope_server("acme", None, routed_settings)) + json.dumps(
        routed_settings.model_dump(mode="json")
    )
