"""Extracting statements from idioms: can't stand, would rather, have offices in, is called, is owned by."""

from __future__ import annotations

import re
from collections.abc import Callable

from kg.extraction.ages import parse_age
from kg.extraction.parsed_phrases import Phrase, strip_evaluative
from kg.extraction.phrase_types import matches_type
from kg.extraction.preferences import read_preferences
from kg.extraction.relatives import bare_name, names_after, names_in_clauses, state_relation
from kg.extraction.sentence_codes import is_job_phrase
from kg.extraction.sentence_reader import NO_VERB_AHEAD, PHRASE_LIST, SentenceReading
from kg.extraction.verb_phrases import Verb
from kg.extraction.word_lists import DIETS, JOBS, KIN, OFFICES, PETS, word_set

OBJECT = rf"(?P<o>{PHRASE_LIST}){NO_VERB_AHEAD}"
_PREDICATES_BY_AGENT_VERB = {"own": "owns", "manage": "reports_to", "supervise": "reports_to", "use": "uses"}
_PREDICATES_BY_AGENT_VERB |= dict.fromkeys(("found", "start", "create", "set"), "founded")

_NEWBORNS = {"baby", "baby girl", "baby boy", "little girl", "little boy"}
_ALL_BUT = re.compile(r" (?:every|any)thing (?:except|but|apart from) ", re.IGNORECASE)
_RARELY = re.compile(r"\b(?:barely|hardly|rarely|scarcely|seldom|used to)\b", re.IGNORECASE)
_NO_FOODS = word_set("more less fewer breakfast lunch dinner supper sink")
_DEGREES = word_set("severe mild bad serious slight terrible nasty fatal deadly huge strong bit")


def read_idiom(reading: SentenceReading, verb: Verb, after: str) -> bool:
    """Add the statements of an idiom to `reading`; return whether the verb needs no further rules."""
    if _read_rather(reading, verb, after):
        return True
    read = _IDIOMS_BY_LEMMA.get(verb.lemma)
    if read is not None and read(reading, verb, after):
        return True
    return _read_agents(reading, verb, after)


def _read_stand(reading: SentenceReading, verb: Verb, after: str) -> bool:
    """Read "I can't stand cilantro", "can't abide it"."""
    match = re.match(rf" {OBJECT}", after) if verb.is_negated else None
    if match:
        reading.add_statement(reading.subject_names(verb), "dislikes", read_preferences(reading, match["o"]))
    return match is not None


def _read_rather(reading: SentenceReading, verb: Verb, after: str) -> bool:
    """Read "I'd rather have bullet points"."""
    rather = "rather" in verb.helpers or (verb.index and reading.line[verb.index - 1].code == "rather")
    if verb.lemma not in {"have", "use", "go", "get", "take", "see"} or "would" not in verb.helpers or not rather:
        return False
    match = re.match(rf"(?: with| for)? {OBJECT}", after)
    if match and not any(each.number or each.pronoun for each in reading.phrases_in(match["o"])):
        reading.add_statement(reading.subject_names(verb), "prefers", _object_names(reading, match["o"]))
    return True


def _read_care(reading: SentenceReading, verb: Verb, after: str) -> bool:
    """Read "I don't care for opera"."""
    match = re.match(rf" (?:much )?for {OBJECT}", after) if verb.is_negated else None
    if match:
        reading.add_statement(reading.subject_names(verb), "dislikes", read_preferences(reading, match["o"]))
    return match is not None


