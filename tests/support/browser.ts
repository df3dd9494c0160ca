import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type AxeCore from "axe-core";
import { HtmlValidate, StaticConfigLoader } from "html-validate";
import {
  type Browser,
  type BrowserContext,
  type BrowserServer,
  chromium,
  type Page,
  type Response,
} from "playwright-core";
import { runs } from "./runs.ts";
import { validatorProblems } from "./valid-html.ts";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** Finds Chromium on this machine: CHROMIUM_PATH, or one of the usual places. */
export const chromiumPath = () =>
  [process.env.CHROMIUM_PATH, ...PLACES].find((path): path is string => !!path && existsSync(path));

export const launchBrowser = (...more: string[]): Promise<Browser> => chromium.launch(launchOptions(more));

/** Launches a Chromium that several processes share. */
export const launchBrowserServer = (): Promise<BrowserServer> =>
  chromium.launchServer({ ...launchOptions(), host: "127.0.0.1" });

function launchOptions(more: string[] = []) {
  const executablePath = chromiumPath();
  if (!executablePath) throw new Error("No Chromium on this machine: install it, or set CHROMIUM_PATH");
  return { executablePath, args: [...FLAGS, ...more] };
}

export interface PageOptions {
  /** Address of the server: page.goto("/signup") then goes there. */
  baseURL: string;
  javaScript?: boolean;
  /** 360: a phone; 1280: a desktop. */
  width?: 360 | 1280;
  dark?: boolean;
}

interface Seen {
  options: PageOptions;
  document: Response | undefined;
  complaints: string[];
}
const seen = new WeakMap<Page, Seen>();

/** Opens a fresh browser profile with one page, without cookies. Close it with `page.context().close()`. */
export async function newPage(browser: Browser, options: PageOptions): Promise<Page> {
  const context = await newContext(browser, options);
  const page = await context.newPage();
  const notes: Seen = { options, document: undefined, complaints: [] };
  seen.set(page, notes);
  page.on("response", (response) => {
    const request = response.request();
    const redirected = response.status() >= 300 && response.status() < 400;
    if (request.isNavigationRequest() && request.frame() === page.mainFrame() && !redirected)
      notes.document = response;
  });
  page.on("pageerror", (error) => {
    // Chromium's message for a view transition that it drops; no script of ours is involved.
    const skipped = /^Transition was (aborted|skipped)/.test(error.message);
    if (!skipped) notes.complaints.push(`script error: ${error.message}`);
  });
  page.on("console", (message) => {
    // Chromium also reports every 404 and 422, which the tests cause on purpose.
    const aboutStatus = message.text().startsWith("Failed to load resource: the server responded");
    if (message.type() === "error" && !aboutStatus) notes.complaints.push(`console: ${message.text()}`);
  });
  return page;
}

async function newContext(browser: Browser, options: PageOptions): Promise<BrowserContext> {
  const { baseURL, javaScript = true, width = 1280, dark = false } = options;
  const context = await browser.newContext({
    baseURL,
    javaScriptEnabled: javaScript,
    viewport: { width, height: width === 360 ? 740 : 900 },
    colorScheme: dark ? "dark" : "light",
    locale: "en-US",
  });
  context.setDefaultTimeout(10_000);
  await context.addInitScript({ content: axeLoader });
  return context;
}

/**
 * Holds a page to our standard: WCAG 2.2 AA by axe's rules, including targets of 24 px, valid HTML as it was
 * sent, nothing wider than the window, nor than one of 320 px, no script errors and nothing that the CSP had to block.
 * Throws its findings.
 */
export async function checkPage(page: Page): Promise<void> {
  const notes = seen.get(page);
  const response = notes?.document;
  if (!notes || !response) throw new Error("checkPage needs a page of newPage() that has gone somewhere");
  const problems = await htmlProblems(response);
  const scripted = notes.options.javaScript !== false;
  problems.push(...(await seenProblems(scripted ? page : await withScriptsToLook(page, notes, response))));
  problems.push(...notes.complaints.splice(0));
  if (problems.length > 0) throw new Error(`${page.url()} is not good:\n- ${problems.join("\n- ")}`);
}

