import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { runCommand } from "#tests/support/command.ts";
import { openWorld } from "#tests/support/world.ts";

/** Operators' commands if DATABASE_URL names a PostgreSQL. */

describe.skipIf(!process.env.TEST_DATABASE_URL)("with PostgreSQL", async () => {
  const world = process.env.TEST_DATABASE_URL ? await openWorld() : null;
  if (!world) return test("the PostgreSQL tests run if TEST_DATABASE_URL names a server", () => {});
  afterAll(() => world.close());
  const url = () => process.env.DATABASE_URL ?? "";
  const { filesPool } = await import("#app/db/postgres/files.server.ts");
  const { storeDocument } = await import("#app/files/stored-documents.server.ts");
  const { main: backup } = await import("#scripts/backup.ts");
  const { main: doctor } = await import("#scripts/doctor.ts");
  const { ofServer } = await import("#scripts/doctor/database.ts");
  const { formatFinding } = await import("#scripts/doctor/finding.ts");
  const { main: migrate } = await import("#scripts/migrate.ts");
  const { main: copy } = await import("#scripts/copy.ts");
  const { main: seed } = await import("#scripts/seed.ts");
  const { main: verifyAgreements } = await import("#scripts/verify-agreements.ts");
  const { main: restore } = await import("#scripts/restore.ts");
  const { main: verify } = await import("#scripts/verify.ts");
  const pool = () => filesPool() ?? expect.unreachable("Tests run on files");
  const folder = () => mkdtempSync(join(tmpdir(), "dump-"));
  const settings = () => ({ ...process.env, DATABASE_URL: url() });
  const hasPrograms = spawnSync("pg_dump", ["--version"]).status === 0;
  const club = await world.club("Lakeside");
  const team = await world.team(club, "Hawks");
  await world.person("Dana Coach", club, [{ team, role: "coach" }]);

  test("npm run migrate finds everything up to date", async () => {
    expect(await runCommand(migrate, [], { env: settings() })).toMatchObject({
      status: 0,
      lines: ["database: up to date"],
    });
  });

  describe("npm run doctor", () => {
    const lines = async () => (await runCommand(doctor, [], { env: settings() })).said;

    test("the doctor examines the database instead of a folder", async () => {
      const said = await lines();
      for (const line of [
        /ok +database: PostgreSQL 1\d/,
        "ok     role: row-level security binds it",
        "ok     migrations: the database is of this release",
        "ok     policies: every table of the clubs' rows has its own, and forces it",
        "warn   jobs: no jobs process is connected",
        "ok     clubs: 1 have their rows",
      ])
        expect(said).toMatch(line);
      expect(said).not.toContain("control database");
      expect(said).not.toContain(new URL(url()).password || "no password");
    });

    test.each([
      ["a policy that is missing", "drop policy own_club on club.games"],
      ["one that does not bind the owner", "alter table club.games no force row level security"],
    ])("the doctor names %s", async (_, damage) => {
      const client = await pool().connect();
      const policy =
        "create policy own_club on club.games using (club_code = current_setting('goodside.club', true))";
      try {
        await client.query(damage);
        expect(await lines()).toContain("WRONG  policies: missing, or not forced, for games");
      } finally {
        await client.query("drop policy if exists own_club on club.games");
        await client.query(policy);
        await client.query("alter table club.games force row level security");
        client.release();
      }
    });

    test("the doctor names a server that is too old, and asks it nothing more", async () => {
      const old = { version: "14.9", number: 140_009, encoding: "UTF8", collation: "C", fsync: "on" };
      const server = { query: async () => ({ rows: [{ ...old, standby: 0, commits: "on" }] }) };
      const { found, usable } = await ofServer(server as unknown as Parameters<typeof ofServer>[0], true);
      expect(usable).toBe(false);
      expect(found.map(formatFinding)).toContainEqual(
        expect.stringMatching(
          /WRONG +database: PostgreSQL 14\.9 is too old: 15 or newer is needed -> pg_upgrade/,
        ),
      );
    });

    test("the doctor names pending migrations", async () => {
      await pool().query("delete from public.migrations where name = '004-files'");
      onTestFinished(async () => {
        await pool().query("insert into public.migrations (name) values ('004-files')");
      });
      expect(await lines()).toContain("WRONG  migrations: waiting for 004-files -> npm run migrate");
    });
  });

  test("npm run verify-agreements reads the rows of every club, or of one", async () => {
    const whole = await runCommand(verifyAgreements, [], { env: settings() });
    const line = `${club.code.toUpperCase()}: 0 records, whole`;
    expect(whole).toMatchObject({ status: 0, lines: [line, "All evidence is whole"] });
    const one = await runCommand(verifyAgreements, ["--club", club.code], { env: settings() });
    expect(one.lines).toEqual(whole.lines);
    expect(await runCommand(verifyAgreements, ["--club", "nobody"], { env: settings() })).toMatchObject({
      status: 2,
    });
  });

  test.each([
    ["seed", seed, ["--clubs", "2"], "Made-up clubs are written as files: leave out DATABASE_URL"],
    ["copy", copy, [], "This copies files: with DATABASE_URL a standby does it"],
  ] as const)("npm run %s says that it is for files, and changes nothing", async (_, main, args, why) => {
    const { status, said } = await runCommand(main, [...args], { env: settings() });
    expect(status).toBe(1);
    expect(said).toContain(why);
    expect((await runCommand(verify, [], { env: settings() })).lines).toEqual([
      "1 club looked at in the database: nothing is broken",
    ]);
  });

  test("npm run doctor names a club that is being moved, and the site refuses its changes", async () => {
    await pool().query("update club.stored_clubs set closed = 'moving'");
    onTestFinished(async () => {
      await pool().query("update club.stored_clubs set closed = null");
    });
    const { said } = await runCommand(doctor, [], { env: settings() });
    expect(said).toContain(`warn   clubs: being moved: ${club.code.toUpperCase()}`);
    const change = world.platform.clubs.use(club.code, (db) =>
      db.updateTable("teams").set({ description: "x" }).execute(),
    );
    await expect(change).rejects.toMatchObject({ name: "ClubUnavailable", reason: "moved" });
  });

  describe("npm run verify", () => {
    test("verify finds a document that was changed", async () => {
      expect(await runCommand(verify, [], { env: settings() })).toMatchObject({
        status: 0,
        lines: ["1 club looked at in the database: nothing is broken"],
      });
      const paper = join(world.dataDir, "paper");
      writeFileSync(paper, "Articles");
      const id = "document-1";
      await storeDocument(club.code, id, paper);
      const at = new Date().toISOString();
      await pool().query(
        `insert into control.verifications (id, club_code, number, status, created_at) select 'v1', '${club.code}', 1, 'pending', '${at}'`,
      );
      await world.control
        .insertInto("verification_documents")
        .values({
          id,
          verification_id: "v1",
          club_code: club.code,
          name: "a.pdf",
          type: "pdf",
          bytes: 8,
          sha256: "x",
          stored_at: at,
        })
        .execute();
      expect((await runCommand(verify, [], { env: settings() })).status).toBe(0);
      await pool().query("update files.kept set content = content || 'x' where path like 'uploads/%'");
      const { status, said } = await runCommand(verify, [], { env: settings() });
      expect(status).toBe(1);
      expect(said).toContain(`documents: ${club.code}/${id} is missing or was changed`);
      await world.control.deleteFrom("verification_documents").execute();
    });
  });

  describe.skipIf(!hasPrograms)("npm run backup", () => {
    test("backup names the role it needs, because the site's own sees one club at a time", async () => {
      const { status, said } = await runCommand(backup, ["--to", folder()], { env: settings() });
      expect(status).toBe(1);
      expect(said).toContain("create role goodside_backup login bypassrls in role pg_read_all_data");
      const of = await runCommand(backup, ["--to", folder(), "--club", club.code], { env: settings() });
      expect(of).toMatchObject({ status: 2 });
    });

    const reader = process.env.TEST_BACKUP_DATABASE_URL;
    test.skipIf(!reader)("backup dumps everything, and a new database is filled from it", async () => {
      const to = folder();
      const of = new URL(reader ?? "");
      of.pathname = new URL(url()).pathname;
      const env = { ...settings(), BACKUP_DATABASE_URL: of.href };
      expect((await runCommand(backup, ["--to", to], { env })).said).toContain("the whole database");
      const [dump = ""] = readdirSync(to);
      const onto = await runCommand(restore, ["--from", join(to, dump)], { env });
      expect(onto).toMatchObject({ status: 1, said: expect.stringContaining("a new one only") });
      const name = `${of.pathname.slice(1)}_anew`;
      await pool().query(`create database ${name} template template0 encoding 'UTF8' locale 'C'`);
      onTestFinished(async () => {
        await pool().query(`drop database ${name} with (force)`);
      });
      const anew = new URL(url());
      anew.pathname = `/${name}`;
      const there = { ...process.env, DATABASE_URL: anew.href };
      expect((await runCommand(restore, ["--from", join(to, dump)], { env: there })).said).toMatch(
        /dump is restored\n$/,
      );
      const { openPlatform } = await import("#app/db/storage/platform.server.ts");
      const open = await openPlatform({
        dataDir: folder(),
        databaseUrl: anew.href,
        mode: "test",
        migrateOnOpen: false,
      });
      const teams = await open.clubs.use(club.code, (db) => db.selectFrom("teams").select("name").execute());
      expect(teams).toEqual([{ name: "Hawks" }]);
      const noted = await open.control
        .selectFrom("meta")
        .select("key")
        .where("key", "=", "restored")
        .execute();
      expect(noted).toHaveLength(1);
      await open.close();
    });
  });
});
