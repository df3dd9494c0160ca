import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { kyselyOver, openFile } from "#app/db/file-engine.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { migrations } from "../../migrations/club/index.ts";
import { migrations as ofPlatform } from "../../migrations/control/index.ts";

const folder = mkdtempSync(join(tmpdir(), "goodside-migrations-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a club's file, or the platform's, as the release before a migration left it. */
async function fileBefore(name: string, all: typeof migrations | typeof ofPlatform) {
  const file = openFile(join(folder, `${name}.sqlite`), { create: true });
  const db = kyselyOver<Record<string, never>>(file);
  const earlier = Object.entries(all).filter(([other]) => other < name);
  await migrate(db, Object.fromEntries(earlier));
  return { file, db };
}
const clubBefore = (name: string) => fileBefore(name, migrations);

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

test("notifications of an older file are still known, by their new names", async () => {
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

test("staff find in plain letters what an older file has, and what is renamed", async () => {
  const { file, db } = await fileBefore("097-plain-letters", ofPlatform);
  const club =
    file.prepare(`insert into clubs (code, name, slug, contact_name, email, phone, state, city, timezone,
      status, plan, player_cap, estimated_players, verification_due_at, term_starts_at, term_ends_at, created_at)
    values (?, ?, ?, 'Ada', 'ada@club.example', '', 'TX', 'Austin', 'America/Chicago', 'active', 'standard', 800, 100,
      '2027', '2026', '2027', '2026')`);
  club.run("lodz", "KS Łódź", "lodz");
  club.run("plain", "Plain", "plain");
  file.exec(`insert into accounts (id, kind, email, name, phone, state, city, created_at)
    values ('a', 'person', 'a@club.example', 'Søren Weiß', '', 'TX', 'Austin', '2026')`);
  file.exec(`insert into search_teams (number, team_id, club_code, name, age_group, gender, season, status)
    values (1, 't', 'plain', 'Đại Bàng', 'U-12', 'Boys', 'Fall', 'active')`);
  file.exec("insert into search_games (number, team, opponent) values (7, 1, 'Ægir')");
  file.exec(`insert into standings (team_id, club_code, club_name, team_name, city, state, age_group, gender, total_score,
      rated_games, completed_games, perfect_games, trend, strip, ranked, search_text, number)
    values ('t', 'lodz', 'KS Łódź', 'Orły', 'Austin', 'TX', 'U-12', 'Boys', 0, 0, 0, 0, 'stable', '', 0, 'orły ks łodz austin', 5)`);
  const finds = (table: string, word: string) =>
    file.prepare(`select rowid from ${table}_words where ${table}_words match '"${word}"*'`).all().length;
  // Found by its code alone; its name has another letter.
  expect([finds("search_clubs", "lodz"), finds("search_users", "soren")]).toEqual([1, 0]);
  await migrate(db, ofPlatform);
  for (const [table, word] of [
    ["search_clubs", "lodz"],
    ["search_users", "soren"],
    ["search_users", "weiss"],
    ["search_teams", "dai"],
    ["search_games", "aegir"],
    ["search_games", "dai"],
    ["leaderboard", "orly"],
    ["leaderboard", "\u{e002}u12"],
  ] as const)
    expect(finds(table, word), word).toBe(1);
  expect(file.prepare("select search_text from standings").pluck().get()).toBe("orly ks lodz austin");
  file.exec("update clubs set name = 'Øst' where code = 'plain'");
  expect([finds("search_clubs", "ost"), finds("search_games", "ost")]).toEqual([1, 1]);
  await db.destroy();
});
