"""Importers for the formats of other programs, one module each: recognise a source, and read its items."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from kg.transfer.importers import (
    chatgpt,
    chroma,
    claude,
    core_json,
    discord,
    ene,
    graphiti,
    kenobot,
    langgraph_store,
    letta,
    markdown,
    markdown_folder,
    mbox,
    mem0,
    nano_bot,
    session_lines,
    slack,
    sqlite,
    telegram,
    turbo,
    vcard,
    whatsapp,
)
from kg.transfer.importers.items import ImportContext, ImportItem
from kg.transfer.importers.source_folder import ImportSource


@dataclass(frozen=True)
class Importer:
    """An importer for one format.

    Attributes:
        recognise: returns whether a source has this format.
        read: yields the items of a source, always in the same order.
    """

    recognise: Callable[[ImportSource], bool]
    read: Callable[[ImportSource, ImportContext], Iterator[ImportItem]]


IMPORTERS: Mapping[str, Importer] = {
    "ene": Importer(ene.recognise, ene.read),
    "kenobot": Importer(kenobot.recognise, kenobot.read),
    "nano-bot": Importer(nano_bot.recognise, nano_bot.read),
    "turbo": Importer(turbo.recognise, turbo.read),
    "core": Importer(markdown.is_core, markdown.read_core),
    "history": Importer(markdown.is_history, markdown.read_history),
    "daily": Importer(markdown.is_daily, markdown.read_daily),
    "session": Importer(session_lines.recognise, session_lines.read),
    "langgraph": Importer(langgraph_store.recognise, langgraph_store.read),
    "sqlite": Importer(sqlite.recognise, sqlite.read),
    "chroma": Importer(chroma.recognise, chroma.read),
    "slack": Importer(slack.recognise, slack.read),
    "whatsapp": Importer(whatsapp.recognise, whatsapp.read),
    "core-json": Importer(core_json.recognise, core_json.read),
    "chatgpt": Importer(chatgpt.recognise, chatgpt.read),
    "claude": Importer(claude.recognise, claude.read),
    "discord": Importer(discord.recognise, discord.read),
    "telegram": Importer(telegram.recognise, telegram.read),
    "mem0": Importer(mem0.recognise, mem0.read),
    "letta": Importer(letta.recognise, letta.read),
    "graphiti": Importer(graphiti.recognise, graphiti.read),
    "vcard": Importer(vcard.recognise, vcard.read),
    "mbox": Importer(mbox.recognise, mbox.read),
    "markdown": Importer(markdown_folder.recognise, markdown_folder.read),
}
"""Name → importer, in the order in which they are tried; the first that recognises a source reads it."""
