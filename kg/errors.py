"""The errors that kg raises, drawn as a tree.

::

    KgError
    ├── ConnectionFailed     the database does not answer, or refuses the login
    ├── SchemaTooNew         the graph was written by a newer kg
    ├── ServerError          the local server, or a server's version, is not usable
    ├── ModelUnavailable     a model is not here (how: what gets it)
    ├── InvalidInput         a value from outside is refused (field, value, allowed)
    ├── NotFound             what was asked for does not exist (what)
    ├── BudgetExceeded       a section is full (section, used, limit)
    ├── ScopeMoving          a scope is just being moved: try again (scope, to)
    ├── ScopeMoved           a scope lives on another server (scope, address, database)
    └── Refused              a gate said no (reason)

Each error carries what it is about as attributes, so that callers need not read its text.
"""

from __future__ import annotations

from typing import Any

_SHOWN = 80


class KgError(Exception):
    """Any error that kg raises on purpose. It can be sent from one process to another."""

    def __reduce__(self) -> tuple[Any, ...]:
        # What `__init__` is called with is not what it keeps as `args`.
        return _again, (type(self), self.args), self.__dict__


def _again(kind: type[KgError], args: tuple[Any, ...]) -> KgError:
    error = kind.__new__(kind)
    error.args = args
    return error


class ConnectionFailed(KgError):
    """The database cannot be reached, or refuses the login."""


class SchemaTooNew(KgError):
    """The graph's schema is newer than this version of kg knows."""


class ServerError(KgError):
    """The local server cannot be fetched, started or stopped, or the server is of an unusable version."""


class ModelUnavailable(KgError):
    """A model or its weights are not on this machine.

    Attributes:
        how: what the user can run to get it.
    """

    def __init__(self, message: str, *, how: str) -> None:
        super().__init__(f"{message} {how}")
        self.how = how


class InvalidInput(KgError, ValueError):
    """A value from outside is refused; nothing was written.

    Attributes:
        field: the name of the argument or field.
        value: what was given.
        allowed: what would have been taken, in words.
    """

    def __init__(self, field: str, value: Any, allowed: str) -> None:
        try:
            shown = repr(value)
        except Exception:  # noqa: BLE001 - what is refused may be so odd that it cannot even be shown
            shown = f"<{type(value).__name__}>"
        if len(shown) > _SHOWN:
            shown = shown[: _SHOWN - 1] + "…"
        # A lone surrogate must not break the message that reports it.
        shown = shown.encode("utf-8", "backslashreplace").decode("utf-8")
        super().__init__(f"{field}: {shown} is not allowed; {allowed}")
        self.field = field
        self.value = value
        self.allowed = allowed


class NotFound(KgError, LookupError):
    """What was asked for does not exist in this scope.

    Attributes:
        what: what was looked for.
    """

    def __init__(self, what: str) -> None:
        super().__init__(f"not found: {what}")
        self.what = what


class BudgetExceeded(KgError):
    """A section has no room for what was to be added; nothing was written.

    Attributes:
        section: the section that is full.
        used: its tokens, with the addition.
        limit: its limit in tokens.
    """

    def __init__(self, section: str, used: int, limit: int) -> None:
        super().__init__(f"{section}: {used} tokens would exceed its limit of {limit}")
        self.section = section
        self.used = used
        self.limit = limit


class ScopeMoving(KgError):
    """A scope takes no writes while the last of it goes to another server; nothing was written. It passes: try again.

    Attributes:
        scope: its name.
        to: the address of the server that it goes to.
    """

    def __init__(self, scope: str, to: str) -> None:
        super().__init__(
            f"scope {scope!r} is moving to {to} and takes no writes just now: try again. Where the move was cut off, "
            f"`kg move-scope {scope} --to {to}` ends it, and with --cancel takes it back"
        )
        self.scope = scope
        self.to = to


class ScopeMoved(KgError):
    """A scope lives on another server; nothing was written where it was looked for.

    Attributes:
        scope: its name.
        address: that of the server where it lives, without a login.
        database: its database there.
        bookmarks: what a read there has to wait for to find all of it.
    """

    def __init__(self, scope: str, address: str, database: str, bookmarks: tuple[str, ...] = ()) -> None:
        super().__init__(
            f"scope {scope!r} lives at {address} (database {database}): name that server, with its login, in KG_SERVERS"
        )
        self.scope = scope
        self.address = address
        self.database = database
        self.bookmarks = bookmarks


class Refused(KgError):
    """A gate refused the act, or another does it already: one sleeps at a time.

    Attributes:
        reason: why.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
