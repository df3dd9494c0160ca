import { EMAIL_MAX } from "#app/forms/email-pattern.ts";
import type { Field } from "#app/forms/fields.ts";
import { type TeamFields, teamNotifications } from "./teams.ts";

const TEAM_NEEDS_BOTH = "Please fill in team name and age group";

const [managerUpdates, coachUpdates, weeklyReports, incidentAlerts] = teamNotifications;

/** The fields of a team's forms: labels, limits and what to say where one is missing. */
export const teamFields = {
  name: { label: "Team Name", max: 80, required: TEAM_NEEDS_BOTH },
  ageGroup: { label: "Age Group", required: TEAM_NEEDS_BOTH },
  gender: { label: "Gender", required: "Choose Boys, Girls or Coed" },
  season: { label: "Season", max: 40, required: "Enter a season, for example Fall 2026" },
  playerCount: { label: "Number of Players", max: 8 },
  description: { label: "Description", max: 500 },
  managerUpdates,
  coachUpdates,
  weeklyReports,
  incidentAlerts,
} as const satisfies Record<keyof TeamFields, Field>;

/** The head coach who is invited with a new team. */
export const firstCoachFields = {
  coachName: { label: "Head Coach's Name", max: 80 },
  coachEmail: { label: "Head Coach's Email", max: EMAIL_MAX },
} as const satisfies Record<string, Field>;
