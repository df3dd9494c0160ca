import { describe, expect, test } from "vitest";
import { type Import, offences, type Source, sourcesIn } from "./sources.ts";

const app = sourcesIn("app", "migrations");
const everything = [...app, ...sourcesIn("scripts", "sandbox")];

const below = (...folders: string[]) =>
  app.filter(({ path }) => folders.some((folder) => path.startsWith(folder)));
const leadsTo = ({ to }: Import, ...prefixes: string[]) => prefixes.some((prefix) => to.startsWith(prefix));

test("the sources and their imports are found", () => {
  expect(app.length).toBeGreaterThan(100);
  const guards = app.find(({ path }) => path === "app/auth/guards.server.ts");
  expect(guards?.imports).toContainEqual({
    specifier: "#app/db/storage/platform.server.ts",
    to: "app/db/storage/platform.server.ts",
    typesOnly: false,
  });
});

describe("packages", () => {
  test.each([
    ["better-sqlite3", ["app/db/"]],
    ["rate-limiter-flexible", ["app/db/"]],
    ["postmark", ["app/mail/", "sandbox/postmark/"]],
    ["stripe", ["app/payments/", "sandbox/"]],
    ["@node-rs/argon2", ["app/domain/control/passwords/password.server.ts"]],
    ["remix-auth", ["app/auth/"]],
    ["@remix-run/router", ["app/server/remix.ts"]],
    ["@simplewebauthn/server", ["app/domain/control/passkeys/"]],
    ["piscina", ["app/runtime/"]],
    ["pino", ["app/observability/log.server.ts", "app/server/", "scripts/dev/"]],
    ["prom-client", ["app/observability/metrics.server.ts", "scripts/start/"]],
    ["sharp", ["app/files/", "scripts/pictures/"]],
    ["csv-parse", ["app/spreadsheets/"]],
    ["csv-stringify", ["app/spreadsheets/"]],
    ["ical.js", ["app/calendar/"]],
    ["saxen", ["app/spreadsheets/"]],
    ["temporal-polyfill", ["app/domain/", "sandbox/"]],
  ])("%s is imported by %j only", (name, allowed) => {
    const elsewhere = ({ to }: Import, { path }: Source) =>
      (to === name || to.startsWith(`${name}/`)) && !allowed.some((folder) => path.startsWith(folder));
    expect(offences(everything, elsewhere)).toEqual([]);
  });

  test("parts of Remix that may change without notice are named in two files", () => {
    const internals = [
      "createStaticHandler",
      "getStaticContextFromError",
      "staticHandlerContext",
      "routeModules",
    ];
    const naming = everything.filter(({ text }) => internals.some((name) => text.includes(name)));
    expect(naming.map(({ path }) => path)).toEqual(["app/entry.server.tsx", "app/server/remix.ts"]);
  });

  test("worker threads are started by the worker pool alone", () => {
    expect(offences(everything, ({ to }) => to === "node:worker_threads")).toEqual([]);
  });
});

describe("databases", () => {
  test("routes and pages never import the database layer", () => {
    expect(offences(below("app/routes/", "app/ui/"), (link) => leadsTo(link, "app/db/"))).toEqual([]);
  });

  test("only the guards, the jobs and the health check open the platform", () => {
    const allowed = ["app/auth/guards.server.ts", "app/server/health.server.ts", "app/jobs/", "app/db/"];
    const opens = (link: Import, { path }: Source) =>
      link.to === "app/db/storage/platform.server.ts" &&
      !link.typesOnly &&
      !allowed.some((folder) => path.startsWith(folder));
    expect(offences(app, opens)).toEqual([]);
  });

  test("only the platform and the import worker open club files", () => {
    const opening = app.filter(({ text }) => text.includes("new ClubFiles("));
    expect(opening.map(({ path }) => path).sort()).toEqual([
      "app/db/storage/platform.server.ts",
      "app/journeys/imports/import-worker.server.ts",
    ]);
  });

  test("the two halves of the domain never import each other", () => {
    const [control, club] = [below("app/domain/control/"), below("app/domain/club/")];
    expect(offences(control, (link) => leadsTo(link, "app/domain/club/", "app/db/club/"))).toEqual([]);
    expect(offences(club, (link) => leadsTo(link, "app/domain/control/", "app/db/control/"))).toEqual([]);
  });

  test("the values of the domain know no database at all", () => {
    expect(offences(below("app/domain/values/"), (link) => leadsTo(link, "app/db/", "kysely"))).toEqual([]);
  });

  test("a migration imports no type of today's schema", () => {
    const foreign = ({ to }: Import) => !to.startsWith("migrations/") && to !== "kysely";
    expect(offences(below("migrations/"), foreign)).toEqual([]);
  });
});

describe("sides", () => {
  test("the domain sends nothing, opens nothing and draws nothing", () => {
    const outside = ["mail", "payments", "jobs", "journeys", "routes", "ui", "auth", "server"];
    const handles = ["app/db/platform", "app/db/clubs.server"];
    const forbidden = [...outside.map((folder) => `app/${folder}/`), ...handles];
    expect(offences(below("app/domain/"), (link) => leadsTo(link, ...forbidden))).toEqual([]);
  });

  test("a queued mail or job is a row of the control database: the queue knows no more than that", () => {
    const foreign = (link: Import) =>
      link.to.startsWith("app/") && !leadsTo(link, "app/queue/", "app/db/", "app/runtime/");
    expect(offences(below("app/queue/"), foreign)).toEqual([]);
    expect(offences(below("app/domain/club/"), (link) => leadsTo(link, "app/queue/"))).toEqual([]);
  });

  test("components import nothing that only a server has, except types", () => {
    const serverOnly = ({ to, typesOnly }: Import) => /\.server(\.|$)/.test(to) && !typesOnly;
    expect(offences(below("app/ui/"), serverOnly)).toEqual([]);
  });

  test("the app imports neither the sandbox nor scripts nor tests", () => {
    expect(offences(app, (link) => leadsTo(link, "sandbox/", "tests/", "scripts/", "bench/"))).toEqual([]);
  });
});
