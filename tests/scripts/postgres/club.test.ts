import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { openWorld } from "#tests/support/world.ts";

/** A whole club in one file, between an installation over files and one on PostgreSQL. */

const world = await openWorld();
const { openMemory, kyselyOver } = await import("#app/db/file-engine.server.ts");
const { makeTemplate } = await import("#app/db/new-club-file.server.ts");
const { openPool } = await import("#app/db/postgres/pool.server.ts");
const { openPlatform } = await import("#app/db/storage/platform.server.ts");
const { hashesOf, tablesOfFile } = await import("#app/db/whole-tables.server.ts");
const { openDocument, sealDocument, unsealDocument } = await import("#app/files/stored-documents.server.ts");
const { makeKeysOf } = await import("#app/runtime/installation-key.server.ts");
const { canonicalJson } = await import("#app/domain/values/hash-chain.ts");
const { auditHead } = await import("#app/domain/club/audit/audit.server.ts");
const { evidenceHead } = await import("#app/domain/club/evidence/evidence.server.ts");
const { exportClub } = await import("#scripts/club/export.ts");
const { importClub } = await import("#scripts/club/import.ts");
const { readClubRows } = await import("#scripts/club/control-rows.ts");
const { openClubArchive } = await import("#scripts/club/club-archive.ts");
const { verifyData } = await import("#scripts/verify/data.ts");
const { verifyDatabase } = await import("#scripts/database/verify.ts");
const { seedDemo } = await import("#tests/support/seed-demo.ts");
const { env } = await import("#app/config/env.server.ts");

const CODE = "demo1";
const ROSTER = "90 players on the roster";
const opened: Platform[] = [];
const folder = (name: string) => mkdtempSync(join(tmpdir(), `goodside-${name}-`));

async function overFiles() {
  const dataDir = folder("files");
  const platform = await openPlatform({ dataDir, mode: "test", migrateOnOpen: true });
  opened.push(platform);
  return { platform, dataDir, mode: "test" as const, kept: null };
}
const kept = openPool(env().databaseUrl ?? "", "files");
const onPostgres = { platform: world.platform, dataDir: world.dataDir, mode: "test" as const, kept };
const home = await overFiles();
const document = { id: "document-1", clubCode: CODE };

/** Reads all rows of the club in an installation. */
async function allOf({ platform: { control, clubs } }: { platform: Platform }) {
  const tables = await tablesOfFile(kyselyOver(openMemory(await makeTemplate())) as never);
  const { clubs: own, accounts, ...rows } = await readClubRows(control, CODE);
  const sorted = Object.entries(rows).map(([name, list]) => [
    name,
    list.map((row) => canonicalJson({ ...row } as never)).sort(),
  ]);
  return clubs.use(CODE, async (db) => ({
    tables: await hashesOf(db, tables),
    heads: [await evidenceHead(db), await auditHead(db)],
    ...{ own, accounts, rows: Object.fromEntries(sorted) },
  }));
}

beforeAll(async () => {
  await seedDemo(home.platform);
  const at = new Date().toISOString();
  // Adds what the demo lacks: bytes, and texts in other scripts.
  await home.platform.clubs.use(CODE, async (db) => {
    const picture = { small: Buffer.from([0, 255, 1]), large: Buffer.alloc(300_000, 7), width: 2, height: 1 };
    await db
      .insertInto("logos")
      .values({ version: "v1", ...picture, stored_at: at })
      .execute();
    await db.updateTable("club").set({ description: "Zoë’s “Löwen” 🦁\n'; --" }).execute();
  });
  const uploads = join(home.dataDir, "uploads", CODE);
  mkdirSync(join(uploads, "logos"), { recursive: true });
  writeFileSync(join(uploads, "logos", "a.png"), Buffer.alloc(2_500_000, "a picture "));
  const plain = join(folder("plain"), "roster.pdf");
  writeFileSync(plain, ROSTER);
  const sha256 = await sealDocument(plain, join(uploads, document.id), {
    ...document,
    key: makeKeysOf(home.dataDir)[0],
  });
  const review = { number: 7, status: "approved" as const, actual_players: 90, notes: "", version: 1 };
  await home.platform.control
    .insertInto("verifications")
    .values({
      ...{ id: "ver-1", club_code: CODE, ...review, reviewed_by: null },
      ...{ created_at: at, submitted_at: at, reviewed_at: at },
    })
    .execute();
  const row = { name: "roster.pdf", type: "pdf" as const, bytes: ROSTER.length, sha256, stored_at: at };
  await home.platform.control
    .insertInto("verification_documents")
    .values({ id: document.id, verification_id: "ver-1", club_code: CODE, ...row })
    .execute();
}, 60_000);
afterAll(async () => {
  for (const platform of opened) await platform.close();
  await kept.end();
  await world.close();
});

