import { dollars } from "#app/domain/club/rewards/labels.ts";
import type { Starting } from "#app/domain/club/rewards/rewards.ts";
import {
  previewStart,
  type StartPreview,
  type startAwarding,
  totalOf,
} from "#app/domain/club/rewards/start-rewards.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { formatDate } from "#app/domain/values/times.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { todayOf } from "./open-rewards.server.ts";

/** Most games named per team; the others are counted. */
const DAYS_NAMED = 5;

/** Previews what starting a reward or a program would award for past games. */
export const viewStart = async (ctx: ClubContext, starting: Starting) =>
  viewPreview(ctx, await previewStart(ctx.db, starting), {
    doing: "Starting",
    does: "Start",
    alone: "Start It",
  });

/** Describes the awards for past games in the words of the reward or program. */
export function viewPreview(
  ctx: Pick<ClubContext, "club">,
  { teams, leftCents }: StartPreview,
  words: { doing: string; does: string; alone: string },
) {
  const today = todayOf(ctx);
  const { awarded, awardedCents, waits } = totalOf(teams);
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
    summary: `${pluralize(teams.length, "team has", "teams have")} earned ${pluralize(awarded + waits, "reward")} already. ${
      awarded === 0
        ? waitsLabel(waits)
        : `${words.doing} awards ${awarded} of them for ${dollars(awardedCents)}, which leaves ${dollars(leftCents)}${waits > 0 ? `; ${waitsLabel(waits)}` : ""}`
    }.`,
    submit: awarded === 0 ? words.alone : `${words.does} and Award ${dollars(awardedCents)}`,
  };
}

type Started = Awaited<ReturnType<typeof startAwarding>>;

const waitsLabel = (waits: number) =>
  `${pluralize(waits, "reward waits", "rewards wait")} for you to hand over`;

/** Returns '2 rewards are awarded ($30), 1 to hand over.' */
export const awardedLabel = ({ awarded, awardedCents, waits }: Started): string =>
  awarded === 0 && waits > 0
    ? `${waitsLabel(waits)}.`
    : `${pluralize(awarded, "reward is", "rewards are")} awarded (${dollars(awardedCents)})${waits > 0 ? `, ${waits} to hand over` : ""}.`;

/** Returns the message after a reward or program started. */
export const startedLabel = (name: string, started: Started): string =>
  `${name} is running. ${awardedLabel(started)}`;
