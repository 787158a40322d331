"""What "X is Y" states: jobs, family, places, age, diets, likes, deadlines."""

from __future__ import annotations

import re

from kg.digest.extract.ages import number
from kg.digest.extract.clauses import job_like
from kg.digest.extract.fitting import fits
from kg.digest.extract.phrases import Phrase, bare
from kg.digest.extract.reading import END, LIST, Reading, Verb
from kg.digest.extract.relatives import relate
from kg.digest.extract.words import DIETS, KIN, LANGUAGES

_O = rf"(?P<o>{LIST}){END}"
_FAVOURITE = {"favourite", "favorite", "fav", "fave"}
_WHOLE = {"head", "director", "vp", "president", "manager", "lead", "chief", "dean", "chair", "professor"}


def read(reading: Reading, verb: Verb) -> None:  # noqa: PLR0912 - one for each way of saying it
    """State what a form of "be" says."""
    if verb.unreal or (
        verb.denied and not verb.over and not re.match(r" not (?:#\d+ of|into|in to)", reading.after(verb))
    ):
        return
    after = reading.after(verb)
    denied = verb.denied and not verb.over
    who = reading.names(verb)
    times = reading.times(verb)
    if denied:
        if found := re.match(rf" not (?:(?P<f>#\d+) of|into) {_O}", after):
            fan = reading.phrases(found["f"])[0].head in {"fan", "lover"} if found["f"] else True
            reading.say(who if fan else [], "dislikes", reading.things(found["o"]))
        return
    for pattern, predicate, wants in _SIMPLE:
        if found := re.match(pattern, after):
            names = [reading.people.thing(each) for each in reading.phrases(found["o"]) if fits(reading, each, wants)]
            reading.say(who, _placed(verb, predicate), [name for name in names if name], times)
    if found := re.match(rf" (?:back )?in {_O}", after):
        places = [each for each in reading.phrases(found["o"]) if each.name and each.label in {"place", "org", ""}]
        behind = reading.text[places[-1].end : places[-1].end + 24] if places else ""
        before = reading.text[reading.line[verb.first].start : places[0].start] if places else ""
        here = re.match(r"[ ,]*(?:now|these days|nowadays|at the moment|currently)\b", behind) or re.search(
            r"\b(?:now|currently)\b", before
        )
        if here or (verb.subjects and verb.subjects[0].det and not verb.subjects[0].kin and verb.subjects[0].words):
            reading.say(who, _placed(verb, "lives_in"), [each.name for each in places], times)
    if found := re.match(r" ([\w-]+)(?= |$)", after):
        if found[1] in DIETS:
            reading.say(who, "diet", [found[1]], times)
        elif found[1] in {"married", "engaged", "together"} and len(who) == 2:
            kind = "married_to" if found[1] == "married" else "partner_of"
            reading.say(who[:1], kind, who[1:], times)
    if found := re.match(rf" (?P<f>#\d+) (?:of|to) {_O}", after):
        first = reading.phrases(found["f"])[0]
        if first.head in {"fan", "lover", "admirer"}:
            reading.say(who, "likes", reading.things(found["o"]), times)
            return
        if first.head in {"member", "part"}:
            reading.say(who, "member_of", reading.things(found["o"]), times)
            return
    if found := re.match(r" (?P<o>#\d+(?:(?: and| ,)+ #\d+)*)", after):
        for place in re.findall(r"#(\d+)", found["o"]):
            phrase = reading.line[int(place)].phrase
            tail = reading.code.split(" ")[int(place) + 1 :]
            if phrase is not None and (place == re.findall(r"#(\d+)", found["o"])[0] or not (tail and "/" in tail[0])):
                _equated(reading, verb, phrase, int(place), times)


def _placed(verb: Verb, predicate: str) -> str:
    thing = (
        bool(verb.subjects)
        and not verb.subjects[0].pronoun
        and not verb.subjects[0].kin
        and verb.subjects[0].label != "person"
    )
    return (
        "located_in"
        if predicate == "lives_in" and thing and bool(verb.subjects[0].det or verb.subjects[0].owner)
        else predicate
    )


_SIMPLE = (
    (rf"(?: originally)? from {_O}", "from", "name"),
    (rf" allergic to {_O}", "allergic_to", "any"),
    (rf" (?:#\d+ )?allergic to {_O}", "allergic_to", "any"),
    (rf" (?:at|with) {_O}", "works_at", "firm"),
    (
        rf" (?:into|fond of|crazy about|keen on|mad about|obsess(?:ed|/\w) with|addict(?:ed|/\w) to) {_O}",
        "likes",
        "any",
    ),
    (rf" married to {_O}", "married_to", "named"),
    (rf" engaged to {_O}", "partner_of", "person"),
    (rf" (?:#\d+|[\w-]+) and allergic to {_O}", "allergic_to", "any"),
    (rf" (?:#\d+|[\w-]+) and (?:marry/\w|married) to {_O}", "married_to", "named"),
    (rf" #\d+ (?:base/\w|based|live/G|who live/P) in {_O}", "lives_in", "name"),
    (rf" fluent in {_O}", "speaks", "language"),
    (rf" (?:in|on) {_O}", "member_of", "group"),
    (rf" based in {_O}", "lives_in", "name"),
)


