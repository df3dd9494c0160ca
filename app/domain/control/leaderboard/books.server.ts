import { type Selectable, sql } from "kysely";
import type {
  BoardEditionsTable,
  BoardPlacesTable,
  ControlTx,
  StandingsTable,
} from "#app/db/control/schema.ts";
import { forgetWords, indexWords } from "#app/db/search-index.server.ts";
import { BLOCK_STEPS, placeOf, steppedBoardsOf } from "./places.ts";

/** The books that the boards are read from: sums, places, steps, words. Kept with each row, in its transaction. */

type Row = Selectable<StandingsTable>;
export type Numbered = Row & { number: number };

/** So many rows of at most nine values go into one statement. */
const ROWS_AT_ONCE = 200;

/** A team's row before a change and after it; null where there is or was none. */
export interface RowChange {
  before: Numbered | null;
  after: Numbered | null;
}

/** Enters changes of places, steps and words. The sums have books of their own: see keepSums. */
export async function enterChanges(tx: ControlTx, changes: readonly RowChange[]): Promise<void> {
  if (changes.length === 0) return;
  const editions = await tx.selectFrom("board_editions").selectAll().where("status", "<>", "old").execute();
  const steps = new StepChanges();
  // New numbers too: whatever stood under them belongs to nobody.
  const numbers = [
    ...new Set(changes.flatMap(({ before, after }) => [before?.number ?? 0, after?.number ?? 0])),
  ];
  for (const some of parts(numbers)) {
    const gone = await tx.deleteFrom("board_places").where("number", "in", some).returningAll().execute();
    for (const edition of editions)
      steps.take(
        edition,
        gone.filter((place) => place.edition === edition.id),
      );
  }
  const rows = changes.flatMap(({ after }) => (after ? [after] : []));
  for (const edition of editions) {
    const places = rows.map((row) => placeRow(edition, row));
    await insertPlaces(tx, places);
    steps.put(edition, places);
  }
  await steps.write(tx);
  await enterLabel(tx, changes);
}

export function placeRow(edition: Pick<BoardEditionsTable, "id" | "mean">, row: Numbered): BoardPlacesTable {
  const team = {
    teamId: row.team_id,
    teamName: row.team_name,
    totalScore: row.total_score,
    ratedGames: row.rated_games,
    completedGames: row.completed_games,
    perfectGames: row.perfect_games,
    ranked: row.ranked === 1,
  };
  return {
    edition: edition.id,
    place: placeOf(team, edition.mean),
    number: row.number,
    state: row.state,
    age_group: row.age_group,
    gender: row.gender,
  };
}

export async function insertPlaces(tx: ControlTx, places: readonly BoardPlacesTable[]): Promise<void> {
  for (const some of parts(places)) {
    await tx
      .insertInto("board_places")
      .values(some)
      // Also where the books still had the team under another number, because somebody took its row away.
      .onConflict((conflict) =>
        conflict.columns(["edition", "place"]).doUpdateSet((eb) => ({ number: eb.ref("excluded.number") })),
      )
      .execute();
  }
}

async function enterLabel(tx: ControlTx, changes: readonly RowChange[]): Promise<void> {
  const words = (row: Row | null) =>
    row && [row.search_text, row.state, row.age_group, row.gender].join("\n");
  const changed = changes.filter(
    ({ before, after }) => words(before) !== words(after) || before?.number !== after?.number,
  );
  await forgetWords(
    tx,
    changed.flatMap(({ before, after }) => [before?.number ?? 0, after?.number ?? 0]),
  );
  await indexWords(
    tx,
    changed.flatMap(({ after }) => (after ? [wordsOf(after)] : [])),
  );
}

export function wordsOf(row: Pick<Numbered, "number" | "search_text" | "state" | "age_group" | "gender">) {
  return {
    number: row.number,
    text: row.search_text,
    state: row.state,
    ageGroup: row.age_group,
    gender: row.gender,
  };
}

/** What changes in the steps of the editions, added up before it is written. */
export class StepChanges {
  readonly #places: { edition: number; place: string; boards: string[]; by: 1 | -1 }[] = [];

  put(edition: Selectable<BoardEditionsTable>, places: readonly BoardPlacesTable[]): void {
    this.#note(edition, places, 1);
  }

  take(edition: Selectable<BoardEditionsTable>, places: readonly BoardPlacesTable[]): void {
    this.#note(edition, places, -1);
  }

  /** What lies behind the counted part of an edition will be counted when its turn comes. */
  #note(edition: Selectable<BoardEditionsTable>, places: readonly BoardPlacesTable[], by: 1 | -1): void {
    if (edition.status === "filling") return;
    for (const row of places) {
      if (edition.status === "counting" && !isBeforeOrAt(row.place, edition.counted_to)) continue;
      this.#places.push({ edition: edition.id, place: row.place, boards: steppedBoardsOf(row), by });
    }
  }

  async write(tx: ControlTx): Promise<void> {
    const sums = new Map<string, { edition: number; board: string; step: number; teams: number }>();
    for (const some of parts(this.#places)) {
      const steps = await stepsOf(tx, some);
      some.forEach(({ edition, boards, by }, at) => {
        const step = steps[at] ?? 0;
        for (const board of boards) {
          const key = `${edition} ${step} ${board}`;
          const sum = sums.get(key) ?? { edition, board, step, teams: 0 };
          sum.teams += by;
          sums.set(key, sum);
        }
      });
    }
    await addToSteps(
      tx,
      [...sums.values()].filter(({ teams }) => teams !== 0),
    );
  }
}

/** As the database sorts: by the bytes of the text. */
const isBeforeOrAt = (place: string, other: string) =>
  Buffer.compare(Buffer.from(place), Buffer.from(other)) <= 0;

async function stepsOf(
  tx: ControlTx,
  places: readonly { edition: number; place: string }[],
): Promise<number[]> {
  const values = places.map(({ edition, place }, at) => sql`(${at}, ${edition}, ${place})`);
  const { rows } = await sql<{ step: number }>`
    with asked (at, edition, place) as (values ${sql.join(values)})
    select coalesce((select step from board_steps s where s.edition = asked.edition and s.start <= asked.place
      order by s.start desc limit 1), 0) as step
    from asked order by at`.execute(tx);
  return rows.map(({ step }) => step);
}

export async function addToSteps(
  tx: ControlTx,
  sums: readonly { edition: number; board: string; step: number; teams: number }[],
): Promise<void> {
  for (const some of parts(sums)) {
    await tx
      .insertInto("board_step_counts")
      .values(some)
      .onConflict((conflict) =>
        conflict
          .columns(["edition", "board", "step"])
          .doUpdateSet({ teams: sql`board_step_counts.teams + excluded.teams` }),
      )
      .execute();
  }
  const blocks = new Map<string, { edition: number; board: string; block: number; teams: number }>();
  for (const { edition, board, step, teams } of sums) {
    const block = Math.floor(step / BLOCK_STEPS);
    const key = `${edition} ${block} ${board}`;
    const sum = blocks.get(key) ?? { edition, board, block, teams: 0 };
    sum.teams += teams;
    blocks.set(key, sum);
  }
  for (const some of parts([...blocks.values()])) {
    await tx
      .insertInto("board_block_counts")
      .values(some)
      .onConflict((conflict) =>
        conflict
          .columns(["edition", "board", "block"])
          .doUpdateSet({ teams: sql`board_block_counts.teams + excluded.teams` }),
      )
      .execute();
  }
}

export function* parts<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) yield rows.slice(from, from + ROWS_AT_ONCE);
}
