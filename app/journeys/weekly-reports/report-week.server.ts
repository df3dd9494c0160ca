import { isReportTime, nextReportTime } from "#app/domain/club/weekly-reports/week.ts";
import type { ClubWeek } from "#app/journeys/context.ts";
import { sendWeeklyReports } from "./weekly-reports.server.ts";

/**
 * Sends Monday's reports (product.md#weekly-reports).
 * @returns the next Monday morning
 */
export async function reportWeek(week: ClubWeek): Promise<Date> {
  if (isReportTime(week.at, week.club.timezone)) await sendWeeklyReports(week, "monday", week.at);
  return nextReportTime(week.at, week.club.timezone);
}
