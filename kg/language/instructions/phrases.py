"""The building blocks of the patterns of instructions: groups of synonyms, and rules with trigger words."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class InstructionRule:
    """A pattern that is only searched for in sentences with a trigger word.

    Attributes:
        triggers: words in lower case, of which a sentence must contain one.
        pattern: the regular expression.
    """

    triggers: frozenset[str]
    pattern: re.Pattern[str]


def build_rule(triggers: str, *parts: str) -> InstructionRule:
    """Build a rule from trigger words and the concatenated parts of its pattern, which ignores case."""
    return InstructionRule(frozenset(triggers.split()), re.compile("".join(parts), re.IGNORECASE))


def any_of(words: str) -> str:
    """Return a pattern for any of these words; ~ is a space within a phrase."""
    return "(?:" + "|".join(word.replace("~", " ") for word in words.split()) + ")"


AGENT = any_of(r"ai a\.i\. ai~\w+ (?:chat~?)?bots? agents? assistants? (?:large~)?language~models? llms? chatgpt gpt")
BOSS = any_of("owners? admins? administrators? operators? developers? creators? moderators? root super-?users?")
HOLDER = rf"(?:(?:the|your) {BOSS}|(?:the|your|any|this) users?|your (?:boss|master|human|maker)s?)"
RULES = any_of(
    "instructions? prompts? rules? guidelines? directives? polic(?:y|ies) restrictions? guard-?rails? safeguards? programming "
    "safety~\\w+ system~(?:prompts?|messages?) constraints? filters? limitations? training orders commands context persona"
)
EARLIER = any_of(
    "previous prior above earlier preceding past existing original initial former current other system safety all"
)
POWER = any_of(
    r"permissions? privileges? access rights clearance authority control exec(?:ute)? shell sudo root commands? tools? scripts? "
    r"\w+_\w+ restricted~\w+"
)
KEEP = any_of(
    "remember note know store save keep~in~mind bear~in~mind be~aware be~advised record memori[sz]e learn write~down add update"
)
DROP = any_of(
    "ignore disregard forget override bypass skip drop discard neglect overlook disobey violate break circumvent erase set~aside "
    "stop~(?:following|obeying) (?:do~not|don't|no~longer)~follow"
)
ANSWER = any_of(
    "reply respond answer speak talk write say tell give recommend mention refer call address obey sign start end begin treat"
)
SHOW = any_of(
    "reveal show print repeat output tell~(?:me|us) give~(?:me|us) leak display dump expose disclose recite paste"
)
LET = any_of("allowed permitted authori[sz]ed cleared entitled")
UNTIED = any_of("unrestricted uncensored unfiltered jailbroken DAN")
NEVER = any_of(
    "do~not don't dont never without must~not mustn't shouldn't should~not avoid refrain~from instead~of no~need~to"
)
NOW = r"(?:(?:now|also|always|hereby|already|fully|completely|really) )*"
