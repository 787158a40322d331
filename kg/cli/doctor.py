"""The checks of `kg doctor`: Java, the local server, disk space, and the health of a scope."""

from __future__ import annotations

import shutil

from kg import server
from kg.errors import KgError
from kg.graph import find_scope_servers, scope_address
from kg.memory import Memory
from kg.settings import Settings
from kg.types import Health

_LOW_DISK = 1_000_000_000


def check_health(settings: Settings, scope: str) -> Health:
    """Run all checks, even if one of them fails."""
    checks: dict[str, str] = {}
    warnings: list[str] = []
    errors: list[str] = []
    if scope_address(scope, settings) is None:
        _check_local_server(settings, checks, errors)
    _check_home_server(settings, scope, checks, warnings)
    _check_disk(settings, checks, warnings)
    try:
        with Memory.connect(scope, settings=settings) as memory:
            health = memory.health()
            if faults := memory.faults():
                counts = ", ".join(f"{count} {kind}" for kind, count in faults.items())
                warnings.append(f"{counts}: run `kg doctor --scope {scope} --repair` to repair them")
            return Health(
                not errors and health.healthy,
                {**checks, **health.checks},
                (*warnings, *health.warnings),
                (*errors, *health.errors),
            )
    except KgError as error:
        return Health(False, checks, tuple(warnings), (*errors, str(error)))


def repair_scope(settings: Settings, scope: str, *, rebuild_indexes: bool) -> dict[str, int]:
    """Repair what can be repaired; returns counts by kind."""
    with Memory.connect(scope, settings=settings) as memory:
        return memory.repair(rebuild_indexes=rebuild_indexes)


def _check_local_server(settings: Settings, checks: dict[str, str], errors: list[str]) -> None:
    try:
        found = server.find_java(settings)
        checks["java"] = f"{found.version} at {found.home}"
    except KgError as error:
        errors.append(str(error))
    running = server.server_status(settings)
    checks["server"] = f"running, pid {running.pid}, {running.bolt}" if running.running else "not running"


def _check_home_server(settings: Settings, scope: str, checks: dict[str, str], warnings: list[str]) -> None:
    """Check that a scope is on only one of several servers."""
    if not settings.servers:
        return
    found, silent = find_scope_servers(scope, settings)
    checks["home"] = ", ".join(found) or "none yet"
    if len(found) > 1:
        warnings.append(f"scope {scope!r} exists on several servers, which are not synchronised: {', '.join(found)}")
    if silent:
        warnings.append(f"no answer from {', '.join(silent)}: scope {scope!r} may exist there too")


def _check_disk(settings: Settings, checks: dict[str, str], warnings: list[str]) -> None:
    folder = settings.data_dir
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    checks["disk"] = f"{free / 1e9:.0f} GB free for {settings.data_dir}"
    if free < _LOW_DISK:
        warnings.append(
            f"only {free / 1e6:.0f} MB are free for {settings.data_dir}; the database needs disk space to write"
        )