def _read_have(reading: SentenceReading, verb: Verb, after: str) -> bool:
    """Read "have offices in Riga", "have two kids, Noah and Lily", "have a nut allergy"."""
    if verb.is_negated:
        return False
    who, times = reading.subject_names(verb), reading.validity(verb)
    match = re.match(rf" (#\d+) (?:in|at) (?P<o>{PHRASE_LIST})", after)
    if match and reading.phrases_in(match[1])[0].head in OFFICES:
        reading.add_statement(who, "located_in", _object_names(reading, match["o"]), times)
        return True
    match = re.match(rf" (?P<o>{PHRASE_LIST})", after)
    for phrase in reading.phrases_in(match["o"]) if match and not verb.is_unreal else ():
        if phrase.kin in KIN and KIN[phrase.kin] and not phrase.owner:
            reading.add_statement(
                who, KIN[phrase.kin], _relative_names(reading, phrase, match["o"] if match else ""), times
            )
        if phrase.text.lower() in _NEWBORNS and not phrase.owner and match:
            reading.add_statement(who, "parent_of", names_after(reading, match["o"].split(" ")[0]), times)
        if phrase.head in {"allergy", "allergies"} and len(phrase.words) > 1:
            words = [word for word in phrase.words[:-1] if word.lower() not in _DEGREES]
            reading.add_statement(who, "allergic_to", [" ".join(words)])
    return False


def _relative_names(reading: SentenceReading, phrase: Phrase, codes: str) -> list[str]:
    others = [bare_name(each.name) for each in reading.phrases_in(codes) if each.name and not each.kin]
    listed = (names_in_clauses(reading, codes) or others) if phrase.is_plural else []
    return [phrase.name] if phrase.name else listed or names_after(reading, codes)


def _skip_reporting_verb(_reading: SentenceReading, _verb: Verb, _after: str) -> bool:
    """Skip a verb such as "tell": the verbs after it state what is reported."""
    return True


_NO_NAMES = word_set("time times later back now again tomorrow tonight soon anytime crazy")


def _read_call(reading: SentenceReading, verb: Verb, after: str) -> bool:
    """Read "call me Bob", "my dogs are called Bim and Bam"."""
    is_active = not any(each.startswith(("be/", "get/")) for each in verb.helpers)
    if verb.lemma == "call" and is_active and (match := re.match(r" (#\d+)(?: ,)? (#\d+)", after)):
        whom, alias = reading.phrases_in(match[1])[0], reading.phrases_in(match[2])[0]
        passes = not (set(verb.helpers) & {"would", "could", "might", "not", "never"})
        # Whom one other person calls so has told no name.
        passes = passes and not (whom.pronoun == "me" and _is_one_other(verb))
        # "Call me any time" gives no name.
        is_name = bool(alias.words) and not alias.det and alias.text.lower() not in _NO_NAMES
        if passes and is_name and (whom.pronoun in {"me", "him", "her", "us"} or whom.name):
            names = [name] if (name := reading.references.resolve_name(whom)) else []
            reading.add_statement(names, "name_is", [alias.text])
        return True
    listing = re.match(rf" ({PHRASE_LIST})", after)
    if verb.lemma == "call" and is_active and verb.tag == "D":
        # "My niece called my boss".
        return True
    if verb.tag not in {"N", "D"} or verb.is_negated or not listing:
        return False
    called = reading.phrases_in(listing[1])
    for each in called if verb.subjects and verb.subjects[0].is_plural else called[:1]:
        if not each.number:
            _state_naming(reading, verb, each)
    return True


def _is_one_other(verb: Verb) -> bool:
    subject = verb.subjects[0] if verb.subjects else None
    return subject is not None and not subject.pronoun and not subject.is_plural and bool(subject.name or subject.owner)


def _read_eat(reading: SentenceReading, verb: Verb, after: str) -> bool:
    """Read "eats no meat", "I eat everything except mushrooms"; not "eats no meat on Mondays", nor "barely eats"."""
    match = re.match(r"(?: #\d+ (?:except|but|from))? (?P<o>#\d+(?: (?:and|or) #\d+)*)(?= [,.]|$)", after)
    start, end = reading.line[0].start, reading.line[verb.index].end
    is_habit = verb.tag in {"B", "P"} and not verb.is_negated and set(verb.helpers) <= {"can", "always"}
    if match is None or not is_habit or reading.dates or _RARELY.search(reading.text[start:end]):
        return False
    named = [each for each in reading.phrases_in(match["o"]) if each.words and each.head not in _NO_FOODS]
    is_refused = _ALL_BUT.match(reading.text[end:]) is not None or bool(named and named[0].det == "no")
    foods = [each.text.removeprefix("more ") for each in named if is_refused and each.det in {"", "no"}]
    reading.add_statement(reading.subject_names(verb), "diet", foods, polarity=False)
    return bool(foods)


