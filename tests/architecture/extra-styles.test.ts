import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { admin, bare, club, site } from "#app/config/address-table.ts";
import { sourcesIn } from "./sources.ts";

const SHEETS = [
  "board",
  "case",
  "home",
  "import",
  "printables",
  "pulse",
  "reports",
  "rewards",
  "schedule",
  "search",
  "settings",
  "team",
];

const sources = sourcesIn("app");
const routes = new Set(
  [site, admin, club, bare].flatMap((pages) => Object.values(pages).map(({ file }) => `app/routes/${file}`)),
);

/** The pages that draw what `file` draws. */
function pagesThatUse(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  if (routes.has(file)) return [file];
  return sources
    .filter(({ imports }) => imports.some(({ to, typesOnly }) => to === file && !typesOnly))
    .flatMap(({ path }) => pagesThatUse(path, seen));
}

const classesIn = (css: string) =>
  new Set([...css.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name ?? ""));
/** Every sheet that some page has, with what it imports. */
const linked = (path: string): string =>
  readFileSync(path, "utf8").replace(/@import "([^"]+)".*/g, (_, part: string) =>
    linked(join(dirname(path), part)),
  );

test("a page whose parts wear rules of an extra stylesheet carries it", () => {
  const everywhere = classesIn(linked("app/styles/index.css"));
  const missing = SHEETS.flatMap((name) => {
    const rules = linked(`app/styles/extra/${name}.css`);
    const own = [...classesIn(rules)].filter((className) => !everywhere.has(className));
    expect(own.length, name).toBeGreaterThan(2);
    const wearing = new RegExp(
      `className=(?:\\{(?:[^}"]|"[^"]*")*?)?"(?:[\\w -]* )?(?:${own.join("|")})[ "]`,
    );
    const parts = sources.filter(({ text }) => wearing.test(text)).map(({ path }) => path);
    const pages = new Set(parts.flatMap((path) => pagesThatUse(path)));
    expect(pages.size, name).toBeGreaterThan(0);
    // Staff's pages carry a sheet of their own, which may import the same rules.
    const ofStaff = linked("app/styles/admin.css").includes(rules);
    const carries = (page: string) =>
      (ofStaff && page.startsWith("app/routes/admin/")) ||
      sources.some(({ path, text }) => path === page && text.includes(`handle = { extra: "${name}"`));
    return [...pages].filter((page) => !carries(page)).map((page) => `${page} lacks ${name}`);
  });
  expect(missing).toEqual([]);
});

test("a page of a club or an account that takes a password or a passkey ships the script of these", () => {
  const parts = sources.filter(({ text }) =>
    /type="password"|data-(?:passkey|no-passkey|strength)=/.test(text),
  );
  const pages = [...new Set(parts.flatMap(({ path }) => pagesThatUse(path)))].filter(
    (page) => !page.startsWith("app/routes/admin/"),
  );
  expect(pages.length).toBeGreaterThan(10);
  const ships = (page: string) =>
    sources.some(({ path, text }) => path === page && text.includes("handle = { passwords: true }"));
  expect(pages.filter((page) => !ships(page))).toEqual([]);
});
