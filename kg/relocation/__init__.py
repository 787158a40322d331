"""Relocation: move a scope to another server while it is read and written."""

from kg.relocation.scope_move import ScopeMove

__all__ = ["ScopeMove"]
