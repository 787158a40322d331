"""The reasons of the ranking in words."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kg.console.ranking_words import describe_ranking
from kg.retrieval import FEATURE_GROUPS


def test_the_strongest_reasons_are_named() -> None:
    why = {"words": 0.9, "meaning": 0.5, "around": 0.3, "speaker": 0.2, "time": -0.4, "base": -3.0}
    words = "it shares rare words with the message; it means something similar; the lines around it fit, too"
    assert describe_ranking(why) == f"{words}; but its time does not fit"
    assert describe_ranking({"base": -3.0}) == "nothing speaks for it clearly"
    assert describe_ranking({"new_one": 1.0}) == "new one speaks for it"


@given(st.dictionaries(st.sampled_from((*FEATURE_GROUPS, "few", "memory")), st.floats(-3, 3)))
def test_every_feature_group_has_words(why: dict[str, float]) -> None:
    assert "speaks for it" not in describe_ranking(why).replace("nothing speaks for it clearly", "")
    assert "speaks against it" not in describe_ranking(why)
