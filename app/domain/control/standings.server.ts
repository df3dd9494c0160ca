import type { Selectable } from "kysely";
import type { ControlDb, ControlTx, StandingsTable } from "../../db/control/schema.ts";
import { inTransaction } from "../../db/engine.server.ts";
import { searchText } from "../search-text.ts";
import type { PublicStanding } from "../standing.ts";
import { isRanked } from "./ranking.ts";

/** So many rows go into one statement: 18 values each, below every engine's limit of parameters. */
const INSERT_ROWS = 500;

/**
 * Makes the rows of a club's teams what its file says: adds, changes and removes, in one transaction.
 * @param teams which teams were looked at: those that `standings` lacks are removed
 * @returns how many rows are different now; repeated, it changes nothing
 */
export function replaceStandings(
  control: ControlDb,
  club: { clubCode: string; teams: "all" | readonly string[]; standings: readonly PublicStanding[] },
): Promise<number> {
  return inTransaction(control, async (tx) => {
    const { clubCode, teams } = club;
    const kept = await tx
      .selectFrom("standings")
      .selectAll()
      .where("club_code", "=", clubCode)
      .$if(teams !== "all", (query) => query.where("team_id", "in", teams as readonly string[]))
      .execute();
    const before = new Map(kept.map((row) => [row.team_id, row]));
    const rows = club.standings.map(rowOf);
    const named = new Set(rows.map((row) => row.team_id));
    const changed = rows.filter((row) => !sameRow(row, before.get(row.team_id)));
    const gone = kept.filter((row) => !named.has(row.team_id)).map((row) => row.team_id);
    const replaced = changed.map((row) => row.team_id).filter((id) => before.has(id));
    await remove(tx, clubCode, [...gone, ...replaced]);
    for (let from = 0; from < changed.length; from += INSERT_ROWS) {
      await tx
        .insertInto("standings")
        .values(changed.slice(from, from + INSERT_ROWS))
        .execute();
    }
    return changed.length + gone.length;
  });
}

async function remove(tx: ControlTx, clubCode: string, teams: string[]): Promise<void> {
  for (let from = 0; from < teams.length; from += INSERT_ROWS) {
    await tx
      .deleteFrom("standings")
      .where("club_code", "=", clubCode)
      .where("team_id", "in", teams.slice(from, from + INSERT_ROWS))
      .execute();
  }
}

/** Clubs that have rows on the boards. */
export async function clubsOnBoards(control: ControlDb): Promise<string[]> {
  const rows = await control.selectFrom("standings").select("club_code").distinct().execute();
  return rows.map((row) => row.club_code);
}

/** Whose club the platform knows: only theirs may have rows. */
export async function knownClubs(control: ControlDb): Promise<Set<string>> {
  const rows = await control.selectFrom("clubs").select("code").execute();
  return new Set(rows.map((row) => row.code));
}

/**
 * Rows whose figures have changed by themselves, because a game has kicked off since they were made; oldest change
 * first, after the row `after`.
 */
export function dueStandings(
  control: ControlDb,
  at: Date,
  limit: number,
  after?: { changesAt: string; teamId: string },
): Promise<{ teamId: string; clubCode: string; changesAt: string }[]> {
  return control
    .selectFrom("standings")
    .select(["team_id as teamId", "club_code as clubCode", "changes_at as changesAt"])
    .where("changes_at", "<=", at.toISOString())
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb("changes_at", ">", after?.changesAt ?? ""),
          eb.and([eb("changes_at", "=", after?.changesAt ?? ""), eb("team_id", ">", after?.teamId ?? "")]),
        ]),
      ),
    )
    .orderBy("changes_at")
    .orderBy("team_id")
    .limit(limit)
    .$narrowType<{ changesAt: string }>()
    .execute();
}

function rowOf(team: PublicStanding): Selectable<StandingsTable> {
  return {
    team_id: team.teamId,
    club_code: team.clubCode,
    club_name: team.clubName,
    team_name: team.teamName,
    city: team.city,
    state: team.state,
    age_group: team.ageGroup,
    gender: team.gender,
    total_score: team.totalScore,
    rated_games: team.ratedGames,
    completed_games: team.completedGames,
    perfect_games: team.perfectGames,
    last_game_date: team.lastGameDate,
    trend: team.trend,
    strip: team.strip,
    changes_at: team.changesAt,
    ranked: isRanked(team) ? 1 : 0,
    search_text: searchText(`${team.teamName} ${team.clubName} ${team.city}`),
  };
}

function sameRow(row: Selectable<StandingsTable>, other: Selectable<StandingsTable> | undefined): boolean {
  return (
    other !== undefined &&
    (Object.keys(row) as (keyof StandingsTable)[]).every((column) => row[column] === other[column])
  );
}
