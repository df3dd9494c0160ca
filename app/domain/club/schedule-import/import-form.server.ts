import { z } from "zod";
import { optionalLine } from "#app/forms/fields.server.ts";
import { NAMES_AT_ONCE } from "./schedule-sides.ts";

/** A season as text is far shorter; longer lists come as a file. */
const LONGEST_PASTE = 5_000_000;

export const importFormSchema = z.object({
  pasted: z.string().max(LONGEST_PASTE, "That is too much to paste: upload it as a file").default(""),
  team: optionalLine(60),
});

const places = Array.from({ length: NAMES_AT_ONCE }, (_, place) => place);
const numbered = (field: string, max: number) =>
  Object.fromEntries(places.map((place) => [`${field}-${place}`, z.string().max(max).default("")]));

/** Which own team each name of the file is: numbered pairs of a name and a team. */
export const importTeamsSchema = z.object({ ...numbered("name", 600), ...numbered("team", 60) });

/** The pairs that were sent, as choices by name. */
export function choicesOf(form: z.output<typeof importTeamsSchema>): Record<string, string> {
  const pairs = places.map((place) => [form[`name-${place}`] ?? "", form[`team-${place}`] ?? ""] as const);
  return Object.fromEntries(pairs.filter(([name, team]) => name !== "" && team !== ""));
}
