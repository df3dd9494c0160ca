import type { TeamsTable } from "#app/db/club/schema.ts";
import { DAY_MS } from "#app/runtime/durations.ts";

/** Largest player count of a team (product/teams.md#teams). */
export const MAX_TEAM_PLAYERS = 999;

/** The fields of 'Add New Team' and 'Team Settings' (product/teams.md#teams). */
export interface TeamFields {
  name: string;
  ageGroup: string;
  gender: "Boys" | "Girls" | "Coed";
  season: string;
  playerCount: number;
  description: string;
  managerUpdates: boolean;
  coachUpdates: boolean;
  weeklyReports: boolean;
  incidentAlerts: boolean;
}

/** A team's notification toggles with their defaults (product/notifications.md#team-emails). */
export const teamNotifications = [
  { name: "managerUpdates", label: "Send updates to the team manager", on: true },
  { name: "coachUpdates", label: "Send updates to the coaches", on: true },
  { name: "weeklyReports", label: "Include this team in weekly reports", on: false },
  { name: "incidentAlerts", label: "Send incident alerts", on: true },
] as const;

/** Returns the notifications of a new team. */
export const usualNotifications = () =>
  Object.fromEntries(teamNotifications.map(({ name, on }) => [name, on])) as Pick<
    TeamFields,
    (typeof teamNotifications)[number]["name"]
  >;

/**
 * Strips case, accents, spaces and punctuation from a team's name: 'U-12 Águilas' and 'u12 aguilas' are one name
 * (product/teams.md#teams). Empty where no letter or digit is left.
 */
export function teamNameKey(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** Lists of teams offer a search from this many on. */
export const SEARCH_FROM = 9;

/** Finds the teams whose name or age group contains what was typed, in the list's order. */
export function searchTeams<Team extends { name: string; ageGroup: string }>(
  teams: readonly Team[],
  typed: string,
): Team[] {
  const key = teamNameKey(typed);
  return teams.filter(({ name, ageGroup }) => teamNameKey(`${name} ${ageGroup}`).includes(key));
}

/** Builds the row of a new team, with defaults for missing values. */
export const newTeam = (
  values: Pick<TeamsTable, "name" | "age_group" | "gender" | "season" | "player_count"> & Partial<TeamsTable>,
  { id, at }: { id: string; at: string },
): TeamsTable => {
  const usual = usualNotifications();
  return {
    name_key: teamNameKey(values.name),
    description: "",
    manager_updates: Number(usual.managerUpdates),
    coach_updates: Number(usual.coachUpdates),
    weekly_reports: Number(usual.weeklyReports),
    incident_alerts: Number(usual.incidentAlerts),
    created_at: at,
    last_activity_at: at,
    status: "active",
    status_since: null,
    ...values,
    id,
  };
};

/** Writes 'fall  2026' as 'Fall 2026', so that two spellings are one season. */
export function tidySeason(season: string): string {
  return season
    .trim()
    .replace(/\s+/g, " ")
    .replace(/(^| )\p{Ll}/gu, (start) => start.toUpperCase());
}

/**
 * Returns a player count as typed: 0 where it is not a number (product/teams.md#teams), otherwise the number, which may
 * still be a fraction, negative or too large.
 */
export function readPlayerCount(typed: string): number {
  const plain = typed.trim().replace(/(?<=\d),(?=\d{3}(?!\d))/g, "");
  return /^[+-]?\d{1,12}(?:\.\d{1,12})?$/.test(plain) ? Number(plain) : 0;
}

/**
 * Returns labels that tell teams apart: the name, and the season where two have one name (product/teams.md#teams). In
 * the order given; a team listed twice has one label.
 */
export function distinctTeamLabels(
  teams: readonly { teamId: string; teamName: string; season: string }[],
): string[] {
  const idsByName = new Map<string, Set<string>>();
  for (const { teamId, teamName } of teams) {
    idsByName.set(teamName, (idsByName.get(teamName) ?? new Set()).add(teamId));
  }
  return teams.map(({ teamName, season }) =>
    (idsByName.get(teamName)?.size ?? 0) > 1 ? `${teamName}, ${season}` : teamName,
  );
}

/** Days in which a club can restore a deleted team (product/teams.md#teams). */
export const RESTORE_DAYS = 30;

/** Returns the last moment at which a team deleted at `since` (ISO-8601 UTC) can be restored. */
export const restorableUntil = (since: string) => new Date(Date.parse(since) + RESTORE_DAYS * DAY_MS);

/**
 * Tells whether a club may bring a team back: an archived one at any time, a deleted one for 30 days
 * (product/teams.md#teams).
 * @param team `status_since` is ISO-8601 UTC
 */
export function isRestorable(
  team: { status: "active" | "archived" | "deleted"; status_since: string | null },
  at: Date,
): boolean {
  if (team.status === "archived") return true;
  return team.status === "deleted" && team.status_since !== null && at <= restorableUntil(team.status_since);
}
