"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const root = document.documentElement;
  const tones = JSON.parse($("tones").textContent);
  const many = (data) => data.nodes.length > 250 || data.ties.length > 600;
  let data = JSON.parse($("data").textContent);
  let dark = matchMedia("(prefers-color-scheme: dark)").matches;
  let focus = null, choosing = 0, marked = -1;
  const off = new Set();

  /* Elements. User text is only ever set as text content. */

  const make = (tag, text, extra) => Object.assign(document.createElement(tag), { textContent: text ?? "" }, extra);
  const lines = (list) => {
    const box = document.createElement("dl");
    for (const [word, text] of list || []) box.append(make("dt", word), make("dd", text, { dir: "auto" }));
    return box;
  };

  function elements() {
    /* In large pictures, edges across the whole page are drawn fainter than those within a group. */
    const xs = data.nodes.map((one) => one.x || 0), far = (Math.max(...xs) - Math.min(...xs)) / 5;
    const at = new Map(data.nodes.map((one) => [one.id, one]));
    const long = (tie) => { const a = at.get(tie.source), b = at.get(tie.target); return many(data) && Math.hypot((a.x || 0) - (b.x || 0), (a.y || 0) - (b.y || 0)) > far; };
    const nodes = data.nodes.map((one) => ({
      group: "nodes", selectable: false, grabbable: !one.decor, position: { x: one.x || 0, y: one.y || 0 },
      data: { where: "below", filter: "", rank: 0, ...one }, classes: [one.tone, one.where || "below", one.decor ? "decor" : ""].filter(Boolean),
    }));
    const ties = data.ties.map((one, place) => ({
      group: "edges", selectable: false,
      data: { filter: "", width: 1.5, ...one, id: `tie-${place}`, details: one.lines },
      classes: [one.tone, one.arrow ? "arrow" : "", one.named ? "titled" : "", one.quiet ? "quiet" : "", long(one) ? "long" : ""].filter(Boolean),
    }));
    return [...nodes, ...ties];
  }

  /* Style of the theme. */

  function style() {
    const nodeTones = new Set(data.nodes.map((one) => one.tone)), tieTones = new Set(data.ties.map((one) => one.tone));
    const of = dark ? "dark" : "light", background = tones.background[of], ink = tones.ink[of], faint = dark ? "#9aa4b1" : "#5b6570";
    const big = many(data);
    const rules = [
      { selector: "node", style: { width: "data(width)", height: "data(height)", "font-family": 'system-ui, "Segoe UI", Roboto, "DejaVu Sans", Arial, sans-serif', color: ink, "font-size": 12, "text-outline-width": 2.5, "text-outline-color": background, "min-zoomed-font-size": 0, "overlay-opacity": 0 } },
      { selector: "node.inside", style: { label: "data(label)", "text-valign": "center", "text-halign": "center", "text-wrap": "wrap", "text-max-width": 1000, "text-justification": "left", "text-outline-width": 0, "min-zoomed-font-size": 5 } },
      { selector: "node.named", style: { label: "data(label)", "font-size": "data(letters)", "z-index": 3 } },
      { selector: "node.below", style: { "text-valign": "bottom", "text-margin-y": 3 } },
      { selector: "node.above", style: { "text-valign": "top", "text-margin-y": -2, color: faint } },
      { selector: "node.right", style: { "text-halign": "right", "text-valign": "center", "text-margin-x": 5 } },
      { selector: "node.left", style: { "text-halign": "left", "text-valign": "center", "text-margin-x": -5 } },
      { selector: "edge", style: { width: "data(width)", "curve-style": big ? "haystack" : "bezier", "haystack-radius": 0, "line-opacity": data.ties.length > 2500 ? 0.22 : big ? 0.35 : 0.7, "overlay-opacity": 0, "target-arrow-shape": "none", "arrow-scale": 0.9, "control-point-step-size": 26 } },
      { selector: "edge.titled", style: { label: "data(kind)", "font-size": 10, "text-outline-width": 2.5, "text-outline-color": background, "min-zoomed-font-size": 8 } },
      { selector: "edge.long", style: { "line-opacity": 0.09 } },
      { selector: "edge.quiet", style: { visibility: "hidden" } },
    ];
    if (!big) rules.push({ selector: "edge.arrow", style: { "target-arrow-shape": "triangle" } });
    for (const [name, tone] of Object.entries(tones.nodes)) {
      if (!nodeTones.has(name)) continue;
      const fill = dark ? tone.dark_fill : tone.fill, line = dark ? tone.dark_line : tone.line;
      rules.push({ selector: `node.${name}`, style: {
        shape: tone.shape, "background-color": fill === "none" ? background : fill, "background-opacity": fill === "none" ? 0 : 1,
        "border-color": line === "none" ? background : line, "border-width": line === "none" ? 0 : tone.edge, "border-style": tone.dash,
      } });
      if (!big) rules.push({ selector: `node.inside.${name}`, style: { color: dark ? tone.dark_ink : tone.ink } });
    }
    for (const [name, line] of Object.entries(tones.ties)) {
      if (!tieTones.has(name)) continue;
      const color = dark ? line.dark : line.color;
      rules.push({ selector: `edge.${name}`, style: { "line-color": color, "target-arrow-color": color, "line-style": big ? "solid" : line.dash, color: ink } });
    }
    rules.push(
      { selector: "node.caption", style: { "font-weight": 600, events: "no", color: ink } },
      { selector: "node.decor", style: { events: "no", "z-index": 0 } },
      { selector: "node.said, node.said_owner, node.said_agent", style: { "text-halign": "right", "text-margin-x": (node) => 11 - node.data("width") } },
      { selector: "node.owner", style: { "font-weight": 600 } },
      { selector: ".gone", style: { display: "none" } },
      { selector: "node.faint", style: { opacity: 0.12 } },
      { selector: "edge.faint", style: { opacity: 0.04 } },
      { selector: "edge.near", style: { "line-opacity": 1, visibility: "visible", "z-index": 5 } },
      { selector: "node.focus", style: { "outline-width": 4, "outline-color": dark ? "#79bdf2" : "#0b63b0", "outline-offset": 3, "z-index": 9 } },
    );
    return rules;
  }

  /* In very large pictures, nodes and labels are painted first, and edges are added afterwards. */
  const drawn = data, whole = elements(), late = data.ties.length > 1500 ? whole.filter((one) => one.group === "edges") : [];
  const cy = cytoscape({
    container: $("sheet"), elements: late.length ? whole.filter((one) => one.group === "nodes") : whole, style: style(), layout: { name: "preset", fit: false },
    minZoom: 0.05, maxZoom: 5, boxSelectionEnabled: false, autounselectify: true,
    textureOnViewport: many(data), hideEdgesOnViewport: false, pixelRatio: many(data) ? 1 : "auto",
  });
  let order = [];
  const ranked = () => { order = cy.nodes().filter((node) => node.data("where") !== "inside" && node.data("label")).sort((a, b) => b.data("rank") - a.data("rank")).toArray(); };

  function names() {
    choosing = 0;
    Labels.choose(cy, order);
  }
  const soon = (wait) => { clearTimeout(choosing); choosing = setTimeout(names, wait); };

  /* Filters. */

  const times = () => [...data.nodes, ...data.ties].flatMap((one) => [one.since, one.until]).filter((one) => one != null && one <= data.at);
  let first = 0;
  const moment = () => (Number($("slider").value) === 200 ? null : first + (data.at - first) * $("slider").value / 200);
  const dated = (seconds) => new Date(seconds * 1000).toISOString().slice(0, data.at - first < 3 * 86400 ? 16 : 10).replace("T", " ");

  function filter({ naming = true } = {}) {
    const now = moment();
    const then = (own) => now === null || ((own.since == null || own.since <= now) && (data.view === "timeline" || own.until == null || own.until > now));
    cy.batch(() => {
      cy.elements().forEach((one) => {
        const own = one.data(), gone = off.has(`${one.isNode() ? "node" : "tie"} ${own.filter}`) || !then(own);
        if (gone !== one.hasClass("gone")) one.toggleClass("gone", gone);
      });
    });
    $("moment").textContent = now === null ? "now" : dated(now);
    $("slider").setAttribute("aria-valuetext", $("moment").textContent);
    if (focus && focus.hasClass("gone")) look(null);
    const there = cy.nodes().filter((node) => !node.hasClass("gone") && !node.data("decor")).length;
    $("status").textContent = `${there} ${data.things} shown`;
    if (naming) names();
  }

  function legend() {
    const box = $("legend");
    box.textContent = "";
    for (const [of, title] of [["node", { social: "People, by trust", trust: "People, by trust", entity: "Entities", session: "Messages and entities", timeline: "Facts" }[data.view]], ["tie", "Connections"]]) {
      const keys = data.keys.filter((key) => key.of === of);
      if (!keys.length) continue;
      box.append(make("h2", title));
      for (const key of keys) {
        const label = make("label"), tick = make("input", "", { type: "checkbox", checked: !off.has(`${of} ${key.filter}`) });
        tick.dataset.filter = `${of} ${key.filter}`;
        tick.addEventListener("change", () => { tick.checked ? off.delete(tick.dataset.filter) : off.add(tick.dataset.filter); filter(); });
        label.append(tick, swatch(key), make("span", key.label), make("span", key.count.toLocaleString("en"), { className: "count" }));
        box.append(label);
      }
    }
    if (data.view === "social" || data.view === "trust") box.append(make("p", `Larger: more mentions. ${dark ? "Brighter" : "Darker"} and more solid: more trusted.`));
  }

  function swatch(key) {
    const canvas = make("canvas", "", { width: 52, height: 44 }), pen = canvas.getContext("2d");
    canvas.setAttribute("aria-hidden", "true");
    pen.scale(2, 2);
    if (key.of === "tie") {
      const line = tones.ties[key.tone];
      pen.strokeStyle = dark ? line.dark : line.color;
      pen.lineWidth = 2.5;
      pen.setLineDash({ dashed: [5, 3], dotted: [2, 3], solid: [] }[line.dash]);
      pen.beginPath(); pen.moveTo(2, 11); pen.lineTo(24, 11); pen.stroke();
      return canvas;
    }
    const tone = tones.nodes[key.tone], around = (count, far, turn) => Array.from({ length: count }, (_, place) => [13 + Math.cos(turn + place * 2 * Math.PI / count) * far(place), 11 + Math.sin(turn + place * 2 * Math.PI / count) * far(place)]);
    const points = { star: () => around(10, (place) => (place % 2 ? 4 : 9), -Math.PI / 2), diamond: () => around(4, () => 8, 0), hexagon: () => around(6, () => 8, 0), triangle: () => around(3, () => 8, -Math.PI / 2) }[tone.shape];
    const path = (grow) => {
      pen.beginPath();
      if (points) { points().forEach(([x, y]) => pen.lineTo(x, y)); pen.closePath(); }
      else if (tone.shape === "ellipse") pen.arc(13, 11, 6 + grow, 0, 7);
      else pen.roundRect(6, 5, 14, 12, tone.shape === "round-rectangle" ? 3 : 0);
    };
    pen.fillStyle = dark ? tone.dark_fill : tone.fill;
    pen.strokeStyle = dark ? tone.dark_line : tone.line;
    pen.lineWidth = tone.dash === "double" ? 1.5 : Math.min(tone.edge, 2.5);
    pen.setLineDash({ dashed: [3, 2], dotted: [1, 2] }[tone.dash] || []);
    path(0); pen.fill(); pen.stroke();
    if (tone.dash === "double") { path(3); pen.stroke(); }
    return canvas;
  }

  /* Selection: the neighbourhood of the selected node stays, the rest is faded. */

  function look(node, { closer = false } = {}) {
    focus = node;
    cy.batch(() => {
      cy.elements().removeClass("faint near focus");
      if (!node) return;
      const near = node.closedNeighborhood();
      cy.elements().difference(near).not(".decor").addClass("faint");
      near.edges().addClass("near");
      node.addClass("focus");
    });
    describe(node);
    /* In a notebook, report the selected node to the widget. */
    if (window.parent !== window) window.parent.postMessage({ kg: "look", id: node ? node.id() : null }, "*");
    if (node && closer) cy.animate({ fit: { eles: node.closedNeighborhood().not(".gone"), padding: 70 }, duration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 220 });
    names();
  }

  function describe(node) {
    const box = $("details");
    box.textContent = "";
    $("status").textContent = "";
    if (!node) return;
    const own = node.data();
    box.append(make("h3", (own.label || "").split("\n")[0], { dir: "auto" }), lines(own.lines));
    const ties = node.connectedEdges().not(".gone").sort((a, b) => b.data("width") - a.data("width"));
    if (ties.length) box.append(make("h2", `${ties.length.toLocaleString("en")} ${ties.length === 1 ? "connection" : "connections"}`));
    const list = make("ul");
    ties.slice(0, 60).forEach((tie) => {
      const other = tie.source().same(node) ? tie.target() : tie.source(), item = make("li");
      const button = make("button", `${tie.data("arrow") ? (tie.source().same(node) ? "→ " : "← ") : ""}${tie.data("kind")}: \u2068${(other.data("label") || "").split("\n").pop()}\u2069`, { type: "button" });
      button.addEventListener("click", () => { look(other, { closer: true }); });
      item.append(button, lines(tie.data("details")));
      list.append(item);
    });
    box.append(list);
    $("status").textContent = `${own.label}: ${(own.lines || []).slice(0, 2).map(([word, text]) => `${word} ${text}`).join(", ")}; ${ties.length} connections`;
  }

  function hover(thing, event) {
    const box = $("hover");
    box.textContent = "";
    const own = thing.data();
    const title = thing.isNode() ? (own.label || "").split("\n")[0] : `\u2068${thing.source().data("label").split("\n")[0]}\u2069 – \u2068${thing.target().data("label").split("\n")[0]}\u2069`;
    box.append(make("b", title, { dir: "auto" }), lines((thing.isNode() ? own.lines : own.details || [["is", own.kind]]).slice(0, 8)));
    box.hidden = false;
    const { clientX, clientY } = event.originalEvent, { width, height } = box.getBoundingClientRect();
    box.style.left = `${Math.max(4, Math.min(clientX + 14, innerWidth - width - 8))}px`;
    box.style.top = `${clientY + height + 20 > innerHeight ? Math.max(4, clientY - height - 12) : clientY + 14}px`;
  }
  const still = () => { $("hover").hidden = true; };
  cy.on("mouseover", "node, edge", (event) => hover(event.target, event));
  cy.on("mouseout pan zoom", still);
  cy.on("tap", (event) => look(event.target === cy || !event.target.isNode() ? null : event.target));
  cy.on("dbltap", "node", (event) => look(event.target, { closer: true }));
  cy.on("viewport", () => soon(90));
  cy.on("free", () => soon(0));
  cy.on("resize", () => soon(90));

  /* Search. */

  const things = () => cy.nodes().filter((node) => !node.data("decor") && !node.hasClass("gone"));
  function find() {
    const wanted = $("search").value.trim().toLocaleLowerCase();
    const found = [];
    if (wanted) {
      things().forEach((node) => {
        const own = node.data(), text = `${own.label} ${own.search || ""}`.toLocaleLowerCase(), at = text.indexOf(wanted);
        if (at >= 0) found.push([at === 0 ? 0 : text[at - 1] === " " ? 1 : 2, -own.rank, node]);
      });
      found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    }
    const list = $("found");
    list.textContent = "";
    marked = found.length ? 0 : -1;
    found.slice(0, 12).forEach(([, , node], place) => {
      const item = make("li", node.data("search") || node.data("label"), { id: `found-${place}`, dir: "auto" });
      item.setAttribute("role", "option");
      item.dataset.node = node.id();
      item.addEventListener("pointerdown", (event) => { event.preventDefault(); choose(node); });
      list.append(item);
    });
    if (wanted && !found.length) list.append(make("li", "no matches"));
    list.hidden = !wanted;
    $("search").setAttribute("aria-expanded", String(Boolean(wanted)));
    $("status").textContent = wanted ? `${found.length} found` : "";
    mark();
  }

  function mark() {
    [...$("found").children].forEach((item, place) => item.setAttribute("aria-selected", String(place === marked)));
    if (marked >= 0) { $("search").setAttribute("aria-activedescendant", `found-${marked}`); $(`found-${marked}`).scrollIntoView({ block: "nearest" }); }
    else $("search").removeAttribute("aria-activedescendant");
  }

  function closeSearch() {
    $("search").value = "";
    $("found").hidden = true;
    $("search").setAttribute("aria-expanded", "false");
  }

  function choose(node) {
    closeSearch();
    look(node, { closer: true });
    $("sheet").focus();
  }

  $("search").addEventListener("input", find);
  $("search").addEventListener("blur", () => { $("found").hidden = true; });
  $("search").addEventListener("keydown", (event) => {
    const options = $("found").querySelectorAll("li[data-node]");
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (options.length) marked = (marked + (event.key === "ArrowDown" ? 1 : options.length - 1)) % options.length;
      mark();
    } else if (event.key === "Enter" && options[marked]) choose(cy.getElementById(options[marked].dataset.node));
    else if (event.key === "Escape") { closeSearch(); $("sheet").focus(); }
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  /* Keys. */

  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  function step([across, down]) {
    const from = focus ? focus.renderedPosition() : { x: cy.width() / 2, y: cy.height() / 2 };
    let best = null, least = Infinity;
    things().forEach((node) => {
      if (focus && node.same(focus)) return;
      const at = node.renderedPosition(), dx = at.x - from.x, dy = at.y - from.y;
      const ahead = dx * across + dy * down, aside = Math.abs(dx * down + dy * across);
      if (focus && ahead <= Math.max(1, aside * 0.8)) return;
      const far = focus ? ahead + 2 * aside : Math.hypot(dx, dy);
      if (far < least) { least = far; best = node; }
    });
    if (!best) return;
    look(best);
    const at = best.renderedPosition();
    if (at.x < 40 || at.y < 40 || at.x > cy.width() - 40 || at.y > cy.height() - 40) cy.center(best);
  }

  const zoom = (by) => cy.zoom({ level: cy.zoom() * by, renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } });
  /* Computed from positions: exact bounds, with labels, would be slow to compute for all nodes. */
  function showAll({ start = false } = {}) {
    let left = Infinity, top = Infinity, right = -Infinity, bottom = -Infinity;
    cy.nodes().forEach((node) => {
      if (node.hasClass("gone")) return;
      const at = node.position(), own = node.data(), aside = { left: [9, 1], right: [1, 9] }[own.where] || [1, 1], letter = own.where === "inside" ? 0 : 0.75 * (own.label || "").length;
      left = Math.min(left, at.x - own.width / 2 - letter * aside[0]); right = Math.max(right, at.x + own.width / 2 + letter * aside[1]);
      top = Math.min(top, at.y - own.height / 2); bottom = Math.max(bottom, at.y + own.height / 2);
    });
    if (left > right) return;
    const edge = 44, level = Math.min(1.6, (cy.width() - 2 * edge) / Math.max(1, right - left), (cy.height() - 2 * edge) / Math.max(1, bottom - top));
    const pan = (by) => ({ x: cy.width() / 2 - by * (left + right) / 2, y: cy.height() / 2 - by * (top + bottom) / 2 });
    /* Pictures that are read from top to bottom start at the top, at a readable size. */
    const across = Math.min(1.2, (cy.width() - 2 * edge) / Math.max(1, right - left));
    if (start && level < across && ["session", "timeline"].includes(data.view)) cy.viewport({ zoom: across, pan: { x: pan(across).x, y: edge - across * top } });
    else cy.viewport({ zoom: level, pan: pan(level) });
  }
  function help(open) {
    $("keys").hidden = !open;
    $("help").setAttribute("aria-expanded", String(open));
  }

  document.addEventListener("keydown", (event) => {
    const typing = event.target.tagName === "INPUT";
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") { help(false); still(); look(null); if (typing) $("sheet").focus(); return; }
    if (typing) return;
    const there = event.target === $("sheet") || event.target === document.body;
    if (event.key === "/") $("search").focus();
    else if (event.key === "?") help($("keys").hidden);
    else if (event.key === "t") theme(!dark);
    else if (event.key === "0") showAll();
    else if (event.key === "+" || event.key === "=") zoom(1.25);
    else if (event.key === "-") zoom(0.8);
    else if (there && ways[event.key]) step(ways[event.key]);
    else if (there && event.key === "Enter" && focus) look(focus, { closer: true });
    else return;
    event.preventDefault();
  });
  $("help").addEventListener("click", () => help($("keys").hidden));
  $("fit").addEventListener("click", () => showAll());
  $("theme").addEventListener("click", () => theme(!dark));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (event) => theme(event.matches));
  let sliding = 0;
  $("slider").addEventListener("input", () => { cancelAnimationFrame(sliding); sliding = requestAnimationFrame(filter); });

  function theme(to) {
    dark = to;
    root.dataset.theme = dark ? "dark" : "light";
    $("theme").setAttribute("aria-pressed", String(dark));
    cy.style(style());
    legend();
    names();
  }

  /* Update from the data, at the start and whenever there is newer data. */

  function fill() {
    const span = times();
    first = span.length ? Math.min(...span) : data.at;
    $("time").hidden = first >= data.at;
    $("title").textContent = data.title;
    document.title = `${data.title} – ${data.scope}`;
    const facts = [`${data.nodes.filter((one) => !one.decor).length.toLocaleString("en")} ${data.things}`];
    if (data.view !== "timeline" && data.view !== "session") facts.push(`${data.ties.length.toLocaleString("en")} connections`);
    facts.push(data.scope, `${new Date(data.at * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC`);
    if (data.note) facts.push(data.note);
    $("subtitle").textContent = facts.join(" · ");
    $("sheet").setAttribute("aria-label", `${data.title}: ${facts[0]}. Arrow keys move between nodes.`);
    root.dataset.theme = dark ? "dark" : "light";
    ranked();
    legend();
    filter({ naming: false });
  }

  async function refresh() {
    const answer = await fetch("data", { headers: { accept: "application/json" }, cache: "no-cache" }).catch(() => null);
    if (!answer || !answer.ok) { $("subtitle").textContent = "kg does not answer; this is the last state"; return; }
    const newer = await answer.json();
    if (JSON.stringify([newer.nodes, newer.ties]) === JSON.stringify([data.nodes, data.ties])) return;
    const kept = focus && focus.id(), pan = { ...cy.pan() }, size = cy.zoom(), empty = !cy.nodes().length;
    data = newer;
    focus = null;
    cy.batch(() => { cy.elements().remove(); cy.add(elements()); });
    if (empty) showAll(); else cy.viewport({ zoom: size, pan });
    fill();
    names();
    const again = kept ? cy.getElementById(kept) : null;
    if (again && again.length) look(again);
  }

  fill();
  showAll({ start: true });
  names();
  const record = (name) => { root.dataset[name] = String(Math.round(performance.now())); };
  cy.one("render", () => requestAnimationFrame(() => {
    record("painted");
    setTimeout(() => {
      if (late.length && data === drawn) { cy.batch(() => cy.add(late)); filter({ naming: false }); look(focus); }
      record("whole");
    });
  }));
  if (root.dataset.mode === "live") setInterval(() => { if (!document.hidden) refresh(); }, 3000);
})();
