import { z } from "zod";

/** The names of the file that are the club's: the keys of its clubs or teams. */
export const sidesSchema = z.object({ side: z.array(z.string().max(200)).default([]) });

/** What comes first in the file's dates. */
export const datesSchema = z.object({ first: z.enum(["day", "month"]) });
