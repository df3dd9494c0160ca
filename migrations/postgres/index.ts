import { functions } from "./001-functions.ts";
import { control } from "./002-control.ts";
import { club } from "./003-club.ts";
import { firstRows } from "./010-first-rows.ts";
import { files } from "./011-files.ts";
import { eraseClubs } from "./012-erase-clubs.ts";
import { emailWords } from "./020-email-words.ts";

/** Statements for PostgreSQL, in their order. What a later one changes, one of the files' has to change alike. */
export const migrations: Record<string, string> = {
  "001-functions": functions,
  "002-control": control,
  "003-club": club,
  "010-first-rows": firstRows,
  "011-files": files,
  "012-erase-clubs": eraseClubs,
  "020-email-words": emailWords,
};
