import { openApp } from "../fixtures/app.ts";
import { season } from "../fixtures/season.ts";
import type { Figure, Row } from "../row.ts";

interface FirstLoad {
  path: string;
  /** The compressed bytes of everything that a first visit fetches, without headers. */
  bytes: number;
  requests: number;
  scriptBytes: number;
}

/** Key of the page behind a parent's link. */
const AGREEMENT = "/parent/agreement";
const bare = [
  "/",
  "/tour",
  "/leaders",
  "/faq",
  "/help",
  "/terms",
  "/privacy",
  "/cookies",
  "/signup",
  "/contact",
  "/mobile-rating",
  AGREEMENT,
];
/** Pages that take a password share the signed-in pages' script (product/pages.md#pages). */
const withPassword = ["/club/login"];
const signedIn = [
  "/dashboard",
  "/teams",
  "/schedule",
  "/rating",
  "/leaderboard",
  "/teams/new",
  "/schedule/import",
];

async function firstLoad(path: string): Promise<FirstLoad> {
  const app = await openApp();
  const { cookies, parentPage } = await season();
  const address = path === AGREEMENT ? parentPage : path;
  const cookie = path === "/mobile-rating" ? cookies.manager : signedIn.includes(path) ? cookies.admin : "";
  const page = await app.ask(address, { Cookie: cookie });
  const plain = await app.ask(address, { Cookie: cookie, "Accept-Encoding": "identity" });
  if (page.status !== 200) throw new Error(`${path} answered ${page.status}`);
  const html = plain.body.toString();
  const scripts = addresses(html, /<script[^>]*\ssrc="([^"]+)"/g);
  const others = addresses(html, /<link[^>]*rel="(?:stylesheet|modulepreload|preload)"[^>]*href="([^"]+)"/g);
  const sizeOf = async (address: string) => (await app.ask(address)).body.length;
  const scriptBytes = sum(await Promise.all(scripts.map(sizeOf)));
  const otherBytes = sum(await Promise.all(others.map(sizeOf)));
  return {
    path,
    bytes: page.body.length + scriptBytes + otherBytes,
    requests: 1 + scripts.length + others.length,
    scriptBytes,
  };
}

const addresses = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, address = ""]) => address);
const sum = (numbers: number[]) => numbers.reduce((total, bytes) => total + bytes, 0);

/** Returns the page with the largest value. */
async function most(paths: string[], of: (load: FirstLoad) => number): Promise<Figure> {
  const loads = await Promise.all(paths.map(firstLoad));
  const worst = loads.reduce((one, other) => (of(other) > of(one) ? other : one));
  const first = loads.map((load) => `${load.path} ${of(load).toLocaleString("en-US")}`);
  return { figure: of(worst), note: first.join(", ") };
}

const row = (
  what: string,
  unit: string,
  floor: number,
  goal: number | null,
  measure: Row["measure"],
): Row => ({
  area: "bytes",
  what,
  unit,
  better: "less",
  floor,
  goal,
  measure,
});

/** Bytes that a first visit fetches. */
export const rows: Row[] = [
  row("public and field pages, first visit: the heaviest", "B", 14_600, 9_000, () =>
    most(bare, ({ bytes }) => bytes),
  ),
  row("public and field pages: requests", "", 2, 1, () => most(bare, ({ requests }) => requests)),
  row("public and field pages: script", "B", 0, null, () => most(bare, ({ scriptBytes }) => scriptBytes)),
  row("pages that take a password, first visit in all", "B", 14_600, 9_000, () =>
    most(withPassword, ({ bytes }) => bytes),
  ),
  row("pages that take a password: script", "B", 3_000, null, () =>
    most(withPassword, ({ scriptBytes }) => scriptBytes),
  ),
  row("signed-in pages, first visit in all: the heaviest", "B", 20_000, 14_600, () =>
    most(signedIn, ({ bytes }) => bytes),
  ),
];
