import type { ExpressionBuilder } from "kysely";
import type { ClubDb, ClubSchema, ClubTx, GamesTable } from "#app/db/club/schema.ts";
import { excluded, insertRows, refsTo } from "#app/db/insert-rows.server.ts";
import { recordTeamsChange } from "#app/db/outbox.server.ts";
import { takeOutFields } from "#app/domain/club/games/fields.ts";
import { newGame, valueColumns, valuesOf } from "#app/domain/club/games/game-values.server.ts";
import { timezoneOf } from "#app/domain/club/games/game-zone.server.ts";
import { putBack, takeOut } from "#app/domain/club/games/take-out.server.ts";
import { canPutBack } from "#app/domain/club/games/take-out.ts";
import type { FinishOptions } from "#app/domain/club/imports/import-subject.ts";
import { findImport, type Import, storeOutcome } from "#app/domain/club/imports/imports.server.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { askedGames, type ImportReview, reviewImport } from "./import-review.server.ts";
import type { Effect } from "./planned-game.ts";

/** Rows of a statement, far below SQLite's limit of bound values, and few enough not to hold the event loop. */
const ROWS_PER_STATEMENT = 100;

/** Imports a preview's games, on the club's clock as it is now. */
export async function importPreview(
  tx: ClubTx,
  preview: Import,
  { club, count, out }: FinishOptions,
): Promise<Import> {
  const present = { name: club.name, timezone: await timezoneOf(tx) };
  const review = await reviewImport(tx, preview.payload, present, count);
  return writeGames(tx, preview, review, { count, out });
}

/** Adds and changes games, empties the payload, and stores the changed games' former values. */
async function writeGames(
  tx: ClubTx,
  preview: Import,
  review: ImportReview,
  { count, out }: Pick<FinishOptions, "count" | "out">,
): Promise<Import> {
  const { id } = preview;
  const at = nowIso();
  const { added, changed, renumbered } = sortEffects(review);
  const taken = askedGames(review.rows).filter(({ game }) => out.gameIds.includes(game.id));
  const pause = yieldToEventLoop();
  const ids = risingIds(added.length);
  const total = added.length + changed.length;
  const games = lazily(added.sort(byStart), ({ teamId, values }, index) => {
    count("saving", index, total);
    return newGame(teamId, values, { id: ids[index], importId: id, at });
  });
  await insertRows(tx, "games", games, pause);
  const before = lazily([...changed, ...taken], ({ game }) => ({
    game_id: game.id,
    import_id: id,
    updated_at: game.updated_at,
    ...valuesOf(game),
  }));
  await insertRows(tx, "import_undo", before, pause);
  const rewritten = lazily([...changed, ...renumbered], ({ game, values }, index) => {
    count("saving", Math.min(added.length + index, total), total);
    return newGame(game.team_id, values, { id: game.id, importId: null, at });
  });
  await rewriteGames(tx, rewritten);
  for (const { game, word } of taken) {
    const note = `${`"${word}" in ${preview.file_name}`.slice(0, takeOutFields.note.max - 1)}.`;
    await takeOut(tx, game.id, { why: "not-played", note, byName: out.byName }, new Date(at));
  }
  const teamIds = new Set([...added.map(({ teamId }) => teamId), ...changed.map(({ game }) => game.team_id)]);
  await recordTeamsChange(tx, teamIds);
  const { unchanged, skipped } = review.counts;
  const counts = { added: added.length, changed: changed.length + taken.length };
  return storeOutcome(tx, preview, { ...counts, unchanged: unchanged - taken.length, skipped }, at);
}

type Added = Extract<Effect, { kind: "add" }>;

function sortEffects({ rows }: ImportReview) {
  const effects = rows.flatMap(({ games }) => games.map(({ effect }) => effect));
  return {
    added: effects.flatMap((effect) => (effect.kind === "add" ? [effect] : [])),
    changed: effects.flatMap((effect) => (effect.kind === "change" ? [effect] : [])),
    renumbered: effects.flatMap((effect) =>
      effect.kind === "same" && effect.values ? [{ game: effect.game, values: effect.values }] : [],
    ),
  };
}

