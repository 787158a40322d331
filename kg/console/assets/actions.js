"use strict";
/* The key a: what can be done on this page, chosen by typing. */
(() => {
  const $ = (id) => document.getElementById(id);
  const dialog = $("actions"), box = $("action"), list = $("action-list");
  const text = (node) => (node?.innerText ?? "").replace(/\s+/g, " ").trim();
  let found = [], marked = 0;

  /* Buttons, forms and links that act, with what they act on where there are several. */
  function gather() {
    return [...document.querySelectorAll("main summary, main form.one button, main form > .field, main a.button, .picture-buttons button, #details button")]
      .filter((one) => one.checkVisibility())
      .map((target) => {
        const place = target.closest(".row, .card > div, .card, .notice");
        const about = text(place?.querySelector(".main, p") ?? place).slice(0, 90);
        return { target, label: text(target.matches(".field") ? target.querySelector("span") : target) || target.title, about: about === text(target) ? "" : about };
      });
  }
  function show() {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    found = gather().filter((one) => { const all = `${one.label} ${one.about}`.toLowerCase(); return words.every((word) => all.includes(word)); });
    marked = 0;
    list.replaceChildren(...found.map((one, place) => {
      const item = document.createElement("li");
      item.id = `action-${place}`;
      item.setAttribute("role", "option");
      const label = document.createElement("span"), about = document.createElement("span");
      label.textContent = one.label;
      about.textContent = one.about;
      about.className = "kind";
      about.dir = "auto";
      item.append(label, about);
      item.addEventListener("pointerdown", (event) => { event.preventDefault(); act(one); });
      return item;
    }));
    mark();
  }
  function mark() {
    [...list.children].forEach((item, place) => item.setAttribute("aria-selected", String(place === marked)));
    const now = list.children[marked];
    if (now) { box.setAttribute("aria-activedescendant", now.id); now.scrollIntoView({ block: "nearest" }); } else box.removeAttribute("aria-activedescendant");
  }
  function act({ target }) {
    dialog.close();
    if (target.matches(".field")) { target.querySelector("input, select, textarea").focus(); return; }
    if (!target.matches("summary")) { target.click(); return; }
    target.parentElement.open = true;
    target.scrollIntoView({ block: "center" });
    (target.parentElement.querySelector("input:not([type=hidden]), textarea, button") ?? target).focus();
  }
  box.addEventListener("input", show);
  box.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") marked = Math.min(marked + 1, found.length - 1);
    else if (event.key === "ArrowUp") marked = Math.max(marked - 1, 0);
    else if (event.key === "Enter") { event.preventDefault(); if (found[marked]) act(found[marked]); return; }
    else return;
    event.preventDefault();
    mark();
  });
  document.addEventListener("kg-actions", () => { box.value = ""; dialog.showModal(); show(); box.focus(); });
})();
