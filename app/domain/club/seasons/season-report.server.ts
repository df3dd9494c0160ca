import { sql } from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/sqlite";
import type { ClubDb } from "#app/db/club/schema.ts";
import { gameCounts } from "#app/domain/club/games/game-rules.server.ts";
import { pulseOfSeason, statsOf } from "#app/domain/club/pulse/pulse.ts";
import { addDays } from "#app/domain/values/days.ts";
import { sortByName } from "#app/domain/values/names.ts";
import { momentOf } from "#app/domain/values/times.ts";
import type { SeasonReport } from "./season-report.ts";
import type { Season } from "./seasons.ts";

// For administrators, who also see sealed results (product/ratings.md#blind).

interface Of {
  timezone: string;
  at: Date;
}

/** Returns the season's days as moments, so that an index finds the games. */
const momentsOf = ({ startsOn, endsOn }: Season, timezone: string) => ({
  start: momentOf(startsOn, null, timezone),
  end: momentOf(addDays(endsOn, 1), null, timezone),
});

/** Loads the content of a season's page, PDF and email, in one query (product/seasons.md#seasons). */
export async function readSeasonReport(db: ClubDb, season: Season, of: Of): Promise<SeasonReport> {
  const row = await db
    .selectNoFrom([
      jsonArrayFrom(teamsOfSeason(db, season, of)).as("teams"),
      jsonObjectFrom(incidentNumbers(db, season, of.timezone)).as("incidents"),
      jsonArrayFrom(ratersOfSeason(db, season, of.timezone)).as("raters"),
      jsonObjectFrom(parentsOfSeason(db, season, of.timezone)).as("parents"),
    ])
    .executeTakeFirstOrThrow();
  const read = <Value>(text: Value) => JSON.parse(text as unknown as string) as Value;
  const parents = row.parents && read(row.parents);
  return {
    season,
    teams: sortByName(read(row.teams), ({ name }) => name)
      .map(({ status, scheduled, played, scores, ...team }) => ({
        ...team,
        archived: status === "archived",
        scheduled: scheduled ?? 0,
        played: played ?? 0,
        scores: scores ? scores.split(" ").map(Number) : [],
      }))
      .filter(({ archived, scheduled }) => !archived || scheduled > 0 || !season.allTeams),
    incidents: row.incidents ? read(row.incidents) : { cases: 0, talkedTo: 0, closed: 0, talks: 0 },
    raters: read(row.raters),
    parents: parents
      ? statsOf([parents.score_1, parents.score_2, parents.score_3, parents.score_4, parents.score_5])
      : null,
  };
}

/** Loads the teams of a season by name, with what they played in it; deleted ones are left out. */
function teamsOfSeason(db: ClubDb, season: Season, { timezone, at }: Of) {
  const { start, end } = momentsOf(season, timezone);
  const games = db
    .selectFrom("games")
    .where("games.starts_at", ">=", start)
    .where("games.starts_at", "<", end)
    .where("games.status", "<>", "cancelled")
    .select((game) => {
      const counts = gameCounts(game, at);
      return [
        "games.team_id",
        sql<number>`count(*)`.as("scheduled"),
        sql<number>`sum(${counts})`.as("played"),
        sql<
          string | null
        >`string_agg(case when ${counts} then cast(games.final_score as text) end, ' ' order by games.starts_at, games.id)`.as(
          "scores",
        ),
      ];
    })
    .groupBy("games.team_id");
  return db
    .selectFrom("teams")
    .leftJoin(games.as("g"), "g.team_id", "teams.id")
    .leftJoin("season_teams", (join) =>
      join.onRef("season_teams.team_id", "=", "teams.id").on("season_teams.season_id", "=", season.id),
    )
    .select([
      "teams.id as teamId",
      "teams.name",
      sql<string>`coalesce(season_teams.age_group, teams.age_group)`.as("ageGroup"),
      "teams.status",
      "g.scheduled",
      "g.played",
      "g.scores",
    ])
    .where("teams.status", "<>", "deleted")
    .$if(!season.allTeams, (query) => query.where("season_teams.team_id", "is not", null))
    .orderBy("teams.name")
    .orderBy("teams.id");
}

const ofSeason = (db: ClubDb, season: Season, timezone: string) => {
  const { start, end } = momentsOf(season, timezone);
  return db
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .where("teams.status", "<>", "deleted")
    .where("games.status", "<>", "cancelled")
    .where("games.starts_at", ">=", start)
    .where("games.starts_at", "<", end)
    .$if(!season.allTeams, (query) => query.where("games.team_id", "in", [...season.teamIds, ""]));
};

/** Counts a season's cases, without those opened by a rating that was corrected. */
function incidentNumbers(db: ClubDb, season: Season, timezone: string) {
  return ofSeason(db, season, timezone)
    .innerJoin("incidents", "incidents.game_id", "games.id")
    .where((eb) => eb.or([eb("closed_as", "is", null), eb("closed_as", "<>", "rating-corrected")]))
    .select([
      sql<number>`count(*)`.as("cases"),
      sql<number>`coalesce(sum(incidents.status = 'talked-to'), 0)`.as("talkedTo"),
      sql<number>`coalesce(sum(incidents.status = 'closed'), 0)`.as("closed"),
      sql<number>`coalesce(sum((select count(*) from incident_talks
        where incident_talks.incident_id = incidents.id and incident_talks.state = 'held')), 0)`.as("talks"),
    ]);
}

/** Selects the raters of the season's games, whom the page thanks: by how many games, then by name. */
function ratersOfSeason(db: ClubDb, season: Season, timezone: string) {
  return ofSeason(db, season, timezone)
    .innerJoin("ratings", (join) =>
      join.onRef("ratings.game_id", "=", "games.id").on("ratings.superseded_at", "is", null),
    )
    .where("ratings.given_as", "<>", "admin")
    .select(["ratings.given_by as id", sql<string>`max(ratings.given_by_name)`.as("name")])
    .select(sql<number>`count(distinct ratings.game_id)`.as("games"))
    .groupBy("ratings.given_by")
    .orderBy("games", "desc")
    .orderBy("name");
}

/** Selects the parents' answers to the latest closed pulse of a season; null for none. */
function parentsOfSeason(db: ClubDb, season: Season, timezone: string) {
  const { openAt, sentBefore } = pulseOfSeason(season, timezone);
  return db
    .selectFrom("pulses as p")
    .innerJoin("pulse_results as r", "r.pulse_id", "p.id")
    .select(["r.score_1", "r.score_2", "r.score_3", "r.score_4", "r.score_5"])
    .where("r.team_id", "=", "")
    .where("p.closed_at", "is not", null)
    .where("p.closed_at", ">=", openAt)
    .where("p.sent_at", "<", sentBefore)
    .orderBy("p.sent_at", "desc")
    .limit(1);
}
