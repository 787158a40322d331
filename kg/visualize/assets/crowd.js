"use strict";
/* A crowd as communities: each is one node until it is opened, then its members take its place and the others move aside. */
const Crowd = ({ data, nodes, ties, stage, stretch, nodeElement, tieElement }) => {
  const { connections } = Parts;
  const LINKS = 2, NARROW = 560, CELL = [92, 72];
  const open = new Set();

  /* Where closed and opened groups are: an opened one pushes the others outwards. */
  function groupPlaces() {
    if (small() && !open.size) return groupGrid();
    const places = new Map(data().groups.map((one) => [one.id, stretch({ x: one.x, y: one.y })]));
    for (const group of data().groups) {
      if (!open.has(group.id) || group.count < 2) continue;
      const from = places.get(group.id), push = Math.max(0, group.radius - closed(group.count));
      for (const [id, at] of places) {
        if (id === group.id) continue;
        const dx = at.x - from.x, dy = at.y - from.y, far = Math.hypot(dx, dy) || 1;
        places.set(id, { x: from.x + dx * (far + push) / far, y: from.y + dy * (far + push) / far });
      }
    }
    return places;
  }
  /* On a narrow stage closed groups are in rows, so that their names have room. */
  const small = () => data().view === "social" && stage.clientWidth < NARROW;
  function groupGrid() {
    const [wide, high] = CELL, across = Math.max(2, Math.floor(stage.clientWidth / wide)), shown = data().groups.filter((one) => nodes().some((each) => each.group === one.id));
    shown.sort((a, b) => (a.count === 1 ? -1 : b.count === 1 ? 1 : b.count - a.count));
    return new Map(shown.map((one, place) => [one.id, { x: (place % across) * wide, y: Math.floor(place / across) * high }]));
  }
  const closed = (count) => 10 + 1.8 * Math.sqrt(count);

  function elements() {
    const places = groupPlaces(), byId = new Map(data().groups.map((one) => [one.id, one])), shown = nodes();
    const counts = new Map(), owner = new Map(), result = [];
    for (const one of shown) {
      const group = byId.get(one.group);
      owner.set(one.id, group && group.count > 1 && !open.has(group.id) ? group.id : one.id);
      if (group) counts.set(group.id, (counts.get(group.id) || 0) + 1);
    }
    for (const group of data().groups) {
      const count = counts.get(group.id);
      if (!count || group.count < 2) continue;
      const is = open.has(group.id), size = 2 * (is ? group.radius : closed(group.count) * (small() && !open.size ? 0.7 : 1));
      result.push({ group: "nodes", grabbable: !is, position: places.get(group.id), classes: `group below ${is ? "open decor" : ""}`,
        data: { id: group.id, label: small() ? `${group.label.split(",")[0]}\n+${count - 1}` : group.label, bold: true, where: "below", rank: is ? 0 : 1e5 + count, width: size, height: size, w: size, h: size, tone: "group", filter: "", lines: [["people", String(count)], ["among them", group.label.replace("\n", " ")]], decor: is } });
    }
    for (const one of shown) {
      if (owner.get(one.id) !== one.id) continue;
      const group = byId.get(one.group), at = group && places.get(group.id);
      result.push(nodeElement(one, at && { x: at.x + (one.x || 0) - group.center_x, y: at.y + (one.y || 0) - group.center_y }));
    }
    const sums = new Map();
    for (const one of ties()) {
      const a = owner.get(one.source), b = owner.get(one.target);
      if (a === one.source && b === one.target) { result.push(tieElement(one)); continue; }
      if (a === b) continue;
      const key = a < b ? `${a}\n${b}` : `${b}\n${a}`;
      sums.set(key, (sums.get(key) || 0) + 1);
    }
    /* Between communities, the strongest lines of each are drawn; the others when it is selected. */
    const drawn = new Map();
    for (const [key, count] of [...sums].sort((a, b) => b[1] - a[1])) {
      const [source, target] = key.split("\n"), seen = [source, target].map((end) => { drawn.set(end, (drawn.get(end) || 0) + 1); return drawn.get(end); });
      result.push({ group: "edges", classes: Math.min(...seen) > LINKS || data().view === "trust" || (small() && !open.size) ? "sum quiet" : "sum", data: { id: `sum-${key}`, source, target, count, width: Math.min(6, 0.8 + Math.log2(count) * 0.6), kind: connections(count), lines: [["connections", String(count)]], filter: "" } });
    }
    return result;
  }

  return { open, elements };
};
