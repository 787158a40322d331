"""Statements with open predicates from a message's observations that are worth noting."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import replace
from typing import TYPE_CHECKING

from kg.extraction.attributes import read_attribute
from kg.extraction.changing_values import ChangingValue, name_as_before, read_changing_value, shorten_thing
from kg.extraction.dates import WEEKDAYS
from kg.extraction.doses import read_dose
from kg.extraction.endings import find_ended_relations
from kg.extraction.habit_arguments import is_new_habit, read_absence, read_habit_argument
from kg.extraction.habit_rates import read_habit_rate
from kg.extraction.observation_worth import estimate_worth
from kg.extraction.observations import Observation, find_observations
from kg.extraction.open_predicates import classify_observation, is_done_thing, is_report, name_predicate
from kg.extraction.word_lists import KIN, NEGATIONS, PETS, word_set
from kg.knowledge import format_fact_sentence, get_predicate
from kg.language import make_template, name_key
from kg.protocols import ExtractedStatement

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from kg.extraction.clauses import Clause
    from kg.extraction.referents import EarlierPerson
    from kg.extraction.third_person import ThirdPerson
    from kg.language import NameSpan
    from kg.protocols import Utterance

_ADDRESSEE_WORDS = word_set("you u ya your ur")
_AMOUNT = re.compile(
    r"[$€£¥]\s?\d[\d.,]*\w?|\b\d[\d.,]*\s?(?:%|(?:percent|euros?|dollars?|pounds?|quid|bucks|kg|km|miles|hours?|minutes?)\b)",
    re.IGNORECASE,
)
# "Not vegetarian any more" denies the same as "vegetarian" states.
_ENDED = re.compile(r"\s*\b(?:any ?more|any longer|no longer)\b", re.IGNORECASE)
_TITLES = word_set("dr mr mrs ms miss prof")
_UNTIL = re.compile(r"\b(?:until|till?)\b", re.IGNORECASE)
_LAST_DAY = re.compile(r"\b\d{1,2}(?:–| to )(?P<day>\d{1,2}) [A-Z]")
_NEGATION = re.compile(r"^(?:not|never)\s+", re.IGNORECASE)
_WORD = re.compile(r"\w+(?:'\w+)?")
_MOST_OBJECT_CHARS = 300
# How much more or less worth than others these need: reports of deeds; adjectives, and what is said of the person addressed,
# which are mostly feelings of the moment and praise.
_REPORT_SHARE, _TRAIT_SHARE, _ADDRESSEE_SHARE = 0.4, 1.75, 1.75
# That a clause was read correctly.
_CONFIDENCE = 0.7
# Words of a sentence that carry no content of their own.
_EMPTY_WORDS = word_set(
    "a an the is are was were be been being has have had do does did to of in on at for with and or by from as that this it "
    "their they them s not now just really very so much too also old years called ago finally going got will plan "
    "mr mrs ms dr "
    "january february march april may june july "
    "august september october november december"
)
# "Ann loves chess" says little more than "Ann likes chess"; words count by their beginnings.
_SYNONYMS = dict.fromkeys(("love", "enjo", "ador"), "like") | dict.fromkeys(("hate", "loat"), "disl")
# The beginnings of words with which a clause denies what these predicates state: "eats everything except pork".
_DENYING_WORDS = {"diet": ("eats", "drin", "no", "ever", "anyt", "exce", "but", "apar"), "dislikes": ("like",)}


def extract_observed_statements(
    passage: Utterance,
    doc: Doc,
    names: Sequence[NameSpan],
    known: Sequence[ExtractedStatement],
    least_worth: float,
    earlier: Sequence[EarlierPerson] = (),
) -> list[ExtractedStatement]:
    """Return the observations of a message as statements, without those that a statement of a closed predicate makes.

    Args:
        passage: the message, with its speaker.
        doc: the message, parsed with dependencies.
        names: the names in it.
        known: its statements with closed predicates.
        least_worth: the least worth, 0 to 1.
        earlier: the persons whom the messages before it name.
    """
    if not passage.speaker:
        return []
    observations = find_observations(
        passage.text,
        speaker=passage.speaker,
        at=passage.at,
        doc=doc,
        names=names,
        addressee=passage.addressee,
        earlier=earlier,
    )
    statements = find_ended_relations(observations, passage, names)
    before: set[str] = set()
    for observation, worth in zip(
        observations, estimate_worth(passage.text, observations, names, passage.hidden), strict=True
    ):
        value = (
            read_dose(observation, names)
            or read_changing_value(observation, names, before)
            or read_attribute(observation, names)
            or read_habit_rate(observation, passage.speaker)
            or read_absence(observation)
        )
        habit = read_habit_argument(observation, passage.speaker) if value is None else None
        before.add(observation.sentence.subject.lower())
        # What a thing costs, or when it is, may be asked for, however plainly it is said; a report of a deed may close a task.
        is_noted = (
            worth >= least_worth * _strictness(observation) or value is not None or is_new_habit(habit, observation)
        )
        if is_noted and "{" not in observation.sentence.text:
            statement = _to_statement(observation, passage, names, worth, [each.referent.text for each in earlier])
            if (given := value or habit) is not None:
                named = {passage.addressee, *(span.text for span in names), *(each.referent.text for each in earlier)}
                statement = _with_value(statement, given, observation, passage, named)
            # A dentist by profession need not be Ann's.
            is_own_value = value is not None and value.aspect == "holder"
            if is_own_value or not _is_known(statement, observation.sentence.text, known):
                statements.append(statement)
    return statements


def _strictness(observation: Observation) -> float:
    """Return the share of the least worth that an observation needs."""
    clause = observation.clause
    if is_report(observation):
        return _REPORT_SHARE
    if clause.subject is not None and clause.subject.lower_ in _ADDRESSEE_WORDS:
        return _ADDRESSEE_SHARE
    is_trait = clause.root.pos_ == "ADJ" and not observation.sentence.dates
    return _TRAIT_SHARE if is_trait else 1.0


def _with_value(
    statement: ExtractedStatement,
    value: ChangingValue,
    observation: Observation,
    passage: Utterance,
    named: Set[str | None],
) -> ExtractedStatement:
    """Return a statement as the one value of a thing: of the thing itself where a name is part of it, else of the speaker's."""
    # "Not on Monday but on Friday" states the second.
    is_stated = statement.polarity or " but " in statement.object
    # "The rent is 950 from November": until then, the old one holds.
    is_ahead = value.aspect == "price" and (statement.valid_from or "") > passage.at.date().isoformat()
    valid_from = statement.valid_from if is_ahead or value.aspect in {"value", "period"} else None
    statement = replace(statement, predicate=value.predicate, polarity=is_stated, valid_from=valid_from)
    sentence = observation.sentence.text.removesuffix(".")
    is_thing = statement.subject.islower() or statement.subject not in named
    if value.predicate == "be" or (is_thing and not value.is_named):
        # Ann's dentist is a value of hers; so is her port, also where it is taken for a name.
        statement = replace(statement, subject=passage.speaker, template=make_template(sentence, passage.speaker))
    if value.is_named and value.thing in sentence:
        template = sentence.replace(value.thing, "{s}", 1)
        return replace(statement, subject=value.thing, template=template, aspect=value.aspect)
    # "My rent is 900" and then "the rent is 950" are about one rent.
    thing = value.thing.removeprefix(f"{statement.subject}'s ")
    own = [turn.text if turn.is_own else "" for turn in passage.earlier]
    thing, places = name_as_before(thing, own)
    rests_on = tuple(sorted({*statement.rests_on, *places}))
    plain = thing if value.aspect == "rate" else shorten_thing(thing)
    return replace(statement, aspect=f"{value.aspect} of {plain}", rests_on=rests_on)


