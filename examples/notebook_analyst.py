"""An analyst reads a chat as a graph: who talks, who is talked about, what happened, and on whose words that rests.

After `make demo` run `.venv/bin/python examples/notebook_analyst.py`, or open the file in an editor that knows cells
(VS Code, PyCharm, Spyder, Jupyter with jupytext). For a chat of your own change CHAT: `import_files` reads 26 forms.
"""

# %% [markdown]
# A research lab, six people, ten weeks of chat. Each answer is a table of pandas: of Cypher, of a saved query, or of a method.

# %%
import tempfile
from pathlib import Path
from textwrap import shorten

import pandas as pd

from kg import Memory

SCOPE = "example-analyst"
CHAT = Path("training/corpus/conversations/research-lab/events.jsonl")
if not CHAT.exists():  # A notebook runs in its own folder.
    CHAT = Path("..") / CHAT


def show(title: str, table: pd.DataFrame) -> None:
    """Print a table, texts cut and on the left; in a notebook end the cell with the table instead."""
    cut = table.map(lambda value: shorten(value, 76, placeholder=" …") if isinstance(value, str) else value)
    left = {name: f"{{:<{cut[name].str.len().max()}}}".format for name in cut if cut[name].map(type).eq(str).all()}
    print(f"\n--- {title}\n{cut.to_string(index=bool(table.index.name), justify='left', formatters=left)}")


# %% Import and digest. No language model reads the chat.
Memory.erase(SCOPE)
memory = Memory.connect(SCOPE)
memory.import_files([CHAT])
done = memory.digest()
print(f"{done.events} messages, {done.entities} names, {done.facts} facts")

# %% Who talks, and when? Your own Cypher; `$scope` is the memory.
messages = memory.frame(
    """
    MATCH (event:Event)-[:SAID_BY]->(person:Person)
    WHERE event.scope = $scope AND event.seq >= 0
    RETURN person.name AS name, event.at AS at
    """
)
messages["month"] = messages["at"].dt.strftime("%Y-%m")
show("Messages by month", messages.pivot_table(index="name", columns="month", aggfunc="count", fill_value=0)["at"])

# %% Who is talked about, and never speaks? In a table of messages this is no column; in a graph it is one pattern.
show(
    "Talked about by two or more, and never there",
    memory.frame(
        """
        MATCH (event:Event)-[:MENTIONS]->(entity:Entity {type: 'person'})
        WHERE event.scope = $scope AND event.seq >= 0 AND NOT (entity)<-[:SAID_BY]-()
        MATCH (event)-[:SAID_BY]->(speaker:Person)
        WITH entity.name AS name, count(DISTINCT event) AS messages, collect(DISTINCT split(speaker.name, ' ')[0]) AS by
        WHERE size(by) > 1
        RETURN name, messages, by ORDER BY messages DESC, name LIMIT 8
        """
    ),
)

# %% What happened, and in which words was it said? Read both: rules write the facts, and some are wrong.
happened = memory.frame(
    """
    MATCH (fact:Fact {status: 'current', fact_kind: 'event'})-[evidence:EVIDENCE]->(event:Event)-[:SAID_BY]->(speaker:Person)
    WHERE fact.scope = $scope AND fact.recorded_at IS NOT NULL AND fact.worth >= 0.6
    RETURN fact.worth AS worth, fact.text AS fact, split(speaker.name, ' ')[0] AS said_by,
           substring(event.text, evidence.start, evidence.end - evidence.start) AS words
    ORDER BY worth DESC LIMIT 6
    """
)
show("What happened, the most valuable first", happened.round(2))

# %% A question: the messages that answer it, how sure the memory is, and why each is there.
question = "Why was the committee meeting moved?"
found = memory.search(question, kinds=["event"], limit=3)
show(
    f"{question} (confidence: {found.confidence})",
    pd.DataFrame(
        {
            "at": f"{hit.at:%d %b}",
            "who": hit.speaker_name,
            "text": hit.text,
            "because of": max(hit.why, key=hit.why.get),
        }
        for hit in found
    ),
)

# %% Who talks with whom: a page to search, to be opened in a browser. In a notebook `memory.pictures.social()` draws it.
page = memory.pictures.social().save(Path(tempfile.gettempdir()) / f"{SCOPE}.html")
print(f"\nWho talks with whom: {page}\nThe rest: .venv/bin/kg browse --scope {SCOPE}")
memory.close()
