import { z } from "zod";
import { readDate } from "#app/domain/values/written-dates.ts";
import {
  formVersion,
  line,
  oneOf,
  optionalLine,
  optionalParagraph,
  paragraph,
} from "#app/forms/fields.server.ts";
import { caseFields, factsFields, talkFields } from "./fields.ts";

export const factsForm = z.object({
  what: optionalParagraph(factsFields.what),
  when: optionalLine(factsFields.when),
  minor: oneOf(["yes", "no", "unknown"], "Choose whether the official was a minor"),
  level: oneOf(["none", "1", "2", "3", "4"], "Choose a level, or 'Does not apply'").transform((level) =>
    level === "none" ? null : Number(level),
  ),
  version: formVersion(),
});
export type IncidentFacts = Omit<z.output<typeof factsForm>, "version">;

/** A note, or with `corrects` a correction of one. */
export const noteForm = z.object({
  text: paragraph(caseFields.text),
  corrects: optionalLine(64),
  submission: z
    .string({ error: "This form is too old. Open the page again" })
    .regex(/^[\w-]{16,64}$/, "This form is too old. Open the page again"),
});

/** Reads a date from the browser's date field, or typed where the browser has none. */
const readDay = (text: string, context: z.RefinementCtx) => {
  const read = readDate(text);
  if (read) return read.date;
  context.addIssue({ code: "custom", message: "Enter a real date, such as 11/28/2026" });
  return z.NEVER;
};
const date = line(talkFields.by.required, 40).transform(readDay);

const plan = {
  who: line(talkFields.who),
  withWhom: line(talkFields.withWhom),
  by: date,
};

/** A repair talk that is to take place. */
export const planForm = z.object({ ...plan, submission: noteForm.shape.submission });
export type TalkPlan = Omit<z.output<typeof planForm>, "submission">;

/** The same talk, changed, or with what came of it. */
export const talkForm = z
  .object({
    ...plan,
    state: oneOf(["planned", "held", "dropped"], "Choose whether the talk took place").default("planned"),
    heldOn: optionalLine(40).transform((text, context) => (text === "" ? "" : readDay(text, context))),
    outcome: optionalParagraph(talkFields.outcome),
    version: formVersion(),
  })
  .refine(({ state, heldOn }) => state !== "held" || heldOn !== "", {
    path: ["heldOn"],
    message: talkFields.heldOn.required,
  })
  .refine(({ state, outcome }) => state !== "held" || outcome !== "", {
    path: ["outcome"],
    message: "Write what came of the talk",
  })
  .refine(({ state, outcome }) => state !== "planned" || outcome === "", {
    path: ["state"],
    message: "Say that it took place, or leave 'What came of it' empty",
  });
export type TalkEdit = Omit<z.output<typeof talkForm>, "version">;

/** Form that closes an incident with what was agreed, or because the rating was corrected. */
export const closeForm = z
  .object({
    as: oneOf(["agreed", "rating-corrected"], "Choose why the case is closed").default("agreed"),
    agreed: optionalParagraph(caseFields.agreed),
    version: formVersion(),
  })
  .refine(({ as, agreed }) => as === "rating-corrected" || agreed !== "", {
    path: ["agreed"],
    message: "Write what was agreed, or that nothing was",
  });

export const reopenForm = z.object({
  reason: paragraph(caseFields.reason),
  version: formVersion(),
});

export const exportForm = z.object({
  format: oneOf(["print", "csv", "text"], "Choose how to export"),
});