def _read_go(reading: SentenceReading, verb: Verb, after: str) -> bool:
    """Read "go by Sam", "gone vegan"."""
    if (match := re.match(r" by (#\d+)", after)) and not verb.is_negated:
        reading.add_statement(
            reading.subject_names(verb),
            "name_is",
            [each.text for each in reading.phrases_in(match[1]) if each.name and not each.det],
        )
        return True
    if (match := re.match(r" (#\d+|[\w-]+)", after)) and verb.tag in {"D", "N"}:
        words = [each.text for each in reading.phrases_in(match[1])] or [match[1]]
        diets = [word for word in words if word.lower() in DIETS]
        reading.add_statement(reading.subject_names(verb), "diet", diets, reading.validity(verb))
    return False


def _read_turn(reading: SentenceReading, verb: Verb, after: str) -> bool:
    """Read "she turned seven", but not "when I turned ten"."""
    match = re.match(r" (#\d+)", after)
    phrase = reading.phrases_in(match[1])[0] if match else None
    if phrase is None:
        return False
    has_age = not phrase.pronoun and not reading.text.lower().startswith(" and a half", phrase.end)
    age = parse_age(phrase.text) if has_age else None
    is_when = any(item.code == "when" for item in reading.line[: verb.index])
    if age and not is_when and verb.tag != "G" and not verb.is_negated and not verb.is_unreal:
        reading.add_statement(reading.subject_names(verb), "age", [age], reading.validity(verb))
    return True


def _read_marry(reading: SentenceReading, verb: Verb, after: str) -> bool:
    """Read "Rose and Mark married", "they got engaged"."""
    who = reading.subject_names(verb)
    if len(who) != 2 or re.match(r"(?: to)? #\d+", after) or verb.is_negated or verb.is_unreal:
        return False
    kind = "married_to" if verb.lemma == "marry" else "partner_of"
    reading.add_statement(who[:1], kind, who[1:], reading.validity(verb))
    return True


def _read_agents(reading: SentenceReading, verb: Verb, after: str) -> bool:
    """Read "owned by Stefan", "set up by Avi and Dan"."""
    match = re.match(rf"(?: up)? by {OBJECT}", after) if verb.lemma in _PREDICATES_BY_AGENT_VERB else None
    if not match:
        return False
    agents = [name for each in reading.phrases_in(match["o"]) if (name := reading.references.resolve_name(each))]
    if any(each.name for each in reading.phrases_in(match["o"])):
        # "By two brothers, Avi and Dan": the names are enough.
        agents = [
            name
            for each in reading.phrases_in(match["o"])
            if not _is_common_noun(each) and (name := reading.references.resolve_name(each))
        ]
    times = reading.validity(verb)
    if _PREDICATES_BY_AGENT_VERB[verb.lemma] == "reports_to":
        reading.add_statement(reading.subject_names(verb), "reports_to", agents, times)
    elif not verb.is_negated and not verb.is_unreal:
        things = [each.text if each.name else strip_evaluative(each) for each in verb.subjects]
        reading.add_statement(agents, _PREDICATES_BY_AGENT_VERB[verb.lemma], things, times)
    return True


def _is_common_noun(phrase: Phrase) -> bool:
    return not phrase.name and not phrase.owner


def _read_appointment(reading: SentenceReading, verb: Verb, after: str) -> bool:
    """Read "they made Ann head of sales", "they made me team lead"."""
    match = re.match(r" (#\d+) (#\d+)", after) if verb.tag in {"D", "N"} and not verb.is_negated else None
    if match is None or verb.is_unreal:
        return False
    whom, job = reading.phrases_in(match[1])[0], reading.phrases_in(match[2])[0]
    name = reading.references.resolve_name(whom)
    if name and is_job_phrase(job) and (job.head in JOBS or job.det):
        reading.add_statement([name], "role", [strip_evaluative(job)], reading.validity(verb))
    return False


