"""The adapter for agent_framework, with the real library."""

from __future__ import annotations

import pytest

from tests.agent.adapters.example_runs import Connect, check_example

pytestmark = [pytest.mark.adapters, pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ImportWarning")]


def test_the_example_remembers_and_leaks_nothing(connect: Connect) -> None:
    check_example("agent_framework_agent", connect)
