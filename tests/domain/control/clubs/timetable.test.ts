import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const { takeDueClub } = await import("#app/domain/control/clubs/timetable.server.ts");

afterAll(world.close);

const CLUBS = 10_000;

test("a round in which none of 10,000 clubs has anything due asks once, by an index, and opens no file", async () => {
  const at = new Date();
  const later = new Date(at.getTime() + 7_200_000).toISOString();
  await sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${CLUBS})
    insert into clubs (code, name, slug, contact_name, email, phone, state, city, timezone, status, plan, player_cap,
      estimated_players, verification_due_at, term_starts_at, term_ends_at, created_at)
    select 'c' || i, 'x', 'c' || i, 'x', 'x', '', 'TX', '', 'America/Chicago', 'active', 'standard', 1, 1, '', '', '', ''
    from n`.execute(world.control);
  await sql`insert into club_timetable (club_code, due_at, changed, version, steps)
    select code, ${later}, 0, 0, '{}' from clubs`.execute(world.control);
  const heard: { sql: string; parameters: readonly unknown[] }[] = [];
  const hear = (statement: unknown) => heard.push(statement as (typeof heard)[number]);
  subscribe("goodside.statement", hear);
  const began = process.cpuUsage();
  // The jobs process asks every 2 seconds.
  const rounds = process.env.SHOW_COST ? 1_800 : 3;
  try {
    for (let round = 0; round < rounds; round += 1) expect(await takeDueClub(world.control, at)).toBeNull();
  } finally {
    unsubscribe("goodside.statement", hear);
  }
  if (process.env.SHOW_COST) console.log(`${process.cpuUsage(began).user / 1000} ms of CPU`);

  const asked = heard.filter(({ sql }) => !/^(begin|commit)/.test(sql));
  expect(asked).toHaveLength(rounds);
  // PostgreSQL plans by what it has counted, which in a new table is nothing.
  if (process.env.DATABASE_URL) return;
  const [first = { sql: "", parameters: [] }] = asked;
  const plan = await sql<{ detail: string }>`explain query plan ${sql.raw(
    first.sql.replace("?", `'${at.toISOString()}'`).replace("?", "1"),
  )}`.execute(world.control);
  expect(plan.rows.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^SEARCH club_timetable USING INDEX \w+ \(due_at<\?\)$/),
  ]);
});
