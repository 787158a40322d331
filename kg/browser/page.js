"use strict";

// Copies the text of the card and briefly confirms it.
for (const button of document.querySelectorAll("article button")) {
  button.addEventListener("click", async () => {
    const code = button.closest("article").querySelector("pre");
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
    } catch {
      // Without permission to copy, select the text so that the user can.
      window.getSelection().selectAllChildren(code);
      button.textContent = "Selected";
    }
    window.setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
}
