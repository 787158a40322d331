"""The public interface holds to its conventions: names, docstrings, keyword-only options, one tree of errors."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import pickle
import pkgutil
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

import kg
from kg import AsyncMemory, Memory, errors, protocols, types
from kg.cli import app
from kg.exchanging import Exchanging
from kg.settings import Settings

# The extra that it needs is not installed here.
OPTIONAL = {"kg.language.torch_embedder"}
MODULES = [
    importlib.import_module(found.name)
    for found in pkgutil.walk_packages(kg.__path__, "kg.")
    if found.name not in OPTIONAL | {"kg.__main__"}
]


def public(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """What a module defines itself under a public name."""
    for name, value in vars(module).items():
        own = getattr(value, "__module__", None) == module.__name__
        if own and not name.startswith("_") and (inspect.isclass(value) or inspect.isfunction(value)):
            yield name, value


def methods(cls: type) -> Iterator[tuple[str, Any]]:
    for name, value in vars(cls).items():
        if not name.startswith("_"):
            function = getattr(value, "__func__", value)
            function = value.fget if isinstance(value, property) else function
            if inspect.isfunction(function):
                yield name, function


def test_the_public_names_are_sorted_and_there() -> None:
    assert kg.__all__ == sorted(kg.__all__)
    assert all(getattr(kg, name) is not None for name in kg.__all__)
    with pytest.raises(AttributeError, match="no_such_name"):
        kg.no_such_name  # noqa: B018
    assert re.fullmatch(r"\d+\.\d+\.\d+", kg.__version__)


def test_everything_public_has_a_docstring() -> None:
    bare = [module.__name__ for module in MODULES if not module.__doc__]
    for module in MODULES:
        for name, value in public(module):
            where = f"{module.__name__}.{name}"
            bare += [] if inspect.getdoc(value) else [where]
            if inspect.isclass(value):
                bare += [f"{where}.{method}" for method, function in methods(value) if not function.__doc__]
    assert bare == []


def test_every_name_in_a_list_of_names_is_there() -> None:
    for module in MODULES:
        assert all(hasattr(module, name) for name in getattr(module, "__all__", ())), module.__name__


OF_MEMORY = {name for cls in (Exchanging, Memory) for name, _ in methods(cls)}
CALLS = sorted(name for name in OF_MEMORY if callable(getattr(Memory, name)))


def parameters(name: str) -> list[inspect.Parameter]:
    """The parameters of a method of Memory, without self."""
    return [one for one in inspect.signature(getattr(Memory, name)).parameters.values() if one.name != "self"]


def test_options_of_memory_are_keyword_only() -> None:
    offenders = [
        f"{name}({one.name})"
        for name in CALLS
        for one in parameters(name)[1:]
        # The parameters of a statement are given by their own names.
        if one.kind is not inspect.Parameter.VAR_KEYWORD
        and (one.kind is not inspect.Parameter.KEYWORD_ONLY or one.default is inspect.Parameter.empty)
    ]
    assert offenders == []


def test_docstrings_of_memory_name_the_errors_and_every_option() -> None:
    offenders = []
    for name in CALLS:
        text = inspect.getdoc(getattr(Memory, name)) or ""
        options = [one.name for one in parameters(name)] if "Args:" in text else []
        offenders += [f"{name}({one})" for one in options if not re.search(rf"^\s+{one}: \S", text, re.MULTILINE)]
        raised = re.findall(r"^\s+([A-Z]\w+): ", text.partition("Raises:")[2], re.MULTILINE)
        offenders += [f"{name} raises {one}" for one in raised if not issubclass(getattr(errors, one), errors.KgError)]
    assert offenders == []


CONTRACT = {
    "connect": ["scope", "uri", "settings", "clock", "embedder", "tokens", "owner"],
    "log": ["events"],
    "digest": [],
    "history": ["session", "last"],
    "search": [
        "query",
        "limit",
        "kinds",
        "session",
        "channel",
        "speaker",
        "since",
        "until",
        "as_of",
        "min_score",
        "asker",
    ],
    "context": ["message", "speaker", "session", "budget", "profile", "as_of"],
    "get": ["id"],
    "forget": ["scope"],
    "close": [],
}


@pytest.mark.parametrize("name", CONTRACT)
def test_memory_takes_what_the_contract_says(name: str) -> None:
    taken = list(inspect.signature(getattr(Memory, name)).parameters)
    assert set(CONTRACT[name]) <= set(taken)
    assert [one for one in taken if one in CONTRACT[name]] == CONTRACT[name]


# They hand out what is used from threads of one's own, or are awaited in another form.
NOT_AWAITED = {"embedder", "graph", "schema_version", "worker"}
OTHERWISE = {"close", "connect", "erase", "move", "reembed"}


def test_async_memory_has_the_methods_of_memory_with_their_signatures_and_docstrings() -> None:
    own = {name for name, _ in methods(AsyncMemory)}
    assert own == OF_MEMORY - NOT_AWAITED
    for name in own - OTHERWISE:
        one, other = getattr(Memory, name), getattr(AsyncMemory, name)
        assert inspect.signature(one) == inspect.signature(other), name
        assert inspect.getdoc(one) == inspect.getdoc(other), name
    for name in own:
        assert inspect.iscoroutinefunction(getattr(AsyncMemory, name)), name
    assert {"scope", "settings"} <= set(re.findall(r"^\s+(\w+): ", inspect.getdoc(AsyncMemory) or "", re.MULTILINE))


def subclasses(cls: type[Exception]) -> Iterator[type[Exception]]:
    for one in cls.__subclasses__():
        yield one
        yield from subclasses(one)


def test_the_tree_of_errors_is_the_one_that_is_drawn() -> None:
    drawn = re.findall(r"[├└]── (\w+) +(.+)", errors.__doc__ or "")
    kinds = {one.__name__: one for one in subclasses(errors.KgError) if one.__module__ == "kg.errors"}
    assert {name for name, _ in drawn} == set(kinds)
    for name, told in drawn:
        attributes = re.search(r"\(([\w, ]+?)(?::.*)?\)$", told)
        if attributes:
            taken = inspect.signature(kinds[name]).parameters
            assert set(attributes[1].split(", ")) & set(taken), name


def test_every_error_that_kg_raises_is_in_the_tree() -> None:
    others = {one.__qualname__ for one in subclasses(errors.KgError)} - set(vars(errors))
    assert others == set()


@pytest.mark.parametrize(
    ("error", "text", "attributes"),
    [
        (
            errors.InvalidInput("limit", 0, "at least 1"),
            "limit: 0 is not allowed; at least 1",
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
def test_errors_carry_what_they_are_about(error: Exception, text: str, attributes: dict[str, Any]) -> None:
    assert str(error) == text
    assert {name: getattr(error, name) for name in attributes} == attributes


def test_errors_are_caught_as_what_python_calls_them() -> None:
    assert issubclass(errors.InvalidInput, ValueError)
    assert issubclass(errors.NotFound, LookupError)


def test_an_error_about_a_long_or_broken_value_stays_short_and_printable() -> None:
    told = str(errors.InvalidInput("text", "\ud800" + "x" * 1_000_000, "less"))
    assert len(told) < 200
    told.encode()


def test_an_error_about_a_value_that_cannot_be_shown_names_its_type() -> None:
    class Odd:
        def __repr__(self) -> str:
            raise RecursionError

    assert (
        str(errors.InvalidInput("metadata", Odd(), "a JSON object")) == "metadata: <Odd> is not allowed; a JSON object"
    )


def test_errors_can_be_sent_from_one_process_to_another() -> None:
    for error in (
        errors.InvalidInput("limit", 0, "1 to 10"),
        errors.ModelUnavailable("There is none.", how="Get one."),
        errors.NotFound("it"),
        errors.BudgetExceeded("people", 5, 4),
        errors.Refused("asleep"),
        errors.ConnectionFailed("no answer"),
    ):
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


RECORDS = [value for name in types.__all__ if inspect.isclass(value := getattr(types, name))]


def test_records_are_frozen_and_typed() -> None:
    assert [record.__name__ for record in RECORDS if not dataclasses.is_dataclass(record)] == []
    assert [record.__name__ for record in RECORDS if not record.__dataclass_params__.frozen] == []
    untyped = [record.__name__ for record in RECORDS if not all(field.type for field in dataclasses.fields(record))]
    assert untyped == []


def test_an_event_is_made_of_its_text_alone_and_the_rest_is_named() -> None:
    with pytest.raises(TypeError):
        kg.Event("text", "cli:ann")  # type: ignore[misc]
    event = kg.Event("text")
    assert (event.session, event.kind, event.role, event.direction) == ("default", "message", "user", "inbound")


def test_every_setting_is_described_and_none_shows_the_password() -> None:
    assert all(field.description and field.description.endswith(".") for field in Settings.model_fields.values())
    settings = Settings(neo4j_password="not to be seen", llm_api_key="not to be seen either")
    assert "not to be seen" not in f"{settings!r} {settings} {settings.model_dump()}"


def test_the_defaults_are_those_of_the_design() -> None:
    defaults = {name: field.default for name, field in Settings.model_fields.items()}
    expected = {
        "lease_s": 300, "worker_interval_s": 60, "digest_batch": 20, "worker_start_delay_s": 10.0, "retry_attempts": 3,
        "retry_delay_s": 1.0, "history_last": 20, "embedder": "minilm", "token_encoding": "cl100k_base", "bolt_port": 7687,
        "http_port": 7474, "passage_pieces": 224, "llm_model": None, "llm_timeout_s": 60.0,
    }  # fmt: skip
    assert {name: defaults[name] for name in expected} == expected


def test_settings_cannot_be_changed_and_unknown_ones_are_refused() -> None:
    with pytest.raises(ValueError, match="frozen"):
        Settings().lease_s = 1  # type: ignore[misc]
    with pytest.raises(ValueError, match="no_such_setting"):
        Settings(no_such_setting=1)  # type: ignore[call-arg]


def test_each_seam_has_a_default_and_a_fake() -> None:
    from kg.extraction import Scripted
    from kg.extraction.rule_extractor import Rules
    from kg.language.hashing_embedder import HashingEmbedder
    from kg.language.minilm import MiniLM
    from kg.language.token_counting import BpeCounter, ByteCounter
    from kg.llm import HttpModel, ScriptedModel
    from kg.protocols import FixedClock, SystemClock

    given = {
        protocols.Clock: (FixedClock, SystemClock),
        protocols.Embedder: (HashingEmbedder, MiniLM),
        protocols.Extractor: (Rules, Scripted),
        protocols.LanguageModel: (HttpModel, ScriptedModel),
        protocols.LateEmbedder: (HashingEmbedder, MiniLM),
        # A model's layers cannot be faked: who has none is read with a model beside it.
        protocols.OpenEmbedder: (MiniLM,),
        protocols.TokenCounter: (BpeCounter, ByteCounter),
    }
    declared = {name for name in protocols.__all__ if getattr(getattr(protocols, name), "_is_protocol", False)}
    assert declared == {protocol.__name__ for protocol in given}
    for protocol, kinds in given.items():
        for kind in kinds:
            assert {name for name, _ in methods(protocol)} <= {*dir(kind), "name", "dimension", "window", "exact"}


def test_the_entry_point_is_the_command_line() -> None:
    assert app.info.name == "kg"
