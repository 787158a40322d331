"""English sentences about which the learnt feedback detector is wrong: conventions, orders of the moment, and reports.

"Never push to main" and "run the tests with `make test`" are preferences that hold until they are changed; "you: add a test" is
an order that is done once; "that was it, the cache was stale" corrects nothing.
"""

from __future__ import annotations

import re

from kg.extraction.feedback_patterns import strip_opening

# Verbs of orders to an agent that works with files, messages and appointments.
_DO = (
    r"(?:use|call|send|write|add|delete|include|share|mention|change|touch|commit|push|run|reply|answer|put|format|edit|remove"
    r"|open|post|schedule|book|suggest|merge|deploy|rebase|squash|force-push|install|rename|move|log|store|save|create|generate"
    r"|hardcode|hard-code|import|upgrade|bump|bring up|sign|cc|text|email|e-mail|phone|ring|order|spend|pay|quote|invoice"
    r"|discuss|bill|round|mock|skip|disable|comment out)"
)
_PLEASE = r"(?:please |pls )?"
_NOT = r"(?:don't|dont|do not|never)"
_CHANGE = r"(?:touch|edit|change|push|commit|deploy|merge|write|put|add|delete|modify)"
# "Always order the noodles there", "never run out of milk again".
_SAID_OF_ONESELF = (
    r"(?:run (?:out|late|away|into)|order|ring|pay|spend|answer (?:my|his|her|their)|call (?:my|him|her|them))\b"
)
_LASTING = re.compile(
    r"\b(?:ever|always|never|from now on|in general|in future|going forward|by default|as a rule|every time|unless)\b"
)
_PATH = (
    r"(?:(?!(?:and/or|he/she|s/he|his/her|him/her|w/|n/a))[\w.-]*/[\w./*-]*"
    r"|(?:main|master|prod|production|trunk)(?=\W*$|[,.;!?]| (?:branch|directly|please|pls|ever|without|unless|btw|ok)\b)"
    r"|(?:the )?[\w./-]+ (?:folder|directory|dir|branch|files))"
)
_RUN = r"(?:run|build|deploy|start|test|lint|format|install|execute|launch|check|publish|release)"
_TOOL = (
    r"(?:_{3,}|`|(?:make \w+|uv|npm|pnpm|yarn|poetry|cargo|docker|pytest|ruff|black|tox|nox|just|bazel|gradle|maven)"
    r"(?![\w/]))"
)
_WORK = (
    r"(?:commit messages?|commits|branch(?:es)?(?: names)?|prs?|pull requests|(?:unit )?tests|migrations|docs|docstrings|comments"
    r"|variables|file names|filenames|functions|classes|test files|changelogs?|release notes|error messages|log messages|configs?"
    r"|secrets|fixtures|helpers|tickets|titles)"
)
_ANSWERS = r"(?:answers|replies|responses)"
_LENGTH = r"(?:short|shorter|brief|concise|long|longer|detailed)"
_CONTACT = r"(?:e-?mails?|phone|texts?|message|whatsapp|sms|ring|calls?|write|voicemails?)"
_BUT_NOT = r"(?:not|no|don't|dont|do not|never|instead of|rather than)"
# "Run the tests with `uv run pytest`, not plain pytest"; quoted words may be replaced by underscores.
_RUN_WITH = re.compile(
    rf"(?:please |pls |always )*(?P<how>{_RUN} (?:the |our |all |my )?[\w -]{{2,30}}?) (?:with|using|via|through) {_TOOL}"
    r"(?!.*\b(?:and (?:then|show|tell|send|paste)|now|once)\b)"
)
# "Migrations go in migrations/", "branches are named feat/…".
_PLACED = re.compile(
    rf"(?P<how>{_WORK} (?:(?:all |always )?(?:go|goes|live|belong|stay)(?= (?:in|into|under|next to)\b)|(?:are )?named\b))"
)
_CONVENTIONS = tuple(
    re.compile(pattern)
    for pattern in (
        # "Never push to main", "always squash before you merge".
        rf"(?:[^.;]*[.;] )?{_PLEASE}(?:always|never) (?:ever )?(?!{_SAID_OF_ONESELF})(?:ask|{_DO})\b",
        # "Don't touch web/", "please don't commit to main".
        rf"(?:.*(?:[,;]| so| but| and) )?{_PLEASE}{_NOT} (?:ever )?{_CHANGE}\b[^,.;!?]{{0,40}}?(?<!\S){_PATH}(?!\w)",
        rf"(?:from now on|going forward|in future),? (?:please |always )*{_DO}\b",
        # "Don't mention my health unless I ask".
        rf"{_PLEASE}{_NOT} (?:ever )?(?:{_DO}|tell|ask|remind|bring)\b.*{_LASTING.pattern}",
        # "Don't schedule anything before 10am".
        rf"{_PLEASE}{_NOT} (?:ever )?{_DO} (?:anything|stuff|any \w+|\w+s) (?:.* )?(?:in|for|before|after|on|during|outside) \w",
        # "Use structlog, no print()", "use uv instead of pip".
        (
            rf"{_PLEASE}use (?!the |this |that |these |my |your |it\b|port |number |\d)[\w./+-]{{2,}} ?(?:,|-|–| )\s?"
            rf"(?:no|not|never|instead of|rather than) (?!the |this |that |more |need |\d)[\w./()+-]+"
        ),
        # "Commit messages in imperative mood please".
        (
            rf"{_WORK} (?:(?:must |should |always )?(?:end|start|begin) (?:in|with)"
            rf"|(?:must|should) (?:always )?(?:be|have|use|go|follow|say|start)|always (?:in|with))\b"
        ),
        rf"{_WORK} (?:in|with|without) [\w ,-]{{2,40}}\b(?:please|pls|always|from now on)\W*$",
        r"conventional commits?\b.{0,20}(?:please|pls|always|only)",
        # "Please email me, not phone".
        (
            rf"(?:.*\b(?:please|pls) )?(?:only )?{_CONTACT} me(?:,|;| please| instead)*,? (?:and )?{_BUT_NOT} "
            rf"(?:(?:by|via|on) )?(?:the )?{_CONTACT}\b"
        ),
        # "Keep answers short please", "short is fine otherwise".
        rf"{_PLEASE}keep (?:your |ur |the |all )?{_ANSWERS} {_LENGTH}\b",
        rf"{_LENGTH} (?:{_ANSWERS} )?(?:is|are) (?:fine|ok|okay|enough)(?: otherwise| again|\W*$)",
    )
)
# "Log lib is structlog, pls no print()".
_NO_CALL = re.compile(r"\b(?:pls|please) no [\w.]+\(\)")
_ARTICLE = re.compile(r" (?:the|our|all|my|are|always) ")
_MOMENT = re.compile(
    r"\b(?:yet|now|today|tonight|tomorrow|this (?:time|once|morning|afternoon|evening|week)|for now|until|till|just this"
    r"|right away|first thing)\b"
)
_ASKS_AGREEMENT = re.compile(r"\b(?:ok|okay|right|please|pls)\s*\?+\s*$")
# "You: add rate limiting", of a list of who does what.
_ORDER = re.compile(rf"(?:and )?you ?: ?(?:please )?(?!always|never){_DO}\b")
# What is wished once, was so once, or another says: "this time answer in French", "in my last job …", "…, said the nurse".
_NOT_STANDING = re.compile(
    r"\b(?:this time|(?:for|in|on) this one|just (?:for )?(?:this|once)|(?:write|translate|put|say) (?:this|that|it) in"
    r"|when i was (?:a|an|in|at|young\w*)|in my (?:last|old|previous|former) (?:job|team|company|place)"
    r"|if i \w+ed\b.*\bi['’]d|in the world)\b"
    r"|, (?:said|says) (?:the|my|our|his|her|a) [\w ]+\W*$|\blol,? says\b",
    re.IGNORECASE,
)
_OF_OTHER = re.compile(r"[A-Z][a-z]+ (?:hates|likes|loves|wants|prefers|needs)\b")
# "That was it", "decision: …", "I went with …", "why 5433".
_REPORT = re.compile(
    r"(?:(?:ok|okay|yes|yep|yeah|ah|oh|agreed|right|fine)[ ,.!]+)*(?:"
    r"(?:that|this) (?:was it|did it|fixed it|worked|did the trick)\b(?!.*\b(?:but|not|wrong)\b)"
    r"|(?:decision|decided) ?:|(?:we|i) decided\b|(?:i|we) (?:went|ended up) (?:going )?(?:w/|with)"
    r"|why (?!did|didn|do|don|are|is|was|would|not|you|on|the|again|can|can't|have|has|so|always|still|this|that|these)"
    r"[\w.:/-]+\W*$)"
)

