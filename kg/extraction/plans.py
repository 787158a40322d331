"""Extracting plans: what a person is going to do, with the verb in its base form."""

from __future__ import annotations

import re

from kg.extraction.certainty import DATED_CONFIDENCE, PATTERN_CONFIDENCE
from kg.extraction.sentence_reader import SentenceReading
from kg.extraction.verb_phrases import Verb
from kg.extraction.word_lists import FORMS, word_set

_PLANNING = {"plan", "intend", "aim", "hope"}
_MOTION = word_set(
    "apply repaint paint replace install pack bake build "
    "fly travel drive go move visit start meet leave come run take join see host attend launch get have "
    "marry give speak play "
    "sail ride return relocate emigrate head finish open begin spend retire study release publish defend sell buy adopt renovate"
)
# "It's gonna be great", "I'll keep it up": future, but no plan.
_NOT_PLANNED_VERBS = word_set(
    "turn be need keep love hate like happen miss let send tell say want know think feel seem have_to kill "
    "die enjoy regret "
    "remember believe admit cry explode burst stick continue pass see_if"
)
_SOON = re.compile(
    r"\b(?:tomorrow|tmrw|tonight|next \w+|in \w+ (?:days?|weeks?|months?|years?)|"
    r"this (?:summer|weekend|autumn|spring|winter))\b",
    re.IGNORECASE,
)
_CLOSING = word_set(", ; : but because so if when ~ and with before after since as while although though then")
# A plan whose object is only a pronoun cannot be understood outside of the conversation; "her" before a noun may be the subject.
_VAGUE = re.compile(
    r"^(?:how|what|why|if|where|whether)\b|^(?:(?:it|this|that|them|these|those|one|some|something|you|u)\b|"
    r"(?:on|up|out|for|at|to|with|of) (?:it|this|that|them|you)\b)|"
    r"\b(?:it|this|that|them) (?:a (?:go|try|shot)|out|up|on|back|work|happen|through)\b|"
    r"\byou(?:r)?\b|'em\b|\b(?:it|this|that|them|her)$|\b(?:him|he|she)\b|^(?:here|there)$",
    re.IGNORECASE,
)
# After these a verb without a subject may be about another person.
# "We move to Turin on 1 May".
_RELOCATING = word_set("move relocate emigrate")
_OTHERS = re.compile(r"\b(?:[Hh]e|[Ss]he|[Tt]hey)\b|[a-z] [A-Z][a-z]+")
_PLAN_ENDS = " .,!?;:-" + "😀😂🤣😅😊😍😎😢😭😬🙃🙂🥰🤞🎉💀😴🤷"
_EMPTY = re.compile(
    r"^(?:stay (?!in |at |with |over)|get (?:ready|better|back|used|going|in touch)\b|"
    r"make (?:sure|it|(?:my|our) dreams?)\b|do (?:my|our) best)"
)
# The date after it is kept apart: "book a table for Saturday".
_DANGLING = re.compile(r"(?: |^)(?:for|on|by|at|in|until|till|from|before|after)(?: (?:a|the))?$", re.IGNORECASE)


