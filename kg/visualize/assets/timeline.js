"use strict";
/* Facts over time: rows by person and kind below an axis that stays; what held as bars, what happened as dots. */
const TimelineView = (host) => {
  const { make, look, stamp } = Parts;
  const DAY = 86400, ROW = 24, GAP = 10, TICK = 96, LABEL = 72, BAR_TEXT = 14;
  const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
  const KINDS = ["relation", "trait", "state", "possession", "preference", "opinion", "plan", "task", "event"];
  const sheet = document.getElementById("sheet");
  sheet.classList.add("timeline");
  const by = { group: "person", sort: "name" };
  let scale = 1, focus = null, fit = 0, drawn = [];
  const data = () => host.data();
  const facet = (own, name) => (own.facets || []).find(([key]) => key === name)?.[1] ?? "";
  const facts = () => data().nodes.filter((one) => !one.decor && !host.gone(one, "node"));

  /* The controls. */

  const controls = make("div", "", { className: "tl-controls" });
  function choice(label, name, options) {
    const box = make("label"), list = make("select", "", { title: label });
    list.setAttribute("aria-label", label);
    box.append(make("span", label));
    for (const [value, text] of options) list.append(make("option", text, { value }));
    list.addEventListener("change", () => { by[name] = list.value; draw(); });
    box.append(list);
    controls.append(box);
  }
  choice("Rows by", "group", [["person", "person or thing"], ["kind", "kind"], ["status", "status"]]);
  choice("Order", "sort", [["name", "by name"], ["first", "earliest first"], ["last", "latest first"], ["most", "most facts first"]]);
  const zooming = make("span", "", { className: "acts" });
  for (const [text, name, factor] of [["−", "Show a longer time", 1 / 1.6], ["+", "Show a shorter time", 1.6]]) {
    const button = make("button", text, { type: "button", title: name });
    button.setAttribute("aria-label", name);
    button.addEventListener("click", () => zoom(factor));
    zooming.append(button);
  }
  controls.append(zooming);
  const scroll = make("div", "", { className: "tl-scroll", tabIndex: -1 }), canvas = make("div", "", { className: "tl-canvas" });
  scroll.append(canvas);
  sheet.append(controls, scroll);

  /* Time: the same range as the figure's. */

  function range() {
    const times = data().nodes.filter((one) => !one.decor).flatMap((one) => [one.since, one.until]).filter((one) => one != null);
    if (!times.length) return [data().at - DAY, data().at];
    const days = (data().activity || []).flatMap(([start]) => [start, start + DAY]);
    const first = Math.min(...times, ...days), last = Math.max(...times, ...days);
    return [first, Math.max(first + 60, last < data().at ? Math.min(data().at, last + Math.max(0.06 * (last - first), 60)) : last)];
  }

  function ticks(first, last, perSecond) {
    const step = TICK / perSecond, found = [];
    const steps = [60, 600, 3600, 6 * 3600, DAY, 2 * DAY, 7 * DAY].find((one) => one >= step);
    if (steps) {
      const anchor = steps === 7 * DAY ? 4 * DAY : 0;
      for (let at = Math.ceil((first - anchor) / steps) * steps + anchor; at <= last; at += steps) {
        const date = new Date(at * 1000), day = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
        found.push([at, steps < DAY ? `${day} ${stamp(at, true).slice(11)}` : `${day} ${date.getUTCFullYear()}`]);
      }
      return found;
    }
    const months = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200].find((one) => one * 30 * DAY >= step) || 1200;
    const start = new Date(first * 1000);
    for (let number = Math.ceil((start.getUTCFullYear() * 12 + start.getUTCMonth() + 0.001) / months) * months; ; number += months) {
      const year = Math.floor(number / 12), at = Date.UTC(year, number % 12, 1) / 1000;
      if (at > last) return found;
      found.push([at, months >= 12 ? String(year) : `${MONTHS[number % 12]} ${year}`]);
    }
  }

  /* Rows: groups, lanes in each, and in a lane as many rows as its items need. */

  function groups() {
    const found = new Map();
    const keyOf = { person: (own) => facet(own, "person"), kind: (own) => facet(own, "kind"), status: (own) => own.filter }[by.group];
    const laneOf = by.group === "person" ? (own) => facet(own, "lane") : (own) => facet(own, "person");
    for (const own of facts()) {
      const key = keyOf(own), group = found.get(key) || found.set(key, { key, lanes: new Map(), items: [] }).get(key);
      group.items.push(own);
      const lane = laneOf(own);
      if (!group.lanes.has(lane)) group.lanes.set(lane, []);
      group.lanes.get(lane).push(own);
    }
    const list = [...found.values()], first = (one) => Math.min(...one.items.map((own) => own.since || 0)), last = (one) => Math.max(...one.items.map((own) => own.since || 0));
    const compare = { name: (a, b) => (by.group === "kind" ? KINDS.indexOf(a.key) - KINDS.indexOf(b.key) : 0) || a.key.localeCompare(b.key), first: (a, b) => first(a) - first(b), last: (a, b) => last(b) - last(a), most: (a, b) => b.items.length - a.items.length }[by.sort];
    return list.sort((a, b) => compare(a, b) || a.key.localeCompare(b.key));
  }

  function draw() {
    const keep = scroll.scrollLeft / Math.max(1, canvas.offsetWidth), high = scroll.scrollTop;
    const narrow = sheet.clientWidth < 620, side = narrow ? 0 : 128, pad = narrow ? 12 : 16;
    const [first, last] = range(), wide = Math.max(120, scroll.clientWidth - side - pad - 24);
    fit = scroll.clientWidth;
    const perSecond = wide * scale / (last - first), x = (at) => side + pad + (at - first) * perSecond, end = x(last);
    canvas.textContent = "";
    drawn = [];
    const list = groups();
    let most = end + 24;
    if (list.length) {
      const axis = make("div", "", { className: "tl-axis" });
      const corner = make("div", "", { className: "tl-corner" });
      corner.append(make("span", "messages a day"));
      axis.append(corner);
      const peak = Math.max(1, ...data().activity.map(([, count]) => count));
      for (const [start, count] of data().activity) {
        const bar = make("i", "", { className: "tl-day", title: `${stamp(start)}: ${count} messages` });
        Object.assign(bar.style, { left: `${x(start)}px`, width: `${Math.max(1.5, DAY * perSecond - 1)}px`, height: `${Math.max(2, 36 * count / peak)}px` });
        axis.append(bar);
      }
      for (const [at, text] of ticks(first, last, perSecond)) {
        // A date for which there is no room before the end has a line only.
        const tick = make("span", end - x(at) < LABEL ? "" : text, { className: "tl-tick" }), rule = make("i", "", { className: "tl-rule" });
        tick.style.left = rule.style.left = `${x(at)}px`;
        axis.append(tick);
        canvas.append(rule);
      }
      canvas.prepend(axis);
    }
    for (const group of list) {
      const section = make("section", "", { className: "tl-group" });
      section.append(make("h3", group.key || "—", { dir: "auto" }));
      for (const [name, items] of group.lanes) most = Math.max(most, lane(section, name, items, { x, end, side, narrow }));
      canvas.append(section);
    }
    canvas.style.width = `${Math.ceil(most)}px`;
    scroll.scrollLeft = keep * canvas.offsetWidth;
    scroll.scrollTop = high;
    mark(focus);
  }

  /* One lane; returns how far its labels reach. */
  function lane(section, name, items, { x, end, side, narrow }) {
    const box = make("div", "", { className: "tl-lane" }), title = make("span", name, { className: "tl-name", title: name });
    let top = 0, most = 0;
    if (narrow) { title.style.position = "static"; title.style.float = "none"; title.style.display = "block"; title.style.padding = "2px 12px 0"; title.style.background = "none"; top = 20; } else title.style.width = `${side + 8}px`;
    box.append(title);
    const rows = [], placed = items.map((own) => {
      const left = x(own.since || 0), moment = facet(own, "moment"), right = moment ? left + 6 : Math.max(left + 10, own.until == null ? end : x(own.until));
      const label = Labels.width(own.label) + BAR_TEXT, rooms = [end + 12 - right, left - side - 8];
      /* A label that would leave the picture at its right is before its bar, or shortened in the larger room. */
      const inside = !moment && (label <= right - left || (Math.max(...rooms) < label && right - left >= Math.max(...rooms)));
      const before = !inside && rooms[0] < label && rooms[1] > rooms[0], wide = inside ? label : Math.min(label, rooms[before ? 1 : 0]);
      return { own, left, right, moment, wide, inside, before, from: before ? left - wide : left, to: inside || before ? right : right + wide };
    });
    for (const one of placed.sort((a, b) => a.from - b.from || a.to - b.to)) {
      let row = rows.findIndex((edge) => edge <= one.from + 0.01);
      if (row < 0) row = rows.push(0) - 1;
      rows[row] = one.to + (one.inside ? 0 : GAP);
      most = Math.max(most, one.to + 12);
      box.append(item({ ...one, row, top, side }));
    }
    box.style.height = `${top + rows.length * ROW + 2}px`;
    section.append(box);
    return most;
  }

  function item({ own, left, right, inside, before, moment, row, top, from, to, side, wide }) {
    const button = make("button", "", { type: "button", className: "tl-item", tabIndex: -1 }), text = make("span", own.label, { className: "text", dir: "auto" });
    const colors = look(host.tones, own.tone, host.dark()), shape = make("span", "", { className: moment ? "dot" : `bar${own.until == null ? " open" : ""}` });
    Object.assign(button.style, { left: `${from}px`, top: `${top + row * ROW + 2}px`, width: `${to - from}px` });
    Parts.paint(shape, colors);
    if (moment) {
      shape.style.backgroundColor = colors.line;
      shape.style.left = `${left - from - 5}px`;
    } else {
      if (own.until == null) shape.style.borderRightStyle = "none";
      shape.style.left = `${left - from}px`;
      shape.style.width = `${right - left}px`;
    }
    if (inside) { text.style.left = `${side + 16}px`; shape.append(text); button.append(shape); }
    else { text.style.left = `${before ? 0 : right - from}px`; text.style.width = `${wide}px`; button.append(shape, text); }
    button.setAttribute("aria-label", `${own.label}, ${facet(own, "person")}${own.search && own.search !== own.label ? `: ${own.search}` : ""}`);
    button.dataset.node = own.id;
    button.addEventListener("click", () => host.look(own.id));
    button.addEventListener("mouseenter", (event) => host.hover(own.search || own.label, own.lines, event));
    button.addEventListener("mouseleave", host.still);
    drawn.push(button);
    return button;
  }

  function mark(id) {
    focus = id;
    const other = new Set();
    if (id) for (const tie of data().ties) { if (tie.source === id) other.add(tie.target); if (tie.target === id) other.add(tie.source); }
    for (const one of drawn) {
      one.classList.toggle("focus", one.dataset.node === id);
      one.classList.toggle("faint", Boolean(id) && other.size > 0 && one.dataset.node !== id && !other.has(one.dataset.node));
      one.tabIndex = one.dataset.node === id ? 0 : -1;
    }
  }
  const elementOf = (id) => drawn.find((one) => one.dataset.node === id);
  const show = (id) => elementOf(id)?.scrollIntoView({ block: "nearest", inline: "nearest" });

  function zoom(factor) {
    const next = Math.max(1, Math.min(400, scale * factor));
    if (next === scale) return;
    const middle = (scroll.scrollLeft + scroll.clientWidth / 2) / canvas.offsetWidth;
    scale = next;
    draw();
    scroll.scrollLeft = middle * canvas.offsetWidth - scroll.clientWidth / 2;
  }
  scroll.addEventListener("wheel", (event) => { if (!event.ctrlKey) return; event.preventDefault(); zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2); }, { passive: false });
  new ResizeObserver(() => { if (Math.abs(scroll.clientWidth - fit) > 1) draw(); }).observe(scroll);

  function step([across, down]) {
    if (!drawn.length) return;
    const now = elementOf(focus);
    if (!now) { host.look(drawn[0].dataset.node); show(focus); return; }
    const from = now.getBoundingClientRect();
    let best = null, least = Infinity;
    for (const one of drawn) {
      const at = one.getBoundingClientRect(), ahead = (at.left - from.left) * across + (at.top - from.top) * down;
      const aside = Math.abs(at.left - from.left) * Math.abs(down) + Math.abs(at.top - from.top) * Math.abs(across) * 6;
      if (ahead > 1 && ahead + aside < least) { least = ahead + aside; best = one; }
    }
    if (best) { host.look(best.dataset.node); show(best.dataset.node); }
  }

  return {
    start: draw, hasLate: () => false, paint: (done) => requestAnimationFrame(done), update: draw, mark, restyle: draw, zoom, step,
    fit: () => { scale = 1; draw(); scroll.scrollTo(0, 0); }, reveal: (id) => Boolean(elementOf(id)), zoomTo: show, enter: show, actions: () => [], back: () => false,
    find: (id) => data().nodes.find((one) => one.id === id) || null, choose: (id) => host.look(id),
  };
};