def _read_know(reading: SentenceReading, verb: Verb, after: str) -> bool:
    """Read "everybody knows my grandad as Mully"."""
    match = re.match(r" (#\d+) as (#\d+)", after) if not verb.is_negated and not verb.is_unreal else None
    if match is None:
        return False
    whom, alias = reading.phrases_in(match[1])[0], reading.phrases_in(match[2])[0]
    names = [name] if (name := reading.references.resolve_name(whom)) else []
    reading.add_statement(names if alias.name and not alias.det else [], "name_is", [alias.text])
    return True


def _read_take(reading: SentenceReading, verb: Verb, after: str) -> bool:
    """Read "I'll take tea over coffee any day"."""
    match = re.match(r" (#\d+) over #\d+", after) if not verb.is_negated else None
    is_standing = bool({"will", "would", "shall"} & set(verb.helpers)) or (verb.tag == "P" and verb.lemma != "take")
    if match is None or not is_standing:
        return False
    reading.add_statement(reading.subject_names(verb), "prefers", _object_names(reading, match[1]))
    return True


def _read_choice(reading: SentenceReading, verb: Verb, after: str) -> bool:
    """Read "give me a tent over a hotel any day"."""
    match = re.match(r" (#\d+) (#\d+) over #\d+ #(\d+)", after)
    if match is None or verb.lemma != "give" or verb.subjects or verb.is_negated:
        return False
    whenever = reading.line[int(match[3])].phrase
    is_standing = whenever is not None and (whenever.det, whenever.text) in {("any", "day"), ("any", "time")}
    is_own = is_standing and reading.phrases_in(match[1])[0].pronoun == "me"
    reading.add_statement([reading.references.speaker] if is_own else [], "prefers", _object_names(reading, match[2]))
    return is_own


def _read_gift(reading: SentenceReading, verb: Verb, after: str) -> bool:
    """Read "my wife bought me a telescope": the person who gets it owns it."""
    if _read_choice(reading, verb, after):
        return True
    match = re.match(r" (#\d+) (#\d+)", after) if verb.tag in {"D", "N"} and not verb.is_negated else None
    if match is None or verb.is_unreal or not verb.subjects:
        return False
    whom, thing = reading.phrases_in(match[1])[0], reading.phrases_in(match[2])[0]
    is_person = whom.pronoun in {"me", "us", "him", "her"} or bool(whom.kin) or whom.label == "person"
    if not is_person or thing.det not in {"a", "an"} or not matches_type(reading, thing, "thing"):
        return False
    names = [name] if (name := reading.references.resolve_name(whom)) else []
    reading.add_statement(names, "owns", [thing.name or strip_evaluative(thing)], reading.validity(verb))
    return True


def _read_belong(reading: SentenceReading, verb: Verb, after: str) -> bool:
    """Read "the van belongs to Themba"."""
    match = re.match(r" to (#\d+)", after) if not verb.is_negated and not verb.is_unreal else None
    owner = reading.phrases_in(match[1])[0] if match else None
    if owner is None or not (matches_type(reading, owner, "person") or owner.pronoun in {"me", "him", "her", "us"}):
        return False
    things = [strip_evaluative(each) for each in verb.subjects if each.words and each.det == "the" and not each.kin]
    names = [name] if (name := reading.references.resolve_name(owner)) else []
    reading.add_statement(names, "owns", things, reading.validity(verb))
    return True


def _read_divorce(reading: SentenceReading, verb: Verb, after: str) -> bool:
    """Read "Ann and Bo divorced", "we got divorced in 2022", "I divorced Bo"."""
    if verb.is_negated or verb.is_unreal or verb.tag not in {"D", "N"}:
        return False
    who = reading.subject_names(verb)
    if len(who) == 1 and (match := re.match(r" (#\d+)", after)):
        other = reading.phrases_in(match[1])[0]
        who += [other.name] if other.name and other.label in {"person", ""} else []
    if len(who) == 2:
        reading.add_statement(who[:1], "married_to", who[1:], reading.validity(verb, is_ending=True))
    return True


def _read_tie(reading: SentenceReading, verb: Verb, after: str) -> bool:
    """Read "Bea and I tied the knot in 1994"."""
    match = re.match(r" (#\d+)", after)
    is_wedding = match is not None and reading.phrases_in(match[1])[0].text.lower() == "knot"
    who = reading.subject_names(verb)
    if is_wedding and len(who) == 2 and verb.tag in {"D", "N"} and not verb.is_negated and not verb.is_unreal:
        reading.add_statement(who[:1], "married_to", who[1:], reading.validity(verb))
    return is_wedding


