import { z } from "zod";
import { ageGroups } from "#app/domain/values/age-groups.ts";
import { readDate } from "#app/domain/values/written-dates.ts";
import { formVersion, line, oneOf, optionalLine, optionalParagraph, tick } from "#app/forms/fields.server.ts";
import { seasonFields, templateFields } from "./fields.ts";
import { daysFrom, MAX_SEASON_DAYS } from "./seasons.ts";

const FIRST_YEAR = "2000";
const LAST_YEAR = "2100";
/** Most teams of a form, more than any club has. */
export const MAX_SEASON_TEAMS = 500;
const MAX_PLANNED = 20_000;
const PLANNED_WRONG = `Enter a whole number from 1 to ${MAX_PLANNED.toLocaleString("en-US")}, or leave it empty`;

/** Reads a day from the browser's date field, or typed where the browser has none. */
const day = (required: string) =>
  z
    .string({ error: required })
    .trim()
    .min(1, required)
    .transform((text, context) => {
      const read = readDate(text);
      const year = read?.date.slice(0, 4) ?? "";
      if (read && year >= FIRST_YEAR && year < LAST_YEAR) return read.date;
      context.addIssue({ code: "custom", message: "Enter a real date, such as 11/28/2026" });
      return z.NEVER;
    });

const teamIds = () => z.array(z.string().max(64)).default([]);

const dates = {
  name: line(seasonFields.name).transform((name) => name.replace(/\s+/g, " ")),
  startsOn: day(seasonFields.startsOn.required),
  endsOn: day(seasonFields.endsOn.required),
};

interface Dates {
  startsOn: string;
  endsOn: string;
}
const inOrder = ({ startsOn, endsOn }: Dates) => startsOn <= endsOn;
const notTooLong = ({ startsOn, endsOn }: Dates) => daysFrom(startsOn, endsOn) <= MAX_SEASON_DAYS;
const ORDER = { path: ["endsOn"], error: "Choose a last day that is not before the first" };
const LENGTH = { path: ["endsOn"], error: "A season lasts at most two years: check both days" };

const fields = {
  ...dates,
  description: optionalParagraph(seasonFields.description),
  plannedGames: z
    .string()
    .trim()
    .max(seasonFields.plannedGames.max, PLANNED_WRONG)
    .default("")
    .transform((text) => (text === "" ? null : Number(text.replaceAll(",", ""))))
    .refine(
      (count) => count === null || (Number.isInteger(count) && count >= 1 && count <= MAX_PLANNED),
      PLANNED_WRONG,
    ),
  teams: oneOf(["all", "chosen"], "Choose which teams the season has"),
  teamIds: teamIds(),
};

/** The form of a new season, and of one that is changed. */
export const seasonSchema = z
  .object({ ...fields, version: formVersion(), seen: z.string().max(22).default("") })
  .refine(inOrder, ORDER)
  .refine(notTooLong, LENGTH);

/** Converts a posted form to a season's fields. */
export function seasonOfForm({ teams, version: _, seen: __, ...value }: z.output<typeof seasonSchema>) {
  const allTeams = teams === "all";
  return { ...value, allTeams, teamIds: allTeams ? [] : [...new Set(value.teamIds)] };
}

/** The form of a club's own template. */
export const templateSchema = z.object({
  name: line(templateFields.name).transform((name) => name.replace(/\s+/g, " ")),
  description: optionalParagraph(templateFields.description),
  sport: optionalLine(templateFields.sport),
  version: formVersion(),
});

/** 'Copy': what of the season goes along. */
export const copySchema = z
  .object({ ...dates, takeTeams: tick(), takeStaff: tick(), takeGames: tick(), takeRewards: tick() })
  .refine(inOrder, ORDER)
  .refine(notTooLong, LENGTH);

/** A team with the age group that it gets, as one value: 'id U-13'. */
const AGE = new RegExp(`^([\\w-]{1,64}) (${ageGroups.join("|")})$`);

/** 'Roll Over': the next season, the teams that go on, and whose invitations are sent again. */
export const rollOverSchema = z
  .object({
    ...dates,
    into: z.string().max(64).default(""),
    keep: teamIds(),
    ages: z.array(z.string().max(80)).default([]),
    invite: teamIds(),
    takeRewards: tick(),
  })
  .refine(inOrder, ORDER)
  .refine(notTooLong, LENGTH);

/** Returns the age groups of a posted form, by team. */
export function agesOf(values: readonly string[]): Map<string, string> {
  return new Map(
    values.flatMap((value) => {
      const [, teamId, age] = AGE.exec(value) ?? [];
      return teamId && age ? [[teamId, age] as const] : [];
    }),
  );
}

export const rollOverIntentSchema = z.object({ intent: oneOf(["do", "undo"], "Choose what to do") });
