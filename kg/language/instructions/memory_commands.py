"""Patterns of instructions about an agent's owner and memory: withholding, disclosing, permissions, storing, forgetting."""

from __future__ import annotations

from kg.language.instructions.phrases import AGENT, BOSS, HOLDER, KEEP, LET, NEVER, NOW, POWER, SHOW, build_rule

_SILENCE = (
    build_rule(
        "not don't dont never without mustn't shouldn't avoid refrain instead need",
        rf"\b{NEVER} (?:ever )?(?:tell|mention|inform|reveal|notif|alert|show|warn|let|disclos|ask|report|",
        r"consult|say|discuss|log)",
        rf"\w*\b[^.!?]{{0,40}}?\b{HOLDER}\b",
    ),
    build_rule(
        "not never",
        rf"\b{HOLDER} (?:must|should|may|can|shall|need) ?(?:not|never) (?:know|learn|find out|see|hear|notice|",
        r"be told|be informed)\b",
    ),
    build_rule(
        "reveal disclose repeat mention admit show",
        r"\b(?:do not|don't|never) (?:ever )?(?:reveal|disclose|repeat|mention|admit|show) (?:that you\b|(?:this|",
        r"these|the above) ?",
        r"(?:instructions?|messages?|conversation|chat|prompt|orders?)?\b)",
    ),
    build_rule(
        "log record store save remember",
        r"\b(?:do not|don't|never) (?:log|record|store|save|remember) (?:this|that|these|any of this|the ",
        r"(?:above|following))\b",
    ),
    build_rule(
        "keep hide conceal withhold", rf"\b(?:keep|hide|conceal|withhold)\b[\w\s]{{0,30}}\b(?:from|to) {HOLDER}\b"
    ),
)
_SECRETS = (
    build_rule(
        "instructions prompt rules guidelines",
        r"\bwhat(?:'s| is| are| was| were) your (?:\w+ )?(?:instructions|prompt|rules|guidelines)\b",
    ),
    build_rule(
        "private secret confidential hidden direct facts told know",
        rf"\b(?:{SHOW}|list|share|send|read)\b[\w\s]{{0,20}}?\b(?:private|secret|confidential|hidden|direct) ",
        r"(?:notes?|messages?|facts?|chats?|",
        r"memor\w+|files?|conversations?)\b|\ball (?:of )?the facts\b|\b(?:everything|all|what|anything) you ",
        r"(?:know|have stored|remember) about ",
        r"(?:the owner|(?-i:[A-Z])\w+)|\b(?:tell|show|give|send) (?:me|us)\b[\w\s]{0,15}?\bwhat ",
        r"(?:(?-i:[A-Z])\w+|he|she|they) (?:told|said to|",
        r"wrote to|shared with) you\b",
    ),
    build_rule(
        "text words message messages content above",
        rf"\b(?:{SHOW}|quote|copy|cite) (?:the |all |everything |whatever )*(?:text|words?|messages?|contents?|"
        rf"lines?)?\s?(?:that (?:is|are|stands?) )?"
        r"above\b",
    ),
    build_rule(
        "owner owner's admin admin's administrator operator developer",
        rf"\b(?:{SHOW}|share|send)\b[\w\s,]{{0,15}}?\b(?:the|your) {BOSS}'s?\b|",
        rf"\b(?:what|everything|anything|all)\b[\w\s]{{0,10}}\b(?:the|your) {BOSS} (?:tell|told|said|say|wrote|",
        r"knows?|shared)(?: to)? you\b",
    ),
    build_rule(
        "prompt prompts instructions instruction rules guidelines message messages configuration memory text words",
        rf"\b(?:{SHOW}|share|send|post|list|spell out|translate|encode|summari[sz]e|what(?:'s| is| are| ",
        r"were))\b[\w\s,']{0,30}?",
        r"\b(?:your|the|hidden) (?:\w+ )?(?:system|hidden|initial|secret|full|original|internal|exact|entire|",
        r"developer) ",
        r"(?:prompts?|instructions?|messages?|rules|guidelines|configuration)\b|",
        rf"\b{SHOW}\b[\w\s,']{{0,15}}?\b(?:your (?:prompt|instructions|rules|guidelines|configuration|memory|",
        r"core memory)|",
        r"the (?:instructions|prompt|text|words) (?:that )?(?:you were|above|you (?:got|have|received)))\b",
    ),
    build_rule(
        "password passwords key keys token tokens credential credentials secret secrets passcode passcodes",
        rf"\b(?:{SHOW}|share|send|post)\b[\w\s,']{{0,25}}?\b(?:{BOSS}(?:'s)?|user(?:'s|s)?|system|api|secret|",
        r"master|bot|",
        r"database|service|private) (?:[\w']+ )?(?:passwords?|keys?|tokens?|credentials?|secrets?|passcodes?)\b",
    ),
)
_PERMISSIONS = (
    build_rule(
        "let allow permit",
        r"\b(?:let|allow|permit) \w+ (?:to )?(?:use|run|execute|call|invoke)\b[\w\s]{0,15}?",
        r"\b(?:exec|shell|sudo|commands?|(?:all|every|any|the) tools?|scripts?|\w+_\w+)\b",
    ),
    build_rule(
        "may",
        rf"\b(?!(?:i|we|you|they|it|this|that) )\w+ may {NOW}(?:use|run|execute|call|invoke) ",
        r"(?:(?:the|all|every|any) )?(?:exec|shell|sudo|tools?)\b",
    ),
    build_rule(
        "remember note know store save keep bear aware advised record memorize memorise learn write add update",
        rf"\b{KEEP}\b[\w\s,':]{{0,30}}?\b(?:that|:) (?:[\w'-]+ ){{0,3}}?(?:i'm|am|is|are|was|has been|have been|",
        rf"be|'s|as) {NOW}",
        rf"(?:(?:an?|the|your|my|one of the|in) )?(?:\w+ )?(?:{BOSS}|{LET}|trusted|verified|whitelisted|exempt|",
        r"in charge|",
        rf"approved|privileged)\b(?! (?:at|of a|in) )|\b{KEEP}\b[^.!?\n]{{0,40}}?\b(?:may|can|could|(?:is|are|",
        r"be) able to|is free to|",
        rf"gets? to) {NOW}(?:use|run|execute|call|access|invoke|have|read|write|see|",
        rf"issue)\b[\w\s]{{0,20}}?\b{POWER}\b|",
        rf"\b{KEEP}\b[^.!?\n]{{0,40}}?\b(?:have|has|had|got|given|granted)\b (?:\w+ )?(?:full|all|admin|",
        r"administrator|root|",
        rf"complete|total|unlimited|elevated|owner|unrestricted|special|the)[\w\s]{{0,12}} {POWER}\b",
    ),
    build_rule(
        "allowed permitted authorized authorised cleared entitled",
        rf"(?:\b(?:is|am|are)|'m|'re) {NOW}{LET} to (?:use|run|execute|call|invoke|issue|exec)\b[\w\s]{{0,15}}?",
        r"\b(?:exec|shell|sudo|commands?|tools?|scripts?|\w+_\w+)\b",
    ),
    build_rule(
        "owner owners admin admins administrator administrators operator operators developer developers creator "
        "moderator "
        "moderators root superuser superusers",
        r"\b(?:make|appoint|promote|elevate|register|list|recogni[sz]e|accept|set|add|declare|name|treat|",
        r"consider|regard) ",
        r"(?:me|him|her|them|us|(?:user )?@?\w+|(?:my|this) (?:account|user)) (?:\w+ )?(?:(?:to|as|like|among|into) )?",
        rf"(?:an? |the |your |(?:the )?list of )?(?:(?:new|full|second) )?{BOSS}\b|",
        rf"\b(?:i am|i'm|this is) (?:(?:really|actually|in fact|now|speaking as) )*(?:your {BOSS}|",
        rf"(?:the )?(?:real |true |new |actual )?{BOSS} of (?:this|you|the) ?(?:{AGENT}|server|system|account|",
        r"channel)?\b|",
        rf"the (?:real|true|actual|new) {BOSS})|",
        rf"\b(?:the|your) {BOSS} {NOW}(?:trusts?|approved|allowed|authori[sz]ed|permitted|gave|gives|granted|",
        r"confirmed|agreed)",
        r"\b[^.!?]{0,25}?\b(?:me|you|this|us|my|him|her|access|permission|every|everything)\b",
    ),
    build_rule(
        "owner admin administrator operator developer moderator owner's admin's",
        r"\b(?:according to|on behalf of|by (?:the )?orders? of|in the name of|with the (?:permission|consent|",
        r"approval) of|authori[sz]ed by|",
        rf"as) (?:the|your)(?: new)? {BOSS}(?!'s)[:,]|\b(?:on behalf of|by order of|in the name of) (?:the|your) ",
        rf"{BOSS}\b|",
        rf"\b{KEEP}\b[\w\s]{{0,15}}? (?:that )?(?:the|your) {BOSS}(?:'s)?\b|\b(?:promoted|elevated|appointed) ",
        rf"(?:to|as) (?:an? |the )?{BOSS}\b",
    ),
    build_rule(
        "allowed permitted authorized authorised cleared entitled",
        rf"(?:\b(?:is|am|are)|'m|'re) {NOW}{LET} to (?:see|read|view|access|know|get|change|edit|",
        r"delete)\b[\w\s']{0,20}?",
        r"\b(?:private|everyone's|everybody's|all|others'?|messages|notes|data|records|facts|memor\w+|files)\b",
    ),
    build_rule(
        "list whitelist allowlist allow-list white-list",
        r"\b(?:add|put|include|place) (?:me|him|her|us|them|@?\w+) (?:to|on|in|into) (?:the|your) (?:\w+[ -]){0,2}?",
        r"(?:allow|white|admin|access|owners?|trust(?:ed)?|permission|safe) ?-?list\b",
    ),
    build_rule(
        "treat regard consider accept take",
        r"\b(?:treat|regard|consider|accept|take)\b [\w\s]{0,30}\bas (?:if|though)? ",
        rf"?[\w\s]{{0,12}}\b(?:{BOSS}|your own|",
        r"the system|trusted|verified)\b",
    ),
    build_rule(
        "trust permission permissions access privilege privileges clearance role security authorization authorisation",
        r"\b(?:set|raise|change|increase|put|boost|update|lift|upgrade) (?:my|his|her|their|our|\w+'s) (?:trust|",
        r"permission|access|",
        r"privilege|clearance|role|security|authori[sz]ation)\w*\b",
    ),
    build_rule(
        "owner admin administrator operator developer creator moderator user boss",
        rf"\b(?:the|your) (?:{BOSS}|user) (?:\w+ )?(?:wants?|told|asked|asks|ordered|instructed|expects?|needs?|",
        r"would like|said|",
        r"says|tells|requires?|commanded|authori[sz]ed)(?: (?:me|us))?(?: to (?:tell|ask|let|have))? (?:that )?",
        r"you(?: all)? (?:to|must|should|have to|can)\b|",
        rf"\b(?:as|like) (?:the|your) (?:{BOSS}|user|boss) (?:\w+ )?(?:said|says|told|asked|ordered|wanted|wants|",
        r"requested|",
        r"instructed|approved|agreed|confirmed|decided)\b[\w\s]{0,20},",
    ),
)
_MEMORY = (
    build_rule(
        "fact facts records record notes memory know remember remembered stored",
        r"\b(?:change|correct|overwrite|update|edit|alter|replace|rewrite|fix|adjust)\b (?:everything |all ",
        r")?(?:what you (?:know|remember|have|stored)|",
        r"(?:in )?your (?:\w+ )?(?:records?|notes?|memory|memories|facts?)|the (?:fact|record|note|memory) ",
        r"(?:that|about))\b",
    ),
    build_rule(
        "forget delete erase remove wipe clear",
        r"\b(?:forget|delete|erase|remove|wipe|clear) (?:(?:everything|all|anything|whatever|what)\b[\w\s]{0,15}?"
        r"you (?:know|have|remember|stored|learned|learnt|saved|were told)\b|(?:everything|all|anything) about \w|"
        r"[\w\s']{1,30}? from (?:your|the) (?:\w+ )?memory\b|your (?:\w+ )?(?:memory|memories|notes)\b)",
    ),
    build_rule(
        "memory memories notes note knowledge core context database facts fact prompt instructions long-term",
        r"\b(?:store|save|write|record|put|insert|add|note|commit|log|keep|remember)\b[^.!?\n]{0,60}?\b(?:in|to|",
        r"into|as|for|from) ",
        r"(?:your|the (?:agent|assistant|bot)'s) (?:\w+[ -])?",
        r"(?:memory|memories|notes?|knowledge|core|context|long-term \w+|database|facts?|system prompt|",
        r"instructions?)\b|",
        r"\b(?:for|to) your (?:\w+ )?memory\s*:",
    ),
    build_rule(
        "you",
        r"\byou (?:must|shall|have to|need to|are to|are required to)(?: \w+)? (?:store|remember that|",
        r"memori[sz]e|obey|comply|execute|",
        r"ignore|disregard|record)\b",
    ),
)
MEMORY_RULES = (*_SILENCE, *_SECRETS, *_PERMISSIONS, *_MEMORY)
"""The rules about confidentiality, secrets, permissions and memory."""