def _read_hiring(reading: SentenceReading, verb: Verb, after: str) -> bool:
    """Read "they've hired Wanda as head chef at the Oyster"."""
    match = re.match(r" (?P<who>#\d+) as (?P<job>#\d+)(?: (?:at|for) (?P<org>#\d+))?", after)
    if match is None or verb.tag not in {"D", "N"} or verb.is_negated or verb.is_unreal:
        return False
    whom, job = reading.phrases_in(match["who"])[0], reading.phrases_in(match["job"])[0]
    name = reading.references.resolve_name(whom) if whom.name or whom.kin or whom.pronoun else None
    if name and is_job_phrase(job):
        reading.references.persons.append((name, ""))
        times = reading.validity(verb)
        reading.add_statement([name], "role", [strip_evaluative(job)], times)
        firms = reading.phrases_in(match["org"]) if match["org"] else []
        reading.add_statement(
            [name], "works_at", [each.text for each in firms if matches_type(reading, each, "org")], times
        )
    return True


def _read_get(reading: SentenceReading, verb: Verb, after: str) -> bool:
    """Read "I can get by in Greek", and gifts."""
    match = re.match(rf" by in (?P<o>{PHRASE_LIST})", after) if not verb.is_negated else None
    if match:
        spoken = [each.text for each in reading.phrases_in(match["o"]) if matches_type(reading, each, "language")]
        reading.add_statement(reading.subject_names(verb), "speaks", spoken)
    return match is not None or _read_gift(reading, verb, after)


_IDIOMS_BY_LEMMA: dict[str, Callable[[SentenceReading, Verb, str], bool]] = {
    "stand": _read_stand,
    "bear": _read_stand,
    "abide": _read_stand,
    "stomach": _read_stand,
    "care": _read_care,
    "have": _read_have,
    "tell": _skip_reporting_verb,
    "say": _skip_reporting_verb,
    "mention": _skip_reporting_verb,
    "call": _read_call,
    "name": _read_call,
    "go": _read_go,
    "eat": _read_eat,
    "turn": _read_turn,
    "marry": _read_marry,
    "engage": _read_marry,
    "make": _read_appointment,
    "appoint": _read_appointment,
    "elect": _read_appointment,
    "know": _read_know,
    "take": _read_take,
    "choose": _read_take,
    "pick": _read_take,
    "buy": _read_gift,
    "give": _read_gift,
    "get": _read_get,
    "belong": _read_belong,
    "divorce": _read_divorce,
    "divorced": _read_divorce,
    "tie": _read_tie,
    "hire": _read_hiring,
    "recruit": _read_hiring,
}


def _object_names(reading: SentenceReading, codes: str) -> list[str]:
    return [
        name
        for each in reading.phrases_in(codes)
        if (name := reading.references.resolve_liked_thing(each) if each.pronoun else each.text)
    ]


def _state_naming(reading: SentenceReading, verb: Verb, name: Phrase) -> None:
    if not any(each.kin for each in verb.subjects) and any(is_job_phrase(each) for each in verb.subjects):
        reading.references.persons.append((name.text, ""))
    for subject in verb.subjects:
        referent = reading.references.resolve_name(subject) if subject.pronoun in {"he", "she", "it"} else None
        owner, _, species = (referent or "").rpartition("'s ")
        if owner and species in PETS and name.words:
            # "My dog ate a pavlova. He's called Tank".
            reading.add_statement([owner], "has_pet", [name.text])
        if subject.kin and subject.owner is not None and name.words:
            reading.references.persons.append((name.text, ""))
            state_relation(reading, subject.owner, subject, [name.text])
            reading.references.remember(
                Phrase(name.start, name.end, owner=subject.owner, words=name.words, name=name.text, kin=subject.kin)
            )
        elif is_job_phrase(subject):
            reading.add_statement([name.text], "role", [strip_evaluative(subject)])
