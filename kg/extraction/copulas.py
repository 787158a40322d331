"""What "X is Y" states: jobs, family, places, age, diets, likes."""

from __future__ import annotations

import re
from dataclasses import replace

from kg.extraction.ages import number
from kg.extraction.noun_phrases import Phrase, bare
from kg.extraction.phrase_types import fits
from kg.extraction.preferences import held, tastes, tongue
from kg.extraction.relatives import relate
from kg.extraction.sentence_codes import job_like
from kg.extraction.sentence_reader import END, LIST, Reading, Verb
from kg.extraction.word_lists import DIETS, FEMALE, KIN, LANGUAGES, MALE, PETS, singular

Times = tuple[str | None, str | None]

_O = rf"(?P<o>{LIST}){END}"
_FAVOURITE = {"favourite", "favorite", "fav", "fave"}
_WHOLE = {"head", "director", "vp", "president", "manager", "lead", "chief", "dean", "chair", "professor"}
_FANS = {"fan", "lover", "admirer"}
_DWELLINGS = {"address", "flat", "apartment", "house", "place", "home", "condo"}
_NO_AGES = {"number", "phone", "birthday", "deadline", "version", "score", "room", "size", "price"}
# Neither "this is a reminder" nor "what a great listener" tells of a job.
_NO_ROLES = {"such", "no", "this", "that", "any", "every", "each", "some", "another"}
_KEEN = r"(?:into|fond of|crazy about|keen on|mad about|obsess(?:ed|/\w) with|addict(?:ed|/\w) to|passionate about)"
_SIMPLE = (
    (rf"(?: originally| #\d+(?: and| ,)?| [a-z]+ ,)? from {_O}", "from", "home"),
    (rf"(?: #\d+| [\w-]+ and)? allergic to {_O}", "allergic_to", "plain"),
    (rf" (?:#\d+ and )allergic to {_O}", "allergic_to", "plain"),
    (rf" (?:[\w-]*employed|employ/\w) as {_O}", "role", "title"),
    (rf" with {_O}", "works_at", "firm"),
    (rf" married to {_O}", "married_to", "named"),
    (rf" engaged to {_O}", "partner_of", "person"),
    (rf" (?:#\d+|[\w-]+) and (?:marry/\w|married) to {_O}", "married_to", "named"),
    (rf" #\d+ (?:base/\w|based|live/G|who live/P) in {_O}", "lives_in", "name"),
    (rf" fluent in {_O}", "speaks", "language"),
    (rf" (?:in|on) {_O}", "member_of", "group"),
    (rf" based in {_O}", "lives_in", "name"),
)


def read(reading: Reading, verb: Verb) -> None:
    """State what a form of "be" says."""
    after = reading.after(verb)
    if verb.over:
        after = re.sub(r"^ (?:no longer|not|no)\b", "", after)
    if verb.unreal or (not verb.subjects and verb.tag == "G"):
        return
    if verb.denied and not verb.over:
        _denied(reading, verb, after)
        return
    who, times = reading.names(verb), reading.times(verb)
    for pattern, predicate, wants in _SIMPLE:
        if found := re.match(pattern, after):
            names = [reading.people.name(each) for each in reading.phrases(found["o"]) if fits(reading, each, wants)]
            reading.say(who, _placed(verb, predicate), [name for name in names if name], times)
    if found := re.match(rf" {_KEEN} {_O}", after):
        reading.say(who, "likes", tastes(reading, found["o"]), reading.lasting(verb))
    _there(reading, verb, after, times)
    _state(reading, who, after, times)
    found = re.match(rf" (?P<f>#\d+) (?:of|to) {_O}", after)
    fan = found is not None and reading.phrases(found["f"])[0].head in _FANS
    if found and _of(reading, who, reading.phrases(found["f"])[0], found["o"], reading.lasting(verb) if fan else times):
        return
    if found := re.match(r" (?P<o>#\d+(?:(?: and| ,)+ #\d+)*)", after):
        places = [int(each) for each in re.findall(r"#(\d+)", found["o"])]
        # A verb behind the last one: these begin the next clause.
        follows = reading.line[places[-1] + 1 : places[-1] + 2]
        clause = bool(follows) and (bool(follows[0].lemma) or follows[0].tag == "M")
        for place in places:
            phrase = reading.line[place].phrase
            if phrase is not None and (place == places[0] or not clause):
                _equated(reading, verb, phrase, place, times)


