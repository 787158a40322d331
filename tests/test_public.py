"""Tests of the public interface: names, docstrings, keyword-only options, records."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

import kg
from kg import AsyncMemory, Memory, errors, protocols, types
from kg.cli import app
from tests import async_stub

# Modules that need an extra that is not installed.
OPTIONAL = {"kg.language.torch_embedder"}
MODULES = [
    importlib.import_module(module_info.name)
    for module_info in pkgutil.walk_packages(kg.__path__, "kg.")
    if module_info.name not in OPTIONAL | {"kg.__main__"}
]


def list_public(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """Yield the public classes and functions that a module defines."""
    for name, value in vars(module).items():
        is_own = getattr(value, "__module__", None) == module.__name__
        if is_own and not name.startswith("_") and (inspect.isclass(value) or inspect.isfunction(value)):
            yield name, value


def list_methods(cls: type) -> Iterator[tuple[str, Any]]:
    for name, value in vars(cls).items():
        if not name.startswith("_"):
            function = getattr(value, "__func__", value)
            function = value.fget if isinstance(value, property) else function
            if inspect.isfunction(function):
                yield name, function


def test_public_names_are_sorted_and_exist() -> None:
    assert kg.__all__ == sorted(kg.__all__)
    assert all(getattr(kg, name) is not None for name in kg.__all__)
    with pytest.raises(AttributeError, match="no_such_name"):
        kg.no_such_name  # noqa: B018
    assert re.fullmatch(r"\d+\.\d+\.\d+", kg.__version__)


def test_everything_public_has_a_docstring() -> None:
    missing = [module.__name__ for module in MODULES if not module.__doc__]
    for module in MODULES:
        for name, value in list_public(module):
            where = f"{module.__name__}.{name}"
            missing += [] if inspect.getdoc(value) else [where]
            if inspect.isclass(value):
                missing += [f"{where}.{method}" for method, function in list_methods(value) if not function.__doc__]
    assert missing == []


def test_every_name_in_all_exists() -> None:
    for module in MODULES:
        assert all(hasattr(module, name) for name in getattr(module, "__all__", ())), module.__name__


MEMORY_METHODS = {name for name, _ in list_methods(Memory)}
MEMORY_CALLS = sorted(name for name in MEMORY_METHODS if callable(getattr(Memory, name)))


def list_parameters(name: str) -> list[inspect.Parameter]:
    """Return the parameters of a method of Memory, without self."""
    return [
        parameter
        for parameter in inspect.signature(getattr(Memory, name)).parameters.values()
        if parameter.name != "self"
    ]


def test_options_of_memory_are_keyword_only() -> None:
    offenders = [
        f"{name}({parameter.name})"
        for name in MEMORY_CALLS
        for parameter in list_parameters(name)[1:]
        # Statement parameters are passed by name.
        if parameter.kind is not inspect.Parameter.VAR_KEYWORD
        and (parameter.kind is not inspect.Parameter.KEYWORD_ONLY or parameter.default is inspect.Parameter.empty)
    ]
    assert offenders == []


def test_docstrings_of_memory_name_the_errors_and_every_option() -> None:
    offenders = []
    for name in MEMORY_CALLS:
        text = inspect.getdoc(getattr(Memory, name)) or ""
        options = [name_.name for name_ in list_parameters(name)] if "Args:" in text else []
        offenders += [f"{name}({name_})" for name_ in options if not re.search(rf"^\s+{name_}: \S", text, re.MULTILINE)]
        raised = re.findall(r"^\s+([A-Z]\w+): ", text.partition("Raises:")[2], re.MULTILINE)
        offenders += [
            f"{name} raises {name_}" for name_ in raised if not issubclass(getattr(errors, name_), errors.KgError)
        ]
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
def test_memory_methods_have_the_contract_parameters(name: str) -> None:
    parameter_names = list(inspect.signature(getattr(Memory, name)).parameters)
    assert set(CONTRACT[name]) <= set(parameter_names)
    assert [parameter for parameter in parameter_names if parameter in CONTRACT[name]] == CONTRACT[name]


# Methods that are not coroutines in AsyncMemory, and methods with a different signature there.
NOT_AWAITED = {"embedder", "graph", "schema_version", "stores", "worker"}
DIFFERENT_SIGNATURES = {"close", "connect", "erase", "move", "reembed"}


def test_async_memory_mirrors_memory() -> None:
    own_methods = {name for cls in AsyncMemory.__mro__ for name, _ in list_methods(cls)}
    assert own_methods == MEMORY_METHODS - NOT_AWAITED
    for name in own_methods - DIFFERENT_SIGNATURES:
        sync_method, async_method = getattr(Memory, name), getattr(AsyncMemory, name)
        assert inspect.signature(sync_method) == inspect.signature(async_method), name
        assert inspect.getdoc(sync_method) == inspect.getdoc(async_method), name
    for name in own_methods:
        assert inspect.iscoroutinefunction(getattr(AsyncMemory, name)), name
    assert {"scope", "settings"} <= set(re.findall(r"^\s+(\w+): ", inspect.getdoc(AsyncMemory) or "", re.MULTILINE))


def test_the_types_of_async_memory_are_those_of_memory() -> None:
    assert async_stub.STUB.read_text(encoding="utf-8") == async_stub.render(), "run `python -m tests.async_stub`"


def subclasses(cls: type[Exception]) -> Iterator[type[Exception]]:
    for subclass in cls.__subclasses__():
        yield subclass
        yield from subclasses(subclass)


def test_every_error_class_is_in_the_tree() -> None:
    others = {error_class.__qualname__ for error_class in subclasses(errors.KgError)} - set(vars(errors))
    assert others == set()


RECORDS = [value for name in types.__all__ if inspect.isclass(value := getattr(types, name))]


def test_records_are_frozen_and_typed() -> None:
    assert [record.__name__ for record in RECORDS if not dataclasses.is_dataclass(record)] == []
    assert [record.__name__ for record in RECORDS if not record.__dataclass_params__.frozen] == []
    untyped = [record.__name__ for record in RECORDS if not all(field.type for field in dataclasses.fields(record))]
    assert untyped == []


def test_event_fields_except_text_are_keyword_only() -> None:
    with pytest.raises(TypeError):
        kg.Event("text", "cli:ann")  # type: ignore[misc]
    event = kg.Event("text")
    assert (event.session, event.kind, event.role, event.direction) == ("default", "message", "user", "inbound")


def test_each_protocol_has_a_default_and_a_fake() -> None:
    from kg.extraction import CascadeExtractor, ScriptedExtractor
    from kg.extraction.rule_extractor import RuleExtractor
    from kg.language.hashing_embedder import HashingEmbedder
    from kg.language.minilm import MiniLM
    from kg.language.token_counting import BpeCounter, ByteCounter
    from kg.language.tuned_minilm import TunedMiniLM
    from kg.llm import HttpModel, ScriptedModel
    from kg.protocols import FixedClock, SystemClock

    implementations = {
        # The fake keeps nothing.
        protocols.CachingExtractor: (CascadeExtractor, RuleExtractor),
        protocols.Clock: (FixedClock, SystemClock),
        protocols.Embedder: (HashingEmbedder, MiniLM),
        protocols.Extractor: (RuleExtractor, ScriptedExtractor),
        protocols.LanguageModel: (HttpModel, ScriptedModel),
        protocols.LateEmbedder: (HashingEmbedder, MiniLM),
        # There is no fake for hidden states; an embedder without them is combined with a model.
        protocols.HiddenStateEmbedder: (MiniLM,),
        protocols.TokenCounter: (BpeCounter, ByteCounter),
        protocols.TextClassifier: (TunedMiniLM,),
        protocols.TunableEmbedder: (MiniLM,),
    }
    declared = {name for name in protocols.__all__ if getattr(getattr(protocols, name), "_is_protocol", False)}
    assert declared == {protocol.__name__ for protocol in implementations}
    for protocol, classes in implementations.items():
        for implementation in classes:
            assert {name for name, _ in list_methods(protocol)} <= {
                *dir(implementation),
                "name",
                "dimension",
                "window",
                "exact",
            }


def test_the_entry_point_is_the_command_line() -> None:
    assert app.info.name == "kg"
