"""Observations: what a message states about its speaker and others, as sentences in the third person with open predicates."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from kg.extraction.asides import without_opening, without_vocative
from kg.extraction.clauses import Clause, has_copula, noun_phrase, split_clauses
from kg.extraction.cut_clauses import fit_ends, is_cut_off, is_taken_back
from kg.extraction.dates import DateMention, find_dates
from kg.extraction.missing_parts import lacks_part
from kg.extraction.missing_verbs import lacks_verb
from kg.extraction.omitted_subjects import is_compound
from kg.extraction.person_references import is_vocative
from kg.extraction.quoted_speech import blank_all_but_asserted
from kg.extraction.referents import PERSON_PRONOUNS, EarlierPerson, Referents
from kg.extraction.third_person import ThirdPerson, is_elliptic, rewrite_clause
from kg.extraction.unmarked_questions import is_unmarked_question
from kg.extraction.word_lists import NEGATIONS, word_set
from kg.language import is_self_contained

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from kg.language import NameSpan

_NOT_STATED = word_set("would could might should ought")
_LIGHT_WORDS = word_set(
    "be have do go get take give make keep put let start begin want need try seem say tell ask know think mean see look come "
    "one some thing lot bit way time stuff other same sure okay ok fine right more much many"
)
_DEPENDENT_OPENINGS = word_set(
    "if unless whether which that what how why who where whichever whoever whatever whenever wherever"
)
# "I ask as your creditor", "I mean Tuesday": what is done by saying it.
_PERFORMATIVES = word_set(
    "mean ask suggest guess bet admit confess swear wonder apologise apologize repeat check assume promise"
)
_WISHES = word_set("love like prefer rather")
_PERIODS = word_set("week weekend")
_ABSENT = word_set("away abroad overseas")
_SUPPOSING = word_set("hypothetically supposing suppose imagine")
_QUOTATION_MARKS = frozenset('"“”')
# "The wifi is down": all that is said is an adverb.
_OUTAGE = re.compile(
    r"(?:\b(?:is|are)|['’]s) (?:(?:still|now|all) )*(?:down|(?:up|fine|ok(?:ay)?|good) again|back (?:up|online))"
    r"(?: again| now)*$",
    re.IGNORECASE,
)
_CONJUNCTIONS = word_set("because before after until till since when while whereas although though as unless except")
_MOST_PRAISING_WORDS, _DAY_CHARS = 6, len("2026-05-07")
_PRAISE = word_set(
    "talented amazing awesome great inspiring kind sweet lovely brave incredible wonderful cool good nice thoughtful supportive "
    "right welcome lucky fantastic brilliant impressive legend star hero best angel genius inspiration"
)


@dataclass(frozen=True, eq=False)
class Observation:
    """A statement in a message.

    Attributes:
        clause: the clause that states it.
        sentence: the clause in the third person.
        position: its place among the statements of the message, from 0.
        rests_on: places of the earlier messages that name whom its pronouns mean.
    """

    clause: Clause
    sentence: ThirdPerson
    position: int
    rests_on: tuple[int, ...] = ()


def find_observations(
    text: str,
    *,
    speaker: str,
    at: datetime,
    doc: Doc,
    names: Sequence[NameSpan],
    addressee: str | None = None,
    earlier: Sequence[EarlierPerson] = (),
) -> list[Observation]:
    """Return what a message states, in the order of the text. Whether it is worth noting is not decided here.

    Questions, commands, conditions, quotations, code and fragments without a verb state nothing, and neither does a clause with
    a pronoun whose referent neither the message nor an earlier one names.

    Args:
        text: the message.
        speaker: the author's name.
        at: the time of the message; relative dates count from it.
        doc: the message, parsed with dependencies.
        names: the names in the message.
        addressee: the name of the only other participant; None if unknown, or if there are several.
        earlier: the persons whom the messages before it name.
    """
    stated = blank_all_but_asserted(text, speaker, names)
    dates = find_dates(text, at)
    vocatives = {span.start for span in names if is_vocative(text, span.start, span.end)}
    persons = {span.start: span.end for span in names if span.label == "person"}
    referents = Referents(speaker, addressee, earlier)
    found: list[Observation] = []
    last_subject = ""
    for position, clause in enumerate(split_clauses(doc)):
        plain = without_opening(without_vocative(clause, vocatives, persons, addressee), dates)
        fitted = fit_ends(plain, dates)
        kept = _without_marks(fitted or plain)
        referents.used.clear()
        sentence = rewrite_clause(kept, addressee=addressee, referents=referents, dates=dates)
        if kept.subject is not None or kept.is_introducing or is_elliptic(kept) or _names_topic(kept):
            # "Thanks!" names nothing to which "it" may refer.
            referents.note_clause(plain, names)
        dated = {token.i for token in kept.tokens if any(date.start <= token.idx < date.end for date in dates)}
        is_blanked = stated[kept.start : kept.end] != text[kept.start : kept.end]
        is_statement = _is_statement(kept) and not lacks_part(kept, is_dated=bool(sentence.dates))
        # "She sends her love. Ate the whole cake": who did?
        is_unclear = last_subject in PERSON_PRONOUNS and is_elliptic(kept) and not _shows_speaker(kept)
        is_statement &= not _says_little_of_time(kept, dates)
        is_statement &= fitted is not None and not is_unclear and not _begins_in_title(plain)
        last_subject = "" if kept.subject is None else kept.subject.lower_
        if kept.subject is None and "person" in sentence.replaced and sentence.subject != speaker:
            # "Was born in Cork, moved here at 20", as if it were "he was born".
            last_subject = "he"
        has_content = _has_content(kept, dated, is_dated_thing="dated thing" in sentence.replaced)
        if not is_blanked and is_statement and has_content and _is_complete(sentence):
            found.append(Observation(kept, sentence, position, tuple(sorted(referents.used))))
    return found


def _says_little_of_time(clause: Clause, dates: Sequence[DateMention]) -> bool:
    """Whether a clause puts a name to a year or month, "last year was Axa", or only judges a day, "Friday works".

    What is meant of it was said before.
    """
    subject, root = clause.subject, clause.root
    if subject is None or clause.is_inherited:
        return False
    phrase = noun_phrase(subject)
    date = next((each for each in dates if each.start <= phrase[0].idx and phrase[-1].idx < each.end), None)
    if date is None:
        return False
    if len(date.past) == _DAY_CHARS:
        return root.pos_ not in {"NOUN", "PROPN"} and not _PERIODS & {token.lower_ for token in phrase}
    is_described = any(child.dep_ in {"det", "nmod:poss", "case"} for child in root.children)
    return root.text.istitle() and has_copula(root) and not is_described


def _without_marks(clause: Clause) -> Clause:
    """Return a clause without the quotation marks around a title, 'I finished "Dune"', and a comma before its verb."""
    left_out = _comma_after_subject(clause)
    tokens = tuple(token for token in clause.tokens if token.text not in _QUOTATION_MARKS and token.i != left_out)
    return clause if len(tokens) in {0, len(clause.tokens)} else clause.with_tokens(tokens)


def _comma_after_subject(clause: Clause) -> int:
    """Return the place of a comma between subject and verb, "my friend from college, lives in Cork"; -1 if there is none."""
    subject, verb = clause.subject, clause.finite_verb
    if subject is None or verb is None or clause.is_inherited or verb.i < subject.i:
        return -1
    if not any(child.dep_ == "nmod:poss" for child in subject.children):
        # "John, been a while".
        return -1
    commas = [token.i for token in clause.tokens if subject.i < token.i < verb.i and token.text == ","]
    return commas[0] if len(commas) == 1 and commas[0] + 1 == verb.i else -1


def _begins_in_title(clause: Clause) -> bool:
    """Whether a clause begins with a title that the clause before needs: 'I've finished | "Oslo" by the way, thank you'."""
    first = clause.tokens[0]
    if first.i < 2 or first.is_sent_start or first.nbor(-1).text not in _QUOTATION_MARKS:
        return False
    before = first.nbor(-2).text
    return before.isalpha() and before.islower()


