"""Relocation: move a scope to another server while it is read and written."""

from kg.relocation.scope_move import Move

__all__ = ["Move"]
