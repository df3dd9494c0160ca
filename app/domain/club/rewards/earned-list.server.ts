import { expressionBuilder } from "kysely";
import type { ClubDb, EarnedRewardsTable } from "#app/db/club/schema.ts";
import { sortByName } from "#app/domain/values/names.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { awardsNow } from "./award-now.server.ts";
import { awardNowLabel } from "./award-now.ts";
import { earnedRewards, foundTogether, readEarned } from "./earned.server.ts";
import type { EarnedFilters } from "./earned-filters.ts";
import { dollars, earnedStatusName, takenBackLabel } from "./labels.ts";

const EARNED_A_PAGE = 25;

/** Matches earned rewards of the chosen program and team. */
function isChosen({ program, team }: EarnedFilters) {
  const eb = expressionBuilder<{ e: EarnedRewardsTable }, "e">();
  return eb.and([
    ...(program === "" ? [] : [eb("e.program_id", "=", program)]),
    ...(team === "" ? [] : [eb("e.team_id", "=", team)]),
  ]);
}

const ordered = (db: ClubDb, filters: EarnedFilters) => {
  const { status, order } = filters;
  const rows = earnedRewards(db).where("e.status", "=", status).where(isChosen(filters));
  if (order === "oldest") return rows.orderBy("e.earned_at").$call(foundTogether);
  const first =
    order === "value"
      ? rows.orderBy("e.value_cents", "desc")
      : order === "team"
        ? rows.orderBy("t.name_key")
        : rows;
  return first.orderBy("e.earned_at", "desc").$call(foundTogether);
};

/**
 * Loads one page of awarded or taken-back rewards, with how many match the filters, their sum in cents, and the count
 * of each status (product/rewards.md#earned-rewards). A page number past the end gives the last page.
 */
export async function earnedPage(db: ClubDb, filters: EarnedFilters) {
  const sums = await db
    .selectFrom("earned_rewards as e")
    .select(["e.status"])
    .select((eb) => [eb.fn.countAll<number>().as("total"), eb.fn.sum<number>("e.value_cents").as("cents")])
    .where("e.status", "<>", "pending")
    .where(isChosen(filters))
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

/** Loads the programs and teams with earned rewards, sorted by name, as choices for the filters. */
export async function earnedChoices(db: ClubDb) {
  const [programs, teams] = await Promise.all([
    db
      .selectFrom("reward_programs")
      .select(["id as value", "name as label"])
      .where("id", "in", db.selectFrom("earned_rewards").select("program_id"))
      .execute(),
    db
      .selectFrom("teams")
      .select(["id as value", "name as label"])
      .where("id", "in", db.selectFrom("earned_rewards").select("team_id"))
      .execute(),
  ]);
  const byName = (choices: typeof teams) => sortByName(choices, ({ label }) => label);
  return { programs: byName(programs), teams: byName(teams) };
}

const HEAD = [
  ...["Earned on", "Program", "Reward", "Team", "Recipient", "Value in dollars", "Status", "Awarded on"],
  ...["Awarded by", "Earned by", "Game date", "Opponent", "Taken back on", "Why", "Result now"],
];

/** Loads the rows of the treasurer's CSV, header first: everything that matches the filters, not one page. */
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
