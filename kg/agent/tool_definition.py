"""A tool, told once: a typed function with a docstring, from which schemas, command line and checks are made."""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from kg.errors import InvalidInput

Gate = Literal["anyone", "trusted", "owner"]
"""Who may call a tool: anyone who is not muted, those who are trusted, or the owner alone."""
_SECTION = re.compile(r"^(Args|Returns|Raises):$", re.MULTILINE)
_ARGUMENT = re.compile(r"^    (\w+): (.*(?:\n {8}.*)*)", re.MULTILINE)
_STRICT = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False, arbitrary_types_allowed=False)


@dataclass(frozen=True)
class Tool:
    """A tool of an agent.

    Attributes:
        function: what does it; its first argument tells on whose behalf.
        gate: who may call it.
        because: why it is theirs, in a sentence.
        reads: whether it only reads.
        destroys: whether it may take away what was there.
    """

    function: Callable[..., str]
    gate: Gate
    because: str
    reads: bool
    destroys: bool

    @property
    def name(self) -> str:
        """What it is called by."""
        return self.function.__name__

    @cached_property
    def description(self) -> str:
        """What an agent reads about it."""
        told = inspect.getdoc(self.function) or ""
        return " ".join(_SECTION.split(told)[0].split())

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """Its parameters by name, each with type, default and description, as pydantic takes them."""
        told = {name: " ".join(text.split()) for name, text in _ARGUMENT.findall(inspect.getdoc(self.function) or "")}
        hints = typing.get_type_hints(self.function, include_extras=True)
        found = {}
        for place, one in enumerate(inspect.signature(self.function).parameters.values()):
            if place:
                given = ... if one.default is inspect.Parameter.empty else one.default
                found[one.name] = (hints[one.name], Field(given, description=told[one.name]))
        return found

    @cached_property
    def arguments(self) -> type[BaseModel]:
        """The model that checks what it is called with: nothing is converted, nothing unknown is passed over."""
        model: type[BaseModel] = create_model(self.name, __config__=_STRICT, **self.parameters)
        return model

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of its arguments."""
        made = _untitled(self.arguments.model_json_schema())
        return {"type": "object", "properties": {}, **made}

    @property
    def hints(self) -> dict[str, bool]:
        """What a client may tell its user about it, by the names of the Model Context Protocol."""
        return {"readOnlyHint": self.reads, "destructiveHint": self.destroys, "openWorldHint": False}

    def told(self, style: str) -> dict[str, Any]:
        """It as an interface for language models wants it: openai, anthropic or mcp.

        Raises:
            InvalidInput: another style.
        """
        if style == "openai":
            function = {"name": self.name, "description": self.description, "parameters": self.schema}
            return {"type": "function", "function": function}
        if style == "anthropic":
            return {"name": self.name, "description": self.description, "input_schema": self.schema}
        if style == "mcp":
            shown = {"name": self.name, "description": self.description, "inputSchema": self.schema}
            return {**shown, "annotations": self.hints}
        raise InvalidInput("style", style, "openai, anthropic or mcp")

    def checked(self, arguments: object) -> dict[str, Any]:
        """The arguments of a call, with defaults for what was left out.

        Raises:
            InvalidInput: names the argument, and what it may be.
        """
        if not isinstance(arguments, Mapping):
            raise InvalidInput("arguments", arguments, f"an object with {self._usage()}")
        try:
            given = self.arguments.model_validate(dict(arguments))
        except ValidationError as error:
            first = error.errors(include_url=False, include_context=False)[0]
            field = ".".join(str(part) for part in first["loc"][:2]) or "arguments"
            if first["type"] == "missing":
                raise InvalidInput(field, None, f"it is required; {self.name} takes {self._usage()}") from None
            if first["type"] == "extra_forbidden":
                raise InvalidInput(field, first["input"], f"{self.name} takes {self._usage()}") from None
            raise InvalidInput(field, first["input"], first["msg"][:200]) from None
        except RecursionError:
            raise InvalidInput("arguments", "…", "what is not nested so deep") from None
        return {name: getattr(given, name) for name in self.parameters}

    def _usage(self) -> str:
        required = {name for name, field in self.arguments.model_fields.items() if field.is_required()}
        return ", ".join(name if name in required else f"{name} (optional)" for name in self.parameters) or "nothing"


def tool(
    gate: Gate, because: str, *, reads: bool = False, destroys: bool = False
) -> Callable[[Callable[..., str]], Tool]:
    """Make a tool of a function.

    Args:
        gate: who may call it.
        because: why it is theirs, in a sentence.
        reads: whether it only reads.
        destroys: whether it may take away what was there.
    """
    return lambda function: Tool(function, gate, because, reads, destroys)


def _untitled(schema: Any) -> Any:
    """A schema without the titles that pydantic makes of names, which tell nothing and cost tokens."""
    if isinstance(schema, list):
        return [_untitled(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {name: value for name, value in schema.items() if name != "title" or not isinstance(value, str)}
    kept.pop("description", None) if "properties" in kept else None
    return {name: _untitled(value) for name, value in kept.items()}
