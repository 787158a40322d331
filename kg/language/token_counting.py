"""Counting tokens in cl100k_base, exactly where its table is on this machine and never too few otherwise.

Nothing is asked of the network while counting. The exact table (1.7 MB) is looked for in kg's cache, in
tiktoken's cache and in an installed litellm, and taken only if its sha256 is right. Without it the first
ranks of the table, which ship with kg, give an upper bound: byte pair encoding always does the possible merge
of the lowest rank, so that with a prefix of the table it stops where the whole table would go on, and a merge
only ever takes a token away.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import importlib.util
import logging
import lzma
import os
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import tiktoken

from kg.errors import InvalidInput
from kg.language.cleaning import whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kg.protocols import TokenCounter
    from kg.settings import Settings

ENCODING = "cl100k_base"
RANKS = Path(__file__).with_name("cl100k_base.prefix.xz")

_URL = "https://openaipublic.blob.core.windows.net/encodings/cl100k_base.tiktoken"
SHA256 = "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"
# From tiktoken (MIT): tiktoken_ext/openai_public.py.
_PATTERN = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
    r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
)
# White space as that pattern has it.
_SPACES = re.compile("[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]{2,}")
_TIMEOUT_S = 30.0
_LOG = logging.getLogger(__name__)


class ByteCounter:
    """Counts UTF-8 bytes: an upper bound for every byte-level encoding. The fake that ships."""

    name = "bytes"
    exact = False

    def count(self, text: str) -> int:
        """Bytes of `text` in UTF-8; a lone surrogate, like U+FFFD, has three."""
        return len(text.encode("utf-8", "surrogatepass"))


class BpeCounter:
    """Counts with a byte pair encoding of tiktoken's. Special tokens in a text count as the text they are."""

    def __init__(self, encoding: tiktoken.Encoding, *, exact: bool) -> None:
        """Count with `encoding`; `exact` says whether it has the whole table."""
        self._encoding = encoding
        self.exact = exact
        self.name = ENCODING if exact else f"{ENCODING}, upper bound"

    def count(self, text: str) -> int:
        """Tokens of `text`; a lone surrogate counts as U+FFFD."""
        return sum(len(self._encoding.encode_ordinary(part)) for part in split_spaces(text))


def token_counter(settings: Settings) -> TokenCounter:
    """The counter for `settings.token_encoding`: exact if the table is here, else an upper bound.

    Raises:
        InvalidInput: another encoding than cl100k_base.
    """
    if settings.token_encoding != ENCODING:
        raise InvalidInput("token_encoding", settings.token_encoding, ENCODING)
    for path in places(settings):
        table = _read(path)
        if table is not None:
            return BpeCounter(_exact(table), exact=True)
    _LOG.info("the table of %s is not here (`kg models fetch` gets it): tokens are counted from above", ENCODING)
    return BpeCounter(_bound(), exact=False)


@functools.lru_cache(maxsize=1)
def _exact(table: bytes) -> tiktoken.Encoding:
    """The whole table's encoder; a process that opens many memories builds it once."""
    return encoding(parse_table(table))


@functools.cache
def _bound() -> tiktoken.Encoding:
    """The encoder of the ranks that ship with kg, built once."""
    return encoding(read_prefix(RANKS))


def fetch_encoding(settings: Settings) -> Path | None:
    """The file with the exact table, downloaded from where tiktoken has it into kg's cache unless it is here.

    None where the download fails, with the reason in the log: tokens are counted from above then.
    """
    import httpx  # noqa: PLC0415 - half of this module's import time, and seldom needed

    for path in places(settings):
        if _read(path) is not None:
            return path
    try:
        table = httpx.get(_URL, timeout=_TIMEOUT_S, follow_redirects=True).raise_for_status().content
    except httpx.HTTPError as error:
        _LOG.warning("the table of %s could not be fetched: %s", ENCODING, error)
        return None
    if hashlib.sha256(table).hexdigest() != SHA256:
        _LOG.warning("what %s gives out is not the table of %s", _URL, ENCODING)
        return None
    target = _own_place(settings)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=target.parent, delete=False) as file:
        file.write(table)
    return Path(file.name).replace(target)


def parse_table(table: bytes) -> dict[bytes, int]:
    """A table in tiktoken's form, lines of base64 and rank, as token to rank."""
    pairs = (line.split() for line in table.splitlines() if line)
    return {base64.b64decode(token): int(rank) for token, rank in pairs}


def pack_prefix(tokens: list[bytes]) -> bytes:
    """The first tokens of a table, in the order of their ranks, packed: count, lengths, bytes; xz."""
    lengths = bytes(len(token) for token in tokens)
    plain = len(tokens).to_bytes(4, "little") + lengths + b"".join(tokens)
    return lzma.compress(plain, preset=9 | lzma.PRESET_EXTREME)


def read_prefix(path: Path) -> dict[bytes, int]:
    """What `pack_prefix` packed, as token to rank."""
    plain = lzma.decompress(path.read_bytes())
    count = int.from_bytes(plain[:4], "little")
    ranks: dict[bytes, int] = {}
    at = 4 + count
    for rank, length in enumerate(plain[4:at]):
        ranks[plain[at : at + length]] = rank
        at += length
    return ranks


def split_spaces(text: str, longest: int = 1000) -> Iterator[str]:
    """`text` without lone surrogates, cut in very long runs of white space where a token ends in any case.

    In front of a non-space the pattern ends a token behind the run's last line end, and before its last
    character if that is none; both parts alone give the same tokens.
    """
    text = whole(text)
    begin = 0
    for run in _SPACES.finditer(text):
        if run.end() == len(text):
            break
        if run.end() - run.start() <= longest:
            continue
        line_end = max(text.rfind("\n", *run.span()), text.rfind("\r", *run.span())) + 1
        for stop in (line_end, run.end() - 1):
            if stop > begin and stop > run.start():
                yield text[begin:stop]
                begin = stop
    yield text[begin:]


def encoding(ranks: dict[bytes, int]) -> tiktoken.Encoding:
    """Tiktoken's encoder with these ranks, cl100k_base's pattern and no special tokens."""
    return tiktoken.Encoding(ENCODING, pat_str=_PATTERN, mergeable_ranks=ranks, special_tokens={})


def _own_place(settings: Settings) -> Path:
    return settings.cache_dir / "encodings" / f"{ENCODING}.tiktoken"


def places(settings: Settings) -> Iterator[Path]:
    """Where the table may be: kg's cache, tiktoken's (see its `load.read_file_cached`), litellm's copy."""
    yield _own_place(settings)
    # The name under which tiktoken keeps what it downloads; no secret hangs on it.
    name = hashlib.sha1(_URL.encode(), usedforsecurity=False).hexdigest()
    for variable in ("TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR"):
        if folder := os.environ.get(variable):
            yield Path(folder) / name
    yield Path(tempfile.gettempdir()) / "data-gym-cache" / name
    # Found, not imported: importing litellm takes seconds.
    litellm = importlib.util.find_spec("litellm")
    for folder in (litellm.submodule_search_locations or ()) if litellm else ():
        yield Path(folder) / "litellm_core_utils" / "tokenizers" / name


def _read(path: Path) -> bytes | None:
    try:
        table = path.read_bytes()
    except OSError:
        return None
    return table if hashlib.sha256(table).hexdigest() == SHA256 else None
