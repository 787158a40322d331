"use strict";
/* Small parts that all views share: elements, lines of details, swatches, dates. User text is only ever set as text content. */
const Parts = (() => {
  const make = (tag, text, extra) => Object.assign(document.createElement(tag), { textContent: text ?? "" }, extra);
  const isolate = (text) => `\u2068${text}\u2069`;

  function lines(list) {
    const box = make("dl", "", { className: "pairs" });
    for (const [word, text] of list || []) box.append(make("dt", word), make("dd", text, { dir: "auto" }));
    return box;
  }

  const connections = (count) => `${count.toLocaleString("en")} ${count === 1 ? "connection" : "connections"}`;

  /* The name of a node in one line. */
  const nameOf = (own) => (own.where === "inside" && own.search ? own.search : own.label || own.search || own.id).split("\n")[0];

  const SHAPES = { star: [10, -Math.PI / 2, (place) => (place % 2 ? 4 : 9)], diamond: [4, 0, () => 8], hexagon: [6, 0, () => 8], triangle: [3, -Math.PI / 2, () => 8] };

  function swatch(key, tones, dark) {
    const canvas = make("canvas", "", { width: 52, height: 44 }), pen = canvas.getContext("2d");
    canvas.setAttribute("aria-hidden", "true");
    pen.scale(2, 2);
    if (key.of === "tie") {
      const line = tones.ties[key.tone];
      pen.strokeStyle = dark ? line.dark : line.color;
      pen.lineWidth = key.tone === "talk" ? 1.5 : 2.5;
      pen.setLineDash({ dashed: [5, 3], dotted: [2, 3], solid: [] }[line.dash]);
      pen.beginPath(); pen.moveTo(2, 11); pen.lineTo(24, 11); pen.stroke();
      return canvas;
    }
    const tone = tones.nodes[key.tone], shape = SHAPES[tone.shape];
    const path = (grow) => {
      pen.beginPath();
      if (shape) {
        const [count, turn, far] = shape;
        for (let place = 0; place < count; place += 1) pen.lineTo(13 + Math.cos(turn + place * 2 * Math.PI / count) * far(place), 11 + Math.sin(turn + place * 2 * Math.PI / count) * far(place));
        pen.closePath();
      } else if (tone.shape === "ellipse") pen.arc(13, 11, 6 + grow, 0, 7);
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

  /* Fill, line, text and dash of a tone in the theme. */
  function look(tones, name, dark) {
    const tone = tones.nodes[name];
    return { fill: dark ? tone.dark_fill : tone.fill, line: dark ? tone.dark_line : tone.line, ink: dark ? tone.dark_ink : tone.ink, dash: tone.dash === "double" ? "solid" : tone.dash };
  }

  function paint(element, colors) {
    Object.assign(element.style, { backgroundColor: colors.fill, borderColor: colors.line, borderStyle: colors.dash, color: colors.ink });
  }

  /* A text in lines of at most so many characters; what does not fit is left out. */
  function wrap(text, chars, most) {
    const found = [""];
    for (const word of text.split(/\s+/)) {
      if (found.at(-1) && found.at(-1).length + word.length + 1 > chars) found.push("");
      found[found.length - 1] += (found.at(-1) ? " " : "") + word;
    }
    return found.length > most ? [...found.slice(0, most - 1), `${found[most - 1]} …`] : found;
  }

  const stamp = (seconds, minutes) => new Date(seconds * 1000).toISOString().slice(0, minutes ? 16 : 10).replace("T", " ");
  const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

  return { make, isolate, lines, nameOf, swatch, look, paint, wrap, stamp, calm, connections };
})();
