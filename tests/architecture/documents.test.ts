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

test("the index of docs lists every page", () => {
  const index = text.get("docs/README.md") ?? "";
  const pages = readdirSync(join(root, "docs")).filter(
    (name) => name.endsWith(".md") && name !== "README.md",
  );
  expect(pages.filter((name) => !index.includes(`](${name})`))).toEqual([]);
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

/** The anchors of docs/product.md: its title is none. */
const anchors = [...(text.get("docs/product.md") ?? "").matchAll(/^##+ (.+)$/gm)].map(([, heading = ""]) =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, "")
    .replaceAll(" ", "-"),
);
const citedIn = (...folders: string[]) =>
  sourcesIn(...folders).flatMap((source) =>
    [...source.text.matchAll(/product\.md#([\w-]+)/g)].map(([, anchor = ""]) => ({
      path: source.path,
      anchor,
    })),
  );

test("every heading of docs/product.md that the sources cite is there", () => {
  const cited = citedIn("app", "scripts", "sandbox", "bench", "migrations", "tests");
  expect(cited.length).toBeGreaterThan(50);
  expect(cited.filter(({ anchor }) => !anchors.includes(anchor))).toEqual([]);
});

test("every heading of docs/product.md is cited by a test that holds its rules", () => {
  const cited = new Set(
    citedIn("tests").flatMap(({ path, anchor }) => (/\.test\.tsx?$/.test(path) ? anchor : [])),
  );
  expect(anchors.filter((anchor) => !cited.has(anchor))).toEqual([]);
});
