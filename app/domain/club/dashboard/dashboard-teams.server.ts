import { type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { ClubDb, ClubSchema } from "#app/db/club/schema.ts";
import { compiled } from "#app/db/compiled.server.ts";
import { gameCounts, isToCome } from "#app/domain/club/games/game-rules.server.ts";
import type { TeamScope } from "#app/domain/club/staff/staff.ts";
import { sortByName } from "#app/domain/values/names.ts";

/** A team on the dashboard. */
export interface DashboardTeam {
  id: string;
  name: string;
  ageGroup: string;
  gender: string;
  next: NextGame | null;
  hasGames: boolean;
  hasRatings: boolean;
  /** Number of its counting games after the one that was rated just now; null for another team's. */
  laterThanRated: number | null;
}

interface NextGame {
  id: string;
  opponent: string;
  home_away: "home" | "away";
  date: string;
  time: string | null;
  starts_at: string;
}

const teamsWithNextGame = compiled(
  (
    db: ClubDb,
    { teams, at, rated }: { teams: readonly string[]; at: Date; rated: string },
    { all }: { all: boolean },
  ) =>
    db
      .selectFrom("teams")
      .leftJoin("games as next", (join) => join.on((eb) => eb("next.id", "=", nextGame(eb, at))))
      .select(["teams.id", "teams.name", "teams.age_group", "teams.gender"])
      .select(["next.id as gameId", "next.opponent", "next.home_away", "next.date", "next.time"])
      .select("next.starts_at")
      .select((eb) => [
        eb
          .exists(eb.selectFrom("games").select("games.id").whereRef("games.team_id", "=", "teams.id"))
          .as("hasGames"),
        eb
          .exists(
            eb
              .selectFrom("games")
              .innerJoin("ratings", "ratings.game_id", "games.id")
              .select("ratings.id")
              .whereRef("games.team_id", "=", "teams.id"),
          )
          .as("hasRatings"),
        laterThan(eb, rated, at).as("laterThanRated"),
      ])
      // For users who see all teams; the value is the same in every row, so SQLite evaluates it once.
      .select((eb) => [
        (all ? eb.exists(eb.selectFrom("contacts").select("contacts.id")) : eb.lit(0)).as("hasParents"),
        (all ? agreementsSent(eb) : eb.lit(0)).as("hasSent"),
        (all ? latestPulse : sql<string | null>`null`).as("pulse"),
      ])
      .where("teams.status", "=", "active")
      .$if(!all, (query) => query.where("teams.id", "in", teams))
      .orderBy("teams.name")
      .orderBy("teams.season"),
);

/** Progress of a club with teams in reaching its parents. */
export interface ParentsSoFar {
  added: boolean;
  /** True if any agreement was ever sent or signed. */
  sent: boolean;
  /** The latest question to them. */
  pulse: LatestPulse | null;
}

/** `answers` only once it has closed. */
interface LatestPulse {
  id: string;
  recipients: number;
  closesAt: string;
  closedAt: string | null;
  answers: number | null;
}

/**
 * Lists the active teams in scope by name and season, each with its next game at a moment, and what the club has done
 * about its parents, in one query.
 * @param rated the id of a game that was rated just now
 */
export async function dashboardTeams(
  db: ClubDb,
  scope: TeamScope,
  { at, rated }: { at: Date; rated: string | null },
): Promise<{ teams: DashboardTeam[]; parents: ParentsSoFar }> {
  if (scope !== "all" && scope.length === 0)
    return { teams: [], parents: { added: false, sent: false, pulse: null } };
  const all = scope === "all";
  const rows = await teamsWithNextGame(db, { teams: all ? [] : scope, at, rated: rated ?? "" }, { all });
  const [row] = rows;
  const pulse: LatestPulse | null = row?.pulse ? JSON.parse(row.pulse) : null;
  const parents = { added: Boolean(row?.hasParents), sent: Boolean(row?.hasSent), pulse };
  const teams = sortByName(rows, ({ name }) => name).map(
    ({ gameId, opponent, home_away, date, time, starts_at, ...team }) => ({
      id: team.id,
      name: team.name,
      ageGroup: team.age_group,
      gender: team.gender,
      next:
        gameId && opponent && home_away && date && starts_at
          ? { id: gameId, opponent, home_away, date, time, starts_at }
          : null,
      hasGames: Boolean(team.hasGames),
      hasRatings: Boolean(team.hasRatings),
      laterThanRated: team.laterThanRated,
    }),
  );
  return { teams, parents };
}

type OfTeam = Pick<ExpressionBuilder<ClubSchema, "teams">, "selectFrom" | "exists" | "or">;

/** Tells whether an agreement has left the club, by two index lookups: its state, or that it can expire. */
const agreementsSent = (eb: OfTeam) =>
  eb.or([
    eb.exists(
      eb
        .selectFrom("agreements")
        .select("agreements.id")
        .where("agreements.status", "in", ["signed", "expired", "declined", "withdrawn"]),
    ),
    eb.exists(
      eb
        .selectFrom("agreements")
        .select("agreements.id")
        .where("agreements.status", "=", "pending")
        .where("agreements.expires_at", "is not", null),
    ),
  ]);

/** JSON, because it packs several columns of one row that is the same for every team. */
const latestPulse = sql<string | null>`(select json_object('id', id, 'recipients', recipients,
  'closesAt', closes_at, 'closedAt', closed_at, 'answers', answers)
  from pulses order by sent_at desc limit 1)`;

/** Selects a team's next game; `order by … limit 1` reads one index entry per team. */
const nextGame = (eb: OfTeam, at: Date) =>
  eb
    .selectFrom("games")
    .select("games.id")
    .whereRef("games.team_id", "=", "teams.id")
    .where((game) => isToCome(game, at))
    .orderBy("games.starts_at")
    .orderBy("games.id")
    .limit(1);

/** Selects the place of a game on its team's strip, counted from the newest; null for a team that it is not of. */
function laterThan(eb: OfTeam, gameId: string, at: Date) {
  return eb
    .selectFrom("games as rated")
    .select((row) =>
      row
        .selectFrom("games")
        .select((game) => game.fn.countAll<number>().as("n"))
        .whereRef("games.team_id", "=", "rated.team_id")
        .where(sql<SqlBool>`(games.starts_at, games.id) > (rated.starts_at, rated.id)`)
        .where((game) => gameCounts(game, at))
        .$asScalar()
        .as("later"),
    )
    .where("rated.id", "=", gameId)
    .whereRef("rated.team_id", "=", "teams.id");
}
