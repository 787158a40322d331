"""Tests of what a release shows outside: version, addresses, citation, issue forms, and the page of the package index."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from kg import __version__
from kg.cli import app

ROOT = Path(__file__).parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
URLS: dict[str, str] = PROJECT["project"]["urls"]
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
FIELD_TYPES = {"markdown", "textarea", "input", "dropdown", "checkboxes"}


def read_yaml(path: Path) -> dict[str, Any]:
    value: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return value


def test_the_citation_names_this_version_and_repository() -> None:
    citation = read_yaml(ROOT / "CITATION.cff")
    assert citation["version"] == __version__
    assert citation["repository-code"] == URLS["Repository"]
    assert citation["license"] == PROJECT["project"]["license"]


def test_every_address_of_the_project_is_in_its_repository() -> None:
    owner, _, name = URLS["Repository"].removeprefix("https://github.com/").partition("/")
    allowed = (URLS["Repository"], f"https://{owner}.github.io/{name}/")
    assert [url for url in URLS.values() if not url.startswith(allowed)] == []
    contacts = read_yaml(ROOT / ".github" / "ISSUE_TEMPLATE" / "config.yml")["contact_links"]
    assert [one["url"] for one in contacts if not one["url"].startswith(allowed)] == []


@pytest.mark.parametrize("path", [path for path in FORMS if path.stem != "config"], ids=lambda path: path.stem)
def test_issue_forms_have_fields_with_ids(path: Path) -> None:
    form = read_yaml(path)
    assert {"name", "description", "body"} <= form.keys()
    assert {field["type"] for field in form["body"]} <= FIELD_TYPES
    ids = [field["id"] for field in form["body"] if field["type"] != "markdown"]
    assert ids
    assert len(ids) == len(set(ids))
    assert all(field["attributes"].get("label") for field in form["body"] if field["type"] != "markdown")


def test_the_security_policy_supports_this_version() -> None:
    policy = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert f"now {'.'.join(__version__.split('.')[:2])}." in policy


def test_the_newest_version_says_what_changes_for_users() -> None:
    newest, older = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")[1:3]
    assert "\n### What changes for you\n" in newest
    dates = [re.match(r"\[([\d.]+)\] – (Unreleased|\d{4}-\d\d-\d\d)\n", part) for part in (newest, older)]
    assert [match[1] for match in dates if match] == [__version__, "0.1.0"]
    assert older.split("\n")[0].endswith("2026-11-22")


def test_the_readme_of_the_package_index_has_no_relative_links() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for one in PROJECT["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]["substitutions"]:
        text = re.sub(one["pattern"], one["replacement"], text)
    assert [link for link in re.findall(r"\]\(([^)]+)\)", text) if not link.startswith(("https://", "#"))] == []
    assert f"{URLS['Repository']}/blob/main/docs/install.md" in text


def test_the_command_prints_the_version() -> None:
    assert CliRunner().invoke(app, ["--version"]).stdout == f"kg {__version__}\n"
