"""Promises and reminders in a message, as tasks of its author: deeds to be reminded of, promised, or planned for a day."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kg.extraction.clause_dates import find_clause_dates, spell_dates
from kg.extraction.clauses import FINITE_TAGS, Clause, split_clauses
from kg.extraction.date_sides import put_in_month
from kg.extraction.dates import find_dates
from kg.extraction.modality import blank_unasserted
from kg.extraction.open_predicates import name_predicate, name_verb
from kg.extraction.promised_deeds import find_open_deed, find_promised_deed, find_reminded_deed
from kg.extraction.promised_matters import PromisedMatter, find_promised_matter, leaves_some_open, name_some
from kg.extraction.quoted_speech import blank_all_but_own_words
from kg.extraction.referents import EarlierPerson, Referents
from kg.extraction.reminders import find_reminders
from kg.extraction.task_statements import build_task
from kg.extraction.third_person import rewrite_clause
from kg.extraction.word_lists import word_set
from kg.language import find_instructions, fold_text, strip_dates
from kg.protocols import ExtractedStatement

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

    from kg.extraction.dates import DateMention
    from kg.extraction.dialogue import ParsedTurn
    from kg.language import NameSpan
    from kg.protocols import Utterance

# "Reminder: life is short", "note to self: never again".
_NO_DEED = re.compile(
    r"(?:never|always|not|no|don['’]?t)\b"
    r"|(?:\S+ ){1,3}?(?:is|are|was|were|must|should|has|have|had|will|can|isn['’]?t|can['’]?t)\b",
    re.IGNORECASE,
)
_LIST_ITEM = re.compile(
    r"(?im)^\s*(?:[-*]\s*)?(?:\[ \]|(?:to-? ?do|note to self|reminder|(?P<forget>don['’]?t forget|remember))(?: for me)?\s*:)\s*"
    r"(?P<deed>[a-z][^\n]{2,150}?)[.!]?\s*$"
)
_RECIPIENT = re.compile(r"\s*\b(?:(?:to|for|with) )?(?:you|u|ya)\b(?! (?:all|both|two|guys))")
_NOT_THIRD_PERSON = re.compile(r"\b(?:I|i|me|my|mine|we|us|our|you|your|u|ur)\b|[\"“”«»{}]|^\w+[.!?]")
_OPEN_PRONOUN = re.compile(r"\b(?:it|them|'?em|him|her|he|she|his|hers|these|those)\b", re.IGNORECASE)
_OPEN_RECEIVER = re.compile(r"(?:him|her|them) (?=(?:an?|the|some|new)\b)", re.IGNORECASE)
# "Ring Tom about it", and "pay Anita her 120".
_ABOUT_IT = re.compile(r" about (?:it|this|that|them)\b", re.IGNORECASE)
_OWNED = re.compile(r"^[^\W\da-z]\w+ (?:her|his)\b")
# "Get the contract to Ann" is to send it.
_TO_SOMEONE = re.compile(r" to (?!(?:the )?(?:end|bottom|point|work|bed|sleep)\b)")
_ADDED_DUE = re.compile(
    r"[\s,.–—-]*(?:(?:(?:it|that)(?:['’]?s| is)|they(?:['’]re| are)|which is) )?(?:due|(?:the )?deadline(?:['’]?s| is)?)"
    r"(?: on| by)? ",
    re.IGNORECASE,
)
# "Remind me to cancel with her": what?
_OF_THINGS = word_set("cancel book order buy confirm return renew pay")
_ASKING_END = re.compile(r"[\s,;–—-]*(?:(?:please|pls|plz|so|and|can you|could you|bot)\b[\s,]*)*$", re.IGNORECASE)
_CALLING = re.compile(r"^\s*(?:(?:bot|hey|hi|ok|so|and|also|btw)\b[\s,]*)+", re.IGNORECASE)
_LAST_PART = re.compile(r"[^.!?\n]+")
_MARKS = re.compile(r"[\"“”«»<>{}\[\]`|\\]|https?:")
_FEWEST_WORDS = 3
_OPEN_NOUN = word_set("other another the all more remaining rest")
_CAUSES = word_set("because cos cause as since so")
_MOST_CHARS = 200


def find_tasks(
    passage: Utterance,
    doc: Doc,
    names: Sequence[NameSpan],
    earlier: Sequence[EarlierPerson] = (),
    turns: Sequence[ParsedTurn | None] = (),
) -> list[ExtractedStatement]:
    """Return the tasks in a message, in the order of the text.

    Args:
        passage: the message, with its speaker.
        doc: the message, parsed with dependencies.
        names: the names in the message.
        earlier: the persons whom the messages before it name.
        turns: the messages before it, parsed; None for those that are not needed.
    """
    own = blank_all_but_own_words(passage.text, passage.speaker, names)
    text = blank_unasserted(own)
    dates = find_dates(passage.text, passage.at)
    tasks = []
    referents = Referents(passage.speaker, passage.addressee, earlier)
    for clause in split_clauses(doc):
        # What "it" means stays open.
        known = replace(
            referents, persons=[*referents.persons], things=[], used=set(), open_genders={*referents.open_genders}
        )
        referents.note_clause(clause, names)
        if text[clause.start : clause.end] != passage.text[clause.start : clause.end]:
            continue
        is_addressed, today = passage.addressee is not None, passage.at.date().isoformat()
        if (deed := find_reminded_deed(clause)) is not None:
            matter = _find_matter_before(clause, deed, passage)
            tasks.append(_rest_on(_build_task(clause, deed, passage, dates, known, matter), known))
            continue
        deed = find_promised_deed(clause, dates, today, is_addressed=is_addressed)
        task = None if deed is None else _rest_on(_build_task(clause, deed, passage, dates, known), known)
        task = task and _name_some(_without_open_receiver(task), doc, turns, clause.start)
        # "I'll bring it on Sunday": what?
        if task is None or _OPEN_PRONOUN.search(_OWNED.sub("", task.object)):
            task = _task_of_open_promise(clause, passage, turns, dates, known)
        tasks.append(task)
    tasks += [_build_listed_task(item, doc, passage, dates) for item in _LIST_ITEM.finditer(own)]
    tasks += find_reminders(passage, text, [token.idx for token in doc if token.tag_ in FINITE_TAGS])
    return [task for task in tasks if task is not None]


def _rest_on(task: ExtractedStatement | None, referents: Referents) -> ExtractedStatement | None:
    """Return a task with the earlier messages that name its persons."""
    return None if task is None else replace(task, rests_on=tuple(sorted({*task.rests_on, *referents.used})))


def _find_matter_before(clause: Clause, deed: Token, passage: Utterance) -> PromisedMatter | None:
    """Return what is to be cancelled or booked where only the clause before says so: "we stop piano, remind me to cancel"."""
    if deed.lemma_.lower() not in _OF_THINGS or any(child.dep_ in {"obj", "nsubj:pass"} for child in deed.children):
        return None
    before = _ASKING_END.sub("", passage.text[max(0, clause.root.idx - _MOST_CHARS) : clause.root.idx])
    words = (
        spell_dates(_CALLING.sub("", _LAST_PART.findall(before)[-1]).strip(" ,;–—-"), passage.at)[0]
        if before.strip()
        else ""
    )
    is_quotable = len(words.split()) >= _FEWEST_WORDS and len(words) <= _MOST_CHARS and not _MARKS.search(words)
    return PromisedMatter(words, None) if is_quotable and not find_instructions(words) else None


def _name_some(
    task: ExtractedStatement, doc: Doc, turns: Sequence[ParsedTurn | None], start: int
) -> ExtractedStatement | None:
    """Return a task to get "some" with what an earlier sentence lacks: "they had no cat food" "I'll get some tomorrow".

    None if nothing says of what.
    """
    if not leaves_some_open(task.object):
        return task
    named = name_some(task.object, [*(None if turn is None else turn.doc for turn in turns), doc], start)
    if named is None:
        return None
    thing, place = named
    places = () if place is None else (place,)
    template = task.template.replace(task.object, thing, 1)
    return replace(task, object=thing, template=template, rests_on=tuple(sorted({*task.rests_on, *places})))


def _without_open_receiver(task: ExtractedStatement) -> ExtractedStatement:
    """Return a task without the pronoun for whom a thing is, where it stays open: "buy him a book" → "buy a book"."""
    pronoun = _OPEN_RECEIVER.match(task.object)
    if pronoun is None:
        return task
    return replace(task, object=task.object[pronoun.end() :], template=task.template.replace(f" {pronoun[0]}", " ", 1))


def _task_of_open_promise(
    clause: Clause,
    passage: Utterance,
    turns: Sequence[ParsedTurn | None],
    dates: Sequence[DateMention],
    referents: Referents,
) -> ExtractedStatement | None:
    """Return the task of "I'll bring it" with the words that "it" is about; None if these are not known."""
    if (promised := find_open_deed(clause, dates)) is None:
        return None
    deed, pronouns = promised
    matter = find_promised_matter(passage, clause.root.doc, turns, clause.start, pronouns)
    if matter is None:
        return None
    if matter.month is not None:
        # "Could you water it in April?" "I'll do it from the 5th".
        dates = put_in_month(dates, matter.month, passage.text)
    return _rest_on(_build_task(clause, deed, passage, dates, referents, matter), referents)


def _build_task(
    clause: Clause,
    deed: Token,
    passage: Utterance,
    dates: Sequence[DateMention],
    referents: Referents,
    matter: PromisedMatter | None = None,
) -> ExtractedStatement | None:
    inside = {token.i for token in deed.subtree} - _reasons(deed)
    tokens = tuple(token for token in clause.tokens if token.i >= deed.i and token.i in inside)
    part = Clause(deed, tokens, None, is_inherited=False, mark=clause.mark, is_last=clause.is_last)
    causes = {token.i for child in deed.children if _is_cause(child) for token in child.subtree}
    named = [
        each
        for each in find_clause_dates(clause, dates)
        if each.words and causes.isdisjoint(range(each.first, each.last + 1))
    ]
    # "The rota for October by Wednesday" is due on Wednesday.
    due = max((each.value for each in named), key=len, default=None) or _find_added_due(clause, passage, dates)
    sentence = rewrite_clause(part, addressee=passage.addressee, referents=referents, dates=dates)
    words = _without_recipient(_ABOUT_IT.sub("", sentence.text.removesuffix(".")), passage.speaker)
    words = words[:1].lower() + words[1:]
    if deed.tag_ != "VB":
        # "I'm paying the rent": a task names the deed in its base form.
        words = deed.lemma_.lower() + words[len(deed.text) :]
    if _NOT_THIRD_PERSON.search(words) or not len(words.split()) >= 2 or len(words) > _MOST_CHARS:
        return None
    predicate = name_predicate(deed)
    thing = strip_dates(_without_recipient(_ABOUT_IT.sub("", sentence.rest), passage.speaker))
    if predicate == "get" and _TO_SOMEONE.search(thing):
        predicate = "get_to"
    for word in predicate.split("_")[1:]:
        thing = thing.removeprefix(f"{word} ")
    thing = thing.strip(" ,.") or deed.text
    task = build_task(passage.speaker, predicate, thing, words, due, (clause.start, clause.end))
    if matter is None:
        return task
    rests_on = () if matter.place is None else (matter.place,)
    return replace(
        task,
        object=f"{thing} {matter.describe()}",
        template=f"{task.template} {matter.describe()}",
        rests_on=rests_on,
    )


def _find_added_due(clause: Clause, passage: Utterance, dates: Sequence[DateMention]) -> str | None:
    """Return the day that follows a task: "I have to pay the rent, it's due Friday"."""
    added = _ADDED_DUE.match(passage.text, clause.end)
    return next((each.future for each in dates if added is not None and each.start <= added.end() < each.end), None)


def _is_cause(child: Token) -> bool:
    """Whether a clause says why: "because we leave in July" gives a task no day."""
    return child.dep_ == "advcl" and any(each.dep_ == "mark" and each.lower_ in _CAUSES for each in child.children)


def _reasons(deed: Token) -> set[int]:
    """Return the places of clauses that a deed does not need: "… because it is late", "… when I get in", "… but remember me"."""
    finite = {"VBD", "VBP", "VBZ", "MD"}
    clauses = [child for child in deed.children if child.dep_ in {"advcl", "parataxis"} and child.i > deed.i]
    clauses = [each for each in clauses if each.tag_ in finite or any(child.tag_ in finite for child in each.children)]
    clauses += [
        child
        for child in deed.children
        if child.dep_ == "conj" and child.tag_ == "VB" and any(each.lower_ == "but" for each in child.children)
    ]
    return {token.i for each in clauses for token in each.subtree}


def _build_listed_task(
    item: re.Match[str], doc: Doc, passage: Utterance, dates: Sequence[DateMention]
) -> ExtractedStatement | None:
    """Return the task of a list: "todo: renew the passport by 3 May", "don't forget: the form"."""
    words = item["deed"]
    due = next((each for each in dates if item.start("deed") <= each.start < item.end("deed")), None)
    if due is not None:
        words = passage.text[item.start("deed") : due.start] + passage.text[due.end : item.end("deed")]
    words = " ".join(words.split()).strip(" ,;:-")
    first = next((token for token in doc if token.idx >= item.start("deed")), None)
    if _NO_DEED.match(words):
        return None
    if item["forget"] and first is not None and first.pos_ in {"NOUN", "PROPN", "DET", "ADJ"}:
        words = f"remember {words}"
    if first is not None and (first.lower_ in _OPEN_NOUN or first.pos_ == "NUM") and not words.startswith("remember"):
        # "Todo: other 4 seeds".
        words = f"do {'the ' if first.lower_ == 'other' else ''}{words}"
    verb, _, thing = words.partition(" ")
    predicate = fold_text(verb)
    if _NOT_THIRD_PERSON.search(words) or not (predicate.isascii() and predicate.isalpha()):
        return None
    deed = f"{verb[:1].lower()}{verb[1:]} {thing}".strip()
    return build_task(
        passage.speaker, name_verb(predicate), thing or verb, deed, due.future if due else None, item.span("deed")
    )


def _without_recipient(text: str, speaker: str) -> str:
    """Return the words without the person addressed, where the message leaves open who that is; the speaker is "they"."""
    return _RECIPIENT.sub("", text.replace(f"{speaker}'s ", "their ")).strip()
