"""Fuzzing by hand: `python -m tests.fuzz --inputs 1000000 [TARGET …]`; prints what each target was fed, and what broke it."""

from __future__ import annotations

import argparse
import sys
import time
import traceback

import hypothesis

from tests.fuzz import of_chats, of_files, of_language
from tests.fuzz.targets import TARGETS, Target


def fuzzed(one: Target, inputs: int) -> tuple[int, str]:
    """How many inputs a target was fed with, and the failure that was found, or ""."""
    count = 0

    def counted(value: object) -> None:
        nonlocal count
        count += 1
        one.check(value)

    hold = hypothesis.settings(
        max_examples=inputs,
        deadline=None,
        database=None,
        suppress_health_check=list(hypothesis.HealthCheck),
        print_blob=False,
    )(hypothesis.given(one.inputs)(counted))
    try:
        for broken in one.examples:
            counted(broken)
        hold()
    except Exception:  # noqa: BLE001 - whatever a parser does wrong is told, and the next one is tried
        return count, traceback.format_exc(limit=-4)
    return count, ""


def main() -> int:
    """Feed every target its share; the exit code tells whether any broke."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--inputs", type=int, default=1_000_000)
    asked.add_argument("targets", nargs="*", help=f"of {', '.join(sorted(TARGETS))}; all of them by default")
    given = asked.parse_args()
    chosen = [TARGETS[name] for name in given.targets or sorted(TARGETS)]
    share = given.inputs / sum(one.weight for one in chosen)
    total, broken = 0, 0
    for one in chosen:
        begun = time.perf_counter()
        count, failure = fuzzed(one, max(1, round(share * one.weight)))
        total, broken = total + count, broken + bool(failure)
        took = time.perf_counter() - begun
        sys.stdout.write(
            f"{one.name:24} {count:>9,} inputs {took:>7.1f} s  {'BROKEN' if failure else 'holds'}\n{failure}"
        )
        sys.stdout.flush()
    sys.stdout.write(f"{len(chosen)} parsers, {total:,} inputs, {broken} broken\n")
    return 1 if broken else 0


if __name__ == "__main__":
    del of_chats, of_files, of_language  # each registers its targets when it is read
    raise SystemExit(main())