def _shows_speaker(clause: Clause) -> bool:
    """Whether a clause without a subject is about the speaker: "loving my new job", "going to Rome"."""
    return clause.root.tag_ == "VBG" or any(token.lower_ in {"my", "our", "me", "us"} for token in clause.tokens)


def _names_topic(clause: Clause) -> bool:
    """Whether a clause without a verb names what the next one is about: "Now, the concert. It's on 21 March"."""
    return clause.root.tag_ in {"NN", "NNS"} and any(
        child.lower_ in {"the", "my", "our"} and child.dep_ in {"det", "nmod:poss"} for child in clause.root.children
    )


def _is_statement(clause: Clause) -> bool:
    """Whether a clause states something: it has a subject and a verb, and is no question, command, wish or condition."""
    if clause.is_question or (clause.subject is None and not is_elliptic(clause)):
        return False
    # "D" of "Wed", "s" of a possessive: no verb has one letter.
    is_letter = len(clause.root) == 1 and clause.root.is_alpha and not clause.is_introducing
    has_verb = not is_letter and (clause.finite_verb is not None or clause.root.tag_ in {"VBG", "VBN", "VBD"})
    # "Missing: J".
    is_label = clause.subject is None and clause.root.doc[clause.root.i + 1 : clause.root.i + 2].text == ":"
    has_verb &= not (is_label or _is_title(clause))
    is_part = (
        _is_dependent(clause)
        or _is_relative(clause)
        or is_cut_off(clause)
        or lacks_verb(clause)
        or _is_permitted_end(clause)
        or is_taken_back(clause)
        or _is_gerund_subject(clause)
        or is_compound(clause)
    )
    return has_verb and not (
        is_part
        or is_unmarked_question(clause)
        or _is_generic(clause)
        or _is_praise(clause)
        or _is_unreal(clause)
        or _is_alternative(clause)
        or _is_of_several(clause)
        or _is_performative(clause)
    )


