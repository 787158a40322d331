"use strict";
/* The style of a network in the theme: shapes, colours and lines from the tones, labels at a readable size. */
const NetworkStyle = (() => {
  const rulesOf = ({ tones, dark, big, nodeTones, tieTones }) => {
    const of = dark ? "dark" : "light", background = tones.background[of], ink = tones.ink[of], faint = dark ? "#a3adb9" : "#56606b";
    const font = getComputedStyle(document.body).fontFamily;
    const rules = [
      { selector: "node", style: { width: "data(w)", height: "data(h)", "font-family": font, color: ink, "font-size": 12, "text-outline-width": 2.5, "text-outline-color": background, "min-zoomed-font-size": 0, "overlay-opacity": 0, "text-wrap": "wrap", "text-max-width": 1000 } },
      { selector: "node.inside", style: { label: "data(label)", "text-valign": "center", "text-halign": "center", "text-outline-width": 0, "min-zoomed-font-size": 4 } },
      { selector: "node.named", style: { label: "data(label)", "font-size": "data(letters)", "z-index": 3 } },
      { selector: "node.below", style: { "text-valign": "bottom", "text-margin-y": 3 } },
      { selector: "node.above", style: { "text-valign": "top", "text-margin-y": -2, color: faint } },
      { selector: "node.right", style: { "text-halign": "right", "text-valign": "center", "text-margin-x": 5 } },
      { selector: "node.left", style: { "text-halign": "left", "text-valign": "center", "text-margin-x": -5 } },
      { selector: "edge", style: { width: "data(width)", "curve-style": big ? "haystack" : "bezier", "haystack-radius": 0, "line-opacity": big ? 0.5 : 1, "overlay-opacity": 0, "target-arrow-shape": "none", "arrow-scale": 0.9, "control-point-step-size": 26, color: ink, "font-family": font } },
    ];
    rules.push({ selector: "edge.branch", style: { "curve-style": "round-taxi", "taxi-direction": "horizontal", "taxi-turn": 52, "taxi-radius": 8, "source-endpoint": "outside-to-node", "target-endpoint": "outside-to-node" } });
    if (!big) rules.push({ selector: "edge.arrow", style: { "target-arrow-shape": "triangle" } });
    for (const [name, tone] of Object.entries(tones.nodes)) {
      if (!nodeTones.has(name)) continue;
      const fill = dark ? tone.dark_fill : tone.fill, line = dark ? tone.dark_line : tone.line;
      rules.push({ selector: `node.${name}`, style: {
        shape: tone.shape, "background-color": fill === "none" ? background : fill, "background-opacity": fill === "none" ? 0 : 1,
        "border-color": line === "none" ? background : line, "border-width": line === "none" ? 0 : tone.edge, "border-style": tone.dash,
      } });
      rules.push({ selector: `node.inside.${name}`, style: { color: dark ? tone.dark_ink : tone.ink } });
    }
    for (const [name, line] of Object.entries(tones.ties)) {
      if (!tieTones.has(name)) continue;
      const color = dark ? line.dark : line.color;
      rules.push({ selector: `edge.${name}`, style: { "line-color": color, "target-arrow-color": color, "line-style": big ? "solid" : line.dash } });
    }
    rules.push(
      { selector: "node.group", style: { shape: "ellipse", "background-color": dark ? "#1c3247" : "#e6f0fa", "border-color": dark ? "#79bdf2" : "#0b63b0", "border-width": 2, "text-valign": "bottom", "text-margin-y": 3, "font-weight": 600 } },
      { selector: "node.group.open", style: { "background-opacity": 0, "border-style": "dashed", "border-width": 1, events: "no", "z-index": 0 } },
      { selector: "edge.sum", style: { "line-color": dark ? "#76818d" : "#808a96", "curve-style": "straight" } },
      { selector: "node.caption", style: { "font-weight": 600, events: "no", color: ink } },
      { selector: "node.decor", style: { events: "no", "z-index": 0 } },
      { selector: "node.owner", style: { "font-weight": 600 } },
      { selector: "node.at-above", style: { "text-valign": "top", "text-margin-y": -2 } },
      { selector: "node.at-right", style: { "text-halign": "right", "text-valign": "center", "text-margin-x": 5, "text-margin-y": 0 } },
      { selector: "node.at-left", style: { "text-halign": "left", "text-valign": "center", "text-margin-x": -5, "text-margin-y": 0 } },
      { selector: "node.summary, node.reflection", style: { "text-halign": "right", "text-margin-x": (node) => 14 - node.data("w"), "text-justification": "left" } },
      { selector: "node.faint", style: { opacity: 0.12 } },
      { selector: "edge.faint", style: { opacity: 0.04 } },
      { selector: "edge.quiet", style: { visibility: "hidden" } },
      { selector: "edge.near", style: { "line-opacity": 1, visibility: "visible", "z-index": 5 } },
      { selector: "edge.near.labelled", style: { label: "data(kind)", "font-size": "data(letters)", "text-outline-width": 3, "text-outline-color": background, "text-rotation": "autorotate" } },
      { selector: "node.focus", style: { "outline-width": 4, "outline-color": dark ? "#79bdf2" : "#0b63b0", "outline-offset": 3, "z-index": 9 } },
    );
    return rules;
  };
  return { rulesOf };
})();