def _is_known(statement: ExtractedStatement, sentence: str, known: Sequence[ExtractedStatement]) -> bool:
    """Whether the closed predicates state of a clause all that an observation does."""
    same = [each for each in known if each.start < statement.end and statement.start < each.end]
    if not same or any(each.polarity != statement.polarity and each.predicate not in _DENYING_WORDS for each in same):
        return False
    words = frozenset[str]().union(*(_content_words(_sentence(each)) for each in same))
    if any(each.polarity != statement.polarity or each.predicate == "diet" for each in same):
        words = words.union(*(_DENYING_WORDS.get(each.predicate, ()) for each in same))
    # "My sister Eva works at Acme" is known once Eva is a sibling, and works there.
    names_relative = any(
        get_predicate(each.predicate).object_type == "person" or each.predicate == "has_pet" for each in same
    )
    return _content_words(sentence, without_relatives=names_relative) <= words


def _sentence(statement: ExtractedStatement) -> str:
    predicate = get_predicate(statement.predicate)
    subject = f"{statement.owner}'s {statement.subject}" if statement.owner else statement.subject
    return format_fact_sentence(predicate, subject, statement.object, polarity=statement.polarity)


def _content_words(sentence: str, *, without_relatives: bool = False) -> frozenset[str]:
    """Return the beginnings of the words that carry content; dates do not count."""
    words = {word.removesuffix("'s") for word in _WORD.findall(sentence.lower().replace("’", "'"))}
    left_out = KIN.keys() | PETS if without_relatives else frozenset[str]()
    beginnings = {word[:4] for word in words - _EMPTY_WORDS - left_out if not word.isdigit()}
    return frozenset(_SYNONYMS.get(each, each) for each in beginnings)


