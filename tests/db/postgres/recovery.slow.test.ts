import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openPlatform } from "#app/db/storage/platform.server.ts";
import { main as restore } from "#scripts/restore.ts";
import { main as verify } from "#scripts/verify.ts";
import { runCommand } from "#tests/support/command.ts";
import { baseBackup, once, startPostgres } from "#tests/support/postgres-server.ts";
import { until } from "#tests/support/server.ts";
import { World } from "#tests/support/world.ts";

// docs/durability.md#postgresql, word by word.
test("a base backup and the server's log bring everything back as of a moment between two writes", async () => {
  const primary = await startPostgres({
    settings: {
      fsync: "off",
      archive_mode: "on",
      archive_command: "mkdir -p ../archive && cp %p ../archive/%f",
    },
  });
  onTestFinished(() => primary.stop());
  await once(
    primary.superUrl,
    "create database club_data owner goodside encoding 'UTF8' locale 'C' template template0",
  );
  const urlOn = (port: number) => `postgres://goodside@127.0.0.1:${port}/club_data`;
  const dataDir = mkdtempSync(join(tmpdir(), "goodside-recovery-"));
  const opening = { dataDir, mode: "test", databaseUrl: urlOn(primary.port), migrateOnOpen: true } as const;
  const open = await openPlatform(opening);
  const world = new World(dataDir, open, () => open.close());
  const club = await world.club("Lakeside", { code: "lakeside1" });
  const base = await baseBackup(primary);

  const teams = ["Hawks", "Otters"];
  for (const name of teams) await world.team(club, name);
  const signIns = 3;
  for (let count = 0; count < signIns; count += 1) await world.signIn(club.adminAccount, club.code);
  const [{ moment } = { moment: "" }] = await once(
    primary.superUrl,
    "select clock_timestamp()::text as moment",
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  // A change that the restore undoes.
  await open.clubs.use(club.code, (db) => db.updateTable("teams").set({ name: "Oops" }).execute());
  await world.signIn(club.adminAccount, club.code);
  await open.close();
  await once(primary.superUrl, "select pg_switch_wal()");
  await until(30_000, async () => {
    const rows = await once(
      primary.superUrl,
      "select 1 from pg_stat_archiver where last_archived_time > clock_timestamp() - interval '30 s' and last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1)",
    );
    return rows.length > 0 || undefined;
  });

  const recovered = await startPostgres({
    recoverFrom: base,
    settings: {
      fsync: "off",
      restore_command: `cp ${join(dirname(primary.folder), "archive")}/%f %p`,
      recovery_target_time: String(moment),
      recovery_target_action: "promote",
    },
  });
  onTestFinished(() => recovered.stop());
  await until(30_000, async () => {
    const [{ waits } = { waits: true }] = await once(
      recovered.superUrl,
      "select pg_is_in_recovery() as waits",
    );
    return waits === false || undefined;
  });

  const env = { ...process.env, DATABASE_URL: urlOn(recovered.port), DATA_DIR: dataDir, APP_MODE: "test" };
  expect(await runCommand(restore, ["--recovered"], { env })).toMatchObject({ status: 0 });
  expect(await runCommand(verify, [], { env })).toMatchObject({
    status: 0,
    lines: ["1 club looked at in the database: nothing is broken"],
  });
  const after = await openPlatform({ ...opening, databaseUrl: env.DATABASE_URL, migrateOnOpen: false });
  onTestFinished(() => after.close());
  const names = await after.clubs.use(club.code, (db) =>
    db.selectFrom("teams").select("name").orderBy("name").execute(),
  );
  expect(names.map(({ name }) => name)).toEqual(teams);
  const sessions = await after.control.selectFrom("sessions").select("id").execute();
  expect(sessions).toHaveLength(signIns);
  // Writing works as before: the chain of the audit log goes on.
  await new World(dataDir, after, async () => {}).signIn(club.adminAccount, club.code);
  expect(await runCommand(verify, [], { env })).toMatchObject({ status: 0 });
}, 300_000);
