"""Write the lock file of the server's jars.

For developers, to change the version of Neo4j:

    python -m kg.server.write_jar_lock 2026.08.1

Needs `mvn` (Maven) and a network connection. Maven resolves the runtime dependencies of the server (without test and provided
ones) for a temporary project into an empty folder; `jars.lock` records the checksum and size of each jar. The jars are not part
of kg: every machine downloads them.
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
# The jars of the local server; `python -m kg.server.write_jar_lock` writes this. SHA-256, bytes, path in a repository:
"""


def maven_project(version: str) -> str:
    """Return a Maven project with the server as its only dependency."""
    dependencies = [
        ("org.neo4j.app", "neo4j-server", version),
        ("org.neo4j", "neo4j", version),
        ("org.neo4j.client", "neo4j-browser", _BROWSER),
    ]
    return _PROJECT.format("".join(_DEPENDENCY.format(*each) for each in dependencies))


def resolve_jars(version: str, folder: Path) -> Path:
    """Resolve the jars with Maven into a folder with the layout of a repository, and return that folder.

    Raises:
        ServerError: Maven is missing or failed; the message has its output.
    """
    maven = shutil.which("mvn")
    if maven is None:
        raise ServerError("Maven (mvn) is needed to write the lock file; install it and try again.")
    (folder / "pom.xml").write_text(maven_project(version), encoding="utf-8")
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
    """Return the text of a lock file for the jars in a folder with the layout of a Maven repository."""
    files = sorted(jars.rglob("*.jar"), key=lambda file: file.relative_to(jars).as_posix())
    lines = [f"{sha256_of(file)} {file.stat().st_size} {file.relative_to(jars).as_posix()}\n" for file in files]
    return f"{_HEADER}neo4j {version}\n{''.join(lines)}"


def main(version: str = "") -> None:
    """Write the lock file for a version of Neo4j; by default the version that it has now."""
    version = version or read_lock().version
    with tempfile.TemporaryDirectory() as folder:
        LOCK_FILE.write_text(lock_text(version, resolve_jars(version, Path(folder))), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
