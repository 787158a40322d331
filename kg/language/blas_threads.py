"""Limit NumPy's matrix products to one thread while short texts are read.

Products of a message's few rows gain nothing from a second thread, and BLAS keeps its threads spinning for milliseconds
after each product: one message cost five times the processor time, at the expense of the database server beside it.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from threadpoolctl import ThreadpoolController

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class _SingleThread:
    """A context in which BLAS uses one thread.

    Some builds of BLAS keep the limit for each thread, others for the process. Where contexts overlap in several threads, each
    restores what held before the first of them, so that no limit outlasts the last one.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open = 0
        self._first: Any = None

    def __enter__(self) -> None:
        with self._lock:
            limit = _controller().limit(limits=1, user_api="blas")
            if not self._open:
                self._first = limit
            self._open += 1

    def __exit__(self, *error: object) -> None:
        with self._lock:
            self._open -= 1
            self._first.restore_original_limits()


@functools.lru_cache(maxsize=1)
def _controller() -> ThreadpoolController:
    return ThreadpoolController()


_single_thread = _SingleThread()


def on_one_blas_thread(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Decorate a function: BLAS uses one thread while it runs."""

    @functools.wraps(function)
    def limited(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        with _single_thread:
            return function(*args, **kwargs)

    return limited
