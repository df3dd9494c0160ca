import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { admin, bare, club, site } from "#app/config/address-table.ts";
import { sourcesIn } from "./sources.ts";

const SHEETS = [
  "board",
  "case",
  "games",
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
  "waiting",
];

const sources = sourcesIn("app");
const routes = new Set(
  [site, admin, club, bare].flatMap((pages) => Object.values(pages).map(({ file }) => `app/routes/${file}`)),
);

/** Finds the pages that draw what `file` draws. */
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
/** Lists every sheet that some page has, with its imports. */
const linked = (path: string): string =>
  readFileSync(path, "utf8").replace(/@import "([^"]+)".*/g, (_, part: string) =>
    linked(join(dirname(path), part)),
  );

const wearing = (classNames: readonly string[]) =>
  new RegExp(`className=(?:\\{(?:[^}"]|"[^"]*")*?)?"(?:[\\w -]* )?(?:${classNames.join("|")})[ "]`);

test("a page whose parts use rules of an extra stylesheet carries them", () => {
  const everywhere = classesIn(linked("app/styles/index.css"));
  const extras = new Map(SHEETS.map((name) => [name, classesIn(linked(`app/styles/extra/${name}.css`))]));
  for (const [name, classes] of extras) {
    const own = [...classes].filter((className) => !everywhere.has(className));
    expect(own.length, name).toBeGreaterThan(2);
  }
  // Staff pages have their own sheet, which may import the same rules; so does the one at the field.
  const admin = classesIn(linked("app/styles/admin.css"));
  const field = classesIn(linked("app/styles/field.css"));
  const carriedBy = (page: string): Set<string> => {
    if (page.startsWith("app/routes/admin/")) return admin;
    const text = sources.find(({ path }) => path === page)?.text ?? "";
    if (text.includes('handle = { bare: "field" }')) return field;
    return extras.get(/handle = \{ extra: "(\w+)"/.exec(text)?.[1] ?? "") ?? new Set();
  };
  const ofExtras = [...new Set([...extras.values()].flatMap((classes) => [...classes]))].filter(
    (className) => !everywhere.has(className),
  );
  const any = wearing(ofExtras);
  const parts = sources.filter(({ text }) => any.test(text));
  expect(parts.length).toBeGreaterThan(30);
  const missing = parts.flatMap(({ path, text }) => {
    const worn = ofExtras.filter((className) => wearing([className]).test(text));
    return pagesThatUse(path).flatMap((page) =>
      worn
        .filter((className) => !carriedBy(page).has(className))
        .map((className) => `${page} lacks .${className}`),
    );
  });
  expect([...new Set(missing)]).toEqual([]);
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
