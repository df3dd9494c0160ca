import styles from "#app/styles/pages/search.css?inline";
import { asksForSearch } from "./offer-search.ts";

// Search over any page, loaded on first use (product/pages.md#search). It shows results of /search/results while the
// user types; Enter in the field opens the search's page, Enter on a result opens it.

const TYPING_MS = 150;

const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
document.adoptedStyleSheets.push(sheet);

/** Creates an element with properties and content. */
function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...content);
  return element;
}

const field = make("input", {
  className: "input",
  name: "q",
  type: "search",
  autocomplete: "off",
  ariaLabel: "Search",
});
const status = make("p", { className: "small muted", role: "status" });
const results = make("div", {});
const form = make("form", { action: "/search", role: "search" }, field);
const dialog = make(
  "dialog",
  { className: "dialog search-dialog", ariaLabel: "Search" },
  form,
  status,
  results,
);
document.body.append(dialog);

interface Hit {
  href: string;
  label: string;
  about?: string;
}

const link = ({ href, label }: Hit) => make("a", { href }, label);

/** Draws a group as the page does: app/routes/club/search/index.tsx. */
const group = ({ title, hits, all }: { title: string; hits: Hit[]; all: Hit | null }) =>
  make(
    "section",
    { ariaLabel: title },
    make("h2", { className: "menu-title" }, title),
    make(
      "ul",
      { className: "found-list" },
      ...hits.map((hit) =>
        make("li", {}, link(hit), " ", make("span", { className: "small muted" }, hit.about ?? "")),
      ),
    ),
    ...(all ? [make("p", { className: "small" }, link(all))] : []),
  );

let asked: AbortController | undefined;
let typing: ReturnType<typeof setTimeout> | undefined;

async function show(): Promise<void> {
  asked?.abort();
  asked = new AbortController();
  try {
    const answer = await fetch(`/search/results?q=${encodeURIComponent(field.value)}`, {
      signal: asked.signal,
    });
    // Signed out meanwhile, or refused: the page explains it.
    if (answer.redirected || !answer.ok) return location.assign("/search");
    const { count, groups } = await answer.json();
    status.textContent = count || "Arrows choose, Enter opens, Escape closes";
    results.replaceChildren(...groups.map(group));
  } catch (error) {
    if ((error as Error).name !== "AbortError") status.textContent = "No connection. Try again.";
  }
}

function open(): void {
  // The phone's drawer closes, which would cover it.
  document.querySelector<HTMLElement>("#menu:popover-open")?.hidePopover();
  if (!dialog.open) dialog.showModal();
  field.select();
  show();
}

field.oninput = () => {
  clearTimeout(typing);
  typing = setTimeout(show, TYPING_MS);
};

dialog.onkeydown = (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const stops: HTMLElement[] = [field, ...dialog.querySelectorAll("a")];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[(at + step + stops.length) % stops.length]?.focus();
};

/** A click beside it closes it. */
dialog.onclick = ({ target }) => {
  if (target === dialog) dialog.close();
};

for (const type of ["keydown", "click"])
  addEventListener(type, (event) => {
    if (!asksForSearch(event)) return;
    event.preventDefault();
    open();
  });

open();
