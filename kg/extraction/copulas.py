"""Extracting statements from forms of "be": jobs, family, places, ages, diets, likes."""

from __future__ import annotations

import re
from dataclasses import replace

from kg.extraction.ages import parse_age
from kg.extraction.parsed_phrases import Phrase, strip_evaluative
from kg.extraction.phrase_types import matches_type
from kg.extraction.preferences import find_language, is_preference_object, read_preferences
from kg.extraction.relatives import relation_predicate, state_relation
from kg.extraction.sentence_codes import is_job_phrase
from kg.extraction.sentence_reader import NO_VERB_AHEAD, PHRASE_LIST, SentenceReading
from kg.extraction.verb_phrases import Verb
from kg.extraction.word_lists import DIETS, FEMALE, JOBS, KIN, LANGUAGES, MALE, PETS, to_singular, word_set

Times = tuple[str | None, str | None]

_OBJECT = rf"(?P<o>{PHRASE_LIST}){NO_VERB_AHEAD}"
_FAVOURITE = {"favourite", "favorite", "fav", "fave"}
_COLOUR_WORDS = {"colour", "color"}
_COLOURS = word_set("red orange yellow green blue purple pink brown black white grey gray turquoise violet teal")
_LEADING_ROLES = {"head", "director", "vp", "president", "manager", "lead", "chief", "dean", "chair", "professor"}
_ENDING_RELATIONS = {"friend_of", "colleague_of", "partner_of", "married_to", "reports_to"}
_FANS = {"fan", "lover", "admirer"}
_DWELLINGS = {"address", "flat", "apartment", "house", "place", "home", "condo"}
# "We are 45" and "it is 12" give no age.
_AGED_PRONOUNS = {"I", "i", "you", "he", "she", "im"}
# "This is a reminder" and "what a great listener" state no job.
_NOT_ROLE_DETERMINERS = {"such", "no", "this", "that", "any", "every", "each", "some", "another"}
_LIKING_PHRASE = (
    r"(?:into|fond of|crazy about|keen on|mad about|obsess(?:ed|/\w) with|addict(?:ed|/\w) to|passionate about)"
)
_PATTERNS = (
    (rf"(?: originally| #\d+(?: and| ,)?| [a-z]+ ,)? from {_OBJECT}", "from", "home"),
    (rf"(?: #\d+| [\w-]+ and)? allergic to {_OBJECT}", "allergic_to", "plain"),
    (rf" (?:#\d+ and )allergic to {_OBJECT}", "allergic_to", "plain"),
    (rf" (?:[\w-]*employed|employ/\w) as {_OBJECT}", "role", "title"),
    (rf" with {_OBJECT}", "works_at", "firm"),
    (rf" married to {_OBJECT}", "married_to", "named"),
    (rf" engaged to {_OBJECT}", "partner_of", "person"),
    (rf" (?:#\d+|[\w-]+) and (?:marry/\w|married) to {_OBJECT}", "married_to", "named"),
    (rf" #\d+ (?:base/\w|based|live/G|who live/P) in {_OBJECT}", "lives_in", "name"),
    (rf" fluent in {_OBJECT}", "speaks", "language"),
    (rf" (?:in|on) {_OBJECT}", "member_of", "group"),
    (rf" based in {_OBJECT}", "lives_in", "name"),
)


# "She is ninety on 28 June" gives a birthday, "he is over 65" a bound.
_BIRTHDAY = re.compile(r"\s*(?:on|tomorrow|next|this|in) \w", re.IGNORECASE)
_BOUND = re.compile(r"\b(?:over|under|above|below)\s*\Z", re.IGNORECASE)
# "I'm vegetarian, twenty-two years now".
_SPAN = re.compile(r"\byears? (?:now|ago|running|together|straight|in a row|and counting)\b", re.IGNORECASE)
# The tagger takes "vegetarian anymore" for one phrase.
_ENDING = re.compile(r" (?:anymore|any(?: more)?)$", re.IGNORECASE)


