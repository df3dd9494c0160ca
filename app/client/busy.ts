const FREE_AFTER_MS = 20_000;

/** Prevents sending a form twice; its button shows the busy label (data-busy). */
export function showBusy(): void {
  const sent = new Set<EventTarget>();
  document.addEventListener("submit", (event) => {
    const form = event.target;
    const button = event.submitter as HTMLButtonElement | null;
    if (event.defaultPrevented || !form) return;
    if (sent.has(form)) return event.preventDefault();
    sent.add(form);
    const label = [...(button?.childNodes ?? [])];
    if (button?.dataset.busy) button.textContent = button.dataset.busy;
    const again = () => {
      sent.delete(form);
      button?.replaceChildren(...label);
    };
    // Stopped, or never answered.
    setTimeout(again, FREE_AFTER_MS);
    // The browser's history restores the page as it was left.
    addEventListener("pageshow", again);
  });
}
