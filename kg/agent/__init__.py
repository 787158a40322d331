"""Agents: the memory as tools, as an MCP server, as tags in replies, and as a module with hooks."""

from kg.agent.bootstrap import Bootstrap
from kg.agent.module_registry import MemoryModule, Module, Modules
from kg.agent.reply_tags import ReplyTags
from kg.agent.storage_filter import storable
from kg.agent.tool_definition import Tool
from kg.agent.toolbox import Tools, tools_for

__all__ = ["Bootstrap", "MemoryModule", "Module", "Modules", "ReplyTags", "Tool", "Tools", "storable", "tools_for"]
