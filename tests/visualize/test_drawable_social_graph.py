"""The social graph draws the same picture as the pictures of its scope, with the same options."""

from __future__ import annotations

from typing import Any

import pytest

from kg import Memory
from kg.errors import InvalidInput
from tests.support import T0, days


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "count"),
    [
        ({"limit": 2, "min_strength": 1.0}, 2),
        ({"as_of": T0 - days(1)}, 0),
        ({"asker": "cli:bob", "session": "cli:1"}, 4),
    ],
)
def test_options_are_those_of_pictures(people_memory: Memory, options: dict[str, Any], count: int) -> None:
    scene = people_memory.social.picture(**options).scene
    assert scene.data() == people_memory.pictures.social(**options).scene.data()
    assert len(scene.nodes) == count


def test_a_minimum_strength_omits_weaker_connections(people_memory: Memory) -> None:
    everything, stated = (people_memory.social.picture(min_strength=least).scene for least in (0.0, 1.0))
    assert {tie.tone for tie in everything.ties} - {tie.tone for tie in stated.ties} == {"family"}
    with pytest.raises(InvalidInput, match="min_strength"):
        people_memory.social.picture(min_strength=1.1)
