"""Patterns of instructions to override an agent's rules: to ignore them, to take another role, to follow standing orders."""

from __future__ import annotations

from kg.language.instructions.phrases import (
    AGENT,
    ANSWER,
    BOSS,
    DROP,
    EARLIER,
    HOLDER,
    KEEP,
    LET,
    RULES,
    UNTIED,
    build_rule,
)

_IGNORED_RULES = (
    build_rule(
        "ignore disregard forget override bypass skip drop discard neglect overlook disobey violate break "
        "circumvent erase set "
        "obeying following follow",
        rf"\b{DROP}\b[\w\s,']{{0,30}}?\b(?:{EARLIER}\b[\w\s,]{{0,20}}|(?:any of )?your\b[\w\s,]{{0,15}}?|any ",
        rf")\b{RULES}\b",
    ),
    build_rule(
        "ignore disregard forget",
        r"\b(?:ignore|disregard|forget) (?:(?:all|everything|anything|whatever|what) )+(?:that )?"
        r"(?:you|has been|have been|was|were|is)\b[\w\s']{0,12}?"
        r"\b(?:told|instructed|said|above|before|learned|learnt|know|given|wrote|written)\b",
    ),
    build_rule(
        "no without free bound",
        r"\b(?:you (?:have|are under|follow|know) no|without (?:any )?(?:your )?|free (?:of|from)(?: all| any| your)?|"
        r"no longer bound by(?: any| your)?) (?:longer )?(?:\w+ )?",
        r"(?:rules|restrictions|filters|guidelines|limitations|censorship|constraints|policies)\b",
    ),
    build_rule(
        "new real true actual only next",
        r"\bnew (?:system )?(?:instructions?|directives?|orders|rules|policy|prompt)(?: (?:for|from|",
        r"to)[\w\s]{0,25})?\s*:|",
        rf"\byour (?:new|real|true|actual|only|next) (?:{RULES}|goals?|tasks?|role|objectives?|purpose|owner|",
        r"master|name|identity|",
        r"mission|job) (?:is|are|will be|becomes)\b",
    ),
    build_rule(
        "apply void cancelled canceled revoked obsolete replaced replace suspended lifted invalid off superseded",
        rf"\b(?:your|{EARLIER})\b[\w\s]{{0,15}}?{RULES}\b(?: above)? (?:(?:is|are|have been|has been) (?:now |",
        r"hereby )?(?:void|cancell?ed|revoked|",
        r"obsolete|replaced|suspended|lifted|invalid|off|superseded)|(?:no longer|do not|don't) apply)\b|",
        rf"\b{RULES} above (?:are|is) (?:now )?(?:void|cancell?ed|revoked|obsolete|replaced|invalid)\b",
    ),
    build_rule(
        "follow ignore disregard forget",
        rf"\b{DROP} the {RULES} (?:above|of your|(?:that )?you (?:were|have|got))\b",
    ),
    build_rule(
        "disable off remove lift deactivate suspend relax",
        r"\b(?:disable|turn off|switch off|remove|lift|deactivate|suspend|relax) (?:(?:all|any|of|the) )*",
        rf"(?:your|its|content|safety) (?:[\w-]+ )?{RULES}\b",
    ),
)
_VOIDED = (
    build_rule(
        "have follow obey",
        rf"\byou (?:no longer|don't|do not) (?:have|need) (?:any|to (?:follow|obey)) [\w\s]{{0,15}}?{RULES}\b",
    ),
    build_rule(
        "above",
        r"\b(?:everything|all|anything|whatever|the text) above\b[^.!?]{0,40}\b(?:test|void|instructions?|wrong|",
        r"invalid|ignored?|fake)\b",
    ),
    build_rule(
        "instructions",
        r"\b(?:real|actual|true|new|following) instructions (?:come|start|begin|follow|are|now)\b|\bbegin (?:new ",
        r")?instructions\b",
    ),
    build_rule("rules instructions whatever", rf"\b{DROP} (?:whatever|all|any|every) {RULES}\b"),
    build_rule(
        "ignore disregard disobey override bypass overrule",
        rf"\b(?:ignore|disregard|disobey|override|bypass|overrule) (?:[\w\s]{{0,20}} (?:from|of|by) )?{HOLDER}\b",
    ),
)
_ROLES = (
    build_rule(
        "ai a.i bot chatbot agent assistant model llm bots agents assistants",
        rf"\b(?:the|this|every|any|all) {AGENT} (?:has to|have to|must|shall|should|needs? to|(?:is|are) (?:required )?to)\b",
    ),
    build_rule(
        "role persona character",
        r"\b(?:play|assume|take|adopt|take on) (?:the|on the|an?) (?:role|persona|character) of\b[\w\s,'-]{0,25}?",
        rf"\b(?:{AGENT}|{UNTIED}|{BOSS}|system \w+|hacker|model)\b",
    ),
    build_rule(
        "ai bot chatbot llm model", r"\byou(?:'re| are) an? (?:[\w-]+ ){0,2}(?:ai|(?:chat)?bot|llm|language model)\b"
    ),
    build_rule(
        "me i",
        r"\b(?:do|follow|obey|execute) (?:only |exactly |just )+what(?:ever)? i (?:say|tell|order|want|command)|",
        r"\byou (?:now )?(?:work for|belong to|report to|serve|answer to|obey) (?:only )?me\b|\b(?:obey|listen ",
        r"to|serve) (?:only )?",
        r"me (?:alone|only)\b|\b(?:follow|do) only what i (?:say|tell)",
    ),
    build_rule(
        "you you're",
        r"\byou(?:'re| are| will be| become| shall be) (?:now|no longer|henceforth|from now on|",
        r"hereby)\b[\w\s,'-]{0,25}?",
        rf"\b(?:{AGENT}|{UNTIED}|mode|persona|model|{BOSS}|{LET}|required|bound)\b",
    ),
    build_rule(
        "act behave respond answer reply pose work operate speak",
        r"\b(?:act|behave|respond|answer|reply|pose|work|operate|speak) (?:as|like)(?: if you (?:are|were))? ",
        r"(?:an? |the |my )?",
        rf"[\w\s-]{{0,25}}?\b(?:{AGENT}|{BOSS}|{UNTIED})\b",
    ),
    build_rule(
        "pretend imagine act assume",
        r"\b(?:pretend|imagine|act as if|act like|assume) (?:that )?(?:you(?:'re| are)(?: not)? (?:an? ",
        r")?[\w\s-]{0,20}?",
        rf"\b(?:{AGENT}|{BOSS}|{UNTIED})\b|you have no (?:{RULES}|limits)|there are no (?:{RULES}|limits))",
    ),
    build_rule(
        "mode",
        r"\b(?:enable|enter|activate|switch (?:to|into)|turn on|go into|unlock|engage)\b[\w\s]{0,15}",
        r"\b(?:developer|debug|god|admin|jail-?break|dan|unrestricted|maintenance|root|sudo|unsafe|override) mode\b",
    ),
    build_rule(
        "ai a.i bot chatbot agent assistant model llm chatgpt gpt bots chatbots agents assistants llms models",
        rf"\b(?:as|being) an? (?:\w+ )?{AGENT},? ?(?:\w+ )?(?:you|your)\b|\bif you(?:'re| are) an? (?:\w+ )?{AGENT}\b|",
        r"\b(?:attention|note|notice|message|warning|memo|reminder|instructions?|dear|listen)[\s,:]+(?:to |for )?",
        rf"(?:(?:all|any|the|every) )*{AGENT} ?(?:reading[\w\s]{{0,20}})?(?:[,:;!.—-]|\bto\b)|",
        rf"^\W*{AGENT}\s*:\s*(?:please|you|now|always|do|ignore|sure|of course)\b|",
        rf"^\W*(?:(?:hey|hi|ok|dear|hello) )?(?:the )?{AGENT}\s*[,!]|^\W*(?:note |message |memo |request )?(?:to|",
        rf"for) (?:the |all |any )?{AGENT}\s*[:,]|\b{AGENT} (?:that (?:are|is) )?reading this\b",
    ),
)
_STANDING = (
    build_rule(
        "obey comply submit",
        r"\b(?:you (?:must|shall|will|have to)|always) (?:(?:now|always|only|blindly) )*(?:obey|comply|submit)\b",
    ),
    build_rule(
        "now this henceforth going starting future until",
        r"\b(?:from now on|from this (?:point|moment|message|day)(?: on(?:wards?)?| forward)?|henceforth|going ",
        r"forward|starting now|",
        r"in (?:all )?future \w+|until (?:i say|further notice|told otherwise)[\w\s]{0,15}),? (?:please )?",
        rf"(?:(?:you|your|always|never|only|do not|don't|{ANSWER}|{KEEP})\b|(?:all|every|any) (?:requests?|",
        r"messages?|answers?|",
        r"repl\w+|responses?)\b|(?:use|ignore|forward|send|include|trust)\b)",
    ),
    build_rule(
        "reply replies answer answers response responses message messages output outputs",
        r"\b(?:begin|start|end|finish|open|close|sign|prefix|precede) (?:each|every|all|any|your)(?: of)?(?: ",
        r"your)?(?: next| future)? ",
        r"(?:repl|answer|response|message|output)\w*\b|\bin (?:each|every|all)(?: of)?(?: your)? (?:repl|answer|",
        r"response)\w*\b|",
        r"\byour (?:repl|answer|response|output)\w* (?:must|shall|have to|should always|will)\b",
    ),
    build_rule(
        "owner admin administrator operator developer user",
        rf"\b(?:when(?:ever)?|if|should) (?:the|your) (?:user|{BOSS}) (?:ever )?(?:asks?|mentions?|says?|wants?|",
        r"requests?|needs?|writes?)\b",
        r"[^.!?]{0,60}?, ?\w",
    ),
    build_rule(
        "believe trust true",
        r"\b(?:never|always|only|do not|don't) believe (?:him|her|them|anything|everything|what|whatever|",
        r"(?-i:[A-Z])\w+)\b|",
        r"\btrust (?:only )?(?:me|him|her|(?-i:[A-Z])\w+) (?:more|only|above|over|completely|blindly|",
        r"unconditionally|fully)\b|",
        r"\bgive (?:me|him|her|\w+) (?:the |your )?(?:highest|full|more|maximum|complete|total) trust\b|",
        r"\b(?:messages?|everything|anything|whatever|words) (?:from|by|that)?\s?[\w\s]{0,15}(?:is|are) ",
        r"(?:always|never) true\b",
    ),
    build_rule(
        "rule",
        r"\b(?:learn|remember|apply|adopt|add|follow|save) (?:this|the following|a|one|my) (?:new )?rule\b",
    ),
    build_rule(
        "always never only",
        r"^\W*(?:please )?(?:always|never|only) (?:reply|respond|answer|obey|refer to|address|call me|approve|",
        r"comply|forward|",
        r"recommend)\b",
    ),
    build_rule(
        "whenever when if time should",
        r"\b(?:when(?:ever)?|if|(?:each|every|any) time|should) (?:(?:any|some)(?:one|body)|people|the users?|",
        rf"the {BOSS}|your \w+|they|(?-i:[A-Z])\w+|users?) (?:ever )?(?:asks?|mentions?|says?|wants?|inquires?|",
        r"requests?|types?|",
        r"writes?|needs?)\b[^.!?]{0,60}?, ?(?:(?:please|then|just|you|must|should|may|can|do not|don't|always|",
        r"never|only|it's|fine|ok|okay|to) )*",
        rf"{ANSWER}\b",
    ),
)
OVERRIDE_RULES = (*_IGNORED_RULES, *_VOIDED, *_ROLES, *_STANDING)
"""The rules about overriding an agent's rules and role."""
