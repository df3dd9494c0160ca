import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openPlatform } from "#app/db/storage/platform.server.ts";
import { main as doctor } from "#scripts/doctor.ts";
import { runCommand } from "#tests/support/command.ts";
import { once, startPostgres } from "#tests/support/postgres-server.ts";
import { until } from "#tests/support/server.ts";

test("npm run doctor names a standby that is behind, a role that bypasses, a policy that is missing, in a sentence each", async () => {
  const primary = await startPostgres({ settings: { fsync: "off" } });
  onTestFinished(() => primary.stop());
  const make = "create database club_data owner goodside encoding 'UTF8' locale 'C' template template0";
  await once(primary.superUrl, make);
  const standby = await startPostgres({
    settings: { fsync: "off", wal_receiver_status_interval: 1 },
    standbyOf: primary,
  });
  onTestFinished(() => standby.stop());
  const dataDir = mkdtempSync(join(tmpdir(), "goodside-doctor-"));
  const urlOf = (port: number) => `postgres://goodside@127.0.0.1:${port}/club_data`;
  const said = async (port = primary.port) => {
    const env = { ...process.env, APP_MODE: "test", DATA_DIR: dataDir, DATABASE_URL: urlOf(port) };
    return (await runCommand(doctor, [], { env })).said;
  };
  const opening = { dataDir, mode: "test", databaseUrl: urlOf(primary.port), migrateOnOpen: true } as const;
  await (await openPlatform(opening)).close();

  expect(await said()).toMatch(
    /warn +standby: standby cannot be looked at by this role -> grant pg_read_all_stats to it\n/,
  );
  await once(primary.superUrl, "grant pg_read_all_stats to goodside");
  expect(await said()).toMatch(
    /warn +standby: standby is 0 s behind \(async\) -> name it in synchronous_standby_names/,
  );
  await once(primary.superUrl, "alter system set synchronous_standby_names = 'standby'");
  await once(primary.superUrl, "select pg_reload_conf()");
  await until(
    20_000,
    async () => /ok +standby: standby is 0 s behind \(sync\)/.test(await said()) || undefined,
  );

  await once(standby.superUrl, "select pg_wal_replay_pause()");
  const write = () => once(primary.superUrl, "select pg_logical_emit_message(true, 'goodside', 'a write')");
  await until(60_000, async () => {
    await write();
    return (
      /warn +standby: standby is [1-9]\d s behind \(sync\) -> it would lose/.test(await said()) || undefined
    );
  });
  await once(standby.superUrl, "select pg_wal_replay_resume()");

  expect(await said(standby.port)).toMatch(
    /WRONG +database: it is a standby: every change is refused -> name the primary in DATABASE_URL\n/,
  );

  await once(primary.superUrl, "alter role goodside bypassrls");
  expect(await said()).toMatch(
    /WRONG +role: the role goodside bypasses row-level security: nothing would keep the clubs apart -> alter role/,
  );
  await expect(openPlatform(opening)).rejects.toThrow("would not keep the clubs apart");
  await once(primary.superUrl, "alter role goodside nobypassrls");

  await once(urlOf(primary.port), "drop policy own_club on club.ratings");
  expect(await said()).toMatch(
    /WRONG +policies: missing, or not forced, for ratings: clubs see each other's rows there -> /,
  );
}, 300_000);
