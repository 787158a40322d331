"""What patterns of speech to an agent are made of: words that stand for each other, and rules that some words call for."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Rule:
    """A pattern, tried only where it can fit.

    Attributes:
        triggers: words, in lower case, of which a sentence must have one.
        pattern: what is searched for in the sentence.
    """

    triggers: frozenset[str]
    pattern: re.Pattern[str]


def rule(triggers: str, *parts: str) -> Rule:
    """A rule of these triggers, and of the pattern that the parts make together; case does not count."""
    return Rule(frozenset(triggers.split()), re.compile("".join(parts), re.IGNORECASE))


def of(words: str) -> str:
    """One of these words; what is joined by ~ is several."""
    return "(?:" + "|".join(word.replace("~", " ") for word in words.split()) + ")"


AGENT = of(r"ai a\.i\. ai~\w+ (?:chat~?)?bots? agents? assistants? (?:large~)?language~models? llms? chatgpt gpt")
BOSS = of("owners? admins? administrators? operators? developers? creators? moderators? root super-?users?")
HOLDER = rf"(?:(?:the|your) {BOSS}|(?:the|your|any|this) users?|your (?:boss|master|human|maker)s?)"
RULES = of(
    "instructions? prompts? rules? guidelines? directives? polic(?:y|ies) restrictions? guard-?rails? safeguards? programming "
    "safety~\\w+ system~(?:prompts?|messages?) constraints? filters? limitations? training orders commands context persona"
)
EARLIER = of(
    "previous prior above earlier preceding past existing original initial former current other system safety all"
)
POWER = of(
    r"permissions? privileges? access rights clearance authority control exec(?:ute)? shell sudo root commands? tools? scripts? "
    r"\w+_\w+ restricted~\w+"
)
KEEP = of(
    "remember note know store save keep~in~mind bear~in~mind be~aware be~advised record memori[sz]e learn write~down add update"
)
DROP = of(
    "ignore disregard forget override bypass skip drop discard neglect overlook disobey violate break circumvent erase set~aside "
    "stop~(?:following|obeying) (?:do~not|don't|no~longer)~follow"
)
ANSWER = of(
    "reply respond answer speak talk write say tell give recommend mention refer call address obey sign start end begin treat"
)
SHOW = of(
    "reveal show print repeat output tell~(?:me|us) give~(?:me|us) leak display dump expose disclose recite paste"
)
LET = of("allowed permitted authori[sz]ed cleared entitled")
UNTIED = of("unrestricted uncensored unfiltered jailbroken DAN")
NEVER = of(
    "do~not don't dont never without must~not mustn't shouldn't should~not avoid refrain~from instead~of no~need~to"
)
NOW = r"(?:(?:now|also|always|hereby|already|fully|completely|really) )*"