def read_copula(reading: SentenceReading, verb: Verb) -> None:
    """Add the statements of a form of "be" to `reading`."""
    after = reading.code_after(verb)
    if verb.is_ended:
        after = re.sub(r"^ (?:no longer|not|no)\b", "", after)
    if verb.is_unreal or (not verb.subjects and verb.tag == "G"):
        return
    if not verb.subjects and " or " in after:
        # "is it host or guest", without a question mark.
        return
    if verb.is_negated and not verb.is_ended:
        _state_negation(reading, verb, after)
        return
    who, times = reading.subject_names(verb), reading.validity(verb)
    for pattern, predicate, object_type in _PATTERNS:
        if match := re.match(pattern, after):
            names = [
                reading.references.resolve_name(each)
                for each in reading.phrases_in(match["o"])
                if matches_type(reading, each, object_type)
            ]
            reading.add_statement(who, _located_predicate(verb, predicate), [name for name in names if name], times)
    if match := re.match(rf" (?:#(?P<k>\d+)|together) with {_OBJECT}", after):
        kin = reading.line[int(match["k"])].phrase if match["k"] else None
        predicate = KIN.get(kin.kin, "") if kin is not None else "partner_of"
        people = [each for each in reading.phrases_in(match["o"]) if matches_type(reading, each, "person")]
        found = [name for each in people if (name := reading.references.resolve_name(each))]
        reading.add_statement(who, predicate, found if predicate else [], times)
    if match := re.match(rf" {_LIKING_PHRASE} {_OBJECT}", after):
        reading.add_statement(who, "likes", read_preferences(reading, match["o"]), reading.lasting_validity(verb))
    _state_location(reading, verb, after, times)
    _state_condition(reading, who, after, times)
    match = re.match(rf" (?P<f>#\d+) (?:of|to) {_OBJECT}", after)
    fan = match is not None and reading.phrases_in(match["f"])[0].head in _FANS
    if match and _state_of_phrase(
        reading, who, reading.phrases_in(match["f"])[0], match["o"], reading.lasting_validity(verb) if fan else times
    ):
        return
    if match := re.match(r" (?P<o>#\d+(?:(?: and| ,)+ #\d+)*)", after):
        places = [int(each) for each in re.findall(r"#(\d+)", match["o"])]
        # A verb after the last phrase: the phrases after the first begin the next clause.
        follows = reading.line[places[-1] + 1 : places[-1] + 2]
        clause = bool(follows) and (bool(follows[0].lemma) or follows[0].tag == "M")
        for index in places:
            phrase = reading.line[index].phrase
            if phrase is not None and (index == places[0] or not clause):
                _state_complement(reading, verb, phrase, index, times)


def _state_negation(reading: SentenceReading, verb: Verb, after: str) -> None:
    """State dislikes ("not a fan of", "not into", "not my thing"), the only negations that state something."""
    if match := re.match(rf" not (?:(?P<f>#\d+) of|into|fond of|keen on) {_OBJECT}", after):
        fan = reading.phrases_in(match["f"])[0].head in _FANS if match["f"] else True
        reading.add_statement(
            reading.subject_names(verb) if fan else [],
            "dislikes",
            read_preferences(reading, match["o"], reading.subject_names(verb)),
        )
    if (match := re.match(r" not #(\d+)", after)) and (phrase := reading.line[int(match[1])].phrase):
        mine = phrase.det == "my" and phrase.text.lower() in {"thing", "jam", "cup of tea", "cup"}
        things = [each.text for each in verb.subjects if is_preference_object(each)]
        reading.add_statement([reading.references.speaker] if mine else [], "dislikes", things)


def _state_condition(reading: SentenceReading, who: list[str], after: str, times: Times) -> None:
    """State diets ("vegan", "on a keto diet") and, of two persons, "married", "engaged" and "together"."""
    if (match := re.match(r" on #(\d+)", after)) and (phrase := reading.line[int(match[1])].phrase):
        kinds = [word for word in phrase.words if word.lower() in DIETS] if phrase.head == "diet" else []
        reading.add_statement(who, "diet", kinds, times)
    if match := re.match(r" ([\w-]+)(?= |$)", after):
        if match[1] in DIETS:
            reading.add_statement(who, "diet", [match[1]], times)
        elif match[1] in {"married", "engaged", "together"} and len(who) == 2:
            kind = "married_to" if match[1] == "married" else "partner_of"
            reading.add_statement(who[:1], kind, who[1:], times)


