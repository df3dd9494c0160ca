import { jsonArrayFrom } from "kysely/helpers/sqlite";
import type { ClubDb, ClubTx, TeamsTable } from "#app/db/club/schema.ts";
import { compiled } from "#app/db/compiled.server.ts";
import { recordTeamsChange } from "#app/db/outbox.server.ts";
import { inviteStaff } from "#app/domain/club/staff/invitations.server.ts";
import type { EndedPeriod, TeamScope } from "#app/domain/club/staff/staff.ts";
import { sortByName } from "#app/domain/values/names.ts";
import { sameValues } from "#app/forms/stale-form.ts";
import { versionOf } from "#app/forms/version.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { newTeam, type TeamFields, teamNameKey } from "./teams.ts";

/** The same form within this time is a double click or a reload. */
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

const teamsInScope = compiled(
  (db: ClubDb, { teams }: { teams: readonly string[] }, { all }: { all: boolean }) =>
    db
      .selectFrom("teams")
      .select(columns)
      .where("status", "=", "active")
      .$if(!all, (query) => query.where("id", "in", teams))
      .orderBy("name")
      .orderBy("season"),
);

/** Lists the active teams in scope, by name and season. */
export async function listTeams(db: ClubDb, scope: TeamScope): Promise<Team[]> {
  if (scope !== "all" && scope.length === 0) return [];
  const all = scope === "all";
  const rows = await teamsInScope(db, { teams: all ? [] : scope }, { all });
  return sortByName(rows, ({ name }) => name).map(asTeam);
}

/** Finds an active team. */
export async function findTeam(db: ClubDb, id: string): Promise<Team | undefined> {
  const row = await db
    .selectFrom("teams")
    .select(columns)
    .where("id", "=", id)
    .where("status", "=", "active")
    .executeTakeFirst();
  return row && asTeam(row);
}

/** An active team with what its own page says of it, in one query. */
export interface TeamOnPage {
  team: Team;
  /** ISO-8601 UTC. */
  createdAt: string;
  lastActivityAt: string;
  endedPeriods: EndedPeriod[];
}

/** Finds an active team for its page, with the ended periods of its staff (product/teams.md#team-page). */
export async function findTeamOnPage(db: ClubDb, id: string): Promise<TeamOnPage | undefined> {
  const row = await db
    .selectFrom("teams")
    .select(columns)
    .select((eb) => [
      "created_at",
      "last_activity_at",
      jsonArrayFrom(
        eb
          .selectFrom("staff_history")
          .select(["id", "role", "coach_role", "name", "from_at", "from_by", "to_at", "to_by", "ending"])
          .whereRef("staff_history.team_id", "=", "teams.id"),
      ).as("ended"),
    ])
    .where("id", "=", id)
    .where("status", "=", "active")
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    team: asTeam(row),
    createdAt: row.created_at,
    lastActivityAt: row.last_activity_at,
    endedPeriods: JSON.parse(row.ended as unknown as string) as EndedPeriod[],
  };
}

/**
 * Adds a team, unless another of the season has its name (product/teams.md#teams). The same form again within two
 * minutes gives the team that it added the first time, with `isNew` false.
 */
export async function addTeam(
  tx: ClubTx,
  fields: TeamFields,
  at: Date = now(),
): Promise<{ ok: true; teamId: string; isNew: boolean } | { ok: false; problem: "name-taken" }> {
  const row = asRow(fields);
  const other = await findNamesake(tx, row);
  if (other) {
    const ageMs = at.getTime() - Date.parse(other.created_at);
    const same = (Object.keys(row) as (keyof typeof row)[]).every((column) => other[column] === row[column]);
    return same && ageMs < REPEAT_SECONDS * 1000
      ? { ok: true, teamId: other.id, isNew: false }
      : { ok: false, problem: "name-taken" };
  }
  const teamId = newId();
  await tx
    .insertInto("teams")
    .values(newTeam(row, { id: teamId, at: at.toISOString() }))
    .execute();
  await joinSeason(tx, teamId, fields.season);
  await recordTeamsChange(tx, [teamId]);
  return { ok: true, teamId, isNew: true };
}

/** Adds a new team to the season that it names, where that has chosen teams; one of all teams has it anyway. */
async function joinSeason(tx: ClubTx, teamId: string, name: string): Promise<void> {
  const season = await tx
    .selectFrom("seasons")
    .select("id")
    .where("name", "=", name)
    .where("all_teams", "=", 0)
    .where("archived_at", "is", null)
    .executeTakeFirst();
  if (!season) return;
  await tx
    .insertInto("season_teams")
    .values({ season_id: season.id, team_id: teamId, age_group: null })
    .execute();
}

/** Returns the version of a team's settings, which its form carries (product/pages.md#forms). */
export const teamVersion = ({ id: _, ...fields }: Team) => versionOf(fields);

export type EditTeamResult =
  | { ok: true }
  | { ok: false; problem: "not-found" | "name-taken" }
  | { ok: false; problem: "stale"; stored: Team };

/**
 * Changes a team's settings, unless another team of the season has the name (product/teams.md#teams). The same form
 * again changes nothing.
 * @param version of the settings that the form was filled from; another one is refused (product/pages.md#forms)
 */
export async function editTeam(
  tx: ClubTx,
  teamId: string,
  fields: TeamFields,
  version: string,
): Promise<EditTeamResult> {
  const stored = await findTeam(tx, teamId);
  if (!stored) return { ok: false, problem: "not-found" };
  if (teamVersion(stored) !== version) {
    const saved = sameValues({ ...fields, id: teamId }, stored);
    return saved ? { ok: true } : { ok: false, problem: "stale", stored };
  }
  const row = asRow(fields);
  const other = await findNamesake(tx, row);
  if (other && other.id !== teamId) return { ok: false, problem: "name-taken" };
  await tx.updateTable("teams").set(row).where("id", "=", teamId).execute();
  await recordTeamsChange(tx, [teamId]);
  return { ok: true };
}

/** Finds the active team of a season that has the name. */
export function findNamesake(tx: ClubTx, team: { name_key: string; season: string }) {
  return tx
    .selectFrom("teams")
    .selectAll()
    .where("name_key", "=", team.name_key)
    .where("season", "=", team.season)
    .where("status", "=", "active")
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

/**
 * Adds a team and invites its head coach, if there is one, in one transaction; the same form again within two minutes
 * adds and invites nothing (product/teams.md#teams).
 * @param by the name of the inviter, for the team's history
 */
export async function addTeamWithCoach(
  tx: ClubTx,
  team: TeamFields,
  coach: { name: string; email: string } | null,
  by: string,
): ReturnType<typeof addTeam> {
  const added = await addTeam(tx, team);
  if (!added.ok || !added.isNew || !coach) return added;
  const { teamId } = added;
  const invited = await inviteStaff(tx, { teamId, role: "coach", coachRole: "head", ...coach, by });
  if (!invited.ok) throw new Error(`A new team's coach cannot be invited: ${invited.problem}`);
  return added;
}
