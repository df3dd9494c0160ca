import { toldAccounts } from "#app/domain/control/notifications/told.server.ts";
import { dateAt } from "#app/domain/values/times.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import {
  readersOf,
  readWeek,
  reportKey,
  reportsOf,
} from "#app/journeys/weekly-reports/weekly-reports.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/** Who gets a report if it is sent now, and what administrators would read. */
export async function loadWeeklyReportsPage(ctx: ClubContext) {
  const at = now();
  const week = await readWeek(ctx, "now", at);
  const readers = readersOf(week);
  const [{ forAdministrators: report, reports }, told] = await Promise.all([
    reportsOf(ctx, week),
    toldAccounts(ctx.control, ctx.club.code, {
      kind: "weekly-reports",
      key: reportKey(dateAt(at, ctx.club.timezone)),
      accountIds: readers.map(({ accountId }) => accountId),
    }),
  ]);
  const stateOf = (accountId: string) =>
    told.has(accountId)
      ? ("today" as const)
      : reports.get(accountId)
        ? ("gets" as const)
        : ("nothing" as const);
  const shown = readers.map((reader) => ({
    ...reader,
    state: reader.state === "gets" ? stateOf(reader.accountId) : reader.state,
  }));
  return { readers: shown, report, open: shown.filter(({ state }) => state === "gets").length };
}

export type WeeklyReportsPage = Awaited<ReturnType<typeof loadWeeklyReportsPage>>;
