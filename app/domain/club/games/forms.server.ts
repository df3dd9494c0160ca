import { z } from "zod";
import { readDate, readTime } from "#app/domain/values/written-dates.ts";
import { formVersion, line, oneOf, optionalLine, optionalParagraph, tick } from "#app/forms/fields.server.ts";
import { dayFields, gameFields, takeOutFields } from "./fields.ts";
import { changeReasons, editableStatuses } from "./game-changes.ts";
import { takeOutReasons } from "./take-out.ts";

const FIRST_YEAR = "2000";
const LAST_YEAR = "2100";

/** A date from the browser's date field, or typed where the browser has none. */
const gameDate = z
  .string({ error: gameFields.date.required })
  .trim()
  .min(1, gameFields.date.required)
  .transform((text, context) => {
    const read = readDate(text);
    const year = read?.date.slice(0, 4) ?? "";
    if (read && year >= FIRST_YEAR && year < LAST_YEAR) return read.date;
    context.addIssue({ code: "custom", message: "Enter a real date, such as 11/28/2026" });
    return z.NEVER;
  });

/** A time from the browser's field or typed; 'TBD' stays 'TBD'. */
const time = z
  .string()
  .trim()
  .default("")
  .transform((text, context) => {
    if (!text) return "";
    const read = readTime(text);
    if (read) return read === "TBD" ? "TBD" : read.time;
    context.addIssue({ code: "custom", message: "Enter a time such as 6:00 PM, or tick TBD" });
    return z.NEVER;
  });

const details = {
  opponent: line(gameFields.opponent),
  date: gameDate,
  time,
  tbd: tick(),
  location: optionalLine(gameFields.location),
  home_away: oneOf(["home", "away"], gameFields.home_away.required),
  notes: optionalParagraph(gameFields.notes),
};

type Timed = { time: string; tbd: boolean };

const hasTime = ({ time, tbd }: Timed) => tbd || time !== "";
/** Asked whatever else is missing, so that all problems show at once. */
const timeMissing = { path: ["time"], error: gameFields.time.required, when: () => true };

export const newGameSchema = z
  .object({ team: line("Choose a team"), ...details })
  .refine(hasTime, timeMissing);

export const gameSchema = z
  .object({
    ...details,
    status: oneOf(editableStatuses, gameFields.status.required),
    reason: z.enum(changeReasons, { error: "Choose why the date or time changes" }).default("moved"),
    version: formVersion(),
  })
  .refine(hasTime, timeMissing);

/** Returns the kick-off time of a form, HH:MM; null for TBD. */
export const timeOf = ({ time, tbd }: Timed): string | null => (tbd || time === "TBD" ? null : time);

export const gameIntentSchema = z.object({
  intent: oneOf(["cancel", "restore"], "Choose what to do"),
  version: formVersion(),
});

/** Takes a rated game out of the figures, or puts it back. */
export const takeOutSchema = z
  .object({
    intent: oneOf(["out", "back"], "Choose what to do").default("out"),
    why: z.enum(takeOutReasons).optional().catch(undefined),
    note: optionalLine(takeOutFields.note),
  })
  .refine(({ intent, why }) => intent === "back" || why !== undefined, {
    path: ["why"],
    error: takeOutFields.why.required,
  });

/** 'Delete Game'. */
export const deleteGameSchema = z.object({ version: formVersion() });

/** Actions for the checked games of a rained-out day. */
const dayActions = ["cancel", "move", "each"] as const;

/** Ids as this app and its demo make them. */
const VERSION_FIELD = /^version-([\w-]{1,64})$/;
/** Most games of a form, more than any club plays on a day. */
export const DAY_GAMES_MAX = 500;

/** Returns the games that a posted form lists, by the versions that it carries. */
export function listedGames(posted: FormData): string[] {
  const ids = [...posted.keys()].flatMap((name) => VERSION_FIELD.exec(name)?.[1] ?? []);
  return [...new Set(ids)].slice(0, DAY_GAMES_MAX);
}

/** Returns the form's schema for the games that it lists: each has a check, a version, and perhaps a date of its own. */
export function dayChangeSchema(ids: readonly string[]) {
  const games: Record<string, z.ZodType> = {};
  for (const id of ids) {
    games[`tick-${id}`] = tick();
    games[`version-${id}`] = z.string().max(64).default("");
    games[`to-${id}`] = optionalDate();
  }
  return z.object({
    day: gameDate,
    what: oneOf(dayActions, "Choose what should happen to the games"),
    to: optionalDate(),
    reason: line(dayFields.reason),
    ...games,
  });
}

/** Checks an optional date; a union would say 'Invalid input' of one that cannot be read. */
const optionalDate = () =>
  z
    .string()
    .trim()
    .default("")
    .transform((text, context) => {
      if (text === "") return "";
      const read = gameDate.safeParse(text);
      if (read.success) return read.data;
      for (const { message } of read.error.issues) context.addIssue({ code: "custom", message });
      return z.NEVER;
    });

/** The buttons of a change's page. */
export const dayIntentSchema = z.object({ intent: oneOf(["do", "undo"], "Choose what to do") });
