import { z } from "zod";
import { ageGroups, genders } from "#app/domain/values/age-groups.ts";
import { formVersion, line, oneOf, optionalParagraph, tick } from "#app/forms/fields.server.ts";
import { MAX_TEAM_PLAYERS, readPlayerCount, teamNameKey, tidySeason } from "./teams.ts";

const BOTH_NEEDED = "Please fill in team name and age group";

/** The form of 'Add New Team' (product.md#teams). */
export const teamSchema = z.object({
  name: line(BOTH_NEEDED, 80).refine((name) => teamNameKey(name) !== "", {
    error: "Use at least one letter or digit in the team name",
    when: ({ issues }) => issues.length === 0,
  }),
  ageGroup: oneOf(ageGroups, BOTH_NEEDED),
  gender: oneOf(genders, "Choose Boys, Girls or Coed"),
  season: line("Enter a season, for example Fall 2026", 40).transform(tidySeason),
  playerCount: z
    .string()
    .max(20, `Enter a whole number from 0 to ${MAX_TEAM_PLAYERS}`)
    .default("")
    .transform(readPlayerCount)
    .refine(
      (count) => Number.isInteger(count) && count >= 0 && count <= MAX_TEAM_PLAYERS,
      `Enter a whole number from 0 to ${MAX_TEAM_PLAYERS}`,
    ),
  description: optionalParagraph(500),
  managerUpdates: tick(),
  coachUpdates: tick(),
  weeklyReports: tick(),
  incidentAlerts: tick(),
});

/** The form of 'Team Settings', with the version that it was filled from. */
export const editTeamSchema = teamSchema.extend({ version: formVersion() });
