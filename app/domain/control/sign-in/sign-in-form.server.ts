import { z } from "zod";
import { MAX_PASSWORD } from "#app/domain/control/passwords/password-rules.ts";
import { line, tick } from "#app/forms/fields.server.ts";

/** The form for clubs, coaches and managers alike. Passwords are never trimmed. */
export const signInSchema = z.object({
  identifier: line("Enter your club code or email", 254),
  password: z.string({ error: "Enter your password" }).max(MAX_PASSWORD, "Use at most 128 characters"),
  remember: tick(),
});
