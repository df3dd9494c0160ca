import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import type { TableHashes } from "#app/db/whole-tables.server.ts";
import { runCommand } from "#tests/support/command.ts";
import { ownDatabase } from "#tests/support/own-database.ts";
import { openWorld } from "#tests/support/world.ts";

/** A club that goes from one installation to another, over files and on PostgreSQL. */

const world = await openWorld();
delete process.env.DATABASE_URL;
const { ClubUnavailable } = await import("#app/db/club-unavailable.server.ts");
const { openMemory, kyselyOver } = await import("#app/db/file-engine.server.ts");
const { makeTemplate } = await import("#app/db/new-club-file.server.ts");
const { keyIn } = await import("#app/config/installation-key-file.server.ts");
const { sealDocument, unsealDocument } = await import("#app/files/stored-documents.server.ts");
const { openPool } = await import("#app/db/postgres/pool.server.ts");
const { openPlatform } = await import("#app/db/storage/platform.server.ts");
const { hashesOf, tablesOfFile } = await import("#app/db/whole-tables.server.ts");
const { auditHead } = await import("#app/domain/club/audit/audit.server.ts");
const { evidenceHead } = await import("#app/domain/club/evidence/evidence.server.ts");
const { newId } = await import("#app/runtime/ids.server.ts");
const { exportClub } = await import("#scripts/club/export.ts");
const { importClub } = await import("#scripts/club/import.ts");
const { main: club } = await import("#scripts/club.ts");
const { seedDemo } = await import("#tests/support/seed-demo.ts");

const CODE = "demo1";
const NAMES = ["files", "PostgreSQL"] as const;
type Engine = (typeof NAMES)[number];
interface Settings {
  DATA_DIR: string;
  DATABASE_URL?: string;
}
const databases: Awaited<ReturnType<typeof ownDatabase>>[] = [];
afterAll(async () => {
  for (const made of databases) await made?.drop();
  await world.close();
});
const tables = await tablesOfFile(kyselyOver(openMemory(await makeTemplate())) as never);

async function installation(engine: Engine): Promise<Settings> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "goodside-place-"));
  if (engine === "files") {
    await (await openPlatform({ dataDir: DATA_DIR, mode: "test", migrateOnOpen: true })).close();
    return { DATA_DIR };
  }
  const made = await ownDatabase();
  delete process.env.DATABASE_URL;
  databases.push(made);
  return { DATA_DIR, DATABASE_URL: made?.url ?? "" };
}
const nameOf = ({ DATA_DIR, DATABASE_URL }: Settings) => DATABASE_URL ?? DATA_DIR;
const open = ({ DATA_DIR, DATABASE_URL = "" }: Settings) =>
  openPlatform({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL, mode: "test", migrateOnOpen: true });

async function within<Result>(
  place: Settings,
  work: (platform: Awaited<ReturnType<typeof open>>) => Promise<Result>,
) {
  const platform = await open(place);
  try {
    return await work(platform);
  } finally {
    await platform.close();
  }
}
/** Seeded once: its folder is copied, and PostgreSQL is filled from it. */
const demo = await installation("files");
await within(demo, seedDemo);
const archive = join(demo.DATA_DIR, "demo.club");
await within(demo, (platform) =>
  exportClub({ platform, dataDir: demo.DATA_DIR, mode: "test" }, { code: CODE, to: archive }, () => {}),
);
async function seeded(engine: Engine): Promise<Settings> {
  const place = await installation(engine);
  const { DATA_DIR: dataDir, DATABASE_URL } = place;
  if (!DATABASE_URL) cpSync(demo.DATA_DIR, dataDir, { recursive: true });
  else {
    const kept = openPool(DATABASE_URL, "files");
    await within(place, (platform) =>
      importClub({ platform, dataDir, mode: "test", kept }, { from: archive }, () => {}),
    );
    await kept.end();
  }
  return place;
}

