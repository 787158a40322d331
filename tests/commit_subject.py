"""Check the subject of a commit: `python -m tests.commit_subject FILE`, as a commit-msg hook."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

_WORDS = tomllib.loads(Path(__file__).with_name("vocabulary.toml").read_text(encoding="utf-8"))["banned"]
BANNED = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(_WORDS)})(?![A-Za-z])", re.IGNORECASE)
LONGEST = 72


def faults(subject: str) -> list[str]:
    """Return what is wrong with a subject; an empty list means nothing."""
    found = []
    if len(subject) > LONGEST:
        found.append(f"the subject has {len(subject)} characters, at most {LONGEST} are allowed")
    if not subject[:1].isupper():
        found.append("the subject must begin with a capital letter")
    if subject.endswith("."):
        found.append("the subject must not end with a full stop")
    found += [f"{match[0]!r} is a banned word (tests/vocabulary.toml)" for match in BANNED.finditer(subject)]
    return found


if __name__ == "__main__":
    lines = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    wrong = faults(lines[0] if lines else "")
    sys.exit("\n".join(wrong) if wrong else 0)
