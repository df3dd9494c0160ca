import { statSync } from "node:fs";
import { join } from "node:path";
import type { ExpressionBuilder } from "kysely";
import type { ClubSchema } from "./club/schema.ts";
import type { Clubs } from "./clubs.server.ts";

// Change stamps tell states of the stored data apart, in every process and after a restart (docs/decisions/028).

/**
 * Selects the state of a club's file, for a query that asks for more: a random text that the engine replaces in each
 * transaction that changes the file, whichever process does.
 */
export const changeStamp = (eb: Pick<ExpressionBuilder<ClubSchema, never>, "selectFrom">) =>
  eb.selectFrom("change_stamp").select("change_stamp.version").where("change_stamp.id", "=", 1);

/** Names the files themselves: in one that a restore put in place, what counts changes counts to the same once more. */
export function filesOf({ clubs: { folder } }: { clubs: Clubs }, clubCode: string): string[] {
  // In PostgreSQL each change gives its club a stamp of chance, as a file's does.
  if (folder === null) return [];
  return [join(folder, "..", "control.sqlite"), join(folder, `${clubCode}.sqlite`)].map((path) => {
    const file = statSync(path, { throwIfNoEntry: false });
    return file ? `${file.ino}-${file.birthtimeMs}` : "";
  });
}
