"""Erasure: forget events, sessions, persons and entities with everything derived from them; retention and reset."""

from kg.erasure.forgetting import Forgetting, chosen, forget_scope
from kg.erasure.retention import reset, retain

__all__ = ["Forgetting", "chosen", "forget_scope", "reset", "retain"]
