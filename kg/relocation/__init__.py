"""Relocation: move a scope to another server while it is read and written."""

from typing import TYPE_CHECKING

from kg.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kg.relocation.scope_move import ScopeMove
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = ["ScopeMove"]
