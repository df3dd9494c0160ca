import { toldAccounts } from "#app/domain/control/notifications/told.server.ts";
import { dateAt } from "#app/domain/values/times.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import {
  administratorsReport,
  readersOf,
  readWeek,
  reportKey,
} from "#app/journeys/weekly-reports/weekly-reports.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/** Who gets a report if it is sent now, and what administrators would read. */
export async function loadWeeklyReportsPage(ctx: ClubContext) {
  const at = now();
  const week = await readWeek(ctx, "now", at);
  const readers = readersOf(week);
  const [report, told] = await Promise.all([
    administratorsReport(ctx, week),
    toldAccounts(ctx.control, ctx.club.code, {
      kind: "weekly-reports",
      key: reportKey(dateAt(at, ctx.club.timezone)),
      accountIds: readers.map(({ accountId }) => accountId),
    }),
  ]);
  const stateOf = (accountId: string) =>
    told.has(accountId)
      ? ("today" as const)
      : report
        ? ("gets" as const)
        : // What the whole club has nothing of, no team has.
          ("nothing" as const);
  const shown = readers.map((reader) => ({
    ...reader,
    state: reader.state === "gets" ? stateOf(reader.accountId) : reader.state,
  }));
  return { readers: shown, report, open: shown.filter(({ state }) => state === "gets").length };
}

export type WeeklyReportsPage = Awaited<ReturnType<typeof loadWeeklyReportsPage>>;
