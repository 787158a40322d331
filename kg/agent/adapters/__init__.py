"""Adapters for agent frameworks: one module for each, which needs the framework (an extra of the same name)."""
