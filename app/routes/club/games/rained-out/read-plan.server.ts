import type { PlannedGame } from "#app/domain/club/games/day-change.ts";
import { dayChangeSchema, listedGames } from "#app/domain/club/games/day-change-form.server.ts";
import { gamesById } from "#app/domain/club/games/day-changes.server.ts";
import { managesTeam } from "#app/domain/club/staff/club-user.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { postedForm } from "#app/forms/posted-form.server.ts";
import { readFields } from "#app/forms/read-form.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";
import { namedWithTime } from "./load-day.server.ts";

/** A posted form as a plan, or the answer that refuses it. Games that the user does not manage are not in it. */
export async function readPlan({ db, user, club }: ClubContext, request: Request) {
  const posted = await postedForm(request);
  const ids = listedGames(posted);
  const reading = readFields(posted, dayChangeSchema(ids));
  if (!reading.ok) return { ok: false as const, answer: reading.answer };
  const { day, what, to, reason } = reading.value;
  const fields = reading.value as Record<string, unknown>;
  const ticked = ids.filter((id) => fields[`tick-${id}`] === true);
  const today = dateAt(now(), club.timezone);
  const errors: Record<string, string> = {};
  const games = (await gamesById(db, ticked)).filter((game) => managesTeam(user, game.team_id));
  const planned = games.map((game): PlannedGame => {
    const title = namedWithTime({ ...game, team_name: game.teamName });
    const own = what === "cancel" ? null : String(what === "move" ? to : fields[`to-${game.id}`]);
    if (what === "each") {
      const wrong = wrongDate(String(own), game.date, today, `Choose the new date of ${title}`);
      if (wrong) errors[`to-${game.id}`] = wrong;
    }
    return {
      id: game.id,
      teamId: game.team_id,
      title,
      version: String(fields[`version-${game.id}`]),
      to: own,
    };
  });
  if (what === "move") {
    const wrong = wrongDate(to, day, today, "Choose the new date");
    if (wrong) errors.to = wrong;
  }
  if (planned.length === 0) errors.games = "Tick at least one game";
  if (Object.keys(errors).length > 0) return { ok: false as const, answer: reading.refuse(errors) };
  const action = what === "cancel" ? ("cancel" as const) : ("move" as const);
  return { ok: true as const, plan: { day, action, reason, games: planned } };
}

function wrongDate(to: string, from: string, today: string, missing: string): string | null {
  if (!to) return missing;
  if (to === from) return "Choose another date than the one it rained on";
  return to < today ? "Choose a date from today on" : null;
}
