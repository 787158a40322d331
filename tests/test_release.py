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
from tests.release_tag import find_problems

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


def test_a_tag_is_released_only_with_its_version_and_a_date() -> None:
    project, dated = (
        '[project]\nversion = "1.2.3"',
        "# Changelog\n\n## [1.2.3] – 2026-12-01\n\n## [1.2.2] – 2026-11-01\n",
    )
    assert find_problems("v1.2.3", project, dated) == []
    assert "the tag is v1.2.4" in find_problems("v1.2.4", project, dated)[0]
    assert "no date" in find_problems("v1.2.3", project, dated.replace("2026-12-01", "Unreleased"))[0]
    assert "is 1.2.2" in find_problems("v1.2.3", project, dated.replace("1.2.3", "1.2.2"))[0]


WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def list_commands(workflow: dict[str, Any]) -> list[str]:
    return [step["run"] for job in workflow["jobs"].values() for step in job.get("steps", ()) if "run" in step]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_run_make_and_may_only_read_by_default(path: Path) -> None:
    workflow = read_yaml(path)
    targets = set(re.findall(r"^([\w-]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for command in list_commands(workflow):
        if not command.startswith("gh release create "):
            program, target, *_ = command.split()
            assert program == "make"
            assert target in targets or target == '"$TARGET"'
    assert workflow["permissions"] == {"contents": "read"}
    assert all("timeout-minutes" in job for job in workflow["jobs"].values() if "uses" not in job)


def test_workflows_run_the_targets_and_versions_that_exist() -> None:
    jobs = read_yaml(ROOT / ".github" / "workflows" / "tests.yml")["jobs"]
    classified = re.findall(r"Python :: (\d\.\d+)", (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    # A version gets its classifier after its tests have passed.
    assert set(classified) <= set(jobs["test"]["strategy"]["matrix"]["python"])
    extras = read_yaml(ROOT / ".github" / "workflows" / "extras.yml")["jobs"]["extras"]["strategy"]["matrix"]["target"]
    targets = re.findall(r"^([\w-]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(extras) <= set(targets)
