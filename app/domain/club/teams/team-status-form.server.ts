import { z } from "zod";
import { optionalLine } from "#app/forms/fields.server.ts";
import { teamNameKey } from "./teams.ts";

/** 'Delete Team': the team's name, typed to confirm. */
export const deleteTeamSchema = z.object({ confirmation: optionalLine(80) });

/** 'Bring Back': another name, where its own is taken. Empty keeps the name. */
export const restoreTeamSchema = z.object({
  name: optionalLine(80).refine((name) => name === "" || teamNameKey(name) !== "", {
    error: "Use at least one letter or digit in the team name",
  }),
});
