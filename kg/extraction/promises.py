"""Promises and reminders in a message, as tasks of its author: deeds to be reminded of, promised, or planned for a day."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kg.extraction.clause_dates import find_clause_dates
from kg.extraction.clauses import Clause, split_clauses
from kg.extraction.dates import find_dates
from kg.extraction.modality import blank_code, blank_quoted, blank_staged
from kg.extraction.open_predicates import name_predicate, name_verb
from kg.extraction.referents import Referents
from kg.extraction.third_person import rewrite_clause
from kg.extraction.word_lists import word_set
from kg.language import fold_text, format_task, strip_dates
from kg.protocols import ExtractedStatement

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

    from kg.extraction.dates import DateMention
    from kg.protocols import Utterance

_CONFIDENCE = 0.8
_LIST_ITEM = re.compile(r"(?im)^\s*(?:[-*]\s*)?(?:\[ \]|to-?do\s*:|to do:)\s*(?P<deed>[a-z][^\n]{2,150}?)[.!]?\s*$")
_REMINDERS = word_set("remind")
_SPEAKER_SUBJECTS = word_set("i")
_WILL = word_set("will 'll shall")
# "I'll be there", "I'll let you know", "I'll never forget" promise no deed.
_NOT_DEEDS = word_set(
    "be have love miss see know think want like need feel let say admit bet guess hope wish remember forget never try keep "
    "become seem stay wait die cry believe trust enjoy understand assume regret hear go come spare "
    "reach cherish treasure root support continue"
)
# "I'll tell you a story" is said at once.
_SAYING = word_set("tell show give ask explain")
_ADDRESSEE = word_set("you ya u your")
_UNREAL = word_set("if unless when whenever might maybe perhaps probably hopefully never not n't would could")
_DAY = re.compile(r"\d+-\d+-\d+")
_RECIPIENT = re.compile(r"\s*\b(?:(?:to|for|with) )?(?:you|u|ya)\b(?! (?:all|two|guys))")
_NOT_THIRD_PERSON = re.compile(r"\b(?:I|i|me|my|mine|we|us|our|you|your|u|ur)\b|[\"“”«»{}]")
_MOST_CHARS = 200


def find_tasks(passage: Utterance, doc: Doc) -> list[ExtractedStatement]:
    """Return the tasks in a message, in the order of the text.

    Args:
        passage: the message, with its speaker.
        doc: the message, parsed with dependencies.
    """
    text = blank_quoted(blank_staged(blank_code(passage.text)))
    dates = find_dates(passage.text, passage.at)
    tasks = []
    for clause in split_clauses(doc):
        if text[clause.start : clause.end] != passage.text[clause.start : clause.end]:
            continue
        deed = _reminded_deed(clause) or _promised_deed(clause, dates)
        if deed is not None:
            tasks.append(_build_task(clause, deed, passage, dates))
    tasks += [_build_listed_task(item, passage, dates) for item in _LIST_ITEM.finditer(blank_code(passage.text))]
    return [task for task in tasks if task is not None]


def _reminded_deed(clause: Clause) -> Token | None:
    """Return the verb of what the author asks to be reminded of: "remind me to call the roofer", "can you remind me to …"."""
    root = clause.root
    if root.lemma_.lower() not in _REMINDERS or root.tag_ not in {"VB", "VBP"}:
        return None
    if clause.subject is not None and clause.subject.lower_ not in _ADDRESSEE:
        return None
    if not any(child.lower_ == "me" for child in root.children) or _is_negated(root):
        return None
    return next((child for child in root.children if child.dep_ in {"xcomp", "advcl"} and child.tag_ == "VB"), None)


def _promised_deed(clause: Clause, dates: Sequence[DateMention]) -> Token | None:
    """Return the verb of a promise: "I'll send you the lease", "I'm going to call the bank on Friday"."""
    subject, root = clause.subject, clause.root
    if subject is None or subject.lower_ not in _SPEAKER_SUBJECTS or clause.is_question:
        return None
    words = {token.lower_ for token in clause.tokens}
    if words & _UNREAL:
        return None
    is_promise = any(child.lower_ in _WILL and child.dep_ == "aux" for child in root.children)
    deed = root if is_promise else _intended_deed(root)
    if (
        deed is None
        or (deed.lemma_.lower() in _SAYING and words & _ADDRESSEE)
        or deed.lemma_.lower() in _NOT_DEEDS
        or deed.tag_ != "VB"
    ):
        return None
    if any(child.dep_ == "obj" and child.lower_ in _ADDRESSEE for child in deed.children):
        # "I'll pick you up": without the person nothing is left.
        return None
    days = [each for each in find_clause_dates(clause, dates) if each.words and _DAY.fullmatch(each.value)]
    dated = {place for each in days for place in range(each.first, each.last + 1)}
    things = [
        child
        for child in deed.children
        if child.dep_ in {"obj", "obl"} and child.pos_ in {"NOUN", "PROPN"} and child.i not in dated
    ]
    is_specific = any(child.dep_ == "obj" or child.pos_ == "PROPN" for child in things)
    return deed if things and (days or (is_promise and is_specific)) else None


def _intended_deed(root: Token) -> Token | None:
    """Return the verb of "going to call", "gonna call"."""
    if root.lower_ not in {"going", "gon"}:
        return None
    return next((child for child in root.children if child.dep_ == "xcomp" and child.tag_ == "VB"), None)


def _is_negated(verb: Token) -> bool:
    return any(child.lower_ in {"not", "n't", "never"} for child in verb.children)


def _build_task(
    clause: Clause, deed: Token, passage: Utterance, dates: Sequence[DateMention]
) -> ExtractedStatement | None:
    inside = {token.i for token in deed.subtree}
    tokens = tuple(token for token in clause.tokens if token.i >= deed.i and token.i in inside)
    part = Clause(deed, tokens, None, is_inherited=False, mark=clause.mark, is_last=clause.is_last)
    due = next((each for each in find_clause_dates(clause, dates) if each.words), None)
    sentence = rewrite_clause(part, addressee=passage.addressee, referents=Referents(passage.speaker), dates=dates)
    words = _without_recipient(sentence.text.removesuffix("."), passage.speaker)
    words = words[:1].lower() + words[1:]
    if _NOT_THIRD_PERSON.search(words) or not len(words.split()) >= 2 or len(words) > _MOST_CHARS:
        return None
    predicate = name_predicate(deed)
    thing = strip_dates(_without_recipient(sentence.rest, passage.speaker))
    for word in predicate.split("_")[1:]:
        thing = thing.removeprefix(f"{word} ")
    thing = thing.strip(" ,.") or deed.text
    return _task(passage.speaker, predicate, thing, words, due.value if due else None, (clause.start, clause.end))


def _build_listed_task(
    item: re.Match[str], passage: Utterance, dates: Sequence[DateMention]
) -> ExtractedStatement | None:
    """Return the task of a list: "todo: renew the passport by 3 May"."""
    words = item["deed"]
    due = next((each for each in dates if item.start("deed") <= each.start < item.end("deed")), None)
    if due is not None:
        words = passage.text[item.start("deed") : due.start] + passage.text[due.end : item.end("deed")]
    verb, _, thing = " ".join(words.split()).strip(" ,;:-").partition(" ")
    predicate = fold_text(verb)
    if _NOT_THIRD_PERSON.search(words) or not (predicate.isascii() and predicate.isalpha()):
        return None
    deed = f"{verb[:1].lower()}{verb[1:]} {thing}".strip()
    return _task(
        passage.speaker, name_verb(predicate), thing or verb, deed, due.future if due else None, item.span("deed")
    )


def _task(
    owner: str, predicate: str, thing: str, deed: str, due: str | None, span: tuple[int, int]
) -> ExtractedStatement:
    """Return the statement that a person is to do something; the sentence names the day once."""
    return ExtractedStatement(
        subject=owner,
        predicate=predicate,
        object=thing,
        polarity=True,
        valid_from=None,
        valid_to=None,
        start=span[0],
        end=span[1],
        confidence=_CONFIDENCE,
        template=format_task(deed, due),
        kind="task",
        worth=1.0,
        roles=(("due", due),) if due else (),
    )


def _without_recipient(text: str, speaker: str) -> str:
    """Return the words without the person addressed, where the message leaves open who that is; the speaker is "they"."""
    return _RECIPIENT.sub("", text.replace(f"{speaker}'s ", "their ")).strip()
