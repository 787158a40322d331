"""The guide for Neo4j Browser, and a page with the style and the queries to copy, as HTML with escaped text."""

from __future__ import annotations

from html import escape

from kg.browser.saved_queries import CHAPTERS, BrowserKit, SavedQuery, list_saved_queries

FIRST_PICTURE = "people_and_facts"
"""The saved query of the first picture."""
_SHOW_RESULT_ONLY = ":config autoComplete: false"


def render_guide(kit: BrowserKit, here: str) -> str:
    """Return the guide, as slides. Browser shows each query with a button that copies it into the editor.

    Args:
        kit: the configuration for the scope.
        here: the address of the server.
    """
    queries = {query.name: query for query in list_saved_queries()}
    picture = queries[FIRST_PICTURE]
    first = _slide(
        f"The memory {kit.scope}",
        "<p>A click on &#9654; runs a query. A click on its text copies it into the editor.</p>"
        f"<h5>1. A first picture</h5><p>{escape(picture.summary)}</p>{_runnable_box(kit.fill_in(picture.text))}"
        "<h5>2. Colours and captions</h5><p>Trust, status and who said a fact are in the captions.</p>"
        f"{_runnable_box(f':style {here}/style.grass')}"
        "<h5>3. Only the edges that a query returns</h5>"
        "<p>At first, Browser adds all other edges between the nodes of a picture.</p>"
        f"{_runnable_box(_SHOW_RESULT_ONLY)}"
        "<h5>4. Parameters</h5><p>All other queries use these values; change one with <code>:param limit =&gt; 50</code>.</p>"
        f"{_runnable_box(kit.set_parameters)}",
    )
    people = _slide("Trust and owners now", _people_table(kit)) if kit.people else ""
    rest = "".join(
        _slide(title, "".join(_guide_entry(queries[name]) for name in names)) for title, names in CHAPTERS.items()
    )
    return f"<title>kg: {escape(kit.scope)}</title>{first}{people}{rest}"


def _people_table(kit: BrowserKit) -> str:
    rows = [
        (person.name, person.tier.replace("_", " "), f"{100 * person.score:.0f} %", ", ".join(person.accounts))
        for person in kit.people
    ]
    cells = ("".join(f'<td style="padding: 2px 14px 2px 0">{escape(cell)}</td>' for cell in row) for row in rows)
    heads = "".join(f'<th style="text-align: left">{head}</th>' for head in ("Person", "Trust", "Score", "Accounts"))
    return (
        "<p>Trust changes with time; so it is computed when it is read, and not stored in the graph. These values are of the "
        "moment when <code>kg browse</code> began.</p>"
        f"<table><tr>{heads}</tr>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"
    )


def _slide(title: str, inner: str) -> str:
    return f'<slide><div style="padding: 0 16px"><h3>{escape(title)}</h3>{inner}</div></slide>'


def _guide_entry(query: SavedQuery) -> str:
    parameters = ", ".join(f"<code>{escape(name)}</code>: {escape(shape)}" for name, shape in query.params.items())
    return (
        f"<h5>{escape(query.name)}</h5><p>{escape(query.summary)}</p>"
        f"{f'<p>Parameters: {parameters}.</p>' if parameters else ''}{_runnable_box(query.text)}"
    )


def _runnable_box(text: str) -> str:
    # Browser puts a button that runs the text before it, as large as the font of the box.
    return (
        '<pre mode="cypher" class="pre-scrollable code runnable" style="max-height: 9em; font-size: 20px">'
        f'<span style="font-size: 13px">{escape(text)}</span></pre>'
    )


def render_index_page(kit: BrowserKit, here: str) -> str:
    """Return a page with the style, the parameters and all queries.

    Args:
        kit: the configuration for the scope.
        here: the address of the server.
    """
    queries = {query.name: query for query in list_saved_queries()}
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
<p>Log in as <code>{escape(kit.user)}</code> at <code>{escape(kit.bolt)}</code>; Browser asks for the password.</p>
<p><a class="main" href="{escape(kit.address("guide", f"{here}/guide"))}">Open Browser with the guide</a></p>
</header>
<section>
<h2>Setup</h2>
<article><h3>Colours and captions</h3>
<p>Copy this into Browser's editor, or drop <a href="/style.grass" download>style.grass</a> onto its window.</p>
{_copy_box(kit, style)}</article>
<article><h3>Parameters</h3>
<p>All queries use these values.</p>
{_copy_box(kit, kit.set_parameters)}</article>
</section>
{chapters}
</body>
</html>
"""


def _card(kit: BrowserKit, query: SavedQuery) -> str:
    parameters = "".join(
        f"<li><code>{escape(name)}</code> {escape(shape)}</li>" for name, shape in query.params.items()
    )
    return (
        f"<article><h3>{escape(query.name)}</h3><p>{escape(query.summary)}</p>"
        f"{f'<ul>{parameters}</ul>' if parameters else ''}{_copy_box(kit, query.text)}</article>"
    )


def _copy_box(kit: BrowserKit, text: str) -> str:
    address = escape(kit.address("edit", text))
    return (
        f'<p class="acts"><button type="button">Copy</button> <a href="{address}">Open in Browser</a></p>'
        f"<pre><code>{escape(text)}</code></pre>"
    )
