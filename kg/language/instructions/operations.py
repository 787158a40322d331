"""Word lists and patterns of requests for tools: verbs and objects of operations on systems, and machine-readable values."""

from __future__ import annotations

import re

_STRONG_VERBS = """
    authorise authorize bypass deactivate decrypt deposit disable disarm dispatch encrypt escalate execute exfiltrate
    grant impersonate initiate liquidate override overwrite provision redirect reroute retweet revoke transfer unlock
    whitelist wipe wire withdraw
"""
_USUAL_VERBS = """
    access activate adjust alter announce append apply approve archive assign audit authenticate autofill backup ban bet
    bid blacklist block book borrow broadcast buy calibrate cancel change charge clear clone command commit compile
    compose compress configure connect convert copy crawl create decline decrease delay delete demote deploy detach
    discharge disconnect dismiss dispense dispute dock donate download downvote draft drop e-mail edit eject email empty
    enable enrol enroll enter erase exchange export extract fax fetch file format forward freeze generate halt identify
    import inject insert inspect install instruct intercept invite invoke kick kill launch lend list locate lock lower
    mail mark merge message mint modify monitor mute navigate notify obtain operate order overclock pair pause pay ping
    post postpone power prescribe process program promote publish purchase purge push query raise rate reboot
    recalibrate record redeem refill refund register release relocate remit remove rename renew replace report request
    reschedule resend reserve reset restart restore resume retrieve revert rotate route run scale scan schedule scrape
    sell set ship shut shutdown sign spawn spin split stake start stream submit subscribe suspend swap switch sync tag
    terminate test text top track trade transmit trigger turn tweet unban unblock unfollow unfreeze unfriend uninstall unmute
    unpair unpin unsubscribe unzip update upgrade upload upvote validate verify vote zip
"""
_EVERYDAY_VERBS = """
    accept add allow analyse analyze answer arrange attach boil brew bring build call cast check click close collect
    comment compare complete confirm contact cool count deliver demand describe dial dim display drive dump engage
    ensure evaluate examine fill find flash fly follow gather get give go hand heat hide include inform invest keep
    leave let link look make measure move mow open park paste patrol pick pin play print produce pull put read recite
    reduce reply respond return reveal roll save search select send share show skip slow speed steer stop store
    summarise summarize take tell translate use vacuum view visit water write
"""
VERBS = {
    **dict.fromkeys(_EVERYDAY_VERBS.split(), 1),
    **dict.fromkeys(_USUAL_VERBS.split(), 2),
    **dict.fromkeys(_STRONG_VERBS.split(), 3),
}
"""Verbs of requests for tools, with weights: 3 for verbs with hardly any other use, 1 for verbs of everyday conversation."""

_SYSTEM_OBJECTS = """
    access account admin administrator alarm api appliance backup balance beneficiary bitcoin blockchain bot botnet
    branch browser btc bucket camera clearance cluster command commit config configuration container conveyor cookie
    crane credential cron crypto cryptocurrency data database dataset deployment deposit detector device diagnosis
    directory dna dns document dogecoin domain drone endpoint eth ethereum export extension file firewall firmware
    folder forklift fund gateway gene generator genome gpu hostname iban inbox index instance insulin insurance intercom
    invoice key laptop ledger loan locker log login mailbox malware membership microphone mortgage namespace newsletter
    order overdraft passcode passphrase passport password patient payee payment payout payroll pension permission pin
    policy port portfolio prescription privilege processor production profile proxy pump reactor record registry replica
    repo repository robot root router rover salary satellite script security sensor server setting shell shipment
    smartphone software speaker sprinkler ssh ssn stock subagent subscription sudo system terminal thermostat timeline
    token transaction transcript transfer turbine usb user username valve vault ventilator vm vpn wallet webcam webhook
    whitelist workflow workspace
"""
_EVERYDAY_OBJECTS = """
    ad address advert album alert allergy app appointment arm article attachment auction bank bill blinds blood boiler
    booking bug build bus cab calendar campaign car card cart channel chart chat chatgpt claim client cloud code comment
    company compartment contact content contract contribution conversation copy coupon curtain customer deadline deal
    debt delivery detail discount door doorbell dose dropbox drug e-mail elevator email employee engine euro event
    evernote exam exchange facebook fax fee feed fingerprint flight follower form freezer fridge friend furnace gallery
    garage garden gate gear github gitlab gmail google grid group gun health heater heating history home hotel id image
    information instagram interest invitation invite issue item job law lawn lead level light lights limit link linkedin
    list location machine mail medication medicine meeting member merchandise message microwave milestone mode money
    name network note notification number online oven package page parcel paypal petition phone photo picture pill plan
    plane playlist pool post price print printer process product project property proposal purchase queue rate rating
    receipt refund reminder report request reservation result review reward ride role room route safe sale sauna
    schedule screen search secret seller share shop shopify siren site slack sms spam state statement status store stove story
    summary supply surgery survey switch tab table tablet task tax taxi test thread ticket track traffic train trip tv
    twitter vacuum vehicle vendor venmo video visa voucher warehouse water weapon web website wifi window worker
"""
OBJECTS = {**dict.fromkeys(_EVERYDAY_OBJECTS.split(), 1), **dict.fromkeys(_SYSTEM_OBJECTS.split(), 2)}
"""Objects of tools, with weights: 2 for objects of technical systems, 1 for everyday objects."""

