import { brand } from "#app/config/brand.ts";
import type { ClubDb } from "#app/db/club/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { rangeLabel, typeName, whoseLabel } from "#app/domain/club/reports/labels.ts";
import { readMeasured } from "#app/domain/club/reports/measured.server.ts";
import { reportGames, reportTeams } from "#app/domain/club/reports/report.server.ts";
import { type AskedPrint, findPrint, storePrint } from "#app/domain/club/reports/report-prints.server.ts";
import { logoPicture } from "#app/domain/club/settings/logo.server.ts";
import { clubRowOf } from "#app/domain/club/settings/settings.server.ts";
import type { TeamScope } from "#app/domain/club/staff/staff.ts";
import { dateAt, formatMoment } from "#app/domain/values/times.ts";
import { log } from "#app/observability/log.server.ts";
import { printReport as print } from "#app/print/print.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { printSections } from "./compose-print.ts";
import { reportStats } from "./report-stats.server.ts";

/**
 * Makes the PDF of a report that somebody asked for, of what they might see when they asked
 * (product/reports.md#reports-as-pdf). One that is made already, or was erased meanwhile, is left alone; one that
 * cannot be made is not tried again.
 * @throws WorkerDied
 */
export function printReport(
  { control, clubs }: Platform,
  { clubCode, printId }: { clubCode: string; printId: string },
): Promise<void> {
  return clubs.use(clubCode, async (db) => {
    const found = await findPrint(db, printId);
    if (found?.status !== "waiting") return;
    const pdf = await pdfOf({ control, db }, found).catch((err: unknown) => {
      // The same figures give the same error at every try.
      if (!(err instanceof RangeError || err instanceof TypeError)) throw err;
      log.error({ err, print: printId }, "a report cannot be made");
      return null;
    });
    await inTransaction(db, (tx) => storePrint(tx, printId, pdf));
  });
}

async function pdfOf(
  { control, db }: Pick<Platform, "control"> & { db: ClubDb },
  found: { asked: AskedPrint },
): Promise<Buffer> {
  const { filters, scope, admin, compares } = found.asked;
  const at = now();
  const club = await clubRowOf(db);
  const today = dateAt(at, club.timezone);
  const of = {
    ...{ scope: scopeOf(filters.team, scope), viewer: { admin }, at, timezone: club.timezone },
    ...{ from: filters.from, to: filters.to },
  };
  const teams = await reportTeams(db, scope);
  const [stats, incidents, logo, measured] = await Promise.all([
    reportStats(
      { db, control, club },
      { teams, of, parts: { trends: true, benchmark: true, tags: compares && filters.type === "" } },
    ),
    admin && filters.type === "incidents" ? reportGames(db, of, { games: "0" }) : null,
    logoPicture(db, "large"),
    readMeasured(db, {
      // Administrators read the club's answers of parents, managers a team's (product/teams.md#permissions).
      team: admin || (compares && filters.team) ? filters.team : null,
      ...{ from: filters.from, to: filters.to, range: filters.range, timezone: club.timezone },
    }),
  ]);
  const about = `${whoseLabel(filters.team, scope, teams)}, ${rangeLabel(filters, today)}`;
  const pdf = await print({
    title: filters.type ? typeName[filters.type] : "Sideline report",
    club: club.name,
    about: `${about}. As of ${formatMoment(at.toISOString(), club.timezone)}.`,
    at: at.toISOString(),
    color: club.color ?? brand.colors.pitch,
    logo: logo ? new Uint8Array(logo.picture) : null,
    sections: printSections(found.asked, { ...stats, measured }, incidents?.games ?? [], today),
  });
  return Buffer.from(pdf);
}

/** Returns the teams that a report is about; none where its season leaves the chosen team out. */
const scopeOf = (team: string, scope: TeamScope): TeamScope =>
  team === "" ? scope : scope === "all" || scope.includes(team) ? [team] : [];
