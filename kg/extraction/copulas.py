"""Extracting statements from forms of "be": jobs, family, places, ages, diets, likes."""

from __future__ import annotations

import re
from dataclasses import replace

from kg.extraction.ages import parse_age
from kg.extraction.attendance import read_attendance
from kg.extraction.favourites import FAVOURITE, state_favourite, state_firm_favourite
from kg.extraction.parsed_phrases import Phrase, strip_evaluative
from kg.extraction.phrase_types import matches_type
from kg.extraction.preferences import find_language, is_preference_object, read_preferences
from kg.extraction.relative_words import is_origin
from kg.extraction.relatives import names_after, relation_predicate, state_relation
from kg.extraction.residence import is_lasting, located_predicate, state_home, state_location
from kg.extraction.sentence_codes import is_job_phrase
from kg.extraction.sentence_reader import NO_VERB_AHEAD, PHRASE_LIST, SentenceReading
from kg.extraction.verb_phrases import Times, Verb
from kg.extraction.word_lists import DIETS, FEMALE, JOBS, KIN, LANGUAGES, MALE, PETS, to_singular

_OBJECT = rf"(?P<o>{PHRASE_LIST}){NO_VERB_AHEAD}"
_LEADING_ROLES = {"head", "director", "vp", "president", "manager", "lead", "chief", "dean", "chair", "professor"}
_ENDING_RELATIONS = {"friend_of", "colleague_of", "partner_of", "married_to", "reports_to"}
_FANS = {"fan", "lover", "admirer"}
# "We are 45" and "it is 12" give no age.
_AGED_PRONOUNS = {"I", "i", "you", "he", "she", "im"}
# "This is a reminder" and "what a great listener" state no job.
_NOT_ROLE_DETERMINERS = {"such", "no", "this", "that", "any", "every", "each", "some", "another"}
_LIKING_PHRASE = (
    r"(?:into|hooked on|fond of|crazy about|keen on|mad about|obsess(?:ed|/\w) with|addict(?:ed|/\w) to"
    r"|passionate about)"
)
_PATTERNS = (
    (rf"(?: originally| #\d+(?: and| ,)?| [a-z]+ ,)? from {_OBJECT}", "from", "home"),
    (rf"(?: #\d+| [\w-]+ and)? allergic to {_OBJECT}", "allergic_to", "plain"),
    (rf"(?: #\d+)? allergic to #\d+ (?:and|or) to {_OBJECT}", "allergic_to", "plain"),
    (rf" (?:#\d+ and )allergic to {_OBJECT}", "allergic_to", "plain"),
    (rf" (?:[\w-]*employed|employ/\w) as {_OBJECT}", "role", "title"),
    (rf" with {_OBJECT}", "works_at", "firm"),
    (rf" married to {_OBJECT}", "married_to", "named"),
    (rf" engaged to {_OBJECT}", "partner_of", "person"),
    (rf" (?:#\d+|[\w-]+) and (?:marry/\w|married) to {_OBJECT}", "married_to", "named"),
    (rf" #\d+ (?:base/\w|based|live/G|who live/P) in {_OBJECT}", "lives_in", "name"),
    (rf" fluent in {_OBJECT}", "speaks", "language"),
    (rf" (?:in|on) {_OBJECT}", "member_of", "group"),
    (rf" on {_OBJECT}", "uses", "software"),
    (rf" based in {_OBJECT}", "lives_in", "name"),
)


# "She is ninety on 28 June" gives a birthday, "he is over 65" a bound.
_BIRTHDAY = re.compile(r"\s*(?:(?:on|tomorrow|next|this|in) \w|and a half)", re.IGNORECASE)
# "She is over sixty", "you're right, 48".
_BOUND = re.compile(r"\b(?:over|under|above|below|right,|correct,|sorry,)\s*\Z", re.IGNORECASE)
# "I'm vegetarian, twenty-two years now".
_SPAN = re.compile(r"\byears? (?:now|ago|running|together|straight|in a row|and counting)\b", re.IGNORECASE)
# The tagger takes "vegetarian anymore" for one phrase.
_ENDING = re.compile(r" (?:anymore|any(?: more)?|now|again|too|atm|though|actually)$", re.IGNORECASE)


