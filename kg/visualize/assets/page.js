"use strict";
/* A picture: its view, legend, time, search, details, table and keys. */
(() => {
  const $ = (id) => document.getElementById(id);
  const { make, lines, nameOf, isolate, stamp, connections } = Parts;
  const root = document.documentElement;
  const tones = JSON.parse($("tones").textContent);
  let data = JSON.parse($("data").textContent);
  let dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  let focus = null, marked = -1, first = 0;
  const off = new Set();
  const TITLES = { social: "People", trust: "People, by trust", entity: "Entities and facts", session: "Messages and facts", timeline: "Facts" };
  root.dataset.theme = dark ? "dark" : "light";
  for (const key of data.keys) if (!key.on) off.add(`${key.of} ${key.filter}`);

  /* What the legend and the slider hide. */

  const moment = () => (Number($("slider").value) === 200 ? null : first + (data.at - first) * $("slider").value / 200);
  function gone(own, of) {
    if (off.has(`${of} ${own.filter || ""}`)) return true;
    const now = moment();
    return now !== null && !own.decor && ((own.since != null && own.since > now) || (own.until != null && own.until <= now && data.view !== "timeline"));
  }

  const host = {
    data: () => data, dark: () => dark, tones, gone, look, still, hover,
    whole: () => record("whole"),
    explain: (title, steps) => {
      const box = $("details"), list = make("ol");
      box.textContent = "";
      box.append(make("h3", title, { dir: "auto" }));
      for (const [name, how] of steps) { const item = make("li"); item.append(make("b", name, { dir: "auto" }), lines(how)); list.append(item); }
      box.append(list);
      open(true);
    },
  };
  const view = (data.view === "timeline" ? TimelineView : data.view === "session" ? TranscriptView : NetworkView)(host);

  /* Legend. */

  function legend() {
    const box = $("legend");
    box.textContent = "";
    for (const [of, title] of [["node", TITLES[data.view]], ["tie", "Connections"]]) {
      const keys = data.keys.filter((key) => key.of === of && !(of === "tie" && ["timeline", "session"].includes(data.view)));
      if (!keys.length) continue;
      box.append(make("h2", title));
      for (const key of keys) {
        const label = make("label"), tick = make("input", "", { type: "checkbox", checked: !off.has(`${of} ${key.filter}`) });
        tick.dataset.filter = `${of} ${key.filter}`;
        tick.addEventListener("change", () => { if (tick.checked) off.delete(tick.dataset.filter); else off.add(tick.dataset.filter); update(); });
        label.append(tick, Parts.swatch(key, tones, dark), make("span", key.label), make("span", key.count.toLocaleString("en"), { className: "count" }));
        box.append(label);
      }
    }
    if (data.view === "social" || data.view === "trust") box.append(make("p", `Larger: more messages and mentions. ${dark ? "Brighter" : "Darker"} and more solid: more trusted.`));
  }

  function update() {
    view.update();
    if (focus && !view.find(focus)) look(null);
    const shown = data.nodes.filter((one) => !one.decor && !gone(one, "node")).length;
    $("status").textContent = `${shown.toLocaleString("en")} ${data.things} shown`;
    $("moment").textContent = moment() === null ? "now" : stamp(moment(), data.at - first < 3 * 86400);
    nothing(shown);
    if (!$("table").hidden) TableView.fill($("table"), data, gone);
  }

  function nothing(shown) {
    $("nothing").textContent = data.nodes.some((one) => !one.decor) ? "The legend or the time hides everything. Tick a box of the legend." : data.empty || "There is nothing to show.";
    $("nothing").hidden = shown > 0;
  }

  /* Selection and details. */

  function look(id, { quiet = false } = {}) {
    if (id && !view.reveal(id)) id = null;
    focus = id;
    view.mark(id);
    describe(id ? view.find(id) : null);
    if (id && !quiet) open(true);
    /* In a notebook, report the selected node to the widget. */
    if (window.parent !== window) window.parent.postMessage({ kg: "look", id: id ?? null }, "*");
  }

  function describe(own) {
    const box = $("details");
    box.textContent = "";
    $("status").textContent = "";
    if (!own) return;
    box.append(make("h3", nameOf(own), { dir: "auto" }));
    const acts = make("div", "", { className: "acts" });
    if (root.dataset.pages && own.record) acts.append(make("a", "Open its page", { className: "button", href: root.dataset.pages + encodeURIComponent(own.record) }));
    for (const [text, act] of view.actions(own)) { const one = make("button", text, { type: "button" }); one.addEventListener("click", act); acts.append(one); }
    if (acts.childElementCount) box.append(acts);
    box.append(lines(own.lines));
    const names = new Map(data.nodes.map((one) => [one.id, one]));
    const ties = data.ties.filter((one) => (one.source === own.id || one.target === own.id) && !gone(one, "tie") && !["next"].includes(one.kind))
      .filter((one) => [one.source, one.target].every((end) => names.has(end) && !gone(names.get(end), "node"))).sort((a, b) => (b.width || 1.5) - (a.width || 1.5));
    if (ties.length) {
      box.append(make("h2", connections(ties.length)));
      const list = make("ul");
      for (const tie of ties.slice(0, 60)) {
        const outward = tie.source === own.id, other = names.get(outward ? tie.target : tie.source), item = make("li");
        const button = make("button", `${tie.arrow ? (outward ? "→ " : "← ") : ""}${tie.kind}: ${isolate(nameOf(other))}`, { type: "button" });
        button.addEventListener("click", () => { look(other.id); view.zoomTo(other.id); });
        item.append(button, lines(tie.lines));
        list.append(item);
      }
      box.append(list);
    }
    $("panel-body").scrollTop = 0;
    $("status").textContent = `${nameOf(own)}: ${(own.lines || []).slice(0, 2).map(([word, text]) => `${word} ${text}`).join(", ")}; ${connections(ties.length)}`;
  }

  function hover(title, list, event) {
    const box = $("hover");
    box.textContent = "";
    box.append(make("b", title, { dir: "auto" }), lines((list || []).slice(0, 8)));
    box.hidden = false;
    const { clientX, clientY } = event, { width, height } = box.getBoundingClientRect();
    box.style.left = `${Math.max(4, Math.min(clientX + 14, innerWidth - width - 8))}px`;
    box.style.top = `${clientY + height + 20 > innerHeight ? Math.max(4, clientY - height - 12) : clientY + 14}px`;
  }
  function still() { $("hover").hidden = true; }

  /* The panel is a sheet at the bottom of small screens. */

  function open(is) { $("handle").setAttribute("aria-expanded", String(is)); }
  $("handle").addEventListener("click", () => open($("handle").getAttribute("aria-expanded") !== "true"));

  /* Search. */

  function find() {
    const wanted = $("search").value.trim().toLocaleLowerCase(), found = [];
    if (wanted) {
      for (const own of data.nodes) {
        if (own.decor || gone(own, "node")) continue;
        const text = `${own.label || ""} ${own.search || ""}`.toLocaleLowerCase(), at = text.indexOf(wanted);
        if (at >= 0) found.push([at === 0 ? 0 : text[at - 1] === " " ? 1 : 2, -(own.rank || 0), own]);
      }
      found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    }
    const list = $("found");
    list.textContent = "";
    marked = found.length ? 0 : -1;
    found.slice(0, 12).forEach(([, , own], place) => {
      const item = make("li", own.search || own.label, { id: `found-${place}`, dir: "auto" });
      item.setAttribute("role", "option");
      item.dataset.node = own.id;
      item.addEventListener("pointerdown", (event) => { event.preventDefault(); take(own.id); });
      list.append(item);
    });
    if (wanted && !found.length) { const none = make("li", "no matches"); none.setAttribute("role", "option"); none.setAttribute("aria-disabled", "true"); list.append(none); }
    list.hidden = !wanted;
    $("search").setAttribute("aria-expanded", String(Boolean(wanted)));
    $("status").textContent = wanted ? `${found.length} found` : "";
    pick();
  }
  function pick() {
    [...$("found").children].forEach((item, place) => item.setAttribute("aria-selected", String(place === marked)));
    if (marked >= 0) { $("search").setAttribute("aria-activedescendant", `found-${marked}`); $(`found-${marked}`).scrollIntoView({ block: "nearest" }); } else $("search").removeAttribute("aria-activedescendant");
  }
  function close() { $("search").value = ""; $("found").hidden = true; $("search").setAttribute("aria-expanded", "false"); }
  function take(id) { close(); view.reveal(id); view.choose(id); view.zoomTo(id); $("sheet").focus({ preventScroll: true }); }

  $("search").addEventListener("input", find);
  $("search").addEventListener("blur", () => { $("found").hidden = true; $("search").setAttribute("aria-expanded", "false"); });
  $("search").addEventListener("keydown", (event) => {
    const options = $("found").querySelectorAll("li[data-node]");
    if (event.key === "ArrowDown" || event.key === "ArrowUp") { if (options.length) marked = (marked + (event.key === "ArrowDown" ? 1 : options.length - 1)) % options.length; pick(); }
    else if (event.key === "Enter" && options[marked]) take(options[marked].dataset.node);
    else if (event.key === "Escape") { close(); $("sheet").focus(); } else return;
    event.preventDefault();
    event.stopPropagation();
  });

  /* Keys and buttons. */

  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const KEYS = [["f", "find"], ["Tab", "to the picture"], ["arrows", "next"], ["Enter", "closer, or open"], ["Esc", "back"], ["+ −", "zoom"], ["0", "show all"], ["b", "table"], ["t", "light or dark"]];
  for (const [key, what] of KEYS) { if ($("keys").childNodes.length) $("keys").append(" · "); $("keys").append(make("b", key), ` ${what}`); }
  function help(is) { $("keys").hidden = !is; $("help").setAttribute("aria-expanded", String(is)); }
  function table(is) {
    if (is) TableView.fill($("table"), data, gone);
    $("table").hidden = !is;
    $("as-table").setAttribute("aria-pressed", String(is));
    if (is) $("table").focus(); else $("sheet").focus();
  }
  function theme(to, { keep = true } = {}) {
    dark = to;
    root.dataset.theme = dark ? "dark" : "light";
    $("theme").setAttribute("aria-pressed", String(dark));
    view.restyle();
    legend();
    if (keep) document.dispatchEvent(new CustomEvent("kg-theme", { detail: root.dataset.theme }));
  }

  document.addEventListener("keydown", (event) => {
    const typing = ["INPUT", "TEXTAREA", "SELECT"].includes(event.target.tagName);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      if (!$("keys").hidden) help(false); else if (!$("table").hidden) table(false); else if (focus) { still(); look(null); } else if (!view.back()) open(false);
      if (typing) $("sheet").focus();
      return;
    }
    if (typing) return;
    const there = event.target === $("sheet") || event.target === document.body || $("sheet").contains(event.target);
    if (event.key === "f" || (event.key === "/" && !root.dataset.pages)) $("search").focus();
    else if (event.key === "?" && !root.dataset.pages) help($("keys").hidden);
    else if (event.key === "b") table($("table").hidden);
    else if (event.key === "t") theme(!dark);
    else if (event.key === "0") view.fit();
    else if (event.key === "+" || event.key === "=") view.zoom(1.25);
    else if (event.key === "-") view.zoom(0.8);
    else if (there && WAYS[event.key]) view.step(WAYS[event.key]);
    else if (there && event.key === "Enter" && focus) view.enter(focus);
    else return;
    event.preventDefault();
  });
  $("help").addEventListener("click", () => help($("keys").hidden));
  $("as-table").addEventListener("click", () => table($("table").hidden));
  $("fit").addEventListener("click", () => view.fit());
  $("theme").addEventListener("click", () => theme(!dark));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (event) => { if (!root.dataset.pages) theme(event.matches); });
  document.addEventListener("kg-theme-chosen", (event) => theme(event.detail === "dark", { keep: false }));
  let sliding = 0;
  $("slider").addEventListener("input", () => { cancelAnimationFrame(sliding); sliding = requestAnimationFrame(update); });

  /* Fill from the data, at the start and whenever there is newer data. */

  function fill() {
    const span = [...data.nodes, ...data.ties].flatMap((one) => [one.since, one.until]).filter((one) => one != null && one <= data.at);
    first = span.length ? Math.min(...span) : data.at;
    $("time").hidden = first >= data.at;
    $("moment").textContent = moment() === null ? "now" : stamp(moment(), data.at - first < 3 * 86400);
    $("title").textContent = data.title;
    if (!root.dataset.pages) document.title = `${data.title} – ${data.scope}`;
    const shown = data.nodes.filter((one) => !one.decor && !gone(one, "node")), hidden = data.nodes.filter((one) => !one.decor).length - shown.length;
    const facts = [`${shown.length.toLocaleString("en")} ${data.things}${hidden ? `, ${hidden.toLocaleString("en")} more in the legend` : ""}`];
    if (data.view === "social" || data.view === "trust") { const ids = new Set(shown.map((one) => one.id)); facts.push(connections(data.ties.filter((one) => ids.has(one.source) && ids.has(one.target)).length)); }
    facts.push(data.scope, `${stamp(data.at, true)} UTC`);
    if (data.note) facts.push(data.note);
    $("subtitle").textContent = facts.join(" · ");
    $("sheet").setAttribute("aria-label", `${data.title}: ${facts[0]}. Arrow keys move between them; the button Table shows the same as text.`);
    legend();
    nothing(shown.length);
  }

  async function refresh() {
    const answer = await fetch(`${location.pathname}/data${location.search}`, { headers: { accept: "application/json" }, cache: "no-cache" }).catch(() => null);
    if (!answer || !answer.ok) { $("subtitle").textContent = "kg does not answer; this is the last state"; return; }
    const newer = await answer.json();
    if (JSON.stringify([newer.nodes, newer.ties]) === JSON.stringify([data.nodes, data.ties])) return;
    const empty = !data.nodes.length;
    data = newer;
    fill();
    view.update({ fit: empty });
    look(focus && data.nodes.some((one) => one.id === focus) ? focus : null, { quiet: true });
  }

  const record = (name) => { root.dataset[name] = String(Math.round(performance.now())); };
  fill();
  view.paint(() => requestAnimationFrame(() => { record("painted"); if (!view.hasLate()) record("whole"); }));
  view.start();
  /* In the console a picture follows the memory, and asks the less often the longer an answer takes. */
  async function follow() {
    const start = performance.now();
    if (!document.hidden) await refresh();
    setTimeout(follow, Math.max(5000, 10 * (performance.now() - start)));
  }
  if (root.dataset.pages) setTimeout(follow, 5000);
})();
