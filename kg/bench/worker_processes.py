"""Groups of processes that load their models, start together and return results."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from typing import Any, Self

from kg.errors import KgError

WaitForStart = Callable[[], None]


class ProcessGroup:
    """A process for each list of arguments; the processes are terminated on exit."""

    def __init__(self, work: Callable[..., Any], argument_lists: Sequence[Sequence[Any]]) -> None:
        """Start the processes.

        Args:
            work: called in each process with its arguments and a function that it must call when it is ready; that function
                returns when all may start. The return value of `work` is the result of the process.
            argument_lists: the arguments of each process.
        """
        context = multiprocessing.get_context("spawn")
        self._connections: list[Connection] = []
        self._processes = []
        for arguments in argument_lists:
            parent_end, child_end = context.Pipe()
            process = context.Process(target=_run, args=(work, arguments, child_end), daemon=True)
            process.start()
            # Only the child holds this end now, so that its death closes the pipe.
            child_end.close()
            self._connections.append(parent_end)
            self._processes.append(process)

    @property
    def pids(self) -> list[int]:
        """The ids of the processes."""
        return [process.pid for process in self._processes if process.pid is not None]

    def wait_until_ready(self) -> None:
        """Wait until all processes are ready.

        Raises:
            KgError: a process ended early.
        """
        self._receive_all()

    def start(self) -> list[Any]:
        """Start all processes, and return their results.

        Raises:
            KgError: a process ended without a result.
        """
        for connection in self._connections:
            connection.send(None)
        return self._receive_all()

    def _receive_all(self) -> list[Any]:
        try:
            return [connection.recv() for connection in self._connections]
        except (EOFError, ConnectionError) as error:
            raise KgError("a process of the benchmark ended early; see its output above") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.terminate()
            process.join()


def _run(work: Callable[..., Any], arguments: Sequence[Any], connection: Connection) -> None:
    def begin() -> None:
        connection.send(None)
        connection.recv()

    connection.send(work(*arguments, begin))
