"use strict";
/* Search as you type, keys, the theme, and the menu on small screens. Pages work without it. */
(() => {
  const $ = (id) => document.getElementById(id);
  const root = document.documentElement;
  const make = (tag, text, extra) => Object.assign(document.createElement(tag), { textContent: text ?? "" }, extra);

  /* The menu is open where there is room for it. */
  const room = matchMedia("(min-width: 861px)");
  const fold = () => { $("menu").open = room.matches; };
  room.addEventListener("change", fold);
  fold();

  /* Search. */

  const box = $("q"), list = $("suggestions");
  let marked = -1, asked = null, timer = 0;

  function show(answer) {
    list.textContent = "";
    marked = -1;
    const add = (title, items) => {
      if (!items.length) return;
      list.append(make("li", title, { className: "label", role: "presentation" }));
      for (const [text, kind, url] of items) {
        const item = make("li", "", { id: `suggestion-${list.querySelectorAll("[role=option]").length}` });
        item.setAttribute("role", "option");
        item.setAttribute("aria-selected", "false");
        item.dataset.url = url;
        item.append(make("span", text, { className: "text", dir: "auto" }), make("span", kind, { className: "kind" }));
        item.addEventListener("pointerdown", (event) => { event.preventDefault(); location.assign(url); });
        list.append(item);
      }
    };
    add("Names", answer.names.map((one) => [one.name, one.type || one.kind, one.url]));
    add("Facts and messages", answer.hits.map((one) => [one.text, [one.kind === "event" ? "message" : one.kind, one.speaker_name].filter(Boolean).join(" · "), one.url]));
    if (!list.childElementCount) { const none = make("li", "Nothing fits", { className: "label" }); none.setAttribute("role", "option"); none.setAttribute("aria-disabled", "true"); list.append(none); }
    open(true);
    root.dataset.suggested = answer.query;
  }
  function open(is) {
    list.hidden = !is;
    box.setAttribute("aria-expanded", String(is));
    if (!is) box.removeAttribute("aria-activedescendant");
  }
  function mark(place) {
    const options = [...list.querySelectorAll("[data-url]")];
    marked = options.length ? (place + options.length + 1) % (options.length + 1) : -1;
    options.forEach((one, number) => one.setAttribute("aria-selected", String(number === marked)));
    const now = options[marked];
    if (now) { box.setAttribute("aria-activedescendant", now.id); now.scrollIntoView({ block: "nearest" }); } else { marked = -1; box.removeAttribute("aria-activedescendant"); }
  }
  async function ask() {
    asked?.abort();
    const text = box.value.trim();
    if (!text) { open(false); return; }
    asked = new AbortController();
    try {
      const answer = await fetch(`/api/search?q=${encodeURIComponent(text)}`, { signal: asked.signal });
      if (answer.ok) show(await answer.json());
    } catch (error) {
      if (error.name !== "AbortError") open(false);
    }
  }
  box.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(ask, 30); });
  box.addEventListener("focus", () => { if (list.childElementCount && box.value.trim()) open(true); });
  box.addEventListener("blur", () => open(false));
  box.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") mark(marked + 1);
    else if (event.key === "ArrowUp") mark(marked < 0 ? list.querySelectorAll("[data-url]").length - 1 : marked - 1);
    else if (event.key === "Escape") { if (list.hidden) box.blur(); open(false); }
    else if (event.key === "Enter" && marked >= 0) location.assign(list.querySelectorAll("[data-url]")[marked].dataset.url);
    else return;
    event.preventDefault();
  });

  /* Names of people and entities, in fields for one. */

  for (const field of document.querySelectorAll("[data-names]")) {
    const names = field.parentElement.appendChild(make("datalist", "", { id: `names-${crypto.randomUUID()}` }));
    field.setAttribute("list", names.id);
    field.addEventListener("input", async () => {
      const answer = await fetch(`/api/search?only=names&q=${encodeURIComponent(field.value)}`).catch(() => null);
      if (answer?.ok) names.replaceChildren(...(await answer.json()).names.map((one) => make("option", one.type || one.kind, { value: one.name })));
    });
  }

  /* The theme. */

  const picture = $("picture");
  function theme(to) {
    root.dataset.theme = to;
    localStorage.setItem("kg-theme", to);
  }
  $("light").addEventListener("click", () => {
    const to = root.dataset.theme === "dark" ? "light" : "dark";
    theme(to);
    document.dispatchEvent(new CustomEvent("kg-theme-chosen", { detail: to }));
  });
  document.addEventListener("kg-theme", (event) => theme(event.detail));

  /* Keys. */

  const dialog = $("shortcuts");
  $("shortcuts-open").addEventListener("click", () => dialog.showModal());
  let waiting = 0;
  function entry(step) {
    const all = [...document.querySelectorAll("main .row .main, main .list th a, main .card a")].map((one) => (one.matches("a") ? one : one.querySelector("a"))).filter(Boolean);
    const now = all.indexOf(document.activeElement), next = all[now < 0 ? (step > 0 ? 0 : all.length - 1) : now + step];
    next?.focus();
  }
  document.addEventListener("keydown", (event) => {
    const typing = ["INPUT", "TEXTAREA", "SELECT"].includes(event.target.tagName);
    if (event.ctrlKey || event.metaKey || event.altKey || typing || document.querySelector("dialog[open]")) return;
    if (waiting) {
      clearTimeout(waiting);
      waiting = 0;
      const link = document.querySelector(`.side a[data-key="${CSS.escape(event.key)}"]`);
      if (link) { event.preventDefault(); event.stopImmediatePropagation(); location.assign(link.href); }
      return;
    }
    if (event.key === "/") { box.focus(); box.select(); }
    else if (event.key === "?") dialog.showModal();
    else if (event.key === "a") document.dispatchEvent(new CustomEvent("kg-actions"));
    else if (event.key === "g") waiting = setTimeout(() => { waiting = 0; }, 1500);
    else if (event.key === "j" && !picture) entry(1);
    else if (event.key === "k" && !picture) entry(-1);
    else if (event.key === "t" && !picture) $("light").click();
    else if (event.key === "c" && !picture) { const act = document.querySelector("main [data-act=c]"); if (!act) return; act.open = true; act.querySelector("input:not([type=hidden]), textarea, button")?.focus(); }
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
})();
