import { test } from "vitest";
import { type ContactSource, contactSources } from "#tests/support/contact-files.ts";
import { comesAndGoes } from "./large-contact-files.ts";

test.each(Object.keys(contactSources) as ContactSource[])(
  "2,000 rows of %s are imported without a question, change nothing again, and leave the file as it was",
  (source) => comesAndGoes(source, 2_000),
);

test.each<ContactSource>(["template", "sportsengine-registration"])(
  "100,000 rows of %s likewise",
  (source) => comesAndGoes(source, 100_000),
  300_000,
);
