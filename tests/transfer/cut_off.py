"""Run an import that waits after its first step, to be killed there: `python -m tests.transfer.cut_off SCOPE FILE`."""

from __future__ import annotations

import sys

from kg import Memory, Settings
from kg.protocols import FixedClock
from tests.support import T0


def halt(done: int, total: int) -> None:
    """Report that the first step is done, and wait to be killed."""
    sys.stdout.write("halted\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    with Memory.connect(sys.argv[1], settings=Settings(embedder="hashing"), clock=FixedClock(T0)) as memory:
        memory.import_files([sys.argv[2]], progress=halt)
