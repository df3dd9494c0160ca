import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Import, type Source, sourcesIn } from "./sources.ts";

const app = sourcesIn("app", "migrations");
const everything = [...app, ...sourcesIn("scripts", "sandbox")];

/** Files (of `where`) with an import that `forbidden` names, as 'file -> import'. */
function offences(where: Source[], forbidden: (link: Import, from: Source) => boolean): string[] {
  return where.flatMap((source) =>
    source.imports.filter((link) => forbidden(link, source)).map((link) => `${source.path} -> ${link.to}`),
  );
}

const below = (...folders: string[]) =>
  app.filter(({ path }) => folders.some((folder) => path.startsWith(folder)));
const leadsTo = (link: Import, ...prefixes: string[]) =>
  prefixes.some((prefix) => link.to.startsWith(prefix));

test("the sources are read at all", () => {
  expect(app.length).toBeGreaterThan(100);
  const guards = app.find(({ path }) => path === "app/auth/guards.server.ts");
  expect(guards?.imports).toContainEqual({ to: "app/db/platform.server.ts", typesOnly: false });
});

test("only our own stylesheet and icons are put into a page as they are; all else React escapes", () => {
  const unescaped =
    /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write|DOMParser|\bsrcDoc\b/i;
  const places = everything.filter(({ text }) => unescaped.test(text)).map(({ path }) => path);
  expect(places.sort()).toEqual(["app/root.tsx", "app/ui/icon.tsx"]);
});

describe("who may import whom", () => {
  test.each([
    ["better-sqlite3", "app/db/"],
    ["rate-limiter-flexible", "app/db/", "app/domain/control/sign-in/sign-in-limits.server.ts"],
    ["postmark", "app/mail/", "sandbox/postmark/"],
    ["stripe", "app/payments/", "sandbox/"],
    ["@node-rs/argon2", "app/domain/control/passwords/password.server.ts"],
    ["remix-auth", "app/auth/"],
    ["remix-auth-form", "app/auth/"],
    ["pino", "app/observability/log.server.ts", "app/server/"],
    ["prom-client", "app/observability/metrics.server.ts", "scripts/start/"],
    ["csv-parse", "app/spreadsheets/"],
    ["csv-stringify", "app/spreadsheets/"],
    ["temporal-polyfill", "app/domain/", "sandbox/"],
  ])("%s has its door", (name, ...doors) => {
    const packages = (link: Import) => link.to === name || link.to.startsWith(`${name}/`);
    expect(
      offences(everything, (link, { path }) => packages(link) && !doors.some((d) => path.startsWith(d))),
    ).toEqual([]);
  });

  test("routes and pages reach no database but through the guard", () => {
    expect(offences(below("app/routes/", "app/ui/"), (link) => leadsTo(link, "app/db/"))).toEqual([]);
  });

  test("only the guards, the jobs and the health check open the platform", () => {
    const openers = ["app/auth/guards.server.ts", "app/server/health.server.ts", "app/jobs/", "app/db/"];
    const opens = (link: Import, { path }: Source) =>
      link.to === "app/db/platform.server.ts" && !link.typesOnly && !openers.some((o) => path.startsWith(o));
    expect(offences(app, opens)).toEqual([]);
  });

  test("club files are opened by the platform and by the threads, and only these start threads", () => {
    const openers = ["app/db/platform.server.ts", "app/journeys/schedule-import/import-thread.server.ts"];
    const opening = app.filter(({ text }) => text.includes("new ClubFiles("));
    expect(opening.map(({ path }) => path).sort()).toEqual(openers);
    const threads = (link: Import) => link.to === "node:worker_threads";
    expect(
      offences(
        app,
        (link, { path }) =>
          threads(link) &&
          path !== "app/journeys/schedule-import/warm-thread.server.ts" &&
          path !== "app/journeys/schedule-import/import-thread.server.ts",
      ),
    ).toEqual([]);
  });

  test("the two halves of the domain never meet", () => {
    expect(
      offences(below("app/domain/control/"), (link) => leadsTo(link, "app/domain/club/", "app/db/club/")),
    ).toEqual([]);
    expect(
      offences(below("app/domain/club/"), (link) => leadsTo(link, "app/domain/control/", "app/db/control/")),
    ).toEqual([]);
  });

  test("the domain sends nothing, opens nothing and draws nothing", () => {
    const outside = [
      "app/mail/",
      "app/payments/",
      "app/jobs/",
      "app/journeys/",
      "app/routes/",
      "app/ui/",
      "app/auth/",
    ];
    const handles = ["app/db/platform", "app/db/clubs.server"];
    expect(offences(below("app/domain/"), (link) => leadsTo(link, ...outside, ...handles))).toEqual([]);
  });

  test("a page's parts need nothing that only a server has", () => {
    expect(offences(below("app/ui/"), (link) => /\.server(\.|$)/.test(link.to) && !link.typesOnly)).toEqual(
      [],
    );
  });

  test("the app knows neither its stand-ins nor its tests nor its scripts", () => {
    expect(offences(app, (link) => leadsTo(link, "sandbox/", "tests/", "scripts/"))).toEqual([]);
  });

  test("a migration knows nothing of today's types", () => {
    const own = (link: Import) => link.to.startsWith("migrations/") || link.to === "kysely";
    expect(
      offences(
        app.filter(({ path }) => path.startsWith("migrations/")),
        (link) => !own(link),
      ),
    ).toEqual([]);
  });

  test("no circle of imports", () => {
    const code = new Map(
      app.map((source) => [source.path, source.imports.filter((i) => !i.typesOnly).map((i) => i.to)]),
    );
    const circles: string[] = [];
    const done = new Set<string>();
    const walk = (path: string, trail: string[]): void => {
      if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(" -> "));
      else if (!done.has(path)) {
        for (const next of code.get(path) ?? []) if (code.has(next)) walk(next, [...trail, path]);
        done.add(path);
      }
    };
    for (const path of code.keys()) walk(path, []);
    expect(circles).toEqual([]);
  });

  test("what our own files import is there", () => {
    const missing = (link: Import) =>
      /^(app|migrations|scripts|sandbox)\//.test(link.to) &&
      !existsSync(new URL(`../../${link.to}`, import.meta.url));
    expect(offences(everything, missing)).toEqual([]);
  });
});

