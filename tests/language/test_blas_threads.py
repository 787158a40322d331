"""The limit of BLAS to one thread."""

import threading

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from kg.language import on_one_blas_thread


def count_threads() -> set[int]:
    return {each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas"}


@pytest.fixture(autouse=True)
def two_threads():
    with threadpool_limits(2, user_api="blas"):
        yield


def test_a_limited_function_runs_on_one_thread_and_the_limit_ends_with_it():
    assert on_one_blas_thread(lambda: (np.eye(3) @ np.eye(3), count_threads())[1])() == {1}
    assert count_threads() == {2}


def test_the_limit_ends_with_an_error():
    @on_one_blas_thread
    def fail() -> None:
        raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert count_threads() == {2}


def test_overlapping_calls_leave_no_limit():
    entered, leave = threading.Event(), threading.Event()
    seen: list[set[int]] = []

    @on_one_blas_thread
    def wait() -> None:
        entered.set()
        leave.wait(10)

    def call() -> None:
        wait()
        seen.append(count_threads())

    other = threading.Thread(target=call)
    other.start()
    assert entered.wait(10)
    assert on_one_blas_thread(count_threads)() == {1}
    leave.set()
    other.join(10)
    assert [count_threads(), *seen] == [{2}, {2}]
