"""The table of verb patterns: what may follow each verb, and the predicate that is then stated."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kg.extraction.sentence_reader import NO_VERB_AHEAD, PHRASE_LIST

OBJECT = rf"(?P<o>{PHRASE_LIST}){NO_VERB_AHEAD}"


@dataclass(frozen=True)
class VerbPattern:
    """Verbs with what may follow them.

    Attributes:
        lemmas: the verbs, separated by spaces.
        pattern: a regular expression for the code after the verb, with a group `o` for the object.
        predicate: the predicate that is stated.
        object_type: the type that the object must have (see `kg.extraction.phrase_types.matches_type`).
        is_passive: whether the verb must be passive (True), must not be (False), or may be (None).
        negated_predicate: the predicate of the negated verb, or "".
        is_ending: whether the verb ends the state.
        second_predicate: a second predicate of the same subject and object, or "".
        is_migration: whether the first phrase after the verb is the subject: "we migrate the warehouse to Snowflake".
    """

    lemmas: str
    pattern: str
    predicate: str
    object_type: str = "any"
    is_passive: bool | None = False
    negated_predicate: str = ""
    is_ending: bool = False
    second_predicate: str = ""
    is_migration: bool = False


_WAY = r"(?: (?:back|over|out|here|there|away|up|down|alone))?"
_WITH = r"(?: with #\d+(?: and #\d+)*)?"
_DEGREE = r" (?P<d>#\d+)"
_GET = "get have finish complete earn hold"
_DO = "do pursue"
_WORK = "work freelance consult intern teach volunteer lecture"

_JOBS = (
    VerbPattern(_WORK, rf"(?: #\d+)?(?: full)?(?: as #\d+)? (?:at|for) {OBJECT}", "works_at", "org"),
    VerbPattern("work", rf"(?: closely)?(?: together)? with {OBJECT}", "colleague_of", "person"),
    VerbPattern("work", rf"(?: (?:at|for|in) #\d+)? as {OBJECT}", "role", "title"),
    VerbPattern("work", rf" (?:in|on|with) (?:#\d+ (?:at|for) ){OBJECT}", "works_at", "org"),
    VerbPattern("start begin", rf"(?: work/G)?(?: #\d+)?(?: as #\d+)? (?:at|with|for) {OBJECT}", "works_at", "company"),
    VerbPattern("start begin", rf"(?: work/G)?(?: #\d+)?(?: (?:at|with) #\d+)? as {OBJECT}", "role", "title"),
    VerbPattern(
        "have get land take accept find score", rf" (?P<j>#\d+)(?: as #\d+)? (?:at|with) {OBJECT}", "works_at", "org"
    ),
    VerbPattern("have get land take accept find score", rf" (?P<j>#\d+)(?: at #\d+)? as {OBJECT}", "role", "title"),
    VerbPattern(
        "do cook code design build write teach nurse guard clean deliver sell research test",
        rf"(?: #\d+)? for {OBJECT}",
        "works_at",
        "organisation",
    ),
    VerbPattern("employ", rf"(?: as #\d+)? (?:by|at|with) {OBJECT}", "works_at", "org", True),
    VerbPattern("hire", rf"(?: as #\d+)? (?:by|at) {OBJECT}", "works_at", "org", True),
    VerbPattern("hire employ", rf"(?: (?:by|at) #\d+)? as {OBJECT}", "role", "title", True),
    VerbPattern("leave quit", rf" {OBJECT}", "works_at", "firm", is_ending=True),
    VerbPattern("quit", rf" {OBJECT}", "works_at", "employer", is_ending=True),
    VerbPattern("stop finish", rf" work/G (?:at|for) {OBJECT}", "works_at", "org", is_ending=True),
    VerbPattern("resign retire", rf"(?: as #\d+)? (?:from|at) {OBJECT}", "works_at", "org", is_ending=True),
    VerbPattern("hand", rf" in #\d+ at {OBJECT}", "works_at", "org", is_ending=True),
    VerbPattern("leave quit", rf" (?P<j>#\d+) (?:at|with) {OBJECT}", "works_at", "org", is_ending=True),
    VerbPattern(
        "fire lay sack let", rf"(?: off| go)? (?:from|by|at) {OBJECT}", "works_at", "org", True, is_ending=True
    ),
    VerbPattern("manage lead head run coordinate", rf" #\d+(?: of #\d+)? (?:at|for) {OBJECT}", "works_at", "firm"),
    VerbPattern("become", rf" {OBJECT}", "role", "job"),
    VerbPattern("retrain train qualify", rf" as {OBJECT}", "role", "job"),
    VerbPattern("become promote appoint", rf"(?: to)? #\d+ (?:at|for|of) {OBJECT}", "works_at", "firm", None),
    VerbPattern("promote", rf" to {OBJECT}", "role", "title", None),
    VerbPattern("appoint name elect make", rf"(?: as)? {OBJECT}", "role", "job", True),
    VerbPattern("report", rf"(?: directly)? to {OBJECT}", "reports_to", "person"),
    VerbPattern("manage supervise", rf" {OBJECT}", "managed", "person"),
)
_PLACES = (
    VerbPattern("live reside settle", rf"{_WAY}{_WITH} in {OBJECT}", "lives_in", "name"),
    VerbPattern("live reside settle", rf"{_WAY}{_WITH} (?:in|on|at) #\d+(?: ,)? in {OBJECT}", "lives_in", "name"),
    VerbPattern("live reside", rf"{_WAY}{_WITH} (?:on|in|at) #\d+ of {OBJECT}", "lives_in", "city"),
    VerbPattern("live sit", rf" on {OBJECT}", "located_in", "host"),
    VerbPattern("base", rf" (?:in|out of|at) {OBJECT}", "located_in", "name", True),
    VerbPattern("locate situate headquarter host deploy", rf" (?:in|at) {OBJECT}", "located_in", "name", None),
    VerbPattern(
        "move relocate emigrate",
        rf"{_WAY}(?: from #\d+)?(?: (?:back|over))? to {OBJECT}",
        "moved_to",
        "name",
        second_predicate="lives_in",
    ),
    VerbPattern("grow", rf" up (?:in|near|on) {OBJECT}", "from", "name"),
    VerbPattern("raise bear", rf"(?: and (?:raise|bear)/[ND])?(?: and raised)? in {OBJECT}", "from", "name", None),
    VerbPattern("come hail", rf"(?: originally)? from {OBJECT}", "from", "name"),
)
_STUDIES = (
    VerbPattern("study", rf"(?: for #\d+)? at {OBJECT}", "studies_at", "org"),
    # "I study in Aachen" names a place.
    VerbPattern("study", rf" {OBJECT}", "studied", "field"),
    VerbPattern("major", rf"(?: in)? {OBJECT}", "studied", "field"),
    VerbPattern("study major", rf"(?: in)? (?P<field>#\d+) at {OBJECT}", "studies_at", "name"),
    VerbPattern("read", rf" {OBJECT} at #", "studied", "field"),
    VerbPattern(f"{_DO} {_GET} take", rf"{_DEGREE} (?:in|of) {OBJECT}", "studied", "field"),
    VerbPattern(_DO, rf"{_DEGREE}(?: (?:in|of) #\d+)? (?:at|from) {OBJECT}", "studies_at", "name"),
    VerbPattern(_GET, rf"{_DEGREE}(?: (?:in|of) #\d+)? (?:at|from) {OBJECT}", "studies_at", "name", is_ending=True),
    VerbPattern("graduate", rf"(?: with #\d+)?(?: in #\d+)? from {OBJECT}", "studies_at", "name", is_ending=True),
    VerbPattern("graduate", rf"(?: from #\d+)?(?: with #\d+)? in {OBJECT}", "studied", "field"),
    VerbPattern("drop", rf" out(?: of)? {OBJECT}", "studies_at", "name", is_ending=True),
    VerbPattern("attend go enrol enroll", rf"(?: to| at)? {OBJECT}", "studies_at", "school"),
    VerbPattern("speak", rf"(?: both)? {OBJECT}", "speaks", "language"),
    VerbPattern("speak", rf" #\d+ (?:with|to|at) #\d+ and {OBJECT}", "speaks", "language"),
)
_TASTES = (
    VerbPattern("like love enjoy adore", rf" {OBJECT}", "likes", "any", negated_predicate="dislikes"),
    VerbPattern("hate dislike detest loathe despise", rf" {OBJECT}", "dislikes", "any"),
    VerbPattern("prefer", rf" {OBJECT}", "prefers", "any"),
    VerbPattern("hook obsess addict", rf" (?:on|with|by|to) {OBJECT}", "likes", "any", None),
    VerbPattern("eat drink", rf" {OBJECT}", "diet", "any", negated_predicate="diet"),
)
_TOOLS = (
    VerbPattern("use", rf" {OBJECT}", "uses", "any"),
    VerbPattern(
        "use", rf" #\d+ (?:for|at|on|in) #\d+ and {OBJECT} (?:for|at|on|in|as|behind|under|with) #", "uses", "any"
    ),
    VerbPattern("run", rf" (?:on|under) {OBJECT}", "uses", "any"),
    VerbPattern("run sit", rf" in {OBJECT}", "located_in", "city"),
    VerbPattern("run", rf" {OBJECT}", "uses", "software"),
    VerbPattern("store keep save", rf" #\d+ in {OBJECT}", "uses", "software"),
    VerbPattern("store keep save", rf" in {OBJECT}", "uses", "software", True),
    VerbPattern("replace swap", rf" #\d+ (?:with|by|for) {OBJECT}", "uses", "software"),
    VerbPattern("replace swap", r" (?P<o>#\d+) (?:with|by|for) #", "uses", "software", is_ending=True),
    VerbPattern("post log push ship move", rf"(?: over)? to {OBJECT}", "uses", "software"),
    VerbPattern("get read fetch load pull", rf" #\d+ from {OBJECT}", "uses", "software"),
    VerbPattern("rely depend", rf" (?:up)?on {OBJECT}", "uses", "tool"),
    VerbPattern("talk connect", rf" to {OBJECT}", "uses", "tool"),
    VerbPattern("code program develop", rf" in {OBJECT}", "uses", "tool"),
    VerbPattern("switch migrate", rf"(?: over)?(?: from #\d+)?(?: over)? to {OBJECT}", "uses", "tool"),
    VerbPattern(
        "migrate move port switch transfer",
        rf" #\d+(?: over)?(?: from #\d+)?(?: over)? to {OBJECT}",
        "uses",
        "tool",
        is_migration=True,
    ),
    VerbPattern("switch migrate", rf"(?: over)?(?: away)? from {OBJECT}", "uses", "tool", is_ending=True),
    VerbPattern("drop ditch retire scrap", rf" {OBJECT}", "uses", "software", is_ending=True),
    VerbPattern("deploy", rf"(?: #\d+)? to {OBJECT}", "uses", "tool"),
    VerbPattern("host deploy", rf" (?:on|with) {OBJECT}", "uses", "any", True),
    VerbPattern("write build code implement power back", rf" (?:in|with|on|using) {OBJECT}", "uses", "made", True),
)
_THINGS = (
    VerbPattern("own", rf" {OBJECT}", "owns", "any"),
    VerbPattern("buy purchase inherit have get", rf" {OBJECT}", "owns", "thing"),
    VerbPattern("own buy", rf" #\d+ (?:in|at|on|near) #\d+ and {OBJECT} (?:in|at|on|near) #", "owns", "any"),
    VerbPattern("sell", rf" {OBJECT}", "owns", "thing", is_ending=True),
    VerbPattern("have adopt get rescue own buy", rf" {OBJECT}", "has_pet", "pet"),
)
_TIES = (
    VerbPattern("marry", rf"(?: to)? {OBJECT}", "married_to", "named", None),
    VerbPattern("divorce", rf" from {OBJECT}", "married_to", "named", None, is_ending=True),
    VerbPattern("engage", rf" to {OBJECT}", "partner_of", "person", None),
    VerbPattern("date", rf" {OBJECT}", "partner_of", "person"),
    VerbPattern("know", rf" {OBJECT}", "knows", "known"),
    VerbPattern("play sing perform drum", rf"(?: #\d+)? (?:in|for|with) {OBJECT}", "member_of", "group"),
    VerbPattern("join", rf" {OBJECT}", "member_of", "group"),
    VerbPattern("join", rf" {OBJECT}", "works_at", "firm"),
    VerbPattern("join", rf" #\d+ as {OBJECT}", "role", "title"),
    VerbPattern("belong", rf" to {OBJECT}", "member_of", "group"),
    VerbPattern("leave quit", rf" {OBJECT}", "member_of", "group", is_ending=True),
    VerbPattern("found co-found establish cofound", rf" {OBJECT}", "founded", "any"),
    VerbPattern("start set", rf"(?: up)? {OBJECT}", "founded", "firm"),
)

PATTERNS_BY_LEMMA: dict[str, list[tuple[re.Pattern[str], VerbPattern]]] = {}
"""Patterns by verb, in the order of the tables."""
for _rule in (*_JOBS, *_PLACES, *_STUDIES, *_TASTES, *_TOOLS, *_THINGS, *_TIES):
    for _lemma in _rule.lemmas.split():
        PATTERNS_BY_LEMMA.setdefault(_lemma, []).append((re.compile(_rule.pattern), _rule))
