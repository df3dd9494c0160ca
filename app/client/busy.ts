/** A form that is on its way is not sent twice; its button says what is happening (data-busy). */
export function showBusy(): void {
  const sent = new Set<EventTarget>();
  document.addEventListener("submit", (event) => {
    const form = event.target;
    const button = event.submitter as HTMLButtonElement | null;
    if (event.defaultPrevented || !form) return;
    if (sent.has(form)) return event.preventDefault();
    sent.add(form);
    const label = button?.textContent ?? "";
    if (button?.dataset.busy) button.textContent = button.dataset.busy;
    // Coming back through the browser's history shows the page as it was left.
    addEventListener("pageshow", () => {
      sent.delete(form);
      if (button) button.textContent = label;
    });
  });
}
