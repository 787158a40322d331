"""Writes the lock file of the server's jars.

For developers, to move to another version of Neo4j:

    python -m kg.server.lock 2026.08.1

Needs `mvn` (Maven) and a network. Maven resolves what the server needs at run time (no test and no provided
dependencies) for a throw-away project into an empty folder; the checksum and length of each jar then go into
`jars.lock`. The jars are not shipped with kg: every machine fetches them itself.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from kg.errors import ServerError
from kg.server.download import sha256_of
from kg.server.jars import LOCK_FILE, read_lock

_BROWSER = "5.24.0"
_PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies"
_DEPENDENCY = "<dependency><groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version></dependency>"
_PROJECT = """\
<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion><packaging>pom</packaging>
<groupId>kg</groupId><artifactId>lock</artifactId><version>1</version>
<dependencies>{}</dependencies>
</project>
"""
_HEADER = """\
# The jars of the local server; `python -m kg.server.lock` writes this. SHA-256, bytes, path in a repository:
"""


def project(version: str) -> str:
    """The Maven project that needs the server and nothing else."""
    wanted = [
        ("org.neo4j.app", "neo4j-server", version),
        ("org.neo4j", "neo4j", version),
        ("org.neo4j.client", "neo4j-browser", _BROWSER),
    ]
    return _PROJECT.format("".join(_DEPENDENCY.format(*one) for one in wanted))


def resolve(version: str, folder: Path) -> Path:
    """Has Maven put the jars into `folder`, laid out as in a repository; returns where.

    Raises:
        ServerError: there is no Maven, or it failed; says what Maven said.
    """
    maven = shutil.which("mvn")
    if maven is None:
        raise ServerError("Maven (mvn) is needed to write the lock file.")
    (folder / "pom.xml").write_text(project(version), encoding="utf-8")
    options = [
        "-DincludeScope=runtime",
        "-Dmdep.useRepositoryLayout=true",
        f"-DoutputDirectory={folder / 'jars'}",
    ]
    command = [
        maven,
        "--batch-mode",
        "--quiet",
        f"-Dmaven.repo.local={folder / 'repository'}",
        _PLUGIN,
        *options,
    ]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603 - by developers
    if done.returncode:
        raise ServerError(f"Maven failed:\n{done.stdout}{done.stderr}")
    return folder / "jars"


def lock_text(version: str, jars: Path) -> str:
    """The text of a lock file for the jars under a folder laid out as a Maven repository."""
    files = sorted(jars.rglob("*.jar"), key=lambda file: file.relative_to(jars).as_posix())
    lines = [f"{sha256_of(file)} {file.stat().st_size} {file.relative_to(jars).as_posix()}\n" for file in files]
    return f"{_HEADER}neo4j {version}\n{''.join(lines)}"


def main(version: str = "") -> None:
    """Writes the lock file for one version of Neo4j; none given: the one that it has now."""
    version = version or read_lock().version
    with tempfile.TemporaryDirectory() as folder:
        LOCK_FILE.write_text(lock_text(version, resolve(version, Path(folder))), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
