import { functions } from "./001-functions.ts";
import { control } from "./002-control.ts";
import { club } from "./003-club.ts";
import { files } from "./004-files.ts";
import { moving } from "./005-moving.ts";

/** PostgreSQL's hand-written start; later migrations of the files run there as written (app/db/postgres/migrations.server.ts). */
export const migrations: Record<string, string> = {
  "001-functions": functions,
  "002-control": control,
  "003-club": club,
  "004-files": files,
  "005-moving": moving,
};
