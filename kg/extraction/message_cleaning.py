"""A message as it is parsed: without marks within sentences, stress by capitals, set phrases and what its author restarts."""

from __future__ import annotations

import re

from kg.extraction.correction_wording import blank_restart
from kg.extraction.emphasis import lower_emphasis
from kg.extraction.inline_markup import blank_inline_marks

# "My fault, forgot the import", "like I said, the demo is on Friday".
_SET_PHRASE = re.compile(
    r"(?:(?<=\A)|(?<=[.!?] )|(?<=\n))(?:(?:oh|sorry|yeah|ah) ?,? )?(?:my (?:fault|bad|mistake)"
    r"|(?:(?:like|as) (?:i|we) (?:said|mentioned)|as mentioned)(?: before| earlier)?),(?= )",
    re.IGNORECASE,
)


def clean_message(text: str) -> str:
    """Return a message as it is parsed; its length is preserved."""
    return blank_restart(_SET_PHRASE.sub(lambda found: " " * len(found[0]), lower_emphasis(blank_inline_marks(text))))
