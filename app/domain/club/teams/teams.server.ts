import type { ClubDb, ClubTx, TeamsTable } from "#app/db/club/schema.ts";
import type { TeamScope } from "#app/domain/club/staff/staff.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { type TeamFields, teamNameKey } from "./teams.ts";

/** A form that comes again within this time with the same words is the same form: a double click, a reload. */
const REPEAT_SECONDS = 120;

const columns = [
  "id",
  "name",
  "age_group",
  "gender",
  "season",
  "player_count",
  "description",
  "manager_updates",
  "coach_updates",
  "weekly_reports",
  "incident_alerts",
] as const;

/** A team as its pages show it. */
export type Team = TeamFields & { id: string };

/** The teams in scope that are not deleted, by name and season. */
export async function listTeams(db: ClubDb, scope: TeamScope): Promise<Team[]> {
  if (scope !== "all" && scope.length === 0) return [];
  const rows = await db
    .selectFrom("teams")
    .select(columns)
    .where("deleted_at", "is", null)
    .$if(scope !== "all", (query) => query.where("id", "in", scope as readonly string[]))
    .orderBy("name")
    .orderBy("season")
    .execute();
  return rows.map(asTeam);
}

/** One team, or undefined where there is none of that id in this club, or it was deleted. */
export async function findTeam(db: ClubDb, id: string): Promise<Team | undefined> {
  const row = await db
    .selectFrom("teams")
    .select(columns)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row && asTeam(row);
}

/**
 * Adds a team. The same form sent twice adds one team and answers twice with it.
 * @returns its id, or 'name-taken' where another team of the season reads the same.
 */
export async function addTeam(
  tx: ClubTx,
  fields: TeamFields,
  at: Date,
): Promise<{ id: string; added: boolean } | { refused: "name-taken" }> {
  const row = asRow(fields);
  const there = await namesake(tx, row);
  if (there) {
    const ageMs = at.getTime() - Date.parse(there.created_at);
    const same = (Object.keys(row) as (keyof typeof row)[]).every((column) => there[column] === row[column]);
    return same && ageMs < REPEAT_SECONDS * 1000 ? { id: there.id, added: false } : { refused: "name-taken" };
  }
  const id = newId();
  const created_at = at.toISOString();
  await tx
    .insertInto("teams")
    .values({ ...row, id, created_at, last_activity_at: created_at, deleted_at: null })
    .execute();
  return { id, added: true };
}

/** Changes a team's settings. @returns why not, or null. */
export async function editTeam(
  tx: ClubTx,
  id: string,
  fields: TeamFields,
): Promise<"not-found" | "name-taken" | null> {
  const row = asRow(fields);
  const there = await namesake(tx, row);
  if (there && there.id !== id) return "name-taken";
  const changed = await tx
    .updateTable("teams")
    .set(row)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return changed.numUpdatedRows === 0n ? "not-found" : null;
}

/**
 * Deletes a team softly: its games and ratings stay in the file, its staff and open invitations end.
 * @returns its name and the accounts that ever lost a place in it, also when asked again after a crash; null where
 * there never was such a team.
 */
export async function deleteTeam(
  tx: ClubTx,
  id: string,
  at: Date,
): Promise<{ name: string; accountIds: string[] } | null> {
  const team = await tx.selectFrom("teams").select("name").where("id", "=", id).executeTakeFirst();
  if (!team) return null;
  await tx
    .updateTable("teams")
    .set({ deleted_at: at.toISOString() })
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .execute();
  await tx
    .updateTable("staff")
    .set({ status: "removed" })
    .where("team_id", "=", id)
    .where("status", "<>", "removed")
    .execute();
  const staff = await tx.selectFrom("staff").select("account_id").where("team_id", "=", id).execute();
  return { name: team.name, accountIds: [...new Set(staff.flatMap(({ account_id }) => account_id ?? []))] };
}

function namesake(tx: ClubTx, team: { name_key: string; season: string }) {
  return tx
    .selectFrom("teams")
    .selectAll()
    .where("name_key", "=", team.name_key)
    .where("season", "=", team.season)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

const asRow = (fields: TeamFields) => ({
  name: fields.name,
  name_key: teamNameKey(fields.name),
  age_group: fields.ageGroup,
  gender: fields.gender,
  season: fields.season,
  player_count: fields.playerCount,
  description: fields.description,
  manager_updates: Number(fields.managerUpdates),
  coach_updates: Number(fields.coachUpdates),
  weekly_reports: Number(fields.weeklyReports),
  incident_alerts: Number(fields.incidentAlerts),
});

const asTeam = (row: Pick<TeamsTable, (typeof columns)[number]>): Team => ({
  id: row.id,
  name: row.name,
  ageGroup: row.age_group,
  gender: row.gender,
  season: row.season,
  playerCount: row.player_count,
  description: row.description,
  managerUpdates: row.manager_updates === 1,
  coachUpdates: row.coach_updates === 1,
  weeklyReports: row.weekly_reports === 1,
  incidentAlerts: row.incident_alerts === 1,
});