def _state_of_phrase(reading: SentenceReading, who: list[str], first: Phrase, codes: str, times: Times) -> bool:
    """State "a fan of jazz", "a member of the choir", "the father of two girls, Nour and Salma"; return whether it matched."""
    if first.head in _FANS:
        reading.add_statement(who, "likes", read_preferences(reading, codes), times)
        return True
    if first.head in {"member", "part"}:
        groups = [
            each for each in reading.phrases_in(codes) if matches_type(reading, each, "group") or each.label == "org"
        ]
        reading.add_statement(who, "member_of", [each.text for each in groups], times)
        return True
    if first.kin in KIN and KIN.get(first.kin) and not first.owner:
        # The word gives the subject's relation to the object: the mother of Ann has Ann as a child.
        kind = {"parent_of": "child_of", "child_of": "parent_of"}.get(KIN[first.kin], KIN[first.kin])
        names = [each.name for each in reading.phrases_in(codes) if each.name]
        reading.add_statement(who, kind, names or reading.names_after(codes), times)
        return True
    return False


def _state_location(reading: SentenceReading, verb: Verb, after: str, times: Times) -> None:
    """State locations: "we're in Cardiff now", "the office is in Riga", "my flat is in Ghent"."""
    match = re.match(rf" (?:back )?in {_OBJECT}", after)
    places = [each for each in reading.phrases_in(match["o"]) if each.name] if match else []
    places = [each for each in places if each.label in {"place", "org", ""}]
    if not places:
        return
    behind_it = reading.text[places[-1].end : places[-1].end + 24]
    before = reading.text[max(0, reading.focus[0] - 5) : places[0].start]
    now = re.match(r"[ ,]*(?:now|these days|nowadays|at the moment|currently)\b", behind_it)
    now = now or re.search(r"\b(?:now|currently)\b", before)
    subject = verb.subjects[-1] if verb.subjects else None
    if subject is not None and subject.head in _DWELLINGS and subject.owner is not None:
        owner = reading.references.resolve_name(subject.owner)
        reading.add_statement([owner] if owner else [], "lives_in", [each.name for each in places], times)
    elif (
        now or _is_lasting(reading, verb) or (subject is not None and subject.det and not subject.kin and subject.words)
    ):
        reading.add_statement(
            reading.subject_names(verb), _located_predicate(verb, "lives_in"), [each.name for each in places], times
        )


def _is_lasting(reading: SentenceReading, verb: Verb) -> bool:
    """Return whether somebody has been in a place since a date: "been in Dubai since 2012"."""
    return verb.tag == "N" and any(date.kind == "from" for date in reading.dates_of(verb))


def _located_predicate(verb: Verb, predicate: str) -> str:
    first = verb.subjects[0] if verb.subjects else None
    thing = first is not None and not first.pronoun and not first.kin and first.label != "person"
    where = predicate == "lives_in" and thing and first is not None and bool(first.det or first.owner)
    return "located_in" if where else predicate


def _is_aged(subject: Phrase | None) -> bool:
    """Whether a bare number may be the age of a subject: a person or an animal, one alone."""
    if subject is None:
        return True
    return subject.pronoun in _AGED_PRONOUNS or bool(subject.kin) or subject.label == "person"


