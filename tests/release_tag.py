"""Check that a tag may be released: `python -m tests.release_tag v1.2.3`. The release workflow runs it first."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def find_problems(tag: str, pyproject: str, changelog: str) -> list[str]:
    """Return what keeps a tag from being released: its version is not that of the package, or has no dated entry."""
    version = tomllib.loads(pyproject)["project"]["version"]
    newest = re.search(r"^## \[([\d.]+)\] – (\S+)$", changelog, re.MULTILINE)
    problems = []
    if tag != f"v{version}":
        problems.append(f"the tag is {tag}, and pyproject.toml has version {version}")
    if newest is None or newest[1] != version:
        problems.append(f"the newest version of CHANGELOG.md is {newest and newest[1]}, not {version}")
    elif not re.fullmatch(r"\d{4}-\d\d-\d\d", newest[2]):
        problems.append(f"CHANGELOG.md has no date for {version}, but {newest[2]!r}")
    return problems


if __name__ == "__main__":
    texts = ((ROOT / name).read_text(encoding="utf-8") for name in ("pyproject.toml", "CHANGELOG.md"))
    sys.exit("\n".join(find_problems(sys.argv[1], *texts)) or 0)
