/* Shows the page in a sandboxed frame within a notebook, and reports the selected node. */
function render({ model, el }) {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.style.cssText = `width: 100%; height: ${model.get("height")}px; border: 0`;
  const show = () => { frame.srcdoc = model.get("page"); };
  const onMessage = (event) => {
    if (event.source !== frame.contentWindow || !event.data || event.data.kg !== "look") return;
    model.set("chosen", event.data.id);
    model.save_changes();
  };
  window.addEventListener("message", onMessage);
  model.on("change:page", show);
  show();
  el.append(frame);
  return () => window.removeEventListener("message", onMessage);
}
export default { render };
