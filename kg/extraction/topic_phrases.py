"""Extracting the topics of a single text: its names and noun chunks, scored by how specific they are.

No other text is considered, so the topics of an event do not depend on earlier events; near-duplicates are merged later.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kg.extraction.common_words import ACTIONS, ADJECTIVES, FILLERS, GENERAL, GERUNDS, OPINIONS, SEASONS, TIMES, VAGUE
from kg.language import STOP_WORDS
from kg.protocols import ExtractedStatement, Mention

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

MAX_TOPICS = 3
"""The most topics of a text."""
MAX_LABEL_WORDS = 4
"""The most words of a label."""
_LEAST_RELEVANCE = 0.3
# The base relevance of a name, a chunk of several words and a single noun, and the penalty of a general noun; set by hand.
_NAME_RELEVANCE, _SEVERAL_WORDS_RELEVANCE, _ONE_WORD_RELEVANCE, _GENERAL_NOUN_PENALTY = 0.75, 0.6, 0.45, 0.15
_TOPIC_LABELS = {"org", "place", "project", "tool", "product", "event", "other"}
_HEADS = {"NOUN", "PROPN"}
_ENDS = {".", "!", "?", "…", ";", ":", "\n"}
# Parts of speech that follow a verb with an object: "building a business" is no activity on its own.
_OBJECTS = {"DET", "PRON", "NOUN", "PROPN", "ADJ", "NUM"}
_SUBJECTS = {"i", "we", "they", "you", "he", "she", "it", "who", "people", "to"}
_DETERMINED = {"DT", "PRP$", "IN", "JJ"}
# Nouns that follow others without belonging to them: "I saw the group yesterday".
_TIME_NOUNS = {"yesterday", "today", "tomorrow", "tonight", "weekend"}
# Words of closings and of speech that taggers take for nouns.
_NOT_TOPICS = {"ah", "cos", "ish", "regard"}
# Exclamations that the tagger takes for nouns.
_EXCLAMATIONS = {
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
_PRAISED_NOUNS = {"job", "work"}
_KIND_SUFFIXES = ("al", "ic", "ese", "ary", "ing")
_CORRECTED_LEMMAS = {
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


def fold_topic_label(label: str) -> str:
    """Return the normalised form of a topic label; labels with the same form are the same topic.

    Applies NFKC and case folding, replaces hyphens, underscores, slashes and spaces by one space, and strips punctuation.
    """
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", label).casefold())
    return " ".join(part for each in _PARTS.split(plain) if (part := each.strip(_EDGES)))


def extract_topics(
    text: str,
    doc: Doc,
    mentions: Sequence[Mention],
    statements: Sequence[ExtractedStatement],
    persons: Iterable[str] = (),
) -> dict[str, float]:
    """Return the topics of a text.

    Names (except of persons) are the most relevant, then chunks of several words, then single nouns, then everyday nouns. A
    position near the beginning, as subject or object, repetition, and use in a statement increase the relevance.

    Args:
        text: the text.
        doc: the text, tagged; parse trees are not used, because parsing is slow and unreliable on chat.
        mentions: its names.
        statements: its statements.
        persons: names of the persons in the conversation, which are no topics, nor are their parts.

    Returns:
        Label to relevance, 0 to 1, the most relevant first: at most three, each normalised (see `fold_topic_label`), of one to
        four words, with its head in the singular.
    """
    stated = [f" {fold_topic_label(each.object)} " for each in statements]
    length = max(len(text), 1)
    found: dict[str, list[_Chunk]] = {}
    names = {word for name in persons for word in fold_topic_label(name).split()}
    for chunk in _find_chunks(doc, mentions):
        if not names.issuperset(chunk.label.split()):
            found.setdefault(chunk.label, []).append(chunk)
    scored = []
    for label, chunks in found.items():
        relevance = max(each.base + 0.1 * (1 - each.start / length) + 0.1 * each.central for each in chunks)
        relevance += 0.1 * any(f" {label} " in each for each in stated) + 0.1 * min(len(chunks) - 1, 2)
        scored.append((-relevance, chunks[0].start, label))
    best: dict[str, float] = {}
    for less, _, label in sorted(scored):
        if len(best) == MAX_TOPICS or -less < _LEAST_RELEVANCE:
            break
        # "Group" in addition to "support group" is a duplicate.
        if not any(_contains_label(label, other) or _contains_label(other, label) for other in best):
            best[label] = round(min(-less, 1.0), 2)
    return best


@dataclass(frozen=True)
class _Chunk:
    """A name or noun chunk: its label, its base relevance, its start offset, and whether it is central to its sentence."""

    label: str
    base: float
    start: int
    central: bool


def _contains_label(label: str, other: str) -> bool:
    return f" {label} " in f" {other} " or label.replace(" ", "") == other.replace(" ", "")


def _find_chunks(doc: Doc, mentions: Sequence[Mention]) -> Iterator[_Chunk]:
    named = _name_tokens(doc, mentions)
    for mention in mentions:
        label = _name_label(mention)
        if label and mention.label in _TOPIC_LABELS:
            yield _Chunk(label, _NAME_RELEVANCE * (0.6 + 0.4 * mention.score), mention.start, central=True)
    run: list[Token] = []
    for token in doc:
        if token.i in named or not _may_join(token):
            run = []
            continue
        run.append(token)
        if token.pos_ == "ADJ" or (token.i + 1 < len(doc) and token.i + 1 not in named and _continues_chunk(token)):
            continue
        chunk = _build_chunk(run)
        if chunk is not None:
            yield chunk
        run = []


def _name_tokens(doc: Doc, mentions: Sequence[Mention]) -> set[int]:
    """Return the indexes of the tokens that are a part of a name."""
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


def _may_join(token: Token) -> bool:
    """Return whether a token may be a part of a chunk."""
    pos = token.pos_
    fits = pos in _HEADS or pos == "ADJ" or (pos == "VERB" and token.tag_ == "VBG")
    return fits and _WORD.match(token.text) is not None


def _continues_chunk(token: Token) -> bool:
    """Return whether the noun after a noun belongs to it."""
    after = token.nbor()
    if after.pos_ not in _HEADS or _WORD.match(after.text) is None or after.lower_ in _TIME_NOUNS:
        return False
    if token.pos_ == "VERB":
        # "Swimming lessons" after a determiner, preposition or adjective; elsewhere the noun is the object of the verb.
        return token.i > 0 and token.nbor(-1).tag_ in _DETERMINED
    return token.lemma_.lower() not in TIMES


def _opens_sentence(token: Token) -> bool:
    """Return whether a sentence begins with a token."""
    return token.i == 0 or token.nbor(-1).text in _ENDS


def _build_chunk(run: Sequence[Token]) -> _Chunk | None:
    """Return the chunk of these tokens, or None if it is no topic."""
    head = run[-1]
    if head.pos_ == "VERB":
        return _activity_chunk(head)
    noun = _singular_lemma(head)
    if _is_vocative(head) or _is_empty_noun(noun) or (len(run) == 1 and _is_mistagged(head)):
        return None
    # "Drawing flowers" at the start of a sentence is an activity, not a kind of flowers.
    doing = len(run) > 1 and _opens_sentence(run[0]) and head.tag_ == "NNS" and run[0].lower_.endswith("ing")
    kept = [each for each in map(_modifier_text, run[doing:-1]) if each]
    if not kept and (noun in FILLERS or (noun in _PRAISED_NOUNS and run[0].pos_ == "ADJ")):
        return None
    words = fold_topic_label(" ".join([*kept, noun])).split()[-MAX_LABEL_WORDS:]
    several = len(words) > 1
    base = _SEVERAL_WORDS_RELEVANCE if several else _ONE_WORD_RELEVANCE
    if noun in FILLERS:
        base -= _GENERAL_NOUN_PENALTY / 3
    elif noun in GENERAL and not several:
        base -= _GENERAL_NOUN_PENALTY
    return _Chunk(" ".join(words), base, run[0].idx, central=_is_central(run))


def _is_central(run: Sequence[Token]) -> bool:
    """Return whether a chunk is central: it opens the sentence, after an optional determiner, or directly follows the verb."""
    first = run[0] if run[0].i == 0 or run[0].nbor(-1).tag_ not in {"DT", "PRP$"} else run[0].nbor(-1)
    return _opens_sentence(first) or first.nbor(-1).pos_ in {"VERB", "AUX"}


def _is_vocative(noun: Token) -> bool:
    """Return whether a noun addresses a person or is an exclamation; name finders miss some names: "Mel! Good to see you."."""
    after = noun.nbor().text if noun.i + 1 < len(noun.doc) else "."
    alone = (_opens_sentence(noun) or noun.nbor(-1).text == ",") and after in {",", *_ENDS}
    return alone and (noun.pos_ == "PROPN" or noun.lower_ in _EXCLAMATIONS)


def _is_empty_noun(noun: str) -> bool:
    return (
        len(noun) < 2
        or "'" in noun
        or noun in _NOT_TOPICS
        or noun in TIMES
        or noun in STOP_WORDS
        or noun in OPINIONS
        or _is_light_gerund(noun)
    )


def _is_mistagged(noun: Token) -> bool:
    """Return whether a word tagged as a noun is in the position of a verb: "they contribute"."""
    return noun.i > 0 and noun.nbor(-1).lower_ in _SUBJECTS


def _singular_lemma(noun: Token) -> str:
    """Return the lemma of a noun, with known errors of the lemmatiser corrected."""
    lemma, word = noun.lemma_.lower().strip(_EDGES + "-"), noun.text.lower()
    if lemma in _CORRECTED_LEMMAS or word.endswith("ics"):
        return _CORRECTED_LEMMAS.get(lemma, word)
    if lemma.endswith("sse") and word.endswith("sses"):
        return lemma[:-1]
    if lemma.endswith("ie") and word.endswith("ies") and lemma not in _IN_IE:
        return f"{lemma[:-2]}y"
    plural = lemma == word and noun.tag_ == "NNS" and word.endswith("s") and not word.endswith(("ss", "us", "is"))
    return lemma[:-1] if plural else lemma


def _is_light_gerund(word: str) -> bool:
    """Return whether a word in -ing is of a verb that is no activity on its own, whatever its tag."""
    if word in GENERAL or word == "living":  # a meeting, a building, a living room
        return False
    stem = word[:-3]
    doubled = stem[-2:-1] == stem[-1:]
    return word.endswith("ing") and (stem in ACTIONS or f"{stem}e" in ACTIONS or (doubled and stem[:-1] in ACTIONS))


def _modifier_text(token: Token) -> str:
    """Return the text that a word before the head adds to the label; "" for none."""
    word, pos = token.text.lower(), token.pos_
    if word in OPINIONS or _is_light_gerund(word):
        return ""
    if pos in _HEADS:
        lemma = token.lemma_.lower()
        return "" if lemma in VAGUE or (lemma in TIMES and lemma not in SEASONS) else word
    proper = token.text[0].isupper() and not _opens_sentence(token)
    return word if proper or word in ADJECTIVES or word.endswith(_KIND_SUFFIXES) else ""


def _activity_chunk(verb: Token) -> _Chunk | None:
    """Return the activity that a verb in -ing names, or None: "we went camping"."""
    word = verb.text.lower()
    behind = verb.i > 0 and verb.nbor(-1).lemma_.lower() in GERUNDS
    if not behind or _is_light_gerund(word) or word in OPINIONS:
        return None
    if verb.i + 1 < len(verb.doc) and verb.nbor().pos_ in _OBJECTS:
        return None
    return _Chunk(fold_topic_label(word), _ONE_WORD_RELEVANCE, verb.idx, central=True)


def _name_label(mention: Mention) -> str:
    """Return the label of a name; "" if it has no usable word."""
    words = fold_topic_label(re.sub(r"['’]s?\Z", "", mention.text)).split()
    while words and words[0] in {"the", "a", "an", "my", "our"}:
        words.pop(0)
    words = words[:MAX_LABEL_WORDS]
    while words and words[-1] in _FUNCTION:
        words.pop()
    label = " ".join(words)
    return label if any(letter.isalpha() for letter in label) else ""
