"""Text as a terminal may show it: control characters, which could move the cursor or change the window, as escapes."""

from __future__ import annotations

import re

# All control characters except tab and line feed, line separators, and what changes the direction of text.
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_BREAKS = str.maketrans({"\n": "\\u000a", "\t": "\\u0009"})


def escape_controls(text: str) -> str:
    r"""Return a text with each control character as `\uXXXX`, which JSON reads as this character; line feeds and tabs stay."""
    return text if text.isprintable() else _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def escape_line(text: str) -> str:
    """Return a text on one line: as `escape_controls`, with line feeds and tabs escaped too."""
    return escape_controls(text).translate(_BREAKS)
