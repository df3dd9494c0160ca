import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { brand } from "#app/config/brand.ts";
import { sourcesIn } from "./sources.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const documents = [
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "scripts/README.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];
const text = new Map(documents.map((path) => [path, readFileSync(join(root, path), "utf8")]));
const found = (pattern: RegExp) =>
  [...text].flatMap(([path, words]) => [...words.matchAll(pattern)].map(([, name = ""]) => ({ path, name })));

/** Files and folders of the repository's root that git does not ignore. */
const IN_THE_ROOT = [
  ...[".ci", ".github", ".vscode", "app", "bench", "deploy", "docs", "migrations", "public", "sandbox"],
  ...["data", "scripts", "tests"],
  ...["CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md"],
  ...[
    ".dockerignore",
    ".editorconfig",
    ".env.example",
    ".gitignore",
    "Dockerfile",
    "biome.json",
    "knip.json",
  ],
  ...["package-lock.json", "package.json", "remix.config.js", "tsconfig.json"],
];

test("the root holds these files and folders and no others", () => {
  const listed = ["ls-files", "--cached", "--others", "--exclude-standard"];
  const tracked = execFileSync("git", listed, { cwd: root, encoding: "utf8" }).trim().split("\n");
  const entries = new Set(tracked.map((path) => path.replace(/\/.*/, "")));
  expect([...entries].sort()).toEqual([...IN_THE_ROOT].sort());
});

test("the README has at most 700 words and one picture", () => {
  const readme = text.get("README.md") ?? "";
  expect(readme.split(/\s+/).length).toBeLessThanOrEqual(700);
  expect(readme.match(/!\[/g)).toHaveLength(1);
});

test("each folder of docs has an index that lists its pages and folders", () => {
  const listed = documents
    .filter((path) => path.startsWith("docs/") && path !== "docs/README.md")
    .map((path) => ({ path, folder: dirname(path.endsWith("/README.md") ? dirname(path) : path) }));
  const missing = listed.filter(
    ({ path, folder }) => !text.get(`${folder}/README.md`)?.includes(`](${path.slice(folder.length + 1)})`),
  );
  expect(missing).toEqual([]);
});

test("the security policy names the address of the brand", () => {
  expect(text.get("SECURITY.md")).toContain(brand.mail.support);
});

test("every link and picture of the documents is there", () => {
  const links = found(/\]\(([^)#]+)(?:#[^)]*)?\)/g).filter(({ name }) => !/^https?:/.test(name));
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter(({ path, name }) => !existsSync(join(root, dirname(path), name)))).toEqual([]);
});

test("every command that the documents name is one", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const commands = found(/npm run (?:--silent )?([\w:-]+)/g);
  expect(commands.length).toBeGreaterThan(10);
  expect(commands.filter(({ name }) => !scripts[name])).toEqual([]);
});

test("every file and folder that they name by its path is there", () => {
  const paths = found(/`((?:app|scripts|tests|sandbox|bench|docs|deploy|migrations)\/[\w./-]*\w)\/?`/g);
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter(({ name }) => !existsSync(join(root, name)))).toEqual([]);
});

/** Lists the anchors of a page's headings, without its title. */
const anchorsOf = (page: string): string[] =>
  [...page.matchAll(/^##+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^a-z0-9 -]/g, "")
      .replaceAll(" ", "-"),
  );

test("every heading that a link of the documents names is there", () => {
  const links = [...text].flatMap(([path, words]) =>
    [...words.matchAll(/\]\(([\w./-]*)#([\w-]+)\)/g)].map(([, file = "", anchor = ""]) => ({
      path,
      page: file ? join(dirname(path), file) : path,
      anchor,
    })),
  );
  expect(links.length).toBeGreaterThan(50);
  const gone = links.filter(({ page, anchor }) => !anchorsOf(text.get(page) ?? "").includes(anchor));
  expect(gone).toEqual([]);
});

/** The product's rules, as citations name them: page and heading. */
const rules = documents
  .filter((path) => /^docs\/product(\/(?!README)[\w-]+)?\.md$/.test(path))
  .flatMap((path) =>
    anchorsOf(text.get(path) ?? "").map((anchor) => `${path.replace("docs/", "")}#${anchor}`),
  );
const citedIn = (...folders: string[]) =>
  sourcesIn(...folders).flatMap((source) =>
    [...source.text.matchAll(/\bproduct(?:\/[\w-]+)?\.md#[\w-]+/g)].map(([rule]) => ({
      path: source.path,
      rule,
    })),
  );

test("every rule of the product that the sources cite is under that heading of that page", () => {
  const cited = citedIn("app", "scripts", "sandbox", "bench", "migrations", "tests");
  expect(cited.length).toBeGreaterThan(50);
  expect(cited.filter(({ rule }) => !rules.includes(rule))).toEqual([]);
});

test("no two rules of the product have the same heading", () => {
  const anchors = rules.map((rule) => rule.replace(/.*#/, ""));
  expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index)).toEqual([]);
});

test("every rule of the product is cited by a test that holds it", () => {
  const cited = new Set(
    citedIn("tests").flatMap(({ path, rule }) => (/\.test\.tsx?$/.test(path) ? rule : [])),
  );
  expect(rules.length).toBeGreaterThan(100);
  expect(rules.filter((rule) => !cited.has(rule))).toEqual([]);
});
