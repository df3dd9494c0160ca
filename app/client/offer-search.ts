/** Opens the search over the page by Ctrl+K, Cmd+K or the menu's link; only then is its script fetched. */
export function offerSearch(): void {
  const { src, type, dataset } = document.querySelector<HTMLScriptElement>("script[data-search]") ?? {};
  if (!src || !dataset?.search) return;
  const link = document.querySelector('a.menu-link[href="/search"]');
  link?.setAttribute("aria-keyshortcuts", "Control+K Meta+K");
  if (matchMedia("(pointer: fine)").matches) {
    const keys = document.createElement("kbd");
    keys.className = "small muted";
    keys.ariaHidden = "true";
    keys.textContent = /Mac/.test(navigator.platform) ? "⌘K" : "Ctrl K";
    link?.append(" ", keys);
  }
  const first = new AbortController();
  const open = (event: Event) => {
    if (!asksForSearch(event)) return;
    event.preventDefault();
    first.abort();
    const script = document.createElement("script");
    Object.assign(script, { src: dataset.search, type, onerror: () => location.assign("/search") });
    document.head.append(script);
  };
  addEventListener("keydown", open, first);
  addEventListener("click", open, first);
}

/** Ignores clicks that open a tab. */
export function asksForSearch(event: Event): boolean {
  const { key, ctrlKey, metaKey, shiftKey, altKey, button, target } = event as KeyboardEvent & MouseEvent;
  if (event.type === "keydown")
    return key?.toLowerCase() === "k" && (ctrlKey || metaKey) && !shiftKey && !altKey;
  const link = (target as Element).closest("a.menu-link");
  return (
    link?.getAttribute("href") === "/search" && button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey
  );
}
