import type { ClubTx, GamesTable } from "#app/db/club/schema.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { newGame, valuesOf } from "#app/domain/club/games/game-values.server.ts";
import { timezoneOf } from "#app/domain/club/games/game-zone.server.ts";
import type { ImportCounter } from "#app/domain/club/imports/import-counter.ts";
import type { Import } from "#app/domain/club/imports/imports.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { type ImportReview, reviewImport } from "./import-review.server.ts";
import type { Effect } from "./planned-game.ts";

/** Far below SQLite's limit of bound values, and short enough not to hold the event loop. */
const ROWS_PER_STATEMENT = 100;

/** Imports a preview's games, on the club's clock as it is now. */
export async function importPreview(
  tx: ClubTx,
  preview: Import,
  { club, count }: { club: { name: string }; count: ImportCounter },
): Promise<Import> {
  const now = { name: club.name, timezone: await timezoneOf(tx) };
  return writeGames(tx, preview, await reviewImport(tx, preview.payload, now, count), count);
}

/** Adds and changes games, empties the payload, and stores the changed games' former values. */
async function writeGames(
  tx: ClubTx,
  preview: Import,
  review: ImportReview,
  count: ImportCounter,
): Promise<Import> {
  const { id } = preview;
  const at = nowIso();
  const { added, changed, renumbered } = sortEffects(review);
  const pause = yieldToEventLoop();
  const ids = risingIds(added.length);
  const total = added.length + changed.length;
  const games = lazily(added.sort(byStart), ({ teamId, values }, index) => {
    count("saving", index, total);
    return newGame(teamId, values, { id: ids[index], importId: id, at });
  });
  await insertRows(tx, "games", games, pause);
  const before = lazily(changed, ({ game }) => ({
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
  const teamIds = new Set([...added.map(({ teamId }) => teamId), ...changed.map(({ game }) => game.team_id)]);
  await recordEvent(tx, ...[...teamIds].map((teamId) => ({ kind: "standing" as const, teamId })));
  return { ...preview, ...outcome };
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
    await pause();
  }
}

/**
 * Random ids in rising order. Games written by their start with rising ids lie side by side in every index instead
 * of each on a page of its own; an id reveals nothing but its position in its import.
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
