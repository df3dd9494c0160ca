import { type ExpressionBuilder, sql } from "kysely";
import type { ClubDb, ClubSchema, ClubTx } from "#app/db/club/schema.ts";
import { recordTeamsChange } from "#app/db/outbox.server.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { canPutBack, type TakenOut, type TakeOutReason } from "./take-out.ts";

// A game that is taken out has the status 'cancelled', so that `gameCounts` says of it what it says of every other.

/** Loads why a game was taken out of the stats; undefined where it was not. */
export async function takenOutOf(db: ClubDb, gameId: string): Promise<TakenOut | undefined> {
  return db
    .selectFrom("taken_out_games")
    .select(["why", "note", "by_name as byName", "taken_out_at as at"])
    .where("game_id", "=", gameId)
    .executeTakeFirst();
}

/** Matches games that are taken out, for queries over `games`. */
export const isTakenOut = (eb: ExpressionBuilder<ClubSchema, "games">) =>
  eb.exists(
    eb
      .selectFrom("taken_out_games")
      .select(sql<number>`1`.as("one"))
      .whereRef("taken_out_games.game_id", "=", "games.id"),
  );

type NotFound = { ok: false; problem: "not-found" };

/**
 * Takes a game out of all figures, kept with its ratings (product/games.md#games-taken-out). A game that is out stays
 * as it is.
 */
export async function takeOut(
  tx: ClubTx,
  gameId: string,
  { why, note, byName }: { why: TakeOutReason; note: string; byName: string },
  at: Date = now(),
): Promise<{ ok: true } | NotFound | { ok: false; problem: "not-rated" }> {
  const game = await tx
    .selectFrom("games")
    .select(["id", "team_id", "status"])
    .select((eb) =>
      eb
        .exists(eb.selectFrom("ratings").select("ratings.id").whereRef("ratings.game_id", "=", "games.id"))
        .as("rated"),
    )
    .where("id", "=", gameId)
    .executeTakeFirst();
  if (!game) return { ok: false, problem: "not-found" };
  if (await takenOutOf(tx, gameId)) return { ok: true };
  if (!game.rated) return { ok: false, problem: "not-rated" };
  await tx
    .insertInto("taken_out_games")
    .values({
      ...{ game_id: gameId, why, note, status_before: game.status, by_name: byName },
      taken_out_at: at.toISOString(),
    })
    .execute();
  await setStatus(tx, game, "cancelled", at);
  await recordAudit(tx, { kind: "records.game-taken-out", subject: game.team_id, detail: { why }, at });
  return { ok: true };
}

/** Puts a game back into all figures, for 30 days. A game that is not out stays as it is. */
export async function putBack(
  tx: ClubTx,
  gameId: string,
  at: Date = now(),
): Promise<{ ok: true } | NotFound | { ok: false; problem: "too-late" }> {
  const game = await tx
    .selectFrom("games")
    .select(["id", "team_id"])
    .where("id", "=", gameId)
    .executeTakeFirst();
  if (!game) return { ok: false, problem: "not-found" };
  const out = await tx
    .selectFrom("taken_out_games")
    .select(["status_before", "taken_out_at as at"])
    .where("game_id", "=", gameId)
    .executeTakeFirst();
  if (!out) return { ok: true };
  if (!canPutBack(out, at)) return { ok: false, problem: "too-late" };
  await tx.deleteFrom("taken_out_games").where("game_id", "=", gameId).execute();
  await setStatus(tx, game, out.status_before, at);
  await recordAudit(tx, { kind: "records.game-put-back", subject: game.team_id, at });
  return { ok: true };
}

async function setStatus(
  tx: ClubTx,
  game: { id: string; team_id: string },
  status: ClubSchema["games"]["status"],
  at: Date,
): Promise<void> {
  await tx
    .updateTable("games")
    .set({ status, updated_at: at.toISOString() })
    .where("id", "=", game.id)
    .execute();
  await recordTeamsChange(tx, [game.team_id]);
}
