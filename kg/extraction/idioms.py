"""Sayings that are more than a verb and its object: can't stand, would rather, have offices in, is called, is owned by."""

from __future__ import annotations

import re
from collections.abc import Callable

from kg.extraction.ages import number
from kg.extraction.noun_phrases import Phrase, bare
from kg.extraction.preferences import tastes
from kg.extraction.relatives import relate
from kg.extraction.sentence_codes import job_like
from kg.extraction.sentence_reader import END, LIST, Reading, Verb
from kg.extraction.word_lists import DIETS, KIN, OFFICES

O = rf"(?P<o>{LIST}){END}"  # noqa: E741 - what stands behind the verb
_BY = {"own": "owns", "manage": "reports_to", "supervise": "reports_to", "use": "uses"}
_BY |= dict.fromkeys(("found", "start", "create", "set"), "founded")


def special(reading: Reading, verb: Verb, after: str) -> bool:
    """Sayings that are more than a verb and its object; whether the verb is done with."""
    if _rather(reading, verb, after):
        return True
    saying = _BY_LEMMA.get(verb.lemma)
    if saying is not None and saying(reading, verb, after):
        return True
    return _agents(reading, verb, after)


def _stand(reading: Reading, verb: Verb, after: str) -> bool:
    """I can't stand cilantro."""
    found = re.match(rf" {O}", after) if verb.denied else None
    if found:
        reading.say(reading.names(verb), "dislikes", _plain(reading, found["o"]))
    return found is not None


def _rather(reading: Reading, verb: Verb, after: str) -> bool:
    """I'd rather have bullet points."""
    rather = "rather" in verb.helpers or (verb.at and reading.line[verb.at - 1].code == "rather")
    if verb.lemma not in {"have", "use", "go", "get", "take", "see"} or "would" not in verb.helpers or not rather:
        return False
    if found := re.match(rf"(?: with| for)? {O}", after):
        reading.say(reading.names(verb), "prefers", _plain(reading, found["o"]))
    return True


def _care(reading: Reading, verb: Verb, after: str) -> bool:
    """I don't care for opera."""
    found = re.match(rf" (?:much )?for {O}", after) if verb.denied else None
    if found:
        reading.say(reading.names(verb), "dislikes", tastes(reading, found["o"]))
    return found is not None


def _have(reading: Reading, verb: Verb, after: str) -> bool:
    """Have offices in Riga; have two kids, Noah and Lily; have a nut allergy."""
    if verb.denied:
        return False
    who, times = reading.names(verb), reading.times(verb)
    found = re.match(rf" (#\d+) (?:in|at) (?P<o>{LIST})", after)
    if found and reading.phrases(found[1])[0].head in OFFICES:
        reading.say(who, "located_in", _plain(reading, found["o"]), times)
        return True
    found = re.match(rf" (?P<o>{LIST})", after)
    for phrase in reading.phrases(found["o"]) if found and not verb.unreal else ():
        if phrase.kin in KIN and KIN[phrase.kin] and not phrase.owner:
            reading.say(who, KIN[phrase.kin], _relatives(reading, phrase, found["o"] if found else ""), times)
        if phrase.head in {"allergy", "allergies"} and len(phrase.words) > 1:
            reading.say(who, "allergic_to", [" ".join(phrase.words[:-1])])
    return False


def _relatives(reading: Reading, phrase: Phrase, codes: str) -> list[str]:
    if phrase.name:
        return [phrase.name]
    others = [each.name for each in reading.phrases(codes) if each.name and not each.kin]
    return (others if phrase.plural else []) or reading.behind(codes)


def _told(_reading: Reading, _verb: Verb, _after: str) -> bool:
    """What is told is read from the verbs behind."""
    return True


