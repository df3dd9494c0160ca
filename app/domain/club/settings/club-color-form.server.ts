import { z } from "zod";
import { type Hex, isReadable } from "#app/domain/values/club-colors.ts";
import { formVersion } from "#app/forms/fields.server.ts";
import { unreadableColorLabel } from "./labels.ts";

const isHex = (text: string): text is Hex => /^#[0-9a-f]{6}$/.test(text);

/** The form of the club's color: '' goes back to Goodside's green (product.md#club-color). */
export const clubColorSchema = z.object({
  color: z
    .string()
    .trim()
    .max(20, "Choose a color")
    .toLowerCase()
    .default("")
    .transform((text, ctx): Hex | null => {
      if (text === "") return null;
      if (!isHex(text)) ctx.addIssue("Write the color as # and six digits or letters, for example #1f4e8c");
      else if (!isReadable(text)) ctx.addIssue(unreadableColorLabel(text));
      else return text;
      return z.NEVER;
    }),
  version: formVersion(),
});
