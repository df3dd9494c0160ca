/** Adds a button to every password field that shows the typed password. */
export function offerToShowPasswords(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[type="password"]')) {
    const box = document.createElement("div");
    box.className = "password buttons";
    input.replaceWith(box);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button button-quiet";
    const show = (shown: boolean) => {
      input.type = shown ? "text" : "password";
      button.textContent = shown ? "Hide" : "Show";
      button.setAttribute("aria-label", shown ? "Hide password" : "Show password");
    };
    button.onclick = () => show(input.type === "password");
    show(false);
    box.append(input, button);
    // Hidden again on submit, so that the browser does not store it as ordinary text.
    input.form?.addEventListener("submit", () => show(false));
  }
}
