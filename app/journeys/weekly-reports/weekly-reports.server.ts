import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import { EVERYBODY } from "#app/domain/club/ratings/seal.ts";
import { type RaterWork, raterWork } from "#app/domain/club/reminders/unrated.server.ts";
import { isReportTime, nextReportTime, reportWeeks } from "#app/domain/club/weekly-reports/week.ts";
import { clubWork, reportReaders, weekGames } from "#app/domain/club/weekly-reports/week-stats.server.ts";
import { gamesAhead, teamWeeks, type WeekGame } from "#app/domain/club/weekly-reports/week-stats.ts";
import {
  clubReport,
  type ReportLine,
  teamReport,
  type WeeklyReport,
} from "#app/domain/club/weekly-reports/weekly-report.ts";
import { type MailedPerson, mailedPeople } from "#app/domain/control/notifications/people.server.ts";
import { wants } from "#app/domain/control/notifications/preferences.ts";
import { compareNames } from "#app/domain/values/names.ts";
import { dateAt } from "#app/domain/values/times.ts";
import type { ClubFileContext, ClubWeek } from "#app/journeys/context.ts";
import { notifyEach } from "#app/journeys/notifications/notify.server.ts";

type Club = ClubFileContext & { club: { timezone: string } };

/**
 * 'now': pressed by an administrator; 'monday': only teams whose switch is on
 * (product/notifications.md#weekly-reports).
 */
export type ReportOccasion = "now" | "monday";

/** Returns the key of one report for each person on a day of the club. */
export const reportKey = (day: string) => `week:${day}`;

/** Reason why a person gets no report, or that they get one. */
export type ReaderState = "gets" | "team-off" | "report-off" | "mail-off" | "no-mail";

/** Reader of the reports. */
export interface ReportReader {
  accountId: string;
  name: string;
  admin: boolean;
  /** Names of their teams; empty for administrators, who read the club's week. */
  teams: string[];
  state: ReaderState;
}

type TeamReaders = Awaited<ReturnType<typeof reportReaders>>;

/** Data of the reports: read once for all readers. */
interface WeekData {
  at: Date;
  timezone: string;
  weeks: ReturnType<typeof reportWeeks>;
  games: readonly WeekGame[];
  /** Readers of the teams whose updates to them are on (product/notifications.md#team-emails). */
  readers: TeamReaders;
  /** Everybody's teams, to say who gets none because of that. */
  everybody: TeamReaders;
  people: readonly MailedPerson[];
}

/** Lists whom the reports are for at a moment, administrators first, and reads the games they are made of. */
export async function readWeek(
  { control, db, club }: Club,
  occasion: ReportOccasion,
  at: Date,
): Promise<WeekData> {
  const weeks = reportWeeks(at, club.timezone);
  const [all, games] = await Promise.all([
    reportReaders(db),
    weekGames(db, { weeks, timezone: club.timezone, at }),
  ]);
  const everybody = all.filter(({ weeklyReports }) => occasion === "now" || weeklyReports === 1);
  const people = await mailedPeople(control, club.code, {
    administrators: true,
    accountIds: everybody.map(({ accountId }) => accountId),
  });
  const readers = everybody.filter(({ updates }) => updates === 1);
  return { at, timezone: club.timezone, weeks, games, readers, everybody, people };
}

/** Returns the readers with what they get, administrators first, then by name. */
export function readersOf({ readers, everybody, people }: WeekData): ReportReader[] {
  const own = new Set(readers.map(({ accountId }) => accountId));
  return people
    .map(({ accountId, name, admin, preferences, dead }) => ({
      accountId,
      name,
      admin,
      teams: admin
        ? []
        : everybody.flatMap((reader) => (reader.accountId === accountId ? [reader.teamName] : [])),
      state: dead
        ? ("no-mail" as const)
        : !preferences.emailOn
          ? ("mail-off" as const)
          : !admin && !own.has(accountId)
            ? ("team-off" as const)
            : wants(preferences, "weekly-reports")
              ? ("gets" as const)
              : ("report-off" as const),
    }))
    .sort((a, b) => Number(b.admin) - Number(a.admin) || compareNames(a.name, b.name));
}

/** Loads the club's week as its administrators read it; null where there is nothing at all to say. */
export async function administratorsReport(
  { db }: Pick<Club, "db">,
  week: WeekData,
): Promise<WeeklyReport | null> {
  const { at, timezone, weeks, games } = week;
  return clubReport({
    ...{ at, timezone, weeks },
    today: dateAt(at, timezone),
    teams: teamWeeks(games, weeks.past, { admin: true }),
    ahead: gamesAhead(games, weeks.ahead),
    work: await clubWork(db, at),
  });
}

/** Returns a manager's or coach's own teams' week, with sealed results left sealed. */
function staffReport(week: WeekData, accountId: string, work: RaterWork | undefined): WeeklyReport | null {
  const { at, timezone, weeks, readers } = week;
  const own = new Set(readers.flatMap((reader) => (reader.accountId === accountId ? [reader.teamId] : [])));
  if (own.size === 0) return null;
  const games = week.games.filter(({ team_id }) => own.has(team_id));
  return teamReport({
    ...{ at, timezone, weeks, work },
    today: dateAt(at, timezone),
    teams: teamWeeks(games, weeks.past, EVERYBODY),
    ahead: gamesAhead(games, weeks.ahead),
  });
}

/**
 * Mails every reader their week, each at most once on a day of the club (product/notifications.md#weekly-reports).
 * @returns how many people are mailed
 */
export async function sendWeeklyReports(ctx: Club, occasion: ReportOccasion, at: Date): Promise<number> {
  const week = await readWeek(ctx, occasion, at);
  const teamIds = [...new Set(week.readers.map(({ teamId }) => teamId))];
  const [forAdministrators, work] = await Promise.all([
    administratorsReport(ctx, week),
    raterWork(ctx.db, { scope: teamIds }, at),
  ]);
  const workOf = new Map(work.map((person) => [person.accountId, person]));
  const day = dateAt(at, ctx.club.timezone);
  const notified = await notifyEach(
    ctx,
    {
      kind: "weekly-reports",
      each: week.people.flatMap(({ accountId, admin }) => {
        const report = admin ? forAdministrators : staffReport(week, accountId, workOf.get(accountId));
        if (!report) return [];
        const variables = reportVariables(report, admin);
        return [
          { accountId, key: reportKey(day), content: { template: "weekly-report" as const, variables } },
        ];
      }),
    },
    at,
  );
  return notified.length;
}

/** Returns a report as its email needs it: with whole addresses. */
function reportVariables({ next, waiting, ahead, ...report }: WeeklyReport, admin: boolean) {
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

/**
 * Sends Monday's reports (product/notifications.md#weekly-reports).
 * @returns the next Monday morning
 */
export async function reportWeek(week: ClubWeek): Promise<Date> {
  if (isReportTime(week.at, week.club.timezone)) await sendWeeklyReports(week, "monday", week.at);
  return nextReportTime(week.at, week.club.timezone);
}
