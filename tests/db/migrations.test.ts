import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { kyselyOver, openFile } from "#app/db/file-engine.server.ts";
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

test("notes of incidents become cases with their clock, and ratings changed knowing the other are marked", async () => {
  const { file, db } = await clubBefore("029-cases");
  file.exec(`insert into teams (id, name, name_key, age_group, gender, season, player_count, description,
      manager_updates, coach_updates, weekly_reports, incident_alerts, created_at, last_activity_at)
    values ('hawks', 'Hawks', 'hawks', 'U-12', 'Boys', 'Fall 2026', 0, '', 1, 1, 0, 1, '2026', '2026')`);
  const game =
    file.prepare(`insert into games (id, team_id, opponent, date, starts_at, location, home_away, status,
      notes, agreement, created_at, updated_at)
    values (?, 'hawks', 'Lions', '2026-10-03', '2026-10-03T15:00:00.000Z', '', 'home', 'scheduled', '', 'pending',
      '2026', '2026')`);
  const rating =
    file.prepare(`insert into ratings (id, game_id, side, score, reason, tags, submission_key, given_by,
      given_by_name, given_as, correction_reason, given_at, superseded_at)
    values (?, ?, ?, 0, '', '[]', ?, 'x', 'X', ?, '', ?, ?)`);
  const incident =
    file.prepare(`insert into incidents (id, game_id, rating_id, what, when_text, official_was_minor,
      abuse_level, status, opened_at, updated_at, updated_by_name)
    values (?, ?, ?, 'A card', '', 'no', 2, ?, '2026-10-03T18:00:00.000Z', '2026-10-04T18:00:00.000Z', 'Ada')`);
  for (const [id, status] of [
    ["one", "open"],
    ["two", "closed"],
  ]) {
    game.run(id);
    rating.run(
      `${id}-1`,
      id,
      "coach",
      `${id}-1`,
      "head",
      "2026-10-03T18:00:00.000Z",
      "2026-10-03T20:00:00.000Z",
    );
    rating.run(`${id}-2`, id, "manager", `${id}-2`, "manager", "2026-10-03T19:00:00.000Z", null);
    rating.run(`${id}-3`, id, "coach", `${id}-3`, "head", "2026-10-03T20:00:00.000Z", null);
    incident.run(id, id, `${id}-1`, status);
  }
  await migrate(db, migrations);
  expect(
    file
      .prepare(
        "select id, status, what, closed_as, closed_at, erases_at, erased_at from incidents order by id",
      )
      .all(),
  ).toEqual([
    { id: "one", status: "open", what: "A card", closed_as: null, closed_at: null, ...clock },
    {
      id: "two",
      status: "closed",
      what: "A card",
      closed_as: "agreed",
      closed_at: "2026-10-04T18:00:00.000Z",
      ...clock,
    },
  ]);
  expect(file.prepare("select incident_id, kind, author_name, at from incident_entries").all()).toEqual([
    { incident_id: "two", kind: "closed", author_name: "Ada", at: "2026-10-04T18:00:00.000Z" },
  ]);
  expect(file.prepare("select id from ratings where saw_other = 1 order by id").all()).toEqual([
    { id: "one-3" },
    { id: "two-3" },
  ]);
  await db.destroy();
});

const clock = { erases_at: "2028-10-03T18:00:00.000Z", erased_at: null };

test("what an older file's people were notified of is still known, by its new names", async () => {
  const { file, db } = await clubBefore("055-notified");
  file.exec("pragma foreign_keys = off");
  file.exec("insert into told_results values ('game', '2026')");
  file.exec("insert into told_ranks values ('hawks', 3, '2026')");
  file.exec("insert into game_reminders values ('game', 'ada', 'cancelled', '2026')");
  await migrate(db, migrations);
  const rows = (table: string) => file.prepare(`select * from ${table}`).all();
  expect(rows("notified_results")).toEqual([{ game_id: "game", notified_at: "2026" }]);
  expect(rows("notified_ranks")).toEqual([{ team_id: "hawks", rank: 3, notified_at: "2026" }]);
  expect(rows("game_reminders")).toEqual([
    { game_id: "game", account_id: "ada", notified_of: "cancelled", notified_at: "2026" },
  ]);
  const index = "select sql from sqlite_schema where name = 'game_reminders_by_time'";
  expect(JSON.stringify(file.prepare(index).all())).toContain("notified_at");
  await db.destroy();
});