def _is_permitted_end(clause: Clause) -> bool:
    """Whether a clause that names no subject says what one need not go on doing: "ankle is fine, can stop the drops"."""
    first = clause.tokens[0].lower_
    return clause.is_inherited and first == "can" and clause.root.lemma_.lower() in {"stop", "skip", "drop"}


def _is_title(clause: Clause) -> bool:
    """Whether a clause is the title of a work: "they played Wilf Broke His Arm"; not of who begins all words with a capital."""
    root, doc = clause.root, clause.root.doc
    is_capital = root.pos_ == "VERB" and root.text.istitle() and root.i > clause.tokens[0].i
    is_marked = any(
        token.pos_ in {"PRON", "DET", "ADP"} and token.text.istitle() and token.text != "I" and not token.is_sent_start
        for token in clause.tokens[1:]
    )
    return is_capital and is_marked and any(token.is_alpha and token.text.islower() for token in doc)


def _is_dependent(clause: Clause) -> bool:
    """Whether a clause is part of another one: "because she left", "only when I laugh", "of how it helps"."""
    first, following = clause.tokens[0], clause.tokens[min(1, len(clause.tokens) - 1)]
    is_marked = first.dep_ == "mark" or (first.lower_ in _CONJUNCTIONS and first.pos_ in {"ADP", "SCONJ", "ADV"})
    if is_marked and first.head.i == clause.root.i and first.lower_ not in {"that", "so"}:
        return True
    is_adverb = first.pos_ == "ADV" and following.head.i == clause.root.i
    if is_adverb and (following.lower_ == "when" or (following.dep_ == "mark" and following.lower_ in _CONJUNCTIONS)):
        return True
    is_question_part = first.pos_ == "ADP" and following.tag_ in {"WRB", "WP", "WDT"}
    return first.lower_ in _DEPENDENT_OPENINGS or is_question_part


def _is_relative(clause: Clause) -> bool:
    """Whether a clause describes what was named before: "the best offer I've had", "one of whom is ill", "after which I left"."""
    root, subject = clause.root, clause.subject
    words = [token.lower_ for token in clause.tokens[:3]]
    if words[:2] == ["of", "whom"] or words[1:] == ["of", "whom"] or words[0] == "whose":
        return True
    if clause.tokens[0].tag_ == "IN" and words[1:2] == ["which"]:
        return not clause.is_question
    is_bare = (
        root.dep_ == "ccomp" and root.head.pos_ == "NOUN" and not any(each.dep_ == "mark" for each in root.children)
    )
    return is_bare or (subject is not None and subject.tag_ in {"WP", "WDT"} and not clause.is_question)


def _is_gerund_subject(clause: Clause) -> bool:
    """Whether a clause without a subject begins with a gerund that is the subject: "having a good team can help"."""
    is_elliptic_gerund = clause.subject is None and clause.root.tag_ == "VBG"
    return is_elliptic_gerund and any(
        token.tag_ == "MD" and token.i > clause.root.i and token.head.dep_ not in {"acl:relcl", "ccomp", "advcl"}
        for token in clause.tokens
    )


def _is_generic(clause: Clause) -> bool:
    """Whether a clause speaks of people at large, or wishes: "some people dislike cats", "fingers crossed it works"."""
    subject, words = clause.subject, [token.lower_ for token in clause.tokens]
    is_some = subject is not None and subject.lower_ in {"people", "folks"} and words[0] in {"some", "many", "most"}
    return is_some or words[:2] in (["fingers", "crossed"], ["far", ","])


