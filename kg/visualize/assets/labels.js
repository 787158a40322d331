"use strict";
/* Selects the labels to draw: by rank, without overlaps, within the stage, always at a readable size. */
const Labels = (() => {
  const SIZE = 12, MOST = 16, CELL = 64, GREAT = 12, EDGE = 2;
  /* Where the label of an important node is drawn if there is no room below it. */
  const SIDES = ["below", "above", "right", "left"];
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${SIZE}px ${getComputedStyle(document.body).fontFamily}`;
  const widths = new Map();

  function width(text) {
    if (!widths.has(text)) widths.set(text, Math.max(...text.split("\n").map((line) => pen.measureText(line).width)));
    return widths.get(text);
  }

  /* The rectangle of a label on the screen, at a side of its node: left, top, right, bottom. */
  function box(node, zoom, size, side) {
    const at = node.renderedPosition(), own = node.data();
    const wide = width(own.label) * (own.bold ? 1.12 : 1) * size / SIZE, high = size * (0.1 + 1.2 * own.label.split("\n").length);
    const halfWide = own.w * zoom / 2, halfHigh = own.h * zoom / 2;
    if (side === "right") return [at.x + halfWide, at.y - high / 2, at.x + halfWide + wide + 8, at.y + high / 2];
    if (side === "left") return [at.x - halfWide - wide - 8, at.y - high / 2, at.x - halfWide, at.y + high / 2];
    const top = side === "above" ? at.y - halfHigh - high : at.y + halfHigh + 2;
    return [at.x - wide / 2 - 3, top, at.x + wide / 2 + 3, top + high];
  }

  function cells([left, top, right, bottom]) {
    const found = [];
    for (let x = Math.floor(left / CELL); x <= Math.floor(right / CELL); x += 1)
      for (let y = Math.floor(top / CELL); y <= Math.floor(bottom / CELL); y += 1) found.push(`${x} ${y}`);
    return found;
  }

  const covers = (one, other) => one[2] > other[0] && one[0] < other[2] && one[3] > other[1] && one[1] < other[3];

  /* Choose the labels for the visible nodes, which are given by rank. */
  function choose(cy, nodes) {
    const zoom = cy.zoom(), wide = cy.width(), high = cy.height();
    const shown = Math.min(MOST, Math.max(SIZE, SIZE * zoom)), letters = shown / zoom;
    const taken = new Map();
    const take = (room, whose) => { for (const cell of cells(room)) { const there = taken.get(cell), one = [...room, whose]; if (there) there.push(one); else taken.set(cell, [one]); } };
    const seen = nodes.filter((node) => {
      const at = node.renderedPosition();
      return at.x > -60 && at.y > -60 && at.x < wide + 60 && at.y < high + 60 && !node.hasClass("faint");
    });
    /* Labels must not cover nodes either. */
    for (const node of seen) {
      const own = node.data(), at = node.renderedPosition(), halfWide = own.w * zoom / 2 - 1, halfHigh = own.h * zoom / 2 - 1;
      if (!own.decor) take([at.x - halfWide, at.y - halfHigh, at.x + halfWide, at.y + halfHigh], own.id);
    }
    const named = new Map();
    for (const node of seen) {
      const id = node.id(), focus = node.hasClass("focus");
      /* The most important nodes are labelled even on top of other nodes, though never on another label. */
      const great = named.size < GREAT || node.data("rank") >= 1e6;
      /* A label is whole, or it is not drawn. */
      const fits = (room) => room[0] >= EDGE && room[1] >= EDGE && room[2] <= wide - EDGE && room[3] <= high - EDGE
        && !cells(room).some((cell) => (taken.get(cell) || []).some((one) => one[4] !== id && covers(room, one) && !(great && one[4])));
      const own = node.data("where"), sides = own === "below" && (great || node.hasClass("group")) ? SIDES : [own];
      const side = sides.find((one) => fits(box(node, zoom, shown, one))) ?? (focus ? own : null);
      if (!side) continue;
      take(box(node, zoom, shown, side), "");
      named.set(id, side);
    }
    for (const node of nodes) {
      const is = named.has(node.id());
      if (is && Math.abs((node.data("letters") || 0) - letters) > letters / 100) node.data("letters", letters);
      if (is !== node.hasClass("named")) node.toggleClass("named", is);
      if (is && node.data("where") === "below") for (const side of SIDES.slice(1))
        if (node.hasClass(`at-${side}`) !== (side === named.get(node.id()))) node.toggleClass(`at-${side}`, side === named.get(node.id()));
    }
  }

  return { choose, width };
})();
