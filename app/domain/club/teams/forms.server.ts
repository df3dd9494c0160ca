import { z } from "zod";
import { ageGroups, genders } from "#app/domain/values/age-groups.ts";
import {
  emailAddress,
  formVersion,
  line,
  oneOf,
  optionalLine,
  optionalParagraph,
  theirAddress,
  tick,
} from "#app/forms/fields.server.ts";
import { firstCoachFields, teamFields } from "./fields.ts";
import { MAX_TEAM_PLAYERS, readPlayerCount, teamNameKey, tidySeason, usualNotifications } from "./teams.ts";

/** The form of 'Add New Team' (product/teams.md#teams). */
export const teamSchema = z.object({
  name: line(teamFields.name).refine((name) => teamNameKey(name) !== "", {
    error: "Use at least one letter or digit in the team name",
    when: ({ issues }) => issues.length === 0,
  }),
  ageGroup: oneOf(ageGroups, teamFields.ageGroup.required),
  gender: oneOf(genders, teamFields.gender.required),
  season: line(teamFields.season).transform(tidySeason),
  playerCount: z
    .string()
    .max(teamFields.playerCount.max, `Enter a whole number from 0 to ${MAX_TEAM_PLAYERS}`)
    .default("")
    .transform(readPlayerCount)
    .refine(
      (count) => Number.isInteger(count) && count >= 0 && count <= MAX_TEAM_PLAYERS,
      `Enter a whole number from 0 to ${MAX_TEAM_PLAYERS}`,
    ),
  description: optionalParagraph(teamFields.description),
  managerUpdates: tick(),
  coachUpdates: tick(),
  weeklyReports: tick(),
  incidentAlerts: tick(),
});

/** The form of 'Team Settings', with the version that it was filled from. */
export const editTeamSchema = teamSchema.extend({ version: formVersion() });

const { name, ageGroup, season, playerCount } = teamSchema.shape;

/** The form that adds a team in the settings, with its head coach to invite; the rest of the team is as usual. */
export const teamWithCoachSchema = z.object({
  name,
  ageGroup,
  gender: oneOf(genders, "Choose Boys, Girls or Co-Ed"),
  season,
  playerCount,
  coachName: optionalLine(firstCoachFields.coachName),
  coachEmail: theirAddress(z.union([z.literal(""), emailAddress()]).default("")),
});

/** Returns the team and the coach of a posted form. */
export function teamAndCoach(typed: z.output<typeof teamWithCoachSchema>) {
  const { coachName, coachEmail, ...basics } = typed;
  const coach = coachEmail ? { name: coachName, email: coachEmail } : null;
  return { team: { ...basics, description: "", ...usualNotifications() }, coach };
}

/** 'Delete Team': the team's name, typed to confirm. */
export const deleteTeamSchema = z.object({ confirmation: optionalLine(teamFields.name.max) });

/** 'Bring Back': another name, where its own is taken. Empty keeps the name. */
export const restoreTeamSchema = z.object({
  name: optionalLine(teamFields.name.max).refine((name) => name === "" || teamNameKey(name) !== "", {
    error: "Use at least one letter or digit in the team name",
  }),
});

/** Teams that one form can set. */
export const MAX_FORM_TEAMS = 500;

const teamIds = () => z.array(z.string().max(64)).default([]);
const setAll = () => z.enum(["", "on", "off"]).catch("").default("");

/** The form of 'Email Settings': the teams it shows, and for each switch those that are checked. */
export const teamEmailsSchema = z.object({
  team: teamIds(),
  managerUpdates: teamIds(),
  coachUpdates: teamIds(),
  weeklyReports: teamIds(),
  incidentAlerts: teamIds(),
  allManagerUpdates: setAll(),
  allCoachUpdates: setAll(),
  allWeeklyReports: setAll(),
  allIncidentAlerts: setAll(),
  version: formVersion(),
});
