"""Authors in the text of messages, `Name: text` and `Name (@handle): text`, several in one message, and their accounts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kg.language import fold_text
from kg.transfer.importers.session_lines import SpokenPart

_AUTHOR = re.compile(
    r"(?:#msg\d+\s+)?(?P<name>[^\s:(\[][^:\n(\[]{0,63}?)(?:\s+\(@(?P<handle>[\w.\-]{1,64})\))?(?P<note>(?:\s+\[[^\]\n]{1,200}\])*):\s+"
    r"(?P<text>\S.*)"
)
_BACKGROUND = re.compile(r"\[background\b[^\]]*\]")
_CHROME = re.compile(r"\[(?:conversation trace|\.\.\. \d+ earlier)[^\]]*\]")
# Words that begin a line of a message with a colon and are no names.
_LABELS = frozenset(
    ["note", "ps", "p.s.", "edit", "update", "todo", "tldr", "tl;dr", "warning", "fyi", "http", "https", "question", "q", "a",
     "ok", "re", "fwd", "subject", "from", "to", "cc", "date", "time", "today", "tomorrow", "example", "eg", "e.g.", "ie", "i.e."]
)  # fmt: skip
_MAX_NAME_WORDS = 4


@dataclass
class Roster:
    """The accounts of people, by their names and handles.

    Attributes:
        platform: the platform of accounts that are only known by a name.
    """

    platform: str = "discord"
    _accounts: dict[str, dict[str, None]] = field(default_factory=dict)
    _known: dict[str, None] = field(default_factory=dict)

    def add(self, account: str, names: Iterable[str]) -> None:
        """Add an account with the names and handles of its person."""
        self._known[account] = None
        for name in names:
            if key := fold_text(name).removeprefix("@"):
                self._accounts.setdefault(key, {})[account] = None

    def knows(self, account: str) -> bool:
        """Return whether an account is known."""
        return account in self._known

    def knows_name(self, name: str) -> bool:
        """Return whether a name is that of a person."""
        return fold_text(name).removeprefix("@") in self._accounts

    def find(self, name: str, handle: str | None, platform: str) -> str | None:
        """Return the account with this handle or name, on this platform where it is known; None where several have it."""
        for key in (handle, name):
            accounts = list(self._accounts.get(fold_text(key or "").removeprefix("@"), ()))
            here = [account for account in accounts if account.startswith(f"{platform}:")]
            if len(here) == 1 or (not here and len(accounts) == 1):
                return (here or accounts)[0]
        return None

    def account(self, name: str, handle: str | None, platform: str | None = None) -> str:
        """Return the account of an author; one that is only known by its handle or name has that as its id."""
        where = platform or self.platform
        return self.find(name, handle, where) or f"{where}:{handle or name.strip()}"


def begin_with_authors(texts: Iterable[str], roster: Roster, *, is_direct: bool = False) -> bool:
    """Return whether the messages of a chat begin with their authors: at least half do; in a direct chat more, with one name.

    In a chat whose messages are plain text, "Reminder: buy milk" has no author.
    """
    authors = [_first_author(text, roster) for text in texts]
    names = [name for name in authors if name is not None]
    if is_direct:
        return 2 * len(names) > len(authors) and len(set(names)) == 1
    return 2 * len(names) >= len(authors)


def _first_author(text: str, roster: Roster) -> str | None:
    lines = (line.strip() for line in text.split("\n"))
    first = next(
        (line for line in lines if line and not _BACKGROUND.fullmatch(line) and not _CHROME.fullmatch(line)), ""
    )
    author = _AUTHOR.fullmatch(first)
    return author["name"] if author and _is_author(author, roster, is_first=True) else None


def split_authors(text: str, roster: Roster, platform: str, *, of_anyone: bool = True) -> list[SpokenPart]:
    """Return who said what in a message; one utterance without a speaker where the text names none.

    A name at the beginning may be of anyone; within the message only those with a handle, or of known people, begin another one.

    Args:
        text: the message.
        roster: the known people.
        platform: that of the chat.
        of_anyone: whether a name at the beginning may be of a person who is not known, see `begin_with_authors`.
    """
    found: list[tuple[SpokenPart, list[str]]] = []
    background, plain = False, list[str]()
    for line in text.split("\n"):
        stripped = line.strip()
        if _BACKGROUND.fullmatch(stripped):
            background = True
            continue
        if _CHROME.fullmatch(stripped):
            continue
        author = _AUTHOR.fullmatch(stripped)
        if author and _is_author(author, roster, is_first=of_anyone and not found and not plain):
            name, handle = author["name"].strip(), author["handle"]
            details: dict[str, object] = {"background": True} if background else {}
            if handle and handle != name:
                details["handle"] = handle
            if author["note"]:
                details["note"] = author["note"].strip()
            account = roster.account(name, handle, platform)
            found.append((SpokenPart(author["text"], account, name, details or None), [author["text"]]))
        elif found:
            found[-1][1].append(line)
        else:
            plain.append(line)
    parts = [_joined(utterance, lines) for utterance, lines in found]
    first = "\n".join(plain).strip()
    return [SpokenPart(first), *parts] if first or not parts else parts


def _joined(utterance: SpokenPart, lines: Sequence[str]) -> SpokenPart:
    return SpokenPart("\n".join(lines).strip(), utterance.speaker, utterance.name, utterance.details)


def _is_author(author: re.Match[str], roster: Roster, *, is_first: bool) -> bool:
    name = author["name"].strip()
    if author["handle"] or roster.knows_name(name):
        return True
    words = name.split()
    is_name = (
        name[0].isalpha() and len(words) <= _MAX_NAME_WORDS and fold_text(name) not in _LABELS and "//" not in name
    )
    return is_first and is_name and words[0][0].isupper()
