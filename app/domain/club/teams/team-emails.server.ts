import { type RawBuilder, sql } from "kysely";
import type { ClubDb, ClubTx, TeamsTable } from "#app/db/club/schema.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { sortByName } from "#app/domain/values/names.ts";
import type { Difference } from "#app/forms/stale-form.ts";
import { versionOf } from "#app/forms/version.server.ts";
import { changedSwitches, type TeamEmails, type TeamSwitch, teamSwitches } from "./team-emails.ts";

const columnOf = {
  managerUpdates: "manager_updates",
  coachUpdates: "coach_updates",
  weeklyReports: "weekly_reports",
  incidentAlerts: "incident_alerts",
} as const satisfies Record<TeamSwitch, keyof TeamsTable>;

/** Lists the e-mail switches of the active teams, by name and season. */
export async function teamEmails(db: ClubDb): Promise<TeamEmails[]> {
  const rows = await db
    .selectFrom("teams")
    .select(["id", "name", "season", ...Object.values(columnOf)])
    .where("status", "=", "active")
    .orderBy("name")
    .orderBy("season")
    .execute();
  return sortByName(rows, ({ name }) => name).map((row) => ({
    id: row.id,
    name: row.name,
    season: row.season,
    managerUpdates: row.manager_updates === 1,
    coachUpdates: row.coach_updates === 1,
    weeklyReports: row.weekly_reports === 1,
    incidentAlerts: row.incident_alerts === 1,
  }));
}

/** The version of the switches that a form was filled from (product.md#forms). */
export const teamEmailsVersion = (teams: readonly TeamEmails[]) =>
  versionOf(teams.map((team) => [team.id, ...teamSwitches.map(({ name }) => team[name])]));

/**
 * Sets the switches of the teams that a form showed; teams that it did not show keep theirs. The same form again
 * changes nothing.
 * @param version of those teams' switches when the form was filled; another one is refused (product.md#forms)
 */
export async function saveTeamEmails(
  tx: ClubTx,
  wanted: ReadonlyMap<string, Record<TeamSwitch, boolean>>,
  version: string,
): Promise<{ ok: true } | { ok: false; problem: "stale"; version: string; differences: Difference[] }> {
  const stored = (await teamEmails(tx)).filter(({ id }) => wanted.has(id));
  const differences = changedSwitches(stored, wanted);
  if (differences.length === 0) return { ok: true };
  const current = teamEmailsVersion(stored);
  if (current !== version) return { ok: false, problem: "stale", version: current, differences };
  const ids = stored.map(({ id }) => id);
  const set = (name: TeamSwitch): RawBuilder<number> => {
    const on = ids.filter((id) => wanted.get(id)?.[name]);
    return on.length === 0 ? sql`0` : sql`case when id in (${sql.join(on)}) then 1 else 0 end`;
  };
  await tx
    .updateTable("teams")
    .set({
      manager_updates: set("managerUpdates"),
      coach_updates: set("coachUpdates"),
      weekly_reports: set("weeklyReports"),
      incident_alerts: set("incidentAlerts"),
    })
    .where("id", "in", ids)
    .execute();
  await recordAudit(tx, { kind: "settings.changed", detail: { fields: "team emails" } });
  return { ok: true };
}
