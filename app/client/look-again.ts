/**
 * Handles <script data-kept>: reloads a page that Back shows from the browser's memory, because its session may be over
 * or its club may have changed. It stays hidden until then (docs/decisions/028).
 */
export function lookAgain(): void {
  if (!document.querySelector("script[data-kept]")) return;
  addEventListener("pagehide", () => {
    document.documentElement.style.visibility = "hidden";
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });
}

/** Adds to a sign-in form that scripts run here: without them pages are not kept. */
export function noteScripts(): void {
  for (const { form } of document.querySelectorAll<HTMLInputElement>("input[name=remember]")) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name: "scripts", value: "yes" });
    form?.append(field);
  }
}
