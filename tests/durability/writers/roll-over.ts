/**
 * A process to be killed: rolls a season over and undoes it in a loop, and prints its position: before, inside (in the
 * transaction, all written) and after its commit, before its events are delivered. `roll-over.ts DATA_DIR`.
 */
import { writeSync } from "node:fs";

const [dataDir = ""] = process.argv.slice(2);
Object.assign(process.env, { APP_MODE: "test", DATA_DIR: dataDir });
const { platform } = await import("#app/db/storage/platform.server.ts");
const { changeClub } = await import("#app/journeys/club-events/change-club.server.ts");
const { doRollOver, planRollOver, undoRollOver } = await import(
  "#app/domain/club/seasons/roll-overs.server.ts"
);
const { listSeasons } = await import("#app/domain/club/seasons/seasons.server.ts");
const say = (what: string) => writeSync(1, `${what}\n`);

const { clubs, control } = await platform();
const club = { code: "lakeside" };
const { db } = await clubs.lease(club.code);
const ctx = { control, db, club };
const teams = await db.selectFrom("teams").select("id").execute();
const keep = teams.map(({ id }) => id);
const [from] = (await listSeasons(db)).filter(({ name }) => name === "Fall");

for (;;) {
  const fields = {
    ...{ name: "Winter", startsOn: "2027-01-01", endsOn: "2027-03-01", into: "", takeRewards: true },
    ...{ keep, ages: new Map(keep.map((id) => [id, "U-13"])), invite: [] },
  };
  const plan = await changeClub(ctx, (tx) => planRollOver(tx, from?.id ?? "", fields, "Ada Admin"));
  if (!plan.ok) throw new Error(plan.problem);
  for (const change of [doRollOver, undoRollOver]) {
    const name = change === doRollOver ? "do" : "undo";
    say(`before ${name}`);
    const result = await changeClub(ctx, async (tx) => {
      const changed = await change(tx, plan.id);
      say(`inside ${name}`);
      return changed;
    });
    if (!result.ok) throw new Error(result.problem);
    say(`after ${name}`);
  }
}
