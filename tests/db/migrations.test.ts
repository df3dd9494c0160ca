import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { kyselyOver, openFile } from "#app/db/engine.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { migrations } from "../../migrations/club/index.ts";

const folder = mkdtempSync(join(tmpdir(), "goodside-migrations-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A club's file as the release before a migration left it. */
async function clubBefore(name: string) {
  const file = openFile(join(folder, `${name}.sqlite`), { create: true });
  const db = kyselyOver<Record<string, never>>(file);
  const earlier = Object.entries(migrations).filter(([other]) => other < name);
  await migrate(db, Object.fromEntries(earlier));
  return { file, db };
}

test("deleted teams of an older file stay deleted, and their names stay free", async () => {
  const { file, db } = await clubBefore("016-team-status");
  const insert = file.prepare(
    `insert into teams (id, name, name_key, age_group, gender, season, player_count, description,
       manager_updates, coach_updates, weekly_reports, incident_alerts, created_at, last_activity_at, deleted_at)
     values (?, 'Hawks', 'hawks', 'U-12', 'Boys', 'Fall 2026', 0, '', 1, 1, 0, 1, '2026', '2026', ?)`,
  );
  insert.run("gone", "2026-10-01T00:00:00.000Z");
  insert.run("there", null);
  await migrate(db, migrations);
  expect(file.prepare("select id, status, status_since from teams order by id").all()).toEqual([
    { id: "gone", status: "deleted", status_since: "2026-10-01T00:00:00.000Z" },
    { id: "there", status: "active", status_since: null },
  ]);
  expect(() => file.prepare("update teams set status = 'active' where id = 'gone'").run()).toThrow(/UNIQUE/);
  await db.destroy();
});
