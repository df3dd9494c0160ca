import { z } from "zod";
import { agreementLanguages } from "#app/domain/values/agreement-text/catalogue.ts";
import { line, oneOf } from "#app/forms/fields.server.ts";

/** Which name and address the club keeps for a parent who signed under others. */
export const matchSchema = z.object({
  keep: oneOf(["list", "signed"], "Choose which name and address to keep"),
});

const DATE = /^\d{4}-\d\d-\d\d$/;
const isDay = (text: string) => DATE.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** A signature on paper. */
export const paperSchema = z.object({
  name: line("Enter the name on the paper", 120),
  players: line("Enter the players on the paper", 400),
  signedOn: z
    .string({ error: "Enter the date on the paper" })
    .trim()
    .refine(isDay, "Enter the date on the paper, like 2026-11-21"),
  language: z.enum(agreementLanguages as ["en", "es"], { error: "Choose the language of the paper" }),
});
