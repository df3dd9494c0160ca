import { z } from "zod";
import { readDate, readTime } from "#app/domain/values/written-dates.ts";
import { formVersion, line, oneOf, optionalLine, optionalParagraph, tick } from "#app/forms/fields.server.ts";
import { changeReasons, editableStatuses, LOCATION_MAX, NOTES_MAX, OPPONENT_MAX } from "./game-changes.ts";
import { noTimeLabel } from "./labels.ts";

const FIRST_YEAR = "2000";
const LAST_YEAR = "2100";

/** A date from the browser's date field, or typed where the browser has none. */
export const gameDate = z
  .string({ error: "Enter the date of the game" })
  .trim()
  .min(1, "Enter the date of the game")
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
  opponent: line("Enter the opponent", OPPONENT_MAX),
  date: gameDate,
  time,
  tbd: tick(),
  location: optionalLine(LOCATION_MAX),
  home_away: oneOf(["home", "away"], "Choose home or away"),
  notes: optionalParagraph(NOTES_MAX),
};

type Timed = { time: string; tbd: boolean };

const hasTime = ({ time, tbd }: Timed) => tbd || time !== "";
/** Asked whatever else is missing, so that all problems are told at once. */
const timeMissing = { path: ["time"], error: noTimeLabel, when: () => true };

export const newGameSchema = z
  .object({ team: line("Choose a team"), ...details })
  .refine(hasTime, timeMissing);

export const gameSchema = z
  .object({
    ...details,
    status: oneOf(editableStatuses, "Choose a status"),
    reason: z.enum(changeReasons, { error: "Choose why the date or time changes" }).default("moved"),
    version: formVersion(),
  })
  .refine(hasTime, timeMissing);

/** The kick-off time of a form, HH:MM; null for TBD. */
export const timeOf = ({ time, tbd }: Timed): string | null => (tbd || time === "TBD" ? null : time);

/** What the cancel page does with a game. */
export const gameIntentSchema = z.object({
  intent: oneOf(["cancel", "restore"], "Choose what to do"),
  version: formVersion(),
});

/** 'Delete Game'. */
export const deleteGameSchema = z.object({ version: formVersion() });
