import { sql } from "kysely";
import type { BoardCountsTable, ControlTx } from "#app/db/control/schema.ts";
import { parts } from "./books.server.ts";

/** What a club adds to the sums of the boards, by slice. */
export type ClubSums = Map<string, BoardCountsTable>;

const KEY = ["age_group", "gender", "state"] as const;
const FIGURES = ["teams", "ranked", "clubs", "total_score", "rated_games", "perfect_games"] as const;

/** What some clubs add to the sums now: a club counts once in each slice in which it has a team. */
export async function sumsOfClubs(tx: ControlTx, codes: readonly string[]): Promise<ClubSums> {
  const sums: ClubSums = new Map();
  for (const some of parts(codes)) {
    const groups = await tx
      .selectFrom("standings")
      .select(["club_code", "state", "age_group", "gender"])
      .select((eb) => [
        eb.fn.countAll<number>().as("teams"),
        eb.fn.sum<number>("ranked").as("ranked"),
        eb.fn.sum<number>("total_score").as("total_score"),
        eb.fn.sum<number>("rated_games").as("rated_games"),
        eb.fn.sum<number>("perfect_games").as("perfect_games"),
      ])
      .where("club_code", "in", some)
      .where("number", "is not", null)
      .groupBy(["club_code", "state", "age_group", "gender"])
      .execute();
    const seen = new Set<string>();
    for (const { club_code, state, age_group, gender, ...stats } of groups) {
      for (const slice of slicesOf({ state, age_group, gender })) {
        const key = KEY.map((name) => slice[name]).join("|");
        const first = !seen.has(`${club_code}|${key}`);
        seen.add(`${club_code}|${key}`);
        add(sums, key, { ...slice, ...stats, clubs: first ? 1 : 0 }, 1);
      }
    }
  }
  return sums;
}

/** Brings the sums from what some clubs added before to what they add now. */
export async function keepSums(tx: ControlTx, before: ClubSums, after: ClubSums): Promise<void> {
  const changes: ClubSums = new Map();
  for (const [key, row] of after) add(changes, key, row, 1);
  for (const [key, row] of before) add(changes, key, row, -1);
  const changed = [...changes.values()].filter((row) => FIGURES.some((figure) => row[figure] !== 0));
  for (const some of parts(changed)) {
    await tx
      .insertInto("board_counts")
      .values(some)
      .onConflict((conflict) =>
        conflict
          .columns([...KEY])
          .doUpdateSet(
            Object.fromEntries(
              FIGURES.map((figure) => [
                figure,
                sql`${sql.ref(`board_counts.${figure}`)} + ${sql.ref(`excluded.${figure}`)}`,
              ]),
            ),
          ),
      )
      .execute();
  }
}

/** Makes all sums anew from the rows. */
export async function rebuildSums(tx: ControlTx): Promise<void> {
  await tx.deleteFrom("board_counts").execute();
  for (const [age, gender] of [
    ["age_group", "gender"],
    ["age_group", "''"],
    ["''", "gender"],
    ["''", "''"],
  ] as const) {
    await sql`
      insert into board_counts
        (age_group, gender, state, teams, ranked, clubs, total_score, rated_games, perfect_games)
      select ${sql.raw(age)}, ${sql.raw(gender)}, state, count(*), sum(ranked), count(distinct club_code),
        sum(total_score), sum(rated_games), sum(perfect_games)
      from standings where number is not null group by 1, 2, 3`.execute(tx);
  }
}

const slicesOf = (team: { state: string; age_group: string; gender: string }) => [
  team,
  { ...team, age_group: "" },
  { ...team, gender: "" },
  { ...team, age_group: "", gender: "" },
];

function add(sums: ClubSums, key: string, row: BoardCountsTable, by: 1 | -1): void {
  const sum = sums.get(key);
  if (!sum) {
    const signed = Object.fromEntries(FIGURES.map((figure) => [figure, by * row[figure]]));
    sums.set(key, { ...row, ...signed });
    return;
  }
  for (const figure of FIGURES) sum[figure] += by * row[figure];
}
