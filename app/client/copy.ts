const SHOWN_MS = 2000;

/** <button data-copy="text, or the id of a field" hidden>: appears, copies, and says so for two seconds. */
export function offerCopies(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
    if (!navigator.clipboard) continue;
    button.hidden = false;
    const label = button.textContent;
    button.setAttribute("aria-live", "polite");
    button.onclick = async () => {
      const said = button.dataset.copy ?? "";
      const field = document.getElementById(said);
      await navigator.clipboard.writeText(field instanceof HTMLInputElement ? field.value : said);
      button.textContent = "Copied";
      setTimeout(() => {
        button.textContent = label;
      }, SHOWN_MS);
    };
  }
}
