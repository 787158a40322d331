"""Errors: the documented tree, messages, attributes, and pickling."""

from __future__ import annotations

import inspect
import pickle
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg import errors


def test_the_documented_error_tree_matches_the_classes() -> None:
    documented = re.findall(r"[├└]── (\w+) +(.+)", errors.__doc__ or "")
    error_classes = {
        name: value
        for name, value in vars(errors).items()
        if inspect.isclass(value) and issubclass(value, errors.KgError) and value is not errors.KgError
    }
    assert {name for name, _ in documented} == set(error_classes)
    for name, description in documented:
        attributes = re.search(r"\(([\w, ]+?)(?::.*)?\)$", description)
        if attributes:
            init_parameters = inspect.signature(error_classes[name]).parameters
            assert set(attributes[1].split(", ")) & set(init_parameters), name


@pytest.mark.parametrize(
    ("error", "text", "attributes"),
    [
        (
            errors.InvalidInput("limit", 0, "at least 1"),
            "limit must be at least 1 (got 0)",
            {"field": "limit", "value": 0},
        ),
        (errors.NotFound("'x' in scope 's'"), "not found: 'x' in scope 's'", {"what": "'x' in scope 's'"}),
        (
            errors.ModelUnavailable("No weights.", how="kg models fetch"),
            "No weights. kg models fetch",
            {"how": "kg models fetch"},
        ),
        (
            errors.BudgetExceeded("people", 1300, 1200),
            "people: 1300 tokens would exceed its limit of 1200",
            {"used": 1300},
        ),
        (errors.Refused("owner only"), "owner only", {"reason": "owner only"}),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
)
def test_errors_have_message_and_attributes(error: Exception, text: str, attributes: dict[str, Any]) -> None:
    assert str(error) == text
    assert {name: getattr(error, name) for name in attributes} == attributes


def test_errors_derive_from_builtin_errors() -> None:
    assert issubclass(errors.InvalidInput, ValueError)
    assert issubclass(errors.NotFound, LookupError)


def test_errors_about_long_or_invalid_values_are_short_and_printable() -> None:
    message = str(errors.InvalidInput("text", "\ud800" + "x" * 1_000_000, "less"))
    assert len(message) < 200
    message.encode()


def test_errors_about_values_without_repr_name_the_type() -> None:
    class Odd:
        def __repr__(self) -> str:
            raise RecursionError

    assert str(errors.InvalidInput("metadata", Odd(), "a JSON object")) == "metadata must be a JSON object (got <Odd>)"


def test_errors_can_be_pickled() -> None:
    for error in (
        errors.ScopeMoving("team", "neo4j://two:7687"),
        errors.ScopeMoved("team", "neo4j://two:7687", "neo4j", ("bookmark",)),
        errors.InvalidInput("limit", 0, "1 to 10"),
        errors.ModelUnavailable("There is none.", how="Get one."),
        errors.NotFound("it"),
        errors.BudgetExceeded("people", 5, 4),
        errors.Refused("asleep"),
        errors.ConnectionFailed("no answer"),
    ):
        unpickled = pickle.loads(pickle.dumps(error))
        assert (type(unpickled), str(unpickled), vars(unpickled)) == (type(error), str(error), vars(error))


@pytest.mark.parametrize(
    ("allowed", "message"),
    [
        ("1 to 10; the default is 5", "limit must be 1 to 10 (got 0); the default is 5"),
        ("must not be blank", "limit must not be blank (got 0)"),
    ],
)
def test_the_message_is_a_sentence_and_advice_follows_the_value(allowed: str, message: str) -> None:
    assert str(errors.InvalidInput("limit", 0, allowed)) == message


@given(st.text())
def test_any_value_is_named_in_a_message_that_is_short_and_printable(value: str) -> None:
    error = errors.InvalidInput("text", value, "less")
    assert len(str(error).encode()) < 500
    assert error.value == value


def test_errors_about_moved_scopes_say_how_to_go_on() -> None:
    assert "kg move-scope team --to neo4j://two:7687" in str(errors.ScopeMoving("team", "neo4j://two:7687"))
    assert "KG_SERVERS" in str(errors.ScopeMoved("team", "neo4j://two:7687", "neo4j"))