def read_copula(reading: SentenceReading, verb: Verb) -> None:
    """Add the statements of a form of "be" to `reading`."""
    after = reading.code_after(verb)
    if verb.is_ended:
        after = re.sub(r"^ (?:no longer|not|no)\b", "", after)
    state_home(reading, verb, after)
    if verb.is_unreal:
        state_firm_favourite(reading, after)
        return
    if not verb.subjects and (verb.tag == "G" or " or " in after):
        # "is it host or guest", without a question mark.
        return
    if verb.is_negated and not verb.is_ended:
        _state_negation(reading, verb, after)
        return
    who, times = reading.subject_names(verb), reading.validity(verb)
    _state_patterns(reading, verb, after, who, times)
    _state_company(reading, verb, after, times)
    if match := re.match(rf" {_LIKING_PHRASE} {_OBJECT}", after):
        reading.add_statement(who, "likes", read_preferences(reading, match["o"]), reading.lasting_validity(verb))
    state_location(reading, verb, after, times)
    _state_condition(reading, who, after, times)
    read_attendance(reading, verb, after, times)
    if not verb.subjects and _is_after_date(reading, verb):
        # "Thursday is Mum's consultant".
        return
    match = re.match(rf" (?P<f>#\d+) (?:of|to) {_OBJECT}", after)
    fan = match is not None and reading.phrases_in(match["f"])[0].head in _FANS
    if match and _state_of_phrase(
        reading, who, reading.phrases_in(match["f"])[0], match["o"], reading.lasting_validity(verb) if fan else times
    ):
        return
    _state_complements(reading, verb, after, times)


def _state_patterns(reading: SentenceReading, verb: Verb, after: str, who: list[str], times: Times) -> None:
    for pattern, predicate, object_type in _PATTERNS:
        if match := re.match(pattern, after):
            names = [
                reading.references.resolve_name(each)
                for each in reading.phrases_in(match["o"])
                if matches_type(reading, each, object_type)
            ]
            about = _topic_names(reading, verb) if predicate == "uses" else []
            reading.add_statement(
                about or who, located_predicate(verb, predicate), [name for name in names if name], times
            )


def _topic_names(reading: SentenceReading, verb: Verb) -> list[str]:
    """Return what "it" is in "the pipeline no longer uses Airflow, it's on Dagster": what the sentence is about."""
    if [each.pronoun for each in verb.subjects] != ["it"]:
        return []
    topic = reading.verbs[0].subjects
    return [name for each in topic if not each.pronoun and (name := reading.references.resolve_name(each))]


def _state_company(reading: SentenceReading, verb: Verb, after: str, times: Times) -> None:
    """State "friends with Bo", "together with Bo", "been with Bo for ten years"."""
    match = re.match(rf" (?:#(?P<k>\d+) with|together with|with) {_OBJECT}", after)
    # "I was with Tom" says where a person was.
    if match is None or (match[0].startswith(" with") and not is_lasting(reading, verb)):
        return
    kin = reading.line[int(match["k"])].phrase if match["k"] else None
    predicate = KIN.get(kin.kin, "") if kin is not None else "partner_of"
    people = [each for each in reading.phrases_in(match["o"]) if matches_type(reading, each, "person")]
    if match[0].startswith(" with"):
        # "Been with Lufthansa since 2018".
        people = [each for each in people if each.label == "person" and each.is_label_sure]
    found = [name for each in people if (name := reading.references.resolve_name(each))]
    reading.add_statement(reading.subject_names(verb), predicate, found if predicate else [], times)


def _state_complements(reading: SentenceReading, verb: Verb, after: str, times: Times) -> None:
    match = re.match(r" (?P<o>#\d+(?:(?: and| ,)+ #\d+)*)", after)
    if match is None:
        return
    listed = reading.phrases_in(match["o"])
    places = [int(each) for each in re.findall(r"#(\d+)", match["o"])]
    places = [place for place in places if reading.line[place].phrase in listed] or places[:1]
    if verb.subjects and verb.subjects[-1].head in {"name", "nickname"}:
        # "My name is Ana, Ben": the second name is that of the addressee.
        places = places[:1]
    # A verb after the last phrase: the phrases after the first begin the next clause.
    follows = reading.line[places[-1] + 1 : places[-1] + 2]
    clause = bool(follows) and (bool(follows[0].lemma) or follows[0].tag == "M")
    for index in places:
        phrase = reading.line[index].phrase
        if phrase is not None and (index == places[0] or not clause):
            _state_complement(reading, _subject_of(verb, places, index), phrase, index, times)