def _denied(reading: Reading, verb: Verb, after: str) -> None:
    """Not a fan of, not into, not my thing: of all denials only these state something."""
    if found := re.match(rf" not (?:(?P<f>#\d+) of|into|fond of|keen on) {_O}", after):
        fan = reading.phrases(found["f"])[0].head in _FANS if found["f"] else True
        reading.say(reading.names(verb) if fan else [], "dislikes", tastes(reading, found["o"], reading.names(verb)))
    if (found := re.match(r" not #(\d+)", after)) and (phrase := reading.line[int(found[1])].phrase):
        mine = phrase.det == "my" and phrase.text.lower() in {"thing", "jam", "cup of tea", "cup"}
        things = [each.text for each in verb.subjects if held(each)]
        reading.say([reading.people.speaker] if mine else [], "dislikes", things)


def _state(reading: Reading, who: list[str], after: str, times: Times) -> None:
    """Vegan, on a keto diet; of two people: married, engaged, together."""
    if (found := re.match(r" on #(\d+)", after)) and (phrase := reading.line[int(found[1])].phrase):
        kinds = [word for word in phrase.words if word.lower() in DIETS] if phrase.head == "diet" else []
        reading.say(who, "diet", kinds, times)
    if found := re.match(r" ([\w-]+)(?= |$)", after):
        if found[1] in DIETS:
            reading.say(who, "diet", [found[1]], times)
        elif found[1] in {"married", "engaged", "together"} and len(who) == 2:
            kind = "married_to" if found[1] == "married" else "partner_of"
            reading.say(who[:1], kind, who[1:], times)


def _of(reading: Reading, who: list[str], first: Phrase, codes: str, times: Times) -> bool:
    """A fan of jazz, a member of the choir, the father of two girls, Nour and Salma; whether it was any of these."""
    if first.head in _FANS:
        reading.say(who, "likes", tastes(reading, codes), times)
        return True
    if first.head in {"member", "part"}:
        groups = [each for each in reading.phrases(codes) if fits(reading, each, "group") or each.label == "org"]
        reading.say(who, "member_of", [each.text for each in groups], times)
        return True
    if first.kin in KIN and KIN.get(first.kin) and not first.owner:
        # Whoever is the mother of Ann has Ann as a child: the word tells what the subject is to the object.
        kind = {"parent_of": "child_of", "child_of": "parent_of"}.get(KIN[first.kin], KIN[first.kin])
        names = [each.name for each in reading.phrases(codes) if each.name]
        reading.say(who, kind, names or reading.behind(codes), times)
        return True
    return False


def _there(reading: Reading, verb: Verb, after: str, times: Times) -> None:
    """We're in Cardiff now; the office is in Riga; my flat is in Ghent."""
    found = re.match(rf" (?:back )?in {_O}", after)
    places = [each for each in reading.phrases(found["o"]) if each.name] if found else []
    places = [each for each in places if each.label in {"place", "org", ""}]
    if not places:
        return
    behind_it = reading.text[places[-1].end : places[-1].end + 24]
    before = reading.text[max(0, reading.focus[0] - 5) : places[0].start]
    now = re.match(r"[ ,]*(?:now|these days|nowadays|at the moment|currently)\b", behind_it)
    now = now or re.search(r"\b(?:now|currently)\b", before)
    subject = verb.subjects[-1] if verb.subjects else None
    if subject is not None and subject.head in _DWELLINGS and subject.owner is not None:
        owner = reading.people.name(subject.owner)
        reading.say([owner] if owner else [], "lives_in", [each.name for each in places], times)
    elif now or (subject is not None and subject.det and not subject.kin and subject.words):
        reading.say(reading.names(verb), _placed(verb, "lives_in"), [each.name for each in places], times)


