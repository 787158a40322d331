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

from kg.agent.argument_forms import lenient_type, literal_choices, rename_arguments
from kg.agent.tool_output import ToolAnswer
from kg.errors import InvalidInput
from kg.settings import AgentAct
from kg.types import list_choices, nearest_choice

RequiredRole = Literal["anyone", "trusted", "owner"]
"""Who may call a tool: anyone who is not muted, trusted people and the owner, or only the owner."""
_SECTION = re.compile(r"^(Args|Returns|Raises):$", re.MULTILINE)
_ARGUMENT = re.compile(r"^    (\w+): (.*(?:\n {8}.*)*)", re.MULTILINE)
_LENIENT = ConfigDict(extra="forbid", allow_inf_nan=False, coerce_numbers_to_str=True)
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
        agent_act: the kind of act that an agent does with it in its own name; None: it needs the right of the speaker.
    """

    function: Callable[..., str | ToolAnswer]
    required_role: RequiredRole
    reason: str
    read_only: bool
    destructive: bool
    agent_act: AgentAct | None = None

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
            fields[parameter.name] = (lenient_type(hints[parameter.name]), field)
        return fields

    @cached_property
    def arguments_model(self) -> type[BaseModel]:
        """The model that validates arguments: other spellings of a value are read, and unknown arguments are refused."""
        model: type[BaseModel] = create_model(self.name, __config__=_LENIENT, **self.parameters)
        return model

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of the arguments."""
        schema = _simplify(self.arguments_model.model_json_schema())
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
        given = rename_arguments(arguments, self.parameters)
        omitted = {name for name, field in self.arguments_model.model_fields.items() if not field.is_required()}
        # Models send null or "" for an argument that they leave out.
        kept = {name: value for name, value in given.items() if name not in omitted or value not in (None, "")}
        try:
            validated = self.arguments_model.model_validate(kept)
        except ValidationError as error:
            raise self._describe_error(error) from None
        except RecursionError:
            raise InvalidInput("arguments", "…", "nested less deeply") from None
        return {name: getattr(validated, name) for name in self.parameters}

    def _describe_error(self, error: ValidationError) -> InvalidInput:
        errors = error.errors(include_url=False, include_context=False)
        # A misspelt name explains why another one is missing.
        first = next((one for one in errors if one["type"] == "extra_forbidden"), errors[0])
        field = ".".join(str(part) for part in first["loc"][:2]) or "arguments"
        if first["type"] == "missing":
            return InvalidInput(field, None, f"given; {self.name} takes {self._usage()}")
        if first["type"] == "extra_forbidden":
            nearest = nearest_choice(field, self.parameters)
            advice = f"did you mean {nearest}? " if nearest else ""
            return InvalidInput(field, first["input"], f"omitted; {advice}{self.name} takes {self._usage()}")
        if first["type"] == "literal_error":
            choices = literal_choices(self.parameters[str(first["loc"][0])][0])
            return InvalidInput(field, first["input"], list_choices(first["input"], choices))
        message = first["msg"][:200]
        known = message.startswith(_PYDANTIC_PREFIX)
        allowed = message.removeprefix(_PYDANTIC_PREFIX).partition(", ")[0] if known else f"valid; {message}"
        return InvalidInput(field, first["input"], allowed)

    def _usage(self) -> str:
        required = {name for name, field in self.arguments_model.model_fields.items() if field.is_required()}
        arguments = [name if name in required else f"{name} (optional)" for name in self.parameters]
        return ", ".join(arguments) or "no arguments"


def tool(
    required_role: RequiredRole,
    reason: str,
    *,
    read_only: bool = False,
    destructive: bool = False,
    agent_act: AgentAct | None = None,
) -> Callable[[Callable[..., str | ToolAnswer]], Tool]:
    """Return a decorator that makes a tool of a function.

    Args:
        required_role: who may call it.
        reason: why it is restricted to them, in a sentence.
        read_only: whether it writes nothing.
        destructive: whether it may remove or overwrite data.
        agent_act: the kind of act that an agent does with it in its own name.
    """
    return lambda function: Tool(function, required_role, reason, read_only, destructive, agent_act)


def _simplify(schema: Any) -> Any:
    """Return a schema without what only adds tokens: titles that pydantic derives from names, and null as a type or default."""
    if isinstance(schema, list):
        return [_simplify(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {name: value for name, value in schema.items() if name != "title" or not isinstance(value, str)}
    kept.pop("description", None) if "properties" in kept else None
    if kept.get("default", ...) is None:
        del kept["default"]
    types = [item for item in kept.get("anyOf", ()) if item != {"type": "null"}]
    if len(types) == 1:
        del kept["anyOf"]
        kept = {**types[0], **kept}
    return {name: _simplify(value) for name, value in kept.items()}
