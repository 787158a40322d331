"""The errors that kg raises.

::

    KgError
    ├── ConnectionFailed     the database does not answer, or refuses the login
    ├── SchemaTooNew         the graph was written by a newer version of kg
    ├── ServerError          the local server, or the version of a server, cannot be used
    ├── ModelUnavailable     a model is not installed (how: the command that installs it)
    ├── InvalidInput         an argument is invalid (field, value, allowed)
    ├── NotFound             the requested record does not exist (what)
    ├── BudgetExceeded       a section is full (section, used, limit)
    ├── ScopeMoving          a scope is being moved and takes no writes: retry (scope, to)
    ├── ScopeMoved           a scope is on another server (scope, address, database)
    └── Refused              the operation is not permitted (reason)

Each error has its details as attributes, so that callers need not parse the message.
"""

from __future__ import annotations

from typing import Any

_MAX_VALUE_CHARS = 80


class KgError(Exception):
    """Base class of all errors that kg raises on purpose. Instances can be pickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        # The arguments of `__init__` differ from `args`, which the default implementation would pass.
        return _rebuild, (type(self), self.args), self.__dict__


def _rebuild(kind: type[KgError], args: tuple[Any, ...]) -> KgError:
    error = kind.__new__(kind)
    error.args = args
    return error


class ConnectionFailed(KgError):
    """The database cannot be reached, or refuses the login."""


class SchemaTooNew(KgError):
    """The schema of the graph is newer than the one this version of kg supports."""


class ServerError(KgError):
    """The local server cannot be downloaded, started or stopped, or the server has an unsupported version."""


class ModelUnavailable(KgError):
    """A model or its weights are not on this machine.

    Attributes:
        how: the command that installs it.
    """

    def __init__(self, message: str, *, how: str) -> None:
        super().__init__(f"{message} {how}")
        self.how = how


class InvalidInput(KgError, ValueError):
    """An argument is invalid; nothing was written.

    The message is a sentence: "FIELD must be ALLOWED (got VALUE)". Text after the first "; " in `allowed` follows the value and
    says what to do. An `allowed` that begins with "must" replaces "must be", as in "must not be blank".

    Attributes:
        field: the name of the argument or field.
        value: the value that was passed.
        allowed: the values that are accepted, in words.
    """

    def __init__(self, field: str, value: Any, allowed: str) -> None:
        try:
            shown = repr(value)
        except Exception:  # noqa: BLE001 - the repr of an arbitrary object may raise anything
            shown = f"<{type(value).__name__}>"
        if len(shown) > _MAX_VALUE_CHARS:
            shown = shown[: _MAX_VALUE_CHARS - 1] + "…"
        # A lone surrogate in the value must not make the message unprintable.
        shown = shown.encode("utf-8", "backslashreplace").decode("utf-8")
        rule, separator, advice = allowed.partition("; ")
        verb = "" if rule.startswith("must ") else "must be "
        super().__init__(f"{field} {verb}{rule} (got {shown}){separator}{advice}")
        self.field = field
        self.value = value
        self.allowed = allowed


class NotFound(KgError, LookupError):
    """The requested record does not exist in this scope.

    Attributes:
        what: a description of the record.
    """

    def __init__(self, what: str) -> None:
        super().__init__(f"not found: {what}")
        self.what = what


class BudgetExceeded(KgError):
    """A section has no room for an entry; nothing was written.

    Attributes:
        section: the section that is full.
        used: its tokens, including the new entry.
        limit: its limit in tokens.
    """

    def __init__(self, section: str, used: int, limit: int) -> None:
        super().__init__(f"{section}: {used} tokens would exceed its limit of {limit}")
        self.section = section
        self.used = used
        self.limit = limit


class ScopeMoving(KgError):
    """A scope takes no writes while the end of a move copies its last changes; nothing was written. Retry later.

    Attributes:
        scope: its name.
        to: the address of the server that it is moved to.
    """

    def __init__(self, scope: str, to: str) -> None:
        super().__init__(
            f"scope {scope!r} is being moved to {to} and takes no writes: try again. If the move was interrupted, "
            f"`kg move-scope {scope} --to {to}` completes it, and the same command with --cancel reverts it"
        )
        self.scope = scope
        self.to = to


class ScopeMoved(KgError):
    """A scope is on another server than the one that was contacted; nothing was written.

    Attributes:
        scope: its name.
        address: the address of the server that has it, without a login.
        database: its database there.
        bookmarks: the bookmarks that a read there must wait for in order to see all of the scope.
    """

    def __init__(self, scope: str, address: str, database: str, bookmarks: tuple[str, ...] = ()) -> None:
        super().__init__(
            f"scope {scope!r} is at {address} (database {database}): add that server, with its login, to KG_SERVERS"
        )
        self.scope = scope
        self.address = address
        self.database = database
        self.bookmarks = bookmarks


class Refused(KgError):
    """The operation is not permitted, or another process is already doing it.

    Attributes:
        reason: why.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
