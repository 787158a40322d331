"""What a message gives the agent to do: a request ("bot tell the hotel …"), or "yes" to an offer ("Shall I order it?")."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from kg.extraction.clause_dates import spell_dates
from kg.extraction.clauses import FINITE_TAGS
from kg.extraction.dates import find_dates
from kg.extraction.quoted_speech import blank_all_but_asserted
from kg.extraction.task_statements import build_task
from kg.extraction.word_lists import word_set
from kg.language import find_instructions, split_sentences
from kg.protocols import UNNAMED_AGENT, ExtractedStatement, Utterance

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

    from kg.extraction.dialogue import ParsedTurn
    from kg.language import NameSpan

_FILLERS = r"(?:(?:hey|hi|ok(?:ay)?|and|also|so|oh|then|btw|please|pls|plz|just|maybe)\b[ ,]*)*"
_AGENT_WORDS = word_set("bot assistant agent ai")
_NAMED = re.compile(rf"\W*{_FILLERS}@?(?P<name>[^\W\d_][\w-]*)[,:]? ", re.IGNORECASE)
_ASKING = re.compile(rf"\W*{_FILLERS}(?:(?:can|could|will|would) (?:you|u) )?{_FILLERS}", re.IGNORECASE)
# Deeds towards others, which are not done in the answer itself.
_DEEDS = re.compile(
    r"(?P<verb>tell|ask|remind|let|inform|notify|invite|email|e-mail|mail|text|message|call|phone|ring|order|book|reserve|buy"
    r"|cancel|post|forward|pay|arrange|confirm|renew|register|submit|write to|reply to|write (?:an? )?(?:e-?mail|letter) to)"
    r" (?P<rest>[^?\n]{3,160}?)[\s.!]*\??[\s.!]*",
    re.IGNORECASE,
)
# "Tell me", "order it", "call them": said to who answers, or of what stays open.
_NO_RECIPIENTS = re.compile(
    r"^(?:me|us|you|yourself|it|this|that|them|him|her|these|those|attention|a (?:joke|story)|nobody|no ?one|any(?:body|one))\b"
    r"|\b(?:him|her|them|he|she|it|this one|that one|you|your)\b(?! (?:need|needs|want|wants)\b)",
    re.IGNORECASE,
)
_CONTENT_VERBS = word_set("tell ask remind let inform notify")
_SAID = re.compile(r"^[\w'’-]+(?: [\w'’-]+)? (?:is|are|was|were|has|have)\b", re.IGNORECASE)
# Without "you", what the author has to do: "refill the tablets by Friday. call Tom".
_OWN_ERRANDS = word_set("call phone ring buy pay post text submit register renew message forward")
_LISTS = re.compile(
    r"\b(?:remind(?:ers?)?|to-?do|list|don['’]?t forget|i (?:have|need|must|should|ought))\b", re.IGNORECASE
)
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")
_OFFER = re.compile(
    rf"\W*{_FILLERS}(?:(?:shall|should|can|could|may) i|(?:do|would) (?:you|u) (?:want|like) me to|want me to|i can|i could)"
    r" (?:also |then |now |already )?(?P<deed>[a-z]+ [^?]{2,160}?)(?: (?:now|then|too|for (?:you|u)))*[\s]*\?\W*",
    re.IGNORECASE,
)
# Done in the answer itself, or no deed.
_ANSWERED = word_set("explain show continue go elaborate help assume be know see tell say expand repeat clarify give")
_REMIND = re.compile(r"remind (?:you|u) (?P<how>to|about|of) (?P<matter>.+)", re.IGNORECASE)
_YES = re.compile(
    r"\W*(?:(?:oh|um|well|ok(?:ay)?)\b[ ,!.]*)*(?:yes|yeah|yep|yup|ye|sure|please do|do (?:it|that)|go ahead|of course|definitely"
    r"|absolutely|pls do)\b[ ,!.–—-]*(?:(?:please|pls|plz|do(?: it| that)?|thanks|thx|go ahead|(?:good|great) idea)\b"
    r"[ ,!.–—-]*)*",
    re.IGNORECASE,
)
_TURNED = re.compile(
    r"\b(?:but|wait|not yet|no|later|if|unless|first|only if|until|till|maybe|perhaps|actually|rather|instead)\b|\?",
    re.IGNORECASE,
)
# Of what an answer adds, only words without a sentence of their own belong to the deed.
_STATES = re.compile(
    r"\b(?:i|me|my|we|our|you|your|he|she|it|they|his|her|them|him|is|are|was|were|has|have|had|will|would|can|could|does|do|did"
    r"|that|this|thanks|thx|lol|haha|good|great|cool|nice|cancel|order|yes)\b|['’]\w|[\"“”«»{}<>\[\]]",
    re.IGNORECASE,
)
_POSTPONED = re.compile(
    r"\W*(?:(?:oh|um|well|hm+)\b[ ,]*)*(?:not yet|no(?:pe)?|haven['’]?t yet|forgot)\b[^.!?]{0,20}?[ ,.!–—-]+"
    r"(?:and |but |so |can you )*"
    r"(?:please |pls )?remind me(?: (?:later|about (?:it|that)|of it|to|please|pls))*\W*",
    re.IGNORECASE,
)
# Dates are spelled out with a preposition: "for on 8 May".
_DOUBLED = re.compile(r"\b(for|by|from|until|till|of|to|before|after|since) on(?= \d)")
_BY = re.compile(r"\b(?:by|before|until|till)\b", re.IGNORECASE)
_MARKUP = re.compile(r"[\"“”«»{}<>\[\]`|\\]")
_POSSESSED = re.compile(r"\b(?:your|ur)\b", re.IGNORECASE)
_ADDRESSED = re.compile(r"\b(?:you|u)\b", re.IGNORECASE)
_OWN_FORMS = (
    (re.compile(r"\b(?:i['’]ve got|i have|we have|we['’]ve got|i['’]ve|we['’]ve)\b", re.IGNORECASE), "they have"),
    (re.compile(r"\b(?:i['’]?m|i am|we are|we['’]re)\b", re.IGNORECASE), "they are"),
    (re.compile(r"\b(?:i['’]ll|we['’]ll)\b", re.IGNORECASE), "they will"),
    (re.compile(r"\b(?:i|we)\b", re.IGNORECASE), "they"),
    (re.compile(r"\b(?:me|us)\b", re.IGNORECASE), "them"),
    (re.compile(r"\b(?:my|our)\b", re.IGNORECASE), "their"),
)
_MOST_DETAIL, _MOST_CHARS, _LONGEST_MESSAGE = 80, 240, 1500


class _Offer(NamedTuple):
    """What the message before offers to do.

    Attributes:
        owner: who is to do it.
        deed: the deed in the third person.
        predicate: its verb.
        due: its due date, as ISO text; None if it names none.
    """

    owner: str
    deed: str
    predicate: str
    due: str | None


def find_agent_tasks(
    passage: Utterance, doc: Doc, names: Sequence[NameSpan], turns: Sequence[ParsedTurn | None] = ()
) -> Iterator[ExtractedStatement]:
    """Yield the tasks that a message gives to the agent, and those of its author of which it is to remind.

    Args:
        passage: the message, with the messages before it.
        doc: the message, parsed.
        names: the names in the message.
        turns: the messages before it, parsed; None for those that are not needed.
    """
    # What is marked as an instruction to an agent becomes no fact, also of an owner.
    if passage.is_between_people or len(passage.text) > _LONGEST_MESSAGE or find_instructions(passage.text, doc):
        return
    own = blank_all_but_asserted(passage.text, passage.speaker, names)
    if (accepted := _read_accepted(passage, doc, own)) is not None:
        yield accepted
    if (postponed := _read_postponed(passage, turns)) is not None:
        yield postponed
    agent = _find_agent(passage)
    for start, end in split_sentences(own):
        for part in _SENTENCE.finditer(own, start, end):
            task = _read_request(part[0], (part.start(), part.end()), passage, agent)
            if task is not None and _is_said_of(doc, part.start(), part.end()):
                # "Order came today".
                continue
            if task is not None:
                yield task


def _is_said_of(doc: Doc, start: int, end: int) -> bool:
    """Whether the first verb of a sentence is finite and follows a noun: "order came today"."""
    tokens = [token for token in doc if start <= token.idx < end and not token.is_punct]
    return any(
        before.pos_ in {"NOUN", "PROPN"} and token.tag_ in {"VBD", "VBZ"} and before is tokens[0]
        for before, token in itertools.pairwise(tokens)
    )


def _find_agent(passage: Utterance) -> str:
    """Return the name of the agent that takes part; "" if that is not clear.

    The only other participant, if that one wrote before, is the agent, as no agent would be left out.
    """
    if passage.addressee is not None:
        return passage.addressee if any(turn.speaker == passage.addressee for turn in passage.earlier) else ""
    unnamed = any(turn.is_by_agent and turn.speaker == UNNAMED_AGENT for turn in passage.earlier)
    return UNNAMED_AGENT if unnamed and all(turn.is_own or turn.is_by_agent for turn in passage.earlier) else ""


def _build_task(
    agent: str, passage: Utterance, predicate: str, thing: str, deed: str, due: str | None, span: tuple[int, int]
) -> ExtractedStatement:
    """Return the task of an agent; of one without an account, whose tasks no one could list, what its author asked it to do."""
    owner = passage.speaker if agent == UNNAMED_AGENT else agent
    task = build_task(owner, predicate, thing, deed, due, span)
    template = task.template.replace("{s} is to ", f"{{s}} asked {UNNAMED_AGENT} to ", 1)
    is_reminder = owner == passage.speaker and agent != UNNAMED_AGENT
    return replace(
        task,
        template=template if agent == UNNAMED_AGENT else task.template,
        roles=task.roles if is_reminder else (*task.roles, ("agent", agent)),
    )


def _read_request(text: str, span: tuple[int, int], passage: Utterance, agent: str) -> ExtractedStatement | None:
    """Read "bot tell the seeblick we need a veggie menu for one", "order 2 kg at Gewürz Maier"."""
    named = _NAMED.match(text)
    called = named["name"].casefold() if named is not None else ""
    others = {turn.speaker.casefold(): turn.speaker for turn in passage.earlier if not turn.is_own}
    start = 0
    if named is not None and (called in _AGENT_WORDS or (agent and called == agent.casefold())):
        agent, start = agent or others.get(called, named["name"]), named.end()
    asking = _ASKING.match(text, start)
    match = None if not agent or asking is None else _DEEDS.fullmatch(text, asking.end())
    if match is None or asking is None or (text.rstrip().endswith("?") and asking.end() == start):
        return None
    verb, rest = match["verb"].lower(), match["rest"].strip()
    is_bare = start == 0 and "you" not in asking[0].lower().split() and "u" not in asking[0].lower().split()
    if is_bare and (verb in _OWN_ERRANDS or _LISTS.search(passage.text)):
        return None
    if verb not in _CONTENT_VERBS and _SAID.search(rest):
        # "Book day is on Friday".
        return None
    if _NO_RECIPIENTS.search(rest) or _MARKUP.search(rest) or (verb == "let" and " know" not in rest):
        return None
    words, dates = spell_dates(_in_third_person(rest), passage.at)
    words = _DOUBLED.sub(r"\1", words)
    due = dates[0] if len(dates) == 1 and verb not in _CONTENT_VERBS - {"remind"} else None
    return _build_task(agent, passage, verb.split()[0], words, f"{verb} {words}", due, span)


def _in_third_person(words: str) -> str:
    for pattern, other in _OWN_FORMS:
        words = pattern.sub(other, words)
    return words


def _read_accepted(passage: Utterance, doc: Doc, own: str) -> ExtractedStatement | None:
    """Read "yes, weekend only" to "Should I write a job ad?"."""
    if not passage.earlier or passage.earlier[-1].is_own:
        return None
    yes = _YES.match(own)
    offer = None if yes is None or not yes[0].strip() else _find_offer(passage)
    if yes is None or offer is None:
        return None
    rest = own[yes.end() :]
    line = rest.split("\n", 1)[0]
    first = _SENTENCE.match(line)
    if first is not None and _TURNED.search(first[0]):
        return None
    # "Yes, put beer and limes on it" is another deed.
    verbs = [token.idx - yes.end() for token in doc if token.tag_ in FINITE_TAGS or _is_order(token)]
    details, end = _read_details(rest, verbs, passage, offer)
    due = offer.due
    if due is None and len(days := find_dates(own, passage.at)) == 1 and (details or _BY.search(own)):
        due = days[0].future
    deed = f"{offer.deed}: {details}" if details else offer.deed
    thing, span = deed.partition(" ")[2] or deed, (0, yes.end() + end)
    task = _build_task(offer.owner, passage, offer.predicate, thing, deed, due, span)
    return replace(task, rests_on=(len(passage.earlier) - 1,))


def _is_order(token: Token) -> bool:
    """Whether a word is a verb that begins a clause: "put" of "yes, put beer on it"."""
    return token.tag_.startswith("VB") and token.i > 0 and token.nbor(-1).is_punct


def _read_postponed(passage: Utterance, turns: Sequence[ParsedTurn | None]) -> ExtractedStatement | None:
    """Read "not yet. remind me" to "Has the hotel been cancelled?", "Did you pay the rent?"."""
    last = turns[-1] if turns and passage.earlier else None
    if last is None or passage.earlier[-1].is_own or _POSTPONED.fullmatch(passage.text) is None:
        return None
    asked = [each for each in last.doc.sents if each.text.rstrip().endswith("?")]
    if len(asked) != 1 or asked[0].root.pos_ != "VERB":
        return None
    verb = asked[0].root
    is_passive = any(child.dep_ == "aux:pass" for child in verb.children)
    roles = {"nsubj:pass"} if is_passive else {"obj"}
    of_author = is_passive or any(child.dep_ == "nsubj" and child.lower_ in {"you", "u"} for child in verb.children)
    thing = next((child for child in verb.children if child.dep_ in roles and child.pos_ in {"NOUN", "PROPN"}), None)
    if thing is None or not of_author:
        return None
    words = _POSSESSED.sub("their", last.doc[thing.left_edge.i : thing.right_edge.i + 1].text)
    if _MARKUP.search(words) or _ADDRESSED.search(words):
        return None
    lemma = verb.lemma_.lower()
    task = build_task(passage.speaker, lemma, words, f"{lemma} {words}", None, (0, len(passage.text.rstrip())))
    return replace(task, rests_on=(len(passage.earlier) - 1,))


def _read_details(rest: str, verbs: Sequence[int], passage: Utterance, offer: _Offer) -> tuple[str, int]:
    """Return what an answer adds to a deed in words without a verb of their own, and where they end: "weekend only, 14 euros"."""
    kept, end = [], 0
    for part in re.finditer(r"[^,;.!?\n]+(?:\.\d[^,;.!?\n]*)*", rest):
        words = part[0].strip()
        has_verb = any(part.start() <= verb < part.end() for verb in verbs)
        if not words or has_verb or _STATES.search(words) or words.casefold() in offer.deed.casefold():
            break
        kept.append(words)
        end = part.end()
    details = spell_dates(", ".join(kept), passage.at)[0].strip()
    return (details, end) if 1 < len(details) <= _MOST_DETAIL else ("", 0)


def _find_offer(passage: Utterance) -> _Offer | None:
    """Return what the question with which the message before ends offers to do."""
    turn = passage.earlier[-1]
    if len(turn.text) > _LONGEST_MESSAGE:
        return None
    sentences = [turn.text[start:end] for start, end in split_sentences(turn.text)]
    match = _OFFER.fullmatch(sentences[-1]) if sentences else None
    if match is None or find_instructions(sentences[-1]):
        return None
    words = match["deed"].strip()
    predicate = words.split()[0].lower()
    if _MARKUP.search(words) or " or " in words or predicate in _ANSWERED:
        return None
    spelled, dates = spell_dates(words, turn.at)
    spelled = _DOUBLED.sub(r"\1", spelled)
    due = dates[0] if len(dates) == 1 else None
    if (reminded := _REMIND.fullmatch(spelled)) is not None:
        deed = reminded["matter"] if reminded["how"].lower() == "to" else f"remember {reminded['matter']}"
        deed = _ADDRESSED.sub("them", _POSSESSED.sub("their", deed))
        return _Offer(passage.speaker, deed, deed.split()[0].lower(), due)
    if re.search(r"\b(?:me|my|i|it|that|this|them|him|her)\b", spelled, re.IGNORECASE):
        return None
    deed = _ADDRESSED.sub(passage.speaker, _POSSESSED.sub(f"{passage.speaker}'s", spelled))
    return _Offer(turn.speaker, deed[:1].lower() + deed[1:], predicate, due)
