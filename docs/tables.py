"""Write the generated tables of the documentation: `python docs/tables.py`.

Settings go into settings.md, commands into commands.md, predicates into knowledge.md, tiers into trust.md, tools of agents into
agents.md, each between its two marker lines; a test fails where they differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import typer
from pydantic_core import PydanticUndefined

from kg.agent.tools import ALL
from kg.cli import app
from kg.graph import browser_style
from kg.knowledge import PREDICATES
from kg.settings import Settings
from kg.trust import TIER_MINIMUMS

DOCS = Path(__file__).parent

# The first setting of each group, in the order of kg/settings.py.
_GROUPS = {
    "neo4j_uri": "Database",
    "data_dir": "The local server",
    "embedder": "Embedding and extraction",
    "llm_model": "The language model",
    "channel_audience": "Events and ingestion",
    "violation_half_life_days": "People and trust",
    "core_tokens": "Memories",
    "import_mb": "Import and retention",
    "sleep_at": "Sleep",
    "candidates": "Search and context",
    "tool_tokens": "Agents",
}
# Defaults that depend on the machine, in words.
_FOLDERS = {
    "data_dir": "the user's data folder (`~/.local/share/kg` on Linux)",
    "cache_dir": "the user's cache folder (`~/.cache/kg` on Linux)",
}


def settings() -> str:
    """Every setting: variable, default, meaning."""
    lines: list[str] = []
    for name, field in Settings.model_fields.items():
        if name in _GROUPS:
            lines += ["", f"### {_GROUPS[name]}", "", "| variable | default | meaning |", "|---|---|---|"]
        lines.append(f"| `KG_{name.upper()}` | {default(name)} | {_cell(field.description)} |")
    return "\n".join(lines).strip()


def default(name: str) -> str:
    """Return the default of a setting, as the table shows it."""
    if name in _FOLDERS:
        return _FOLDERS[name]
    field = Settings.model_fields[name]
    value = field.default if field.default is not PydanticUndefined else field.get_default(call_default_factory=True)
    if value is None:
        return "none"
    return f"`{value}`" if value not in ((), {}) else "empty"


def commands() -> str:
    """Every command, with its arguments and options."""
    lines: list[str] = []
    for name, command in walk(typer.main.get_command(app), "kg"):
        lines += [f"### `{name}`", "", command.help, ""]
        rows = [_option(parameter) for parameter in command.params]
        if rows:
            lines += ["| argument or option | default | meaning |", "|---|---|---|", *rows, ""]
    return "\n".join(lines).strip()


def walk(group: Any, name: str) -> Iterator[tuple[str, Any]]:
    """Every command below a group, with the words that call it."""
    for word, command in group.commands.items():
        if hasattr(command, "commands"):
            if command.invoke_without_command:
                # A group that is also a command, as `kg facts`.
                yield f"{name} {word}", command
            yield from walk(command, f"{name} {word}")
        else:
            yield f"{name} {word}", command


def _option(parameter: Any) -> str:
    called = ", ".join(parameter.opts) if parameter.opts[0].startswith("-") else parameter.name.upper()
    if parameter.nargs == -1:
        called += " …"
    value = "required" if parameter.required else parameter.default
    shown = "" if value in (None, False) else value if value == "required" else f"`{value}`"
    return f"| `{called}` | {shown} | {_cell(parameter.help)} |"


def predicates() -> str:
    """Every predicate: in words, its relation, whether a subject has one object at a time."""
    lines = ["| predicate | in words | relation | one at a time |", "|---|---|---|---|"]
    for name, one in PREDICATES.items():
        words = one.sentence.replace("{s}", "S").replace("{o}", "O")
        lines.append(f"| `{name}` | {words} | {one.relation_type} | {'yes' if one.is_single_valued else ''} |")
    return "\n".join(lines)


def tiers() -> str:
    """Every tier, with the score and the days known that it takes."""
    rows = [f"| {name} | {score:.2f} | {days} |" for name, score, days in TIER_MINIMUMS]
    return "\n".join(["| tier | score | days known |", "|---|---|---|", *rows])


def tools() -> str:
    """Every tool of an agent: who may call it and why, whether it writes, what it does."""
    lines = ["| tool | who | why | writes | |", "|---|---|---|---|---|"]
    for one in ALL:
        writes = "" if one.read_only else "destructive" if one.destructive else "yes"
        who = {"anyone": "anyone", "trusted": "the owner and trusted people", "owner": "the owner"}[one.required_role]
        taken = ", ".join(_argument(name, field) for name, (_, field) in one.parameters.items())
        does = _cell(one.description.partition(". ")[0].rstrip("."))
        lines.append(f"| `{one.name}({taken})` | {who} | {one.reason} | {writes} | {does} |")
    return "\n".join(lines)


def _argument(name: str, field: Any) -> str:
    return name if field.is_required() else f"{name}={field.default!r}"


def _cell(text: str | None) -> str:
    return (text or "").replace("|", "\\|")


def filled(page: str, marker: str, table: str) -> str:
    """Return the page with the table between its markers, `<!-- MARKER -->` and `<!-- /MARKER -->`."""
    before, _, rest = page.partition(f"<!-- {marker} -->")
    _, _, after = rest.partition(f"<!-- /{marker} -->")
    return f"{before}<!-- {marker} -->\n\n{table}\n\n<!-- /{marker} -->{after}"


TABLES: dict[str, Callable[[], str]] = {
    "settings": settings,
    "commands": commands,
    "knowledge": predicates,
    "trust": tiers,
    "agents": tools,
}


def main() -> None:
    """Write all tables and the style sheet."""
    for marker, table in TABLES.items():
        path = DOCS / f"{marker}.md"
        path.write_text(filled(path.read_text(encoding="utf-8"), marker, table()), encoding="utf-8")
    (DOCS.parent / "cypher" / "browser" / "style.grass").write_text(browser_style(), encoding="utf-8")


if __name__ == "__main__":
    main()
