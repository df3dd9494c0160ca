import { z } from "zod";
import { line, oneOf, tick } from "#app/forms/fields.server.ts";
import { gameDate } from "./game-form.server.ts";

/** What the form of a rained-out day does with the ticked games. */
export const dayActions = ["cancel", "move", "each"] as const;

/** Ids as this app and its demo make them. */
const VERSION_FIELD = /^version-([\w-]{1,64})$/;
/** More games than any club plays on a day. */
export const DAY_GAMES_MAX = 500;

/** The games that a posted form lists, by the versions that it carries. */
export function listedGames(posted: FormData): string[] {
  const ids = [...posted.keys()].flatMap((name) => VERSION_FIELD.exec(name)?.[1] ?? []);
  return [...new Set(ids)].slice(0, DAY_GAMES_MAX);
}

/** The form's schema for the games that it lists: each has a tick, a version, and perhaps a date of its own. */
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
    reason: line("Say why, such as 'Rained out'", 120),
    ...games,
  });
}

/** A union would say 'Invalid input' of a date that cannot be read. */
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