/** Updates many games in one statement: an insert that conflicts with each game and updates it. */
async function rewriteGames(tx: ClubTx, games: Iterable<GamesTable>): Promise<void> {
  const pause = yieldToEventLoop();
  for (const chunk of chunksOf(games)) {
    await tx
      .insertInto("games")
      .values(chunk)
      .onConflict((conflict) => conflict.column("id").doUpdateSet(excluded(...valueColumns, "updated_at")))
      .execute();
    await pause();
  }
}

/**
 * Returns random ids in rising order. Games written by their start with rising ids lie side by side in every index
 * instead of each on a page of its own; an id reveals nothing but its position in its import.
 */
const risingIds = (count: number) => Array.from({ length: count }, newId).sort();

const byStart = ({ values: a }: Added, { values: b }: Added) =>
  a.starts_at < b.starts_at ? -1 : a.starts_at > b.starts_at ? 1 : 0;

/** Makes each row when it is needed, so that not all are in memory at once. */
function* lazily<From, Row>(list: readonly From[], make: (from: From, index: number) => Row): Generator<Row> {
  for (const [index, from] of list.entries()) yield make(from, index);
}

function* chunksOf<Row>(rows: Iterable<Row>): Generator<Row[]> {
  let chunk: Row[] = [];
  for (const row of rows) {
    chunk.push(row);
    if (chunk.length < ROWS_PER_STATEMENT) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

export type UndoCheck =
  | { ok: true }
  /** Games of it that have been rated, or changed by hand or by another import, since. */
  | { ok: false; problem: "rated" | "edited"; games: number }
  /** It took a game out of the stats that cannot be put back any more. */
  | { ok: false; problem: "out-too-long" }
  /** Not finished, undone already, or without any change. */
  | { ok: false; problem: "closed" };

/** Checks that an import can be undone: nothing depends on it (product/imports.md#schedule-import). */
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
  if (edited > 0) return { ok: false, problem: "edited", games: edited };
  const out = await takenOutBy(db, found);
  const isLate = out.length > 0 && !canPutBack({ at: finishedAt }, now());
  return isLate ? { ok: false, problem: "out-too-long" } : { ok: true };
}

/** Loads the games that an import took out of the figures. */
function takenOutBy(db: ClubDb, { id, finished_at }: Pick<Import, "id" | "finished_at">) {
  return db
    .selectFrom("taken_out_games")
    .innerJoin("import_undo", "import_undo.game_id", "taken_out_games.game_id")
    .select("taken_out_games.game_id as gameId")
    .where("import_undo.import_id", "=", id)
    .where("taken_out_games.taken_out_at", "=", finished_at)
    .execute();
}

/** Undoes an import as a whole: its games go, and those that it changed or took out are as before. */
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
  for (const { gameId } of await takenOutBy(tx, found)) await putBack(tx, gameId);
  await tx
    .updateTable("games")
    .from("import_undo")
    .set((eb) => ({
      ...refsTo("import_undo", valueColumns),
      // The former time, so that the import before this one can be undone in its turn.
      updated_at: eb.fn.coalesce("import_undo.updated_at", eb.val(at)),
    }))
    .whereRef("games.id", "=", "import_undo.game_id")
    .where("import_undo.import_id", "=", id)
    .execute();
  await tx.deleteFrom("import_undo").where("import_id", "=", id).execute();
  await tx.deleteFrom("games").where("import_id", "=", id).execute();
  await tx.updateTable("imports").set({ status: "undone" }).where("id", "=", id).execute();
  await recordTeamsChange(
    tx,
    teams.map(({ team_id }) => team_id),
  );
  return { ok: true };
}

/** Matches the games that an import added or changed. */
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
