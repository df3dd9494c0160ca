import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import { shareLabel } from "#app/domain/club/reports/labels.ts";
import { reportChoices, reportTeams } from "#app/domain/club/reports/report.server.ts";
import { needsAttention, shareOf, type Tally } from "#app/domain/club/reports/report.ts";
import { type ReportFilters, reportAddress, seasonBefore } from "#app/domain/club/reports/report-filters.ts";
import { formatMonth } from "#app/domain/club/schedule/schedule-filters.ts";
import { someoneSwitchedOn } from "#app/domain/control/notifications/preferences.server.ts";
import { formatAverage } from "#app/domain/values/average.ts";
import { addDays, addMonths, daysOfMonth } from "#app/domain/values/days.ts";
import { endedSeason } from "#app/domain/values/half-years.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { dateAt, momentOf } from "#app/domain/values/times.ts";
import type { ClubFileContext, ClubWeek } from "#app/journeys/context.ts";
import { notify } from "#app/journeys/notifications/notify.server.ts";
import { reportStats } from "./report-stats.server.ts";

/** The club's hour at which they go out. */
const MAIL_TIME = "07:00";
/** Days by which a mail may be late after an outage. */
const LATE_DAYS = 2;
/** Teams that a mail names as needing attention. */
const TEAMS_NAMED = 5;

type Club = ClubFileContext & { club: { state: string; timezone: string } };

/** A span of days that a mail is about, and the one before it. */
interface Period {
  /** 'October 2026' */
  name: string;
  from: string;
  to: string;
  /** The teams of a season that has some only. */
  teamIds?: readonly string[] | null;
  /** Null where none is known. */
  before: Omit<Period, "before"> | null;
}

/**
 * Mails administrators, on the 1st of a month, the month before, each at most once
 * (product/notifications.md#monthly-analytics).
 * @returns when the next one goes out
 */
export async function mailMonth(week: ClubWeek): Promise<Date> {
  const { at, control, club } = week;
  const today = dateAt(at, club.timezone);
  const month = today.slice(0, 7);
  if (isMailTime(`${month}-01`, week) && (await someoneSwitchedOn(control, club.code, "monthly-analytics"))) {
    const [last, before] = [addMonths(month, -1), addMonths(month, -2)];
    const period = {
      ...{ name: formatMonth(last), ...daysOfMonth(last) },
      before: { name: formatMonth(before), ...daysOfMonth(before) },
    };
    await mailPeriod(week, period, { kind: "monthly-analytics", key: `month:${last}` });
  }
  return nextOf(week, [`${month}-01`, `${addMonths(month, 1)}-01`]);
}

/**
 * Mails administrators, on the day after a season's end, how it went, each at most once, also where several end on one
 * day (product/notifications.md#season-summary).
 * @returns when to look next: seasons may be changed every day
 */
export async function mailSeason(week: ClubWeek): Promise<Date> {
  const today = dateAt(week.at, week.club.timezone);
  const { seasons } = await reportChoices(week.db, []);
  const ended = seasons.length > 0 ? seasons.filter(({ to }) => to < today) : [endedSeason(today)];
  for (const season of ended) {
    if (!isMailTime(addDays(season.to, 1), week)) continue;
    const key = `season:${"id" in season ? season.id : season.from}`;
    await mailPeriod(
      week,
      {
        ...season,
        before: seasonBefore(
          { from: season.from, teamIds: "teamIds" in season ? season.teamIds : null },
          seasons,
        ),
      },
      { kind: "season-summary", key },
    );
  }
  return nextOf(week, [today, addDays(today, 1)]);
}

const isMailTime = (day: string, { at, club }: ClubWeek) =>
  at.toISOString() >= momentOf(day, MAIL_TIME, club.timezone) &&
  at.toISOString() < momentOf(addDays(day, LATE_DAYS + 1), null, club.timezone);

const nextOf = ({ at, club }: ClubWeek, days: readonly string[]): Date => {
  const moments = days.map((day) => new Date(momentOf(day, MAIL_TIME, club.timezone)));
  return moments.find((moment) => moment > at) ?? (moments.at(-1) as Date);
};

/** Mails a period, unless the club had no game in it. */
async function mailPeriod(
  { control, db, club, at }: Club & { at: Date },
  period: Period,
  { kind, key }: { kind: "monthly-analytics" | "season-summary"; key: string },
): Promise<void> {
  const teams = await reportTeams(db, "all");
  const statsOf = ({ from, to, teamIds }: Omit<Period, "before">) =>
    reportStats(
      { control, db, club },
      {
        teams,
        of: { scope: teamIds ?? "all", viewer: { admin: true }, from, to, timezone: club.timezone, at },
        parts: { trends: false, benchmark: false, tags: false },
      },
    );
  const stats = await statsOf(period);
  const { total } = stats;
  if (total.played === 0) return;
  const before = period.before && (await statsOf(period.before));
  const filters: ReportFilters = {
    ...{ tab: "overview", team: "", type: "", range: "own", season: "", seasonName: "" },
    ...{ from: period.from, to: period.to },
  };
  const address = (change: Partial<ReportFilters> = {}) => `${env().appUrl}${reportAddress(filters, change)}`;
  const open = total.played - total.rated - total.sealed;
  await notify(
    { control, db, club },
    {
      ...{ kind, key },
      to: { administrators: true },
      content: {
        template: kind,
        variables: {
          period: period.name,
          sentence: `${sentenceOf(total)}.`,
          stats: mailedStats(total),
          before: {
            name: period.before?.name ?? "",
            stats: before && before.total.played > 0 ? mailedStats(before.total) : [],
          },
          next: [
            ...stats.teams
              .filter(needsAttention)
              .slice(0, TEAMS_NAMED)
              .map(({ teamId, name, average }) => ({
                text: `${name}: ${formatAverage(average ?? 0)} points a game`,
                link: address({ team: teamId }),
              })),
            ...(open > 0
              ? [
                  {
                    text: `${pluralize(open, "game has", "games have")} no result yet: see who can still rate`,
                    link: `${env().appUrl}${href("/rating/waiting")}`,
                  },
                ]
              : []),
            { text: "What happens most, and when", link: address({ tab: "analytics" }) },
          ],
          link: address(),
        },
      },
    },
    at,
  );
}

/** Returns 'Perfect in 28 of 38 rated games, 74% (likely 58% to 85%)'. */
const sentenceOf = (total: Tally): string =>
  total.rated === 0
    ? `${pluralize(total.played, "game")} played, and no result is open`
    : `Perfect in ${shareLabel(shareOf(total.perfect, total.rated), total.perfect, total.rated)}`;

/** Returns the three figures that matter, each beside how much of the games it rests on. */
function mailedStats(total: Tally): [label: string, value: string][] {
  const games = pluralize(total.rated, "rated game");
  return [
    ["Perfect games", `${total.perfect} of ${games}`],
    [
      "Average",
      total.rated === 0
        ? "No result is open"
        : `${formatAverage(total.points / total.rated)} of 20, in ${games}`,
    ],
    ["Rated", `${total.rated + total.sealed} of ${pluralize(total.played, "game")} played`],
  ];
}
