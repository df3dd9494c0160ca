import type { Difference } from "#app/forms/stale-form.ts";
import type { TeamFields, teamNotifications } from "./teams.ts";

/** Switches of a team's emails (product/notifications.md#team-emails). */
export const teamSwitches = [
  { name: "managerUpdates", column: "Manager updates", says: "updates to the manager" },
  { name: "coachUpdates", column: "Coach updates", says: "updates to the coaches" },
  { name: "weeklyReports", column: "Weekly report", says: "the weekly report" },
  { name: "incidentAlerts", column: "Incident alerts", says: "incident alerts" },
] as const;

export type TeamSwitch = (typeof teamNotifications)[number]["name"];

/** A team with its switches. */
export type TeamEmails = Pick<TeamFields, "name" | "ageGroup" | "season" | TeamSwitch> & { id: string };

/** Values of the form: the checked teams of each switch, and what it sets for all of them at once. */
export type TickedSwitches = Record<TeamSwitch, readonly string[]>;
export type SetAll = Record<TeamSwitch, "" | "on" | "off">;
export type WantedSwitches = ReadonlyMap<string, Record<TeamSwitch, boolean>>;

/** Returns the switches that a form wants, by team: 'set all' wins over the checks of its column. */
export function wantedSwitches(
  teamIds: readonly string[],
  ticked: TickedSwitches,
  all: SetAll,
): WantedSwitches {
  const sets = new Map(teamSwitches.map(({ name }) => [name, new Set(ticked[name])]));
  const isOn = (name: TeamSwitch, id: string) =>
    all[name] === "" ? sets.get(name)?.has(id) === true : all[name] === "on";
  return new Map(
    teamIds.map((id) => [
      id,
      {
        managerUpdates: isOn("managerUpdates", id),
        coachUpdates: isOn("coachUpdates", id),
        weeklyReports: isOn("weeklyReports", id),
        incidentAlerts: isOn("incidentAlerts", id),
      },
    ]),
  );
}

/** Lists the wanted switches that differ from the stored ones, in words. */
export function changedSwitches(stored: readonly TeamEmails[], wanted: WantedSwitches): Difference[] {
  return stored.flatMap((team) =>
    teamSwitches.flatMap(({ name, column }) => {
      const typed = wanted.get(team.id)?.[name] ?? team[name];
      if (typed === team[name]) return [];
      return [
        { label: `${team.name}, ${team.season}: ${column}`, typed: onOff(typed), stored: onOff(!typed) },
      ];
    }),
  );
}

const onOff = (on: boolean) => (on ? "On" : "Off");
