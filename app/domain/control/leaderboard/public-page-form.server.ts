import { z } from "zod";
import { tick } from "#app/forms/fields.server.ts";

/** Whether a club shows its public page. */
export const publicPageSchema = z.object({ allowed: tick() });
