import { sql } from "kysely";
import type { ClubDb } from "#app/db/club/schema.ts";
import { gameCounts } from "#app/domain/club/games/game-rules.server.ts";
import { timezoneOf } from "#app/domain/club/games/game-zone.server.ts";
import { isTakenOut } from "#app/domain/club/games/take-out.server.ts";
import type { Score } from "#app/domain/club/ratings/ratings.ts";
import { isSealed } from "#app/domain/club/ratings/seal.server.ts";
import { addDays } from "#app/domain/values/days.ts";
import { momentOf } from "#app/domain/values/times.ts";
import { type AwardGame, type AwardNow, type GameGone, resultNow } from "./award-now.ts";
import { isOfMostImproved, LONGEST_DAYS, riseAfterZero } from "./earning.ts";
import { countsFrom } from "./programs.server.ts";
import { type RewardRule, usualCriteria } from "./rewards.ts";

/** Returns the rule that earned a reward, as it is stored with it. */
export const readRule = (stored: string): RewardRule =>
  stored === "" ? { ...usualCriteria, type: "custom" } : (JSON.parse(stored) as RewardRule);

/** Earned reward with what its comparison needs. */
export interface EarnedResult {
  id: string;
  programId: string;
  teamId: string;
  gameId: string | null;
  /** YYYY-MM-DD */
  gameDate: string;
  score: number | null;
  rule: RewardRule;
}

const earliest = (one: string, other: string) => (one < other ? one : other);

/**
 * Compares earned rewards with the present results of their games (product/rewards.md#rewards): corrected,
 * recalculated, moved or gone. Includes archived teams; a reward given by hand has no result.
 */
export async function awardsNow(
  db: ClubDb,
  all: readonly EarnedResult[],
  at: Date,
): Promise<Map<string, AwardNow>> {
  const awards = all.filter(
    (award): award is EarnedResult & { gameId: string } =>
      award.gameId !== null && award.rule.type !== "custom",
  );
  if (awards.length === 0) return new Map();
  const timezone = await timezoneOf(db);
  const programs = await daysOfPrograms(db, [...new Set(awards.map(({ programId }) => programId))]);
  const spanOf = ({ programId, gameDate }: EarnedResult) => {
    const { startsOn, endsOn } = programs.get(programId) ?? { startsOn: gameDate, endsOn: gameDate };
    const from = endsOn === null ? latest(startsOn, addDays(gameDate, -LONGEST_DAYS)) : startsOn;
    return { from: earliest(from, gameDate), to: endsOn ?? "9999-12-31" };
  };
  const spanned = awards.map((award) => ({ award, span: spanOf(award) }));
  const first = spanned.map(({ span }) => span.from).reduce(earliest);
  const teams = awards.some(({ rule }) => isOfMostImproved(rule))
    ? null
    : [...new Set(awards.map(({ teamId }) => teamId))];
  const games = await countingGames(db, { teams, since: momentOf(first, null, timezone), at });
  const gone = await goneGames(db, awards, games, at);
  const byTeam = new Map<string, (AwardGame & { teamId: string })[]>();
  for (const game of games) {
    const own = byTeam.get(game.teamId);
    if (own) own.push(game);
    else byTeam.set(game.teamId, [game]);
  }
  const within = (teamId: string, { from, to }: { from: string; to: string }) =>
    (byTeam.get(teamId) ?? []).filter(({ date }) => date >= from && date <= to);
  const results = new Map<string, AwardNow>();
  for (const { award, span } of spanned) {
    const rival = isOfMostImproved(award.rule)
      ? Math.max(
          0,
          ...[...byTeam.keys()]
            .filter((teamId) => teamId !== award.teamId)
            .map((teamId) => riseOf(within(teamId, span))),
        )
      : 0;
    const own =
      award.rule.type === "season_end"
        ? within(award.teamId, span)
        : within(award.teamId, { ...span, to: "9999-12-31" });
    const now = resultNow(award, own, rival);
    if (now) results.set(award.id, { ...now, was: award.score, gone: gone.get(award.gameId) ?? null });
  }
  return results;
}

const latest = (one: string, other: string) => (one > other ? one : other);

const riseOf = (games: readonly AwardGame[]) =>
  riseAfterZero({ games, talks: [], kept: [], over: true })?.rise ?? 0;

async function daysOfPrograms(db: ClubDb, ids: readonly string[]) {
  const rows = await db
    .selectFrom("reward_programs as p")
    .leftJoin("seasons as s", "s.id", "p.season_id")
    .select(["p.id", countsFrom.as("startsOn")])
    .select(sql<string | null>`case when s.id is null then p.ends_on else s.ends_on end`.as("endsOn"))
    .where("p.id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, ...days }) => [id, days]));
}

/** @param of.teams null for all that are not deleted */
async function countingGames(db: ClubDb, of: { teams: string[] | null; since: string; at: Date }) {
  const { teams, since, at } = of;
  const rows = await db
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .select(["games.id as gameId", "games.team_id as teamId", "games.date"])
    .select(["games.final_score as score", "games.finalized_at as finalizedAt"])
    .select((game) => sql<number>`${isSealed(game, at)}`.as("sealed"))
    .where("games.starts_at", ">=", since)
    .where((game) => gameCounts(game, at))
    .$if(teams !== null, (query) => query.where("games.team_id", "in", teams ?? []))
    .$if(teams === null, (query) => query.where("teams.status", "<>", "deleted"))
    .orderBy("games.starts_at")
    .orderBy("games.id")
    .execute();
  return rows.map(({ sealed, score, ...game }) => ({
    ...game,
    score: score as Score | null,
    sealed: sealed === 1,
  }));
}

/** Returns what happened to the games of awards that do not count. */
async function goneGames(
  db: ClubDb,
  awards: readonly { gameId: string }[],
  counting: readonly { gameId: string }[],
  at: Date,
): Promise<Map<string, GameGone>> {
  const here = new Set(counting.map(({ gameId }) => gameId));
  const missing = [...new Set(awards.map(({ gameId }) => gameId))].filter((id) => !here.has(id));
  if (missing.length === 0) return new Map();
  const rows = await db
    .selectFrom("games")
    .select(["games.id", "games.status", "games.starts_at"])
    .select((eb) => isTakenOut(eb).as("takenOut"))
    .where("games.id", "in", missing)
    .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    missing.map((id): [string, GameGone] => {
      const game = found.get(id);
      if (!game) return [id, "deleted"];
      if (game.takenOut) return [id, "taken-out"];
      return [id, game.status === "cancelled" || game.starts_at <= at.toISOString() ? "cancelled" : "moved"];
    }),
  );
}