def _subject_of(verb: Verb, places: list[int], index: int) -> Verb:
    """Return a verb with the subject of one of its complements: "Vít and Šimon are 8 and 11"."""
    subjects = verb.subjects
    if len(subjects) == len(places) + 1 and subjects[0].is_plural and not subjects[0].name:
        # "My sons, Vít and Šimon, …".
        subjects = subjects[1:]
    is_paired = len(subjects) == len(places) > 1
    return replace(verb, subjects=(subjects[places.index(index)],)) if is_paired else verb


def _state_negation(reading: SentenceReading, verb: Verb, after: str) -> None:
    """State dislikes ("not a fan of", "not into", "not my thing") and what one is not allergic to, and no other negation."""
    if match := re.match(rf" not allergic to {_OBJECT}", after):
        things = [each.text for each in reading.phrases_in(match["o"]) if each.words]
        reading.add_statement(reading.subject_names(verb), "allergic_to", things, polarity=False)
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
        reading.add_statement(who, kind, names or names_after(reading, codes), times)
        return True
    return False


def _is_after_date(reading: SentenceReading, verb: Verb) -> bool:
    """Whether a date stands before a verb without a subject, as its subject."""
    return any(date.end <= reading.line[verb.index].start for date in reading.dates)


def _is_aged(reading: SentenceReading, verb: Verb) -> bool:
    """Whether a bare number may be the age of a subject: a person or an animal, one alone."""
    subject = verb.subjects[-1] if verb.subjects else None
    if subject is None:
        # "Thursday is perfect, about ten".
        return not _is_after_date(reading, verb)
    return subject.pronoun in _AGED_PRONOUNS or bool(subject.kin) or subject.label == "person"


def _state_complement(reading: SentenceReading, verb: Verb, phrase: Phrase, index: int, times: Times) -> None:
    subject = verb.subjects[-1] if verb.subjects else None
    if subject is not None and (
        _state_titled_subject(reading, subject, phrase, times)
        or state_favourite(reading, subject, phrase, single=len(verb.subjects) == 1)
    ):
        return
    who = reading.subject_names(verb)
    if phrase.kin in KIN and phrase.kin and phrase.owner is not None:
        _state_relative(reading, verb, phrase, times)
        return
    age = parse_age(f"{phrase.number} {phrase.text}") if not phrase.kin else None
    if (
        age
        and verb.tag in {"P", "N", "B"}
        and (_is_aged(reading, verb) or re.search(r"\byears?\b|\by/?o\b", phrase.text))
    ):
        percent = reading.text[phrase.end : phrase.end + 2].strip().startswith(("%", "°", "€", "$"))
        is_span = bool(_SPAN.search(reading.text[phrase.start : phrase.end + 15]))
        is_later = bool(_BIRTHDAY.match(reading.text, phrase.end))
        is_bound = bool(_BOUND.search(reading.text[: phrase.start]))
        reading.add_statement([] if percent or is_span or is_later or is_bound else who, "age", [age])
    elif phrase.text.lower() in {"couple", "item"} and len(who) == 2:
        reading.add_statement(who[:1], "partner_of", who[1:], times)
    elif phrase.kin in KIN and KIN[phrase.kin] and len(who) == 2 and phrase.is_plural:
        reading.add_statement(who[:1], KIN[phrase.kin], who[1:], times)
    elif (diet := _ENDING.sub("", strip_evaluative(phrase))).lower() in DIETS:
        reading.add_statement([name for name in who if reading.references.is_person(name)], "diet", [diet], times)
    elif len(phrase.words) > 1 and phrase.head == "speaker" and phrase.words[-2].lower() in LANGUAGES:
        reading.add_statement(who, "speaks", [phrase.words[-2]], times)
    elif (_is_job(phrase, reading, index, subject) and not phrase.name) or phrase.head in _LEADING_ROLES:
        tail = " ".join(reading.code.split(" ")[index + 1 :])
        pet = subject is not None and subject.kin in PETS
        if verb.tag == "D" and phrase.det in {"a", "an"}:
            times = (times[0], times[1] or "past")
        _state_job(reading, who if phrase.det not in _NOT_ROLE_DETERMINERS and not pet else [], phrase, tail, times)
    elif _is_introduction(reading, subject, phrase):
        reading.add_statement(who, "name_is", [phrase.name])


