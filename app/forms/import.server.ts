import { z } from "zod";
import { optionalLine } from "./fields.server.ts";

/** A season as text is far shorter; longer lists come as a file. */
const LONGEST_PASTE = 5_000_000;

export const importFormSchema = z.object({
  pasted: z.string().max(LONGEST_PASTE, "That is too much to paste: send it as a file").default(""),
  team: optionalLine(60),
});

/** Which own team each name of the file is: two lists that go side by side. */
export const importTeamsSchema = z.object({
  name: z.array(z.string().max(600)).default([]),
  team: z.array(z.string().max(60)).default([]),
});
