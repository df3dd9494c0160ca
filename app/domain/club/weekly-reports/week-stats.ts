import type { GamesTable } from "#app/db/club/schema.ts";
import type { Score } from "#app/domain/club/ratings/ratings.ts";
import type { Viewer } from "#app/domain/club/ratings/seal.ts";
import { averageOf } from "#app/domain/club/stats/stats.ts";
import { sortByName } from "#app/domain/values/names.ts";
import type { Week } from "./week.ts";

/** A game of the past or of the coming week. */
export interface WeekGame
  extends Pick<
    GamesTable,
    "id" | "team_id" | "opponent" | "home_away" | "date" | "time" | "starts_at" | "location"
  > {
  team_name: string;
  final_score: Score | null;
  /** True if its result is sealed for everybody but administrators (product/ratings.md#blind). */
  sealed: boolean;
  /** Kicked off or set completed, and not cancelled. */
  counts: boolean;
  toCome: boolean;
}

/** Stats of a team's games in a week, without results that the reader may not see. */
export interface WeekStats {
  /** Games that count. */
  played: number;
  /** Games with a final score, open or sealed. */
  rated: number;
  sealed: number;
  perfect: number;
  minor: number;
  major: number;
  /** Sum of the open final scores. */
  points: number;
}

export type TeamWeek = WeekStats & { teamId: string; teamName: string };

/** Returns the stats of each team with a game that counts in a week, in the order of the games' teams. */
export function teamWeeks(games: readonly WeekGame[], week: Week, viewer: Pick<Viewer, "admin">): TeamWeek[] {
  const teams = new Map<string, TeamWeek>();
  for (const game of games) {
    if (!game.counts || game.date < week.from || game.date > week.to) continue;
    const team = teams.get(game.team_id) ?? {
      teamId: game.team_id,
      teamName: game.team_name,
      ...{ played: 0, rated: 0, sealed: 0, perfect: 0, minor: 0, major: 0, points: 0 },
    };
    teams.set(game.team_id, team);
    team.played += 1;
    if (game.final_score === null) continue;
    team.rated += 1;
    if (game.sealed && !viewer.admin) {
      team.sealed += 1;
      continue;
    }
    team.points += game.final_score;
    team[scoreNames[game.final_score]] += 1;
  }
  return sortByName([...teams.values()], ({ teamName }) => teamName);
}

const scoreNames = { 20: "perfect", 10: "minor", 0: "major" } as const;

/** Adds up the weeks of several teams. */
export function sumOfWeeks(teams: readonly WeekStats[]): WeekStats & { average: number | null } {
  const total = (name: keyof WeekStats) => teams.reduce((sum, team) => sum + team[name], 0);
  const [points, rated, sealed] = [total("points"), total("rated"), total("sealed")];
  return {
    played: total("played"),
    rated,
    sealed,
    perfect: total("perfect"),
    minor: total("minor"),
    major: total("major"),
    points,
    average: averageOf(points, rated - sealed),
  };
}

/** Returns the games still to come up to the end of a week, in the order of play. */
export const gamesAhead = (games: readonly WeekGame[], week: Week): WeekGame[] =>
  games.filter((game) => game.toCome && game.date <= week.to);

/** Open work of a club's administrators. */
export interface ClubWork {
  /** Games of active teams that lack a side's rating. */
  waiting: number;
  /** Incident notes that are not closed. */
  incidents: number;
  undelivered: number;
  /** Pending invitations, without those that did not arrive. */
  invited: number;
  /** Active teams with games but without raters. */
  teamsWithoutRaters: number;
}