# "Read codec.", "I watched the film": what another made; not "read it", "read your summary", "saw the draft".
_MADE_FOR_US = (
    r"(?:it|this|that|these|those|them|your|ur|yours|what|through|over|out|up|all|both|"
    r"(?:the |ur |my )?(?:\w+ )?(?:answers?|repl(?:y|ies)|summar(?:y|ies)|drafts?|reports?|texts?|e-?mails?|mails?|messages?"
    r"|lists?|translations?|versions?|plans?|code|scripts?|posts?|notes?|letters?|outlines?|proposals?|suggestions?|files?|doc|docs|slides?"
    r"|minutes|reminders?|invitations?|output|results?)\b)"
)
_TAKEN_IN = re.compile(
    r"(?:(?:ok|okay|so|and|just|finally|also|yesterday|i|we|ive|i've|have|now)\b[ ,]*)*"
    rf"(?:read|skimmed|watched|saw|heard|listened to|finished reading|visited) (?!{_MADE_FOR_US})\w[^,;:?!]*\W*$"
)
_TO_AGENT = re.compile(r"\b(?:you|your|u|ur|bot)\b")


def is_convention(sentence: str) -> bool:
    """Return whether a sentence to an agent says how work is always to be done.

    Args:
        sentence: one sentence, with quotations replaced by underscores.
    """
    plain = strip_opening(sentence.replace("’", "'"))
    if is_no_lasting_wish(sentence) or (
        sentence.rstrip().endswith("?") and not _ASKS_AGREEMENT.search(sentence.casefold())
    ):
        return False
    patterns = (_RUN_WITH, _PLACED, *_CONVENTIONS)
    is_found = any(pattern.match(plain) for pattern in patterns) or _NO_CALL.search(sentence.casefold()) is not None
    return is_found and (_LASTING.search(plain) is not None or _MOMENT.search(plain) is None)


def find_convention_subject(sentence: str) -> str:
    """Return what a convention is about that a newer one replaces: "run tests" of "run the tests with `make test`"; else ""."""
    plain = strip_opening(sentence.replace("’", "'"))
    found = _RUN_WITH.match(plain) or _PLACED.match(plain)
    return _ARTICLE.sub(" ", found["how"]) if found else ""


def is_no_lasting_wish(sentence: str) -> bool:
    """Return whether a sentence gives an agent something to do once, as "you: add a test", or says what another wants."""
    plain = sentence.strip()
    return bool(_ORDER.match(plain.casefold()) or _OF_OTHER.match(plain) or _NOT_STANDING.search(plain))


def is_report(sentence: str) -> bool:
    """Return whether a sentence reports what helped or was decided, or asks for a reason, as "why 5433": no criticism."""
    return _REPORT.match(sentence.strip().casefold().replace("’", "'")) is not None


def is_review(before: str, sentence: str) -> bool:
    """Return whether a sentence judges what the one before it says that its author has read or seen: "read codec. Too slow"."""
    taken_in = _TAKEN_IN.match(before.strip().casefold().replace("’", "'"))
    return taken_in is not None and _TO_AGENT.search(sentence.casefold()) is None
