import { z } from "zod";

/** The buttons of the list of games that wait: one person by account, or '' for everyone. */
export const remindSchema = z.object({ rater: z.string().max(64).default("") });
