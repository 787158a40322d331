"use strict";

// A button copies the text of its card, and says so for a moment.
for (const button of document.querySelectorAll("article button")) {
  button.addEventListener("click", async () => {
    const code = button.closest("article").querySelector("pre");
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
    } catch {
      // Where copying is not allowed the text is marked, so that the keyboard can.
      window.getSelection().selectAllChildren(code);
      button.textContent = "Marked";
    }
    window.setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
}
