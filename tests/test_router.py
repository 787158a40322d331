"""Which server has a scope, as the settings say: the first pattern that fits, else the one for all others."""

from __future__ import annotations

import json

import pytest
from pydantic import SecretStr, ValidationError

from kg import Settings
from kg.errors import InvalidInput
from kg.opening import address_of, known, named, place_of
from kg.types.addresses import host_and_port

SECRET = "a-password-not-to-be-seen"
SERVERS = [
    {"scopes": ["acme-*", "acme"], "uri": "bolt://one:7000", "user": "ann", "password": SECRET, "database": "acme"},
    {"scopes": "[a-m]*", "uri": "neo4j://two"},
    {"uri": "bolt://three"},
]


@pytest.fixture
def spread() -> Settings:
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
def test_the_first_pattern_that_fits_has_the_scope(spread: Settings, scope: str, uri: str) -> None:
    assert place_of(scope, None, spread).uri == address_of(scope, spread) == uri


def test_a_server_has_its_own_login_or_the_common_one(spread: Settings) -> None:
    one, two = place_of("acme-7", None, spread), place_of("bob", None, spread)
    assert (one.user, one.password, one.database) == ("ann", SECRET, "acme")
    assert (two.user, two.password, two.database) == ("neo4j", "other", "neo4j")
    assert place_of("zoe", "bolt://one:7000", spread).password == SECRET
    assert place_of("zoe", "bolt://elsewhere", spread).password == "other"


def test_a_server_is_known_by_where_its_address_leads(spread: Settings) -> None:
    assert host_and_port("neo4j://localhost") == host_and_port("bolt://127.0.0.1:7687")
    assert known("neo4j://THREE:7687", spread) is not None
    assert known("bolt://one:7000", spread, "acme") is not None
    assert known("bolt://one:7000", spread, "neo4j") is None
    with pytest.raises(InvalidInput, match=r"bolt://one:7000, neo4j://two, bolt://three, bolt://rest"):
        named("bolt://four", spread)


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ({"scopes": "acme *", "uri": "bolt://one"}, "no pattern of scopes"),
        ({"scopes": "", "uri": "bolt://one"}, "no pattern of scopes"),
        ({"scopes": "*", "uri": "http://one"}, "begins with one of bolt"),
        ({"scopes": "*", "uri": f"bolt://neo4j:{SECRET}@one"}, "without user and password"),
        ({"scopes": "*"}, "Field required"),
        ({"scopes": "*", "uri": "bolt://one", "pasword": SECRET}, "not permitted"),
    ],
    ids=["spaces", "empty", "scheme", "login in it", "no address", "unknown key"],
)
def test_a_bad_entry_is_refused_without_what_is_secret(entry: dict[str, str], told: str) -> None:
    with pytest.raises(ValidationError, match=told) as caught:
        Settings(servers=[{**entry, "password": SECRET}])  # type: ignore[list-item]
    assert SECRET not in str(caught.value)


def test_passwords_are_not_shown(spread: Settings) -> None:
    assert spread.servers[0].password == SecretStr(SECRET)
    assert SECRET not in repr(spread) + repr(place_of("acme", None, spread)) + json.dumps(
        spread.model_dump(mode="json")
    )
