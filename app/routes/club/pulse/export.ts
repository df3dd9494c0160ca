import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { listPulses } from "#app/domain/club/pulse/pulse.server.ts";
import type { AnswerStats } from "#app/domain/club/pulse/pulse.ts";
import { managedTeams } from "#app/domain/club/staff/club-user.ts";
import { auditExport } from "#app/domain/control/audit/audit.server.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { csvDownload, writeCsv } from "#app/spreadsheets/write-csv.server.ts";

/** Exports all closed pulses that the reader may see, a row for each shown group; never an answer. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "pulse.see");
  const pulses = await listPulses(ctx.db, managedTeams(ctx.user));
  const day = (moment: string) => dateAt(moment, ctx.club.timezone);
  const rows = pulses.flatMap((pulse) => {
    const { sentAt, closedAt, recipients, answers: all, club, teams } = pulse;
    if (closedAt === null) return [];
    const row = (group: string, { mean, answers, counts }: AnswerStats, asked: string, answered: string) => [
      ...[day(sentAt), day(closedAt), group, asked, answered],
      ...[String(answers), mean.toFixed(2), ...counts.map(String)],
    ];
    return [
      ...(club ? [row("All parents", club, String(recipients), String(all))] : []),
      ...teams.map((team) => row(team.name, team, "", "")),
    ];
  });
  await auditExport(ctx, { kind: "pulse.exported", detail: { count: rows.length } });
  const head = ["sent", "closed", "group", "asked", "answered", "counted", "average"];
  return csvDownload(
    "goodside-parent-pulse.csv",
    writeCsv([[...head, "score1", "score2", "score3", "score4", "score5"], ...rows]),
  );
}