def state_plan(reading: SentenceReading, verb: Verb, text: str) -> bool:  # noqa: PLR0911 - one for each way of saying it
    """State the plan that a verb expresses; return whether it expresses one.

    Args:
        reading: of the sentence.
        verb: a verb of the sentence.
        text: the whole message.
    """
    if verb.is_negated:
        return False
    after = reading.code_after(verb)
    if verb.lemma == "be" and re.match(r" to \w+/[BP]", after) and verb.subjects:
        subject = verb.subjects[-1]
        owner = reading.references.resolve_name(subject.owner) if subject.owner else None
        aimed = verb.tag != "D" and subject.head in {"plan", "goal", "aim"} and owner
        return _add_plan(reading, verb, [owner], verb.index + 2, text) if aimed and owner else False
    who = reading.subject_names(verb)
    # "I was going to ring Sam": the plan was given up.
    if not who or verb.lemma in {"be", "let"} or "be/D" in verb.helpers:
        return False
    dated = _has_future_date(reading, verb, text)
    if verb.lemma in _PLANNING and not verb.is_unreal and re.match(r" (?:to|on) \w+/[BGP]", after):
        hoped = verb.lemma == "hope" and not dated
        return not hoped and _add_plan(reading, verb, who, verb.index + 2, text)
    if verb.lemma == "plan" and not verb.is_unreal and re.match(r" #\d+ to #\d+", after):
        trip = reading.line[verb.index + 1].phrase
        end = reading.line[verb.index + 3].end
        words = " ".join(text[trip.start : end].split()) if trip is not None and trip.head in {"trip", "move"} else ""
        words = re.sub(r"^(?:a|an|the|our|my) ", "", words)
        reading.add_statement(
            who, "plans", [words], reading.validity(verb, is_future=True), confidence=DATED_CONFIDENCE
        )
        return bool(words)
    if verb.lemma == "go" and verb.tag == "G" and re.match(r" to \w+/[BP]", after):
        return _add_plan(reading, verb, who, verb.index + 2, text)
    if "going_to" in verb.helpers and verb.tag in {"B", "P"}:
        return _add_plan(reading, verb, who, verb.index, text)
    if "will" in verb.helpers and dated and (verb.tag in {"B", "P"} or "be/B" in verb.helpers):
        return _add_plan(reading, verb, who, verb.index, text)
    going = any(each in {"be/P", "be/B", "get/G"} for each in verb.helpers)
    is_relocating = (
        verb.lemma in _RELOCATING and re.match(r"(?: (?:back|over|out|away|up|down))? to #", after) is not None
    )
    going |= is_relocating and verb.tag == "P" and not verb.helpers
    going |= (
        verb.tag == "G"
        and verb.first == 0
        and verb.has_dropped_subject
        and not verb.subjects
        and not _OTHERS.search(text[: reading.line[0].start])
    )
    if verb.lemma in {"start", "begin", "join"} and re.match(r" (?:at|with|as|work/G|#\d+ as)", after):
        return False
    since = any(each.kind == "from" for each in reading.dates_of(verb))
    is_planned = verb.tag == "G" or "get/G" in verb.helpers or is_relocating
    # "I'm moving to Turin": who moves there does not live there yet.
    is_ahead = dated or (is_relocating and verb.tag == "G")
    if going and is_ahead and verb.lemma in _MOTION and not since and is_planned:
        return _add_plan(reading, verb, who, verb.index, text)
    return False


def _has_future_date(reading: SentenceReading, verb: Verb, text: str) -> bool:
    """Return whether a future date belongs to the verb."""
    ahead = any(
        each.kind == "at" and each.future >= each.past and each.future != each.past for each in reading.dates_of(verb)
    )
    start = min([reading.line[0].start, *(each.start for each in reading.dates)])
    return ahead or bool(_SOON.search(text[start : reading.line[-1].end + 30]))


def _add_plan(reading: SentenceReading, verb: Verb, who: list[str], at: int, text: str) -> bool:
    item = reading.line[at]
    base = item.lemma or FORMS.get(item.code, item.code)
    married = base == "marry" and "get/G" in verb.helpers
    end = _plan_end(reading, verb, at)
    words = " ".join(text[item.end : end].split()).rstrip(_PLAN_ENDS)
    words = _DANGLING.sub("", words)
    plain = re.sub(r"^(?:a|an|the|my|our) ", "", words)
    if (
        base in _NOT_PLANNED_VERBS
        or _VAGUE.search(plain)
        or (not words and not married and base not in {"marry", "retire"})
    ):
        return True
    reading.focus = (reading.focus[0], reading.focus[1], max(end, item.end))
    times = reading.validity(verb, is_future=True)
    deed = f"get married {words}".strip() if married else f"{base} {words}".strip()
    if _EMPTY.match(deed):
        return True
    reading.add_statement(
        who,
        "plans",
        [deed],
        times,
        confidence=None if verb.has_dropped_subject else DATED_CONFIDENCE if times[0] else PATTERN_CONFIDENCE,
    )
    return True


def _plan_end(reading: SentenceReading, verb: Verb, at: int) -> int:
    """Return the end of the words of a plan: before its date and before the next clause."""
    end = reading.line[at].end
    for index in range(at + 1, len(reading.line)):
        each = reading.line[index]
        listing = each.code == "and" and index + 1 < len(reading.line) and not _is_clause_next(reading, index + 1)
        if (each.code in _CLOSING and not listing) or _starts_clause(reading, index):
            break
        end = each.end
    dates = [date.start for date in reading.dates_of(verb) if date.start >= reading.line[at].end]
    return min([end, *dates])


def _is_clause_next(reading: SentenceReading, index: int) -> bool:
    return any(item.lemma for item in reading.line[index : index + 3])


def _starts_clause(reading: SentenceReading, index: int) -> bool:
    """Return whether a pronoun begins a clause: "… next time I need a push"."""
    phrase, follows = reading.line[index].phrase, reading.line[index + 1 : index + 2]
    subject = phrase is not None and phrase.pronoun in {"i", "we", "he", "she", "they", "you", "it"}
    return subject and bool(follows) and (bool(follows[0].lemma) or follows[0].tag == "M")