const allOf = (place: Settings) =>
  within(place, ({ clubs }) =>
    clubs.use(
      CODE,
      async (db): Promise<{ hashes: TableHashes; heads: unknown[] }> => ({
        hashes: await hashesOf(db, tables),
        heads: [await evidenceHead(db), await auditHead(db)],
      }),
    ),
  );

/** Tells whether users could sign in there and make changes. */
const isOpen = (place: Settings) =>
  within(place, async ({ control, clubs }) => {
    const row = await control
      .selectFrom("clubs")
      .select("status")
      .where("code", "=", CODE)
      .executeTakeFirst();
    if (row?.status !== "active") return false;
    return clubs
      .use(CODE, (db) =>
        db
          .updateTable("club")
          .set((eb) => ({ name: eb.ref("name") }))
          .execute(),
      )
      .then(() => true, falseWhereAway);
  });

const move = (from: Settings, to: Settings, ...more: string[]) =>
  runCommand(club, ["move", CODE, "--to", nameOf(to), ...more], { env: { APP_MODE: "test", ...from } });

/** Adds due jobs of the club, with a key each. */
const addJobs = (
  place: Settings,
  jobs: Record<string, { kind: string; status: "queued" | "dead"; runAt: Date }>,
) =>
  within(place, ({ control }) =>
    control
      .insertInto("jobs")
      .values(
        Object.entries(jobs).map(([key, { kind, status, runAt }]) => ({
          ...{ id: `job-${key}`, kind, key, payload: `{"clubCode":"${CODE}"}`, status, attempts: 1 },
          ...{ run_at: runAt.toISOString(), created_at: new Date().toISOString(), bulk: 0 },
          ...{ locked_until: null, last_error: null, finished_at: null },
        })),
      )
      .execute(),
  );
const jobsIn = (place: Settings) =>
  within(place, async ({ control }) => {
    const jobs = await control
      .selectFrom("jobs")
      .select(["key", "status"])
      .where("id", "like", "job-%")
      .orderBy("key")
      .execute();
    return jobs.map(({ key, status }) => `${key} ${status}`);
  });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

/**
 * Kills a move, or breaks its connections.
 * @returns how it ended
 */
async function breakAt(
  step: string,
  from: Settings,
  to: Settings,
  cut = "",
): Promise<number | NodeJS.Signals | null> {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", fileURLToPath(new URL("move-at-step.ts", import.meta.url))],
    {
      env: {
        ...process.env,
        DATABASE_URL: "",
        APP_MODE: "test",
        ...from,
        MOVE_TO: `${nameOf(to)} ${step} ${CODE} ${cut}`,
      },
      stdio: "ignore",
    },
  );
  const [status, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  return signal ?? status;
}

