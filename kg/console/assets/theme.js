"use strict";
/* Before anything is painted: the theme that was chosen, or that of the system. */
(() => {
  const chosen = localStorage.getItem("kg-theme");
  document.documentElement.dataset.theme = chosen || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
})();
