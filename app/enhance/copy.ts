const SHOWN_MS = 2000;

/** <button data-copy="text" hidden>: appears, copies, and says so for two seconds. */
export function offerCopies(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
    if (!navigator.clipboard) continue;
    button.hidden = false;
    const label = button.textContent;
    button.setAttribute("aria-live", "polite");
    button.onclick = async () => {
      await navigator.clipboard.writeText(button.dataset.copy ?? "");
      button.textContent = "Copied";
      setTimeout(() => {
        button.textContent = label;
      }, SHOWN_MS);
    };
  }
}
