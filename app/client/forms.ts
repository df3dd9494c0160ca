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
    // The browser's history restores the page with its old state.
    addEventListener("pageshow", again);
  });
}

/** Handles <form data-confirm="Delete the Hawks?">: asks in a dialog before submitting. */
export function confirmFirst(): void {
  let agreed: HTMLFormElement | undefined;
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    const question = form.dataset.confirm;
    if (!question || agreed === form) return;
    event.preventDefault();
    ask(question, event.submitter?.textContent?.replace(/^\[|\]$/g, "") ?? "OK", () => {
      agreed = form;
      form.requestSubmit(event.submitter);
    });
  });
}

function ask(question: string, yes: string, then: () => void): void {
  const dialog = document.createElement("dialog");
  dialog.className = "dialog";
  const text = document.createElement("p");
  text.id = "confirm-question";
  text.textContent = question;
  dialog.setAttribute("aria-labelledby", text.id);
  const buttons = document.createElement("div");
  buttons.className = "buttons";
  const button = (look: string, label: string, act?: () => void) => {
    const choice = document.createElement("button");
    choice.type = "button";
    choice.className = `button button-${look}`;
    choice.textContent = label;
    choice.onclick = () => {
      dialog.close();
      act?.();
    };
    buttons.append(choice);
  };
  button("danger", yes, then);
  button("secondary", "Cancel");
  dialog.append(text, buttons);
  dialog.onclose = () => dialog.remove();
  document.body.append(dialog);
  dialog.showModal();
}
