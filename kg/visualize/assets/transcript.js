"use strict";
/* A session: its messages from top to bottom, with the facts that they support and the entities that they name beside them. */
const TranscriptView = (host) => {
  const { make, look, paint, stamp } = Parts;
  const sheet = document.getElementById("sheet");
  sheet.classList.add("transcript");
  const list = make("ol", "", { className: "talk" });
  sheet.append(list);
  let focus = null, drawn = [];
  const data = () => host.data();
  const lineOf = (own, name) => (own.lines || []).find(([key]) => key === name)?.[1] ?? "";
  const isMessage = (own) => own.tone.startsWith("said");
  const isShown = (own) => !host.gone(own, "node");

  function draw() {
    const byId = new Map(data().nodes.map((one) => [one.id, one])), beside = new Map();
    for (const tie of data().ties) {
      const one = byId.get(tie.source), other = byId.get(tie.target);
      if (one && other && isMessage(one) && !isMessage(other) && isShown(other)) beside.set(one.id, [...(beside.get(one.id) || []), other]);
    }
    list.textContent = "";
    drawn = [];
    let day = "";
    for (const own of data().nodes.filter((one) => isMessage(one) && isShown(one))) {
      const when = lineOf(own, "when");
      if (when.slice(0, 10) !== day) { day = when.slice(0, 10); list.append(make("li", day, { className: "day" })); }
      list.append(turn(own, when, beside.get(own.id) || []));
    }
    mark(focus);
  }

  function turn(own, when, others) {
    const row = make("li", "", { className: "turn" }), say = button(own, "say");
    paint(say, look(host.tones, own.tone, host.dark()));
    const who = make("span", "", { className: "who" });
    who.append(make("span", lineOf(own, "who"), { dir: "auto" }), make("time", when.slice(11), { dateTime: when.replace(" ", "T") }));
    say.append(who, make("span", lineOf(own, "text"), { className: "text", dir: "auto" }));
    for (const name of ["warning", "quarantined"]) if (lineOf(own, name)) say.append(make("span", lineOf(own, name), { className: "warning" }));
    row.append(say);
    const aside = make("div", "", { className: "drawn" }), chips = make("div", "", { className: "chips" });
    for (const other of others) {
      const is = host.tones.ties[other.filter] && other.lines.some(([key]) => key === "fact"), chip = button(other, "chip");
      chip.textContent = is ? lineOf(other, "fact") : other.label;
      chip.dir = "auto";
      if (is) { paint(chip, look(host.tones, other.tone, host.dark())); aside.append(chip); } else chips.append(chip);
    }
    if (chips.childElementCount) aside.append(chips);
    row.append(aside);
    return row;
  }

  function button(own, className) {
    const one = make("button", "", { type: "button", className, tabIndex: -1 });
    one.dataset.node = own.id;
    one.addEventListener("click", () => host.look(own.id));
    drawn.push(one);
    return one;
  }

  function mark(id) {
    focus = id;
    const near = new Set([id]);
    if (id) for (const tie of data().ties) if (tie.kind !== "next") { if (tie.source === id) near.add(tie.target); if (tie.target === id) near.add(tie.source); }
    for (const one of drawn) {
      one.classList.toggle("focus", one.dataset.node === id);
      one.classList.toggle("faint", Boolean(id) && !near.has(one.dataset.node));
      one.tabIndex = one.dataset.node === id ? 0 : -1;
    }
  }
  const elementOf = (id) => drawn.find((one) => one.dataset.node === id);
  const show = (id) => elementOf(id)?.scrollIntoView({ block: "center" });

  function step([across, down]) {
    const messages = drawn.filter((one) => one.classList.contains("say"));
    if (!messages.length) return;
    const now = elementOf(focus);
    if (!now) { host.look(messages[0].dataset.node); return; }
    let next = null;
    if (across) {
      const all = [...now.closest(".turn").querySelectorAll("button")];
      next = all[all.indexOf(now) + across];
    } else {
      const say = now.closest(".turn").querySelector(".say");
      next = messages[messages.indexOf(say) + down];
    }
    if (next) { host.look(next.dataset.node); next.scrollIntoView({ block: "nearest" }); }
  }

  return {
    start: draw, hasLate: () => false, paint: (done) => requestAnimationFrame(done), update: draw, mark, restyle: draw, step,
    zoom: () => {}, fit: () => sheet.scrollTo(0, 0), reveal: (id) => Boolean(elementOf(id)), zoomTo: show, enter: show, actions: () => [], back: () => false,
    find: (id) => data().nodes.find((one) => one.id === id) || null, choose: (id) => host.look(id), stamp,
  };
};
