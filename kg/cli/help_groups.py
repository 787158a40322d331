"""The groups in which `kg --help` lists the commands."""

from __future__ import annotations

from collections.abc import Mapping

import typer

GROUPS: Mapping[str, tuple[str, ...]] = {
    "Start": ("demo", "up", "down", "status", "health", "doctor", "warm", "models"),
    "Look": ("open", "view", "browse"),
    "Write and read": ("log", "digest", "worker", "search", "context", "history", "summary"),
    "Knowledge and people": ("facts", "entities", "entity", "topics", "people", "person", "trust", "tasks", "crystallise"),
    "Memories of the agent": (
        "core", "working", "procedures", "diary", "journal", "learnings", "reflections", "sleep",
    ),
    "Move, forget": ("import", "compare", "export", "move-scope", "reembed", "forget", "prune", "reset"),
    "Agents, measurements": ("mcp", "tool", "tokens", "bench"),
}  # fmt: skip
"""The title of each group, and its commands."""


def group_commands(app: typer.Typer) -> None:
    """Put every command of an app into its group, in the order of the groups."""
    group_of = {name: group for group, names in GROUPS.items() for name in names}
    order = list(group_of)
    for command in app.registered_commands:
        command.rich_help_panel = group_of[_name(command)]
    for group in app.registered_groups:
        group.rich_help_panel = group_of[str(group.name)]
    app.registered_commands.sort(key=lambda command: order.index(_name(command)))
    app.registered_groups.sort(key=lambda group: order.index(str(group.name)))


def _name(command: typer.models.CommandInfo) -> str:
    """Return the name of a command, as typer derives it from its function."""
    return command.name or getattr(command.callback, "__name__", "").rstrip("_").replace("_", "-")
