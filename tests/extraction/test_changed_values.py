"""Changes of values: the new value in plain words, and what changes nothing."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from kg.extraction.changed_values import find_changed_values
from kg.extraction.rule_extractor import RuleExtractor
from kg.protocols import Utterance
from kg.settings import Settings

pytestmark = pytest.mark.timeout(120)
AT = datetime(2026, 5, 4, 9, tzinfo=UTC)


def read(text: str, *, is_between_people: bool = False) -> list[str]:
    passage = Utterance(text, "Ada", AT, is_between_people=is_between_people)
    return [each.sentence for each in find_changed_values(passage, text)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("changed the port to 5434", "The port is 5434."),
        ("we've bumped the timeout from 10s to 30s", "The timeout is 30s."),
        ("up my day rate to 420 from october", "My day rate is 420 from october."),
        ("set the batch size to 64", "The batch size is 64."),
        ("we raised the price of rye to 5.20", "The price of rye is 5.20."),
        ("the rate limit was raised to 300 per minute", "The rate limit is 300 per minute."),
        ("the limit went up to 300", "The limit is 300."),
        ("we're raising the rent to 950 from november", "The rent is 950 from november."),
        ("moved the server to Dublin", "The server is in Dublin."),
        ("renamed the repo to kiln", "The repo is called kiln."),
        ("switched the branch to main", "The branch is main."),
        ("we moved, new address is 4 Park Row, Leeds", "My address is 4 Park Row, Leeds."),
        ("we left, our new manager is Tobias", "Our new manager is Tobias."),
        ("new goal: sub 3:50", "My new goal is sub 3:50."),
        ("got a new laptop, a framework 13", "My new laptop is a framework 13."),
        ("Mia has a new teacher, Herr Voss", "Mia's new teacher is Herr Voss."),
        ("gate changed to B31", "The gate is B31."),
        ("budget for the campaign got cut to 32k", "The budget for the campaign is 32k."),
        ("long run moved to saturdays", "The long run is now on saturdays."),
        ("we're extending the Japan trip to 14 days", "The Japan trip is 14 days."),
        ("I've got a new GP, Dr. Osei", "My new GP is Dr. Osei."),
        ("we'll drop Keycloak and go with Entra ID", "I switched from Keycloak to Entra ID."),
        ("we migrated to postgres", "My database is now postgres."),
        ("we changed hotels, staying at the Motel One now", "I'm staying at the Motel One now."),
        ("staging db is now db-stg-4", "The staging db is now db-stg-4."),
        ("Priya left, Dmitri is our QA lead now", "Dmitri is our QA lead now."),
        ("batch size 128 now", "The batch size is 128."),
        ("I'm back home from Madrid", "I returned from Madrid."),
        ("I'm down to 81 kg", "I weigh 81 kg now."),
        ("the scale says 82.6 this morning", "My weight is 82.6 now."),
        ("I weighed in at 79.8 kg", "My weight is 79.8 kg now."),
        ("p95 came down to 240", "The p95 is 240."),
        ("our p95 has gone back up to 300", "Our p95 is 300."),
        ("I've cut down to two coffees", "I drink two coffees a day now."),
        ("cut back to 5 cigarettes a week", "I smoke 5 cigarettes a week now."),
        ("I've moved everything from Toggl over to Clockify", "I switched from Toggl to Clockify."),
        ("we migrated all our repos from GitLab to GitHub", "I switched from GitLab to GitHub."),
        ("new number is 07700 900456", "My phone number is 07700 900456."),
        ("fixed the flaky test", "The test works again."),
        ("changed our base image to python:3.13", "Our base image is python:3.13."),
        ("turned the heating down to 17", "The heating is 17."),
        ("the lights are fixed", "The lights work again."),
        ("the boiler is fixed", "The boiler works again."),
        ("the doctor increased the dose to 75 mg", "The dose is 75 mg."),
        ("we now use uv instead of pip", "I stopped using pip."),
        ("going with Adam instead of SGD", "I stopped using SGD."),
        ("npm → pnpm", "I switched from npm to pnpm."),
        ("I eat meat again", "I started eating meat again."),
        ("I'm back in the office", "I went back to the office."),
    ],
)
def test_the_new_value_is_in_plain_words(text: str, sentence: str) -> None:
    assert read(text) == [sentence]


@pytest.mark.parametrize(
    "text",
    [
        "we changed the subject",
        "Anna went up to 3",
        "sales fell back to 40k",
        "moved all our stuff from Graz to Linz",
        "moved everything from the kitchen to the hall",
        "the scale says hello",
        "I've got a new car, finally",
        "Tom moved to B31",
        "I dropped the kids and went with Ann",
        "we migrated to the new flat",
        "sales hit 500 now",
        "we might change the port to 5434",
        "if we change the port to 5434 it works",
        "should we change the port to 5434?",
        "don't change the port to 5434",
        "never changed the port to 5434",
        "we're raising the rent to 950",
        "Tom wants to raise the rent to 950",
        "I switched to the other room",
        "moved the sofa to the other room",
        "moved the kids to Dublin Zoo and back",
        "moved the meeting to 3",
        "moved the talk to 5 May",
        "changed the plan to something better",
        "they changed his port to 5434",
        "new idea is 4 times better",
        "should we use uv instead of pip?",
        "use conda instead of pip if it fails",
        "my son eats meat again",
        "I'll be back in the office on Monday",
        "Tom is back in the office",
        "a → b → c",
        "fixed the date",
        "the new number is 07700 900456",
        "new number is 12",
        "we fixed the bug",
        "fixed the meeting",
    ],
)
def test_other_changes_give_no_value(text: str) -> None:
    assert read(text) == []


def test_among_people_an_order_changes_nothing_yet() -> None:
    assert read("change the port to 5434") == ["The port is 5434."]
    assert read("change the port to 5434", is_between_people=True) == []


def slots(text: str) -> set[tuple[str, str, str]]:
    (found,) = RuleExtractor(Settings()).extract([Utterance(text, "Ada", AT)]).results
    return {(each.subject, each.predicate, each.aspect) for each in found.statements if each.aspect}


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("the port is 5433", "changed the port to 5434"),
        ("my day rate is 380", "up my day rate to 420 from october"),
        ("the price of rye is 4.80", "we raised the price of rye to 5.20"),
        ("the server is in Frankfurt", "moved the server to Dublin"),
        ("the repo is called forge", "renamed the repo to kiln"),
        ("my address is 12 Mill Lane, Leeds", "we moved, new address is 4 Park Row, Leeds"),
        ("the test is flaky", "fixed the flaky test"),
        ("my seat is 14C", "I changed my seat to 21A"),
        ("our road trip is 10 days", "we're extending the road trip to 14 days"),
        ("my physio sessions are on mondays", "physio moved to wednesdays"),
    ],
)
def test_a_change_and_the_old_value_compete(earlier: str, later: str) -> None:
    assert len(slots(earlier) & slots(later)) == 1


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("the port is 5433", "changed the staging port to 5440"),
        ("the price of rye is 4.80", "we raised the price of spelt to 5.20"),
        ("the server is in Frankfurt", "moved the laptop to Dublin"),
        ("the server is in Frankfurt", "I moved to Dublin"),
        ("my address is 12 Mill Lane, Leeds", "Tom's new address is 4 Park Row, Leeds"),
        ("the test is flaky", "fixed the broken login"),
    ],
)
def test_changes_of_other_things_do_not_compete(earlier: str, later: str) -> None:
    assert not slots(earlier) & slots(later)


def test_the_deed_is_noted_too() -> None:
    (found,) = RuleExtractor(Settings()).extract([Utterance("changed the port to 5434", "Ada", AT)]).results
    assert [each.template for each in found.statements] == ["{s} changed the port to 5434", "The port is 5434"]
