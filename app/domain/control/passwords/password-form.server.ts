import { z } from "zod";
import { clubCodeTyped } from "#app/domain/values/sign-in-name.ts";
import { emailAddress, line, passwordText } from "#app/forms/fields.server.ts";
import { setupLinkFields } from "./fields.ts";
import { MAX_PASSWORD } from "./password-rules.ts";

/** Fields that are never sent back to the browser. */
export const PASSWORD_FIELDS = ["password", "confirmPassword"];

export const forgotPasswordSchema = z.object({ email: emailAddress() });

/** Presence and length only: `resetPasswordErrors` applies the rules in their documented order. */
export const resetPasswordSchema = z.object({
  password: passwordText("Enter a new password").max(MAX_PASSWORD, "Use at most 128 characters"),
  confirmPassword: passwordText("Enter the new password again").max(
    MAX_PASSWORD,
    "Use at most 128 characters",
  ),
});

/** Presence only: `setupPasswordErrors` applies the rules, so that every refusal can show the strength. */
export const setUpPasswordSchema = z.object({
  password: passwordText("Enter a password"),
  confirmPassword: passwordText("Enter the password again"),
});

export const newSetupLinkSchema = z.object({
  clubCode: line(setupLinkFields.clubCode).transform(clubCodeTyped),
});
