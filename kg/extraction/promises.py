"""Promises and reminders in a message, as tasks of its author: deeds to be reminded of, promised, or planned for a day."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import replace
from typing import TYPE_CHECKING

from kg.extraction.clause_dates import find_clause_dates
from kg.extraction.clauses import Clause, split_clauses
from kg.extraction.dates import find_dates
from kg.extraction.modality import blank_quoted, blank_staged, blank_supplied
from kg.extraction.open_predicates import name_predicate, name_verb
from kg.extraction.quoted_speech import blank_all_but_own_words
from kg.extraction.referents import PERSON_PRONOUNS, EarlierPerson, Referents
from kg.extraction.third_person import rewrite_clause
from kg.extraction.word_lists import CURRENCIES, word_set
from kg.language import fold_text, format_task, strip_dates
from kg.protocols import ExtractedStatement

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

    from kg.extraction.dates import DateMention
    from kg.language import NameSpan
    from kg.protocols import Utterance

_CONFIDENCE = 0.8
_LIST_ITEM = re.compile(r"(?im)^\s*(?:[-*]\s*)?(?:\[ \]|to-?do\s*:|to do:)\s*(?P<deed>[a-z][^\n]{2,150}?)[.!]?\s*$")
_REMINDERS = word_set("remind")
_SPEAKER_SUBJECTS = word_set("i")
# "Will ask him", "need to ring the vet": verbs that open such a clause of the speaker.
_OPENING_VERBS = word_set("need have")
_WILL = word_set("will 'll ll l shall")
# "I'll be there", "I'll let you know", "I'll never forget" promise no deed.
_NOT_DEEDS = word_set(
    "be have love miss see know think want like need feel let say admit bet guess hope wish remember forget never try keep "
    "become seem stay wait die cry believe trust enjoy understand assume regret hear go come spare "
    "reach cherish treasure root support continue point mention hold use"
)
# "I'll do my best", "I'll cross my fingers" are no tasks: verb → objects.
_FIGURES_OF_SPEECH = {
    "do": word_set("best worst"),
    "cross": word_set("fingers"),
    "eat": word_set("hat words"),
    "bite": word_set("tongue"),
    "take": word_set("word chances blame hint hat biscuit"),
    "get": word_set("grip"),
    "blow": word_set("steam"),
    "lose": word_set("mind temper weight"),
    "clear": word_set("head"),
    "call": word_set("bluff"),
    "drive": word_set("crazy mad nuts insane bonkers wild"),
    "give": word_set("credit"),
    "pay": word_set("attention heed"),
}
_TELLING = word_set("tell show explain")
# "I'll tell you a story" is said at once.
_SAYING = _TELLING | word_set("give ask")
_ASKING = word_set("ask tell inform warn remind")
# "I have to talk to the bank": with whom, and not what, is the object.
_TALKING = word_set("talk speak write reply answer apologise apologize")
# "I'll drive you" and "I'll call you" are promises without a day.
_DONE_FOR_SOMEONE = word_set("drive call ring phone text email fetch collect pick_up")
_GOING = word_set("go come")
_PAYING = word_set("pay send transfer give lend return refund repay")
_RATE_WORDS = re.compile(r"(?i)\b(?:an?|per|each|every)\s+(?:hour|day|night|week|month|year)\b")
_RATE = re.compile(rf"{_RATE_WORDS.pattern}|/")
_ADDRESSEE = word_set("you ya u your")
_UNREAL = word_set("when whenever might maybe perhaps probably hopefully never not n't would could")
_CONDITIONS = word_set("if unless")
# "I'll drive you, if you like" is promised all the same.
_POLITE = word_set("like want wish")
# What is done again and again is no task, and neither is work at its usual time.
_HABITUAL = word_set("every each always usually often sometimes daily weekly monthly normally still")
_NOT_SCHEDULED = word_set("work stay sleep play live feel wear eat drink study")
_OBLIGING = word_set("have 've need got ve")
_PAST_WORDS = word_set("yesterday ago last")
_SOON = word_set("tonight tomorrow tmrw tmr tomorow")
_DAY = re.compile(r"\d+-\d+-\d+")
_RECIPIENT = re.compile(r"\s*\b(?:(?:to|for|with) )?(?:you|u|ya)\b(?! (?:all|both|two|guys))")
_NOT_THIRD_PERSON = re.compile(r"\b(?:I|i|me|my|mine|we|us|our|you|your|u|ur)\b|[\"“”«»{}]|^\w+[.!?]")
_OPEN_PRONOUN = re.compile(r"\b(?:it|them|'?em|him|her|he|she|his|hers|these|those)\b", re.IGNORECASE)
_MOST_CHARS = 200


def find_tasks(
    passage: Utterance, doc: Doc, names: Sequence[NameSpan], earlier: Sequence[EarlierPerson] = ()
) -> list[ExtractedStatement]:
    """Return the tasks in a message, in the order of the text.

    Args:
        passage: the message, with its speaker.
        doc: the message, parsed with dependencies.
        names: the names in the message.
        earlier: the persons whom the messages before it name.
    """
    own = blank_all_but_own_words(passage.text, passage.speaker, names)
    text = blank_quoted(blank_staged(blank_supplied(own)))
    dates = find_dates(passage.text, passage.at)
    tasks = []
    referents = Referents(passage.speaker, passage.addressee, earlier)
    for clause in split_clauses(doc):
        # What "it" means stays open.
        known = replace(referents, persons=[*referents.persons], things=[], used=set())
        referents.note_clause(clause, names)
        if text[clause.start : clause.end] != passage.text[clause.start : clause.end]:
            continue
        is_addressed, today = passage.addressee is not None, passage.at.date().isoformat()
        if (deed := _reminded_deed(clause)) is not None:
            tasks.append(_rest_on(_build_task(clause, deed, passage, dates, known), known))
        elif (deed := _promised_deed(clause, dates, today, is_addressed=is_addressed)) is not None:
            task = _rest_on(_build_task(clause, deed, passage, dates, known), known)
            # "I'll bring it on Sunday": what?
            if task is not None and not _OPEN_PRONOUN.search(task.object):
                tasks.append(task)
    tasks += [_build_listed_task(item, passage, dates) for item in _LIST_ITEM.finditer(own)]
    return [task for task in tasks if task is not None]


def _rest_on(task: ExtractedStatement | None, referents: Referents) -> ExtractedStatement | None:
    """Return a task with the earlier messages that name its persons."""
    return None if task is None else replace(task, rests_on=tuple(sorted(referents.used)))


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


def _promised_deed(clause: Clause, dates: Sequence[DateMention], today: str, *, is_addressed: bool) -> Token | None:
    """Return the verb of what speakers promise, have to do, or will do on a day.

    "I'll send you the lease", "will send the lease", "I'm going to call the bank on Friday", "I have to find a plumber",
    "I'm paying the deposit tomorrow".
    """
    words = {token.lower_ for token in clause.tokens}
    if not _is_of_speaker(clause) or clause.is_question or _is_unreal(clause):
        return None
    root = clause.root
    is_promise = any(child.lower_ in _WILL and child.dep_ in {"aux", "advmod"} for child in root.children)
    days = [each for each in find_clause_dates(clause, dates) if each.words and _DAY.fullmatch(each.value)]
    # "I have to take two pills a day".
    is_rate = not days and _RATE_WORDS.search(root.doc.text[clause.start : clause.end])
    is_regular = bool(words & _HABITUAL) or is_rate
    obliged = None if is_regular else _obliged_deed(root)
    deed = _next_deed(root) if is_promise else obliged or _intended_deed(root) or _scheduled_deed(clause, words)
    if (
        deed is None
        or (deed.lemma_.lower() in _SAYING and words & _ADDRESSEE)
        or deed.lemma_.lower() in _NOT_DEEDS
        or _is_figure_of_speech(deed)
        or (deed.tag_ != "VB" and deed is not _scheduled_deed(clause, words))
    ):
        return None
    has_recipient = any(child.dep_ == "obj" and child.lower_ in _ADDRESSEE for child in deed.children)
    if has_recipient and not is_addressed:
        # "I'll pick you up": without the person nothing is left.
        return None
    if deed.tag_ != "VB" and not any(each.value >= today for each in days):
        return None
    things = _find_things(deed, clause, {place for each in days for place in range(each.first, each.last + 1)})
    has_object = any(_is_object(child, deed) for child in things)
    if obliged is not None or deed.tag_ != "VB":
        return deed if has_object else None
    # "I'll tell him" leaves open what.
    is_specific = (has_object and deed.lemma_.lower() not in _TELLING) or has_recipient
    is_specific |= any(child.dep_ == "obj" or child.pos_ == "PROPN" for child in things)
    is_service = not _DONE_FOR_SOMEONE.isdisjoint({deed.lemma_.lower(), name_predicate(deed)})
    is_done_for = has_recipient and (days or (is_promise and is_service))
    return deed if is_done_for or (things and (days or (is_promise and is_specific))) else None


def _find_things(deed: Token, clause: Clause, dated: Set[int]) -> list[Token]:
    """Return the heads of what a deed is done to, with or at; the days among its words, `dated`, are none."""
    # "I'll pay the £40", but not "£40 a week".
    is_payment = deed.lemma_.lower() in _PAYING and not _RATE.search(clause.root.doc.text[clause.start : clause.end])
    return [
        child
        for child in deed.children
        if child.dep_ in {"obj", "iobj", "obl"}
        and child.i not in dated
        and (
            child.pos_ in {"NOUN", "PROPN"}
            or child.lower_ in PERSON_PRONOUNS
            or (child.dep_ == "obj" and child.text in CURRENCIES and is_payment)
        )
    ]


def _is_object(thing: Token, deed: Token) -> bool:
    """Whether a deed is done to a person or thing."""
    if deed.lemma_.lower() in _TALKING and thing.dep_ == "obl":
        # "I have to reply to emails" is work.
        is_one = thing.tag_ in {"NN", "NNP", "PRP"}
        return is_one and any(child.dep_ == "case" and child.lower_ == "to" for child in thing.children)
    # "I have to ask the council" has no other object.
    return thing.dep_ == "obj" or (thing.dep_ == "iobj" and deed.lemma_.lower() in _ASKING | _TALKING)


def _next_deed(verb: Token) -> Token:
    """Return the verb of what follows going: "I'll go round and put up a rail", but not "I'll go mad and …"."""
    if verb.lemma_.lower() not in _GOING or any(child.pos_ == "ADJ" for child in verb.children):
        return verb
    return next((child for child in verb.children if child.dep_ == "conj" and child.tag_ == "VB"), verb)


def _is_figure_of_speech(deed: Token) -> bool:
    """Whether a verb and a word that depends on it promise no deed in what they say."""
    objects = _FIGURES_OF_SPEECH.get(deed.lemma_.lower(), ())
    return any(child.lower_ in objects for child in deed.children)


def _is_of_speaker(clause: Clause) -> bool:
    """Whether a clause says what its speaker will or has to do; the verb may open it without a subject."""
    if clause.subject is None:
        first = clause.tokens[0]
        after = first.nbor().lower_ if first.i + 1 < len(first.doc) else ""
        # "Gotta" is two words; "got to meet Tom" is past, and "have him ring the vet" asks.
        opens = (first.lower_ in _OPENING_VERBS and after == "to") or (first.lower_, after) == ("got", "ta")
        return (opens or first.lower_ == "will") and clause.root in {first, first.head}
    return clause.subject.lower_ in _SPEAKER_SUBJECTS


def _is_unreal(clause: Clause) -> bool:
    """Whether a clause denies or doubts its deed, or makes it depend on something; what its object asks does neither."""
    for token in clause.tokens:
        if token.lower_ in _UNREAL and (token.i < clause.root.i or token.head == clause.root):
            return True
        if token.lower_ in _CONDITIONS:
            condition = token.head
            is_asked = condition.dep_ == "ccomp" and token.i > clause.root.i
            if not is_asked and condition.lemma_.lower() not in _POLITE:
                return True
    return False


def _intended_deed(root: Token) -> Token | None:
    """Return the verb of "going to call", "gonna call"."""
    is_past = any(child.lower_ in {"was", "were"} for child in root.children)
    return _infinitive(root) if root.lower_ in {"going", "gon"} and not is_past else None


def _obliged_deed(root: Token) -> Token | None:
    """Return the verb of "have to call", "need to call", "have got to call", "must call"; not of "had to call"."""
    if any(child.lower_ == "must" and child.dep_ == "aux" for child in root.children):
        return root
    # "Need to ring the vet" may be read as an order.
    is_bare = root.tag_ == "VB" and not any(child.dep_ == "aux" for child in root.children)
    is_present = is_bare or root.tag_ == "VBP" or root.lower_ == "got"
    return _infinitive(root) if is_present and root.lower_ in _OBLIGING else None


def _infinitive(root: Token) -> Token | None:
    return next((child for child in root.children if child.dep_ == "xcomp" and child.tag_ == "VB"), None)


def _scheduled_deed(clause: Clause, words: Set[str]) -> Token | None:
    """Return the verb of "I'm paying the deposit tomorrow", "I write the abstract tonight"."""
    root = clause.root
    if root.lemma_.lower() in _NOT_SCHEDULED or words & (_HABITUAL | _PAST_WORDS):
        return None
    is_progressive = root.tag_ == "VBG" and any(child.lower_ in {"'m", "am", "m"} for child in root.children)
    return root if is_progressive or (root.tag_ == "VBP" and words & _SOON) else None


def _is_negated(verb: Token) -> bool:
    return any(child.lower_ in {"not", "n't", "never"} for child in verb.children)


def _build_task(
    clause: Clause, deed: Token, passage: Utterance, dates: Sequence[DateMention], referents: Referents
) -> ExtractedStatement | None:
    inside = {token.i for token in deed.subtree} - _reasons(deed)
    tokens = tuple(token for token in clause.tokens if token.i >= deed.i and token.i in inside)
    part = Clause(deed, tokens, None, is_inherited=False, mark=clause.mark, is_last=clause.is_last)
    due = next((each for each in find_clause_dates(clause, dates) if each.words), None)
    sentence = rewrite_clause(part, addressee=passage.addressee, referents=referents, dates=dates)
    words = _without_recipient(sentence.text.removesuffix("."), passage.speaker)
    words = words[:1].lower() + words[1:]
    if deed.tag_ != "VB":
        # "I'm paying the rent": a task names the deed in its base form.
        words = deed.lemma_.lower() + words[len(deed.text) :]
    if _NOT_THIRD_PERSON.search(words) or not len(words.split()) >= 2 or len(words) > _MOST_CHARS:
        return None
    predicate = name_predicate(deed)
    thing = strip_dates(_without_recipient(sentence.rest, passage.speaker))
    for word in predicate.split("_")[1:]:
        thing = thing.removeprefix(f"{word} ")
    thing = thing.strip(" ,.") or deed.text
    return _task(passage.speaker, predicate, thing, words, due.value if due else None, (clause.start, clause.end))


def _reasons(deed: Token) -> set[int]:
    """Return the places of clauses that a deed does not need: "… because it is late", "… when I get in"."""
    finite = {"VBD", "VBP", "VBZ", "MD"}
    clauses = [child for child in deed.children if child.dep_ in {"advcl", "parataxis"} and child.i > deed.i]
    return {
        token.i
        for each in clauses
        if each.tag_ in finite or any(child.tag_ in finite for child in each.children)
        for token in each.subtree
    }


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
