import { z } from "zod";
import { passwordText } from "#app/forms/fields.server.ts";

/** Cancels the club. */
export const cancelClubSchema = z.object({
  current: passwordText("Enter your current password").max(1_000, "Use at most 1,000 characters"),
});