def _equated(reading: Reading, verb: Verb, phrase: Phrase, place: int, times: tuple[str | None, str | None]) -> None:  # noqa: PLR0911 - one line for each way
    who = reading.names(verb)
    people = reading.people
    subject = verb.subjects[-1] if verb.subjects else None
    tail = " ".join(reading.code.split(" ")[place + 1 :])
    if subject is not None and subject.head == "home" and (phrase.name or not phrase.det):
        name = people.name(subject.owner) if subject.owner else people.speaker
        reading.say([name] if name else [], "lives_in", [phrase.text], times)
        return
    if subject is not None and subject.words and _favoured(reading, subject, phrase):
        return
    if subject is not None and subject.owner is not None and subject.head in {"name", "nickname"} and phrase.words:
        if subject.owner.kin and subject.owner.owner is not None and subject.head == "name":
            relate(reading, subject.owner.owner, subject.owner, [phrase.text], times)
            return
        owner = people.name(subject.owner)
        reading.say([owner] if owner else [], "name_is", [phrase.text])
        return
    if subject is not None and subject.kin and subject.owner is not None and phrase.name and not phrase.kin:
        relate(reading, subject.owner, subject, [phrase.name], times)
        return
    age = number(f"{phrase.numbered} {phrase.text}")
    if (
        age
        and not phrase.kin
        and who
        and (subject is None or subject.head not in {"number", "phone", "birthday", "deadline", "version"})
    ):
        reading.say(who, "age", [age], times)
        return
    if phrase.kin in KIN and phrase.kin and phrase.owner is not None:
        pronoun = subject is not None and subject.pronoun in {"this", "that", "it"}
        names = [phrase.name] if pronoun and phrase.name else who if not pronoun else []
        if not phrase.name or pronoun:
            relate(reading, phrase.owner, phrase, names, times)
        return
    if phrase.kin in KIN and KIN[phrase.kin] and len(who) == 2 and phrase.plural:
        reading.say(who[:1], KIN[phrase.kin], who[1:], times)
        return
    if phrase.text.lower() in DIETS or bare(phrase).lower() in DIETS:
        reading.say(who, "diet", [bare(phrase)], times)
        return
    if len(phrase.words) > 1 and phrase.head == "speaker" and phrase.words[-2].lower() in LANGUAGES:
        reading.say(who, "speaks", [phrase.words[-2]], times)
        return
    if (job_like(phrase) and phrase.noun and not phrase.name) or phrase.head in _WHOLE:
        _job(reading, who, phrase, tail, times)


def _job(reading: Reading, who: list[str], phrase: Phrase, tail: str, times: tuple[str | None, str | None]) -> None:
    role = bare(phrase)
    found = re.match(r"of #(\d+)", tail)
    if found:
        of = reading.line[int(found[1])].phrase
        if of is not None and of.name and of.label != "place" and not of.kin and of.text != of.text.lower():
            reading.say(who, "works_at", [of.name], times)
        elif of is not None and phrase.head in _WHOLE and of.words and not of.det:
            role = f"{role} of {of.text}"
        tail = " ".join(tail.split(" ")[2:])
    if phrase.owner is not None and phrase.owner.name and phrase.owner.label == "org":
        reading.say(who, "works_at", [phrase.owner.name], times)
    reading.say(who, "role", [role], times)
    if found := re.match(r"(?:in #\d+ )?(?:at|for|with) #(\d+)", tail):
        org = reading.line[int(found[1])].phrase
        if org is not None and fits(reading, org, "org"):
            reading.say(who, "works_at", [org.text], times)


def _favoured(reading: Reading, subject: Phrase, phrase: Phrase) -> bool:
    for kind, value in ((subject, phrase), (phrase, subject)):
        words = [word.lower() for word in kind.words]
        if (
            kind.owner is not None
            and words
            and words[0] in _FAVOURITE
            and len(words) > 1
            and (value.words or value.pronoun)
        ):
            owner = reading.people.name(kind.owner)
            thing = value.text or reading.people.thing(value)
            if owner and thing:
                reading.say([owner], "favourite", [f"{' '.join(kind.words[1:])}: {thing}"])
            return True
    return False
