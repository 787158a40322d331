"""How answers are written: whole lines within a budget of tokens, what others said quoted as data, what is left out told."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kg.language.cleaning import quotable
from kg.types import Hit

if TYPE_CHECKING:
    from kg.protocols import TokenCounter

_LONGEST = 600
_FEWEST = 40


def short(text: str, longest: int = _LONGEST) -> str:
    """Words from outside on one harmless line of no more than so many characters."""
    line = quotable(text)
    return line if len(line) <= longest else line[: longest - 1] + "…"


def quoted(hit: Hit) -> str:
    """The line of something that a search found: what it is, when, who said it, and the words, as data."""
    from kg.context.rendering import INSTRUCTS  # noqa: PLC0415 - the command line knows tools without a database

    said_by = hit.speaker_name or hit.speaker or "unknown" if hit.kind == "event" else hit.kind
    mark = f" {INSTRUCTS}" if hit.instructs else ""
    return f"> [id:{hit.id}] {stamp(hit.at)}{short(said_by, 80)}{mark}: {short(hit.text)}"


def stamp(at: dt.datetime | None) -> str:
    """A moment as it stands before what was said; nothing where it is not known."""
    return "" if at is None else f"{at:%Y-%m-%d %H:%M} "


def fence() -> str:
    """The line that says that what follows is data."""
    from kg.context.rendering import FENCE  # noqa: PLC0415

    return FENCE


def fitted(tokens: TokenCounter, room: int, head: Sequence[str], lines: Sequence[str], more: str) -> str:
    """An answer of so many tokens at most: the head, as many whole lines as fit, and what was left out.

    Args:
        tokens: what counts.
        room: tokens at most.
        head: lines that always stand first.
        lines: most important first.
        more: what to do to see the rest.
    """
    shown = list(lines)
    while True:
        left = len(lines) - len(shown)
        tail = [f"({left} more left out; {more})"] if left else []
        text = "\n".join([*head, *shown, *tail])
        used = tokens.count(text)
        if used <= room:
            return text
        if not shown:
            return cut(tokens, room, text)
        # Lines are much alike: what is over tells about how many must go.
        share = max(1, int(len(shown) * (1 - room / used)))
        del shown[len(shown) - share :]


def cut(tokens: TokenCounter, room: int, text: str) -> str:
    """The beginning of a text that is too long for its room, with a sign that it goes on."""
    if tokens.count(text) <= room:
        return text
    kept = text[: max(_FEWEST, room * 4)]
    while kept and tokens.count(f"{kept}…") > room:
        kept = kept[: len(kept) * 7 // 8]
    return f"{kept}…"
