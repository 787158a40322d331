"""Interfaces for agents: tools, an MCP server, tags in replies, and a module with hooks."""

from kg.agent.bootstrap import Bootstrap
from kg.agent.module_registry import MemoryModule, Module, ModuleRegistry
from kg.agent.reply_tags import ReplyTags
from kg.agent.storage_filter import clean_for_storage
from kg.agent.tool_definition import Tool
from kg.agent.toolbox import Toolbox, tools_for

__all__ = [
    "Bootstrap",
    "MemoryModule",
    "Module",
    "ModuleRegistry",
    "ReplyTags",
    "Tool",
    "Toolbox",
    "clean_for_storage",
    "tools_for",
]
