"""What a single text is about: its names and noun chunks, scored by how much they tell. No other text is looked at.

So the topics of an event do not depend on what was digested before it; near-duplicates are united later, where all are known.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kg.extraction.common_words import ACTIONS, ADJECTIVES, FILLERS, GENERAL, GERUNDS, OPINIONS, SEASONS, TIMES, VAGUE
from kg.language.keywords import STOP_WORDS
from kg.protocols import Mention, Statement

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

MOST = 3
"""Topics of a text at most."""
WORDS = 4
"""Words of a label at most."""
_LEAST = 0.3
# What a name, a chunk of several words and a single noun tell, and how much less a general one does; set by eye, on chats.
_ENTITY, _SEVERAL, _ONE, _LESS = 0.75, 0.6, 0.45, 0.15
_KINDS = {"org", "place", "project", "tool", "product", "event", "other"}
_HEADS = {"NOUN", "PROPN"}
_ENDS = {".", "!", "?", "…", ";", ":", "\n"}
# What follows a verb that has an object: "building a business" is no activity by itself.
_OBJECTS = {"DET", "PRON", "NOUN", "PROPN", "ADJ", "NUM"}
_SUBJECTS = {"i", "we", "they", "you", "he", "she", "it", "who", "people", "to"}
_DETERMINED = {"DT", "PRP$", "IN", "JJ"}
# Nouns that stand behind others without belonging to them: "I saw the group yesterday".
_WHEN = {"yesterday", "today", "tomorrow", "tonight", "weekend"}
# Exclaimed, and taken for a noun by the tagger.
_EXCLAIMED = {
    "cool",
    "nice",
    "wow",
    "woo",
    "yay",
    "awesome",
    "great",
    "sweet",
    "lol",
    "haha",
    "phew",
    "yup",
    "yep",
    "aw",
    "aww",
    "oh",
    "ah",
}
_WORD = re.compile(r"[^\W\d_][\w'’.&+#-]*\Z")
_PARTS = re.compile(r"[\s\-‐-―_/]+")
_EDGES = " .,;:!?'\"’‘“”()[]{}*~`|<>=^…"
_FUNCTION = {"the", "a", "an", "of", "and", "in", "at", "for", "on", "to", "my", "our", "&"}
# "Great job!", "Keep up the hard work!"
_PRAISED = {"job", "work"}
_KINDLY = ("al", "ic", "ese", "ary", "ing")
_MENDED = {
    "leave": "leaf",
    "successe": "success",
    "live": "life",
    "knive": "knife",
    "wive": "wife",
    "scarve": "scarf",
    "shelve": "shelf",
    "tran": "trans",
}
_IN_IE = {
    "movie",
    "cookie",
    "selfie",
    "smoothie",
    "brownie",
    "zombie",
    "hoodie",
    "calorie",
    "rookie",
    "pie",
    "tie",
    "lie",
    "die",
}


def fold(label: str) -> str:
    """The identity of a label: two labels that fold alike are one topic.

    Unicode's NFKC, case folded; hyphens, underscores, slashes and spaces are one space; marks at the edges of a word are cut off.
    """
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", label).casefold())
    return " ".join(part for each in _PARTS.split(plain) if (part := each.strip(_EDGES)))


def topics(text: str, doc: Doc, mentions: Sequence[Mention], statements: Sequence[Statement]) -> dict[str, float]:
    """What a text is about.

    Names (of people excepted) tell most, then chunks of several words, then single nouns; nouns of everyday tell least. What
    stands early, as subject or object, more than once, or in a statement, counts for more.

    Args:
        text: what was said.
        doc: it, tagged; trees are not looked at, since parsing takes longer than all the rest and errs in chat.
        mentions: its names.
        statements: what it states.

    Returns:
        Label to relevance, 0 to 1, the most relevant first: none to three, each folded (see `fold`), one to four words, its
        head in the singular.
    """
    stated = [f" {fold(each.object)} " for each in statements]
    length = max(len(text), 1)
    found: dict[str, list[_Chunk]] = {}
    for chunk in _chunks(doc, mentions):
        found.setdefault(chunk.label, []).append(chunk)
    scored = []
    for label, chunks in found.items():
        told = max(each.base + 0.1 * (1 - each.start / length) + 0.1 * each.central for each in chunks)
        told += 0.1 * any(f" {label} " in each for each in stated) + 0.1 * min(len(chunks) - 1, 2)
        scored.append((-told, chunks[0].start, label))
    best: dict[str, float] = {}
    for less, _, label in sorted(scored):
        if len(best) == MOST or -less < _LEAST:
            break
        # "Group" beside "support group" is the same thing told again.
        if not any(_within(label, other) or _within(other, label) for other in best):
            best[label] = round(min(-less, 1.0), 2)
    return best


@dataclass(frozen=True)
class _Chunk:
    """A name or noun chunk: its label, what it tells by its form, where it begins, and whether the sentence is about it."""

    label: str
    base: float
    start: int
    central: bool


def _within(label: str, other: str) -> bool:
    return f" {label} " in f" {other} " or label.replace(" ", "") == other.replace(" ", "")


def _chunks(doc: Doc, mentions: Sequence[Mention]) -> Iterator[_Chunk]:
    named = _named(doc, mentions)
    for mention in mentions:
        label = _name(mention)
        if label and mention.label in _KINDS:
            yield _Chunk(label, _ENTITY * (0.6 + 0.4 * mention.score), mention.start, central=True)
    run: list[Token] = []
    for token in doc:
        if token.i in named or not _joins(token):
            run = []
            continue
        run.append(token)
        if token.pos_ == "ADJ" or (token.i + 1 < len(doc) and token.i + 1 not in named and _goes_on(token)):
            continue
        chunk = _chunk(run)
        if chunk is not None:
            yield chunk
        run = []


def _named(doc: Doc, mentions: Sequence[Mention]) -> set[int]:
    """The tokens that are a part of a name."""
    named: set[int] = set()
    places = sorted((each.start, each.end) for each in mentions)
    at = 0
    for token in doc if places else ():
        start = token.idx
        while at < len(places) and places[at][1] <= start:
            at += 1
        if at == len(places):
            break
        if places[at][0] < start + len(token):
            named.add(token.i)
    return named


def _joins(token: Token) -> bool:
    """Whether a token may be a part of a chunk."""
    pos = token.pos_
    fits = pos in _HEADS or pos == "ADJ" or (pos == "VERB" and token.tag_ == "VBG")
    return fits and _WORD.match(token.text) is not None


def _goes_on(token: Token) -> bool:
    """Whether the noun behind a noun belongs to it."""
    after = token.nbor()
    if after.pos_ not in _HEADS or _WORD.match(after.text) is None or after.lower_ in _WHEN:
        return False
    if token.pos_ == "VERB":
        # "Swimming lessons" behind what a noun stands behind; behind anything else it is done, and the noun is its object.
        return token.i > 0 and token.nbor(-1).tag_ in _DETERMINED
    return token.lemma_.lower() not in TIMES


def _opens(token: Token) -> bool:
    """Whether a sentence begins with a token."""
    return token.i == 0 or token.nbor(-1).text in _ENDS


def _chunk(run: Sequence[Token]) -> _Chunk | None:
    """The chunk that ends with the last of these tokens, or None where it is no topic."""
    head = run[-1]
    if head.pos_ == "VERB":
        return _activity(head)
    noun = _singular(head)
    if _called(head) or _tells_nothing(noun) or (len(run) == 1 and _misread(head)):
        return None
    # "Drawing flowers": a sentence that begins so tells what is done, and not what kind of flowers they are.
    doing = len(run) > 1 and _opens(run[0]) and head.tag_ == "NNS" and run[0].lower_.endswith("ing")
    kept = [each for each in map(_modifier, run[doing:-1]) if each]
    if not kept and (noun in FILLERS or (noun in _PRAISED and run[0].pos_ == "ADJ")):
        return None
    words = fold(" ".join([*kept, noun])).split()[-WORDS:]
    several = len(words) > 1
    base = _SEVERAL if several else _ONE
    if noun in FILLERS:
        base -= _LESS / 3
    elif noun in GENERAL and not several:
        base -= _LESS
    return _Chunk(" ".join(words), base, run[0].idx, central=_leads(run))


def _leads(run: Sequence[Token]) -> bool:
    """Whether a sentence seems to be about a chunk: it opens it, a determiner aside, or stands right behind the verb."""
    first = run[0] if run[0].i == 0 or run[0].nbor(-1).tag_ not in {"DT", "PRP$"} else run[0].nbor(-1)
    return _opens(first) or first.nbor(-1).pos_ in {"VERB", "AUX"}


def _called(noun: Token) -> bool:
    """Whether somebody is spoken to, or something exclaimed; the recogniser does not know every name: "Mel! Good to see you."."""
    after = noun.nbor().text if noun.i + 1 < len(noun.doc) else "."
    alone = (_opens(noun) or noun.nbor(-1).text == ",") and after in {",", *_ENDS}
    return alone and (noun.pos_ == "PROPN" or noun.lower_ in _EXCLAIMED)


def _tells_nothing(noun: str) -> bool:
    return len(noun) < 2 or noun in TIMES or noun in STOP_WORDS or noun in OPINIONS or _does(noun)


def _misread(noun: Token) -> bool:
    """Whether a noun stands where a verb does: "they contribute" of a tagger that has erred."""
    return noun.i > 0 and noun.nbor(-1).lower_ in _SUBJECTS


def _singular(noun: Token) -> str:
    """The lemma, where the lemmatiser does not err."""
    lemma, word = noun.lemma_.lower().strip(_EDGES + "-"), noun.text.lower()
    if lemma in _MENDED or word.endswith("ics"):
        return _MENDED.get(lemma, word)
    if lemma.endswith("sse") and word.endswith("sses"):
        return lemma[:-1]
    if lemma.endswith("ie") and word.endswith("ies") and lemma not in _IN_IE:
        return f"{lemma[:-2]}y"
    plural = lemma == word and noun.tag_ == "NNS" and word.endswith("s") and not word.endswith(("ss", "us", "is"))
    return lemma[:-1] if plural else lemma


def _does(word: str) -> bool:
    """Whether a word in -ing is of a verb that is no activity of its own, whatever the tagger took it for."""
    if word in GENERAL or word == "living":  # a meeting, a building, a living room
        return False
    stem = word[:-3]
    doubled = stem[-2:-1] == stem[-1:]
    return word.endswith("ing") and (stem in ACTIONS or f"{stem}e" in ACTIONS or (doubled and stem[:-1] in ACTIONS))


def _modifier(token: Token) -> str:
    """What a word before the head adds to the label, "" for nothing."""
    word, pos = token.text.lower(), token.pos_
    if word in OPINIONS or _does(word):
        return ""
    if pos in _HEADS:
        lemma = token.lemma_.lower()
        return "" if lemma in VAGUE or (lemma in TIMES and lemma not in SEASONS) else word
    proper = token.text[0].isupper() and not _opens(token)
    return word if proper or word in ADJECTIVES or word.endswith(_KINDLY) else ""


def _activity(verb: Token) -> _Chunk | None:
    """What is done, where a verb in -ing stands for it: "we went camping"."""
    word = verb.text.lower()
    behind = verb.i > 0 and verb.nbor(-1).lemma_.lower() in GERUNDS
    if not behind or _does(word) or word in OPINIONS:
        return None
    if verb.i + 1 < len(verb.doc) and verb.nbor().pos_ in _OBJECTS:
        return None
    return _Chunk(fold(word), _ONE, verb.idx, central=True)


def _name(mention: Mention) -> str:
    """The label of a name, "" where nothing of it can be one."""
    words = fold(re.sub(r"['’]s?\Z", "", mention.text)).split()
    while words and words[0] in {"the", "a", "an", "my", "our"}:
        words.pop(0)
    words = words[:WORDS]
    while words and words[-1] in _FUNCTION:
        words.pop()
    label = " ".join(words)
    return label if any(letter.isalpha() for letter in label) else ""