_MONEY = r"[$€£¥]\s?\d|\d[\d,.]{0,20}\s?(?:usd|eur|gbp|dollars?|euros?|pounds|btc|bitcoins?|eth|ether|tokens|coins)\b"
_MARKS = (
    r"[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{0,60}\w",  # an e-mail address
    r"(?:https?|ftp)://\S+|\bwww\.\S+|\b[\w-]{1,63}\.(?:com|org|net|io|ru|dev|info|xyz|example)\b",
    _MONEY,
    r"(?:(?<=[\s'\"(])|^)(?:~|\.{1,2})?/[\w.~-]+(?:/[\w.~-]*)*|\b[A-Z]:\\\S+|\.env\b",
    r"\b(?:(?=\w{0,40}[A-Za-z])\w{1,80}_\w+|[A-Za-z]+-?\d{3,}\w*|\d{5,}|\d+[A-Za-z]+\d+\w*|(?!\d{4}-\d\d-\d\d)\d{2,}-[\d-]{2,})\b",
    r"\b(?:id|ids|number|no\.|code|#)[\s:]*[\"'(]*\w*\d\w*|\+\d[\d ]{6,}",
    r"(?:^|[\s(])['\"][\w.-]+(?: [\w.-]+){0,2}['\"]",
    r"\b\d+[A-Za-z]? (?-i:[A-Z])\w+(?: \w+)? (?:street|st|avenue|ave|road|rd|lane|ln|drive|boulevard|blvd|square|court|way)\b",
    r"\b[\w-]{1,80}\.(?:txt|csv|pdf|docx?|xlsx?|pptx?|py|js|sh|exe|zip|json|ya?ml|log|db|sql|png|jpe?g|md|ini|cfg|conf)\b",
    r"`[^`\n]+`|\b(?:rm -|curl |wget |chmod |sudo )",
)  # fmt: skip
MARK = re.compile("|".join(f"({mark})" for mark in _MARKS), re.IGNORECASE)
"""Machine-readable values: addresses, sums, paths, numbers and names of records. One group for each kind."""

MOMENT = re.compile(
    r"\bat \d{1,2}(?::\d\d)? ?(?:am|pm|a\.m|p\.m|o'clock)\b|\bevery (?:\w+ )?(?:minutes?|hours?|nights?|days?|seconds?)\b|"
    r"\b(?:immediately|right away|at once|right now|all night|overnight)\b",
    re.IGNORECASE,
)
"""Times of automatic actions: at a time of day, repeatedly, immediately."""

NOT_ASKED = frozenset(
    """
    appreciate be believe bet buddy care celebrate cherish chill chocolate come congrats cook cool count dance do
    dream drink eat embrace encourage enjoy escape explore express feel focus forget gon grow guess hang have hear help
    hit hope hug imagine join jump keep know laugh learn lift like listen live love meet mind miss motivate paint
    practice practise pray reach relax remember remind rest see sing sit sleep smile stay stick study support swim talk
    thank think trust try understand wait walk wander want wash wear wish wonder work worry
    """.split()  # noqa: SIM905 - as the other lists
)
"""Verbs of wishes and advice among friends."""

TOOL = re.compile(
    r"(?i:\b(?:use|using|with|via|through|by|call|invoke)\b.{0,40}?\b(?:tools?|api|function|plug-?in|command line|terminal)\b)|"
    r"\b[A-Z][a-z]+(?:[A-Z][a-z0-9]+){2,}",
)
"""A tool, by description or by a name in camel case."""
