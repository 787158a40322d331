"""Erasure: forget events, sessions, persons and entities with everything derived from them; retention and reset."""

from kg.erasure.forgetting import Erasure, choose_target, forget_scope
from kg.erasure.retention import apply_retention, reset_scope

__all__ = ["Erasure", "apply_retention", "choose_target", "forget_scope", "reset_scope"]
