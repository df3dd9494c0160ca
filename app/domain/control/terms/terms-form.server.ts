import { z } from "zod";
import { oneOf } from "#app/forms/fields.server.ts";

/** Whether an administrator accepts new terms now or goes on without (product.md#legal-texts). */
export const termsSchema = z.object({
  intent: oneOf(["accept", "later"], "Accept the terms, or decide later"),
});
