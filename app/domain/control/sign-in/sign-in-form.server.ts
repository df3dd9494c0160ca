import { z } from "zod";
import { MAX_PASSWORD } from "#app/domain/control/passwords/password-rules.ts";
import { line, passwordText, tick } from "#app/forms/fields.server.ts";

/** The form for clubs, coaches and managers alike. */
export const signInSchema = z.object({
  identifier: line("Enter your club code or email", 254),
  password: passwordText("Enter your password").max(MAX_PASSWORD, "Use at most 128 characters"),
  remember: tick(),
});