def _is_praise(clause: Clause) -> bool:
    """Whether a clause praises the person addressed: "you're so talented", "we need more people like you"."""
    words = [token.lower_ for token in clause.tokens]
    is_compared = words[-1] in {"you", "u"} and words[-2:-1] == ["like"] and "people" in words
    is_addressed = clause.subject is not None and clause.subject.lower_ in {"you", "u"}
    is_quality = clause.root.lower_ in _PRAISE and len(words) <= _MOST_PRAISING_WORDS
    return is_compared or (is_addressed and is_quality)


def _is_performative(clause: Clause) -> bool:
    """Whether a clause does something by saying it, in the first person of the present."""
    is_first_person = clause.subject is not None and clause.subject.lower_ in {"i", "we"}
    return is_first_person and clause.root.tag_ == "VBP" and clause.root.lemma_.lower() in _PERFORMATIVES


def _is_unreal(clause: Clause) -> bool:
    """Whether a clause is a wish or a condition."""
    words, verb = {token.lower_ for token in clause.tokens}, clause.finite_verb
    # "Locks changed Monday if nothing turns up" has no verb with a tense of its own.
    is_open = (
        verb is None or verb.tag_ == "MD" or (verb is clause.root and verb.tag_ == "VBD" and clause.subject is None)
    )
    is_conditional = bool(words & {"if", "unless"}) and is_open
    would = any(token.lower_ == "'d" and token.tag_ == "MD" for token in clause.tokens)
    opening = clause.root.sent[:2]
    # "Say I sold the car".
    is_said = len(opening) > 1 and opening[0].lower_ == "say" and opening[1].pos_ in {"PRON", "DET"}
    is_supposed = is_said or bool(words & _SUPPOSING)
    return is_supposed or is_conditional or ((would or bool(words & _NOT_STATED)) and not words & _WISHES)


def _is_alternative(clause: Clause) -> bool:
    """Whether a clause says what may be, or would be without the clause before: "… or I lose the grant", "in case I miss it"."""
    first = clause.tokens[0]
    before = first.doc[max(0, first.i - 2) : first.i].text.lower()
    return first.lower_ == "otherwise" or before == "in case" or before.split()[-1:] == ["or"]


def _is_of_several(clause: Clause) -> bool:
    """Whether a clause is true of a group, and not of the speaker alone: "we are friends", "we push each other"."""
    words = {token.lower_ for token in clause.tokens}
    if "we" not in words:
        return False
    is_subject = clause.subject is not None and clause.subject.lower_ == "we"
    return bool(words & {"both", "all", "together", "each"}) or (is_subject and clause.root.tag_ == "NNS")


def _has_content(clause: Clause, dated: Set[int], *, is_dated_thing: bool) -> bool:
    """Whether something specific is said of the subject: "has one" and "does on Monday" say nothing without what came before.

    Args:
        clause: the clause.
        dated: the places of its dates.
        is_dated_thing: whether it only gives the date of a thing that was named before.
    """
    subject = clause.subject
    is_denied = any(child.lower_ in NEGATIONS for child in clause.root.children)
    has_date = any(child.dep_ == "obj" and child.i in dated for child in clause.root.children)
    is_modal = any(child.tag_ == "MD" for child in clause.root.children)
    if has_date and clause.root.lemma_.lower() == "do" and not (is_denied or is_modal):
        # "I can do Friday", but "Lisa does Saturday" does not say what she does.
        return False
    is_thing = subject is not None and (
        subject.pos_ in {"NOUN", "PROPN"}
        or any(child.dep_ in {"det", "nmod:poss"} for child in subject.children)
        or is_dated_thing
    )
    # "Aoife said yes! Starts on 12 October".
    is_report = clause.is_inherited and clause.root.head.lemma_.lower() == "say"
    if dated and is_thing and (is_report or not clause.is_inherited):
        # "The meeting is on Friday".
        return True
    if is_thing and _OUTAGE.search(clause.text):
        return True
    if is_denied and has_date:
        # "I can't make Friday".
        return True
    about = (
        set()
        if clause.subject is None or clause.is_inherited or clause.is_introducing
        else {token.i for token in noun_phrase(clause.subject)}
    )
    if dated and clause.root.lower_ in _ABSENT and has_copula(clause.root):
        # "I'm away from 21 to 25 September".
        return True
    return any(
        token.pos_ in {"NOUN", "PROPN", "ADJ", "VERB", "NUM"}
        and token.lemma_.lower() not in _LIGHT_WORDS
        and token.i not in about | dated
        for token in clause.tokens
    )


def _is_complete(sentence: ThirdPerson) -> bool:
    """Whether a sentence is true without its conversation."""
    # "I'm Olga" of Olga.
    is_empty = sentence.text == f"{sentence.subject} is {sentence.subject}."
    return not (sentence.unresolved or is_empty) and is_self_contained(sentence.text, sentence.subject)
