"""Signatures of exports: they show that this installation wrote a file, and that no one has changed it since.

An export carries decisions: whose account is whose, audiences, the status of facts, trust, approvals. Its checksum shows damage
only, since it can be computed again after a change. The signature needs a key that stays in the data directory.
"""

from __future__ import annotations

import contextlib
import hmac
import os
import secrets
from pathlib import Path

from kg.errors import InvalidInput

_KEY_FILE = "export.key"
_KEY_BYTES = 32


def sign_checksum(data_dir: Path, checksum: str) -> str:
    """Return the signature of the checksum of an export; create the key of this installation if there is none yet.

    Raises:
        InvalidInput: the key cannot be written.
    """
    try:
        key = _read_key(data_dir) or _create_key(data_dir)
    except OSError as error:
        allowed = f"a folder where the key that signs exports can be written ({error.strerror or error})"
        raise InvalidInput("KG_DATA_DIR", str(data_dir), allowed) from None
    return _sign(key, checksum)


def check_signature(data_dir: Path, name: str, checksum: str, signature: str | None) -> None:
    """Check that this installation has written an export.

    Args:
        data_dir: the data directory of this installation.
        name: the name of the file.
        checksum: the checksum of its lines.
        signature: its signature; None: it has none.

    Raises:
        InvalidInput: another installation, or an older kg, has written it, or it was changed.
    """
    key = _read_key(data_dir)
    if key is None or signature is None or not hmac.compare_digest(_sign(key, checksum), signature):
        raise InvalidInput(
            f"{name}, signature",
            "none" if signature is None else "another",
            "that of this installation: an export decides who owns an account, what is believed, who may read it, and which"
            " procedures are approved; trusted=True (--trusted) imports a file of another installation or an older kg, if"
            " you trust everyone who could change it",
        )


def _sign(key: bytes, checksum: str) -> str:
    return hmac.new(key, checksum.encode(), "sha256").hexdigest()


def _read_key(data_dir: Path) -> bytes | None:
    try:
        return (data_dir / _KEY_FILE).read_bytes()
    except FileNotFoundError:
        return None


def _create_key(data_dir: Path) -> bytes:
    """Write a new key, readable by its user only, unless another process has written one meanwhile; return what is there."""
    data_dir.mkdir(parents=True, exist_ok=True)
    fresh = data_dir / f".{_KEY_FILE}.{secrets.token_hex(8)}"
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_bytes(_KEY_BYTES))
        with contextlib.suppress(FileExistsError):
            # Unlike a rename, a link replaces no key of another process.
            os.link(fresh, data_dir / _KEY_FILE)
    finally:
        fresh.unlink()
    return (data_dir / _KEY_FILE).read_bytes()