def _state_complement(reading: SentenceReading, verb: Verb, phrase: Phrase, index: int, times: Times) -> None:
    subject = verb.subjects[-1] if verb.subjects else None
    if subject is not None and (
        _state_titled_subject(reading, subject, phrase, times)
        or _state_favourite(reading, subject, phrase, single=len(verb.subjects) == 1)
    ):
        return
    who = reading.subject_names(verb)
    if phrase.kin in KIN and phrase.kin and phrase.owner is not None:
        _state_relative(reading, verb, phrase, times)
        return
    age = parse_age(f"{phrase.number} {phrase.text}") if not phrase.kin else None
    if age and verb.tag in {"P", "N", "B"} and (_is_aged(subject) or re.search(r"\byears?\b|\by/?o\b", phrase.text)):
        percent = reading.text[phrase.end : phrase.end + 2].strip().startswith(("%", "°", "€", "$"))
        is_span = bool(_SPAN.search(reading.text[phrase.start : phrase.end + 15]))
        is_later = bool(_BIRTHDAY.match(reading.text, phrase.end))
        is_bound = bool(_BOUND.search(reading.text[: phrase.start]))
        reading.add_statement([] if percent or is_span or is_later or is_bound else who, "age", [age])
    elif phrase.kin in KIN and KIN[phrase.kin] and len(who) == 2 and phrase.is_plural:
        reading.add_statement(who[:1], KIN[phrase.kin], who[1:], times)
    elif (diet := _ENDING.sub("", strip_evaluative(phrase))).lower() in DIETS:
        reading.add_statement([name for name in who if reading.references.is_person(name)], "diet", [diet], times)
    elif len(phrase.words) > 1 and phrase.head == "speaker" and phrase.words[-2].lower() in LANGUAGES:
        reading.add_statement(who, "speaks", [phrase.words[-2]], times)
    elif (_is_job(phrase) and phrase.ends_in_noun and not phrase.name) or phrase.head in _LEADING_ROLES:
        tail = " ".join(reading.code.split(" ")[index + 1 :])
        pet = subject is not None and subject.kin in PETS
        if verb.tag == "D" and phrase.det in {"a", "an"}:
            times = (times[0], times[1] or "past")
        _state_job(reading, who if phrase.det not in _NOT_ROLE_DETERMINERS and not pet else [], phrase, tail, times)
    elif _is_introduction(reading, subject, phrase):
        reading.add_statement(who, "name_is", [phrase.name])


def read_opening_role(reading: SentenceReading) -> None:
    """State the job in "As a pediatrician I see …"."""
    match = re.match(r"as #(\d+)(?: ,)? #(\d+) \w+/", reading.code)
    if match is None:
        return
    job, subject = (reading.line[int(number)].phrase for number in match.groups())
    if job is None or subject is None or subject.pronoun != "i" or job.det not in {"a", "an"} or not is_job_phrase(job):
        return
    reading.focus_on(job)
    reading.add_statement([reading.references.speaker], "role", [strip_evaluative(job)])


def _is_job(phrase: Phrase) -> bool:
    """Return whether a complement names a job: by its suffix alone only with an article, unlike "she is sharper"."""
    return is_job_phrase(phrase) and (phrase.head.lower() in JOBS or phrase.det in {"a", "an"})


def _is_introduction(reading: SentenceReading, subject: Phrase | None, phrase: Phrase) -> bool:
    """Return whether the speaker gives their name: "I'm Maya Cohen", and not "I'm sorry, Maya"."""
    if subject is None or subject.pronoun != "i" or "," in reading.text[subject.end : phrase.start]:
        return False
    return phrase.label == "person" and phrase.is_label_sure and not phrase.det and not phrase.owner


def _state_titled_subject(reading: SentenceReading, subject: Phrase, phrase: Phrase, times: Times) -> bool:  # noqa: PLR0911 - one for each
    """State "my home is", "my name is", "my job is", "my mother tongue is", "my sister's name is"; return whether it matched."""
    owner = subject.owner
    name = reading.references.resolve_name(owner) if owner is not None else reading.references.speaker
    who = [name] if name else []
    if subject.head == "home" and (phrase.name or not phrase.det):
        reading.add_statement(who if matches_type(reading, phrase, "name") else [], "lives_in", [phrase.text], times)
        return True
    whose = to_singular(subject.words[0]) if len(subject.words) == 2 else ""
    if owner is not None and subject.head == "name" and whose in KIN.keys() | PETS and phrase.words:
        # Without its apostrophe: "my cats name is".
        state_relation(reading, owner, replace(subject, kin=whose), [phrase.text], times)
        return True
    if owner is not None and subject.head in {"name", "nickname"} and phrase.words:
        if owner.kin and owner.owner is not None and subject.head == "name":
            state_relation(reading, owner.owner, owner, [phrase.text], times)
        else:
            reading.add_statement(who, "name_is", [phrase.text])
        return True
    if owner is not None and subject.head in {"job", "title", "profession", "occupation", "role"}:
        reading.add_statement(who if is_job_phrase(phrase) else [], "role", [strip_evaluative(phrase)], times)
        return True
    plain = bool(subject.words) and not subject.name and not subject.kin and subject.words[0].lower() not in _FAVOURITE
    if owner is not None and plain and is_job_phrase(subject) and phrase.label == "person" and not phrase.kin:
        reading.references.remember(phrase)
        reading.add_statement([phrase.name], "role", [strip_evaluative(subject)], times)
        return True
    for this, that in ((subject, phrase), (phrase, subject)):
        if this.owner is not None and this.head in {"tongue", "language"} and (spoken := find_language(that)):
            speaker = reading.references.resolve_name(this.owner)
            reading.add_statement([speaker] if speaker else [], "speaks", [spoken], times)
            return True
    if subject.kin and owner is not None and phrase.name and not phrase.kin:
        state_relation(reading, owner, subject, [phrase.name], times)
        return True
    return False