def _call(reading: Reading, verb: Verb, after: str) -> bool:
    """Call me Bob; my dogs are called Bim and Bam."""
    if verb.lemma == "call" and (found := re.match(r" (#\d+)(?: ,)? (#\d+)", after)):
        whom, alias = reading.phrases(found[1])[0], reading.phrases(found[2])[0]
        passes = not (set(verb.helpers) & {"would", "could", "might", "not", "never"})
        if passes and alias.words and (whom.pronoun in {"me", "him", "her", "us"} or whom.name):
            names = [name] if (name := reading.people.name(whom)) else []
            reading.say(names, "name_is", [alias.text])
        return True
    listing = re.match(rf" ({LIST})", after)
    if verb.tag not in {"N", "D"} or verb.denied or not listing:
        return False
    called = reading.phrases(listing[1])
    for each in called if verb.subjects and verb.subjects[0].plural else called[:1]:
        _named(reading, verb, each)
    return True


def _go(reading: Reading, verb: Verb, after: str) -> bool:
    """Go by Sam; gone vegan."""
    if (found := re.match(r" by (#\d+)", after)) and not verb.denied:
        reading.say(reading.names(verb), "name_is", [each.text for each in reading.phrases(found[1]) if each.name])
        return True
    if (found := re.match(r" (#\d+|[\w-]+)", after)) and verb.tag in {"D", "N"}:
        words = [each.text for each in reading.phrases(found[1])] or [found[1]]
        diets = [word for word in words if word.lower() in DIETS]
        reading.say(reading.names(verb), "diet", diets, reading.times(verb))
    return False


def _turn(reading: Reading, verb: Verb, after: str) -> bool:
    """She turned seven; not "when I turned ten"."""
    found = re.match(r" (#\d+)", after)
    phrase = reading.phrases(found[1])[0] if found else None
    if phrase is None:
        return False
    age = number(phrase.text) if not phrase.pronoun else None
    when = any(item.code == "when" for item in reading.line[: verb.at])
    if age and not when and verb.tag != "G" and not verb.denied and not verb.unreal:
        reading.say(reading.names(verb), "age", [age], reading.times(verb))
    return True


def _marry(reading: Reading, verb: Verb, after: str) -> bool:
    """Rose and Mark married; they got engaged."""
    who = reading.names(verb)
    if len(who) != 2 or re.match(r"(?: to)? #\d+", after) or verb.denied or verb.unreal:
        return False
    kind = "married_to" if verb.lemma == "marry" else "partner_of"
    reading.say(who[:1], kind, who[1:], reading.times(verb))
    return True


def _agents(reading: Reading, verb: Verb, after: str) -> bool:
    """Owned by Stefan, set up by Avi and Dan."""
    found = re.match(rf"(?: up)? by {O}", after) if verb.lemma in _BY else None
    if not found:
        return False
    agents = [name for each in reading.phrases(found["o"]) if (name := reading.people.name(each))]
    if any(each.name for each in reading.phrases(found["o"])):
        # By two brothers, Avi and Dan: the names say it.
        agents = [
            name for each in reading.phrases(found["o"]) if not _kind_only(each) and (name := reading.people.name(each))
        ]
    times = reading.times(verb)
    if _BY[verb.lemma] == "reports_to":
        reading.say(reading.names(verb), "reports_to", agents, times)
    elif not verb.denied and not verb.unreal:
        things = [each.text if each.name else bare(each) for each in verb.subjects]
        reading.say(agents, _BY[verb.lemma], things, times)
    return True


def _kind_only(phrase: Phrase) -> bool:
    return not phrase.name and not phrase.owner


_BY_LEMMA: dict[str, Callable[[Reading, Verb, str], bool]] = {
    "stand": _stand,
    "bear": _stand,
    "care": _care,
    "have": _have,
    "tell": _told,
    "say": _told,
    "mention": _told,
    "call": _call,
    "name": _call,
    "go": _go,
    "turn": _turn,
    "marry": _marry,
    "engage": _marry,
}


def _plain(reading: Reading, codes: str) -> list[str]:
    return [
        name for each in reading.phrases(codes) if (name := reading.people.thing(each) if each.pronoun else each.text)
    ]


def _named(reading: Reading, verb: Verb, name: Phrase) -> None:
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
