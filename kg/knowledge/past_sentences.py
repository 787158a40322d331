"""Sentences of facts that were over when they were said: "Ann worked at a bank.", not "works"."""

from __future__ import annotations

from kg.knowledge.predicates import DENIAL

_PAST_FORMS = {
    "works_at": ("works at", "worked at"),
    "role": ("is", "was"),
    "lives_in": ("lives in", "lived in"),
    "studies_at": ("studies at", "studied at"),
    "speaks": ("speaks", "spoke"),
    "likes": ("likes", "liked"),
    "dislikes": ("dislikes", "disliked"),
    "prefers": ("prefers", "preferred"),
    "uses": ("uses", "used"),
    "owns": ("owns", "owned"),
    "has_pet": ("has a pet,", "had a pet,"),
    "married_to": ("is married to", "was married to"),
    "partner_of": ("is the partner of", "was the partner of"),
    "friend_of": ("is a friend of", "was a friend of"),
    "colleague_of": ("is a colleague of", "was a colleague of"),
    "reports_to": ("reports to", "reported to"),
    "member_of": ("is a member of", "was a member of"),
    "diet": ("follows a", "followed a"),
    "located_in": ("is located in", "was located in"),
}
"""Present and past forms of the verbs of closed predicates; open predicates keep the tense in which they were said."""


def put_in_past(predicate: str, sentence: str) -> str:
    """Return the sentence of a fact in the past tense; a denial, and that of a predicate without such a form, as it is.

    Args:
        predicate: the name of its predicate, as works_at.
        sentence: its text.
    """
    present, past = _PAST_FORMS.get(predicate, ("", ""))
    subject, verb, rest = sentence.partition(f" {present} ")
    return f"{subject} {past} {rest}" if present and verb and not sentence.startswith(DENIAL) else sentence
