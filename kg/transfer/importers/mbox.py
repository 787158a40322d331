"""Import of e-mail as mbox: one event a message, with its sender, its thread as the session, and the text without quotations."""

from __future__ import annotations

import email
import email.policy
import email.utils
import html.parser
import re
from collections.abc import Iterator, Mapping
from email.message import EmailMessage

from kg.errors import InvalidInput
from kg.transfer.importers.items import EventItem, ImportContext, ImportItem, SkippedItem
from kg.transfer.importers.source_folder import ImportSource

_START = b"From "
_HEADER = re.compile(
    rb"^(?:From|Date|Message-ID|Subject|Received|Return-Path|X-[\w-]+|Delivered-To|MIME-Version):",
    re.IGNORECASE | re.MULTILINE,
)
_MAX_MESSAGE_BYTES = 25_000_000
_MAX_LINE_BYTES = 1_000_000
# The parser's memory grows with the square of the encoded words in a header.
_MAX_HEADER_BYTES = 50_000
_HEADERS_END = re.compile(rb"\r?\n\r?\n")
_QUOTED = re.compile(r"\s*>")
# "On Monday, Ann wrote:", which begins a quotation; in English, German, French, Spanish, Italian and Dutch.
_WROTE = re.compile(r".{0,200}\b(?:wrote|schrieb|a écrit|escribió|ha scritto|schreef)\b.{0,80}:\s*", re.IGNORECASE)
_FORWARDED = re.compile(
    r"-{2,}\s*(?:original message|message d'origine|"
    r".{0,40}\b(?:nachricht|mensaje(?: original)?|messaggio(?: originale)?|mensagem(?: original)?|bericht|meddelande))\s*-{2,}",
    re.IGNORECASE,
)
# Elements of Outlook after which the message that is answered begins.
_END_OF_REPLY = frozenset(["appendonsend", "divrplyfwdmsg"])
_SIGNATURE = "-- "
# Elements whose text is not that of the author, or not shown; those that begin a line; those without an end tag.
_NOT_OWN = frozenset(["script", "style", "head", "blockquote", "title", "template"])
_LINES = frozenset(["p", "br", "div", "li", "tr", "h1", "h2", "h3"])
_VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"]
)
# How mail programs mark the message that is answered: gmail_quote, yahoo_quoted, protonmail_quote.
_QUOTE_CLASS = re.compile(r"quote", re.IGNORECASE)
_UNSEEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?![.\d]*[1-9])"
    r"|font-size\s*:\s*0(?![.\d]*[1-9])|mso-hide\s*:\s*all",
    re.IGNORECASE,
)
# Subjects of forwarded mails: of programs in many languages, and of Pine and mutt. "Re: Fwd: …" answers one.
_FORWARDED_SUBJECT = re.compile(
    r"(?P<known>\[?fwd?:)|(?:wg|tr|rv|enc|i|vs|vl|pd|vb|tov|ilt|İLT|ynt|doorst|πρθ|הועבר|إعادة توجيه|转发|轉寄|転送|전달)\s*[:：]"
    r"|.*\(fwd?\)$",
    re.IGNORECASE,
)
_REPLY = re.compile(r"^(?:(?:re|aw|fwd?|wg|sv|antw)\s*:\s*)+", re.IGNORECASE)


def recognise(source: ImportSource) -> bool:
    """Recognise a file whose first line begins a message, which has headers."""
    if source.is_folder:
        return False
    head = source.read_head()
    return head.startswith(_START) and _HEADER.search(head) is not None


def read(source: ImportSource, context: ImportContext) -> Iterator[ImportItem]:
    """Read the messages one by one."""
    yield from read_messages(source, context, _MAX_MESSAGE_BYTES)


def read_messages(source: ImportSource, context: ImportContext, max_bytes: int) -> Iterator[ImportItem]:
    """Read the messages of at most so many bytes."""
    for number, (line, raw) in enumerate(_messages(source, max_bytes), start=1):
        where = f"message {number}, line {line}"
        if raw is None:
            yield SkippedItem(where, f"more than {max_bytes:,} bytes")
            continue
        end = _HEADERS_END.search(raw)
        if (end.start() if end else len(raw)) > _MAX_HEADER_BYTES:
            yield SkippedItem(where, f"headers of more than {_MAX_HEADER_BYTES:,} bytes")
            continue
        try:
            message = email.message_from_bytes(raw, policy=email.policy.default)
            yield _read_message(where, message, context)
        except (LookupError, ValueError, TypeError, AttributeError, RecursionError, InvalidInput) as error:
            # The parser raises these for headers and parts that are malformed.
            yield SkippedItem(where, f"no message that can be read ({type(error).__name__})")


