"""A full disk: a server on a small file system of its own, which is filled, freed, and started from again.

The file system is a tmpfs that only this process and its server see, in a name space of their own:

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

from kg.bench.faults.environment import PATIENCE_S, environment, killed, own_settings, started
from kg.bench.faults.logging_client import event
from kg.bench.faults.process_kills import Fault
from kg.bench.invariants import broken, waited
from kg.errors import KgError
from kg.memory import Memory
from kg.settings import Settings

_MIB = 400
_LEFT = 3 << 20
_A_BATCH = 20
_BATCHES = 200
# Fills the disk, and is neither indexed nor digested.
_BULK = {"bulk": "x" * 20_000}
_TOO_LONG_S = 540
_SCOPE = "disk"
_MOUNT = ("mount", "-t", "tmpfs", "-o")
_APART = ("unshare", "--user", "--map-root-user", "--mount")


def lacking() -> str | None:
    """Why this machine lets no small file system be mounted; None where it does."""
    if not (shutil.which("unshare") and shutil.which("mount")):
        return "there is no unshare, or no mount"
    try:
        done = _run([*_APART, *_MOUNT, "size=1m", "kg", "/mnt"], timeout_s=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return None if done.returncode == 0 else done.stderr.strip() or "no name space may be made"


def disk(settings: Settings, seed: int, folder: Path) -> Fault:
    """Fill the disk of a server until it refuses, free it, start the server again, and go on."""
    command = [sys.executable, "-m", "kg.bench.faults.full_disk", str(folder), str(_MIB), str(seed)]
    done = _run([*_APART, *command], timeout_s=_TOO_LONG_S, environment=environment(settings))
    if done.returncode != 0:
        return Fault("disk", True, 0.0, {"disk": [done.stderr.strip()[-2_000:]]})
    told = json.loads(done.stdout.splitlines()[-1])
    return Fault("disk", told["refused"], told["recovery_s"], told["broken"])


def filled(settings: Settings, folder: Path, seed: int) -> dict[str, Any]:
    """What came of it: refused (whether a write was), acknowledged, recovery_s, broken."""
    kept: dict[str, str] = {}
    own = own_settings(settings, folder)
    running = started(own)
    try:
        with Memory.connect(_SCOPE, settings=running) as memory:
            _logged(memory, seed, kept, _A_BATCH)
            memory.digest()
            filler = folder / "filler"
            _fill(filler)
            refused = _until_refused(memory, seed, kept)
        filler.unlink()
        since = killed(own)
        started(own)
        with Memory.connect(_SCOPE, settings=running) as memory:
            _logged(memory, seed, kept, _A_BATCH)
            memory.search("Who lives in Oslo?")
            recovery = time.monotonic() - since
            waited(lambda: _digested(memory), PATIENCE_S)
            told = broken(memory, kept)
    finally:
        killed(own)
    return {"refused": refused, "acknowledged": len(kept), "recovery_s": recovery, "broken": told}


def _logged(memory: Memory, seed: int, kept: dict[str, str], count: int) -> None:
    events = [event("disk", seed, len(kept) + place) for place in range(count)]
    for name, each in zip(memory.log(replace(one, metadata=_BULK) for one in events), events, strict=True):
        kept[name] = each.text


def _until_refused(memory: Memory, seed: int, kept: dict[str, str]) -> bool:
    for _ in range(_BATCHES):
        try:
            _logged(memory, seed, kept, _A_BATCH)
        except KgError as error:
            sys.stderr.write(f"refused: {error}\n")
            return True
    return False


def _fill(filler: Path) -> None:
    """Leave a little room."""
    room = shutil.disk_usage(filler.parent).free - _LEFT
    with filler.open("wb") as opened:
        for _ in range(room >> 20):
            opened.write(bytes(1 << 20))


def _digested(memory: Memory) -> bool:
    memory.digest()
    waiting = memory.queue()
    return not any(waiting[status] for status in ("pending", "processing", "failed"))


def _run(
    command: Sequence[str], *, timeout_s: float, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - what is run stands in this file
        command, capture_output=True, text=True, timeout=timeout_s, check=False, env=environment
    )


def main(folder: Path, mib: int, seed: int) -> None:
    """Mount, fill, and print what came of it."""
    folder.mkdir(parents=True, exist_ok=True)
    _run([*_MOUNT, f"size={mib}m", "kg", str(folder)], timeout_s=60).check_returncode()
    sys.stdout.write(json.dumps(filled(Settings(), folder, seed)) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
