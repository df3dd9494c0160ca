import type { Migration } from "kysely";
import * as start from "./001-start.ts";
import * as counting from "./003-counting.ts";

/** In order, for ever: a new migration is a new line at the end; an old one is never touched. */
export const migrations: Record<string, Migration> = {
  "001-start": start,
  "003-counting": counting,
};
