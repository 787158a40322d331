"""The statement that a person is to do something."""

from __future__ import annotations

from kg.language import format_task
from kg.protocols import ExtractedStatement

_CONFIDENCE = 0.8


def build_task(
    owner: str, predicate: str, thing: str, deed: str, due: str | None, span: tuple[int, int]
) -> ExtractedStatement:
    """Return the statement that a person is to do something; the sentence names the day once.

    Args:
        owner: the name of the person.
        predicate: the open predicate of the deed.
        thing: what it is done to.
        deed: the deed in words, from its verb in the base form.
        due: its due date, as ISO text.
        span: the start and the end of the words that state it.
    """
    return ExtractedStatement(
        subject=owner,
        predicate=predicate,
        object=thing,
        polarity=True,
        valid_from=None,
        valid_to=None,
        start=span[0],
        end=span[1],
        confidence=_CONFIDENCE,
        template=format_task(deed, due),
        kind="task",
        worth=1.0,
        roles=(("due", due),) if due else (),
    )
