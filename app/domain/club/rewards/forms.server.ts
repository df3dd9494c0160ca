import { z } from "zod";
import { formVersion, line, oneOf, optionalLine, optionalParagraph, tick } from "#app/forms/fields.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { giftFields, programFields, rewardFields } from "./fields.ts";
import {
  improvementPercents,
  type ProgramFields,
  programTypes,
  type RewardFields,
  rewardColors,
  rewardTypes,
  scoreThresholds,
  streakLengths,
} from "./rewards.ts";

/** Most cents, more than any club gives. */
const MOST_CENTS = 100_000_00;
const AMOUNT = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{1,2}))?$/;

/** Reads an amount of dollars as people type it, in cents. */
const amount = (required: string) =>
  z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(12, "Enter an amount in dollars, such as 15 or 12.50")
    .transform((text, context) => {
      const [, whole = "", part = ""] = AMOUNT.exec(text) ?? [];
      const cents = Number(whole.replaceAll(",", "")) * 100 + Number(part.padEnd(2, "0"));
      if (whole !== "" && cents <= MOST_CENTS) return cents;
      context.addIssue({
        code: "custom",
        message: whole === "" ? "Enter an amount in dollars, such as 15 or 12.50" : "Enter at most $100,000",
      });
      return z.NEVER;
    });

export const programSchema = z.object({
  name: line(programFields.name).transform((name) => name.replace(/\s+/g, " ")),
  description: optionalParagraph(programFields.description),
  type: oneOf(programTypes, "Choose who gets its rewards"),
  seasonId: z.string().max(64).default(""),
  budget: amount(programFields.budgetCents.required),
  version: formVersion(),
});

/** The form of a stored one asks whether all of its season's games count from now on. */
export const editedProgramSchema = programSchema.extend({
  countsFrom: oneOf(["kept", "season"], "Choose from when games count").default("kept"),
});

/** The form of a new program also asks from when games count. */
export const newProgramSchema = programSchema.extend({
  countsFrom: oneOf(["today", "season"], "Choose from when games count").default("today"),
});

export const programOfForm = ({
  budget,
  version: _,
  ...fields
}: z.output<typeof programSchema>): ProgramFields => ({ ...fields, budgetCents: budget });

const oneNumber = <const T extends readonly [string, ...string[]]>(values: T, usual: T[number]) =>
  z
    .enum(values, { error: "Choose one of the list" })
    .default(usual as never)
    .transform(Number);

const GAMES_WRONG = "Enter a whole number of games from 1 to 50";

/** A reward's form has the fields of its type only; the others keep what is usual. */
export const rewardSchema = z.object({
  title: line(rewardFields.title).transform((title) => title.replace(/\s+/g, " ")),
  description: optionalParagraph(rewardFields.description),
  programId: z.string().max(64).default(""),
  type: oneOf(rewardTypes, "Choose what earns it"),
  scoreThreshold: oneNumber(scoreThresholds, "20"),
  gameCount: z
    .string()
    .trim()
    .default("1")
    .transform(Number)
    .refine((games) => Number.isInteger(games) && games >= 1 && games <= 50, GAMES_WRONG),
  improvementPercent: oneNumber(improvementPercents, "25"),
  consecutiveGames: oneNumber(streakLengths, "3"),
  countsAfter: oneOf(["any", "talk", "zero"], "Choose which games count").default("any"),
  value: amount(rewardFields.valueCents.required),
  color: oneOf(rewardColors, "Choose a color").default("gold"),
  isPaused: tick(),
  autoTrigger: tick(),
  notificationEnabled: tick(),
  key: z
    .string()
    .regex(/^[\w-]{8,64}$/)
    .catch(() => newId()),
  version: formVersion(),
});

export function rewardOfForm({
  value,
  programId: _,
  key: __,
  version: ___,
  ...fields
}: z.output<typeof rewardSchema>): RewardFields {
  const { type, countsAfter } = fields;
  const fits =
    (countsAfter === "talk" && type === "streak") || (countsAfter === "zero" && type === "season_end");
  return {
    ...fields,
    valueCents: value,
    countsAfter: fits ? countsAfter : "any",
    autoTrigger: type !== "custom" && fields.autoTrigger,
  };
}

export const giftSchema = z.object({
  teamId: z.string({ error: giftFields.teamId.required }).min(1, giftFields.teamId.required).max(64),
  recipient: optionalLine(giftFields.recipient),
  why: line(giftFields.why),
  key: z
    .string()
    .regex(/^[\w-]{8,64}$/)
    .catch(() => newId()),
});

export const activeSchema = z.object({ active: oneOf(["yes", "no"], "Choose whether it runs") });
