import { z } from "zod";
import { ageGroups, genders } from "#app/domain/values/age-groups.ts";
import { formVersion, line, oneOf, optionalParagraph, tick } from "#app/forms/fields.server.ts";
import { teamFields } from "./fields.ts";
import { MAX_TEAM_PLAYERS, readPlayerCount, teamNameKey, tidySeason } from "./teams.ts";

/** The form of 'Add New Team' (product.md#teams). */
export const teamSchema = z.object({
  name: line(teamFields.name.required, teamFields.name.max).refine((name) => teamNameKey(name) !== "", {
    error: "Use at least one letter or digit in the team name",
    when: ({ issues }) => issues.length === 0,
  }),
  ageGroup: oneOf(ageGroups, teamFields.ageGroup.required),
  gender: oneOf(genders, teamFields.gender.required),
  season: line(teamFields.season.required, teamFields.season.max).transform(tidySeason),
  playerCount: z
    .string()
    .max(teamFields.playerCount.max, `Enter a whole number from 0 to ${MAX_TEAM_PLAYERS}`)
    .default("")
    .transform(readPlayerCount)
    .refine(
      (count) => Number.isInteger(count) && count >= 0 && count <= MAX_TEAM_PLAYERS,
      `Enter a whole number from 0 to ${MAX_TEAM_PLAYERS}`,
    ),
  description: optionalParagraph(teamFields.description.max),
  managerUpdates: tick(),
  coachUpdates: tick(),
  weeklyReports: tick(),
  incidentAlerts: tick(),
});

/** The form of 'Team Settings', with the version that it was filled from. */
export const editTeamSchema = teamSchema.extend({ version: formVersion() });
