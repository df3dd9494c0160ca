/** A form that is on its way cannot be sent twice; its button says what is happening (data-busy). */
export function sayBusy(): void {
  document.addEventListener("submit", (event) => {
    const button = event.submitter as HTMLButtonElement | null;
    if (event.defaultPrevented || !button) return;
    const label = button.textContent;
    // After the browser has read the form: a disabled button's value would not be sent.
    setTimeout(() => {
      button.disabled = true;
      if (button.dataset.busy) button.textContent = button.dataset.busy;
    });
    // Coming back through the browser's history shows the page as it was left.
    addEventListener("pageshow", () => {
      button.disabled = false;
      button.textContent = label;
    });
  });
}
