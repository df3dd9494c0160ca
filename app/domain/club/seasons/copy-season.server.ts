import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";
import { recordTeamsChange } from "#app/db/outbox.server.ts";
import { isToCome } from "#app/domain/club/games/game-rules.server.ts";
import { newGame } from "#app/domain/club/games/game-values.server.ts";
import { timezoneOf } from "#app/domain/club/games/game-zone.server.ts";
import { copyPrograms } from "#app/domain/club/rewards/programs.server.ts";
import { resendInvitation } from "#app/domain/club/staff/invitations.server.ts";
import { addDays } from "#app/domain/values/days.ts";
import { momentOf, momentsIn } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { createSeason, findSeason, type NotFound, type SeasonProblem } from "./seasons.server.ts";
import { type Season, type SeasonSpan, weeksBetween } from "./seasons.ts";

/** Choices for a season's copy. Results and games already played are never copied. */
export interface CopyFields {
  name: string;
  startsOn: string;
  endsOn: string;
  /** True to copy the same teams, false for all. */
  takeTeams: boolean;
  /** True if its teams' pending invitations are sent again. */
  takeStaff: boolean;
  /** The games to come, by whole weeks later. */
  takeGames: boolean;
  /** True if its reward programs are copied with their rewards, without what was earned. */
  takeRewards?: boolean;
}

/**
 * Copies a season under another name and dates (product/seasons.md#seasons).
 * @returns how many games and invitations went along, and how many games are outside the new dates
 */
export async function copySeason(
  tx: ClubTx,
  id: string,
  { takeTeams, takeStaff, takeGames, takeRewards, ...dates }: CopyFields,
  at: Date = now(),
): Promise<
  | { ok: true; id: string; games: number; outside: number; invited: number; programs: number }
  | SeasonProblem
  | NotFound
> {
  const original = await findSeason(tx, id);
  if (!original) return { ok: false, problem: "not-found" };
  const { allTeams, teamIds } = takeTeams ? original : { allTeams: true, teamIds: [] };
  const { description, plannedGames } = original;
  const created = await createSeason(tx, { ...dates, description, plannedGames, allTeams, teamIds }, at);
  if (!created.ok) return created;
  const nothing = { ok: true as const, id: created.id, games: 0, outside: 0, invited: 0, programs: 0 };
  if (!created.isNew) return nothing;
  const copied = takeGames ? await copyGames(tx, original, dates, at) : { games: 0, outside: 0 };
  const invited = takeStaff ? await inviteAgain(tx, await pendingOf(tx, allTeams ? "all" : teamIds), at) : 0;
  const programs = takeRewards ? await copyPrograms(tx, id, { ...dates, id: created.id }, at) : [];
  return { ...nothing, ...copied, invited, programs: programs.length };
}

/** Loads the games of a season that are still to come. */
export function plannedGames(tx: ClubDb, season: SeasonSpan, timezone: string, at: Date) {
  const { startsOn, endsOn, allTeams, teamIds } = season;
  return tx
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .where("teams.status", "=", "active")
    .where("games.starts_at", ">=", momentOf(startsOn, null, timezone))
    .where("games.starts_at", "<", momentOf(addDays(endsOn, 1), null, timezone))
    .where((game) => isToCome(game, at))
    .$if(!allTeams, (query) => query.where("games.team_id", "in", teamIds.length > 0 ? teamIds : [""]));
}

async function copyGames(
  tx: ClubTx,
  original: Season,
  { startsOn, endsOn }: Pick<CopyFields, "startsOn" | "endsOn">,
  at: Date,
): Promise<{ games: number; outside: number }> {
  const timezone = await timezoneOf(tx);
  const shift = weeksBetween(original.startsOn, startsOn);
  const planned = await plannedGames(tx, original, timezone, at).selectAll("games").execute();
  const moved = planned.map((game) => ({ ...game, date: addDays(game.date, shift) }));
  const inside = moved.filter(({ date }) => startsOn <= date && date <= endsOn);
  const momentAt = momentsIn(timezone);
  const rows = inside.map(({ team_id, opponent, date, time, location, home_away }) =>
    newGame(
      team_id,
      {
        ...{ opponent, date, time, location, home_away },
        starts_at: momentAt(date, time),
        status: "scheduled",
        original_date: null,
        original_time: null,
        external_id: null,
      },
      { importId: null, at: at.toISOString() },
    ),
  );
  await insertRows(tx, "games", rows);
  await recordTeamsChange(tx, new Set(rows.map(({ team_id }) => team_id)));
  return { games: rows.length, outside: moved.length - inside.length };
}

/** Selects the pending invitations to some teams. */
export function pendingOf(db: ClubDb, teams: readonly string[] | "all") {
  return db
    .selectFrom("staff")
    .innerJoin("teams", "teams.id", "staff.team_id")
    .select(["staff.id as staffId", "staff.team_id as teamId", "staff.name", "staff.email"])
    .where("staff.status", "=", "pending")
    .where("teams.status", "=", "active")
    .$if(teams !== "all", (query) =>
      query.where("staff.team_id", "in", teams.length > 0 ? (teams as readonly string[]) : [""]),
    )
    .orderBy("staff.team_id")
    .execute();
}

/** Sends invitations again. @returns how many were; what was accepted or withdrawn meanwhile is left */
export async function inviteAgain(
  tx: ClubTx,
  members: readonly { staffId: string; teamId: string }[],
  at: Date,
): Promise<number> {
  let sent = 0;
  for (const member of members) if ((await resendInvitation(tx, member, at)).ok) sent += 1;
  return sent;
}
