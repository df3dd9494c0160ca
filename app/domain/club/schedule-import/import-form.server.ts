import { z } from "zod";
import { optionalLine } from "#app/forms/fields.server.ts";
import { MAX_TEAM_NAMES } from "./schedule-file.ts";

/** In characters. A season as text is far shorter; longer lists come as a file. */
const LONGEST_PASTE = 5_000_000;

export const importFormSchema = z.object({
  pasted: z.string().max(LONGEST_PASTE, "That is too much to paste: upload it as a file").default(""),
  team: optionalLine(60),
});

const numbers = Array.from({ length: MAX_TEAM_NAMES }, (_, number) => number);
const numbered = (field: string, max: number) =>
  Object.fromEntries(numbers.map((number) => [`${field}-${number}`, z.string().max(max).default("")]));

/** Which of the club's teams each name of the file is: numbered pairs of a name and a team. */
export const importTeamsSchema = z.object({ ...numbered("name", 600), ...numbered("team", 60) });

/** The submitted pairs, as choices by name. */
export function choicesOf(form: z.output<typeof importTeamsSchema>): Record<string, string> {
  const pairs = numbers.map((n) => [form[`name-${n}`] ?? "", form[`team-${n}`] ?? ""] as const);
  return Object.fromEntries(pairs.filter(([name, team]) => name !== "" && team !== ""));
}