/**
 * Shows the same answer once more, in a profile in which axe may run and the page's own scripts may not, because axe
 * cannot run where scripts are off.
 */
async function withScriptsToLook(page: Page, notes: Seen, response: Response): Promise<Page> {
  const browser = page.context().browser();
  if (!browser) throw new Error("The page has no browser");
  const twin = await twinFor(browser, notes.options);
  const body = await response.text();
  await twin.unrouteAll();
  await twin.route("**/*.js", (route) => route.abort());
  await twin.route(response.url(), (route) => route.fulfill({ contentType: "text/html", body }));
  await twin.goto(response.url());
  return twin;
}

/** Returns one page for all pages of a size and theme, without cookies: it ends with the browser. */
function twinFor(browser: Browser, options: PageOptions): Promise<Page> {
  const ofBrowser = twins.get(browser) ?? new Map<string, Promise<Page>>();
  twins.set(browser, ofBrowser);
  const kind = { ...options, javaScript: true };
  const key = JSON.stringify(kind);
  const twin = ofBrowser.get(key) ?? newContext(browser, kind).then((context) => context.newPage());
  ofBrowser.set(key, twin);
  return twin;
}
const twins = new WeakMap<Browser, Map<string, Promise<Page>>>();

async function seenProblems(page: Page): Promise<string[]> {
  const problems = await axeProblems(page);
  const tooWide = await overflowOf(page);
  for (const joint of await page.evaluate(runTogether))
    problems.push(`text browsers read '${joint}' as one word`);
  if (tooWide > 0) problems.push(`wider than the window by ${tooWide} px`);
  const shown = page.viewportSize();
  if (shown) {
    await page.setViewportSize({ width: NARROWEST, height: shown.height });
    const tooWideThen = await overflowOf(page);
    if (tooWideThen > 0) problems.push(`wider than a window of ${NARROWEST} px by ${tooWideThen} px`);
    await page.setViewportSize(shown);
  }
  return problems;
}

/** WCAG 1.4.10: content reflows to this width without scrolling sideways. */
const NARROWEST = 320;

const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/**
 * Finds adjacent texts of two elements with neither a blank nor a block between them: 'Completed0/1 rated' in a browser
 * without styles. Runs in the page.
 */
function runTogether(): string[] {
  // Elements that w3m and Lynx start a line for; buttons, labels and details are inline to them.
  const blocks =
    "ADDRESS ARTICLE ASIDE BLOCKQUOTE BR CAPTION DD DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 " +
    "H6 HEADER HR INPUT LEGEND LI MAIN NAV OL OPTION P PRE SECTION SELECT TABLE TBODY TD TEXTAREA TFOOT TH THEAD TR UL";
  const names = new Set(blocks.split(" "));
  const found: string[] = [];
  let last: Text | null = null;
  const walk = (node: Node): void => {
    if (node instanceof Text) {
      const joined =
        last && last.parentNode !== node.parentNode && /\w$/.test(last.data) && /^\w/.test(node.data);
      if (last && joined) found.push(`${last.data.slice(-20)}${node.data.slice(0, 20)}`);
      if (node.data !== "") last = node;
    }
    if (!(node instanceof HTMLElement) || ["SCRIPT", "STYLE"].includes(node.tagName)) return;
    if (names.has(node.tagName)) last = null;
    for (const child of node.childNodes) walk(child);
    if (names.has(node.tagName)) last = null;
  };
  walk(document.body);
  return found;
}

/** The minified form: a browser reads it in a third of the time. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Passed to a profile once, and compiled in each checked page: sending it to each page takes as long as axe itself. */
const axeLoader = `globalThis.loadAxe = () => { ${axeSource}\n}`;

