import { type SqlBool, sql } from "kysely";
import type { ClubDb } from "#app/db/club/schema.ts";
import { type GamesBuilder, gameCounts } from "#app/domain/club/games/game-rules.server.ts";
import { addDays } from "#app/domain/values/days.ts";
import { compareNames } from "#app/domain/values/names.ts";
import { momentOf } from "#app/domain/values/times.ts";
import { listSeasons } from "./seasons.server.ts";
import { type Gap, gapsOf, type Season, type SeasonSpan } from "./seasons.ts";

/** Totals of a season's games; administrators see sealed results too (product/ratings.md#blind). */
export interface SeasonTally {
  /** Games that count. */
  played: number;
  rated: number;
  points: number;
  /** Games on the schedule that are not cancelled, played or to come. */
  scheduled: number;
  /** Teams that have such a game. */
  teams: number;
}

const NOTHING: SeasonTally = { played: 0, rated: 0, points: 0, scheduled: 0, teams: 0 };

/** Days as moments, so that an index finds the games; `from` and `to` are null without an end. */
interface Range {
  key: string;
  from: string | null;
  to: string | null;
  allTeams: boolean;
  /** The teams that are meant, or, of all teams, those that are not. */
  teams: readonly string[];
}

const LATEST = "9999";

/** Loads the games that are not cancelled, of teams that are not deleted, in some stretches of days. */
function gamesIn(db: ClubDb, ranges: readonly Range[], timezone: string) {
  const rows = ranges.map(({ key, from, to, allTeams, teams }) => {
    const start = from === null ? "" : momentOf(from, null, timezone);
    const end = to === null ? LATEST : momentOf(addDays(to, 1), null, timezone);
    return sql`(${key}, ${start}, ${end}, ${Number(allTeams)}, ${JSON.stringify(teams)})`;
  });
  return (
    db
      .selectFrom(
        sql<{ key: string; start: string; end: string; every: number; teams: string }>`(select column1 as key,
          column2 as start, column3 as end, column4 as every, column5 as teams from (values ${sql.join(rows)}) as given)`.as(
          "ranges",
        ),
      )
      // The order of a cross join is kept: each stretch walks the index of kick-offs.
      .crossJoin("games")
      .innerJoin("teams", "teams.id", "games.team_id")
      .where(sql<SqlBool>`games.starts_at >= ranges.start and games.starts_at < ranges."end"`)
      .where("games.status", "<>", "cancelled")
      .where("teams.status", "<>", "deleted")
      .where(
        sql<SqlBool>`case ranges.teams when '[]' then ranges.every = 1
          else (games.team_id in (select value from json_each(ranges.teams))) <> (ranges.every = 1) end`,
      )
  );
}

/** Loads the totals of each season's games, by the season's id, in one query. */
export async function seasonTallies(
  db: ClubDb,
  seasons: readonly Season[],
  { timezone, at }: { timezone: string; at: Date },
): Promise<Map<string, SeasonTally>> {
  if (seasons.length === 0) return new Map();
  const ranges = seasons.map(({ id, startsOn, endsOn, allTeams, teamIds }) => ({
    key: id,
    from: startsOn,
    to: endsOn,
    allTeams,
    teams: teamIds,
  }));
  const rows = await gamesIn(db, ranges, timezone)
    .select((game) => {
      const counts = gameCounts(game as unknown as GamesBuilder, at);
      return [
        sql<string>`ranges.key`.as("key"),
        sql<number>`sum(case when ${counts} then 1 else 0 end)`.as("played"),
        sql<number>`sum(case when ${counts} and games.final_score is not null then 1 else 0 end)`.as("rated"),
        sql<number>`sum(case when ${counts} then coalesce(games.final_score, 0) else 0 end)`.as("points"),
        sql<number>`count(*)`.as("scheduled"),
        sql<number>`count(distinct games.team_id)`.as("teams"),
      ];
    })
    .groupBy(sql`ranges.key`)
    .execute();
  const found = new Map(rows.map(({ key, ...tally }) => [key, tally]));
  return new Map(seasons.map(({ id }) => [id, found.get(id) ?? NOTHING]));
}

/** A season as notifications tell of it. */
export interface NotifiedSeason {
  season: Season;
  tally: SeasonTally;
}

/** Seasons with what their games add up to, by id. */
export async function notifiedSeasons(
  db: ClubDb,
  ids: readonly string[],
  of: { timezone: string; at: Date },
): Promise<Map<string, NotifiedSeason>> {
  if (ids.length === 0) return new Map();
  const seasons = (await listSeasons(db)).filter(({ id }) => ids.includes(id));
  const tallies = await seasonTallies(db, seasons, of);
  return new Map(seasons.map((season) => [season.id, { season, tally: tallies.get(season.id) ?? NOTHING }]));
}

/** Games that are in no season: how many, and from when to when. */
export interface GamesOutside {
  games: number;
  /** YYYY-MM-DD of the first and the last of them. */
  from: string;
  to: string;
  /** Some of their teams by name, and how many there are. */
  teamNames: string[];
  teams: number;
  gap: Gap;
}

const NAMES_SHOWN = 3;

/** Loads the games in no season, by the gap that they are in, the latest first; none in a club without seasons. */
export async function gamesOutside(
  db: ClubDb,
  seasons: readonly SeasonSpan[],
  timezone: string,
): Promise<GamesOutside[]> {
  const gaps = gapsOf(seasons);
  if (gaps.length === 0) return [];
  const ranges = gaps.map(({ from, to, butFor }, index) => ({
    key: String(index),
    from,
    to,
    allTeams: true,
    teams: butFor,
  }));
  const rows = await gamesIn(db, ranges, timezone)
    .select([
      sql<string>`ranges.key`.as("key"),
      sql<number>`count(*)`.as("games"),
      sql<string>`min(games.date)`.as("from"),
      sql<string>`max(games.date)`.as("to"),
      sql<string>`json_group_array(distinct teams.name)`.as("names"),
    ])
    .groupBy(sql`ranges.key`)
    .execute();
  return rows
    .map(({ key, names, ...row }) => {
      const all = (JSON.parse(names) as string[]).sort(compareNames);
      return {
        ...row,
        teamNames: all.slice(0, NAMES_SHOWN),
        teams: all.length,
        gap: gaps[Number(key)] as Gap,
      };
    })
    .sort((a, b) => (a.from < b.from ? 1 : -1));
}
