import { z } from "zod";
import { emailAddress, formVersion, line, passwordText, phoneNumber } from "#app/forms/fields.server.ts";
import { deleteAccountFields, emailChangeFields, ownAccountFields } from "./fields.ts";

export const ownAccountSchema = z.object({
  intent: z.literal("save"),
  name: line(ownAccountFields.name),
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
  email: emailAddress(emailChangeFields.email.required),
  current: passwordText("Enter your current password").max(1_000, "Use at most 1,000 characters"),
});

const { confirm } = deleteAccountFields;

export const deleteAccountSchema = z.object({
  current: passwordText("Enter your current password").max(1_000, "Use at most 1,000 characters"),
  confirm: z
    .string({ error: confirm.required })
    .max(confirm.max, confirm.required)
    .refine((typed) => typed.trim().toUpperCase() === "DELETE", confirm.required),
});

/** The switch of Lite mode. */
export const liteModeSchema = z.object({ intent: z.literal("lite"), lite: z.enum(["on", "off"]) });
