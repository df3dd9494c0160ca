import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const { takeDueClub } = await import("#app/domain/control/timetable/timetable.server.ts");

afterAll(world.close);

const CLUBS = 10_000;
/** The jobs process asks every 2 seconds. */
const ROUNDS_AN_HOUR = 1_800;

test("an hour in which none of 10,000 clubs has anything due costs seconds of CPU and opens no file", async () => {
  const at = new Date();
  const later = new Date(at.getTime() + 7_200_000).toISOString();
  await sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${CLUBS})
    insert into clubs (code, name, slug, contact_name, email, phone, state, city, timezone, status, plan, player_cap,
      estimated_players, verification_due_at, term_starts_at, term_ends_at, created_at)
    select 'c' || i, 'x', 'c' || i, 'x', 'x', '', 'TX', '', 'America/Chicago', 'active', 'standard', 1, 1, '', '', '', ''
    from n`.execute(world.control);
  await sql`insert into club_timetable (club_code, due_at, changed, version, steps)
    select code, ${later}, 0, 0, '{}' from clubs`.execute(world.control);
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS_AN_HOUR; round += 1)
    expect(await takeDueClub(world.control, at)).toBeNull();
  const { user, system } = process.cpuUsage(before);
  const cpuMs = (user + system) / 1000;
  if (process.env.SHOW_COST) console.log(`${Math.round(cpuMs)} ms of CPU`);
  expect(cpuMs).toBeLessThan(5_000);
});
