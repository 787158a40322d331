"""The definition of a tool: a typed function with a docstring, from which schemas, checks and CLI commands are generated."""

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

RequiredRole = Literal["anyone", "trusted", "owner"]
"""Who may call a tool: anyone who is not muted, trusted people and the owner, or only the owner."""
_SECTION = re.compile(r"^(Args|Returns|Raises):$", re.MULTILINE)
_ARGUMENT = re.compile(r"^    (\w+): (.*(?:\n {8}.*)*)", re.MULTILINE)
_STRICT = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False, arbitrary_types_allowed=False)
_PYDANTIC_PREFIX = "Input should be "


@dataclass(frozen=True)
class Tool:
    """A tool of an agent.

    Attributes:
        function: the implementation; its first parameter is the `Caller`.
        required_role: who may call it.
        reason: why it is restricted to them, in a sentence.
        read_only: whether it writes nothing.
        destructive: whether it may remove or overwrite data.
    """

    function: Callable[..., str]
    required_role: RequiredRole
    reason: str
    read_only: bool
    destructive: bool

    @property
    def name(self) -> str:
        """The name by which agents call it."""
        return self.function.__name__

    @cached_property
    def description(self) -> str:
        """The description that agents read: the docstring up to its first section."""
        docstring = inspect.getdoc(self.function) or ""
        return " ".join(_SECTION.split(docstring)[0].split())

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """The parameters by name, each with its type and a pydantic field that holds default and description."""
        docstring = inspect.getdoc(self.function) or ""
        descriptions = {name: " ".join(text.split()) for name, text in _ARGUMENT.findall(docstring)}
        hints = typing.get_type_hints(self.function, include_extras=True)
        _, *parameters = inspect.signature(self.function).parameters.values()
        fields = {}
        for parameter in parameters:
            default = ... if parameter.default is inspect.Parameter.empty else parameter.default
            field = Field(default, description=descriptions[parameter.name])
            fields[parameter.name] = (hints[parameter.name], field)
        return fields

    @cached_property
    def arguments_model(self) -> type[BaseModel]:
        """The model that validates arguments: types are not converted, and unknown arguments are refused."""
        model: type[BaseModel] = create_model(self.name, __config__=_STRICT, **self.parameters)
        return model

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of the arguments."""
        schema = _without_titles(self.arguments_model.model_json_schema())
        return {"type": "object", "properties": {}, **schema}

    @property
    def hints(self) -> dict[str, bool]:
        """The tool's annotations, by their names in the Model Context Protocol."""
        return {"readOnlyHint": self.read_only, "destructiveHint": self.destructive, "openWorldHint": False}

    def render(self, style: str) -> dict[str, Any]:
        """Return the tool's definition in the format of an API: openai, anthropic or mcp.

        Raises:
            InvalidInput: the style is not known.
        """
        if style == "openai":
            function = {"name": self.name, "description": self.description, "parameters": self.schema}
            return {"type": "function", "function": function}
        if style == "anthropic":
            return {"name": self.name, "description": self.description, "input_schema": self.schema}
        if style == "mcp":
            definition = {"name": self.name, "description": self.description, "inputSchema": self.schema}
            return {**definition, "annotations": self.hints}
        raise InvalidInput("style", style, "openai, anthropic or mcp")

    def validate_arguments(self, arguments: object) -> dict[str, Any]:
        """Validate the arguments of a call and add the defaults of those that are missing.

        Raises:
            InvalidInput: an argument is invalid; names it, and what is accepted.
        """
        if not isinstance(arguments, Mapping):
            raise InvalidInput("arguments", arguments, f"an object with {self._usage()}")
        try:
            validated = self.arguments_model.model_validate(dict(arguments))
        except ValidationError as error:
            first = error.errors(include_url=False, include_context=False)[0]
            field = ".".join(str(part) for part in first["loc"][:2]) or "arguments"
            if first["type"] == "missing":
                raise InvalidInput(field, None, f"given; {self.name} takes {self._usage()}") from None
            if first["type"] == "extra_forbidden":
                raise InvalidInput(field, first["input"], f"omitted; {self.name} takes {self._usage()}") from None
            message = first["msg"][:200]
            known = message.startswith(_PYDANTIC_PREFIX)
            allowed = message.removeprefix(_PYDANTIC_PREFIX) if known else f"valid; {message}"
            raise InvalidInput(field, first["input"], allowed) from None
        except RecursionError:
            raise InvalidInput("arguments", "…", "nested less deeply") from None
        return {name: getattr(validated, name) for name in self.parameters}

    def _usage(self) -> str:
        required = {name for name, field in self.arguments_model.model_fields.items() if field.is_required()}
        arguments = [name if name in required else f"{name} (optional)" for name in self.parameters]
        return ", ".join(arguments) or "no arguments"


def tool(
    required_role: RequiredRole, reason: str, *, read_only: bool = False, destructive: bool = False
) -> Callable[[Callable[..., str]], Tool]:
    """Return a decorator that makes a tool of a function.

    Args:
        required_role: who may call it.
        reason: why it is restricted to them, in a sentence.
        read_only: whether it writes nothing.
        destructive: whether it may remove or overwrite data.
    """
    return lambda function: Tool(function, required_role, reason, read_only, destructive)


def _without_titles(schema: Any) -> Any:
    """Return a schema without the titles that pydantic derives from names: they add tokens, and no information."""
    if isinstance(schema, list):
        return [_without_titles(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {name: value for name, value in schema.items() if name != "title" or not isinstance(value, str)}
    kept.pop("description", None) if "properties" in kept else None
    return {name: _without_titles(value) for name, value in kept.items()}
