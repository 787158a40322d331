"""Which verb of a clause its speaker promises, has to do, plans for a day, or asks to be reminded of."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from typing import TYPE_CHECKING

from kg.extraction.clause_dates import find_clause_dates
from kg.extraction.open_predicates import name_predicate
from kg.extraction.referents import PERSON_PRONOUNS
from kg.extraction.word_lists import CURRENCIES, NEGATIONS, word_set

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

    from kg.extraction.clauses import Clause
    from kg.extraction.dates import DateMention

OPEN_ONE = word_set("it that this one")
OPEN_SEVERAL = word_set("them these those 'em em both some")
OPEN_PERSONS = word_set("him her")
"""Pronouns for what a promise leaves open."""

_REMINDERS = word_set("remind")
_SPEAKER_SUBJECTS = word_set("i")
# "Will ask him", "must post the card", "need to ring the vet": verbs that open such a clause of the speaker.
_OPENING_VERBS = word_set("need have")
_OPENING_ADVERBS = word_set("really still also just definitely seriously")
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
# Deeds that others wait for: "I'll bring it" is a task, "I'll eat it" is none, and "I'll get it" only with a day.
_SERVICES = word_set(
    "bring fetch collect pick_up return send post pay order book phone ring call tell ask file fix repair lend deliver forward "
    "buy drop_off hand_in sort_out sign submit confirm cancel print feed organise organize arrange"
)
_DATED_SERVICES = word_set("get do take make finish check look_at clean wash move paint build")
_ASKING_OPENLY = word_set("ask call phone ring pay book order confirm")
_OPEN_DEEDS = _SERVICES | _DATED_SERVICES | _ASKING_OPENLY
_OPEN_THINGS = OPEN_ONE | OPEN_SEVERAL | OPEN_PERSONS
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
# "I have to wear glasses" is lasting.
_LASTING = word_set("wear eat drink")
# "I'm starting a job on Monday" is a plan and no errand, and so is "I'm taking my driving test".
_EVENTS = word_set(
    "start begin leave join run marry quit retire visit attend host meet catch celebrate spend tour fly sail perform sing dance "
    "race compete travel board ride launch change"
)
_TAKEN = word_set("test exam exams flight train bus break holiday holidays leave day days week time course class")
_WITH_PARTICLE = frozenset({("look", "after"), ("deal", "with"), ("see", "to")})
_OBLIGING = word_set("have 've need got ve")
# "I should get new tyres", "I should get some rest".
_ERRANDS = word_set("get renew replace install paint wash clean update write prepare")
_NOT_ERRANDS = word_set(
    "sleep rest life hobby job air exercise shower food break grip help day chance point message idea feeling something anything"
)
_PAST_WORDS = word_set("yesterday ago last")
_SOON = word_set("tonight tomorrow tmrw tmr tomorow")
_DAY = re.compile(r"\d+-\d+-\d+")


def find_reminded_deed(clause: Clause) -> Token | None:
    """Return the verb of what the author asks to be reminded of: "remind me to call the roofer", "can you remind me to …"."""
    root = clause.root
    if root.lemma_.lower() == "let" and _is_negated(root):
        # "Don't let me forget to call the roofer".
        forget = next((child for child in root.children if child.lower_ == "forget"), None)
        is_own = forget is not None and any(child.lower_ == "me" for child in (*root.children, *forget.children))
        return _infinitive(forget) if forget is not None and is_own else None
    if root.lemma_.lower() not in _REMINDERS or root.tag_ not in {"VB", "VBP"}:
        return None
    if clause.subject is not None and clause.subject.lower_ not in _ADDRESSEE:
        return None
    if not any(child.lower_ == "me" for child in root.children) or _is_negated(root):
        return None
    return next((child for child in root.children if child.dep_ in {"xcomp", "advcl"} and child.tag_ == "VB"), None)


def find_promised_deed(clause: Clause, dates: Sequence[DateMention], today: str, *, is_addressed: bool) -> Token | None:
    """Return the verb of what speakers promise, have to do, or will do on a day.

    "I'll send you the lease", "will send the lease", "I'm going to call the bank on Friday", "I have to find a plumber",
    "I'm paying the deposit tomorrow".

    Args:
        clause: the clause.
        dates: the dates of the message.
        today: ISO date of the message.
        is_addressed: whether it is known who is addressed.
    """
    words = {token.lower_ for token in clause.tokens}
    if not _is_of_speaker(clause) or clause.is_question or _is_unreal(clause):
        return None
    root = clause.root
    is_promise = any(child.lower_ in _WILL and child.dep_ in {"aux", "advmod"} for child in root.children)
    days = [each for each in find_clause_dates(clause, dates) if each.words and _DAY.fullmatch(each.value)]
    # "I have to take two pills a day".
    is_rate = not days and _RATE_WORDS.search(root.doc.text[clause.start : clause.end])
    # "I still have to pay" speaks of one payment.
    is_regular = bool(words & (_HABITUAL - {"still"})) or is_rate
    obliged = None if is_regular else _obliged_deed(root)
    deed = _next_deed(root) if is_promise else obliged or _intended_deed(root) or _scheduled_deed(clause, words)
    if deed is not None and not is_regular and (later := _later_obligation(deed)) is not None:
        deed = obliged = later
    if (
        deed is None
        or (deed.lemma_.lower() in _SAYING and words & _ADDRESSEE)
        or deed.lemma_.lower() in _NOT_DEEDS
        or (deed is obliged and not days and deed.lemma_.lower() in _LASTING)
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
    is_specific |= any(
        child.dep_ == "obj" or child.pos_ == "PROPN" or _is_object_of_particle(child) for child in things
    )
    is_service = not _DONE_FOR_SOMEONE.isdisjoint({deed.lemma_.lower(), name_predicate(deed)})
    is_done_for = has_recipient and (days or (is_promise and is_service))
    return deed if is_done_for or (things and (days or (is_promise and is_specific))) else None


def may_promise_openly(doc: Doc) -> bool:
    """Whether a message has a promise that may leave open what it is about."""
    verbs = (token.head for token in doc if token.lower_ in _WILL and token.dep_ == "aux")
    return any(not {_name_deed(verb), verb.lemma_.lower()}.isdisjoint(_OPEN_DEEDS) for verb in verbs)


def find_open_deed(clause: Clause, dates: Sequence[DateMention]) -> tuple[Token, Set[str]] | None:
    """Return the verb of a promise that leaves open what or whom it is about, and the words for that.

    "I'll bring it", "I'll ask on Monday".

    Args:
        clause: the clause.
        dates: the dates of the message.
    """
    deed = clause.root
    is_promise = deed.tag_ == "VB" and any(child.lower_ in _WILL and child.dep_ == "aux" for child in deed.children)
    if (
        clause.subject is None
        or not is_promise
        or not _is_of_speaker(clause)
        or clause.is_question
        or _is_unreal(clause)
    ):
        return None
    if {token.lower_ for token in clause.tokens} & (_HABITUAL | _ADDRESSEE) or _is_figure_of_speech(deed):
        return None
    days = [each for each in find_clause_dates(clause, dates) if each.words]
    dated = {place for each in days for place in range(each.first, each.last + 1)}
    objects = {child.lower_ for child in deed.children if child.dep_ in {"obj", "iobj"} and child.i not in dated}
    verb = _name_deed(deed)
    if not objects:
        # "Ask on Thursday" is no "ask on".
        return (deed, objects) if days and deed.lemma_.lower() in _ASKING_OPENLY else None
    is_service = verb in _SERVICES or (days and verb in _DATED_SERVICES)
    return (deed, objects) if is_service and objects <= _OPEN_THINGS else None


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
            or (child.dep_ == "obj" and child.lower_ == "some")
        )
    ]


def _is_object(thing: Token, deed: Token) -> bool:
    """Whether a deed is done to a person or thing."""
    if deed.lemma_.lower() in _TALKING and thing.dep_ == "obl":
        # "I have to reply to emails" is work.
        is_one = thing.tag_ in {"NN", "NNP", "PRP"}
        return is_one and any(child.dep_ == "case" and child.lower_ == "to" for child in thing.children)
    # "I have to ask the council" has no other object.
    is_direct = thing.dep_ == "obj" or _is_object_of_particle(thing)
    return is_direct or (thing.dep_ == "iobj" and deed.lemma_.lower() in _ASKING | _TALKING)


def _is_object_of_particle(thing: Token) -> bool:
    """Whether the particle of a verb was read as the preposition of its object: "take over the booking"."""
    cases = [child for child in thing.children if child.dep_ == "case"]
    return thing.dep_ == "obl" and any(
        each.tag_ == "RP" or (thing.head.lemma_.lower(), each.lower_) in _WITH_PARTICLE for each in cases
    )


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
        # "Really need to sort out the shed".
        first = next((token for token in clause.tokens if token.lower_ not in _OPENING_ADVERBS), clause.tokens[0])
        after = first.nbor().lower_ if first.i + 1 < len(first.doc) else ""
        # "Gotta" is two words; "got to meet Tom" is past, and "have him ring the vet" asks.
        opens = (first.lower_ in _OPENING_VERBS and after == "to") or (first.lower_, after) == ("got", "ta")
        return (opens or first.lower_ in {"will", "must"}) and clause.root in {first, first.head}
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
    if any(child.lower_ == "should" and child.dep_ == "aux" for child in root.children):
        return root if _is_errand(root) else None
    # "Need to ring the vet" may be read as an order.
    is_bare = root.tag_ == "VB" and not any(child.dep_ == "aux" for child in root.children)
    is_present = is_bare or root.tag_ == "VBP" or root.lower_ == "got"
    return _infinitive(root) if is_present and root.lower_ in _OBLIGING else None


def _is_errand(deed: Token) -> bool:
    """Whether "I should" gives its speaker something to do: "I should get new tyres", not "I should get some sleep"."""
    is_perfect = any(
        child.dep_ in {"aux", "aux:pass"} and child.lemma_.lower() in {"have", "be"} for child in deed.children
    )
    things = [child for child in deed.children if child.dep_ == "obj" and child.pos_ in {"NOUN", "PROPN"}]
    is_service = _name_deed(deed) in _SERVICES or deed.lemma_.lower() in _ERRANDS
    return is_service and not is_perfect and any(each.lemma_.lower() not in _NOT_ERRANDS for each in things)


def _later_obligation(deed: Token) -> Token | None:
    """Return the verb of "I'll need to call", "I'm going to have to call", of which `deed` is "need" or "have"."""
    return _infinitive(deed) if deed.tag_ == "VB" and deed.lower_ in {"need", "have"} else None


def _infinitive(root: Token) -> Token | None:
    return next((child for child in root.children if child.dep_ == "xcomp" and child.tag_ == "VB"), None)


def _scheduled_deed(clause: Clause, words: Set[str]) -> Token | None:
    """Return the verb of "I'm paying the deposit tomorrow", "I write the abstract tonight"."""
    root = clause.root
    verb = root.lemma_.lower()
    is_event = verb in _EVENTS or (verb == "take" and any(child.lower_ in _TAKEN for child in root.children))
    if verb in _NOT_SCHEDULED or is_event or words & (_HABITUAL | _PAST_WORDS):
        return None
    is_progressive = root.tag_ == "VBG" and any(child.lower_ in {"'m", "am", "m"} for child in root.children)
    return root if is_progressive or (root.tag_ == "VBP" and words & _SOON) else None


def _name_deed(verb: Token) -> str:
    """Return a verb with its particle: "bring", "pick_up"; "phone" also where a closed predicate has this name."""
    return name_predicate(verb).removeprefix("to_")


def _is_negated(verb: Token) -> bool:
    return any(child.lower_ in NEGATIONS for child in verb.children)
