import { addDays, latestDay } from "#app/domain/values/days.ts";
import { seasonOf } from "#app/domain/values/half-years.ts";
import { DAY_MS } from "#app/runtime/durations.ts";

/** Seasons of a club: dates on its calendar, and the teams that play in them (product/seasons.md#seasons). */

export const seasonStatuses = ["upcoming", "active", "completed", "archived"] as const;
export type SeasonStatus = (typeof seasonStatuses)[number];

/** Dates and teams that decide which games a season has. */
export interface SeasonSpan {
  /** YYYY-MM-DD, both included. */
  startsOn: string;
  endsOn: string;
  /** True if it has all teams, including later ones. */
  allTeams: boolean;
  /** The teams that it has, where it has not all. */
  teamIds: readonly string[];
}

export interface Season extends SeasonSpan {
  id: string;
  name: string;
  description: string;
  /** Number of games that the club plans; null to use the schedule. */
  plannedGames: number | null;
  archivedAt: string | null;
}

export type SeasonFields = Pick<
  Season,
  "name" | "startsOn" | "endsOn" | "description" | "plannedGames" | "allTeams" | "teamIds"
>;

/**
 * Returns the status by the dates; an ended season is archived by hand.
 * @param today YYYY-MM-DD on the club's calendar
 */
export function seasonStatus(
  { startsOn, endsOn, archivedAt }: Pick<Season, "startsOn" | "endsOn" | "archivedAt">,
  today: string,
): SeasonStatus {
  if (archivedAt !== null) return "archived";
  if (today < startsOn) return "upcoming";
  return today > endsOn ? "completed" : "active";
}

/** Tells whether all its days are over, archived or not. @param today YYYY-MM-DD on the club's calendar */
export const isOver = ({ endsOn }: Pick<Season, "endsOn">, today: string): boolean => today > endsOn;

/** Tells whether a day of a team is the season's. */
export const holdsGame = (season: SeasonSpan, game: { teamId: string; date: string }): boolean =>
  season.startsOn <= game.date &&
  game.date <= season.endsOn &&
  (season.allTeams || season.teamIds.includes(game.teamId));

/** Returns the season that a season overlaps for some team, and for which; null where there is none. */
export function overlapOf<Other extends SeasonSpan>(
  season: SeasonSpan,
  others: readonly Other[],
): { other: Other; teamIds: readonly string[] | "all" } | null {
  for (const other of others) {
    if (other.endsOn < season.startsOn || season.endsOn < other.startsOn) continue;
    if (season.allTeams && other.allTeams) return { other, teamIds: "all" };
    const teamIds = season.allTeams
      ? other.teamIds
      : other.allTeams
        ? season.teamIds
        : season.teamIds.filter((id) => other.teamIds.includes(id));
    if (teamIds.length > 0) return { other, teamIds };
  }
  return null;
}

/** Days that no season has, but for some teams. */
export interface Gap {
  /** YYYY-MM-DD, both included; null before the first and after the last season. */
  from: string | null;
  to: string | null;
  /** The teams that have a season then. */
  butFor: readonly string[];
}

/** Returns the days that belong to no season, for all teams but some, in order; a season of all teams leaves none. */
export function gapsOf(seasons: readonly SeasonSpan[]): Gap[] {
  const starts = [...new Set(seasons.flatMap(({ startsOn, endsOn }) => [startsOn, addDays(endsOn, 1)]))];
  const first = starts.sort()[0];
  if (first === undefined) return [];
  const gaps: Gap[] = [{ from: null, to: addDays(first, -1), butFor: [] }];
  for (const [index, from] of starts.entries()) {
    const next = starts[index + 1];
    const there = seasons.filter(({ startsOn, endsOn }) => startsOn <= from && from <= endsOn);
    if (there.some(({ allTeams }) => allTeams)) continue;
    const butFor = [...new Set(there.flatMap(({ teamIds }) => teamIds))].sort();
    const to = next === undefined ? null : addDays(next, -1);
    const last = gaps.at(-1);
    if (last?.to === addDays(from, -1) && last.butFor.join() === butFor.join()) last.to = to;
    else gaps.push({ from, to, butFor });
  }
  return gaps;
}

const YEAR_OF_WEEKS = 52 * 7;

/**
 * Returns the days by which a copy of a season is later: whole years of 52 weeks, so that weekdays stay, until it is in
 * the future.
 */
export function copyShift({ startsOn }: Pick<Season, "startsOn">, today: string): number {
  let shift = YEAR_OF_WEEKS;
  while (addDays(startsOn, shift) <= today) shift += YEAR_OF_WEEKS;
  return shift;
}

export const daysFrom = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

/** Returns the days between two dates in whole weeks, so that a Saturday's game stays one. */
export const weeksBetween = (from: string, to: string): number => Math.round(daysFrom(from, to) / 7) * 7;

/** Returns the seasonal year of a day, YYYY-MM-DD. U.S. age groups change on August 1. */
const seasonalYear = (day: string) => Number(day.slice(0, 4)) - Number(day.slice(5) < "08-01");

/** Tells whether August 1, when teams move up an age group, falls between the starts of two seasons. */
export const beginsNewYear = (
  from: Pick<SeasonSpan, "startsOn">,
  next: Pick<SeasonSpan, "startsOn">,
): boolean => seasonalYear(from.startsOn) < seasonalYear(next.startsOn);

/** Longest season; a longer one is a typing mistake. */
export const MAX_SEASON_DAYS = 731;

