"""The memory of a server: opened when it is needed, once, and again after a failure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory, Settings
from kg.agent import ServedMemory
from kg.errors import ConnectionFailed, Refused
from tests.support import T0, run_concurrently


def test_it_is_opened_once(memory: Memory) -> None:
    opened: list[Memory] = []
    served = ServedMemory(lambda: opened.append(memory) or memory, works=False)
    assert opened == []
    served.start_later(3_600)
    assert run_concurrently([served.get] * 4) == [memory] * 4
    assert opened == [memory]
    served.close()
    with pytest.raises(Refused):
        served.get()


def test_a_failure_is_raised_and_opening_is_tried_again(memory: Memory) -> None:
    answers: list[Any] = [ConnectionFailed("no answer"), memory]

    def open_memory() -> Memory:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    served = ServedMemory(open_memory, works=False)
    with pytest.raises(ConnectionFailed):
        served.get()
    assert served.get() is memory
    served.close()


def test_events_are_digested_in_the_background(connect: Callable[..., Memory], settings: Settings) -> None:
    memory = connect(settings=settings.model_copy(update={"worker_start_delay_s": 3_600}))
    ids = memory.log([Event("The mill is old.", session="cli:1", at=T0)])
    served = ServedMemory(lambda: memory)
    assert served.get() is memory
    served.digest_later(ids)
    served.digest_later(["event-none"])
    served._threads.submit(lambda: None).result()
    assert memory.queue()["pending"] == 0
    served.close()
