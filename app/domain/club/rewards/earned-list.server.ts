import type { ClubDb } from "#app/db/club/schema.ts";
import { compareNames } from "#app/domain/values/names.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { awardsNow } from "./award-now.server.ts";
import { awardNowLabel } from "./award-now.ts";
import { earnedRewards, readEarned } from "./earned.server.ts";
import type { EarnedFilters } from "./earned-filters.ts";
import { dollars, earnedStatusName, takenBackLabel } from "./labels.ts";

const EARNED_A_PAGE = 25;

/** The rows that filters leave, before any order. */
const filtered = (db: ClubDb, { status, program, team }: EarnedFilters) =>
  earnedRewards(db)
    .where("e.status", "=", status)
    .$if(program !== "", (query) => query.where("e.program_id", "=", program))
    .$if(team !== "", (query) => query.where("e.team_id", "=", team));

const ordered = (db: ClubDb, filters: EarnedFilters) => {
  const rows = filtered(db, filters);
  const { order } = filters;
  if (order === "oldest") return rows.orderBy("e.earned_at").orderBy("e.id");
  const first =
    order === "value"
      ? rows.orderBy("e.value_cents", "desc")
      : order === "team"
        ? rows.orderBy("t.name_key")
        : rows;
  return first.orderBy("e.earned_at", "desc").orderBy("e.id");
};

/**
 * A page of what was awarded or taken back, with the number and sum (in cents) of all that the filters leave, and the
 * number of each status (product.md#earned-rewards). A page behind the last is the last.
 */
export async function earnedPage(db: ClubDb, filters: EarnedFilters) {
  const sums = await db
    .selectFrom("earned_rewards as e")
    .select(["e.status"])
    .select((eb) => [eb.fn.countAll<number>().as("total"), eb.fn.sum<number>("e.value_cents").as("cents")])
    .where("e.status", "<>", "pending")
    .$if(filters.program !== "", (query) => query.where("e.program_id", "=", filters.program))
    .$if(filters.team !== "", (query) => query.where("e.team_id", "=", filters.team))
    .groupBy("e.status")
    .execute();
  const of = (status: EarnedFilters["status"]) =>
    sums.find((sum) => sum.status === status) ?? { total: 0, cents: 0 };
  const { total, cents } = of(filters.status);
  const pages = Math.max(1, Math.ceil(total / EARNED_A_PAGE));
  const page = Math.min(filters.page, pages);
  const rows = await ordered(db, filters)
    .limit(EARNED_A_PAGE)
    .offset((page - 1) * EARNED_A_PAGE)
    .execute();
  const counts = { awarded: of("awarded").total, "taken-back": of("taken-back").total };
  return { rows: rows.map(readEarned), page, pages, total, cents, counts };
}

/** The programs and teams that have earned rewards, to choose from, by name. */
export async function earnedChoices(db: ClubDb) {
  const [programs, teams] = await Promise.all([
    db
      .selectFrom("reward_programs as p")
      .select(["p.id as value", "p.name as label"])
      .where((eb) =>
        eb.exists(
          eb.selectFrom("earned_rewards as e").select("e.id").whereRef("e.program_id", "=", "p.id").limit(1),
        ),
      )
      .execute(),
    db
      .selectFrom("teams as t")
      .select(["t.id as value", "t.name as label"])
      .where((eb) =>
        eb.exists(
          eb.selectFrom("earned_rewards as e").select("e.id").whereRef("e.team_id", "=", "t.id").limit(1),
        ),
      )
      .execute(),
  ]);
  const byName = (a: { label: string }, b: { label: string }) => compareNames(a.label, b.label);
  return { programs: programs.toSorted(byName), teams: teams.toSorted(byName) };
}

const HEAD = [
  ...["Earned on", "Program", "Reward", "Team", "Recipient", "Value in dollars", "Status", "Awarded on"],
  ...["Awarded by", "Earned by", "Game date", "Opponent", "Taken back on", "Why", "Result now"],
];

/** The rows of the treasurer's CSV, its header first: all that the filters leave, on every page. */
export async function earnedCsv(
  db: ClubDb,
  filters: EarnedFilters,
  { timezone, at }: { timezone: string; at: Date },
): Promise<string[][]> {
  const rows = (await ordered(db, filters).execute()).map(readEarned);
  const results = await awardsNow(db, rows, at);
  const day = (moment: string | null) => (moment === null ? "" : dateAt(moment, timezone));
  return [
    HEAD,
    ...rows.map((row) => [
      day(row.earnedAt),
      row.programName,
      row.title,
      row.teamName,
      row.recipient,
      dollars(row.valueCents).replaceAll(/[$,]/g, ""),
      earnedStatusName[row.status],
      day(row.awardedAt),
      row.status === "awarded" ? row.awardedByName || "By itself" : "",
      row.criteria,
      row.gameId === null ? "" : row.gameDate,
      row.opponent,
      day(row.takenBackAt),
      takenBackLabel(row.takenBackWhy),
      row.status === "awarded" ? awardNowLabel(results.get(row.id) ?? null, day) : "",
    ]),
  ];
}