def _to_statement(
    observation: Observation, passage: Utterance, names: Sequence[NameSpan], worth: float, earlier: Sequence[str]
) -> ExtractedStatement:
    clause, sentence = observation.clause, observation.sentence
    subject = _subject_name(sentence, passage, [*(span.text for span in names), *earlier])
    subject = (_proper_subject(clause, passage.speaker) or subject) if subject == passage.speaker else subject
    date = sentence.dates[0] if len(sentence.dates) == 1 else None
    is_end = date is not None and _UNTIL.search(sentence.text) is not None
    predicate = name_predicate(clause.root)
    is_negated = any(child.lower_ in NEGATIONS for child in clause.root.children) or bool(_ENDED.search(sentence.text))
    done = f"{clause.root.text} " if is_done_thing(clause.root) else ""
    rest = _ENDED.sub(" ", f"{done}{sentence.rest}")
    rest = " ".join((_NEGATION.sub("", rest) if is_negated else rest).split())
    for word in predicate.split("_")[1:]:
        # Its particle and preposition are part of the predicate.
        rest = rest.removeprefix(f"{word} ")
    return ExtractedStatement(
        subject=subject,
        predicate=predicate,
        object=(rest or clause.root.text)[:_MOST_OBJECT_CHARS],
        polarity=not is_negated,
        valid_from=None if is_end else date,
        valid_to=date if is_end else _find_last_day(sentence.text, date, is_past=clause.is_past),
        start=clause.start,
        end=clause.end,
        confidence=_CONFIDENCE,
        template=make_template(sentence.text, subject),
        kind=classify_observation(observation),
        worth=round(worth, 3),
        roles=tuple(_find_roles(observation, names)),
        rests_on=observation.rests_on,
    )


def _find_last_day(text: str, first: str | None, *, is_past: bool) -> str | None:
    """Return the last day of a period that is ahead or lasts: "is on holiday on 21–25 September 2026"."""
    found = _LAST_DAY.search(text)
    return None if found is None or first is None or is_past else f"{first[:-2]}{int(found['day']):02d}"


def _subject_name(sentence: ThirdPerson, passage: Utterance, names: Sequence[str]) -> str:
    """Return the subject's name: a participant, or a name of the message or an earlier one; the speaker for anything else.

    The subject of "Ann's sister Eva plays chess" is Eva.
    """
    people = [name for name in (passage.speaker, passage.addressee) if name]
    text, subject = name_key(sentence.text), name_key(sentence.subject)
    head, _, last = subject.rpartition(" ")
    for name in [*people, *names]:
        key = name_key(name)
        is_named_relative = (last == key and _ends_in_relative(head)) or (
            _ends_in_relative(subject) and text.startswith(f"{subject} {key} ")
        )
        if subject == key or is_named_relative:
            return name
    return passage.speaker


def _proper_subject(clause: Clause, speaker: str) -> str:
    """Return the proper name of several words that is the subject of a clause, "cafe linde takes 40 croissants"; else ""."""
    verb = clause.finite_verb
    words = [] if verb is None else [token for token in clause.tokens if token.i < verb.i]
    is_name = len(words) > 1 and all(token.tag_ == "NNP" and token.is_alpha for token in words)
    taken = WEEKDAYS.keys() | KIN.keys() | PETS | _TITLES | {*speaker.casefold().split()}
    is_other = taken.isdisjoint(token.lower_ for token in words)
    return words[0].doc[words[0].i : words[-1].i + 1].text if is_name and is_other else ""


def _ends_in_relative(text: str) -> bool:
    word = text.rpartition(" ")[2]
    return word in KIN or word in PETS


def _find_roles(observation: Observation, names: Sequence[NameSpan]) -> Iterable[tuple[str, str]]:
    clause = observation.clause
    if observation.sentence.dates:
        yield "time", observation.sentence.dates[0]
    place = next((span for span in names if span.label == "place" and clause.start <= span.start < clause.end), None)
    if place is not None:
        yield "place", place.text
    if amount := _AMOUNT.search(observation.sentence.text):
        yield "amount", amount[0].strip()
