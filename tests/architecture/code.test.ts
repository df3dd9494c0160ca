import { expect, test } from "vitest";
import { type Source, sourcesIn } from "./sources.ts";

const app = sourcesIn("app", "migrations");
const shipped = [...app, ...sourcesIn("scripts", "sandbox")];
const everything = [...shipped, ...sourcesIn("bench", "tests")];

const matching = (pattern: RegExp, where: Source[]) =>
  where.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

test("one file reads the environment", () => {
  expect(matching(/process\.env\b/, app)).toEqual(["app/config/env.server.ts"]);
});

test("the time comes from the clock, which the demo can move", () => {
  // These compare with the machine's clock or the file system's times.
  const allowed = [
    "app/runtime/clock.server.ts",
    "app/jobs/heartbeat.server.ts",
    "app/observability/kept-log.server.ts",
    ...["storage/limits", "stamp", "replace"].map((name) => `app/db/${name}.server.ts`),
  ];
  expect(matching(/\bnew Date\(\)|\bDate\.now\(\)/, app).filter((path) => !allowed.includes(path))).toEqual(
    [],
  );
});

test("the path of a file's address is fileURLToPath's: `.pathname` keeps %20 for a blank", () => {
  expect(
    pathnamesOf(`const build = new URL("../build", import.meta.url);\nopen(build.pathname)`),
  ).toHaveLength(1);
  const inBuild = `const root = new URL("..", import.meta.url);\nopen(new URL("build/a.js", root).pathname)`;
  expect(pathnamesOf(inBuild)).toHaveLength(1);
  expect(pathnamesOf("const path = new URL(request.url).pathname")).toEqual([]);
  const found = everything.flatMap(({ path, text }) =>
    path === "tests/architecture/code.test.ts" ? [] : pathnamesOf(text).map((use) => `${path}: ${use}`),
  );
  expect(found).toEqual([]);
});

test("a minute, an hour and a day in milliseconds are in runtime/durations.ts alone", () => {
  const spans =
    /\b(86_?400_?000|3_?600_?000)\b|\b60 \* 60 \* 1_?000\b|_MS = ([\d_]+ \* )?60_?000\b|^const (DAY|HOUR|MINUTE)(_MS)? =.*000/m;
  expect(spans.test("const IDLE_MS = 30 * 60_000;")).toBe(true);
  expect(
    matching(
      spans,
      app.filter(({ path }) => path.startsWith("app/")),
    ),
  ).toEqual(["app/runtime/durations.ts"]);
});

test("React escapes every text; only our own stylesheet and icons are inserted as markup", () => {
  const unescaped =
    /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write|DOMParser|\bsrcDoc\b/i;
  const shown = shipped.filter(({ path }) => !path.startsWith("scripts/"));
  expect(matching(unescaped, shown).sort()).toEqual(["app/root.tsx", "app/ui/icon.tsx"]);
});

test("SQL that only one engine understands stays in app/db", () => {
  const outside = app.filter(({ path }) => !path.startsWith("app/db/") && !path.startsWith("migrations/"));
  const dialect =
    /\browid\b|insert or (ignore|replace)|datetime\('now'\)|json_extract|\battach\b database|\bpragma\b/i;
  expect(matching(dialect, outside)).toEqual([]);
});

test("a suppressed check states its reason", () => {
  expect(matching(/@ts-(ignore|expect-error|nocheck)|biome-ignore [^:\n]*$/m, shipped)).toEqual([]);
});

test("a comment cites the product's rules, never a document outside the repository", () => {
  const outside = /\bdocument [1-9]\b|\bdecisions, section\b|(?<!docs\/|product\/)\bsecurity\.md\b/;
  const here = "tests/architecture/code.test.ts";
  expect(matching(outside, everything).filter((path) => path !== here)).toEqual([]);
});

test("no test expects anything of elapsed time, which a busy machine makes longer", () => {
  const clocks = /performance\.now\(|\bcpuUsage\(|\bhrtime\b|\bDate\.now\(\) - [a-z]\w*\)|\blongestStall\(/;
  for (const text of ["expect(Date.now() - since).toBeLessThan(9)", "const ms = performance.now() - began"])
    expect(clocks.test(text)).toBe(true);
  expect(clocks.test("Date.parse(endsAt) - Date.now()")).toBe(false);
  // These print their costs; an upload's longest stall is the server's own measurement.
  const allowed = [
    "tests/architecture/code.test.ts",
    "tests/domain/control/clubs/timetable.test.ts",
    "tests/security/fuzz.slow.test.ts",
    "tests/security/served.ts",
    "tests/security/upload.test.ts",
  ];
  expect(matching(clocks, sourcesIn("tests")).filter((path) => !allowed.includes(path))).toEqual([]);
  expect(matching(/expect\([^;]*(performance\.now|cpuUsage|Stall\b)/, sourcesIn("tests"))).toEqual([
    "tests/architecture/code.test.ts",
  ]);
});

test("an input's limit is its field's: a page writes no number of characters", () => {
  const literal = /\bmaxLength=(?:\{\s*[\d_]+\s*\}|["'])/;
  expect(literal.test('<TextField name="name" maxLength={80} />')).toBe(true);
  expect(literal.test("<TextField maxLength={teamFields.name.max} />")).toBe(false);
  const pages = app.filter(({ path }) => /^app\/(routes|ui)\//.test(path));
  expect(matching(literal, pages)).toEqual([]);
});

test("no catch is empty", () => {
  expect(matching(/catch\s*(\([^)]*\))?\s*\{\s*\}/, shipped)).toEqual([]);
});

/** Finds each `.pathname` of an address made from `import.meta.url`, directly or through a constant of the file. */
function pathnamesOf(text: string): string[] {
  const bases = ["import\\.meta\\.url"];
  for (const [, name = ""] of text.matchAll(/\bconst (\w+) = new URL\([^;]*?import\.meta\.url\s*,?\s*\);/g))
    bases.push(`\\b${name}\\b`);
  const ofFile = `new URL\\([^;()]*?(?:${bases.join("|")})\\s*,?\\s*\\)|${bases.join("|")}`;
  return [...text.matchAll(new RegExp(`(?:${ofFile})\\.pathname`, "g"))].map(([use]) => use);
}