def _state_relative(reading: SentenceReading, verb: Verb, phrase: Phrase, times: Times) -> None:
    """State relatives: "Meera is my mother", "this is Oleg, my friend"."""
    subject = verb.subjects[-1] if verb.subjects else None
    if phrase.owner is None:
        return
    if subject is not None and subject.pronoun in {"this", "that", "it"}:
        state_relation(reading, phrase.owner, phrase, [phrase.name] if phrase.name else [], times)
    elif not phrase.name:
        who = reading.subject_names(verb)
        if verb.tag == "D" and relation_predicate(phrase.kin) in _ENDING_RELATIONS:
            # "Bo was my friend": he is none any more. A sister who was stays one.
            times = (times[0], times[1] or "past")
        state_relation(reading, phrase.owner, phrase, who, times)
        # "She" after "June is my sister-in-law" refers to June.
        kind = "f" if phrase.kin in FEMALE else "m" if phrase.kin in MALE else ""
        reading.references.persons += [(name, kind) for name in who if name != reading.references.speaker]
        reading.complement_starts.add(phrase.start)


def _state_job(reading: SentenceReading, who: list[str], phrase: Phrase, tail: str, times: Times) -> None:
    role = strip_evaluative(phrase)
    if len(phrase.words) > 1 and phrase.words[-2:] == ("role", "model"):
        return
    match = re.match(r"of #(\d+)", tail)
    if match:
        of = reading.line[int(match[1])].phrase
        if of is not None and of.name and of.label != "place" and not of.kin and of.text != of.text.lower():
            reading.add_statement(who, "works_at", [of.name], times)
        elif of is not None and phrase.head in _LEADING_ROLES and of.words and of.det in {"", "the"}:
            role = f"{role} of {of.det} {of.text}".replace("  ", " ")
        tail = " ".join(tail.split(" ")[2:])
    if phrase.owner is not None and phrase.owner.name and phrase.owner.label == "org":
        reading.add_statement(who, "works_at", [phrase.owner.name], times)
    reading.add_statement(who, "role", [role], times)
    if match := re.match(r"(?:in #\d+ )?(?:at|for|with) #(\d+)", tail):
        org = reading.line[int(match[1])].phrase
        if org is not None and matches_type(reading, org, "org"):
            reading.add_statement(who, "works_at", [org.text], times)


def _state_favourite(reading: SentenceReading, subject: Phrase, phrase: Phrase, *, single: bool) -> bool:
    """State "my favourite film is Stalker", in either order; return whether it matched."""
    for kind, value in ((subject, phrase), (phrase, subject)):
        words = [word.lower() for word in kind.words]
        is_two = any(word.lower() in _FAVOURITE for word in value.words)
        if len(words) < 2 or words[0] not in _FAVOURITE or is_two or not (value.words or value.pronoun):
            continue
        bare_one = kind.owner is None and not kind.det
        owner = reading.references.resolve_name(kind.owner) if kind.owner is not None else None
        owner = reading.references.speaker if bare_one else owner
        is_value = value.ends_in_noun or (kind.head in _COLOUR_WORDS and value.head in _COLOURS)
        if owner and value.words and is_value and value.det not in _NOT_ROLE_DETERMINERS and single:
            reading.add_statement([owner], "favourite", [f"{' '.join(kind.words[1:])}: {value.text}"])
        return True
    return False
