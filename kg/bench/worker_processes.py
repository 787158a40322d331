"""Processes that begin together, with their models loaded, and tell what they found."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from typing import Any, Self

from kg.errors import KgError

Begin = Callable[[], None]


class Crew:
    """One process for each list of arguments; ended when it is left."""

    def __init__(self, work: Callable[..., Any], each: Sequence[Sequence[Any]]) -> None:
        """Start the processes.

        Args:
            work: called in each with its arguments and a function that it calls when it is ready, and that returns when all may
                begin. What it returns is what it tells.
            each: the arguments of each.
        """
        context = multiprocessing.get_context("spawn")
        self._ends: list[Connection] = []
        self._processes = []
        for arguments in each:
            here, there = context.Pipe()
            process = context.Process(target=_run, args=(work, arguments, there), daemon=True)
            process.start()
            # Only the process holds this end now: where it dies, who waits for it is told.
            there.close()
            self._ends.append(here)
            self._processes.append(process)

    @property
    def pids(self) -> list[int]:
        """Their ids."""
        return [each.pid for each in self._processes if each.pid is not None]

    def ready(self) -> None:
        """Wait until all are ready.

        Raises:
            KgError: one of them ended.
        """
        self._answers()

    def go(self) -> list[Any]:
        """Let them begin, and wait for what they tell.

        Raises:
            KgError: one of them ended before it told anything.
        """
        for end in self._ends:
            end.send(None)
        return self._answers()

    def _answers(self) -> list[Any]:
        try:
            return [end.recv() for end in self._ends]
        except (EOFError, ConnectionError) as error:
            raise KgError("a process of the benchmark ended early; what it said is above") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for each in self._processes:
            each.terminate()
            each.join()


def _run(work: Callable[..., Any], arguments: Sequence[Any], end: Connection) -> None:
    def begin() -> None:
        end.send(None)
        end.recv()

    end.send(work(*arguments, begin))
