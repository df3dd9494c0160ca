import { inTransaction } from "#app/db/engine.server.ts";
import { knownRanks, noteRanks } from "#app/domain/club/leaderboard/told-ranks.server.ts";
import { stateRanksOfClub } from "#app/domain/control/leaderboard/state-ranks.server.ts";
import { someoneSwitchedOn } from "#app/domain/control/notifications/preferences.server.ts";
import { digestTime } from "#app/domain/control/notifications/quiet-hours.ts";
import { dateAt } from "#app/domain/values/times.ts";
import type { ClubWeek } from "#app/journeys/context.ts";
import { notify } from "#app/journeys/notifications/notify.server.ts";

/**
 * Once a day, tells of the teams whose rank in their state has changed since they were last told
 * (product.md#notifications). A team that has just got its first rank is told nothing.
 */
export async function notifyOfRankChanges({ control, db, club, at }: ClubWeek): Promise<Date> {
  const ranks = await stateRanksOfClub(control, club.code);
  const known = await knownRanks(db);
  const changed = [...ranks].filter(([teamId, { rank }]) => known.get(teamId) !== rank);
  const listens = changed.length > 0 && (await someoneSwitchedOn(control, club.code, "leaderboard-updates"));
  for (const [teamId] of listens ? changed : []) {
    const from = known.get(teamId);
    if (from === undefined) continue;
    await notify(
      { control, db, club },
      {
        kind: "leaderboard-updates",
        key: `${teamId}:${dateAt(at, club.timezone)}`,
        teamId,
        to: { administrators: true, staff: ["manager"] },
        content: { about: "rank", teamId, from },
      },
      at,
    );
  }
  if (changed.length > 0) {
    const rows = changed.map(([teamId, { rank }]) => ({ teamId, rank }));
    await inTransaction(db, (tx) => noteRanks(tx, rows, at));
  }
  return digestTime("daily", club.timezone, at);
}
