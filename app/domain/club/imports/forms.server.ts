import { z } from "zod";
import { teamSchema } from "#app/domain/club/teams/forms.server.ts";
import { optionalLine } from "#app/forms/fields.server.ts";
import type { TeamAnswer } from "./answer-teams.server.ts";
import { CREATE, MAX_KEYS, MAX_TEAM_NAMES } from "./import-file.ts";

/** Most characters. A season as text is far shorter; longer lists come as a file. */
const LONGEST_PASTE = 5_000_000;

export const importFormSchema = z.object({
  pasted: z.string().max(LONGEST_PASTE, "That is too much to paste: upload it as a file").default(""),
  team: optionalLine(60),
});

/** Column index of each field, as the user chose. */
export type ColumnChoice<Field extends string> = Partial<Record<Field, number>>;

/** Builds the schema of a form's columns: the index of each field's column, or an empty text for none. */
export const columnsSchema = (fields: readonly string[]) =>
  z.object(
    Object.fromEntries(
      fields.map((field) => [
        field,
        z
          .string()
          .regex(/^\d{0,3}$/)
          .default(""),
      ]),
    ),
  );

/** Returns the submitted columns, as indexes. */
export const columnsOf = <Field extends string>(
  fields: readonly Field[],
  form: Record<string, string>,
): ColumnChoice<Field> =>
  Object.fromEntries(
    fields.filter((field) => form[field]).map((field) => [field, Number(form[field])]),
  ) as ColumnChoice<Field>;

/** Form that takes back an answer about a name. */
export const forgetNameSchema = z.object({ kind: z.enum(["club", "team"]), key: z.string().max(600) });

const numbers = Array.from({ length: MAX_TEAM_NAMES }, (_, number) => number);
const numbered = (field: string, max: number) =>
  Object.fromEntries(numbers.map((number) => [`${field}-${number}`, z.string().max(max).default("")]));

/** Answers about each name of the file: numbered fields, the last three for a team to create. */
export const importTeamsSchema = z.object({
  ...numbered("name", MAX_KEYS),
  ...numbered("said", 200),
  ...numbered("team", 60),
  ...numbered("new", 80),
  ...numbered("age", 10),
  ...numbered("gender", 10),
  /** Age group of new teams without one of their own. */
  "age-all": z.string().max(10).default(""),
  "gender-all": z.string().max(10).default(""),
  /** Season of new teams. */
  season: z.string().max(40).default(""),
});

/**
 * Returns the submitted answers, in the fields' order.
 * @returns one message per field where a team to create lacks something
 */
export function answersOf(form: z.output<typeof importTeamsSchema>): {
  answers: { number: number; answer: TeamAnswer }[];
  errors: Record<string, string>;
} {
  const errors: Record<string, string> = {};
  const answers = numbers.flatMap((number): { number: number; answer: TeamAnswer }[] => {
    const field = (name: string) => form[`${name}-${number}` as keyof typeof form] ?? "";
    const keys = field("name").split(",").filter(Boolean);
    if (keys.length === 0 || field("team") === "") return [];
    const text = optionalLine(200).catch("").parse(field("said")).slice(0, 120);
    if (field("team") !== CREATE) return [{ number, answer: { keys, text, choice: field("team") } }];
    const team = newTeam.safeParse({
      name: field("new"),
      ageGroup: field("age") || form["age-all"],
      gender: field("gender") || form["gender-all"],
      season: form.season,
    });
    for (const { path, message } of team.error?.issues ?? [])
      errors[`${FIELD[String(path[0])]}-${number}`] ??= message;
    return team.success ? [{ number, answer: { keys, text, choice: team.data } }] : [];
  });
  return { answers, errors };
}

const newTeam = teamSchema.pick({ name: true, ageGroup: true, gender: true, season: true });
const FIELD: Record<string, string> = { name: "new", ageGroup: "age", gender: "gender" };
