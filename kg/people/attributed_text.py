"""Statements with the names of who makes them: the forms that everything which agents read uses."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kg.language import quote_text

_IMITATION = re.compile(r"[—–]|\bsa(?:ys?|id)\b", re.IGNORECASE)


def needs_attribution(authority: str | None, *, is_own: bool | None, text: str) -> bool:
    """Return whether a statement is shown with its speaker only, since presence alone gives them credit.

    Not what people plainly say of themselves, unless it imitates an attribution.

    Args:
        authority: why the speaker's tier counts, see `kg.knowledge.FactEvidence.authority`.
        is_own: whether the speaker plainly describes themselves.
        text: the statement.
    """
    return authority == "presence" and not (is_own and _IMITATION.search(text) is None)


def attribute_line(text: str, names: Sequence[str]) -> str:
    """Return a line of its own with who says it: "Ann lives in Oslo. — Bo (familiar) says"."""
    return f"{text} — {' and '.join(names)} {'says' if len(names) == 1 else 'say'}" if names else text


def attribute_sentence(text: str, names: Sequence[str]) -> str:
    """Return a sentence of a longer text with who says it, quoted so that its ends are clear: "Bo says: “Ann lives in Oslo.”"."""
    verb = "says" if len(names) == 1 else "say"
    return f"{' and '.join(names)} {verb}: “{quote_text(text)}”" if names else text


def attribute_description(text: str) -> str:
    """Return the description of an entity as a quotation: only imports give descriptions, and no one of the scope said them."""
    return f"imported: “{quote_text(text)}”" if text else ""
