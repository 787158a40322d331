"""Counting tokens of the encoding cl100k_base: exactly if its table is on this machine, as an upper bound otherwise.

Counting needs no network. The exact table (1.7 MB) is looked up in kg's cache, in tiktoken's cache and in an
installed litellm, and used only if its SHA-256 is correct. Without it the first ranks of the table, which are
bundled, give an upper bound: byte pair encoding always applies the possible merge of the lowest rank, so with a
prefix of the table it stops earlier than with the whole table, and each merge removes one token.
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
from kg.language.cleaning import replace_surrogates

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kg.protocols import TokenCounter
    from kg.settings import Settings

ENCODING = "cl100k_base"
RANKS_FILE = Path(__file__).with_name("cl100k_base.prefix.xz")

_URL = "https://openaipublic.blob.core.windows.net/encodings/cl100k_base.tiktoken"
TABLE_SHA256 = "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"
# From tiktoken (MIT): tiktoken_ext/openai_public.py.
_PATTERN = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
    r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
)
# White space as that pattern defines it.
_SPACES = re.compile("[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]{2,}")
_TIMEOUT_S = 30.0
# Number of texts whose counts are kept; the lines of contexts come again and again.
_CACHED_COUNTS = 20_000
_LOG = logging.getLogger(__name__)


class ByteCounter:
    """Counts UTF-8 bytes, an upper bound for every byte-level encoding. For tests."""

    name = "bytes"
    exact = False

    def count(self, text: str) -> int:
        """Return the number of bytes of `text` in UTF-8; a lone surrogate, like U+FFFD, has three."""
        return len(text.encode("utf-8", "surrogatepass"))


class BpeCounter:
    """Counts with a byte pair encoding of tiktoken. Special tokens in a text are counted as plain text."""

    def __init__(self, encoding: tiktoken.Encoding, *, exact: bool) -> None:
        """Wrap an encoding; `exact` is whether it has the whole table."""
        self._encoding = encoding
        self._counts: dict[bytes, int] = {}
        self.exact = exact
        self.name = ENCODING if exact else f"{ENCODING}, upper bound"

    def count(self, text: str) -> int:
        """Return the number of tokens of `text`; a lone surrogate counts as U+FFFD."""
        # By digest, so that no text outlives its erasure here.
        key = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        if (known := self._counts.get(key)) is not None:
            return known
        if len(self._counts) >= _CACHED_COUNTS:
            self._counts.clear()
        counted = sum(len(self._encoding.encode_ordinary(part)) for part in split_spaces(text))
        self._counts[key] = counted
        return counted


def create_token_counter(settings: Settings) -> TokenCounter:
    """Return the counter for `settings.token_encoding`: exact if the table is on this machine, else an upper bound.

    Raises:
        InvalidInput: an encoding other than cl100k_base.
    """
    if settings.token_encoding != ENCODING:
        raise InvalidInput("token_encoding", settings.token_encoding, ENCODING)
    for path in table_paths(settings):
        table = _read_table(path)
        if table is not None:
            return BpeCounter(_exact_encoding(table), exact=True)
    _LOG.info("the table of %s is missing (`kg models fetch` downloads it): token counts are upper bounds", ENCODING)
    return BpeCounter(_prefix_encoding(), exact=False)


@functools.lru_cache(maxsize=1)
def _exact_encoding(table: bytes) -> tiktoken.Encoding:
    """Return the encoder with the whole table, built once per process."""
    return build_encoding(parse_table(table))


@functools.cache
def _prefix_encoding() -> tiktoken.Encoding:
    """Return the encoder with the bundled ranks, built once per process."""
    return build_encoding(read_prefix(RANKS_FILE))


def fetch_encoding(settings: Settings) -> Path | None:
    """Return the file with the exact table; download it from tiktoken's source into kg's cache if it is missing.

    If the download fails, log the reason and return None; token counts are then upper bounds.
    """
    import httpx  # noqa: PLC0415 - half of this module's import time, and rarely needed

    for path in table_paths(settings):
        if _read_table(path) is not None:
            return path
    try:
        table = httpx.get(_URL, timeout=_TIMEOUT_S, follow_redirects=True).raise_for_status().content
    except httpx.HTTPError as error:
        _LOG.warning("the table of %s could not be downloaded: %s", ENCODING, error)
        return None
    if hashlib.sha256(table).hexdigest() != TABLE_SHA256:
        _LOG.warning("the file at %s is not the table of %s", _URL, ENCODING)
        return None
    target = _cache_path(settings)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=target.parent, delete=False) as file:
        file.write(table)
    return Path(file.name).replace(target)


def parse_table(table: bytes) -> dict[bytes, int]:
    """Parse a table in tiktoken's format, lines of base64 and rank, into token to rank."""
    pairs = (line.split() for line in table.splitlines() if line)
    return {base64.b64decode(token): int(rank) for token, rank in pairs}


def pack_prefix(tokens: list[bytes]) -> bytes:
    """Pack the first tokens of a table, in the order of their ranks: count, lengths, bytes; compressed with xz."""
    lengths = bytes(len(token) for token in tokens)
    plain = len(tokens).to_bytes(4, "little") + lengths + b"".join(tokens)
    return lzma.compress(plain, preset=9 | lzma.PRESET_EXTREME)


def read_prefix(path: Path) -> dict[bytes, int]:
    """Read a file of `pack_prefix` as token to rank."""
    plain = lzma.decompress(path.read_bytes())
    count = int.from_bytes(plain[:4], "little")
    ranks: dict[bytes, int] = {}
    at = 4 + count
    for rank, length in enumerate(plain[4:at]):
        ranks[plain[at : at + length]] = rank
        at += length
    return ranks


def split_spaces(text: str, longest: int = 1000) -> Iterator[str]:
    """Yield `text` without lone surrogates, split in very long runs of white space at certain token boundaries.

    Before a non-space the pattern ends a token after the run's last line end, or before its last character if that
    is no line end; the parts alone give the same tokens.
    """
    text = replace_surrogates(text)
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


def build_encoding(ranks: dict[bytes, int]) -> tiktoken.Encoding:
    """Return tiktoken's encoder with these ranks, the pattern of cl100k_base and no special tokens."""
    return tiktoken.Encoding(ENCODING, pat_str=_PATTERN, mergeable_ranks=ranks, special_tokens={})


def _cache_path(settings: Settings) -> Path:
    return settings.cache_dir / "encodings" / f"{ENCODING}.tiktoken"


def table_paths(settings: Settings) -> Iterator[Path]:
    """Yield the paths where the table may be: kg's cache, tiktoken's (see its `load.read_file_cached`), litellm's copy."""
    yield _cache_path(settings)
    # The file name in tiktoken's cache; the hash has no security purpose.
    name = hashlib.sha1(_URL.encode(), usedforsecurity=False).hexdigest()
    for variable in ("TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR"):
        if folder := os.environ.get(variable):
            yield Path(folder) / name
    yield Path(tempfile.gettempdir()) / "data-gym-cache" / name
    # Located without an import, since importing litellm takes seconds.
    litellm = importlib.util.find_spec("litellm")
    for folder in (litellm.submodule_search_locations or ()) if litellm else ():
        yield Path(folder) / "litellm_core_utils" / "tokenizers" / name


def _read_table(path: Path) -> bytes | None:
    try:
        table = path.read_bytes()
    except OSError:
        return None
    return table if hashlib.sha256(table).hexdigest() == TABLE_SHA256 else None
