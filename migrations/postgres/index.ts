import { functions } from "./001-functions.ts";
import { control } from "./002-control.ts";
import { club } from "./003-club.ts";
import { files } from "./004-files.ts";
import { moving } from "./005-moving.ts";

/** Statements for PostgreSQL, in their order. What a later one changes, one of the files' has to change alike. */
export const migrations: Record<string, string> = {
  "001-functions": functions,
  "002-control": control,
  "003-club": club,
  "004-files": files,
  "005-moving": moving,
};