describe.each([
  ["files", "PostgreSQL"],
  ["PostgreSQL", "files"],
] as const)("a club that goes from %s to %s", (one, other) => {
  test.each(["closed", "packed", "copied", "verified", "moved", "opened", "forgotten"])(
    "a club whose move is killed at '%s' is open at most once, loses nothing acknowledged, and arrives when started again",
    async (step) => {
      const [from, to] = [await seeded(one), await installation(other)];
      await addJobs(from, {
        planned: { kind: "agreement.mails", status: "queued", runAt: inDays(5) },
        "given up": { kind: "club.entries", status: "dead", runAt: inDays(-1) },
      });
      const platform = await open(from);
      // Another process writes until it is refused.
      const acknowledged: string[] = [];
      let writes = true;
      const writer = (async () => {
        while (writes) {
          const id = newId();
          const row = { id, agreement_id: "none", email: "a@b.example", created_at: "2026" };
          const ok = await platform.clubs
            .use(CODE, (db) =>
              db
                .insertInto("agreement_texts")
                .values({ hash: id, version: "1", language: "en", text: row.email, first_used_at: "2026" })
                .execute(),
            )
            .then(() => true, falseWhereAway);
          if (ok) acknowledged.push(id);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      })();
      expect(await breakAt(step, from, to)).toBe("SIGKILL");
      writes = false;
      await writer;
      await platform.close();
      expect(acknowledged.length).toBeGreaterThan(0);
      const opened = [await isOpen(from), await isOpen(to)].filter(Boolean).length;
      expect(opened).toBe(["opened", "forgotten"].includes(step) ? 1 : 0);

      const { said } = await move(from, to);
      expect(said).toMatch(
        /DEMO1: moved to .*, every table's hash and both chains equal|There is no club DEMO1/,
      );
      expect([await isOpen(from), await isOpen(to)]).toEqual([false, true]);
      expect(await jobsIn(to)).toEqual(["given up dead", "planned queued"]);
      expect(await jobsIn(from)).toEqual([]);
      const texts = await within(to, ({ clubs }) =>
        clubs.use(CODE, (db) => db.selectFrom("agreement_texts").select("hash").execute()),
      );
      expect(texts.map(({ hash }) => hash)).toEqual(expect.arrayContaining(acknowledged));
      // No leftovers, and its people's memberships there are gone.
      expect(existsSync(join(from.DATA_DIR, "moving", CODE))).toBe(false);
      const left = await within(from, ({ control }) =>
        control.selectFrom("memberships").select("account_id").where("club_code", "=", CODE).execute(),
      );
      expect(left).toEqual([]);
    },
    90_000,
  );

  test.each(["packed", "moved"])(
    "a club whose move loses its connections at '%s' arrives unchanged, or is open at most once and arrives when started again",
    async (step) => {
      const [from, to] = [await seeded(one), await installation(other)];
      const before = await allOf(from);
      const ended = await breakAt(step, from, to, from.DATABASE_URL ?? to.DATABASE_URL);
      // A new connection can repeat it.
      expect([0, 1]).toContain(ended);
      if (ended === 1) {
        expect([await isOpen(from), await isOpen(to)]).not.toEqual([true, true]);
        expect((await move(from, to)).said).toMatch(/DEMO1: moved to|There is no club DEMO1/);
      }
      expect([await isOpen(from), await isOpen(to)]).toEqual([false, true]);
      expect(await allOf(to)).toEqual(before);
      expect(existsSync(join(from.DATA_DIR, "moving", CODE))).toBe(false);
    },
    90_000,
  );

  test("a moving club is readable meanwhile, or answers that it is away, the move can be undone, and another is refused", async () => {
    const [from, to] = [await seeded(one), await installation(other)];
    const before = await allOf(from);
    expect(await breakAt("closed", from, to)).toBe("SIGKILL");
    const reading = within(from, ({ clubs }) =>
      clubs.use(CODE, (db) => db.selectFrom("teams").select("id").execute()),
    );
    if (one === "PostgreSQL") expect((await reading).length).toBeGreaterThan(0);
    else await expect(reading).rejects.toMatchObject({ name: "ClubUnavailable", reason: "moved" });
    expect((await move(from, await installation("files"))).said).toContain("DEMO1 is being moved to");
    const cancelled = await runCommand(club, ["move", CODE, "--cancel"], {
      env: { APP_MODE: "test", ...from },
    });
    expect(cancelled).toMatchObject({ status: 0, said: expect.stringContaining("DEMO1: open again") });
    expect(await isOpen(from)).toBe(true);
    expect((await allOf(from)).heads).toEqual(before.heads);
    // Jobs about this installation's accounts do not move.
    await addJobs(from, { "of an account": { kind: "account.email", status: "dead", runAt: inDays(-1) } });
    expect((await move(from, to)).said).toContain(
      "DEMO1: 1 job about accounts and orders of here did not come along: account.email",
    );
    expect((await move(from, to)).said).toContain("There is no club DEMO1");
    // And back.
    const there = await allOf(to);
    expect((await move(to, from)).status).toBe(0);
    expect([await isOpen(from), await isOpen(to)]).toEqual([true, false]);
    expect(await allOf(from)).toEqual(there);
    expect((await move(from, to)).status).toBe(0);
    const twice = await seeded(one);
    expect((await move(twice, to)).said).toMatch(/DEMO1 is in .* already|Another club has the code DEMO1/);
    expect(await isOpen(twice)).toBe(true);
  }, 90_000);
});

test("a club arrives even if one of its people has another id there, and uses that id", async () => {
  const [from, to] = [await seeded("files"), await installation("PostgreSQL")];
  const coach = await within(from, async ({ control, clubs }) => {
    const account = await control
      .selectFrom("accounts")
      .selectAll()
      .where("email", "=", "coach@demo.example")
      .executeTakeFirstOrThrow();
    const reminder = { account_id: account.id, day: "2026-11-27", sent_at: "2026-11-27T12:00:00.000Z" };
    await clubs.use(CODE, (db) => db.insertInto("rating_reminders").values(reminder).execute());
    return account;
  });
  await within(to, ({ control }) =>
    control
      .insertInto("accounts")
      .values({ ...coach, id: "of-there" })
      .execute(),
  );
  expect((await move(from, to)).said).toMatch(/DEMO1: moved to .*, every table's hash and both chains equal/);
  const reminded = await within(to, ({ clubs }) =>
    clubs.use(CODE, (db) =>
      db.selectFrom("rating_reminders").select("account_id").where("day", "=", "2026-11-27").execute(),
    ),
  );
  expect(reminded).toEqual([{ account_id: "of-there" }]);
}, 60_000);

test("documents are sealed again with the key of each place, and stay where they are with another one", async () => {
  const [from, to] = [await seeded("files"), await installation("PostgreSQL")];
  const document = { id: "document-1", clubCode: CODE };
  const at = new Date().toISOString();
  const plain = join(from.DATA_DIR, "plain");
  writeFileSync(plain, "the roster");
  mkdirSync(join(from.DATA_DIR, "uploads", CODE), { recursive: true });
  const sealed = join(from.DATA_DIR, "uploads", CODE, document.id);
  const sha256 = await sealDocument(plain, sealed, { ...document, key: keyIn(from.DATA_DIR) });
  await within(from, async ({ control }) => {
    const times = { created_at: at, submitted_at: at, reviewed_at: at };
    const review = {
      status: "approved" as const,
      actual_players: 90,
      notes: "",
      version: 1,
      reviewed_by: null,
    };
    await control
      .insertInto("verifications")
      .values({ id: "ver-1", number: 7, club_code: CODE, ...review, ...times })
      .execute();
    const file = { name: "roster.pdf", type: "pdf" as const, bytes: 10, sha256, stored_at: at };
    await control
      .insertInto("verification_documents")
      .values({ id: document.id, verification_id: "ver-1", club_code: CODE, ...file })
      .execute();
  });
  const moved = (one: Settings, other: Settings, INSTALLATION_KEY: string) =>
    runCommand(club, ["move", CODE, "--to", nameOf(other)], {
      env: { APP_MODE: "test", INSTALLATION_KEY, ...one },
    });
  const key = "k".repeat(43);
  expect(await moved(from, to, key)).toMatchObject({ status: 0 });
  const wrong = await moved(to, from, "w".repeat(43));
  expect(wrong).toMatchObject({ status: 1, said: expect.stringContaining("roster.pdf cannot be opened") });
  expect([await isOpen(from), await isOpen(to)]).toEqual([false, true]);
  expect(await moved(to, from, key)).toMatchObject({ status: 0 });
  const back = join(from.DATA_DIR, "back");
  expect(await unsealDocument(sealed, back, { ...document, keys: [keyIn(from.DATA_DIR)] })).toBe(true);
  expect(readFileSync(back, "utf8")).toBe("the roster");
}, 60_000);

/** Returns false if the club is being moved; rethrows other errors. */
function falseWhereAway(error: unknown): false {
  if (error instanceof ClubUnavailable) return false;
  throw error;
}
