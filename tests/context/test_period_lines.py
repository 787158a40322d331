"""The facts and messages of a period, each once."""

from __future__ import annotations

import datetime as dt

from kg.context.period_lines import select_facts, select_messages
from kg.retrieval import AskedPeriod, GraphMatches, MatchedFact, RetrievalResult
from kg.types import Hit
from tests.retrieval.test_fact_ranking import fact
from tests.support import T0

DAY = dt.date(2026, 3, 2)
FACTS = (
    fact("whole", text="Ann bakes bread.", sources=("bread",)),
    fact("part", text="Ann got a job.", sources=("job",)),
    fact("long", text="Ann rests.", sources=("letter",)),
)


def found(*, is_planned: bool) -> RetrievalResult:
    texts = {
        "bread": "I bake bread",
        "job": "I got a job, I must decide by Friday",
        "letter": "I rest. " + "And so on it goes. " * 20,
    }
    hits = tuple(Hit(name, "event", text, 0.5, T0) for name, text in texts.items())
    period = AskedPeriod(DAY, DAY + dt.timedelta(days=1), is_planned=is_planned)
    return RetrievalResult(hits, "medium", (), GraphMatches(FACTS), period=period)


def shown(result: RetrievalResult) -> tuple[list[str], list[str]]:
    messages = select_messages(result)
    facts: list[MatchedFact] = select_facts(result, messages)
    return [one.id for one in facts], [one.id for one in messages]


def test_of_what_was_said_a_message_or_the_facts_that_say_all_of_it_are_shown() -> None:
    assert shown(found(is_planned=False)) == (["whole", "long"], ["job", "letter"])


def test_facts_that_are_dated_in_a_period_are_all_shown() -> None:
    assert shown(found(is_planned=True)) == (["whole", "part", "long"], ["job", "letter"])
