/* The page in a frame of its own within a notebook: it may run its own code, and tells who is looked at. */
function render({ model, el }) {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.style.cssText = `width: 100%; height: ${model.get("height")}px; border: 0`;
  const show = () => { frame.srcdoc = model.get("page"); };
  const heard = (event) => {
    if (event.source !== frame.contentWindow || !event.data || event.data.kg !== "look") return;
    model.set("chosen", event.data.id);
    model.save_changes();
  };
  window.addEventListener("message", heard);
  model.on("change:page", show);
  show();
  el.append(frame);
  return () => window.removeEventListener("message", heard);
}
export default { render };
