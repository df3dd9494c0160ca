import { z } from "zod";
import { emailAddress, formVersion, line, oneOf, optionalParagraph } from "#app/forms/fields.server.ts";

export const contactSchema = z.object({
  submission: line("This form is out of date. Reload the page and try again.", 60),
  name: line("Enter your name"),
  email: emailAddress(),
  category: oneOf(["sales", "support", "billing", "general"], "Choose a category"),
  subject: line("Enter a subject", 150),
  message: optionalParagraph(5000).refine((text) => text.length > 0, "Enter your message"),
});

/** What staff save about a message; the version is that of the values that the form was filled from. */
export const messageSchema = z.object({
  state: oneOf(["new", "answered", "closed"], "Choose a state"),
  note: optionalParagraph(2000),
  version: formVersion(),
});
