"""The words of erased texts, by which copies of them are recognised in any script."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from kg.language import escape_lucene, extract_keywords, split_sentences

_MIN_COMMON_WORDS = 2
_NUMBER = re.compile(r"\d")
# Keys and passwords are words with an underscore, which Lucene does not split, or with a capital inside.
_JOINED = re.compile(r"[^\W_]+(?:_+[^\W_]+)+")
_CAPITAL_INSIDE = re.compile(r"\b[^\W_]*[a-z][A-Z][^\W_]*\b")
_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+")
# "77-12-93", "BE71 0961 2345 6769", "GB29 NWBK 6016 1331": the same number may be written without separators. Dates, years and
# rows of small numbers are in what others say too.
_SHARED_NUMBER = re.compile(r"(?:1[89]|20)\d\d[ ./-].*|.*[ ./-](?:1[89]|20)\d\d|\d{1,2}(?: \d{1,2})+")
_GROUPED_NUMBER = re.compile(r"\b[^\W\d_]{0,2}\d+(?:[ -][^\W\d_]{4})?(?:[ ./-]\d+)+\b")
_SEPARATORS = re.compile(r"[ ./-]")
_LEAST_GROUPED_CHARS = 6
# Han and hiragana, which are written without blanks; two characters are about a word.
_IDEOGRAPHS = r"[々〆\u3041-\u309f\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
# Katakana writes single words, for the most part, within such text.
_KATAKANA = r"[\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff]"
_HANGUL = r"[\u1100-\u11ff\uac00-\ud7a3]"
# Thai, Lao, Burmese and Khmer, also without blanks; Hebrew, Arabic and Indic scripts, whose words have prefixes or
# suffixes, and no capitals by which names are recognised.
_UNCASED = (
    r"[\u0e01-\u0e4e\u0e81-\u0ecd\u1000-\u109f\u1780-\u17d3\u05d0-\u05ea\u0620-\u0652\u0670-\u06d3"
    r"\u0900-\u0963\u0971-\u0d7f]"
)
_RUN = re.compile(
    f"(?P<ideographs>{_IDEOGRAPHS}+)|(?P<katakana>{_KATAKANA}+)|(?P<hangul>{_HANGUL}+)|(?P<uncased>{_UNCASED}+)"
)
_GRAM_SIZES = {"ideographs": 2, "hangul": 3, "uncased": 5}
_HIRAGANA_ONLY = re.compile(r"[\u3041-\u309f]+")
# Sequences that many Chinese or Korean sentences contain.
_FREQUENT = """
    我们 你们 他们 她们 我的 你的 他的 这个 那个 一个 是一 不是 就是 的是 什么 怎么 么样 可以 没有 现在 知道 因为
    所以 但是 如果 已经 谢谢 好的 今天 明天 昨天 입니다 합니다 습니다 니다
"""
_FREQUENT_SEQUENCES = frozenset(_FREQUENT.split())


@dataclass(frozen=True)
class ErasedWords:
    """The words of erased texts; see `comparable_words`.

    Attributes:
        all: content words, case folded.
        distinctive: numbers, names and codes among them; one of these suffices to recognise a copy.
        by_text: the words of each text.
    """

    all: frozenset[str]
    distinctive: frozenset[str]
    by_text: tuple[frozenset[str], ...] = ()

    @classmethod
    def from_texts(cls, texts: Iterable[str], names: Iterable[str] = ()) -> ErasedWords:
        """Collect the words of these texts, and of the names of their speakers."""
        distinctive = {word for name in names for word in comparable_words(name) if len(word) > 1}
        by_text = [frozenset(distinctive)] if distinctive else []
        for text in texts:
            codes = [*_JOINED.findall(text), *_CAPITAL_INSIDE.findall(text), *_ADDRESS.findall(text)]
            marked = _capitalised_words(text).union(unicodedata.normalize("NFKC", code).casefold() for code in codes)
            words = comparable_words(text) | marked
            by_text.append(words)
            distinctive |= {word for word in words if _NUMBER.search(word)} | marked
        return cls(frozenset().union(*by_text), frozenset(distinctive), tuple(by_text))

    def is_copied_in(self, text: str, in_use: Collection[str] = ()) -> bool:
        """Whether a text contains a distinctive word or two other words, not counting those in use elsewhere."""
        common = self._common_words(text, in_use)
        return len(common) >= _MIN_COMMON_WORDS or not common.isdisjoint(self.distinctive)

    def is_repeated_in(self, text: str, in_use: Collection[str] = ()) -> bool:
        """Whether a text contains a distinctive word or two other words of one of the texts; see `is_copied_in`."""
        common = self._common_words(text, in_use)
        return not common.isdisjoint(self.distinctive) or any(
            len(common & words) >= _MIN_COMMON_WORDS for words in self.by_text
        )

    def _common_words(self, text: str, in_use: Collection[str]) -> frozenset[str]:
        return (comparable_words(text) & self.all) - frozenset(in_use)


def comparable_words(text: str) -> frozenset[str]:
    """Return the keywords of a text; in scripts without blanks or capitals, the sequences of some characters instead.

    A word with underscores and an e-mail address are there as a whole too, and a number of several groups, of six characters or
    more, without the separators between them. The sequences are about as long as words: two characters of Han and hiragana,
    three of Hangul, five of Thai, Arabic and others. So words are compared that have no boundaries, or an article or ending.
    """
    words: set[str] = set()

    def collect(run: re.Match[str]) -> str:
        words.update(_split_run(str(run.lastgroup), run[0]))
        return " "

    rest = _RUN.sub(collect, unicodedata.normalize("NFKC", text).casefold())
    grouped = (number for number in _GROUPED_NUMBER.findall(rest) if not _SHARED_NUMBER.fullmatch(number))
    numbers = (_SEPARATORS.sub("", number) for number in grouped)
    words.update(number for number in numbers if len(number) >= _LEAST_GROUPED_CHARS)
    return frozenset(words.union(extract_keywords(rest), _JOINED.findall(rest), _ADDRESS.findall(rest)))


def _split_run(script: str, run: str) -> Iterable[str]:
    size = _GRAM_SIZES.get(script, len(run))
    if len(run) <= size:
        grams = [run] if len(run) > 1 else []
    else:
        grams = [run[start : start + size] for start in range(len(run) - size + 1)]
    return [gram for gram in grams if gram not in _FREQUENT_SEQUENCES and not _HIRAGANA_ONLY.fullmatch(gram)]


def full_text_term(word: str) -> str:
    """Return a comparable word as a term of Lucene, which splits ideographs and addresses, and no word of other scripts."""
    run = _RUN.fullmatch(word)
    escaped = escape_lucene(word)
    if "@" in word:
        return f'"{escaped}"'
    if run is None or run.lastgroup == "katakana":
        return escaped
    return f'"{escaped}"' if run.lastgroup == "ideographs" else f"*{escaped}*"


def contains_name(text: str, names: Collection[str]) -> bool:
    """Whether a text contains one of these names as a whole word; case-insensitive."""
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) for name in names if name)


def _capitalised_words(text: str) -> frozenset[str]:
    """Return the capitalised words that do not begin a sentence."""
    found: set[str] = set()
    for start, end in split_sentences(text):
        for word in text[start:end].split()[1:]:
            if word[:1].isupper() and not word.startswith(("I'", "I’")):
                found |= comparable_words(word)
    return frozenset(found)
