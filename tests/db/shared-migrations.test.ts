import { type Kysely, sql } from "kysely";
import { describe, expect, test } from "vitest";
import {
  postgresMigrations,
  type SharedMigration,
  sharedMigrations,
} from "#app/db/postgres/migrations.server.ts";
import { migrations as club } from "#migrations/club/index.ts";
import { migrations as control } from "#migrations/control/index.ts";

/** Builds a migration, which is written once for both engines (CONTRIBUTING.md, A table). */

const migration = (...statements: string[]): SharedMigration => ({
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
const asClub = async (later: SharedMigration) => {
  const found = await sharedMigrations({ control, club: { ...club, "999-later": later } });
  return found.get("club/999-later");
};

test("every migration of this release can be said on PostgreSQL", async () => {
  const names = [...(await sharedMigrations()).keys()];
  expect(postgresMigrations).toEqual(expect.arrayContaining(names));
});

describe("a migration of the clubs' files", () => {
  test("a new column has PostgreSQL's type", async () => {
    const column = migration("alter table teams add column home_venue text not null default ''");
    expect((await asClub(column))?.schema).toBe(
      "alter table club.teams add column home_venue text not null default ''",
    );
    const count = migration("alter table teams add column seats integer check (seats > 0)");
    expect((await asClub(count))?.schema).toBe(
      "alter table club.teams add column seats bigint;\nalter table club.teams add check (seats > 0)",
    );
  });

  test("the club is first in every key of a new table, whose rows only that club sees", async () => {
    const { schema = "" } =
      (await asClub(
        migration(
          `create table venues (id text primary key, team_id text references teams (id) on delete set null,
             name text not null unique) strict`,
          "create index venues_by_team on venues (team_id) where team_id is not null",
        ),
      )) ?? {};
    expect(schema).toContain("primary key (club_code, id)");
    expect(schema).toContain("unique (club_code, name)");
    expect(schema).toMatch(
      /add foreign key \(club_code, team_id\) references club\.teams \(club_code, id\)\s+on delete SET NULL \(team_id\)/,
    );
    expect(schema).toContain("alter table club.venues force row level security");
    expect(schema).toContain("create policy own_club on club.venues");
    expect(schema).toContain("on club.venues (club_code, team_id) where team_id is not null");
  });

  test("rows are changed after the schema, in PostgreSQL's words", async () => {
    const found = await asClub({
      up: async (db) => {
        await sql`alter table teams add column seats integer`.execute(db);
        await sql`update teams set seats = ${20} where status = ${"active"}`.execute(db);
      },
    });
    expect(found?.rows).toMatchObject([
      {
        sql: "update teams set seats = $1::bigint where status = $2::text",
        parameters: [20, "active"],
      },
    ]);
  });

  test("its own statements for PostgreSQL replace it", async () => {
    const rowid: SharedMigration = {
      ...migration("create index teams_in_order on teams (name collate nocase)"),
      postgres: "create index teams_in_order on club.teams (club_code, lower(name))",
    };
    expect(await asClub(rowid)).toEqual({ schema: rowid.postgres, rows: [] });
  });

  test.each([
    ["a trigger", "create trigger t after insert on teams begin select 1; end"],
    ["words of SQLite", "create index teams_in_order on teams (name collate nocase)"],
    ["a function of SQLite", "update teams set created_at = strftime('%Y', 'now')"],
    ["a query whose rows it needs", "select id from teams"],
    ["another type", "create table venues (id text primary key, name text collate nocase) strict"],
  ])("%s is refused unless it brings statements of its own", async (_, statement) => {
    await expect(asClub(migration(statement))).rejects.toThrow(/migrations\/club\/999-later: .*"postgres"/s);
  });
});

test("a new table of the platform has no club in its key", async () => {
  const later = migration("create table venues (id text primary key, at text not null) strict");
  const found = await sharedMigrations({ club, control: { ...control, "999-later": later } });
  expect(found.get("control/999-later")?.schema).toBe(
    "create table control.venues (id text not null, at text not null, primary key (id))",
  );
});