def _messages(source: ImportSource, max_bytes: int) -> Iterator[tuple[int, bytes | None]]:
    """Yield the first line and the bytes of each message; None for one that is too large."""
    first, size, is_blank = 0, 0, True
    parts: list[bytes] = []
    with source.open_file() as file:
        number = 0
        while line := file.readline(_MAX_LINE_BYTES):
            number += 1
            if line.startswith(_START) and is_blank:
                if first:
                    yield first, b"".join(parts) if size <= max_bytes else None
                first, size, parts = number, 0, []
            elif first:
                size += len(line)
                if size > max_bytes:
                    parts.clear()
                else:
                    # Lines of a message that begin with "From " are quoted.
                    parts.append(line[1:] if line.startswith(b">From ") else line)
            is_blank = not line.strip()
    if first:
        yield first, b"".join(parts) if size <= max_bytes else None


def _read_message(where: str, message: EmailMessage, context: ImportContext) -> ImportItem:
    sender, address = email.utils.parseaddr(str(message.get("From", "")))
    subject = " ".join(str(message.get("Subject", "")).split())
    body = _without_quotations(_body(message))
    if not body.strip():
        return SkippedItem(where, "no text")
    if "@" not in address:
        return SkippedItem(where, "no sender")
    date = message.get("Date")
    try:
        at = None if date is None else context.with_zone(email.utils.parsedate_to_datetime(str(date)))
    except ValueError:
        at = None
    own = str(message.get("Message-ID", "")).strip()
    references = [*str(message.get("References", "")).split(), *str(message.get("In-Reply-To", "")).split()]
    thread = (references or [own])[0].strip("<> ") or _REPLY.sub("", subject) or address
    account = f"email:{address.lower()}"
    to = email.utils.getaddresses([str(each) for each in message.get_all("To", [])])
    details = {
        "subject": subject,
        "to": ", ".join(each for _, each in to),
        "attachments": [part.get_filename() for part in message.walk() if part.get_filename()],
    }
    forwarded = _FORWARDED_SUBJECT.match(subject)
    # A prefix that shows in any text that the mail is forwarded.
    mark = "Fwd: " if forwarded is not None and forwarded["known"] is None else ""
    is_titled = subject and (forwarded is not None or not references)
    event = {
        "id": context.make_id("mbox", own or "", account, date, body),
        "text": f"{mark}{subject}\n{body}" if is_titled else body,
        "session": f"email:{thread}"[:500].strip(),
        "at": at,
        "role": "user",
        "direction": "inbound",
        "speaker": account,
        "speaker_name": sender.strip() or None,
        "metadata": {name: value for name, value in details.items() if value},
    }
    return EventItem(where, event)


def _body(message: EmailMessage) -> str:
    """Return the plain text of a message, or the text of its HTML."""
    part = message.get_body(preferencelist=("plain", "html"))
    if part is None:
        return ""
    content = part.get_content()
    if not isinstance(content, str):
        return ""
    return _text_of_html(content) if part.get_content_subtype() == "html" else content


def _without_quotations(text: str) -> str:
    """Return what a message says itself: without quoted lines, the message that it answers, and its signature."""
    kept: list[str] = []
    for line in text.splitlines():
        if line == _SIGNATURE or _FORWARDED.fullmatch(line.strip()):
            break
        if not _QUOTED.match(line):
            kept.append(line.rstrip())
    while kept and (not kept[-1].strip() or _WROTE.fullmatch(kept[-1])):
        kept.pop()
    return "\n".join(kept).strip()


class _HtmlText(html.parser.HTMLParser):
    """Collects the text of HTML that its author wrote and that is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._hidden: list[str] = []
        self._has_ended = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _LINES:
            self.parts.append("\n")
        attributes = dict(attrs)
        self._has_ended |= (attributes.get("id") or "").lower() in _END_OF_REPLY
        # An element without an end tag has no text to hide.
        if tag not in _VOID and (tag in self._hidden or tag in _NOT_OWN or _is_quoted_or_hidden(attributes)):
            self._hidden.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._hidden:
            del self._hidden[len(self._hidden) - 1 - self._hidden[::-1].index(tag) :]

    def handle_data(self, data: str) -> None:
        if not self._hidden and not self._has_ended:
            self.parts.append(data)


def _is_quoted_or_hidden(attributes: Mapping[str, str | None]) -> bool:
    names = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"
    is_hidden = "hidden" in attributes or attributes.get("aria-hidden") == "true"
    return is_hidden or bool(_QUOTE_CLASS.search(names) or _UNSEEN.search(attributes.get("style") or ""))


def _text_of_html(text: str) -> str:
    parser = _HtmlText()
    parser.feed(text)
    parser.close()
    lines = (" ".join(line.split()) for line in "".join(parser.parts).splitlines())
    return "\n".join(line for line in lines if line)
