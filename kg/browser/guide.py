"""The guide that Browser plays, and the page that has style and queries to copy: HTML in which all text is text."""

from __future__ import annotations

from html import escape

from kg.browser.saved_queries import CHAPTERS, Kit, Saved, saved


def guide(kit: Kit, here: str) -> str:
    """The guide, as slides; Browser shows each query with a button that puts it into the editor.

    Args:
        kit: of the scope.
        here: address that the kit is served at.
    """
    queries = {query.name: query for query in saved()}
    first = _slide(
        f"The memory {kit.scope}",
        "<p>Click a box: it goes into the editor. Then press Ctrl and Enter.</p>"
        f"<h5>1. Colours and names</h5>{_runnable(f':style {here}/style.grass')}"
        "<h5>2. Which memory, and what to ask for</h5>"
        f"{_runnable(kit.set_parameters)}"
        "<p>All queries take their values from these; set one anew with <code>:param limit =&gt; 50</code>.</p>"
        f"<h5>3. A first look</h5><p>{escape(queries['overview'].summary)}</p>{_runnable(queries['overview'].text)}",
    )
    rest = "".join(_slide(title, "".join(_told(queries[name]) for name in names)) for title, names in CHAPTERS.items())
    return f"<title>kg: {escape(kit.scope)}</title>{first}{rest}"


def _slide(title: str, inner: str) -> str:
    return f'<slide><div style="padding: 0 16px"><h3>{escape(title)}</h3>{inner}</div></slide>'


def _told(query: Saved) -> str:
    takes = ", ".join(f"<code>{escape(name)}</code>: {escape(shape)}" for name, shape in query.params.items())
    return (
        f"<h5>{escape(query.name)}</h5><p>{escape(query.summary)}</p>"
        f"{f'<p>Takes {takes}.</p>' if takes else ''}{_runnable(query.text)}"
    )


def _runnable(text: str) -> str:
    return f'<pre mode="cypher" class="pre-scrollable code runnable" style="max-height: 9em">{escape(text)}</pre>'


def page(kit: Kit, here: str) -> str:
    """The page with everything at hand.

    Args:
        kit: of the scope.
        here: address that the kit is served at.
    """
    queries = {query.name: query for query in saved()}
    chapters = "".join(
        f"<section><h2>{escape(title)}</h2>{''.join(_card(kit, queries[name]) for name in names)}</section>"
        for title, names in CHAPTERS.items()
    )
    style = f":style {here}/style.grass"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>kg: {escape(kit.scope)} in Neo4j Browser</title>
<link rel="stylesheet" href="/page.css">
<script src="/page.js" defer></script>
</head>
<body>
<header>
<h1>The memory <em>{escape(kit.scope)}</em> in Neo4j Browser</h1>
<p>Log in as <code>{escape(kit.user)}</code> at <code>{escape(kit.bolt)}</code>; the password is asked for there.</p>
<p><a class="main" href="{escape(kit.address("guide", f"{here}/guide"))}">Open Browser with the guide</a></p>
</header>
<section>
<h2>First</h2>
<article><h3>Colours and names</h3>
<p>Copy this into Browser's editor, or drop <a href="/style.grass" download>style.grass</a> onto its window.</p>
{_copied(kit, style)}</article>
<article><h3>Parameters</h3>
<p>All queries take their values from these.</p>
{_copied(kit, kit.set_parameters)}</article>
</section>
{chapters}
</body>
</html>
"""


def _card(kit: Kit, query: Saved) -> str:
    takes = "".join(f"<li><code>{escape(name)}</code> {escape(shape)}</li>" for name, shape in query.params.items())
    return (
        f"<article><h3>{escape(query.name)}</h3><p>{escape(query.summary)}</p>"
        f"{f'<ul>{takes}</ul>' if takes else ''}{_copied(kit, query.text)}</article>"
    )


def _copied(kit: Kit, text: str) -> str:
    opened = escape(kit.address("edit", text))
    return (
        f'<p class="acts"><button type="button">Copy</button> <a href="{opened}">Open in Browser</a></p>'
        f"<pre><code>{escape(text)}</code></pre>"
    )
