"""Packs the first ranks of cl100k_base: `python -m training.pack_token_ranks TABLE`. See `tokens`."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from kg.language.token_counting import RANKS, SHA256, pack_prefix, parse_table

# On English chat the bound is then 10 % above the exact count, at 110 kB; with 12,000 ranks it would be 25 %.
COUNT = 32_000


def main(table: Path) -> None:
    """Write the prefix beside this module.

    Args:
        table: cl100k_base.tiktoken, as tiktoken downloads it.
    """
    data = table.read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256:
        sys.exit(f"{table} is not the table of cl100k_base")
    ranks = parse_table(data)
    RANKS.write_bytes(pack_prefix(sorted(ranks, key=ranks.__getitem__)[:COUNT]))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
