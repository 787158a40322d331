"""What verbs state: work, living, likes, tools, possessions, family, studies."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kg.digest.extract.fitting import fits
from kg.digest.extract.phrases import Phrase, bare
from kg.digest.extract.reading import END, LIST, Reading, Verb
from kg.digest.extract.sayings import special
from kg.digest.extract.words import (
    DEGREES,
    JOB_WORDS,
    KIN,
    PETS,
)  # fmt: skip

O = rf"(?P<o>{LIST}){END}"  # noqa: E741 - what stands behind the verb
_PERSON = {"person"}


@dataclass(frozen=True)
class Rule:
    """A verb with what may follow it.

    Attributes:
        lemmas: verbs.
        pattern: what must follow, where `o` is the object.
        predicate: what is stated.
        wants: what the object must be: "org", "name", "person", "job", "place", "any".
        passive: whether the verb must be passive (True), must not be (False), or may be (None).
        denied: the predicate of the denied verb, or "".
        ends: whether the verb ends what it states.
        also: a second predicate for the same.
    """

    lemmas: str
    pattern: str
    predicate: str
    wants: str = "any"
    passive: bool | None = False
    denied: str = ""
    ends: bool = False
    also: str = ""


_AT = r"(?:at|for|with|in)"
_RULES = (
    Rule("work freelance consult intern teach volunteer", rf"(?: #\d+)?(?: full)?(?: as #\d+)? (?:at|for) {O}", "works_at", "org"),  # noqa: E501 - a list or a pattern
    Rule("work", rf"(?: closely)?(?: together)? with {O}", "colleague_of", "person"),
    Rule("work", rf"(?: (?:at|for|in) #\d+)? as {O}", "role", "job"),
    Rule("work", rf" (?:in|on|with) (?:#\d+ (?:at|for) ){O}", "works_at", "org"),
    Rule("start begin", rf"(?: work/G)?(?: #\d+)?(?: as #\d+)? (?:at|with|for) {O}", "works_at", "org"),
    Rule("start begin", rf"(?: work/G)?(?: #\d+)?(?: (?:at|with) #\d+)? as {O}", "role", "job"),
    Rule("have get land take accept find score", rf" (?P<j>#\d+)(?: as #\d+)? (?:at|with) {O}", "works_at", "org"),
    Rule("have get land take accept find", rf" (?P<j>#\d+)(?: at #\d+)? as {O}", "role", "job"),
    Rule("employ", rf" (?:by|at) {O}", "works_at", "org", True),
    Rule("hire", rf"(?: as #\d+)? (?:by|at) {O}", "works_at", "org", True),
    Rule("hire", rf"(?: (?:by|at) #\d+)? as {O}", "role", "job", True),
    Rule("leave quit", rf" {O}", "works_at", "org", ends=True),
    Rule("resign retire", rf"(?: as #\d+)? (?:from|at) {O}", "works_at", "org", ends=True),
    Rule("leave quit", rf" #\d+ (?:at|with) {O}", "works_at", "org", ends=True),
    Rule("fire lay sack let", rf"(?: off| go)? (?:from|by|at) {O}", "works_at", "org", True, ends=True),
    Rule("become", rf" {O}", "role", "job"),
    Rule("become promote appoint", rf"(?: to)? #\d+ (?:at|for|of) {O}", "works_at", "firm", None),
    Rule("promote", rf" to {O}", "role", "job", None),
    Rule("appoint name elect make", rf"(?: as)? {O}", "role", "job", True),
    Rule("report", rf"(?: directly)? to {O}", "reports_to", "any"),
    Rule("live reside stay settle", rf"(?: (?:back|here|up|down|alone))?(?: with #\d+)?(?: in #\d+(?: ,)?)?? (?:in|near) {O}", "lives_in", "name"),  # noqa: E501 - a list or a pattern
    Rule("base", rf" (?:in|out of|at) {O}", "located_in", "name", True),
    Rule("locate situate headquarter host deploy", rf" (?:in|at) {O}", "located_in", "name", None),
    Rule("deploy", rf"(?: #\d+)? to {O}", "uses", "tool"),
    Rule("host deploy", rf" (?:on|with) {O}", "uses", "any", True),
    Rule("move relocate emigrate", rf"(?: (?:back|over|out|here|there|away))?(?: from #\d+)?(?: (?:back|over))? to {O}", "moved_to", "name", also="lives_in"),  # noqa: E501 - a list or a pattern
    Rule("grow", rf" up (?:in|near|on) {O}", "from", "name"),
    Rule("raise bear", rf"(?: and (?:raise|bear)/[ND])?(?: and raised)? in {O}", "from", "name", None),
    Rule("come hail", rf"(?: originally)? from {O}", "from", "name"),
    Rule("study", rf"(?: #\d+)?(?: for #\d+)? at {O}", "studies_at", "org"),
    Rule("study major read", rf"(?: in)? {O}", "studied", "any"),
    Rule("do pursue get have finish complete earn hold take", rf" (?P<d>#\d+) (?:in|of) {O}", "studied", "any"),
    Rule("do pursue", rf" (?P<d>#\d+)(?: (?:in|of) #\d+)? (?:at|from) {O}", "studies_at", "name"),
    Rule("get have finish complete earn hold", rf" (?P<d>#\d+)(?: (?:in|of) #\d+)? (?:at|from) {O}", "studies_at", "name", ends=True),  # noqa: E501 - a list or a pattern
    Rule("graduate", rf"(?: with #\d+)?(?: in #\d+)? from {O}", "studies_at", "name", ends=True),
    Rule("graduate", rf"(?: from #\d+)?(?: with #\d+)? in {O}", "studied", "any"),
    Rule("attend go enrol enroll", rf"(?: to| at)? {O}", "studies_at", "school"),
    Rule("speak", rf"(?: both)? {O}", "speaks", "language"),
    Rule("like love enjoy adore", rf" {O}", "likes", "any", denied="dislikes"),
    Rule("hate dislike detest loathe despise", rf" {O}", "dislikes", "any"),
    Rule("prefer", rf" {O}", "prefers", "any"),
    Rule("use", rf" {O}", "uses", "any"),
    Rule("run", rf" (?:on|under) {O}", "uses", "any"),
    Rule("rely depend", rf" (?:up)?on {O}", "uses", "name"),
    Rule("talk connect", rf" to {O}", "uses", "tool"),
    Rule("switch migrate", rf"(?: over)?(?: from #\d+)?(?: over)? to {O}", "uses", "tool"),
    Rule("switch migrate", rf"(?: over)?(?: away)? from {O}", "uses", "tool", ends=True),
    Rule("write build code implement power back", rf" (?:in|with|on|by|using) {O}", "uses", "name", True),
    Rule("own", rf" {O}", "owns", "any"),
    Rule("buy purchase inherit", rf" {O}", "owns", "thing"),
    Rule("have get", rf" {O}", "owns", "thing"),
    Rule("have adopt get rescue own buy", rf" {O}", "has_pet", "pet"),
    Rule("marry", rf"(?: to)? {O}", "married_to", "named", None),
    Rule("engage", rf" to {O}", "partner_of", "person", None),
    Rule("date", rf" {O}", "partner_of", "person"),
    Rule("know", rf" {O}", "knows", "known"),
    Rule("play sing perform drum", rf"(?: #\d+)? (?:in|for|with) {O}", "member_of", "group"),
    Rule("join", rf" {O}", "member_of", "group"),
    Rule("join", rf" {O}", "works_at", "firm"),
    Rule("join", rf" #\d+ as {O}", "role", "job"),
    Rule("belong", rf" to {O}", "member_of", "group"),
    Rule("found co-found establish cofound", rf" {O}", "founded", "any"),
    Rule("start set", rf"(?: up)? {O}", "founded", "firm"),
    Rule("manage supervise", rf" {O}", "managed", "person"),
    Rule("eat drink", rf" {O}", "diet", "any", denied="diet"),
)  # fmt: skip
_COMPILED = [(frozenset(rule.lemmas.split()), re.compile(rule.pattern), rule) for rule in _RULES]


def read(reading: Reading, verb: Verb) -> None:
    """State what a verb says."""
    after = reading.after(verb)
    if special(reading, verb, after) or verb.lemma == "be":
        return
    passive = verb.tag in {"N", "D"} and any(each.split("/")[0] in {"be", "get"} for each in verb.helpers)
    for lemmas, pattern, rule in _COMPILED:
        if verb.lemma not in lemmas or (rule.passive is not None and rule.passive != passive):
            continue
        found = pattern.match(after)
        if found and _holds(verb, rule):
            _state(reading, verb, rule, found)


def _holds(verb: Verb, rule: Rule) -> bool:
    if verb.lemma in {"eat", "drink"}:
        return (
            verb.denied
            and not verb.over
            and verb.tag in {"B", "P"}
            and re.search(r"\b(?:do/[BP]|can)\b", " ".join(verb.helpers)) is not None
        )
    wished = verb.lemma == "prefer" and "would" in verb.helpers
    if (verb.unreal and not wished) or (verb.denied and not verb.over and not rule.denied):
        return False
    if (
        not verb.subjects
        and verb.dropped
        and verb.tag == "B"
        and verb.first == 0
        and rule.predicate not in {"likes", "dislikes", "lives_in", "works_at"}
    ):
        return False
    if verb.lemma == "get" and rule.predicate == "owns" and verb.tag == "P":
        return False
    return not (verb.tag == "G" and not verb.helpers and verb.subjects)


def _state(reading: Reading, verb: Verb, rule: Rule, found: re.Match[str]) -> None:
    groups = found.groupdict()
    if groups.get("j") and not any(each.head in JOB_WORDS for each in reading.phrases(groups["j"])):
        return
    if groups.get("d"):
        degree = reading.phrases(groups["d"])[0]
        if not any(word.lower().removesuffix("'s") in DEGREES for word in degree.words):
            return
        if rule.predicate == "studies_at" and len(degree.words) > 1 and degree.head in {"degree", "diploma"}:
            field = " ".join(word for word in degree.words[:-1] if word.lower().removesuffix("'s") not in DEGREES)
            reading.say(reading.names(verb), "studied", [field])
    objects = [each for each in reading.phrases(groups["o"]) if fits(reading, each, rule.wants)]
    who = reading.names(verb)
    if not objects or not who:
        return
    predicate = rule.predicate
    people = all(_human(each) for each in verb.subjects)
    if predicate == "located_in" and people:
        predicate = "lives_in"
    times = reading.times(verb, ends=rule.ends)
    if predicate == "managed":
        reading.say([name for each in objects if (name := reading.people.name(each))], "reports_to", who, times)
        return
    if rule.denied and verb.denied:
        predicate = rule.denied
    names = [_object(reading, predicate, each) for each in objects]
    if (
        "have/P" not in verb.helpers
        and verb.tag == "D"
        and predicate in {"lives_in", "works_at"}
        and verb.lemma in {"work", "live"}
    ):
        times = (times[0], times[1] or "past")
    polarity = not (predicate == "diet" and verb.denied)
    if (
        predicate == "uses"
        and reading.line[0].code == "for"
        and verb.subjects
        and verb.subjects[0].pronoun
        and reading.line[1].phrase
    ):
        who = [name for each in [reading.line[1].phrase] if (name := reading.people.name(each))]
    reading.say(who, predicate, [name for name in names if name], times, polarity=polarity)
    if rule.also:
        reading.say(who, rule.also, [name for name in names if name], times)


def _object(reading: Reading, predicate: str, phrase: Phrase) -> str | None:
    if predicate in {"married_to", "partner_of", "colleague_of", "reports_to", "knows"}:
        return reading.people.name(phrase)
    if predicate == "has_pet":
        return phrase.name or bare(phrase)
    if phrase.kin in PETS and phrase.name:
        return phrase.name
    if phrase.pronoun:
        return reading.people.thing(phrase)
    if predicate in {"role", "owns", "speaks"}:
        return (phrase.name if predicate == "owns" else "") or bare(phrase)
    return reading.people.name(phrase) if phrase.kin in KIN and phrase.kin else phrase.text


def _human(phrase: Phrase) -> bool:
    if phrase.pronoun:
        return phrase.pronoun not in {"it", "this", "that"}
    return (
        phrase.label == "person"
        or bool(phrase.kin)
        or (bool(phrase.name and phrase.label in {"", "person"}) and not phrase.det)
    )
