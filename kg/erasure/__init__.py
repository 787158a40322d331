"""Erasure: forget events, sessions, persons and entities with everything derived from them; retention and reset."""

from typing import TYPE_CHECKING

from kg.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kg.erasure.forgetting import Erasure, choose_target, forget_scope
    from kg.erasure.retention import apply_retention, reset_scope
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = ["Erasure", "apply_retention", "choose_target", "forget_scope", "reset_scope"]
