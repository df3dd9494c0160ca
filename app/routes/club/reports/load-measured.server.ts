import { readMeasured } from "#app/domain/club/reports/measured.server.ts";
import { managedTeams } from "#app/domain/club/staff/club-user.ts";
import { dateAt, formatMonthDay } from "#app/domain/values/times.ts";
import type { OpenReport } from "./load-report.server.ts";

/**
 * Loads the club's results from referees and parents up to the report's end. Administrators read parents' answers for
 * the club or a team, managers for a team that they manage (product/teams.md#permissions).
 */
export async function loadMeasured({ ctx, filters, today }: Pick<OpenReport, "ctx" | "filters" | "today">) {
  const { team, from, to, range } = filters;
  const { timezone } = ctx.club;
  const managed = managedTeams(ctx.user);
  const reads = managed === "all" || managed.includes(team);
  const { retention, satisfaction } = await readMeasured(ctx.db, {
    ...{ team: reads ? team : null, from, to, range, timezone },
  });
  const day = satisfaction && formatMonthDay(dateAt(satisfaction.closedAt, timezone), today);
  return { reads, retention, satisfaction: satisfaction && { ...satisfaction, day: day ?? "" } };
}

export type Measured = Awaited<ReturnType<typeof loadMeasured>>;
