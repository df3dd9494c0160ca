/**
 * Handles <div data-passkey="get or create" data-options="JSON" hidden>: shows it if the browser can. The button of its
 * form asks the device first and sends the answer in the field `credential`. The text for other browsers is removed.
 */
export function offerPasskeys(): void {
  const box = document.querySelector<HTMLElement>("[data-passkey]");
  if (typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON !== "function") return;
  for (const link of document.querySelectorAll<HTMLElement>("[data-passkey-link]")) link.hidden = false;
  for (const other of document.querySelectorAll<HTMLElement>("[data-no-passkey]")) other.hidden = true;
  const form = box?.querySelector("form");
  if (!box || !form) return;
  box.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = event.submitter as HTMLButtonElement;
    button.disabled = true;
    try {
      const answer = await ask(box.dataset.passkey, box.dataset.options);
      (form.elements.namedItem("credential") as HTMLInputElement).value = JSON.stringify(answer);
      form.submit();
    } catch {
      // Cancelled, timed out, or no such key: the browser has said which; the page explains what to do.
      button.disabled = false;
      const problem = box.querySelector<HTMLElement>("[data-passkey-problem]");
      if (problem) problem.hidden = false;
    }
  });
}

function ask(kind = "", options = ""): Promise<Credential | null> {
  const parsed = JSON.parse(options);
  return kind === "create"
    ? navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(parsed) })
    : navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(parsed) });
}
