"use strict";
/* What of a network is drawn: everything, communities as one node each, a neighbourhood, or a path. Pure functions on data. */
const Selection = (() => {
  const MOST = 150, RING = 120;

  function index(nodes, ties) {
    const near = new Map(nodes.map((one) => [one.id, []]));
    for (const tie of ties) {
      near.get(tie.source)?.push([tie.target, tie]);
      near.get(tie.target)?.push([tie.source, tie]);
    }
    return near;
  }

  /* The nodes within so many steps of one, each with its distance; of too many the most important. */
  function neighbourhood(nodes, ties, from, depth) {
    const near = index(nodes, ties), far = new Map([[from, 0]]);
    let edge = [from];
    for (let step = 1; step <= depth; step += 1) {
      const next = [];
      for (const one of edge) for (const [other] of near.get(one) || []) if (!far.has(other)) { far.set(other, step); next.push(other); }
      edge = next;
    }
    const found = nodes.filter((one) => far.has(one.id)).sort((a, b) => far.get(a.id) - far.get(b.id) || (b.rank || 0) - (a.rank || 0));
    return { found: found.slice(0, MOST), far, all: found.length };
  }

  /* Rings around one node, by distance; a crowded ring has several rows, and neighbours keep the order of their own neighbours. */
  function rings({ found, far }, width) {
    const places = new Map([[found[0].id, { x: 0, y: 0 }]]), turns = new Map([[found[0].id, 0]]);
    let reach = 0;
    for (let step = 1; step <= Math.max(...found.map((one) => far.get(one.id))); step += 1) {
      let members = found.filter((one) => far.get(one.id) === step);
      const wide = Math.max(...members.map((one) => Math.max(one.width, width(one.label || ""))), 40) + 18;
      members.sort((a, b) => (turns.get(a.id) ?? 0) - (turns.get(b.id) ?? 0));
      while (members.length) {
        reach += RING * (reach ? 0.8 : 1.1);
        const row = members.splice(0, Math.max(6, Math.floor(2 * Math.PI * reach * 1.2 / wide)));
        row.forEach((one, place) => {
          const turn = 2 * Math.PI * (place + (step % 2) / 2) / row.length - Math.PI / 2;
          turns.set(one.id, turn);
          places.set(one.id, { x: Math.cos(turn) * reach * 1.35, y: Math.sin(turn) * reach });
        });
      }
    }
    return places;
  }

  /* A shortest path; of equally short ones the one along the wider ties. */
  function path(nodes, ties, from, to) {
    const near = index(nodes, ties), best = new Map([[from, { cost: 0, before: null, tie: null }]]);
    const waiting = new Set([from]);
    while (waiting.size) {
      let one = null;
      for (const each of waiting) if (one === null || best.get(each).cost < best.get(one).cost) one = each;
      waiting.delete(one);
      if (one === to) break;
      for (const [other, tie] of near.get(one) || []) {
        const cost = best.get(one).cost + 1 + 0.01 / (tie.width || 1);
        if (!best.has(other) || cost < best.get(other).cost) { best.set(other, { cost, before: one, tie }); waiting.add(other); }
      }
    }
    if (!best.has(to)) return null;
    const steps = [];
    for (let one = to; one !== null; one = best.get(one).before) steps.unshift([one, best.get(one).tie]);
    return steps;
  }

  return { neighbourhood, rings, path };
})();
