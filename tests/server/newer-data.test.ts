import { afterAll, expect, test } from "vitest";
import { addresses } from "../architecture/addresses.ts";
import { builtApp } from "../support/built-app.ts";
import { rawTables } from "../support/raw-tables.ts";
import { serveBuild } from "../support/served-build.ts";
import { openWorld } from "../support/world.ts";

/** A process of an earlier release, where a later one has migrated the data. */

const world = await openWorld();
afterAll(() => world.close());
const { ClubFiles } = await import("#app/db/clubs.server.ts");
const { DataIsNewer } = await import("#app/db/releases.server.ts");
const { openPlatform } = await import("#app/db/storage/platform.server.ts");
const { env } = await import("#app/config/env.server.ts");
const { enqueue } = await import("#app/queue/queue.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");

const club = await world.club("Lakeside");
const cookie = await world.signIn(club.adminAccount, club.code);
const { databaseUrl, dataDir } = env();

/**
 * Migrates the platform's data, or a club's, with a migration of a later release.
 * @returns a function that reverts it
 */
async function migratedLater(name: string, code: string | null): Promise<() => Promise<void>> {
  const tables = await rawTables(dataDir, databaseUrl ? null : code);
  const table = databaseUrl ? "public.migrations" : "kysely_migration";
  const when = databaseUrl ? "" : ", timestamp";
  await tables.run(`insert into ${table} (name${when}) values (?${when && ", '2026'"})`, name);
  return async () => {
    await tables.run(`delete from ${table} where name = ?`, name);
    await tables.close();
  };
}
const open = () => openPlatform({ dataDir, databaseUrl, mode: "test", migrateOnOpen: false });

test("every page and JSON call answers 503 with a retry time, and none 500", async () => {
  const restore = await migratedLater("999-later", null);
  const server = await serveBuild(await builtApp(true));
  const refused: string[] = [];
  try {
    for (const { path, POST } of addresses) {
      const at = path.replaceAll(/:\w+\??|\*/g, "x");
      const answers = [await server.ask(at, { Cookie: cookie, Accept: "text/html" })];
      if (POST) answers.push(await server.post(at, { Cookie: cookie, Origin: "http://goodside.test" }, {}));
      for (const { status, headers } of answers) {
        if (status < 500) continue;
        refused.push(path);
        expect([path, status, headers.get("Retry-After")]).toEqual([path, 503, "120"]);
      }
    }
  } finally {
    server.close();
    await restore();
  }
  expect(refused.length).toBeGreaterThan(200);
  expect(refused).toContain("/dashboard");
  expect(refused.some((path) => path.startsWith("/api/"))).toBe(true);
}, 60_000);

test("the page asks in plain words to try again", async () => {
  const restore = await migratedLater("999-later", null);
  const server = await serveBuild(await builtApp(true));
  try {
    const page = await (await server.ask("/dashboard", { Cookie: cookie })).text();
    expect(page).toContain("try again in a few minutes");
    expect(page).not.toContain("999-later");
  } finally {
    server.close();
    await restore();
  }
});

test("data with a migration that runs beside is served", async () => {
  const restore = await migratedLater("999-later-beside", null);
  const later = await open();
  const accounts = await later.control.selectFrom("accounts").select("id").execute();
  expect(accounts.map(({ id }) => id)).toContain(club.adminAccount);
  await later.close();
  await restore();
});

test("a job that meets newer data is put off, however often", async () => {
  await enqueue(world.control, { kind: "try", payload: {} });
  const newer = async () => {
    throw new DataIsNewer(["999-later"]);
  };
  await runDueJobs(world.platform, { try: newer });
  const [job] = await world.control.selectFrom("jobs").selectAll().where("kind", "=", "try").execute();
  expect(job).toMatchObject({ status: "queued", attempts: 0 });
});

test.skipIf(databaseUrl)(
  "a club's file of a newer release takes down that club only, for a while",
  async () => {
    const folder = `${dataDir}/clubs`;
    const other = await world.club("Riverside");
    const restore = await migratedLater("999-later", club.code);
    const clubs = new ClubFiles({ folder, migrateOnOpen: false });
    await expect(clubs.lease(club.code)).rejects.toMatchObject({ name: "ClubUnavailable", reason: "newer" });
    await clubs.use(other.code, (db) => db.selectFrom("teams").select("id").execute());
    await restore();
    await clubs.use(club.code, (db) => db.selectFrom("teams").select("id").execute());
    await clubs.close();
  },
);
