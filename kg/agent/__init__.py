"""Interfaces for agents: tools, an MCP server, tags in replies, and a module with hooks."""

from typing import TYPE_CHECKING

from kg.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kg.agent.bootstrap import Bootstrap
    from kg.agent.client_setup import CLIENTS, RULES, ClientSetup, install_client
    from kg.agent.mcp_http import MCP_PATH, create_http_app, serve_http
    from kg.agent.mcp_server import create_server, serve_stdio
    from kg.agent.memory_module import MemoryModule
    from kg.agent.module_registry import Module, ModuleRegistry
    from kg.agent.reply_tags import ReplyTags
    from kg.agent.served_memory import ServedMemory
    from kg.agent.storage_filter import clean_for_storage
    from kg.agent.tool_definition import Tool
    from kg.agent.tool_output import ToolAnswer
    from kg.agent.toolbox import AsyncToolbox, Toolbox, select_tools, tools_for
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "CLIENTS",
    "MCP_PATH",
    "RULES",
    "AsyncToolbox",
    "Bootstrap",
    "ClientSetup",
    "MemoryModule",
    "Module",
    "ModuleRegistry",
    "ReplyTags",
    "ServedMemory",
    "Tool",
    "ToolAnswer",
    "Toolbox",
    "clean_for_storage",
    "create_http_app",
    "create_server",
    "install_client",
    "select_tools",
    "serve_http",
    "serve_stdio",
    "tools_for",
]
