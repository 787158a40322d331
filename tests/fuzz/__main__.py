"""Run the fuzz targets: `python -m tests.fuzz --inputs 1000000 [TARGET …]`; print inputs and failures of each target."""

from __future__ import annotations

import argparse
import sys
import time
import traceback

import hypothesis

from tests.fuzz import chat_targets, file_targets, home_targets, language_targets
from tests.fuzz.targets import TARGETS, Target


def run_target(target: Target, inputs: int) -> tuple[int, str]:
    """Run a target; return the number of inputs and the traceback of a failure, or ""."""
    count = 0

    def check_counted(value: object) -> None:
        nonlocal count
        count += 1
        target.check(value)

    run_property = hypothesis.settings(
        max_examples=inputs,
        deadline=None,
        database=None,
        suppress_health_check=list(hypothesis.HealthCheck),
        print_blob=False,
    )(hypothesis.given(target.inputs)(check_counted))
    try:
        for example in target.examples:
            check_counted(example)
        run_property()
    except Exception:  # noqa: BLE001 - every failure is reported, then the next target is run
        return count, traceback.format_exc(limit=-4)
    return count, ""


def main() -> int:
    """Run every target with its share of the inputs; return exit code 1 if any failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("targets", nargs="*", help=f"Targets to run, of {', '.join(sorted(TARGETS))}; all by default.")
    arguments = parser.parse_args()
    targets = [TARGETS[name] for name in arguments.targets or sorted(TARGETS)]
    share = arguments.inputs / sum(each_target.weight for each_target in targets)
    total, broken_count = 0, 0
    for each_target in targets:
        start = time.perf_counter()
        count, failure = run_target(each_target, max(1, round(share * each_target.weight)))
        total, broken_count = total + count, broken_count + bool(failure)
        elapsed_s = time.perf_counter() - start
        sys.stdout.write(
            f"{each_target.name:24} {count:>9,} inputs {elapsed_s:>7.1f} s  {'FAILED' if failure else 'passed'}\n{failure}"
        )
        sys.stdout.flush()
    sys.stdout.write(f"{len(targets)} targets, {total:,} inputs, {broken_count} failed\n")
    return 1 if broken_count else 0


if __name__ == "__main__":
    del chat_targets, file_targets, home_targets, language_targets  # importing them registers their targets
    raise SystemExit(main())
