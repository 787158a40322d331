"""What `kg doctor` looks at: Java, the local server, and the health of a scope."""

from __future__ import annotations

import shutil

from kg import server
from kg.errors import KgError
from kg.memory import Memory
from kg.opening import address_of, homes_of
from kg.settings import Settings
from kg.types import Health

_LOW_DISK = 1_000_000_000


def examine_machine(settings: Settings, scope: str) -> Health:
    """Every check, each told even where another failed."""
    checks: dict[str, str] = {}
    warnings: list[str] = []
    errors: list[str] = []
    if address_of(scope, settings) is None:
        _local_server(settings, checks, errors)
    _homes(settings, scope, checks, warnings)
    _disk(settings, checks, warnings)
    try:
        with Memory.connect(scope, settings=settings) as memory:
            health = memory.health()
            if loose := memory.faults():
                told = ", ".join(f"{count} {kind}" for kind, count in loose.items())
                warnings.append(f"{told}: `kg doctor --scope {scope} --repair` puts that right")
            return Health(
                not errors and health.healthy,
                {**checks, **health.checks},
                (*warnings, *health.warnings),
                (*errors, *health.errors),
            )
    except KgError as error:
        return Health(False, checks, tuple(warnings), (*errors, str(error)))


def repaired(settings: Settings, scope: str, *, rebuild_indexes: bool) -> dict[str, int]:
    """Put right what can be; kind → how many."""
    with Memory.connect(scope, settings=settings) as memory:
        return memory.repair(rebuild_indexes=rebuild_indexes)


def _local_server(settings: Settings, checks: dict[str, str], errors: list[str]) -> None:
    try:
        found = server.find_java(settings)
        checks["java"] = f"{found.version} at {found.home}"
    except KgError as error:
        errors.append(str(error))
    running = server.status(settings)
    checks["server"] = f"running, pid {running.pid}, {running.bolt}" if running.running else "not running"


def _homes(settings: Settings, scope: str, checks: dict[str, str], warnings: list[str]) -> None:
    """Of scopes that are spread over several servers, each lives on one."""
    if not settings.servers:
        return
    found, silent = homes_of(scope, settings)
    checks["home"] = ", ".join(found) or "none yet"
    if len(found) > 1:
        warnings.append(
            f"scope {scope!r} lives on several servers, which know nothing of each other: {', '.join(found)}"
        )
    if silent:
        warnings.append(f"no answer from {', '.join(silent)}: it is not known whether scope {scope!r} is there too")


def _disk(settings: Settings, checks: dict[str, str], warnings: list[str]) -> None:
    folder = settings.data_dir
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    checks["disk"] = f"{free / 1e9:.0f} GB free for {settings.data_dir}"
    if free < _LOW_DISK:
        warnings.append(f"only {free / 1e6:.0f} MB are free for {settings.data_dir}; a database needs room to write")
