import { type ExpressionBuilder, sql } from "kysely";
import type { ClubDb, ClubSchema, GamesTable } from "#app/db/club/schema.ts";
import { compiled } from "#app/db/compiled.server.ts";
import { waitsForFinalScore, waitsForStaff } from "#app/domain/club/ratings/games-to-rate.server.ts";
import { type ClubUser, teamScope, viewerOf } from "#app/domain/club/staff/club-user.ts";
import { staffOf } from "#app/domain/club/staff/staff.server.ts";
import type { StaffRole } from "#app/domain/club/staff/staff.ts";
import { teamStats } from "#app/domain/club/stats/stats.server.ts";
import { clubStats, type Months, monthsOf } from "#app/domain/club/stats/stats.ts";
import { dashboardTeams } from "./dashboard-teams.server.ts";

/**
 * Loads a user's dashboard within their permissions (product/pages.md#dashboard); staff are for administrators only.
 * @param rated the id of a game that was rated just now
 * @param months the months that are compared
 */
export async function loadDashboard(
  db: ClubDb,
  user: ClubUser,
  { at, rated, months }: { at: Date; rated: string | null; months: Months },
) {
  const scope = teamScope(user);
  const [{ teams, parents }, stats, work, staff] = await Promise.all([
    dashboardTeams(db, scope, { at, rated }),
    teamStats(db, scope, viewerOf(user), at, months),
    dashboardWork(db, user, at),
    user.role === "club_admin" ? staffOf(db, "all") : [],
  ]);
  const known = new Set(teams.map(({ id }) => id));
  return {
    club: clubStats(stats.values()),
    months: monthsOf(stats.values()),
    parents,
    teams: teams.map((team) => ({ ...team, stats: stats.get(team.id) })),
    work,
    staff: staff.filter(({ teamId }) => known.has(teamId)),
  };
}

export type Dashboard = Awaited<ReturnType<typeof loadDashboard>>;

/** Most games of a kind that the dashboard names. */
const GAMES_NAMED = 3;

/** A game with open work. */
interface WaitingGame
  extends Pick<GamesTable, "id" | "team_id" | "opponent" | "home_away" | "date" | "time" | "starts_at"> {
  team_name: string;
  /** True if the coach has rated, so that a game without a final score needs the manager's rating. */
  coachRated: boolean;
  /** Id of the open incident, if that is the work. */
  incidentId: string | null;
}

/** The latest games of a kind, and how many there are. */
interface Waiting {
  total: number;
  games: WaitingGame[];
}

interface WorkShape {
  isAdmin: boolean;
  all: boolean;
  /** Roles of the user in the team at the same index of `assigned`. */
  roles: readonly StaffRole[];
}

const waitingGames = compiled(
  (
    db: ClubDb,
    given: { teams: readonly string[]; assigned: readonly string[]; at: Date },
    { isAdmin, all, roles }: WorkShape,
  ) => {
    const { teams, assigned, at } = given;
    const assignments = roles.flatMap((role, index) => {
      const teamId = assigned[index];
      return teamId === undefined ? [] : [{ teamId, role }];
    });
    const ofTeams = db
      .selectFrom("games")
      .innerJoin("teams", "teams.id", "games.team_id")
      .where("teams.status", "=", "active")
      .$if(!all, (query) => query.where("games.team_id", "in", teams));
    const columns = [
      "games.id",
      "games.team_id",
      "games.opponent",
      "games.home_away",
      "games.date",
      "games.time",
      "games.starts_at",
      "teams.name as team_name",
    ] as const;
    const coachRated = (eb: ExpressionBuilder<ClubSchema, "games">) =>
      eb
        .exists(
          eb
            .selectFrom("ratings")
            .select("ratings.id")
            .whereRef("ratings.game_id", "=", "games.id")
            .where("ratings.side", "=", "coach")
            .where("ratings.superseded_at", "is", null),
        )
        .as("coachRated");
    const total = sql<number>`count(*) over ()`.as("total");
    const toRate = ofTeams
      .select([...columns, total, sql<"rate" | "incident">`'rate'`.as("kind")])
      .select(sql<string | null>`null`.as("incidentId"))
      .select(coachRated)
      .where((game) => (isAdmin ? waitsForFinalScore(game, at) : waitsForStaff(game, assignments, at)))
      .orderBy("games.starts_at", "desc")
      .orderBy("games.id")
      .limit(GAMES_NAMED);
    const incidents = ofTeams
      .innerJoin("incidents", "incidents.game_id", "games.id")
      .select([...columns, total, sql<"rate" | "incident">`'incident'`.as("kind")])
      .select(sql<string | null>`incidents.id`.as("incidentId"))
      .select(coachRated)
      .where(sql<boolean>`incidents.status = 'open'`)
      .orderBy("games.starts_at", "desc")
      .orderBy("games.id")
      .limit(GAMES_NAMED);
    return db
      .selectFrom(toRate.as("to_rate"))
      .selectAll()
      .$if(isAdmin, (query) => query.unionAll(db.selectFrom(incidents.as("open")).selectAll()));
  },
);

/**
 * Loads open work in one query. Staff: `toRate` are games that need their rating. Administrators: `toRate` are games
 * without a final score, `incidents` those with an open note, which only they see (product/ratings.md#incidents).
 */
async function dashboardWork(
  db: ClubDb,
  user: ClubUser,
  at: Date,
): Promise<{ toRate: Waiting; incidents: Waiting }> {
  const none = { total: 0, games: [] };
  const scope = teamScope(user);
  if (scope !== "all" && scope.length === 0) return { toRate: none, incidents: none };
  const isAdmin = user.role === "club_admin";
  const all = scope === "all";
  const rows = await waitingGames(
    db,
    { teams: all ? [] : scope, assigned: user.assignments.map(({ teamId }) => teamId), at },
    { isAdmin, all, roles: user.assignments.map(({ role }) => role) },
  );
  const of = (kind: "rate" | "incident"): Waiting => {
    const found = rows.filter((row) => row.kind === kind);
    return {
      total: found[0]?.total ?? 0,
      games: found.map(({ coachRated, ...game }) => ({ ...game, coachRated: Boolean(coachRated) })),
    };
  };
  return { toRate: of("rate"), incidents: of("incident") };
}
