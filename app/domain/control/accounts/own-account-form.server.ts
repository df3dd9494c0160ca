import { z } from "zod";
import { emailAddress, formVersion, line, passwordText, phoneNumber } from "#app/forms/fields.server.ts";
import { ownAccountFields } from "./fields.ts";

export const ownAccountSchema = z.object({
  intent: z.literal("save"),
  name: line(ownAccountFields.name.required, ownAccountFields.name.max),
  phone: phoneNumber(),
  version: formVersion(),
});

/** Ends one session or one token, or everything else. */
export const endSessionsSchema = z.object({
  intent: z.enum(["end", "end-others", "end-token"]),
  session: z.string().max(64).default(""),
  token: z.string().max(64).default(""),
});

export const changePasswordSchema = z.object({
  current: passwordText("Enter your current password").max(1_000, "Use at most 1,000 characters"),
  password: passwordText("Enter a new password").max(128, "Use at most 128 characters"),
  confirmPassword: passwordText("Enter the new password again").max(128, "Use at most 128 characters"),
});

export const changeEmailSchema = z.object({
  intent: z.literal("ask"),
  email: emailAddress("Enter the new address"),
  current: passwordText("Enter your current password").max(1_000, "Use at most 1,000 characters"),
});

export const deleteAccountSchema = z.object({
  current: passwordText("Enter your current password").max(1_000, "Use at most 1,000 characters"),
  confirm: z
    .string({ error: "Type DELETE" })
    .max(20, "Type DELETE")
    .refine((typed) => typed.trim().toUpperCase() === "DELETE", "Type DELETE"),
});

/** The switch of Lite mode. */
export const liteModeSchema = z.object({ intent: z.literal("lite"), lite: z.enum(["on", "off"]) });
