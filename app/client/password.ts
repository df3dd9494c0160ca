import {
  MAX_PASSWORD,
  MIN_PASSWORD,
  type PasswordStrength,
  passwordStrength,
  SETUP_SCORE,
  strengthCriteria,
} from "#app/domain/control/passwords/password-rules.ts";

/** Adds a button to every password field that shows the typed password. */
export function offerToShowPasswords(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[type="password"]')) {
    const box = document.createElement("div");
    box.className = "password buttons";
    // Moving a field drops the focus, and the user may be typing already.
    const focused = input === document.activeElement;
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
    if (focused) input.focus();
    // Hidden again on submit, so that the browser does not store it as ordinary text.
    input.form?.addEventListener("submit", () => show(false));
  }
}

/** Shows which requirements a password meets while it is typed, in the words of the page's rules. */
export function showStrength(): void {
  for (const box of document.querySelectorAll<HTMLElement>("[data-strength]")) {
    const input = document.querySelector<HTMLInputElement>(`[name="${box.dataset.strength}"]`);
    input?.addEventListener("input", () => describe(box, input.value.trim()));
  }
}

function describe(box: HTMLElement, password: string): void {
  const strength = passwordStrength(password);
  const { score, label, missing } = strength;
  const line = box.querySelector("p");
  if (!line) return;
  const word = document.createElement("strong");
  word.textContent = label;
  const says = `: ${reason(password, strength, box.dataset.needs)}`;
  // Read aloud only when it changes.
  if (line.textContent !== label + says) line.replaceChildren(word, says);
  const meter = box.querySelector("meter") ?? line.insertAdjacentElement("afterend", newMeter());
  // The bar agrees with the word: four fifths in green beside 'Weak' would not.
  (meter as HTMLMeterElement).value = label === "Weak" ? Math.min(score, 1) : score;
  for (const item of box.querySelectorAll("li")) {
    const rule = item.textContent?.replace(/ – (met|missing)$/, "") ?? "";
    item.textContent = `${rule} – ${missing.includes(rule) ? "missing" : "met"}`;
  }
}

function newMeter(): HTMLMeterElement {
  const meter = document.createElement("meter");
  Object.assign(meter, { min: 0, max: 5, low: 2, high: 4, optimum: 5 });
  meter.ariaLabel = "Password strength";
  return meter;
}

function reason(password: string, { score, label, missing }: PasswordStrength, needs?: string): string {
  const met = `${score} of 5 requirements met`;
  if (password.length < MIN_PASSWORD) return `${met}, but it needs ${MIN_PASSWORD} characters.`;
  if (password.length > MAX_PASSWORD) return `use at most ${MAX_PASSWORD} characters.`;
  if (needs === "three" && score < SETUP_SCORE) return `${met}, ${SETUP_SCORE} are needed.`;
  if (needs === "four" && missing.some((rule) => rule !== strengthCriteria[4]))
    return `${met}, the first 4 are needed.`;
  // The list of common passwords exists only on the server.
  return label === "Strong" ? `${met}, unless it is a common password.` : `${met}.`;
}
