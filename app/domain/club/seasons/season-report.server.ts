import { sql } from "kysely";
import type { ClubDb } from "#app/db/club/schema.ts";
import { gameCounts } from "#app/domain/club/games/game-rules.server.ts";
import { statsOf } from "#app/domain/club/pulse/pulse.ts";
import { addDays } from "#app/domain/values/days.ts";
import { momentOf } from "#app/domain/values/times.ts";
import type { IncidentNumbers, SeasonReport, SeasonTeamReport } from "./season-report.ts";
import type { Season } from "./seasons.ts";

// For administrators, who see sealed results too (product.md#blind).

interface Of {
  timezone: string;
  at: Date;
}

/** The season's days as moments, so that an index finds the games. */
const momentsOf = ({ startsOn, endsOn }: Season, timezone: string) => ({
  start: momentOf(startsOn, null, timezone),
  end: momentOf(addDays(endsOn, 1), null, timezone),
});

/** What the page, the PDF and the email of a season say, in four queries (product.md#seasons). */
export async function readSeasonReport(db: ClubDb, season: Season, of: Of): Promise<SeasonReport> {
  const [teams, incidents, raters, parents] = await Promise.all([
    teamsOfSeason(db, season, of),
    incidentNumbers(db, season, of.timezone),
    ratersOfSeason(db, season, of.timezone),
    parentsOfSeason(db, season, of.timezone),
  ]);
  return { season, teams, incidents, raters, parents };
}

/** The teams of a season by name, with what they played in it; deleted ones are left out. */
async function teamsOfSeason(db: ClubDb, season: Season, { timezone, at }: Of): Promise<SeasonTeamReport[]> {
  const { start, end } = momentsOf(season, timezone);
  const rows = await db
    .selectFrom("teams")
    .leftJoin("season_teams", (join) =>
      join.onRef("season_teams.team_id", "=", "teams.id").on("season_teams.season_id", "=", season.id),
    )
    .select((team) => [
      "teams.id as teamId",
      "teams.name",
      sql<string>`coalesce(season_teams.age_group, teams.age_group)`.as("ageGroup"),
      "teams.status",
      team
        .selectFrom("games")
        .whereRef("games.team_id", "=", "teams.id")
        .where("games.starts_at", ">=", start)
        .where("games.starts_at", "<", end)
        .where("games.status", "<>", "cancelled")
        .select((game) => {
          const counts = gameCounts(game, at);
          return sql<string>`json_array(count(*), coalesce(sum(${counts}), 0),
            coalesce(group_concat(case when ${counts} then games.final_score end, ' ' order by games.starts_at, games.id), ''))`.as(
            "games",
          );
        })
        .as("games"),
    ])
    .where("teams.status", "<>", "deleted")
    .$if(!season.allTeams, (query) => query.where("season_teams.team_id", "is not", null))
    .orderBy("teams.name")
    .orderBy("teams.id")
    .execute();
  return rows
    .map(({ status, games, ...team }) => {
      const [scheduled = 0, played = 0, scores = ""] = JSON.parse(games ?? "[]") as [
        number?,
        number?,
        string?,
      ];
      const list = scores === "" ? [] : scores.split(" ").map(Number);
      return { ...team, archived: status === "archived", scheduled, played, scores: list };
    })
    .filter(({ archived, scheduled }) => !archived || scheduled > 0 || !season.allTeams);
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

/** Without those that were opened by a rating that was corrected. */
async function incidentNumbers(db: ClubDb, season: Season, timezone: string): Promise<IncidentNumbers> {
  return ofSeason(db, season, timezone)
    .innerJoin("incidents", "incidents.game_id", "games.id")
    .where((eb) => eb.or([eb("closed_as", "is", null), eb("closed_as", "<>", "rating-corrected")]))
    .select([
      sql<number>`count(*)`.as("cases"),
      sql<number>`coalesce(sum(incidents.status = 'talked-to'), 0)`.as("talkedTo"),
      sql<number>`coalesce(sum(incidents.status = 'closed'), 0)`.as("closed"),
      sql<number>`coalesce(sum((select count(*) from incident_talks
        where incident_talks.incident_id = incidents.id and incident_talks.state = 'held')), 0)`.as("talks"),
    ])
    .executeTakeFirstOrThrow();
}

/** Who rated the season's games, whose thanks the page says: by how many games, then by name. */
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
    .orderBy("name")
    .execute();
}

/** The club is often asked how the season was once it is over. */
const ASKED_AFTER_DAYS = 14;

/** What the club's parents answered the latest closed pulse of a season; null for none. */
async function parentsOfSeason(
  db: ClubDb,
  { startsOn, endsOn }: Season,
  timezone: string,
): Promise<SeasonReport["parents"]> {
  const row = await db
    .selectFrom("pulses as p")
    .innerJoin("pulse_results as r", "r.pulse_id", "p.id")
    .select(["r.score_1", "r.score_2", "r.score_3", "r.score_4", "r.score_5"])
    .where("r.team_id", "=", "")
    .where("p.closed_at", "is not", null)
    .where("p.sent_at", ">=", momentOf(startsOn, null, timezone))
    .where("p.sent_at", "<", momentOf(addDays(endsOn, ASKED_AFTER_DAYS + 1), null, timezone))
    .orderBy("p.sent_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? statsOf([row.score_1, row.score_2, row.score_3, row.score_4, row.score_5]) : null;
}