describe("habits", () => {
  const naming = (pattern: RegExp, where = app) =>
    where.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

  test("one file reads the environment", () => {
    expect(naming(/process\.env\b/)).toEqual(["app/config/env.server.ts"]);
  });

  test("the present is asked of the clock, which the demo can move", () => {
    // The limiter's library counts by the machine's clock; the file system's times are compared with it.
    const db = ["limits", "stamp", "replace"].map((name) => `app/db/${name}.server.ts`);
    const allowed = ["app/runtime/clock.server.ts", "app/jobs/heartbeat.server.ts", ...db];
    expect(naming(/\bnew Date\(\)|\bDate\.now\(\)/).filter((path) => !allowed.includes(path))).toEqual([]);
  });

  test("no drawer for everything", () => {
    expect(everything.filter(({ path }) => /\/(utils?|lib|helpers?|misc|common)\//.test(path))).toEqual([]);
  });

  test("no silenced check without its reason", () => {
    expect(naming(/@ts-(ignore|expect-error|nocheck)|biome-ignore [^:\n]*$/m, everything)).toEqual([]);
  });

  test("no empty catch", () => {
    expect(naming(/catch\s*(\([^)]*\))?\s*\{\s*\}/, everything)).toEqual([]);
  });

  test("shared SQL only: what one engine alone knows stays in app/db", () => {
    const outside = app.filter(({ path }) => !path.startsWith("app/db/") && !path.startsWith("migrations/"));
    const own =
      /\browid\b|insert or (ignore|replace)|datetime\('now'\)|json_extract|\battach\b database|\bpragma\b/i;
    expect(naming(own, outside)).toEqual([]);
  });
});
