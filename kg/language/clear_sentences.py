"""Whether a text is clear without its conversation: for cards and overviews, whose lines are read alone."""

from __future__ import annotations

import re

_WORD_OR_NUMBER = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\d+")
_FULL_DATE = re.compile(r"\b(?:19|20)\d\d\b")
# Punctuation of fragments, a possessive without its noun, and "may", which is no month.
_ODD = re.compile(r"[:;\"“”()…]|\.\.|(?<!\w)['’]s\b|\bmay\b")
# A text without sentences of prose: code, e-mail addresses, links.
_CODE = re.compile(r"https?:|[`{}<>_=]|\w@\w")
# "I have 8" does not say of what, and "2." begins an item of a list.
_BARE_NUMBER = re.compile(r"\b(?:have|has|had|need|got|want) \d+(?=[.,!]|$)|(?:^|[.!]\s+)\d+\.(?=\s|$)", re.IGNORECASE)
_LETTER_SHARE = 0.7
_FEWEST_STATED, _MOST_STATED, _MOST_COMMAS = 2, 24, 1
_FEWEST_QUOTED, _MOST_QUOTED = 6, 45
# Number of words of a quotation after which a pronoun may mean a thing named before.
_NOUN_SPACE = 5


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Words that mean something which the sentence may not name.
_THING_PRONOUNS = _words(
    "it its itself this that these those there here one ones such another same which what whom things stuff"
)
_PERSON_PRONOUNS = _words("he she they him them his her hers theirs himself herself themselves")
_INDEFINITE_PRONOUNS = _words(
    "some other their somebody someone everybody everyone nobody something anything everything"
)
_PERSON_NOUNS = _words(
    "mum mam mom mother dad father sister brother son daughter wife husband partner girlfriend boyfriend gran grandma granny "
    "grandad grandpa aunt uncle cousin nephew niece baby boy girl kid kids boys girls man woman doctor nurse boss landlord "
    "parents friend friends people neighbour neighbours twins teacher dog cat horse"
)
_HEDGED = _words(
    "must might could should need needs want wants would if unless maybe perhaps can today tonight tomorrow yesterday "
    "just now"
)
_REPLIES = _words(
    "yes yeah yep yup aye no nope naw nah ok okay oh ah ha haha lol and but so or then because cause cos also well "
    "right sure not that's thats it's its there's theres he's she's they're hes shes theyre which good great nice "
    "lovely fine same both neither either none nothing all thanks thank sorry please exactly true congratulations wow "
    "hi hey hello dear done got wait maybe perhaps come let don't dont stop go look"
)
_ADDRESSING = _words("you your yours you're youre you've you'll ur u ya yer")
_SPEAKING = _words("i i'm im i've ive i'll ill i'd we we're we've we'll my our me us mine")
_VERBS = _words(
    "am is are was were be been being has have had do does did will would can could shall must went gone go got get "
    "gets came come comes took take gave give made make said told tell ran run left leave lost found bought sold paid "
    "pay put set met began start starts works work lives live moved move want wants need needs like likes hate hates "
    "love loves know knew think thought broke kept keep held hold sent send saw see heard hear read wrote write spoke "
    "grew fell slept drove flew won teach taught didnt dont doesnt cant wont isnt wasnt havent hasnt im ive hes shes "
    "theyre youre gonna i'm i've i'll we're we've we'll i'd"
)
_VERB_ENDINGS = re.compile(r"(?:[^'s]s|ed|n't)$|^(?:he|she|it|they|that|there|who)'(?:s|re|ve|ll|d)$")
# "I have, twice" answers a question.
_ELLIPTIC = re.compile(r"(?:i|we) (?:have|do|did|am|was|will|can|could|had)\b\W*(?:[,.!]|$)", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!](?:\s|$)")
_FEWEST_OPENING = 4
_CONDITIONAL = _words("if unless would could should might maybe perhaps hypothetically")


def is_clear_statement(sentence: str, subject: str) -> bool:
    """Return whether a statement in the third person says, without its conversation, what is so of its subject.

    Args:
        sentence: the statement.
        subject: the name of its subject, with which it must begin.
    """
    name = subject.casefold().split()
    words = [word.casefold().replace("’", "'") for word in _WORD_OR_NUMBER.findall(sentence)]
    if not name or not words or words[0].removesuffix("'s") != name[0].removesuffix("'s"):
        return False
    rest = words[len(name) :]
    return (
        _FEWEST_STATED <= len(rest) <= _MOST_STATED
        and not (_THING_PRONOUNS | _PERSON_PRONOUNS | _INDEFINITE_PRONOUNS | _HEDGED) & set(rest)
        and sentence.count(",") <= _MOST_COMMAS
        and sentence.count(subject) == 1
        and len(_FULL_DATE.findall(sentence)) <= 1
        and _ODD.search(sentence) is None
    )


def is_clear_quotation(text: str) -> bool:
    """Return whether the words of a speaker are clear with the speaker's name and the date.

    They state something, and do not ask, answer, wish or address; each pronoun follows a noun that it may mean.
    """
    written = _WORD_OR_NUMBER.findall(text)
    words = [word.lower().replace("’", "'") for word in written]
    if (
        not _FEWEST_QUOTED <= len(words) <= _MOST_QUOTED
        or "?" in text
        or _CODE.search(text)
        or _BARE_NUMBER.search(text)
    ):
        return False
    if words[0] in _REPLIES | _THING_PRONOUNS | _PERSON_PRONOUNS or (_ADDRESSING | _CONDITIONAL) & set(words):
        return False
    letters = sum(map(str.isalpha, text))
    if _ELLIPTIC.match(text) or not _opens_clearly(text):
        return False
    is_prose = letters >= _LETTER_SHARE * sum(not each.isspace() for each in text)
    return is_prose and not text[:1].isdigit() and _has_subject(written, words) and _follow_nouns(written, words)


def _opens_clearly(text: str) -> bool:
    """Whether the first sentence of a text is one: it has a verb, and begins with the speaker if it is short."""
    end = _SENTENCE_END.search(text)
    opening = _WORD_OR_NUMBER.findall(text[: end.start()] if end else text)
    words = [word.lower().replace("’", "'") for word in opening]
    if not words:
        return False
    is_long = len(words) >= _FEWEST_OPENING or words[0] in _SPEAKING
    lower_case = (word.lower() for word in opening if word.islower() or word.lower() in _SPEAKING)
    return is_long and any(word in _VERBS or (len(word) > 3 and _VERB_ENDINGS.search(word)) for word in lower_case)


def _has_subject(written: list[str], words: list[str]) -> bool:
    """Whether a text says whom it is about: the speaker, a relative, or a name."""
    names = any(word[0].isupper() and len(word) > 1 for word in written[1:])
    return names or bool((_SPEAKING | _PERSON_NOUNS) & set(words))


def _follow_nouns(written: list[str], words: list[str]) -> bool:
    """Whether a name or relative precedes each pronoun of a person, and some words precede each pronoun of a thing."""
    has_person = False
    for place, (as_written, word) in enumerate(zip(written, words, strict=True)):
        stem = word.partition("'")[0]
        is_name = (
            as_written[0].isupper() and len(word) > 2 and place > 0 and stem not in _THING_PRONOUNS | _PERSON_PRONOUNS
        )
        has_person = has_person or stem in _PERSON_NOUNS or is_name
        if (stem in _PERSON_PRONOUNS and not has_person) or (stem in _THING_PRONOUNS and place < _NOUN_SPACE):
            return False
    return True
