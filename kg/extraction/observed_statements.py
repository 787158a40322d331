"""Statements with open predicates from a message's observations that are worth noting."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from kg.extraction.clauses import has_copula
from kg.extraction.observation_worth import estimate_worth
from kg.extraction.observations import Observation, find_observations
from kg.extraction.word_lists import KIN, PETS, word_set
from kg.knowledge import PREDICATES, format_fact_sentence, get_predicate
from kg.language import fold_text, name_key
from kg.protocols import ExtractedStatement

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

    from kg.extraction.third_person import ThirdPerson
    from kg.language import NameSpan
    from kg.protocols import Utterance

_NEGATIONS = word_set("not n't nt never")
_PREFERENCES = word_set("like love hate prefer enjoy dislike adore")
_OPINIONS = word_set("think believe feel find agree doubt suspect reckon guess consider")
_POSSESSIONS = word_set("have own possess")
_STATES = word_set(
    "be live work know want need seem stay remain belong mean cost contain study keep sound look remember understand"
)
_PLANS = word_set("plan hope want intend aim go need have promise decide")
_AMOUNT = re.compile(
    r"[$€£¥]\s?\d[\d.,]*\w?|\b\d[\d.,]*\s?(?:%|(?:percent|euros?|dollars?|pounds?|quid|bucks|kg|km|miles|hours?|minutes?)\b)",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w+(?:'\w+)?")
_MOST_OBJECT_CHARS = 300
# That a clause was read correctly.
_CONFIDENCE = 0.7
# Words of a sentence that carry no content of their own.
_EMPTY_WORDS = word_set(
    "a an the is are was were be been being has have had do does did to of in on at for with and or by from as that this it "
    "their they them s not now just really very so too also old years called ago finally "
    "january february march april may june july "
    "august september october november december"
)


def extract_observed_statements(
    passage: Utterance, doc: Doc, names: Sequence[NameSpan], known: Sequence[ExtractedStatement], least_worth: float
) -> list[ExtractedStatement]:
    """Return the observations of a message as statements, without those that a statement of a closed predicate makes.

    Args:
        passage: the message, with its speaker.
        doc: the message, parsed with dependencies.
        names: the names in it.
        known: its statements with closed predicates.
        least_worth: the least worth, 0 to 1.
    """
    if not passage.speaker:
        return []
    observations = find_observations(
        passage.text, speaker=passage.speaker, at=passage.at, doc=doc, names=names, addressee=passage.addressee
    )
    statements = []
    for observation, worth in zip(observations, estimate_worth(passage.text, observations, names), strict=True):
        if worth >= least_worth and "{" not in observation.sentence.text:
            statement = _to_statement(observation, passage, names, worth)
            if not _is_known(statement, observation.sentence.text, known):
                statements.append(statement)
    return statements


def _is_known(statement: ExtractedStatement, sentence: str, known: Sequence[ExtractedStatement]) -> bool:
    """Whether the closed predicates state of a clause all that an observation does."""
    same = [each for each in known if each.start < statement.end and statement.start < each.end]
    if not same or any(each.polarity != statement.polarity and each.predicate != "dislikes" for each in same):
        return False
    words = frozenset[str]().union(*(_content_words(_sentence(each)) for each in same))
    # "My sister Eva works at Acme" is known once Eva is a sibling, and works there.
    names_relative = any(
        get_predicate(each.predicate).object_type == "person" or each.predicate == "has_pet" for each in same
    )
    return _content_words(sentence, without_relatives=names_relative) <= words


def _sentence(statement: ExtractedStatement) -> str:
    predicate = get_predicate(statement.predicate)
    return format_fact_sentence(predicate, statement.subject, statement.object, polarity=statement.polarity)


def _content_words(sentence: str, *, without_relatives: bool = False) -> frozenset[str]:
    """Return the beginnings of the words that carry content; dates do not count."""
    words = {word.removesuffix("'s") for word in _WORD.findall(sentence.lower().replace("’", "'"))}
    left_out = KIN.keys() | PETS if without_relatives else frozenset[str]()
    return frozenset(word[:4] for word in words - _EMPTY_WORDS - left_out if not word.isdigit())


def _to_statement(
    observation: Observation, passage: Utterance, names: Sequence[NameSpan], worth: float
) -> ExtractedStatement:
    clause, sentence = observation.clause, observation.sentence
    subject = _subject_name(sentence, passage, names)
    date = sentence.dates[0] if len(sentence.dates) == 1 else None
    predicate = name_predicate(clause.root)
    rest = sentence.rest
    for word in predicate.split("_")[1:]:
        # Its particle and preposition are part of the predicate.
        rest = rest.removeprefix(f"{word} ")
    return ExtractedStatement(
        subject=subject,
        predicate=predicate,
        object=(rest or clause.root.text)[:_MOST_OBJECT_CHARS],
        polarity=not any(child.lower_ in _NEGATIONS for child in clause.root.children),
        valid_from=date,
        valid_to=None,
        start=clause.start,
        end=clause.end,
        confidence=_CONFIDENCE,
        template=re.sub(rf"(?<!\w){re.escape(subject)}(?!\w)", "{s}", sentence.text).removesuffix("."),
        kind=classify_observation(observation),
        worth=round(worth, 3),
        roles=tuple(_find_roles(observation, names)),
    )


def _subject_name(sentence: ThirdPerson, passage: Utterance, names: Sequence[NameSpan]) -> str:
    """Return the subject's name: a participant or a name of the message; the speaker for anything else.

    The subject of "Ann's sister Eva plays chess" is Eva.
    """
    people = [name for name in (passage.speaker, passage.addressee) if name]
    text, subject = name_key(sentence.text), name_key(sentence.subject)
    head, _, last = subject.rpartition(" ")
    for name in [*people, *(span.text for span in names)]:
        key = name_key(name)
        is_named_relative = (last == key and _ends_in_relative(head)) or (
            _ends_in_relative(subject) and text.startswith(f"{subject} {key} ")
        )
        if subject == key or is_named_relative:
            return name
    return passage.speaker


def _ends_in_relative(text: str) -> bool:
    word = text.rpartition(" ")[2]
    return word in KIN or word in PETS


def name_predicate(root: Token) -> str:
    """Return the open predicate of a clause: the lemma of its verb with its particle, "be" for a copula."""
    if has_copula(root):
        return "be"
    parts = [root.lemma_, *(child.text for child in root.children if child.dep_ == "compound:prt")]
    has_object = any(child.dep_ in {"obj", "xcomp", "ccomp"} for child in root.children)
    oblique = next((child for child in root.children if child.dep_ == "obl" and child.i > root.i), None)
    if not has_object and oblique is not None:
        parts += [child.text for child in oblique.children if child.dep_ == "case"][:1]
    words = [fold_text(part) for part in parts]
    name = "_".join(word for word in words if word.isascii() and word.isalpha())[:60]
    # A verb that is spelled as a closed predicate does not mean the same: "to phone" is no phone number.
    return f"to_{name}" if name in PREDICATES else name or "state"


def classify_observation(observation: Observation) -> str:
    """Return the kind: event, state, trait, preference, plan, opinion, relation or possession."""
    clause = observation.clause
    verb, lemma = clause.finite_verb, clause.root.lemma_.lower()
    words = {token.lower_ for token in clause.tokens}
    is_future = verb is not None and (verb.lower_ in {"will", "'ll", "shall", "wo"} or bool(words & {"gonna", "gon"}))
    is_intended = lemma in _PLANS and clause.root.tag_ in {"VBG", "VBP", "VBZ"} and _has_infinitive(clause.root)
    is_copula = has_copula(clause.root)
    tests = (
        ("plan", is_future or is_intended),
        ("preference", lemma in _PREFERENCES or bool(words & {"favourite", "favorite"})),
        ("opinion", lemma in _OPINIONS),
        ("relation", is_copula and clause.root.lower_ in KIN),
        ("trait", is_copula and clause.root.pos_ == "ADJ" and not clause.is_past),
        ("possession", lemma in _POSSESSIONS and not clause.is_past),
        ("event", not is_copula and clause.is_past and lemma not in _STATES),
    )
    return next((kind for kind, holds in tests if holds), "state")


def _has_infinitive(root: Token) -> bool:
    return any(child.dep_ == "xcomp" for child in root.children)


def _find_roles(observation: Observation, names: Sequence[NameSpan]) -> Iterable[tuple[str, str]]:
    clause = observation.clause
    if observation.sentence.dates:
        yield "time", observation.sentence.dates[0]
    place = next((span for span in names if span.label == "place" and clause.start <= span.start < clause.end), None)
    if place is not None:
        yield "place", place.text
    if amount := _AMOUNT.search(observation.sentence.text):
        yield "amount", amount[0].strip()
