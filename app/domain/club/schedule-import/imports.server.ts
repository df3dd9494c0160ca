import type { ExpressionBuilder } from "kysely";
import type { ClubDb, ClubSchema, ClubTx, GamesTable, ImportsTable } from "#app/db/club/schema.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";
import { newGame, valuesOf } from "#app/domain/club/games/game-values.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import type { ImportReview } from "./import-review.server.ts";
import type { Effect } from "./schedule-plan.ts";

/** Rows a statement: far under SQLite's limit of bound values, short enough not to hold the event loop. */
const BATCH = 100;

export type Import = ImportsTable;

export function findImport(db: ClubDb, id: string): Promise<Import | undefined> {
  return db.selectFrom("imports").selectAll().where("id", "=", id).executeTakeFirst();
}

/** How large an import is: its preview's payload, or the games of a finished one. Reads neither. */
export function importHead(
  db: ClubDb,
  id: string,
): Promise<{ added: number; changed: number; payloadBytes: number } | undefined> {
  return db
    .selectFrom("imports")
    .select(["added", "changed", (eb) => eb.fn<number>("octet_length", ["payload"]).as("payloadBytes")])
    .where("id", "=", id)
    .executeTakeFirst();
}

/**
 * Carries out a reviewed preview: adds and changes games, empties the payload, and remembers how the changed games
 * were; what the import before it remembered goes.
 * @returns the import as it is then, and the ids of the teams whose games changed.
 */
export async function finishImport(
  tx: ClubTx,
  preview: Import,
  review: ImportReview,
): Promise<{ done: Import; teams: string[] }> {
  const { id } = preview;
  const at = nowIso();
  const effects = review.rows.flatMap((row) => row.games.map(({ effect }) => effect));
  const added = effects.flatMap((effect) => (effect.kind === "add" ? [effect] : []));
  const changed = effects.flatMap((effect) => (effect.kind === "change" ? [effect] : []));
  const renumbered = effects.flatMap((effect) =>
    effect.kind === "same" && effect.values ? [{ game: effect.game, values: effect.values }] : [],
  );
  if (added.length + changed.length > 0) await tx.deleteFrom("import_undo").execute();
  const turn = yieldToEventLoop();
  const ids = risingIds(added.length);
  const games = eachOf(added.sort(byStart), ({ teamId, values }, place) =>
    newGame(teamId, values, { id: ids[place], importId: id, at }),
  );
  await insertRows(tx, "games", games, turn);
  const before = eachOf(changed, ({ game }) => ({ game_id: game.id, import_id: id, ...valuesOf(game) }));
  await insertRows(tx, "import_undo", before, turn);
  await rewriteGames(
    tx,
    batchesOf([...changed, ...renumbered], ({ game, values }) =>
      newGame(game.team_id, values, { id: game.id, importId: null, at }),
    ),
  );
  const outcome = {
    status: "done" as const,
    payload: "",
    added: added.length,
    changed: changed.length,
    unchanged: review.counts.unchanged,
    skipped: review.counts.skipped,
    finished_at: at,
  };
  await tx.updateTable("imports").set(outcome).where("id", "=", id).execute();
  const teams = new Set([...added.map(({ teamId }) => teamId), ...changed.map(({ game }) => game.team_id)]);
  return { done: { ...preview, ...outcome }, teams: [...teams] };
}

export type UndoState =
  /** `edited`: games of it that somebody changed by hand since; their changes would go as well. */
  | { kind: "possible"; edited: number }
  | { kind: "rated"; games: number }
  /** Not the last import, not finished, or taken back already. */
  | { kind: "closed" };

