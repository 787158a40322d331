"""Doses of medicine: "I take 5 mg ramipril", "ramipril goes up to 10 mg". A newer dose of one medicine replaces the older one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kg.extraction.attributes import MEASURES
from kg.extraction.changing_values import PRICED, ChangingValue, find_head, name_value

if TYPE_CHECKING:
    from kg.extraction.observations import Observation
    from kg.language import NameSpan

_DOSE = r"\d[\d.,/]* ?(?:mg|mcg|µg|ug|ml|iu|units?|tablets?|pills?|drops?|puffs?)"
_MEDICINE = r"[^\W\d][\w-]+"
_TAKEN = re.compile(
    rf"(?:takes?|is taking|is on|has taken) (?:now )?"
    rf"(?:{_DOSE}(?: of)? (?P<first>{_MEDICINE})|(?P<last>{_MEDICINE}),? {_DOSE})\b",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    rf"(?P<drug>{_MEDICINE}) (?:is|goes|went|is going)(?: now)?"
    rf"(?: (?:back|up|down|raised|lowered|increased|reduced|changed|set))*(?: to)? {_DOSE}\b",
    re.IGNORECASE,
)
# "Ramipril is up to 7.5 now".
_RAISED = re.compile(rf"(?P<drug>{_MEDICINE}) is(?: now)? (?:up|down) to \d[\d.,]*(?: now)?\.?", re.IGNORECASE)
_POSSESSIVE = re.compile(r"^(?:[^.]{1,60}?['’]s|the) (?:dose (?:of|for) )?", re.IGNORECASE)


def read_dose(observation: Observation, names: Sequence[NameSpan]) -> ChangingValue | None:
    """Return the dose that a clause gives of a medicine; None if it gives none.

    Args:
        observation: the clause, and its sentence.
        names: the names of the message.
    """
    sentence = observation.sentence
    if (taken := _TAKEN.search(sentence.text)) is not None:
        # Another's dose is none of the speaker's: "my dad takes 10 mg of ramipril".
        owner = sentence.subject.replace("’", "'").partition("'s ")[2]
        drug = (taken["first"] or taken["last"]).lower()
        return name_value(f"{owner}'s {drug}" if owner else drug, observation, names, "take", "dose")
    # "Tom's ramipril" is none of the speaker's.
    is_own = sentence.names_speaker or "'s " not in sentence.text.replace("’", "'")
    plain = _POSSESSIVE.sub("", sentence.text)
    changed = (_CHANGED.match(plain) or _RAISED.fullmatch(plain)) if is_own else None
    if changed is not None and find_head(changed["drug"]) in MEASURES | PRICED:
        return None
    return None if changed is None else name_value(changed["drug"].lower(), observation, names, "take", "dose")
