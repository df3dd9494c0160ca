import { z } from "zod";
import { genders } from "#app/domain/values/age-groups.ts";
import { emailAddress, oneOf, optionalLine } from "#app/forms/fields.server.ts";
import { teamSchema } from "./team-form.server.ts";
import { usualNotifications } from "./teams.ts";

const { name, ageGroup, season, playerCount } = teamSchema.shape;

/** The form that adds a team in the settings, with its head coach to invite; the rest of the team is as usual. */
export const teamWithCoachSchema = z.object({
  name,
  ageGroup,
  gender: oneOf(genders, "Choose Boys, Girls or Co-Ed"),
  season,
  playerCount,
  coachName: optionalLine(80),
  coachEmail: z.union([z.literal(""), emailAddress()]).default(""),
});

/** The team and the coach of a posted form. */
export function teamAndCoach(typed: z.output<typeof teamWithCoachSchema>) {
  const { coachName, coachEmail, ...basics } = typed;
  const coach = coachEmail ? { name: coachName, email: coachEmail } : null;
  return { team: { ...basics, description: "", ...usualNotifications() }, coach };
}