describe("a club of files", () => {
  const archive = join(folder("export"), "there.club");
  const back = join(folder("export"), "back.club");
  let before: Awaited<ReturnType<typeof allOf>>;
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);

  test("a club of files arrives in PostgreSQL row by row, with its document sealed there", async () => {
    before = await allOf(home);
    expect(Object.values(before.tables).filter(({ rows }) => rows > 0).length).toBeGreaterThan(25);
    expect(before.heads.every((head) => (head?.seq ?? 0) > 0)).toBe(true);
    await exportClub(home, { code: CODE, to: archive }, print);
    await importClub(onPostgres, { from: archive }, print);
    expect(await allOf(onPostgres)).toEqual(before);
    expect(lines).toContainEqual(expect.stringMatching(/^DEMO1: imported as of 20.*Z, with 2 uploads$/));
    const opened = await openDocument(CODE, document.id);
    expect(await new Response(opened).text()).toBe(ROSTER);
    expect(await verifyDatabase(env(), {}, print)).toEqual({ broken: 0 });
  });

  test("a club moved to PostgreSQL is written to as usual: numbers and searches continue", async () => {
    await onPostgres.platform.clubs.use(CODE, async (db) => {
      const { id } = await db.selectFrom("teams").select("id").executeTakeFirstOrThrow();
      const game = await db
        .selectFrom("games")
        .selectAll()
        .where("team_id", "=", id)
        .executeTakeFirstOrThrow();
      await db
        .insertInto("games")
        .values({ ...game, id: "game-new", opponent: "Quetzals" })
        .execute();
      const found = await db.selectFrom("search_places").selectAll().where("name", "=", "Quetzals").execute();
      expect(found).toHaveLength(1);
      await db.deleteFrom("games").where("id", "=", "game-new").execute();
    });
    expect(await allOf(onPostgres)).toEqual(before);
  });

  test("a club returns from PostgreSQL row by row, and verify finds no problem", async () => {
    await exportClub(onPostgres, { code: CODE, to: back }, print);
    expect(statSync(back).mode & 0o777).toBe(0o600);
    const there = await overFiles();
    await importClub(there, { from: back }, print);
    expect(await allOf(there)).toEqual(before);
    const uploads = join(there.dataDir, "uploads", CODE);
    const plain = join(folder("plain"), "roster.pdf");
    expect(
      await unsealDocument(join(uploads, document.id), plain, {
        ...document,
        keys: makeKeysOf(there.dataDir),
      }),
    ).toBe(true);
    expect(readFileSync(plain, "utf8")).toBe(ROSTER);
    expect(hash(join(uploads, "logos", "a.png"))).toBe(
      hash(join(home.dataDir, "uploads", CODE, "logos", "a.png")),
    );
    expect(await verifyData(there.dataDir, {}, print)).toMatchObject({ broken: 0 });
  });

  test("an import into the same place is refused, unless it is asked to replace the club and keep the old one in a file", async () => {
    await expect(importClub(onPostgres, { from: archive }, print)).rejects.toThrow("DEMO1 is here already");
    await onPostgres.platform.clubs.use(CODE, (db) =>
      db.updateTable("club").set({ description: "Changed" }).execute(),
    );
    lines.length = 0;
    await importClub(onPostgres, { from: archive, replace: true }, print);
    expect(await allOf(onPostgres)).toEqual(before);
    const aside = /what it replaced: (.*)$/.exec(lines[0] ?? "")?.[1] ?? "";
    const kept = openClubArchive(aside);
    expect(kept.code).toBe(CODE);
    kept.close();
    await importClub(onPostgres, { from: aside, replace: true }, print);
    const { description } = await onPostgres.platform.clubs.use(CODE, (db) =>
      db.selectFrom("club").select("description").executeTakeFirstOrThrow(),
    );
    expect(description).toBe("Changed");
  });
});

const hash = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");
