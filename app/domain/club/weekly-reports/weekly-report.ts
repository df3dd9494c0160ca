import { href } from "#app/config/addresses.ts";
import { gameTitle } from "#app/domain/club/games/labels.ts";
import type { RaterWork } from "#app/domain/club/reminders/unrated.server.ts";
import { sealedPart } from "#app/domain/club/stats/stats.ts";
import { formatAverage, PERFECT_SCORE } from "#app/domain/values/average.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { formatDate, formatGameTime } from "#app/domain/values/times.ts";
import type { Week } from "./week.ts";
import { type ClubWork, sumOfWeeks, type TeamWeek, type WeekGame, type WeekStats } from "./week-stats.ts";

/** A line of a report that leads somewhere; the link is a path. */
export interface ReportLine {
  text: string;
  link: string;
}

/** A report as it reads, for a mail and for a page (product/notifications.md#weekly-reports). */
export interface WeeklyReport {
  /** 'Mon, Nov 16 to Sun, Nov 22' */
  week: string;
  /** '7 of 9 games rated, 1 of them sealed; 5 perfect.' */
  sentence: string;
  stats: [label: string, value: string][];
  teams: { name: string; text: string }[];
  /** One to three sentences on what to do next. */
  next: ReportLine[];
  /** Games that need the reader's own rating. */
  waiting: ReportLine[];
  ahead: ReportLine[];
  /** Games to come that are not named. */
  moreAhead: number;
}

/** Most future games that a report names. */
const GAMES_NAMED = 10;
const SENTENCES = 3;

interface ReportInput {
  weeks: { past: Week; ahead: Week };
  /** The date in the club's zone. */
  today: string;
  timezone: string;
  at: Date;
  /** Teams with games in the past week. */
  teams: readonly TeamWeek[];
  ahead: readonly WeekGame[];
}

/** Returns the club's week for its administrators; null where there is nothing at all to say. */
export function clubReport(input: ReportInput & { work: ClubWork }): WeeklyReport | null {
  const { work, teams, ahead } = input;
  const { waiting, incidents, undelivered, invited } = work;
  if (teams.length + ahead.length + waiting + incidents + undelivered + invited === 0) return null;
  return {
    ...common(input),
    stats: [
      ...statsOf(teams),
      ...happened([
        ["Waiting for a rating", waiting],
        ["Open incident notes", incidents],
        ["Invitations that did not arrive", undelivered],
      ]),
    ],
    next: clubSentences(input),
    waiting: [],
  };
}

/** Builds the report of a manager's or coach's teams; null if it would be empty. */
export function teamReport(input: ReportInput & { work: RaterWork | undefined }): WeeklyReport | null {
  const { work, teams, ahead } = input;
  if (teams.length + ahead.length === 0 && !work) return null;
  const waiting = (work?.games ?? []).map((game) => ({
    text: `${gameTitle(game)}, ${formatDate(game.date, input.today)}`,
    link: href("/rating/:gameId", { gameId: game.id }),
  }));
  const [only] = waiting;
  const total = work?.total ?? 0;
  return {
    ...common(input),
    stats: statsOf(teams),
    waiting,
    next: only
      ? [
          {
            text: `${pluralize(total, "game waits", "games wait")} for your rating: please give ${total === 1 ? "it" : "them"} while you remember the sideline`,
            link: total === 1 ? only.link : href("/rating", { show: "to-rate" }),
          },
        ]
      : [{ text: "Nothing waits for your rating", link: href("/dashboard") }],
  };
}

function common(
  input: ReportInput,
): Pick<WeeklyReport, "week" | "sentence" | "teams" | "ahead" | "moreAhead"> {
  const { weeks, today, timezone, at, teams, ahead } = input;
  return {
    week: `${formatDate(weeks.past.from, today)} to ${formatDate(weeks.past.to, today)}`,
    sentence: weekSentence(sumOfWeeks(teams)),
    teams: teams.map((team) => ({ name: team.teamName, text: teamLine(team) })),
    ahead: ahead.slice(0, GAMES_NAMED).map((game) => ({
      text: `${gameTitle(game)}, ${formatGameTime(game, timezone, at)}`,
      link: href("/rating/:gameId", { gameId: game.id }),
    })),
    moreAhead: Math.max(0, ahead.length - GAMES_NAMED),
  };
}

/** Returns '7 of 9 games rated, 1 of them sealed; 5 perfect.' */
function weekSentence({ played, rated, sealed, perfect }: WeekStats): string {
  if (played === 0) return "No games were played last week.";
  return `${count(rated)} of ${pluralize(played, "game")} rated${sealedPart(sealed)}; ${count(perfect)} perfect.`;
}

/** Drops rows of 0, which would hide the others. */
const happened = (rows: readonly (readonly [label: string, number: number])[]): [string, string][] =>
  rows.flatMap(([label, number]) => (number > 0 ? [[label, count(number)]] : []));

/** Lists the stats that the report's sentence does not give. */
function statsOf(teams: readonly WeekStats[]): [string, string][] {
  const { played, minor, major, average } = sumOfWeeks(teams);
  if (played === 0) return [];
  return [
    ...happened([
      ["Minor Issues", minor],
      ["Major Incident", major],
    ]),
    ["Average", average === null ? "No open result yet" : `${formatAverage(average)} of ${PERFECT_SCORE}`],
  ];
}

/** Returns '2 games, 2 rated, 1 of them sealed; average 20.0'. */
function teamLine(team: TeamWeek): string {
  const { average } = sumOfWeeks([team]);
  const said = `${pluralize(team.played, "game")}, ${count(team.rated)} rated${sealedPart(team.sealed)}`;
  return average === null ? said : `${said}; average ${formatAverage(average)}`;
}

/** Lists the next steps of a club's administrators, the most pressing first. */
function clubSentences({ work, ahead }: ReportInput & { work: ClubWork }): ReportLine[] {
  const { waiting, incidents, undelivered, invited, teamsWithoutRaters } = work;
  const sentences: [number, string, string][] = [
    [
      incidents,
      `${pluralize(incidents, "incident note is", "incident notes are")} open: read what happened and write down what was done`,
      href("/incidents"),
    ],
    [
      undelivered,
      `${pluralize(undelivered, "invitation", "invitations")} did not arrive: correct the address`,
      href("/teams"),
    ],
    [
      teamsWithoutRaters,
      `${pluralize(teamsWithoutRaters, "team has", "teams have")} games but nobody who can rate: invite a coach and a manager`,
      href("/teams"),
    ],
    [
      waiting,
      `${pluralize(waiting, "game waits", "games wait")} for a rating: see who can give it, and remind them`,
      href("/rating/waiting"),
    ],
    [
      invited,
      `${pluralize(invited, "person has", "people have")} not accepted the invitation yet: send it again`,
      href("/teams"),
    ],
    [
      ahead.length === 0 ? 1 : 0,
      "No game is planned this week: add games, or import the schedule",
      href("/schedule"),
    ],
  ];
  const open = sentences.flatMap(([number, text, link]) => (number === 0 ? [] : [{ text, link }]));
  if (open.length === 0)
    return [{ text: "Nothing waits: enjoy this week's games", link: href("/dashboard") }];
  return open.slice(0, SENTENCES);
}
