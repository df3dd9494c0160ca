/**
 * A process to be killed: creates clubs and teams in a data folder, one commit each, and prints each after its commit.
 * `commits.ts FOLDER [NORMAL]`: NORMAL turns synchronous=FULL off, to show that it is needed.
 */
import { writeSync } from "node:fs";
import { sql } from "kysely";
import { openStored } from "#tests/durability/stored.ts";
import { clubRow, teamRow } from "#tests/support/rows.ts";

const [folder = "", synchronous] = process.argv.slice(2);
const { clubs } = await openStored(folder, { migrate: true });
const say = (what: string) => writeSync(1, `${what}\n`);

for (let club = 1; ; club += 1) {
  const code = `club${club}`;
  await clubs.create(clubRow(code));
  if (!synchronous) say(code);
  await clubs.use(code, async (db) => {
    if (synchronous) await sql.raw(`pragma synchronous = ${synchronous}`).execute(db);
    for (let team = 1; team <= 40; team += 1) {
      await db
        .insertInto("teams")
        .values(teamRow(`${code}-team-${team}`, `Team ${team}`))
        .execute();
      say(`${code} ${team}`);
    }
  });
}
