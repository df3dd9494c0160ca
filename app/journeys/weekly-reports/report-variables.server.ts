import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import type { ReportLine, WeeklyReport } from "#app/domain/club/weekly-reports/weekly-report.ts";

/** A report as its email needs it: with whole addresses. */
export function reportVariables({ next, waiting, ahead, ...report }: WeeklyReport, admin: boolean) {
  return {
    ...report,
    title: admin ? "The club's week" : "Your teams' week",
    next: next.map(withAddress),
    waiting: waiting.map(withAddress),
    ahead: ahead.map(withAddress),
    link: `${env().appUrl}${href("/dashboard")}`,
  };
}

const withAddress = ({ text, link }: ReportLine): ReportLine => ({ text, link: `${env().appUrl}${link}` });
