"""Importers: one module a form. Each says whether a file, folder or zip is its own, and reads what is to be kept out of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from kg.transfer.importers import (
    chatgpt,
    chroma,
    claude,
    core_json,
    discord,
    markdown,
    session_lines,
    slack,
    sqlite,
    telegram,
    whatsapp,
)
from kg.transfer.importers.items import Given, Item
from kg.transfer.importers.source_folder import Place


@dataclass(frozen=True)
class Importer:
    """A form that memories come in.

    Attributes:
        recognise: whether a place is of this form.
        read: what is to be kept of it, in an order that is the same whenever it is read.
    """

    recognise: Callable[[Place], bool]
    read: Callable[[Place, Given], Iterator[Item]]


IMPORTERS: Mapping[str, Importer] = {
    "core": Importer(markdown.is_core, markdown.core),
    "history": Importer(markdown.is_history, markdown.history),
    "daily": Importer(markdown.is_daily, markdown.daily),
    "session": Importer(session_lines.recognise, session_lines.read),
    "sqlite": Importer(sqlite.recognise, sqlite.read),
    "chroma": Importer(chroma.recognise, chroma.read),
    "slack": Importer(slack.recognise, slack.read),
    "whatsapp": Importer(whatsapp.recognise, whatsapp.read),
    "core-json": Importer(core_json.recognise, core_json.read),
    "chatgpt": Importer(chatgpt.recognise, chatgpt.read),
    "claude": Importer(claude.recognise, claude.read),
    "discord": Importer(discord.recognise, discord.read),
    "telegram": Importer(telegram.recognise, telegram.read),
}
"""Name → importer, in the order in which they are asked; the first that knows a place reads it."""
