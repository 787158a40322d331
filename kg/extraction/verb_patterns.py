"""The table of verbs: what may follow each, and what is then stated."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kg.extraction.sentence_reader import END, LIST

O = rf"(?P<o>{LIST}){END}"  # noqa: E741 - what stands behind the verb


@dataclass(frozen=True)
class Rule:
    """A verb with what may follow it.

    Attributes:
        lemmas: verbs.
        pattern: what must follow, where `o` is the object.
        predicate: what is stated.
        wants: what the object must be: "org", "name", "person", "job", "place", "any".
        passive: whether the verb must be passive (True), must not be (False), or may be (None).
        denied: the predicate of the denied verb, or "".
        ends: whether the verb ends what it states.
        also: a second predicate for the same.
        moved: the first phrase behind the verb is what is told of: "we migrate the warehouse to Snowflake".
    """

    lemmas: str
    pattern: str
    predicate: str
    wants: str = "any"
    passive: bool | None = False
    denied: str = ""
    ends: bool = False
    also: str = ""
    moved: bool = False


_WAY = r"(?: (?:back|over|out|here|there|away|up|down|alone))?"
_WITH = r"(?: with #\d+(?: and #\d+)*)?"
_DEGREE = r" (?P<d>#\d+)"
_GET = "get have finish complete earn hold"
_DO = "do pursue"
_WORK = "work freelance consult intern teach volunteer lecture"

_JOBS = (
    Rule(_WORK, rf"(?: #\d+)?(?: full)?(?: as #\d+)? (?:at|for) {O}", "works_at", "org"),
    Rule("work", rf"(?: closely)?(?: together)? with {O}", "colleague_of", "person"),
    Rule("work", rf"(?: (?:at|for|in) #\d+)? as {O}", "role", "title"),
    Rule("work", rf" (?:in|on|with) (?:#\d+ (?:at|for) ){O}", "works_at", "org"),
    Rule("start begin", rf"(?: work/G)?(?: #\d+)?(?: as #\d+)? (?:at|with|for) {O}", "works_at", "company"),
    Rule("start begin", rf"(?: work/G)?(?: #\d+)?(?: (?:at|with) #\d+)? as {O}", "role", "title"),
    Rule("have get land take accept find score", rf" (?P<j>#\d+)(?: as #\d+)? (?:at|with) {O}", "works_at", "org"),
    Rule("have get land take accept find score", rf" (?P<j>#\d+)(?: at #\d+)? as {O}", "role", "title"),
    Rule("employ", rf"(?: as #\d+)? (?:by|at|with) {O}", "works_at", "org", True),
    Rule("hire", rf"(?: as #\d+)? (?:by|at) {O}", "works_at", "org", True),
    Rule("hire employ", rf"(?: (?:by|at) #\d+)? as {O}", "role", "title", True),
    Rule("leave quit", rf" {O}", "works_at", "firm", ends=True),
    Rule("stop finish", rf" work/G (?:at|for) {O}", "works_at", "org", ends=True),
    Rule("resign retire", rf"(?: as #\d+)? (?:from|at) {O}", "works_at", "org", ends=True),
    Rule("hand", rf" in #\d+ at {O}", "works_at", "org", ends=True),
    Rule("leave quit", rf" (?P<j>#\d+) (?:at|with) {O}", "works_at", "org", ends=True),
    Rule("fire lay sack let", rf"(?: off| go)? (?:from|by|at) {O}", "works_at", "org", True, ends=True),
    Rule("manage lead head run coordinate", rf" #\d+(?: of #\d+)? (?:at|for) {O}", "works_at", "firm"),
    Rule("become", rf" {O}", "role", "job"),
    Rule("retrain train qualify", rf" as {O}", "role", "job"),
    Rule("become promote appoint", rf"(?: to)? #\d+ (?:at|for|of) {O}", "works_at", "firm", None),
    Rule("promote", rf" to {O}", "role", "title", None),
    Rule("appoint name elect make", rf"(?: as)? {O}", "role", "job", True),
    Rule("report", rf"(?: directly)? to {O}", "reports_to", "person"),
    Rule("manage supervise", rf" {O}", "managed", "person"),
)
_PLACES = (
    Rule("live reside settle", rf"{_WAY}{_WITH} in {O}", "lives_in", "name"),
    Rule("live reside settle", rf"{_WAY}{_WITH} in #\d+(?: ,)? in {O}", "lives_in", "name"),
    Rule("live reside", rf"{_WAY}{_WITH} (?:on|in|at) #\d+ of {O}", "lives_in", "city"),
    Rule("live sit", rf" on {O}", "located_in", "host"),
    Rule("base", rf" (?:in|out of|at) {O}", "located_in", "name", True),
    Rule("locate situate headquarter host deploy", rf" (?:in|at) {O}", "located_in", "name", None),
    Rule(
        "move relocate emigrate",
        rf"{_WAY}(?: from #\d+)?(?: (?:back|over))? to {O}",
        "moved_to",
        "name",
        also="lives_in",
    ),
    Rule("grow", rf" up (?:in|near|on) {O}", "from", "name"),
    Rule("raise bear", rf"(?: and (?:raise|bear)/[ND])?(?: and raised)? in {O}", "from", "name", None),
    Rule("come hail", rf"(?: originally)? from {O}", "from", "name"),
)
_STUDIES = (
    Rule("study", rf"(?: for #\d+)? at {O}", "studies_at", "org"),
    Rule("study major", rf"(?: in)? {O}", "studied", "field"),
    Rule("study major", rf"(?: in)? (?P<field>#\d+) at {O}", "studies_at", "name"),
    Rule("read", rf" {O} at #", "studied", "field"),
    Rule(f"{_DO} {_GET} take", rf"{_DEGREE} (?:in|of) {O}", "studied", "field"),
    Rule(_DO, rf"{_DEGREE}(?: (?:in|of) #\d+)? (?:at|from) {O}", "studies_at", "name"),
    Rule(_GET, rf"{_DEGREE}(?: (?:in|of) #\d+)? (?:at|from) {O}", "studies_at", "name", ends=True),
    Rule("graduate", rf"(?: with #\d+)?(?: in #\d+)? from {O}", "studies_at", "name", ends=True),
    Rule("graduate", rf"(?: from #\d+)?(?: with #\d+)? in {O}", "studied", "field"),
    Rule("attend go enrol enroll", rf"(?: to| at)? {O}", "studies_at", "school"),
    Rule("speak", rf"(?: both)? {O}", "speaks", "language"),
)
_TASTES = (
    Rule("like love enjoy adore", rf" {O}", "likes", "any", denied="dislikes"),
    Rule("hate dislike detest loathe despise", rf" {O}", "dislikes", "any"),
    Rule("prefer", rf" {O}", "prefers", "any"),
    Rule("eat drink", rf" {O}", "diet", "any", denied="diet"),
)
_TOOLS = (
    Rule("use", rf" {O}", "uses", "any"),
    Rule("run", rf" (?:on|under) {O}", "uses", "any"),
    Rule("run", rf" in {O}", "located_in", "city"),
    Rule("run", rf" {O}", "uses", "software"),
    Rule("store keep save", rf" #\d+ in {O}", "uses", "software"),
    Rule("store keep save", rf" in {O}", "uses", "software", True),
    Rule("replace swap", rf" #\d+ (?:with|by|for) {O}", "uses", "software"),
    Rule("replace swap", r" (?P<o>#\d+) (?:with|by|for) #", "uses", "software", ends=True),
    Rule("rely depend", rf" (?:up)?on {O}", "uses", "tool"),
    Rule("talk connect", rf" to {O}", "uses", "tool"),
    Rule("code program develop", rf" in {O}", "uses", "tool"),
    Rule("switch migrate", rf"(?: over)?(?: from #\d+)?(?: over)? to {O}", "uses", "tool"),
    Rule(
        "migrate move port switch transfer",
        rf" #\d+(?: over)?(?: from #\d+)?(?: over)? to {O}",
        "uses",
        "tool",
        moved=True,
    ),
    Rule("switch migrate", rf"(?: over)?(?: away)? from {O}", "uses", "tool", ends=True),
    Rule("deploy", rf"(?: #\d+)? to {O}", "uses", "tool"),
    Rule("host deploy", rf" (?:on|with) {O}", "uses", "any", True),
    Rule("write build code implement power back", rf" (?:in|with|on|using) {O}", "uses", "made", True),
)
_THINGS = (
    Rule("own", rf" {O}", "owns", "any"),
    Rule("buy purchase inherit have get", rf" {O}", "owns", "thing"),
    Rule("have adopt get rescue own buy", rf" {O}", "has_pet", "pet"),
)
_TIES = (
    Rule("marry", rf"(?: to)? {O}", "married_to", "named", None),
    Rule("engage", rf" to {O}", "partner_of", "person", None),
    Rule("date", rf" {O}", "partner_of", "person"),
    Rule("know", rf" {O}", "knows", "known"),
    Rule("play sing perform drum", rf"(?: #\d+)? (?:in|for|with) {O}", "member_of", "group"),
    Rule("join", rf" {O}", "member_of", "group"),
    Rule("join", rf" {O}", "works_at", "firm"),
    Rule("join", rf" #\d+ as {O}", "role", "title"),
    Rule("belong", rf" to {O}", "member_of", "group"),
    Rule("found co-found establish cofound", rf" {O}", "founded", "any"),
    Rule("start set", rf"(?: up)? {O}", "founded", "firm"),
)

BY_LEMMA: dict[str, list[tuple[re.Pattern[str], Rule]]] = {}
"""Rules by verb, in the order of the tables."""
for _rule in (*_JOBS, *_PLACES, *_STUDIES, *_TASTES, *_TOOLS, *_THINGS, *_TIES):
    for _lemma in _rule.lemmas.split():
        BY_LEMMA.setdefault(_lemma, []).append((re.compile(_rule.pattern), _rule))
