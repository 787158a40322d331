"""Sayings that are more than a verb and its object: can't stand, would rather, have offices in, is called, is owned by."""

from __future__ import annotations

import re

from kg.digest.extract.ages import number
from kg.digest.extract.clauses import job_like
from kg.digest.extract.phrases import Phrase, bare
from kg.digest.extract.reading import END, LIST, Reading, Verb
from kg.digest.extract.relatives import relate
from kg.digest.extract.tastes import tastes
from kg.digest.extract.words import DIETS, KIN, OFFICES

O = rf"(?P<o>{LIST}){END}"  # noqa: E741 - what stands behind the verb
_BY = {"own": "owns", "found": "founded", "manage": "reports_to", "supervise": "reports_to", "use": "uses"}


def special(reading: Reading, verb: Verb, after: str) -> bool:  # noqa: PLR0911, PLR0912 - one for each way of saying it
    """Sayings that are more than a verb and its object."""
    who = reading.names(verb)
    times = reading.times(verb)
    if verb.lemma in {"stand", "bear"} and verb.denied and (found := re.match(rf" {O}", after)):
        reading.say(who, "dislikes", _plain(reading, found["o"]))
        return True
    if (
        verb.lemma in {"have", "use", "go", "get", "take", "see"}
        and "would" in verb.helpers
        and ("rather" in verb.helpers or (verb.at and reading.line[verb.at - 1].code == "rather"))
    ):
        found = re.match(rf"(?: with| for)? {O}", after)
        if found:
            reading.say(who, "prefers", _plain(reading, found["o"]))
        return True
    if verb.lemma == "have" and (found := re.match(r" (#\d+)(?: (?:in|at) )(?P<o>.*)", after)) and not verb.denied:
        office = reading.phrases(found[1])[0]
        where = re.match(LIST, found["o"])
        if office.head in OFFICES and where:
            reading.say(who, "located_in", _plain(reading, where[0]), times)
            return True
    if verb.lemma == "care" and verb.denied and (found := re.match(rf" (?:much )?(?:for|about) {O}", after)):
        reading.say(who, "dislikes", tastes(reading, found["o"]) if " for " in after else [])
        return True
    if verb.lemma == "have" and not verb.denied and not verb.unreal and (found := re.match(rf" (?P<o>{LIST})", after)):
        for phrase in reading.phrases(found["o"]):
            if phrase.kin in KIN and KIN[phrase.kin] and not phrase.owner:
                others = [each.name for each in reading.phrases(found["o"]) if each.name and not each.kin]
                names = (
                    [phrase.name] if phrase.name else (others if phrase.plural else []) or reading.behind(found["o"])
                )
                reading.say(who, KIN[phrase.kin], names, times)
            if phrase.head in {"allergy", "allergies"} and len(phrase.words) > 1:
                reading.say(who, "allergic_to", [" ".join(phrase.words[:-1])])
    if verb.lemma in {"tell", "say", "mention"}:
        return True
    if verb.lemma == "call" and (found := re.match(r" (#\d+)(?: ,)? (#\d+)", after)):
        whom, alias = reading.phrases(found[1])[0], reading.phrases(found[2])[0]
        passes = not (set(verb.helpers) & {"would", "could", "might", "not", "never"})
        if passes and alias.words and (whom.pronoun in {"me", "him", "her", "us"} or whom.name):
            names = [name] if (name := reading.people.name(whom)) else []
            reading.say(names, "name_is", [alias.text])
        return True
    if verb.lemma == "go" and (found := re.match(r" by (#\d+)", after)) and not verb.denied:
        reading.say(who, "name_is", [each.text for each in reading.phrases(found[1]) if each.name])
        return True
    if verb.lemma == "go" and (found := re.match(r" (#\d+|[\w-]+)", after)) and verb.tag in {"D", "N"}:
        words = [each.text for each in reading.phrases(found[1])] or [found[1]]
        reading.say(who, "diet", [word for word in words if word.lower() in DIETS], times)
    if (
        verb.lemma in {"call", "name"}
        and verb.tag in {"N", "D"}
        and not verb.denied
        and (found := re.match(r" (#\d+)", after))
    ):
        return _named(reading, verb, reading.phrases(found[1])[0])
    if verb.lemma in {"own", "found", "manage", "supervise", "start", "create", "set", "run", "use"} and (
        found := re.match(rf"(?: up)? by {O}", after)
    ):
        agents = [name for each in reading.phrases(found["o"]) if (name := reading.people.name(each))]
        kind = _BY.get(verb.lemma, "founded" if verb.lemma in {"start", "create", "set"} else "")
        if kind == "reports_to":
            reading.say(who, kind, agents, times)
        elif kind and not verb.denied and not verb.unreal:
            reading.say(agents, kind, [bare(each) if not each.name else each.text for each in verb.subjects], times)
        return True
    if verb.lemma == "turn" and (found := re.match(r" (#\d+)", after)):
        age = number(reading.phrases(found[1])[0].text) if not reading.phrases(found[1])[0].pronoun else None
        when = any(item.code == "when" for item in reading.line[: verb.at])
        if age and not when and verb.tag != "G" and not verb.denied and not verb.unreal:
            reading.say(who, "age", [age], times)
        return True
    if (
        verb.lemma in {"marry", "engage"}
        and len(who) == 2
        and not re.match(r"(?: to)? #\d+", after)
        and not verb.denied
        and not verb.unreal
    ):
        kind = "married_to" if verb.lemma == "marry" else "partner_of"
        reading.say(who[:1], kind, who[1:], times)
        return True
    return False


def _plain(reading: Reading, codes: str) -> list[str]:
    return [
        name for each in reading.phrases(codes) if (name := reading.people.thing(each) if each.pronoun else each.text)
    ]


def _named(reading: Reading, verb: Verb, name: Phrase) -> bool:
    if not any(each.kin for each in verb.subjects) and any(job_like(each) for each in verb.subjects):
        reading.people.persons.append((name.text, ""))
    for subject in verb.subjects:
        if subject.kin and subject.owner is not None and name.words:
            reading.people.persons.append((name.text, ""))
            relate(reading, subject.owner, subject, [name.text])
            reading.people.saw(
                Phrase(name.start, name.end, owner=subject.owner, words=name.words, name=name.text, kin=subject.kin)
            )
        elif job_like(subject):
            reading.say([name.text], "role", [bare(subject)])
    return True
