import type { ExpressionBuilder } from "kysely";
import type { ClubDb, ClubSchema, ClubTx } from "#app/db/club/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { findImport, type Import } from "#app/domain/club/imports/imports.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";

export type UndoCheck =
  | { ok: true }
  /** Its games that have been rated, or changed by hand or by another import, since. */
  | { ok: false; problem: "rated" | "edited"; games: number }
  /** Not finished, undone already, or without any change. */
  | { ok: false; problem: "closed" };

/** An import can be undone while nothing depends on it (product.md#schedule-import). */
export async function checkUndo(
  db: ClubDb,
  found: Pick<Import, "id" | "status" | "finished_at" | "added" | "changed">,
): Promise<UndoCheck> {
  if (found.status !== "done" || found.finished_at === null || found.added + found.changed === 0)
    return { ok: false, problem: "closed" };
  const finishedAt = found.finished_at;
  const { rated, edited } = await db
    .selectFrom("games")
    .where(gamesOf(found.id))
    .select((eb) => [
      eb.fn
        .count<number>("games.id")
        .filterWhere(
          eb.exists(
            eb
              .selectFrom("ratings")
              .select("ratings.id")
              .whereRef("ratings.game_id", "=", "games.id")
              // A rating of a game that it added came after it, whatever the clock said.
              .where((or) =>
                or.or([or("games.import_id", "=", found.id), or("ratings.given_at", ">=", finishedAt)]),
              ),
          ),
        )
        .as("rated"),
      eb.fn.count<number>("games.id").filterWhere("games.updated_at", ">", finishedAt).as("edited"),
    ])
    .executeTakeFirstOrThrow();
  if (rated > 0) return { ok: false, problem: "rated", games: rated };
  return edited > 0 ? { ok: false, problem: "edited", games: edited } : { ok: true };
}

/** Undoes an import as a whole: its games go, and those that it changed are as before. */
export async function undoImport(
  tx: ClubTx,
  id: string,
): Promise<{ ok: true } | Extract<UndoCheck, { ok: false }> | { ok: false; problem: "not-found" }> {
  const found = await findImport(tx, id);
  if (!found) return { ok: false, problem: "not-found" };
  if (found.status === "undone") return { ok: true };
  const check = await checkUndo(tx, found);
  if (!check.ok) return check;
  const at = nowIso();
  const teams = await tx.selectFrom("games").select("team_id").distinct().where(gamesOf(id)).execute();
  await tx
    .updateTable("games")
    .from("import_undo")
    .set((eb) => ({
      opponent: eb.ref("import_undo.opponent"),
      date: eb.ref("import_undo.date"),
      time: eb.ref("import_undo.time"),
      starts_at: eb.ref("import_undo.starts_at"),
      location: eb.ref("import_undo.location"),
      home_away: eb.ref("import_undo.home_away"),
      status: eb.ref("import_undo.status"),
      original_date: eb.ref("import_undo.original_date"),
      original_time: eb.ref("import_undo.original_time"),
      external_id: eb.ref("import_undo.external_id"),
      // The former time, so that the import before this one can be undone in its turn.
      updated_at: eb.fn.coalesce("import_undo.updated_at", eb.val(at)),
    }))
    .whereRef("games.id", "=", "import_undo.game_id")
    .where("import_undo.import_id", "=", id)
    .execute();
  await tx.deleteFrom("import_undo").where("import_id", "=", id).execute();
  await tx.deleteFrom("games").where("import_id", "=", id).execute();
  await tx.updateTable("imports").set({ status: "undone" }).where("id", "=", id).execute();
  await recordEvent(tx, ...teams.map(({ team_id }) => ({ kind: "standing" as const, teamId: team_id })));
  return { ok: true };
}

/** The games that an import added or changed. */
function gamesOf(importId: string) {
  return (eb: ExpressionBuilder<ClubSchema, "games">) =>
    eb.or([
      eb("games.import_id", "=", importId),
      eb(
        "games.id",
        "in",
        eb.selectFrom("import_undo").select("game_id").where("import_undo.import_id", "=", importId),
      ),
    ]);
}
