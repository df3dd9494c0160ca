import type { GamesTable, RatingsTable } from "#app/db/club/schema.ts";
import { gameCounts } from "#app/domain/club/games/game-rules.ts";
import { isSealed } from "#app/domain/club/ratings/seal.ts";
import type { ReportOf } from "#app/domain/club/reports/report.server.ts";
import type { HourTally, TeamMonth } from "#app/domain/club/reports/report.ts";
import { type GameKind, type GamePick, raterGaps } from "#app/domain/club/reports/report-filters.ts";
import { addDays } from "#app/domain/values/days.ts";
import { groupOf, tagNames } from "#app/domain/values/rating-tags.ts";
import { dateAt } from "#app/domain/values/times.ts";

/** A game with all versions of its ratings. */
export type RatedGame = GamesTable & { versions: RatingsTable[] };
export interface Rater {
  team: string;
  side: "coach" | "manager";
  accountId: string;
}

/**
 * Computes a report in plain loops over the games: a second implementation, written from the formulas.
 * @param raters the active staff of the teams
 */
export function slowReport(
  games: readonly RatedGame[],
  { scope, viewer, from, to, timezone, at }: ReportOf,
  { raters, isDeleted = () => false }: { raters: readonly Rater[]; isDeleted?: (teamId: string) => boolean },
) {
  const today = dateAt(at, timezone);
  const end = to < today ? to : today;
  const ofReport = games.filter(
    (game) =>
      !isDeleted(game.team_id) &&
      (scope === "all" || scope.includes(game.team_id)) &&
      gameCounts(game, at) &&
      game.date <= to,
  );
  const scoreOf = (game: RatedGame) => {
    const own = raters.filter(({ team }) => team === game.team_id);
    return !viewer.admin && isSealed(game, game.versions, own, at) ? null : game.final_score;
  };
  const sealed = (game: RatedGame) => game.final_score !== null && scoreOf(game) === null;
  const inside = ofReport.filter(({ date }) => date >= from);
  const months = new Map<string, TeamMonth>();
  for (const game of inside) {
    const month = game.date.slice(0, 7);
    const key = `${game.team_id} ${month}`;
    const sum = months.get(key) ?? {
      ...{ teamId: game.team_id, month, lastGame: "" },
      ...{ played: 0, rated: 0, sealed: 0, points: 0, perfect: 0, minor: 0, major: 0 },
      ...{ supportive: 0, distracting: 0, hostile: 0 },
    };
    months.set(key, sum);
    const score = scoreOf(game);
    sum.played += 1;
    if (game.date > sum.lastGame) sum.lastGame = game.date;
    if (sealed(game)) sum.sealed += 1;
    if (score === null) continue;
    sum.rated += 1;
    sum.points += score;
    if (score === 20) sum.perfect += 1;
    if (score === 10) sum.minor += 1;
    if (score === 0) sum.major += 1;
    for (const group of groupsOf(game)) sum[group] += 1;
  }
  const hours = new Map<string, HourTally>();
  for (const game of inside) {
    const score = scoreOf(game);
    if (score === null || game.time === null) continue;
    const weekday = new Date(`${game.date}T12:00:00Z`).getUTCDay();
    const hour = Number(game.time.split(":")[0]);
    const sum = hours.get(`${weekday} ${hour}`) ?? {
      ...{ weekday, hour, rated: 0, perfect: 0, supportive: 0, distracting: 0, hostile: 0 },
    };
    hours.set(`${weekday} ${hour}`, sum);
    sum.rated += 1;
    if (score === 20) sum.perfect += 1;
    for (const group of groupsOf(game)) sum[group] += 1;
  }
  const half = (first: string, last: string) => {
    const rated = ofReport.filter(
      (game) => game.date >= first && game.date <= last && scoreOf(game) !== null,
    );
    return { rated: rated.length, points: rated.reduce((sum, game) => sum + (scoreOf(game) ?? 0), 0) };
  };
  const byStart = inside.toSorted((a, b) => (`${a.starts_at} ${a.id}` < `${b.starts_at} ${b.id}` ? -1 : 1));
  const latest = new Map<string, number[]>();
  for (const game of byStart) {
    const score = scoreOf(game);
    if (score !== null) latest.set(game.team_id, [...(latest.get(game.team_id) ?? []), score].slice(-6));
  }
  const tags = new Map<string, number>();
  const agreement = { same: 0, oneStep: 0, twoSteps: 0 };
  for (const game of inside) {
    if (scoreOf(game) === null) continue;
    const current = game.versions.filter(({ superseded_at }) => superseded_at === null);
    for (const name of tagNames) {
      if (!current.some((version) => (JSON.parse(version.tags) as string[]).includes(name))) continue;
      const key = `${game.team_id} ${game.home_away} ${name}`;
      tags.set(key, (tags.get(key) ?? 0) + 1);
    }
    const [coach, manager] = [firstOf(game, "coach"), firstOf(game, "manager")];
    if (!coach || !manager) continue;
    const steps = (["same", "oneStep", "twoSteps"] as const)[Math.abs(coach.score - manager.score) / 10];
    agreement[steps as "same"] += 1;
  }
  const kinds: Record<GameKind, RatedGame[]> = {
    played: inside,
    rated: inside.filter((game) => scoreOf(game) !== null),
    result: inside.filter((game) => game.final_score !== null),
    unrated: inside.filter((game) => game.final_score === null),
    sealed: inside.filter(sealed),
    20: inside.filter((game) => scoreOf(game) === 20),
    10: inside.filter((game) => scoreOf(game) === 10),
    0: inside.filter((game) => scoreOf(game) === 0),
    below: inside.filter((game) => [0, 10].includes(scoreOf(game) ?? 20)),
    trend: byStart.filter((game) => scoreOf(game) !== null).slice(-6),
  };
  const opponents = new Map<string, { opponent: string; rated: number; points: number; perfect: number }>();
  for (const game of inside) {
    const score = scoreOf(game);
    if (score === null) continue;
    const sum = opponents.get(game.opponent) ?? {
      ...{ opponent: game.opponent, rated: 0, points: 0, perfect: 0 },
    };
    opponents.set(game.opponent, sum);
    sum.rated += 1;
    sum.points += score;
    if (score === 20) sum.perfect += 1;
  }
  /** Filters games by a pick, one condition after the other. */
  const picked = (pick: GamePick): RatedGame[] => {
    const [first, last] =
      pick.half === "recent"
        ? [addDays(end, -29), end]
        : pick.half === "before"
          ? [addDays(end, -59), addDays(end, -30)]
          : [from, to];
    const { raters: apart, noted } = pick;
    if (apart && !viewer.admin) return [];
    return ofReport
      .filter(({ date }) => date >= first && date <= last)
      .filter((game) => {
        const kind = pick.games ?? "played";
        const score = scoreOf(game);
        if (kind === "rated" && score === null) return false;
        if (kind === "result" && game.final_score === null) return false;
        if (kind === "unrated" && game.final_score !== null) return false;
        if (kind === "sealed" && !sealed(game)) return false;
        if (kind === "below" && score !== 0 && score !== 10) return false;
        if (["20", "10", "0"].includes(kind) && String(score) !== kind) return false;
        if (pick.month && !pick.half && game.date.slice(0, 7) !== pick.month) return false;
        if (pick.place && game.home_away !== pick.place) return false;
        if (pick.opponent && game.opponent !== pick.opponent) return false;
        const weekday = new Date(`${game.date}T12:00:00Z`).getUTCDay();
        if (pick.weekday !== undefined && weekday !== pick.weekday) return false;
        if (pick.hour !== undefined && (!game.time || Number(game.time.split(":")[0]) !== pick.hour))
          return false;
        if (
          noted &&
          (score === null || !notedIn(game).some((name) => name === noted || groupOf(name) === noted))
        )
          return false;
        if (apart) {
          const [coach, manager] = [firstOf(game, "coach"), firstOf(game, "manager")];
          if (score === null || !coach || !manager) return false;
          if (raterGaps[Math.abs(coach.score - manager.score) / 10] !== apart) return false;
        }
        return true;
      });
  };
  return {
    months: [...months.values()],
    halves: {
      recent: half(addDays(end, -29), end),
      before: half(addDays(end, -59), addDays(end, -30)),
    },
    latest,
    tags,
    agreement: viewer.admin ? agreement : null,
    hours: [...hours.values()],
    opponents: [...opponents.values()],
    kinds,
    picked,
  };
}

/** Finds a side's first independent rating, given before seeing the other's. */
const firstOf = ({ versions }: RatedGame, side: string) =>
  versions.find((version) => version.side === side && version.given_as !== "admin" && !version.saw_other);

/** Lists the tags of the current ratings. */
const notedIn = ({ versions }: RatedGame): string[] =>
  versions
    .filter(({ superseded_at }) => superseded_at === null)
    .flatMap(({ tags }) => JSON.parse(tags) as string[]);

/** Returns the groups of a game's tags. */
const groupsOf = (game: RatedGame) => new Set(notedIn(game).flatMap((name) => groupOf(name) ?? []));
