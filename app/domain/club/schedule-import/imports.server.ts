import type { ExpressionBuilder } from "kysely";
import type { ClubDb, ClubSchema, ImportsTable } from "#app/db/club/schema.ts";

export type Import = ImportsTable;

export function findImport(db: ClubDb, id: string): Promise<Import | undefined> {
  return db.selectFrom("imports").selectAll().where("id", "=", id).executeTakeFirst();
}

/** How large an import is: its preview's payload, or the games of a finished one. Reads neither. */
export function importSize(
  db: ClubDb,
  id: string,
): Promise<{ added: number; changed: number; payloadBytes: number } | undefined> {
  return db
    .selectFrom("imports")
    .select(["added", "changed", (eb) => eb.fn<number>("octet_length", ["payload"]).as("payloadBytes")])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The last import that changed anything: the one that can be undone. */
export function lastImport(
  db: ClubDb,
): Promise<Pick<Import, "id" | "file_name" | "finished_at"> | undefined> {
  return db
    .selectFrom("imports")
    .select(["id", "file_name", "finished_at"])
    .where("status", "=", "done")
    .where(changedGames)
    .orderBy("finished_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** An import that changed nothing does not count as the last one. */
export const changedGames = (eb: ExpressionBuilder<ClubSchema, "imports">) =>
  eb.or([eb("imports.added", ">", 0), eb("imports.changed", ">", 0)]);
