"""Who may read the memories of a program that serves several users: each only their own, and all where there is one user."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kg.transfer.importers.values import read_text


@dataclass(frozen=True)
class UserAudiences:
    """The users of a memory.

    Attributes:
        platform: the platform of users who are named without one.
        is_shared: whether there is at most one.
    """

    platform: str
    is_shared: bool

    @classmethod
    def of(cls, platform: str, users: Iterable[object]) -> UserAudiences:
        """Return the audiences for the users of all records."""
        return cls(platform, len({name for each in users if (name := read_text(each).strip())}) <= 1)

    def account(self, user: object) -> str | None:
        """Return the account of a user; None for none."""
        name = read_text(user).strip()
        return (name if ":" in name else f"{self.platform}:{name}") if name else None

    def audience(self, user: object) -> str:
        """Return who may read the memories of a user."""
        account = self.account(user)
        return "shared" if self.is_shared or account is None else f"person:{account}"
