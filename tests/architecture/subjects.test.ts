import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const PAGES = ["club", "admin", "account", "site", "parent"];
/** Tests that cross many subjects. */
const ACROSS = ["year"];
const DOMAINS = ["club", "control"];

const foldersIn = (path: string): string[] =>
  readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );

/** Reads where each subject is from the table of the page: `pages/club`, `journeys`, `domain/club`. */
function listedSubjects(): Map<string, string[]> {
  const page = readFileSync(join(root, "docs/architecture.md"), "utf8");
  const rows = [...page.matchAll(/^\| `([\w-]+)` +\|[^|]+\|([^|]*)\|([^|]*)\|([^|]*)\|$/gm)];
  const named = (cell: string, kind: string) =>
    cell
      .split(",")
      .map((one) => one.trim())
      .filter(Boolean)
      .map((one) => `${kind}/${one}`);
  return new Map(
    rows.map(([, subject = "", pages = "", journeys = "", domain = ""]) => [
      subject,
      [...named(pages, "pages"), ...(journeys.trim() ? ["journeys"] : []), ...named(domain, "domain")],
    ]),
  );
}

test("the page of the architecture lists each subject, and every layer that has it", () => {
  const found = new Map<string, string[]>();
  const note = (folders: string[], layer: string) => {
    for (const name of folders) found.set(name, [...(found.get(name) ?? []), layer]);
  };
  for (const of of PAGES) note(foldersIn(`app/routes/${of}`), `pages/${of}`);
  note(foldersIn("app/journeys"), "journeys");
  for (const of of DOMAINS) note(foldersIn(`app/domain/${of}`), `domain/${of}`);
  const sorted = (of: Map<string, string[]>) =>
    [...of].map(([subject, where]) => `${subject}: ${where.sort().join(", ")}`).sort();
  expect(sorted(listedSubjects())).toEqual(sorted(found));
});

test("a folder of tests has the name of its subject", () => {
  const subjects = new Set(listedSubjects().keys());
  const folders = [
    ...PAGES.filter((of) => foldersIn("tests/routes").includes(of)).map((of) => `tests/routes/${of}`),
    ...DOMAINS.map((of) => `tests/domain/${of}`),
    "tests/journeys",
  ].flatMap((path) => foldersIn(path).map((name) => ({ path, name })));
  expect(folders.length).toBeGreaterThan(40);
  expect(folders.filter(({ name }) => !subjects.has(name) && !ACROSS.includes(name))).toEqual([]);
});
