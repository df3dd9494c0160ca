import { test } from "vitest";
import { comesAndGoes } from "./large-contact-files.ts";

// One parent a row, two parents a row, semicolons; the other sources and 100,000 rows are in the slow file.
test.each(["template", "sportsengine-registration", "outlook"] as const)(
  "2,000 rows of %s are imported without a question, change nothing again, and leave the file as it was",
  (source) => comesAndGoes(source, 2_000),
);
