import { dollars } from "#app/domain/club/rewards/labels.ts";
import type { Starting } from "#app/domain/club/rewards/rewards.ts";
import { previewStart, type startAwarding } from "#app/domain/club/rewards/start-rewards.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { formatDate } from "#app/domain/values/times.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { todayOf } from "./open-rewards.server.ts";

/** Games named of each team; the others are counted. */
const DAYS_NAMED = 5;

/** What starting a reward or a program would award for the past. */
export async function viewStart(ctx: ClubContext, starting: Starting) {
  const { teams, leftCents } = await previewStart(ctx.db, starting);
  const today = todayOf(ctx);
  const sum = (of: "awarded" | "awardedCents" | "waits") =>
    teams.reduce((total, team) => total + team[of], 0);
  const [awarded, waits] = [sum("awarded"), sum("waits")];
  return {
    teams: teams.map((team) => ({
      key: team.teamId,
      team: team.teamName,
      games:
        team.days
          .slice(0, DAYS_NAMED)
          .map((day) => formatDate(day, today))
          .join("; ") + (team.days.length > DAYS_NAMED ? ` and ${team.days.length - DAYS_NAMED} more` : ""),
      awarded: team.awarded === 0 ? "–" : `${team.awarded}, ${dollars(team.awardedCents)}`,
      waits: team.waits === 0 ? "–" : String(team.waits),
    })),
    summary: `${pluralize(teams.length, "team has", "teams have")} earned ${pluralize(awarded + waits, "reward")} already. Starting awards ${awarded} of them for ${dollars(sum("awardedCents"))}, which leaves ${dollars(leftCents)}${waits > 0 ? `; ${pluralize(waits, "reward waits", "rewards wait")} for you to hand over` : ""}.`,
    submit: awarded === 0 ? "Start It" : `Start and Award ${dollars(sum("awardedCents"))}`,
  };
}

/** What a started reward or program says. */
export const startedLabel = (
  name: string,
  { awarded, awardedCents, waits }: Awaited<ReturnType<typeof startAwarding>>,
): string =>
  `${name} is running. ${pluralize(awarded, "reward is", "rewards are")} awarded (${dollars(awardedCents)})${waits > 0 ? `, ${waits} to hand over` : ""}.`;