def read_opening_role(reading: SentenceReading) -> None:
    """State the job in "As a pediatrician I see …", and in "After fifteen years as a chef I …"."""
    if (former := re.match(r"after #(\d+) as #(\d+)(?: ,)? #(\d+) ", reading.code)) is not None:
        span, past, self = (reading.line[int(number)].phrase for number in former.groups())
        is_own = (
            self is not None
            and self.pronoun == "i"
            and span is not None
            and span.head in {"years", "months", "decades"}
        )
        if past is not None and is_own and is_job_phrase(past):
            reading.focus_on(past)
            reading.add_statement([reading.references.speaker], "role", [strip_evaluative(past)], (None, "past"))
    match = re.match(r"as #(\d+)(?: ,)? #(\d+) \w+/", reading.code)
    if match is None:
        return
    job, subject = (reading.line[int(number)].phrase for number in match.groups())
    if job is None or subject is None or subject.pronoun != "i" or job.det not in {"a", "an"} or not is_job_phrase(job):
        return
    reading.focus_on(job)
    reading.add_statement([reading.references.speaker], "role", [strip_evaluative(job)])


def _is_job(phrase: Phrase, reading: SentenceReading, index: int, subject: Phrase | None) -> bool:
    """Return whether a complement names a job: by its suffix alone only with an article, unlike "she is sharper"."""
    if not is_job_phrase(phrase) or phrase.head.lower() in JOBS:
        return is_job_phrase(phrase)
    follows = reading.line[index + 1 : index + 2]
    is_post = phrase.det == "the" and bool(follows) and follows[0].code in {"at", "for", "of"}
    # "Kees is the janitor", "she is our optician".
    is_known = (phrase.det == "the" or phrase.owner is not None) and subject is not None and subject.label == "person"
    return phrase.ends_in_noun and (phrase.det in {"a", "an"} or is_post or is_known)


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
    if owner is not None and subject.text.lower() in LANGUAGES and phrase.head != "nonexistent":
        # "My Bulgarian is rusty".
        reading.add_statement(who, "speaks", [subject.text], times)
        return True
    if owner is not None and subject.head in {"name", "nickname"} and phrase.words:
        if owner.kin and owner.owner is not None and subject.head == "name":
            state_relation(reading, owner.owner, owner, [phrase.text], times)
        else:
            reading.add_statement(who, "name_is", [phrase.text])
        return True
    if owner is not None and subject.head in {"major", "degree"} and not phrase.det:
        is_field = matches_type(reading, phrase, "field") and not is_job_phrase(phrase)
        reading.add_statement(who if is_field else [], "studied", [phrase.text])
        return True
    if owner is not None and subject.head in {"job", "title", "profession", "occupation", "role"}:
        reading.add_statement(who if is_job_phrase(phrase) else [], "role", [strip_evaluative(phrase)], times)
        return True
    plain = bool(subject.words) and not subject.name and not subject.kin and subject.words[0].lower() not in FAVOURITE
    is_post = owner is not None or subject.det == "the"
    if is_post and plain and is_job_phrase(subject) and phrase.label == "person" and not phrase.kin:
        reading.references.remember(phrase)
        reading.add_statement([phrase.name], "role", [strip_evaluative(subject)], times)
        return True
    for this, that in ((subject, phrase), (phrase, subject)):
        if this.owner is not None and this.head in {"tongue", "language"} and (spoken := find_language(that)):
            speaker = reading.references.resolve_name(this.owner)
            reading.add_statement([speaker] if speaker else [], "speaks", [spoken], times)
            return True
    if subject.kin and owner is not None and phrase.name and not phrase.kin and not is_origin(phrase.name):
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
    # "Theo is now Thursday 3pm".
    is_time = phrase.head == "pm" and reading.text[phrase.start].isdigit()
    if is_time or phrase.words[-2:] == ("role", "model"):
        return
    match = re.match(r"of #(\d+)", tail)
    if match:
        of = reading.line[int(match[1])].phrase
        if of is not None and of.det in {"this", "that"}:
            # "My toddler is the CEO of this house".
            return
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
