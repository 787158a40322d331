"""Agents: the memory as tools, as an MCP server, as tags in replies, and as a module with hooks."""

from kg.agent.bootstrap import Bootstrap
from kg.agent.cleaning import storable
from kg.agent.declared import Tool
from kg.agent.modules import MemoryModule, Module, Modules
from kg.agent.tags import ReplyTags
from kg.agent.toolbox import Tools, tools_for

__all__ = ["Bootstrap", "MemoryModule", "Module", "Modules", "ReplyTags", "Tool", "Tools", "storable", "tools_for"]
