"""Which verbs report the deed of a task: who paid the insurance has renewed it, and a rota that is done is written."""

from __future__ import annotations

FINISH = "finish"
"""The predicate of a report that leaves open what was done: "the rota is done". It reports any deed that is listed here."""

_GROUPS = (
    "call ring to_phone talk_to talk_with speak_to speak_with chat_to chat_with get_hold_of catch_up_with",
    "buy get order grab purchase",
    "collect fetch pick_up",
    "send get_to send_off post mail forward submit deliver drop_off hand_in file upload",
    "pay renew settle refund repay transfer",
    "book reserve arrange schedule organise organize",
    "do make complete write prepare draft sort sort_out set_up",
    "clean clean_up tidy tidy_up wash",
    "fix repair",
    "to_email text message",
    # Each of these is a deed of its own.
    *(
        "print",
        "sign",
        "update",
        "check",
        "read",
        "review",
        "pack",
        "install",
        "register",
        "return",
        "cancel",
        "confirm",
    ),
    *(
        "apply_for",
        "remember",
        "bring",
        "find",
        "choose",
        "pick",
        "move",
        "cook",
        "bake",
        "water",
        "feed",
        "mow",
        "iron",
        "measure",
        "plan",
    ),
)
_RELATED = {verb: frozenset(group.split()) | {FINISH} for group in _GROUPS for verb in group.split()}
_RELATED[FINISH] = frozenset(_RELATED) | {FINISH}


def related_verbs(predicate: str) -> frozenset[str]:
    """Return the open predicates that may report the deed of this one, and whose deeds it may report; itself is one of them."""
    return _RELATED.get(predicate, frozenset({predicate}))


def reports_deed(report: str, task: str) -> bool:
    """Whether a report with one open predicate may be of the deed of a task with another."""
    return report == task or (task != FINISH and report in related_verbs(task))
