"""Memories of several users are for each of them alone."""

from __future__ import annotations

from kg.transfer.importers.user_audiences import UserAudiences


def test_one_user_shares_and_several_do_not() -> None:
    alone = UserAudiences.of("mem0", ["ann", None, " ann "])
    assert (alone.audience("ann"), alone.account("ann")) == ("shared", "mem0:ann")
    several = UserAudiences.of("mem0", ["ann", "telegram:7"])
    assert several.audience("ann") == "person:mem0:ann"
    assert several.audience("telegram:7") == "person:telegram:7"
    assert several.audience(None) == "shared"
