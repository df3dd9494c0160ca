import { z } from "zod";
import { line } from "#app/forms/fields.server.ts";

/** The form of the beta gate: the code, and where its reader was headed. */
export const betaCodeSchema = z.object({
  code: line("Enter your access code", 200),
  to: z.string().max(4_000).default("/"),
});