async function axeProblems(page: Page): Promise<string[]> {
  await page.evaluate("loadAxe()");
  const { violations, kinds } = await page.evaluate(runAxe, [...measuredKinds]);
  // The slow suite measures every text of every page.
  if (runs(1, 0)) for (const kind of kinds) measuredKinds.add(kind);
  return violations.map(
    ({ id, help, targets }) => `axe ${id}: ${help} (${targets.map((target) => target.join(" ")).join(", ")})`,
  );
}

/** Kinds of text whose contrast this process has measured, which takes most of axe's time; files share them. */
const shared = globalThis as { measuredKinds?: Set<string> };
shared.measuredKinds ??= new Set();
const { measuredKinds } = shared;

/**
 * Measures the contrast of those texts that differ from the measured ones in their own colors and size, or in their
 * background. Runs in the page.
 * @returns the problems, and the kinds that were measured
 */
async function runAxe(measured: string[]) {
  const { axe } = window as unknown as { axe: typeof AxeCore };
  const options: AxeCore.RunOptions = {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    // A rule of WCAG 2.2, off by default.
    rules: { "target-size": { enabled: true }, "color-contrast": { enabled: false } },
    // Without passes, and without style sheets of other sites: there are none.
    resultTypes: ["violations"],
    preload: false,
  };
  const kinds = new Map<Element, string>();
  const painted = (element: Element, behind: string): void => {
    const style = getComputedStyle(element);
    const own = [style.backgroundColor, style.backgroundImage, style.opacity, style.position, style.filter];
    const stack = String(own) === "rgba(0, 0, 0, 0),none,1,static,none" ? behind : `${behind}/${own}`;
    const isText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== "");
    if (isText || element.matches("input, select, textarea"))
      kinds.set(element, `${[style.color, style.fontSize, style.fontWeight, style.textShadow]} on ${stack}`);
    for (const child of element.children) painted(child, stack);
  };
  painted(document.documentElement, "");
  const known = new Set(measured);
  const unknown = [...kinds].flatMap(([element, kind]) => (known.has(kind) ? [] : [element]));
  const found = (await axe.run(document, options)).violations;
  if (unknown.length > 0) {
    for (const element of unknown) element.setAttribute("data-measure", "");
    axe.configure({ rules: [{ id: "color-contrast", selector: "[data-measure]" }] });
    const { violations, passes } = await axe.run(document, {
      ...options,
      runOnly: { type: "rule", values: ["color-contrast"] },
      rules: {},
      elementRef: true,
      resultTypes: ["violations", "passes"],
    });
    found.push(...violations);
    // Others are hidden, or on a picture.
    for (const { nodes } of [...violations, ...passes])
      for (const { element } of nodes) known.add((element && kinds.get(element)) ?? "");
    for (const element of unknown) element.removeAttribute("data-measure");
  }
  return {
    kinds: [...known],
    violations: found.map(({ id, help, nodes }) => ({
      id,
      help,
      targets: nodes.map(({ target }) => target),
    })),
  };
}

/** Reads the table of elements once: it takes as long as most pages. */
class OneConfig extends StaticConfigLoader {
  #config?: ReturnType<StaticConfigLoader["getConfigFor"]>;

  override getConfigFor(page: string) {
    this.#config ??= super.getConfigFor(page);
    return this.#config;
  }
}
const validator = new HtmlValidate(
  new OneConfig({
    extends: ["html-validate:standard"],
    rules: {
      // React chooses how it writes.
      "attr-case": "off",
      "attribute-boolean-style": "off",
      "attribute-empty-style": "off",
      "no-trailing-whitespace": "off",
      "void-style": "off",
    },
  }),
);

async function htmlProblems(response: Response): Promise<string[]> {
  const html = await response.text();
  const report = await validator.validateString(html, response.url());
  const problems = report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `html ${ruleId}: ${message} (${line}:${column})`),
  );
  return [...problems, ...validatorProblems(html)];
}
