"use strict";
/* A network of people or facts, drawn by cytoscape.js: everything, communities as one node each, a neighbourhood, or a path. */
const NetworkView = (host) => {
  const BIG_NODES = 260, BIG_TIES = 900, NAMED_TIES = 14, COLUMN = 760, LEAST = matchMedia("(pointer: coarse)").matches ? 16 : 10;
  const stage = document.getElementById("sheet"), banner = document.getElementById("banner");
  const { make, isolate, nameOf, calm } = Parts;
  let mode = { kind: "all" }, pathFrom = null, fitted = true, timer = 0, order = [], focus = null, edge = 44;
  const moved = new Map();
  const data = () => host.data();

  /* What is visible: raw nodes and ties that the legend and the time leave. */

  const nodes = () => data().nodes.filter((one) => !host.gone(one, "node"));
  function ties() {
    const there = new Set(nodes().map((one) => one.id));
    return data().ties.filter((one) => !host.gone(one, "tie") && there.has(one.source) && there.has(one.target));
  }
  const grouped = () => mode.kind === "all" && data().groups.length > 0 && !mode.whole;
  /* Networks are laid out wider than high; on a stage that is higher than wide they are stretched the other way. */
  const portrait = () => ["social", "trust"].includes(data().view) && stage.clientHeight > 1.15 * stage.clientWidth;
  const stretch = (at) => (!portrait() ? at : data().view === "trust" ? { x: at.y, y: at.x } : { x: at.x * 0.8, y: at.y * 1.5 });
  const narrow = () => data().view === "entity" && stage.clientWidth < COLUMN;

  const crowd = Crowd({ data, nodes, ties, stage, stretch, nodeElement, tieElement }), open = crowd.open;
  const numbers = new WeakMap();

  function nodeElement(one, at) {
    const turned = one.decor && portrait();
    return {
      group: "nodes", grabbable: !one.decor, position: moved.get(one.id) || at || stretch({ x: one.x || 0, y: one.y || 0 }),
      data: { where: "below", filter: "", rank: 0, ...one, ...(turned ? { width: one.height, height: one.width } : {}), w: turned ? one.height : one.width, h: turned ? one.width : one.height },
      classes: [one.tone, one.where || "below", one.decor ? "decor" : ""].filter(Boolean).join(" "),
    };
  }
  function tieElement(one) {
    if (!numbers.has(one)) data().ties.forEach((each, place) => numbers.set(each, place));
    return {
      group: "edges", data: { filter: "", width: 1.5, ...one, id: `tie-${numbers.get(one)}` },
      classes: [one.tone, one.arrow ? "arrow" : "", one.quiet || (one.is_branch && narrow()) ? "quiet" : "", one.is_branch ? "branch" : ""].filter(Boolean).join(" "),
    };
  }

  function elements() {
    if (grouped()) return crowd.elements();
    const shown = narrow() ? nodes().map(narrowed) : nodes(), there = new Set(), places = arranged(shown);
    const result = [];
    for (const one of shown) if (!places || places.has(one.id)) { there.add(one.id); result.push(nodeElement(one, places?.get(one.id))); }
    for (const one of ties()) if (there.has(one.source) && there.has(one.target) && (mode.kind !== "path" || mode.ties.has(one))) result.push(tieElement(one));
    return result;
  }

  /* Positions of a neighbourhood, a path, or an entity in one column; null: those of the data. */
  function arranged(shown) {
    if (mode.kind === "near") {
      const found = Selection.neighbourhood(shown.filter((one) => !one.decor), ties(), mode.from, mode.depth);
      mode.counts = [found.found.length, found.all];
      return Selection.rings(found, Labels.width);
    }
    if (mode.kind === "only") {
      const members = shown.filter((one) => one.group === mode.group.id && !one.decor), wide = Math.max(...members.map((one) => Labels.width(one.label)), 60) + 16;
      const across = Math.max(1, Math.min(Math.floor((stage.clientWidth - 30) / wide), Math.ceil(Math.sqrt(members.length * 1.6))));
      return new Map(members.map((one, place) => [one.id, { x: (place % across) * wide, y: Math.floor(place / across) * 64 }]));
    }
    if (mode.kind === "path") {
      const wide = stage.clientWidth < COLUMN ? 0 : 190, high = wide ? 0 : 110;
      return new Map(mode.steps.map(([id], place) => [id, { x: place * wide, y: place * high }]));
    }
    return narrow() ? column(shown) : null;
  }

  /* Longer texts in the width of a small screen. */
  function narrowed(one) {
    if (one.tone !== "summary" && one.tone !== "reflection") return one;
    const text = Parts.wrap(one.lines.find(([word]) => word === one.tone)[1], 44, 6);
    return { ...one, label: text.join("\n"), width: 300, height: text.length * 16 + 14 };
  }

  /* An entity and its facts below each other, for small screens; what a fact names is in its words. */
  function column(shown) {
    const places = new Map(), center = shown.find((one) => (one.rank || 0) >= 1e6 && !one.decor);
    let y = 0;
    const block = (one) => { y += one.height / 2 + 3; places.set(one.id, { x: one.width / 2, y }); y += one.height / 2 + 3; };
    for (const one of shown) if (one.tone === "summary") block(one);
    if (center) { y += 34; places.set(center.id, { x: 130, y }); y += 44; }
    for (const one of shown) {
      if (!one.group || one.where !== "inside") continue;
      if (one.decor) y += 12;
      block(one);
    }
    for (const one of shown) if (one.tone === "reflection") { y += 8; block(one); }
    return places;
  }

  /* Drawing. */

  const first = elements(), isBig = (list) => list.filter((one) => one.group === "nodes").length > BIG_NODES || list.length > BIG_TIES + BIG_NODES;
  let big = isBig(first);
  const style = () => NetworkStyle.rulesOf({ tones: host.tones, dark: host.dark(), big, nodeTones: new Set(data().nodes.map((one) => one.tone)), tieTones: new Set(data().ties.map((one) => one.tone)) });
  /* In very large pictures, nodes and labels are painted first, and edges are added afterwards. */
  let late = big ? first.filter((one) => one.group === "edges") : [];
  const cy = cytoscape({
    container: stage, elements: late.length ? first.filter((one) => one.group === "nodes") : first, style: style(), layout: { name: "preset", fit: false },
    minZoom: 0.03, maxZoom: 5, boxSelectionEnabled: false, autounselectify: true,
    textureOnViewport: big, hideEdgesOnViewport: false, pixelRatio: big ? 1 : "auto",
    userZoomingEnabled: window.parent === window,
  });
  /* In a frame, the wheel scrolls the page until the picture is used. */
  if (window.parent !== window) {
    stage.addEventListener("pointerdown", () => cy.userZoomingEnabled(true));
    stage.addEventListener("wheel", (event) => { if (event.ctrlKey) cy.userZoomingEnabled(true); }, { capture: true });
    window.addEventListener("blur", () => cy.userZoomingEnabled(false));
  }

  function names() {
    clearTimeout(timer);
    timer = 0;
    const zoom = cy.zoom();
    cy.batch(() => {
      cy.nodes().forEach((node) => {
        const own = node.data();
        if (own.decor || own.where === "inside") return;
        const grow = Math.max(1, LEAST / (Math.min(own.width, own.height) * zoom));
        if (own.width * grow > own.w || own.width * grow < 0.95 * own.w) node.data({ w: own.width * grow, h: own.height * grow });
      });
      Labels.choose(cy, order);
      const near = cy.edges(".near");
      const letters = 11 / zoom;
      near.forEach((one) => { one.data("letters", letters); });
      cy.edges(".labelled").removeClass("labelled");
      if (near.length <= NAMED_TIES && data().view !== "entity") near.addClass("labelled");
    });
  }
  const soon = (wait) => { if (!timer) timer = setTimeout(names, wait); };
  const rank = () => { order = cy.nodes().filter((node) => node.data("where") !== "inside" && node.data("label")).sort((a, b) => b.data("rank") - a.data("rank")).toArray(); };

  function draw({ fit = false } = {}) {
    const list = elements(), wanted = new Map(list.map((one) => [one.data.id, one]));
    const was = big;
    big = isBig(list);
    late = [];
    cy.batch(() => {
      cy.elements().forEach((one) => {
        const next = wanted.get(one.id());
        if (!next || (one.isEdge() && (one.data("source") !== next.data.source || one.data("target") !== next.data.target))) one.remove();
      });
      const fresh = [];
      for (const one of list) {
        const there = cy.getElementById(one.data.id);
        if (!there.length) { fresh.push(one); continue; }
        there.data(one.data);
        there.classes(one.classes);
        if (there.isNode()) there.position(one.position);
      }
      cy.add(fresh);
    });
    if (was !== big) cy.style(style());
    rank();
    tell();
    if (fit) showAll();
    mark(focus && (cy.getElementById(focus).length ? focus : null));
  }

  /* Shows all: computed from positions, because exact bounds would be slow; labels have a constant size on the screen. */
  function showAll({ start = false } = {}) {
    cy.resize();
    if (!cy.width() || !cy.height()) return;
    let left = Infinity, top = Infinity, right = -Infinity, bottom = -Infinity, before = 0, after = 0, under = 0;
    cy.nodes().forEach((node) => {
      const at = node.position(), own = node.data();
      left = Math.min(left, at.x - own.width / 2); right = Math.max(right, at.x + own.width / 2);
      top = Math.min(top, at.y - own.height / 2); bottom = Math.max(bottom, at.y + own.height / 2);
    });
    if (left > right) return;
    cy.nodes().forEach((node) => {
      const own = node.data(), at = node.position();
      if (own.where === "inside" || !own.label) return;
      const wide = Labels.width(own.label), half = own.where === "below" || own.where === "above" ? wide / 2 - own.width / 2 : 0;
      /* How far the label of a node near an edge reaches beyond it. */
      before = Math.max(before, (own.where === "left" ? wide + 8 : half) - (at.x - own.width / 2 - left));
      after = Math.max(after, (own.where === "right" ? wide + 8 : half) - (right - at.x - own.width / 2));
      if (own.where === "below") under = Math.max(under, 4 + 15 * own.label.split("\n").length);
    });
    edge = cy.width() < 500 ? 14 : 36;
    const most = data().view === "entity" ? 1.15 : 1.6;
    const across = (cy.width() - 2 * edge - before - after) / Math.max(1, right - left);
    /* Room for what is written at the top of the stage. */
    const head = banner.hidden ? 0 : banner.offsetHeight + 6;
    const down = (cy.height() - head - 2 * edge - under) / Math.max(1, bottom - top);
    const level = Math.max(0.03, Math.min(most, across, down)), wide = Math.max(0.03, Math.min(1.15, across));
    const x = (by) => edge + before + (cy.width() - 2 * edge - before - after) / 2 - by * (left + right) / 2;
    /* A mind map that is too high starts at its top, or at the entity, at a readable size. */
    if (start && data().view === "entity" && level < 0.8 && wide > level) {
      const y = narrow() ? edge - wide * top : Math.min(edge - wide * top, cy.height() / 2);
      cy.viewport({ zoom: wide, pan: { x: x(wide), y } });
    } else cy.viewport({ zoom: level, pan: { x: x(level), y: head + edge + (cy.height() - head - 2 * edge - under) / 2 - level * (top + bottom) / 2 } });
    fitted = true;
    names();
  }

  let size = [0, 0], shape = [narrow(), portrait()].join();
  new ResizeObserver(() => {
    const now = [stage.clientWidth, stage.clientHeight];
    if (now[0] === size[0] && now[1] === size[1]) return;
    const before = size;
    size = now;
    cy.resize();
    const turned = [narrow(), portrait()].join();
    if (shape !== turned) { shape = turned; draw(); }
    if (fitted || !before[0]) showAll({ start: true });
    else { cy.panBy({ x: (now[0] - before[0]) / 2, y: (now[1] - before[1]) / 2 }); soon(60); }
  }).observe(stage);

  /* Selection: the neighbourhood of the selected node stays, the rest is faded. */

  function mark(id) {
    focus = id;
    cy.batch(() => {
      cy.elements().removeClass("faint near focus");
      const node = id ? cy.getElementById(id) : null;
      if (!node || !node.length) return;
      let near = node.closedNeighborhood();
      if (data().view === "entity") near = near.union(near.nodes().closedNeighborhood());
      cy.elements().difference(near).not(".decor").addClass("faint");
      node.connectedEdges().addClass("near");
      node.addClass("focus");
    });
    names();
  }

  function zoomTo(id) {
    const node = cy.getElementById(id);
    if (!node.length) return;
    fitted = false;
    const eles = node.closedNeighborhood();
    cy.animate({ fit: { eles, padding: 70 }, duration: calm() ? 0 : 220, complete: () => { if (cy.zoom() > 1.8) cy.zoom({ level: 1.8, position: node.position() }); } });
  }

  function reveal(id) {
    if (cy.getElementById(id).length) return true;
    const own = data().nodes.find((one) => one.id === id);
    if (own && grouped() && own.group) choose(own.group);
    else if (mode.kind !== "all") { mode = { kind: "all" }; draw({ fit: true }); }
    return cy.getElementById(id).length > 0;
  }

  /* Modes, and what says which one it is. */

  function near(id, depth) { mode = { kind: "near", from: id, depth }; moved.clear(); draw({ fit: true }); host.look(id); }
  function everything() { mode = { kind: "all" }; pathFrom = null; open.clear(); moved.clear(); draw({ fit: true }); }
  function path(from, to) {
    const steps = Selection.path(nodes(), ties().filter((one) => !one.quiet), from, to);
    pathFrom = null;
    if (!steps) { mode = { kind: "all", failed: [from, to] }; draw(); return; }
    mode = { kind: "path", steps, ties: new Set(steps.map(([, tie]) => tie).filter(Boolean)) };
    moved.clear();
    draw({ fit: true });
    host.look(null);
    host.explain(`Path from ${isolate(titleOf(from))} to ${isolate(titleOf(to))}`, steps.map(([id, tie]) => [titleOf(id), tie ? [[tie.kind, ""], ...(tie.lines || [])] : []]));
  }
  /* Only the people of a group, in rows. */
  function only(group) { mode = { kind: "only", group }; moved.clear(); draw({ fit: true }); }
  const titleOf = (id) => nameOf(data().nodes.find((one) => one.id === id) || { id, label: id });

  function tell() {
    banner.hidden = false;
    banner.textContent = "";
    const button = (text, act, pressed) => { const one = make("button", text, { type: "button" }); one.addEventListener("click", act); if (pressed !== undefined) one.setAttribute("aria-pressed", String(pressed)); banner.append(one); };
    if (pathFrom) { banner.append(make("span", `Choose the other end of the path from ${isolate(titleOf(pathFrom))}`)); button("Cancel", () => { pathFrom = null; tell(); }); }
    else if (mode.failed) { banner.append(make("span", `Nothing connects ${isolate(titleOf(mode.failed[0]))} and ${isolate(titleOf(mode.failed[1]))}`)); button("Close", everything); }
    else if (mode.kind === "near") {
      banner.append(make("span", `${isolate(titleOf(mode.from))} and ${mode.counts[0] - 1}${mode.counts[1] > mode.counts[0] ? ` of ${mode.counts[1] - 1}` : ""} around · steps`));
      for (const depth of [1, 2, 3]) button(String(depth), () => near(mode.from, depth), depth === mode.depth);
      button("Everything", everything);
    } else if (mode.kind === "path") { banner.append(make("span", `${mode.steps.length - 1} ${mode.steps.length === 2 ? "step" : "steps"} from ${isolate(titleOf(mode.steps[0][0]))} to ${isolate(titleOf(mode.steps.at(-1)[0]))}`)); button("Everything", everything); }
    else if (mode.kind === "only") { banner.append(make("span", mode.group.label.replace("\n", " "))); button("Everything", everything); }
    else if (data().groups.some((one) => one.is_closed)) return void (banner.hidden = true);
    else if (data().groups.length) {
      if (mode.whole) button("Close into communities", everything);
      else {
        banner.append(make("span", open.size ? `${open.size} open` : "Communities: click one to open it"));
        if (open.size) button("Close all", everything);
        button("Open all", () => { mode = { kind: "all", whole: true }; moved.clear(); draw({ fit: true }); });
      }
    }
    banner.hidden = !banner.childElementCount;
  }

  /* What the details of a node offer. */
  function actions(own) {
    if (own.tone === "group") return [];
    const list = [];
    if (["social", "trust"].includes(data().view)) list.push(["Neighbourhood", () => near(own.id, 1)], ["Path to …", () => { pathFrom = own.id; tell(); }]);
    return list;
  }

  function choose(id) {
    if (pathFrom && id && id !== pathFrom) { path(pathFrom, id); return; }
    const group = data().groups.find((one) => one.id === id);
    if (group) { host.look(null); if (group.is_closed) only(group); else { open.add(group.id); draw({ fit: true }); } return; }
    host.look(id);
  }

  cy.on("mouseover", "node, edge", (event) => {
    const thing = event.target, own = thing.data();
    const title = thing.isNode() ? nameOf(own) : `${isolate(nameOf(thing.source().data()))} – ${isolate(nameOf(thing.target().data()))}`;
    host.hover(title, thing.isNode() ? own.lines : [...(own.kind ? [["", own.kind]] : []), ...(own.lines || [])].filter(([word, text]) => word || text), event.originalEvent);
  });
  cy.on("mouseout pan zoom", host.still);
  cy.on("tap", (event) => choose(event.target === cy || !event.target.isNode() ? null : event.target.id()));
  cy.on("dbltap", "node", (event) => zoomTo(event.target.id()));
  cy.on("scrollzoom pinchzoom dragpan", () => { fitted = false; });
  cy.on("viewport", () => soon(90));
  cy.on("free", "node", (event) => { moved.set(event.target.id(), { ...event.target.position() }); soon(0); });

  function step([across, down]) {
    const from = focus && cy.getElementById(focus).length ? cy.getElementById(focus) : null;
    const start = from ? from.renderedPosition() : { x: cy.width() / 2, y: cy.height() / 2 };
    let best = null, least = Infinity;
    cy.nodes().forEach((node) => {
      if (node.data("decor") || (from && node.same(from))) return;
      const at = node.renderedPosition(), dx = at.x - start.x, dy = at.y - start.y;
      const ahead = dx * across + dy * down, aside = Math.abs(dx * down + dy * across);
      if (from && ahead <= Math.max(1, aside * 0.8)) return;
      const far = from ? ahead + 2 * aside : Math.hypot(dx, dy);
      if (far < least) { least = far; best = node; }
    });
    if (!best) return;
    if (best.hasClass("group")) { focus = best.id(); mark(focus); host.look(best.id(), { quiet: true }); }
    else host.look(best.id());
    const at = best.renderedPosition();
    if (at.x < 40 || at.y < 40 || at.x > cy.width() - 40 || at.y > cy.height() - 40) cy.center(best);
  }

  return {
    start() {
      rank(); tell(); showAll({ start: true }); names();
      if (!late.length) return;
      setTimeout(() => { if (!late.length) return; cy.batch(() => cy.add(late)); late = []; mark(focus); host.whole(); });
    },
    hasLate: () => late.length > 0,
    paint: (done) => cy.one("render", done),
    update: draw,
    mark,
    reveal,
    restyle: () => { cy.style(style()); names(); },
    fit: () => { if (mode.kind === "all" && !mode.whole && open.size) open.clear(); draw(); showAll(); },
    zoom: (by) => { fitted = false; cy.zoom({ level: cy.zoom() * by, renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } }); },
    step, zoomTo, actions, choose,
    enter: (id) => { const group = data().groups.find((one) => one.id === id); if (group) choose(id); else zoomTo(id); },
    find: (id) => { const own = data().nodes.find((one) => one.id === id); return own || (cy.getElementById(id).length ? cy.getElementById(id).data() : null); },
    back: () => { if (pathFrom) { pathFrom = null; tell(); return true; } if (mode.kind !== "all" || mode.failed) { everything(); return true; } return false; },
  };
};
