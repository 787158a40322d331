"""Corrections of the parser where asides and omitted words of chat mislead it: "no wait", "I must say", "it's Ann who"."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_SUBJECTS = frozenset({"nsubj", "nsubj:pass", "csubj"})
_FINITE_TAGS = frozenset({"VBD", "VBZ", "VBP", "MD"})
_BEFORE_WAIT = frozenset({"no", "oh", "ah", "ok", "okay", "hang", "but"})
# Words after "wait" that belong to it: "wait for me", "wait times", "the wait is long".
_AFTER_WAIT = frozenset(
    {"for", "till", "until", "to", "a", "an", "and", "in", "on", "at", "here", "there", "is", "was", "times"}
)
_GREETINGS = frozenset({"sorry", "thanks", "hi", "hello", "hey", "ok", "okay", "morning", "evening"})
_GREETED = frozenset({"guys", "all", "everyone", "folks", "team", "lads", "girls", "ladies", "people", "both"})
_DETERMINERS = frozenset({"det", "det:predet"})
_ADMITTING = frozenset({"say", "admit", "confess"})
_DUTIES = frozenset({"must", "have", "got", "will", "'ll"})
_SENTENCE_ENDS = frozenset({"!", "?", "."})
_CLAUSES = frozenset({"parataxis", "ccomp", "conj"})
_PLACED = frozenset({"obl", "nmod"})
_CLEFT_SUBJECTS = frozenset({"who", "that"})
_CLEFT_PARTS = frozenset({"nsubj", "expl", "cop", "punct", "discourse", "vocative", "cc"})


def correct_asides(doc: Doc) -> None:
    """Correct the dependencies of a parsed text in place, so that asides are no part of its clauses; without them, nothing."""
    if not doc.has_annotation("DEP"):
        return
    for token in doc:
        if token.lower_ == "wait":
            _read_wait(token)
        elif token.lower_ in _GREETED and token.dep_ in _SUBJECTS | _DETERMINERS:
            _read_greeting(token)
        elif token.lower_ in _ADMITTING:
            _read_admission(token)
        elif token.dep_ == "ccomp":
            _read_after_answer(token)
        elif token.dep_ in _PLACED:
            _read_place_of_second(token)
    for token in doc:
        _read_cleft(token)


def _opens_text(token: Token, openings: frozenset[str]) -> bool:
    """Whether a word is the first one after a mark, or only an opening stands before it: "no wait"."""
    before = token.nbor(-1) if token.i else None
    if before is None or before.is_punct or before.is_space:
        return True
    first = before.nbor(-1) if before.i else None
    return before.lower_ in openings and (first is None or first.is_punct or first.is_space)


def _read_wait(wait: Token) -> None:
    """Read "wait" as an aside before a clause: "no wait Thursday is my day off", "wait she lives in Cork"."""
    following = wait.nbor() if wait.i + 1 < len(wait.doc) else None
    if (
        following is None
        or following.is_punct
        or following.lower_ in _AFTER_WAIT
        or not _opens_text(wait, _BEFORE_WAIT)
    ):
        return
    if wait.dep_ in _SUBJECTS:
        verb = wait.head
        named = next((child for child in wait.rights if child.i < verb.i), None)
        subject = next((child for child in verb.lefts if child.i > wait.i and child.dep_ in _SUBJECTS), named)
        if subject is not None:
            subject.head, subject.dep_ = verb, "nsubj"
            wait.head, wait.dep_ = verb, "discourse"
        return
    if wait.dep_ == "compound" and wait.i and wait.nbor(-1).lower_ in {"no", "oh"} and wait.head.dep_ in _SUBJECTS:
        # "No wait dinner is at 7".
        wait.nbor(-1).head = wait
        wait.head, wait.dep_ = wait.head.head, "discourse"
        return
    stated = next((child for child in wait.rights if child.dep_ in {*_CLAUSES, "acl:relcl"}), None)
    if wait.dep_ == "ROOT" and stated is not None and any(child.dep_ in _SUBJECTS for child in stated.children):
        _make_root(stated, wait)


def _make_root(verb: Token, aside: Token) -> None:
    """Make a verb the root of its sentence, and the former root an aside of it."""
    for child in [child for child in aside.rights if child != verb and not child.is_ancestor(verb)]:
        child.head = verb
    verb.head, verb.dep_ = verb, "ROOT"
    aside.head, aside.dep_ = verb, "discourse"


def _read_greeting(noun: Token) -> None:
    """Read "sorry guys" as an aside: "Sorry guys can't do Wednesday"."""
    before = noun.nbor(-1) if noun.i else None
    if before is not None and before.lower_ in _GREETINGS and _opens_text(before, frozenset()):
        before.head, before.dep_ = noun, "discourse"
        noun.dep_ = "discourse"


def _read_admission(verb: Token) -> None:
    """Read "I must say" after or before a statement as an aside: "Dr Hussain was lovely I must say"."""
    head = verb.head if verb.dep_ == "xcomp" and verb.head.lower_ in _DUTIES else verb
    subject = next((child for child in head.lefts if child.dep_ in _SUBJECTS), None)
    is_duty = head is not verb or any(child.dep_ == "aux" and child.lower_ in _DUTIES for child in verb.lefts)
    if subject is None or subject.lower_ != "i" or not is_duty:
        return
    after = [each for each in verb.rights if not each.is_punct]
    if after:
        if head.dep_ == "ROOT" and len(after) == 1 and _is_plain_clause(after[0]):
            _make_root(after[0], head)
        return
    stated = next((child for child in head.lefts if child.dep_ == "ccomp" and child.i < subject.i), None)
    if stated is not None and head.dep_ == "ROOT":
        _make_root(stated, head)
    elif head.dep_ in _CLAUSES and head.head.i < subject.i and not any(each.dep_ == "cc" for each in head.lefts):
        head.dep_ = "discourse"


def _is_plain_clause(verb: Token) -> bool:
    """Whether a verb begins a clause with a subject and without "that" or "what"."""
    is_open = any(child.dep_ == "mark" or child.tag_ in {"WP", "WRB", "WDT"} for child in verb.lefts)
    return verb.dep_ == "ccomp" and not is_open and any(child.dep_ in _SUBJECTS for child in verb.lefts)


def _read_after_answer(verb: Token) -> None:
    """Read a verb after "Aoife said yes!" as what its subject does: "Aoife said yes! starts on the 12th"."""
    first, parts = verb.left_edge, {child.dep_ for child in verb.children}
    before = first.nbor(-1) if first.i else None
    while first.i < verb.i and (first.dep_ == "discourse" or first.is_punct):
        before, first = first, first.nbor()
    if (
        before is None
        or before.text not in _SENTENCE_ENDS
        or verb.head.i > verb.i
        or parts & {*_SUBJECTS, "mark", "expl"}
    ):
        return
    tense = next((child for child in verb.lefts if child.dep_ in {"aux", "cop"}), verb)
    if tense.tag_ == "VBZ":
        verb.dep_ = "conj"


def _read_place_of_second(noun: Token) -> None:
    """Read a place after a second clause as its own: "called the midwife, scan is on the 20th in Gloucester"."""
    first, head = noun.left_edge, noun.head
    if first.dep_ != "case" or head.i > noun.i:
        return
    clause = next(
        (
            child
            for child in head.rights
            if child.dep_ == "parataxis"
            and child.right_edge.i + 1 == first.i
            and any(each.dep_ in _SUBJECTS for each in child.lefts)
        ),
        None,
    )
    if clause is not None:
        noun.head = clause


def _read_cleft(root: Token) -> None:
    """Read "it's Ann who sings" as "Ann sings", unless it is denied or asked."""
    verb = next((child for child in root.rights if child.dep_ in {"acl:relcl", "advcl:relcl", "ccomp"}), None)
    it = next((child for child in root.lefts if child.lower_ == "it" and child.dep_ in {"nsubj", "expl"}), None)
    be = next((child for child in root.lefts if child.dep_ == "cop"), None)
    who = next((child for child in verb.lefts if child.dep_ in _SUBJECTS), None) if verb is not None else None
    if verb is None or it is None or be is None or who is None or it.i > be.i or root.pos_ != "PROPN":
        return
    parts = {"compound", "flat", "nmod:desc"}
    others = [child for child in root.lefts if child.dep_ not in _CLEFT_PARTS | parts]
    name = [root, *(child for child in root.children if child.dep_ in parts)]
    if who.lower_ not in _CLEFT_SUBJECTS or others or who.i != max(each.i for each in name) + 1:
        return
    for child in [child for child in root.children if child not in name and child != verb]:
        child.head = verb
    it.dep_ = be.dep_ = who.dep_ = "discourse"
    verb.head, verb.dep_ = (verb, "ROOT") if root.dep_ == "ROOT" else (root.head, root.dep_)
    root.head, root.dep_ = verb, "nsubj"
