import type { AnswerStats } from "#app/domain/club/pulse/pulse.ts";
import { FEW_GAMES } from "#app/domain/club/reports/report.ts";
import { averageOf } from "#app/domain/club/stats/stats.ts";
import { compareNames } from "#app/domain/values/names.ts";
import type { Season } from "./seasons.ts";

/** Content of a season's page, PDF and email. */
export interface SeasonReport {
  season: Season;
  teams: readonly SeasonTeamReport[];
  incidents: IncidentNumbers;
  /** Raters of its games: by how many, then by name. */
  raters: readonly { id: string; name: string; games: number }[];
  /** Answers of the parents; null if they were not asked, or too few answered. */
  parents: AnswerStats | null;
}

/** Numbers of the season's cases and their handling: any 0 that was given opens one. */
export interface IncidentNumbers {
  cases: number;
  /** Talks were held, the case is not closed yet. */
  talkedTo: number;
  closed: number;
  /** Talks that were held. */
  talks: number;
}

/** Season of one team, for the season's page. */
export interface SeasonTeamReport {
  teamId: string;
  name: string;
  /** Age group in the season. */
  ageGroup: string;
  archived: boolean;
  /** Games that are not cancelled, played or to come. */
  scheduled: number;
  played: number;
  /** Final scores, oldest first. */
  scores: readonly number[];
}

/** Change from a team's first to its second half of a season, in points a game. */
export interface Improvement {
  teamId: string;
  name: string;
  first: number;
  second: number;
  /** Games of each half; the game in the middle of an odd number is in neither. */
  games: number;
}

const mean = (scores: readonly number[]) =>
  averageOf(
    scores.reduce((sum, score) => sum + score, 0),
    scores.length,
  ) ?? 0;

/** Compares a team's halves; null below five rated games in each, which are too few to say. */
export function improvementOfTeam({ teamId, name, scores }: SeasonTeamReport): Improvement | null {
  const games = Math.floor(scores.length / 2);
  if (games < FEW_GAMES) return null;
  return { teamId, name, games, first: mean(scores.slice(0, games)), second: mean(scores.slice(-games)) };
}

/** Returns the teams whose second half was better than their first, best first, and how many can be compared. */
export function bestImprovements(teams: readonly SeasonTeamReport[]): {
  best: Improvement[];
  compared: number;
} {
  const compared = teams.flatMap((team) => improvementOfTeam(team) ?? []);
  const best = compared
    .filter(({ first, second }) => second > first)
    .sort((a, b) => b.second - b.first - (a.second - a.first) || compareNames(a.name, b.name));
  return { best: best.slice(0, 3), compared: compared.length };
}

/** Sums up a team's scores. */
export function teamTotals({ scores }: Pick<SeasonTeamReport, "scores">) {
  const having = (score: number) => scores.filter((one) => one === score).length;
  return {
    rated: scores.length,
    average: scores.length === 0 ? null : mean(scores),
    perfect: having(20),
    minor: having(10),
    major: having(0),
  };
}

/** Sums up a season's teams. */
export function seasonTotals(teams: readonly SeasonTeamReport[]) {
  return {
    scheduled: teams.reduce((sum, { scheduled }) => sum + scheduled, 0),
    played: teams.reduce((sum, { played }) => sum + played, 0),
    ...teamTotals({ scores: teams.flatMap((team) => team.scores) }),
  };
}
