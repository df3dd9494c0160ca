import { type RawBuilder, sql } from "kysely";
import type { ClubDb, ClubTx, TeamsTable } from "#app/db/club/schema.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { sortByName } from "#app/domain/values/names.ts";
import type { Difference } from "#app/forms/stale-form.ts";
import { versionOf } from "#app/forms/version.server.ts";
import {
  changedSwitches,
  type SetAll,
  type TeamEmails,
  type TeamSwitch,
  teamSwitches,
  type WantedSwitches,
} from "./team-emails.ts";

/** Teams on one page of the form. */
export const EMAILS_A_PAGE = 25;

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
    .select(["id", "name", "age_group", "season", ...Object.values(columnOf)])
    .where("status", "=", "active")
    .orderBy("name")
    .orderBy("season")
    .execute();
  return sortByName(rows, ({ name }) => name).map((row) => ({
    id: row.id,
    name: row.name,
    ageGroup: row.age_group,
    season: row.season,
    managerUpdates: row.manager_updates === 1,
    coachUpdates: row.coach_updates === 1,
    weeklyReports: row.weekly_reports === 1,
    incidentAlerts: row.incident_alerts === 1,
  }));
}

/** Returns the version of the switches that a form was filled from (product/pages.md#forms). */
export const teamEmailsVersion = (teams: readonly TeamEmails[]) =>
  versionOf(teams.map((team) => [team.id, ...teamSwitches.map(({ name }) => team[name])]));

/**
 * Sets the switches of the teams that a form showed, and what it sets for all teams also for those that it did not
 * show. The same form again changes nothing.
 * @param version of the shown teams' switches when the form was filled; another one is refused (product/pages.md#forms)
 */
export async function saveTeamEmails(
  tx: ClubTx,
  wanted: WantedSwitches,
  { version, all }: { version: string; all: SetAll },
): Promise<{ ok: true } | { ok: false; problem: "stale"; version: string; differences: Difference[] }> {
  const teams = await teamEmails(tx);
  const shown = teams.filter(({ id }) => wanted.has(id));
  const differences = changedSwitches(shown, wanted);
  const current = teamEmailsVersion(shown);
  if (differences.length > 0 && current !== version)
    return { ok: false, problem: "stale", version: current, differences };
  const wantedOf = (team: TeamEmails, name: TeamSwitch) =>
    all[name] === "" ? (wanted.get(team.id)?.[name] ?? team[name]) : all[name] === "on";
  const changed = teams.filter((team) =>
    teamSwitches.some(({ name }) => wantedOf(team, name) !== team[name]),
  );
  if (changed.length === 0) return { ok: true };
  const ids = changed.map(({ id }) => id);
  const set = (name: TeamSwitch): RawBuilder<number> => {
    const on = changed.flatMap((team) => (wantedOf(team, name) ? [team.id] : []));
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
