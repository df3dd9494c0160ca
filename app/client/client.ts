import { confirmFirst, showBusy } from "./forms.ts";
import { lookAgain } from "./look-again.ts";
import { offerSearch } from "./offer-search.ts";

// Enhances signed-in pages and those that take a password; everything works without it. Markup attributes switch each
// part on. Parts for passwords alone are in passwords.ts.

confirmFirst();
lookAgain();
showBusy();
offerCopies();
offerSearch();
takeDroppedFiles();

// Handles <form data-autosubmit>: filters apply as soon as they are chosen.
document.addEventListener("change", ({ target }) => {
  if (
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && /^(radio|checkbox)$/.test(target.type))
  )
    if (target.form?.matches("[data-autosubmit]")) target.form.requestSubmit();
});

const SHOWN_MS = 2000;

/** Handles <button data-copy="text, or the id of a field" hidden>: shows it, copies, and confirms for two seconds. */
function offerCopies(): void {
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

/** Puts a file dropped anywhere on the page into its file field. */
function takeDroppedFiles(): void {
  const field = document.querySelector<HTMLInputElement>("input.file");
  if (!field) return;
  const over = (is: boolean) => field.classList.toggle("file-over", is);
  document.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    over(true);
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) over(false);
  });
  document.addEventListener("drop", (event) => {
    const files = event.dataTransfer?.files;
    if (!files?.length) return;
    event.preventDefault();
    over(false);
    field.files = files;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });
}
