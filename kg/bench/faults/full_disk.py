"""The full-disk fault: fill the small file system of a server, free it, and restart the server.

The file system is a tmpfs in a mount namespace that only this process and its server share:

    unshare --user --map-root-user --mount python -m kg.bench.faults.full_disk FOLDER MIB SEED
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from kg.bench.faults.environment import WAIT_TIMEOUT_S, build_environment, isolate_settings, kill_server, start_server
from kg.bench.faults.logging_client import generate_event
from kg.bench.faults.process_kills import FaultResult
from kg.bench.invariants import check_invariants, wait_until
from kg.errors import KgError
from kg.memory import Memory
from kg.settings import Settings

_DISK_MIB = 400
_BYTES_LEFT = 3 << 20
_BATCH = 20
_BATCHES = 200
# Metadata that fills the disk; it is neither indexed nor digested.
_BULK = {"bulk": "x" * 20_000}
_TIMEOUT_S = 540
_SCOPE = "disk"
_MOUNT = ("mount", "-t", "tmpfs", "-o")
_UNSHARE = ("unshare", "--user", "--map-root-user", "--mount")


def find_obstacle() -> str | None:
    """Return the reason why a small file system cannot be mounted on this machine; None if it can."""
    if not (shutil.which("unshare") and shutil.which("mount")):
        return "the commands `unshare` and `mount` are not installed"
    try:
        completed = _run([*_UNSHARE, *_MOUNT, "size=1m", "kg", "/mnt"], timeout_s=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return None if completed.returncode == 0 else completed.stderr.strip() or "namespaces are not permitted"


def make_disk_fault(settings: Settings, seed: int, folder: Path) -> FaultResult:
    """Fill the disk of a server until it refuses a write, free the disk, restart the server, and check the invariants."""
    command = [sys.executable, "-m", "kg.bench.faults.full_disk", str(folder), str(_DISK_MIB), str(seed)]
    completed = _run([*_UNSHARE, *command], timeout_s=_TIMEOUT_S, environment=build_environment(settings))
    if completed.returncode != 0:
        return FaultResult("disk", True, 0.0, {"disk": [completed.stderr.strip()[-2_000:]]})
    result = json.loads(completed.stdout.splitlines()[-1])
    return FaultResult("disk", result["refused"], result["recovery_s"], result["broken"])


def fill_and_recover(settings: Settings, folder: Path, seed: int) -> dict[str, Any]:
    """Run the fault; return refused (whether a write was), acknowledged, recovery_s, broken."""
    acknowledged: dict[str, str] = {}
    isolated = isolate_settings(settings, folder)
    server_settings = start_server(isolated)
    try:
        with Memory.connect(_SCOPE, settings=server_settings) as memory:
            _log_batch(memory, seed, acknowledged, _BATCH)
            memory.digest()
            filler = folder / "filler"
            _fill_disk(filler)
            refused = _log_until_refused(memory, seed, acknowledged)
        filler.unlink()
        killed_at = kill_server(isolated)
        start_server(isolated)
        with Memory.connect(_SCOPE, settings=server_settings) as memory:
            _log_batch(memory, seed, acknowledged, _BATCH)
            memory.search("Who lives in Oslo?")
            recovery_s = time.monotonic() - killed_at
            wait_until(lambda: _digest_all(memory), WAIT_TIMEOUT_S)
            violations = check_invariants(memory, acknowledged)
    finally:
        kill_server(isolated)
    return {"refused": refused, "acknowledged": len(acknowledged), "recovery_s": recovery_s, "broken": violations}


def _log_batch(memory: Memory, seed: int, acknowledged: dict[str, str], count: int) -> None:
    events = [generate_event("disk", seed, len(acknowledged) + number) for number in range(count)]
    for event_id, event in zip(memory.log(replace(event, metadata=_BULK) for event in events), events, strict=True):
        acknowledged[event_id] = event.text


def _log_until_refused(memory: Memory, seed: int, acknowledged: dict[str, str]) -> bool:
    for _ in range(_BATCHES):
        try:
            _log_batch(memory, seed, acknowledged, _BATCH)
        except KgError as error:
            sys.stderr.write(f"refused: {error}\n")
            return True
    return False


def _fill_disk(filler: Path) -> None:
    """Fill the disk except for a few MiB."""
    free_bytes = shutil.disk_usage(filler.parent).free - _BYTES_LEFT
    with filler.open("wb") as file:
        for _ in range(free_bytes >> 20):
            file.write(bytes(1 << 20))


def _digest_all(memory: Memory) -> bool:
    memory.digest()
    queue = memory.queue()
    return not any(queue[status] for status in ("pending", "processing", "failed"))


def _run(
    command: Sequence[str], *, timeout_s: float, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - the commands are constants of this module
        command, capture_output=True, text=True, timeout=timeout_s, check=False, env=environment
    )


def main(folder: Path, mib: int, seed: int) -> None:
    """Mount the file system, run the fault, and print the result as JSON."""
    folder.mkdir(parents=True, exist_ok=True)
    _run([*_MOUNT, f"size={mib}m", "kg", str(folder)], timeout_s=60).check_returncode()
    sys.stdout.write(json.dumps(fill_and_recover(Settings(), folder, seed)) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
