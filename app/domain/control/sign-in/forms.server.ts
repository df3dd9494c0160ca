import { z } from "zod";
import { MAX_PASSWORD } from "#app/domain/control/passwords/password-rules.ts";
import { line, oneOf, passwordText, tick } from "#app/forms/fields.server.ts";
import { betaFields } from "./fields.ts";

/** The form for clubs, coaches and managers alike. */
export const signInSchema = z.object({
  identifier: line("Enter your club code or email", 254),
  password: passwordText("Enter your password").max(MAX_PASSWORD, "Use at most 128 characters"),
  remember: tick(),
  /** True if our script ran. */
  scripts: tick(),
});

/** The form of the beta gate: the code, and where its reader was headed. */
export const betaCodeSchema = z.object({
  code: line(betaFields.code),
  to: z.string().max(4_000).default("/"),
});

/** Form of a browser's preferences (product/pages.md#cookie-preferences). */
export const preferencesSchema = z
  .object({ remember: oneOf(["yes", "no"], "Choose what this browser may remember"), lite: tick() })
  .refine(({ remember, lite }) => remember === "yes" || !lite, {
    path: ["lite"],
    message: "Lite mode is a preference: allow preferences, or switch it off",
  });
