"""Access: nothing without the token, no change from elsewhere, and no token in the address of a page."""

from __future__ import annotations

import httpx
import pytest

from tests.console.conftest import OpenConsole

PATHS = (
    "/",
    "/people",
    "/static/console.js",
    "/api/search?q=ann",
    "/api/context?message=x",
    "/pictures/social",
    "/nowhere",
)


@pytest.mark.parametrize("path", PATHS)
def test_nothing_is_answered_without_the_token(console: OpenConsole, path: str) -> None:
    url = console.server.url.rstrip("/") + path
    for headers in ({}, {"Authorization": "Bearer x"}, {"Cookie": f"kg-{console.server.port}=wrong"}):
        answer = httpx.get(url, headers=headers)
        assert (answer.status_code, "Open the address" in answer.text) == (401, True)
        assert "Ann" not in answer.text
    assert httpx.get(url, params={"token": "wrong"}).status_code == 401


def test_the_first_address_sets_a_cookie_and_leaves_the_token_out(console: OpenConsole) -> None:
    answer = httpx.get(console.server.address_of("people?limit=5"))
    assert (answer.status_code, answer.headers["location"]) == (303, "/people?limit=5")
    cookie = answer.headers["set-cookie"]
    assert all(part in cookie for part in (f"kg-{console.server.port}=", "HttpOnly", "SameSite=lax"))
    assert httpx.get(console.server.address).headers["location"] == "/"


def test_programs_send_the_token_with_each_request(console: OpenConsole) -> None:
    token = {"Authorization": f"Bearer {console.server.token}"}
    assert httpx.get(f"{console.server.url}api/people", headers=token).status_code == 200
    assert httpx.get(f"{console.server.url}api/people", params={"token": console.server.token}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "SELF", "Sec-Fetch-Site": "cross-site"},
        {"Origin": "SELF", "Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_change_from_elsewhere_is_refused(console: OpenConsole, headers: dict[str, str]) -> None:
    own = console.server.url.rstrip("/")
    sent = {name: own if value == "SELF" else value for name, value in headers.items()}
    answer = console.client.post("/change/rename", data={"id": "Bob", "name": "Eve"}, headers=sent)
    assert answer.status_code == 403
    assert console.memory.people.get("cli:bob").name == "Bob"
    assert console.client.post("/forget", data={"kind": "event", "id": "e0"}, headers=sent).status_code == 403


def test_a_foreign_host_is_refused_before_anything_else(console: OpenConsole) -> None:
    for host in ("evil.example", f"evil.example:{console.server.port}", "127.0.0.1:1"):
        assert console.client.get("/", headers={"Host": host}).status_code == 421