/** Whether an import can be taken back: it is the last one, and none of its games was rated since. */
export async function undoState(db: ClubDb, found: Import): Promise<UndoState> {
  if (found.status !== "done" || found.finished_at === null || found.added + found.changed === 0)
    return { kind: "closed" };
  const finishedAt = found.finished_at;
  const { later, rated, edited } = await db
    .selectFrom("games")
    .where(touchedBy(found.id))
    .select((eb) => [
      eb.fn
        .count<number>("games.id")
        .filterWhere(
          eb.exists(
            eb
              .selectFrom("ratings")
              .select("ratings.id")
              .whereRef("ratings.game_id", "=", "games.id")
              // A game that it added was rated since, whatever the clock said.
              .where((or) =>
                or.or([or("games.import_id", "=", found.id), or("ratings.given_at", ">=", finishedAt)]),
              ),
          ),
        )
        .as("rated"),
      eb.fn.count<number>("games.id").filterWhere("games.updated_at", ">", finishedAt).as("edited"),
      eb
        .exists(
          eb
            .selectFrom("imports")
            .select("imports.id")
            .where("imports.finished_at", ">", finishedAt)
            .where(didSomething),
        )
        .as("later"),
    ])
    .executeTakeFirstOrThrow();
  if (later) return { kind: "closed" };
  return rated > 0 ? { kind: "rated", games: rated } : { kind: "possible", edited };
}

/** Takes an import back as a whole: its games go, and what it changed is as before. @returns the teams' ids. */
export async function undoImport(tx: ClubTx, id: string): Promise<string[]> {
  const at = nowIso();
  const teams = await tx.selectFrom("games").select("team_id").distinct().where(touchedBy(id)).execute();
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
      updated_at: at,
    }))
    .whereRef("games.id", "=", "import_undo.game_id")
    .where("import_undo.import_id", "=", id)
    .execute();
  await tx.deleteFrom("import_undo").execute();
  await tx.deleteFrom("games").where("import_id", "=", id).execute();
  await tx.updateTable("imports").set({ status: "undone" }).where("id", "=", id).execute();
  return teams.map(({ team_id }) => team_id);
}

/** The last import that did anything, for the way back to it. */
export function lastImport(
  db: ClubDb,
): Promise<Pick<Import, "id" | "file_name" | "finished_at"> | undefined> {
  return db
    .selectFrom("imports")
    .select(["id", "file_name", "finished_at"])
    .where("status", "=", "done")
    .where(didSomething)
    .orderBy("finished_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** A file that is imported once more and changes nothing stands in nobody's way. */
const didSomething = (eb: ExpressionBuilder<ClubSchema, "imports">) =>
  eb.or([eb("imports.added", ">", 0), eb("imports.changed", ">", 0)]);

/** The games that an import added or changed. */
function touchedBy(importId: string) {
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

/** Many games at once, each with values of its own: an insert that meets the game itself and changes it. */
async function rewriteGames(tx: ClubTx, games: Batches<GamesTable>): Promise<void> {
  const turn = yieldToEventLoop();
  for (const batch of games) {
    await tx
      .insertInto("games")
      .values(batch)
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet((eb) => ({
          opponent: eb.ref("excluded.opponent"),
          date: eb.ref("excluded.date"),
          time: eb.ref("excluded.time"),
          starts_at: eb.ref("excluded.starts_at"),
          location: eb.ref("excluded.location"),
          home_away: eb.ref("excluded.home_away"),
          status: eb.ref("excluded.status"),
          original_date: eb.ref("excluded.original_date"),
          original_time: eb.ref("excluded.original_time"),
          external_id: eb.ref("excluded.external_id"),
          updated_at: eb.ref("excluded.updated_at"),
        })),
      )
      .execute();
    await turn();
  }
}

type Batches<Row> = Iterable<Row[]>;

/**
 * Random ids in rising order. Games that are written by their start with rising ids come to lie side by side in every
 * index, instead of each on a page of its own; an id tells as little as ever, but its place among its import's.
 */
const risingIds = (count: number) => Array.from({ length: count }, newId).sort();

type Added = Extract<Effect, { kind: "add" }>;

const byStart = ({ values: a }: Added, { values: b }: Added) =>
  a.starts_at < b.starts_at ? -1 : a.starts_at > b.starts_at ? 1 : 0;

/** Each made when its turn comes. */
function* eachOf<From, Row>(list: readonly From[], make: (from: From, place: number) => Row): Generator<Row> {
  for (const [place, from] of list.entries()) yield make(from, place);
}

/** Rows by the hundred, each made when its turn comes. */
function* batchesOf<From, Row>(list: readonly From[], make: (from: From) => Row): Generator<Row[]> {
  for (let start = 0; start < list.length; start += BATCH) yield list.slice(start, start + BATCH).map(make);
}