def _placed(verb: Verb, predicate: str) -> str:
    first = verb.subjects[0] if verb.subjects else None
    thing = first is not None and not first.pronoun and not first.kin and first.label != "person"
    where = predicate == "lives_in" and thing and first is not None and bool(first.det or first.owner)
    return "located_in" if where else predicate


def _equated(reading: Reading, verb: Verb, phrase: Phrase, place: int, times: Times) -> None:
    subject = verb.subjects[-1] if verb.subjects else None
    if subject is not None and (
        _titled(reading, subject, phrase, times) or _favoured(reading, subject, phrase, single=len(verb.subjects) == 1)
    ):
        return
    who = reading.names(verb)
    if phrase.kin in KIN and phrase.kin and phrase.owner is not None:
        _kin(reading, verb, phrase, times)
        return
    age = number(f"{phrase.numbered} {phrase.text}") if not phrase.kin else None
    if age and verb.tag in {"P", "N", "B"} and (subject is None or subject.head not in _NO_AGES):
        percent = reading.text[phrase.end : phrase.end + 2].strip().startswith(("%", "°", "€", "$"))
        reading.say(who if not percent else [], "age", [age])
    elif phrase.kin in KIN and KIN[phrase.kin] and len(who) == 2 and phrase.plural:
        reading.say(who[:1], KIN[phrase.kin], who[1:], times)
    elif phrase.text.lower() in DIETS or bare(phrase).lower() in DIETS:
        reading.say([name for name in who if reading.people.someone(name)], "diet", [bare(phrase)], times)
    elif len(phrase.words) > 1 and phrase.head == "speaker" and phrase.words[-2].lower() in LANGUAGES:
        reading.say(who, "speaks", [phrase.words[-2]], times)
    elif (job_like(phrase) and phrase.noun and not phrase.name) or phrase.head in _WHOLE:
        tail = " ".join(reading.code.split(" ")[place + 1 :])
        pet = subject is not None and subject.kin in PETS
        if verb.tag == "D" and phrase.det in {"a", "an"}:
            times = (times[0], times[1] or "past")
        _job(reading, who if phrase.det not in _NO_ROLES and not pet else [], phrase, tail, times)
    elif _introduced(subject, phrase):
        reading.say(who, "name_is", [phrase.name])


def _introduced(subject: Phrase | None, phrase: Phrase) -> bool:
    """I'm Maya Cohen."""
    plain = phrase.label == "person" and phrase.sure and not phrase.det and not phrase.owner
    return subject is not None and subject.pronoun == "i" and plain


