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
  "rating",
  "reports",
  "rewards",
  "schedule",
  "search",
  "settings",
  "team",
  "teams",
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

function pagesThatWear(classNames: readonly string[]): string[] {
  if (classNames.length === 0) return [];
  const wearing = new RegExp(
    `className=(?:\\{(?:[^}"]|"[^"]*")*?)?"(?:[\\w -]* )?(?:${classNames.join("|")})[ "]`,
  );
  const parts = sources.filter(({ text }) => wearing.test(text)).map(({ path }) => path);
  return [...new Set(parts.flatMap((path) => pagesThatUse(path)))];
}

test("a page whose parts wear rules of an extra stylesheet carries it", () => {
  const everywhere = classesIn(linked("app/styles/index.css"));
  const missing = SHEETS.flatMap((name) => {
    const rules = linked(`app/styles/extra/${name}.css`);
    const own = [...classesIn(rules)].filter((className) => !everywhere.has(className));
    expect(own.length, name).toBeGreaterThan(2);
    const pages = pagesThatWear(own);
    expect(pages.length, name).toBeGreaterThan(0);
    // Staff's pages carry a sheet of their own, which may import the same rules; so does the one at the field.
    const ofStaff = linked("app/styles/admin.css").includes(rules);
    const atField = classesIn(linked("app/styles/field.css"));
    const lackingAtField = pagesThatWear(own.filter((className) => !atField.has(className)));
    const says = (page: string, handle: string) =>
      sources.some(({ path, text }) => path === page && text.includes(`handle = { ${handle}`));
    const carries = (page: string) =>
      (ofStaff && page.startsWith("app/routes/admin/")) ||
      (says(page, 'bare: "field"') && !lackingAtField.includes(page)) ||
      says(page, `extra: "${name}"`);
    return pages.filter((page) => !carries(page)).map((page) => `${page} lacks ${name}`);
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
