import { z } from "zod";
import { formVersion, oneOf, optionalLine, optionalParagraph } from "#app/forms/fields.server.ts";

/** The form of the private note; closing it requires what happened (product.md#incidents). */
export const incidentForm = z
  .object({
    what: optionalParagraph(4000),
    when: optionalLine(120),
    minor: oneOf(["yes", "no", "unknown"], "Choose whether the official was a minor"),
    level: oneOf(["none", "1", "2", "3", "4"], "Choose a level, or 'Does not apply'").transform((level) =>
      level === "none" ? null : Number(level),
    ),
    status: oneOf(["open", "closed"], "Choose to keep the note open or to close it").default("open"),
    version: formVersion(),
  })
  .refine(({ what, status }) => status === "open" || what !== "", {
    path: ["what"],
    message: "Write what happened before you close the note",
  });
export type IncidentNote = Omit<z.output<typeof incidentForm>, "version">;