def _titled(reading: Reading, subject: Phrase, phrase: Phrase, times: Times) -> bool:  # noqa: PLR0911 - one for each
    """My home is, my name is, my job is, my mother tongue is, my sister's name is; whether it was any of these."""
    owner = subject.owner
    name = reading.people.name(owner) if owner is not None else reading.people.speaker
    who = [name] if name else []
    if subject.head == "home" and (phrase.name or not phrase.det):
        reading.say(who if fits(reading, phrase, "name") else [], "lives_in", [phrase.text], times)
        return True
    whose = singular(subject.words[0]) if len(subject.words) == 2 else ""
    if owner is not None and subject.head == "name" and whose in KIN.keys() | PETS and phrase.words:
        # Without its apostrophe: "my cats name is".
        relate(reading, owner, replace(subject, kin=whose), [phrase.text], times)
        return True
    if owner is not None and subject.head in {"name", "nickname"} and phrase.words:
        if owner.kin and owner.owner is not None and subject.head == "name":
            relate(reading, owner.owner, owner, [phrase.text], times)
        else:
            reading.say(who, "name_is", [phrase.text])
        return True
    if owner is not None and subject.head in {"job", "title", "profession", "occupation", "role"}:
        reading.say(who if job_like(phrase) else [], "role", [bare(phrase)], times)
        return True
    plain = bool(subject.words) and not subject.name and not subject.kin and subject.words[0].lower() not in _FAVOURITE
    if owner is not None and plain and job_like(subject) and phrase.label == "person" and not phrase.kin:
        reading.people.saw(phrase)
        reading.say([phrase.name], "role", [bare(subject)], times)
        return True
    for this, that in ((subject, phrase), (phrase, subject)):
        if this.owner is not None and this.head in {"tongue", "language"} and (spoken := tongue(that)):
            speaker = reading.people.name(this.owner)
            reading.say([speaker] if speaker else [], "speaks", [spoken], times)
            return True
    if subject.kin and owner is not None and phrase.name and not phrase.kin:
        relate(reading, owner, subject, [phrase.name], times)
        return True
    return False


def _kin(reading: Reading, verb: Verb, phrase: Phrase, times: Times) -> None:
    """Meera is my mother; this is Oleg, my friend."""
    subject = verb.subjects[-1] if verb.subjects else None
    if phrase.owner is None:
        return
    if subject is not None and subject.pronoun in {"this", "that", "it"}:
        relate(reading, phrase.owner, phrase, [phrase.name] if phrase.name else [], times)
    elif not phrase.name:
        who = reading.names(verb)
        relate(reading, phrase.owner, phrase, who, times)
        # "She" behind "June is my sister-in-law" is June.
        kind = "f" if phrase.kin in FEMALE else "m" if phrase.kin in MALE else ""
        reading.people.persons += [(name, kind) for name in who if name != reading.people.speaker]
        reading.equated.add(phrase.start)


def _job(reading: Reading, who: list[str], phrase: Phrase, tail: str, times: Times) -> None:
    role = bare(phrase)
    if len(phrase.words) > 1 and phrase.words[-2:] == ("role", "model"):
        return
    found = re.match(r"of #(\d+)", tail)
    if found:
        of = reading.line[int(found[1])].phrase
        if of is not None and of.name and of.label != "place" and not of.kin and of.text != of.text.lower():
            reading.say(who, "works_at", [of.name], times)
        elif of is not None and phrase.head in _WHOLE and of.words and of.det in {"", "the"}:
            role = f"{role} of {of.det} {of.text}".replace("  ", " ")
        tail = " ".join(tail.split(" ")[2:])
    if phrase.owner is not None and phrase.owner.name and phrase.owner.label == "org":
        reading.say(who, "works_at", [phrase.owner.name], times)
    reading.say(who, "role", [role], times)
    if found := re.match(r"(?:in #\d+ )?(?:at|for|with) #(\d+)", tail):
        org = reading.line[int(found[1])].phrase
        if org is not None and fits(reading, org, "org"):
            reading.say(who, "works_at", [org.text], times)


def _favoured(reading: Reading, subject: Phrase, phrase: Phrase, *, single: bool) -> bool:
    """My favourite film is Stalker, and the other way round; whether it was one of these."""
    for kind, value in ((subject, phrase), (phrase, subject)):
        words = [word.lower() for word in kind.words]
        if len(words) < 2 or words[0] not in _FAVOURITE or not (value.words or value.pronoun):
            continue
        bare_one = kind.owner is None and not kind.det
        owner = reading.people.name(kind.owner) if kind.owner is not None else None
        owner = reading.people.speaker if bare_one else owner
        if owner and value.words and value.noun and value.det not in _NO_ROLES and single:
            reading.say([owner], "favourite", [f"{' '.join(kind.words[1:])}: {value.text}"])
        return True
    return False