/** Proposes a new season: the days after the latest one, under the name of their half of the year. */
export function proposedSeason(
  seasons: readonly Pick<Season, "name" | "endsOn">[],
  today: string,
): { name: string; startsOn: string; endsOn: string } {
  const [firstEnd, ...ends] = seasons.map(({ endsOn }) => endsOn);
  const after = firstEnd === undefined ? null : addDays(latestDay(firstEnd, ...ends), 1);
  let half = seasonOf(after ?? today);
  while (seasons.some(({ name }) => name === half.name)) half = seasonOf(addDays(half.to, 1));
  return { name: half.name, startsOn: latestDay(after ?? half.from, half.from), endsOn: half.to };
}

/**
 * Returns the season that a page shows first: the running one, otherwise the latest that has begun, otherwise the next.
 */
export function currentSeason<Of extends { from: string; to: string }>(
  seasons: readonly Of[],
  today: string,
): Of | undefined {
  const byStart = [...seasons].sort((a, b) => (a.from < b.from ? -1 : 1));
  const begun = byStart.filter(({ from }) => from <= today);
  return begun.filter(({ to }) => to >= today).at(-1) ?? begun.at(-1) ?? byStart[0];
}

/** A pattern that a season is made from (product/seasons.md#seasons). */
export interface SeasonTemplate {
  id: string;
  name: string;
  description: string;
  sport: string;
  /** MM-DD */
  starts: string;
  /** Length in weeks. */
  weeks: number;
  /** Planned games of a team. */
  games: number;
  /** The season's name without its year. */
  season: string;
}

export const seasonTemplates: readonly SeasonTemplate[] = [
  {
    id: "fall",
    name: "Fall League",
    description: "A game each weekend from late August to just before Thanksgiving.",
    sport: "Soccer",
    starts: "08-22",
    weeks: 13,
    games: 12,
    season: "Fall",
  },
  {
    id: "spring",
    name: "Spring League",
    description: "A game each weekend from the first of March, done before the summer break.",
    sport: "Soccer",
    starts: "03-01",
    weeks: 14,
    games: 12,
    season: "Spring",
  },
  {
    id: "winter",
    name: "Winter Indoor",
    description: "Short weeks in the gym between the holidays and spring.",
    sport: "Basketball or futsal",
    starts: "12-01",
    weeks: 12,
    games: 10,
    season: "Winter",
  },
  {
    id: "summer",
    name: "Summer League",
    description: "Two months, two games a week, families come and go.",
    sport: "Baseball or softball",
    starts: "06-01",
    weeks: 9,
    games: 16,
    season: "Summer",
  },
  {
    id: "year",
    name: "Full Year",
    description: "One season from August to June, for clubs whose teams stay together all year.",
    sport: "Any sport",
    starts: "08-01",
    weeks: 46,
    games: 24,
    season: "Season",
  },
];

/** Returns a template's season, the next that is still to come. @param today YYYY-MM-DD */
export function seasonFromTemplate(template: SeasonTemplate, teams: number, today: string) {
  const thisYear = Number(today.slice(0, 4));
  const year = `${thisYear}-${template.starts}` > today ? thisYear : thisYear + 1;
  const startsOn = `${year}-${template.starts}`;
  return {
    name: `${template.season} ${year}`,
    startsOn,
    endsOn: addDays(startsOn, template.weeks * 7 - 1),
    description: template.description,
    plannedGames: teams === 0 ? null : template.games * teams,
  };
}

/** A club's own template: a season's days, teams and planned games, for later years. */
export interface OwnTemplate extends SeasonSpan {
  id: string;
  name: string;
  description: string;
  sport: string;
  /** The season's name without its year. */
  seasonName: string;
  plannedGames: number | null;
}

/** Most templates that a club keeps. */
export const MAX_OWN_TEMPLATES = 50;

const YEAR = /\b(?:19|20)\d\d\b(?:\s*[/–-]\s*\d{2,4})?/;

/** Returns 'Fall 2026' without its year: 'Fall'; a name that is a year only stays. */
export const nameWithoutYear = (name: string): string =>
  name.replace(YEAR, "").replace(/\s+/g, " ").trim() || name;

const DAYS_OF_YEAR = 365.2425;

/**
 * Returns the next season of a club's own template: the same days, whole weeks later, so that a Saturday stays one.
 * @param today YYYY-MM-DD
 */
export function seasonFromOwn(template: OwnTemplate, today: string): SeasonFields {
  const { startsOn, endsOn, seasonName, description, plannedGames, allTeams, teamIds } = template;
  let [years, shift] = [0, 0];
  while (addDays(startsOn, shift) <= today) {
    years += 1;
    shift = Math.round((years * DAYS_OF_YEAR) / 7) * 7;
  }
  const first = addDays(startsOn, shift);
  return {
    name: `${seasonName} ${first.slice(0, 4)}`.slice(0, 40),
    ...{ startsOn: first, endsOn: addDays(endsOn, shift), description, plannedGames, allTeams, teamIds },
  };
}

/** Returns a season's length in whole weeks. */
export const weeksOf = ({ startsOn, endsOn }: Pick<SeasonSpan, "startsOn" | "endsOn">): number =>
  Math.max(1, Math.round((daysFrom(startsOn, endsOn) + 1) / 7));

/** Goal of the progress if no game is planned (product/seasons.md#seasons). */
export const USUAL_GAMES = 50;

/**
 * Computes a season's progress: the games played of those planned, by the club's own number or its schedule, or of 50.
 */
export function progressOf({
  played,
  scheduled,
  planned,
}: {
  played: number;
  scheduled: number;
  planned: number | null;
}) {
  const games = Math.max(planned ?? 0, scheduled) || USUAL_GAMES;
  return {
    played,
    of: games,
    share: Math.min(1, played / games),
    assumed: (planned ?? 0) === 0 && scheduled === 0,
  };
}
