"use strict";
/* The picture as tables: what is drawn, and what connects it. */
const TableView = (() => {
  const { make, nameOf, connections } = Parts;

  function fill(box, data, gone) {
    box.textContent = "";
    const named = new Map(data.keys.map((key) => [`${key.of} ${key.filter}`, key.label]));
    const nodes = data.nodes.filter((one) => !one.decor && !gone(one, "node")), names = new Map(nodes.map((one) => [one.id, nameOf(one)]));
    const words = [...new Set(nodes.flatMap((one) => (one.lines || []).map(([word]) => word)))];
    const value = (one, word) => (one.lines || []).filter(([key]) => key === word).map(([, text]) => text).join("; ");
    nodes.sort((a, b) => (data.view === "session" ? 0 : (b.rank || 0) - (a.rank || 0)));
    table(box, `${nodes.length.toLocaleString("en")} ${data.things}`, ["name", "kind", ...words], nodes.map((one) => [nameOf(one), named.get(`node ${one.filter}`) || "", ...words.map((word) => value(one, word))]));
    const ties = data.ties.filter((one) => !gone(one, "tie") && names.has(one.source) && names.has(one.target));
    if (!ties.length) return;
    table(box, connections(ties.length), ["from", "connection", "to", "evidence"], ties.map((one) => [names.get(one.source), one.kind, names.get(one.target), (one.lines || []).map(([word, text]) => `${word}: ${text}`).join("; ")]));
  }

  function table(box, title, heads, rows) {
    const table = make("table"), head = make("thead"), body = make("tbody"), line = make("tr");
    table.append(make("caption", title));
    for (const one of heads) line.append(make("th", one, { scope: "col" }));
    head.append(line);
    for (const cells of rows) {
      const row = make("tr");
      cells.forEach((text, place) => { const cell = make(place ? "td" : "th", text, { dir: "auto" }); if (!place) cell.scope = "row"; row.append(cell); });
      body.append(row);
    }
    table.append(head, body);
    box.append(table);
  }

  return { fill };
})();
