import type { FileRow, Issue, TeamMention } from "#app/domain/club/imports/import-file.ts";
import type { ImportHead } from "#app/domain/club/imports/import-payload.ts";
import type { FileDates } from "#app/domain/values/written-dates.ts";
import { type ColumnMatch, matchColumns } from "#app/spreadsheets/headers.ts";

/** One row of a schedule file, only the cells that Goodside reads. */
export type ScheduleRow = FileRow<ScheduleField>;

/** Game as its row describes it. A missing value is undefined and never changes the stored game. */
export interface FileGame {
  teamId: string;
  opponent: string;
  date: string;
  /** HH:MM; null: to be decided; undefined: left out. */
  time: string | null | undefined;
  location: string | undefined;
  homeAway: "home" | "away" | undefined;
  /** `called-off`: a name began with 'Cancelled - '. */
  status: "on" | "cancelled" | "deleted" | "called-off" | undefined;
  /** The file's word for its status: 'Forfeit'. */
  word: string;
  externalId: string | undefined;
}

export interface ReadRow {
  line: number;
  issues: Issue[];
  games: FileGame[];
  mentions: TeamMention[];
}

/** Parts of a schedule file that a preview keeps besides its rows. */
export interface ScheduleHead extends ImportHead<ScheduleField> {
  /** Missing in previews of older releases. */
  dates?: FileDates;
  /** Names (`normalName`) that the user said are the club's. */
  ours?: readonly string[];
  /** True if the user was asked which club or teams of the file are theirs. */
  asked?: boolean;
}

/**
 * The columns of a schedule file that Goodside reads, by their names in the usual exports
 * (product/imports.md#schedule-import). Names are spelled as `normalHeader` returns them.
 */
export const scheduleAliases = {
  date: {
    names: ["date", "start date", "game date", "event date", "match date", "from date", "datum", "fecha"],
  },
  time: {
    names: [
      "time",
      "start time",
      "game time",
      "event time",
      "match time",
      "from time",
      "kick off",
      "kickoff",
      "kick off time",
      "kickoff time",
      "start",
      "uhrzeit",
      "zeit",
      "anstoss",
      "hora",
    ],
    firstWins: true,
  },
  team: { names: ["team name", "team", "our team", "equipo", "mannschaft"] },
  opponent: {
    names: [
      "opponent",
      "opponent name",
      "opposing team",
      "custom opponent",
      "team 2 name",
      "rival",
      "oponente",
      "gegner",
    ],
    firstWins: true,
  },
  otherOpponent: { names: ["team 2 name"] },
  home: {
    names: [
      "home team",
      "home team name",
      "home teams",
      "home",
      "local",
      "equipo local",
      "heim",
      "heimmannschaft",
    ],
    firstWins: true,
  },
  away: {
    names: [
      "away team",
      "away team name",
      "away teams",
      "away",
      "visiting team",
      "visitor team",
      "visitor",
      "visitante",
      "equipo visitante",
      "gast",
      "gastmannschaft",
    ],
    firstWins: true,
  },
  homeClub: { names: ["home club"] },
  awayClub: { names: ["away club"] },
  teamId: { names: ["team 1 id"] },
  title: { names: ["title", "event title", "event name", "summary", "subject"], firstWins: true },
  homeAway: {
    names: ["home away", "home or away", "h a", "team 1 is home", "is home", "home game"],
    firstWins: true,
  },
  location: {
    names: [
      "location",
      "venue",
      "venue name",
      "location name",
      "site",
      "site name",
      "facility",
      "facility name",
      "complex",
      "park",
      "field name",
      "field",
      "cancha",
      "campo",
      "lugar",
      "ort",
      "spielort",
      "platz",
    ],
    firstWins: true,
  },
  place: {
    names: [
      "pitch",
      "subsite",
      "subsite name",
      "surface name",
      "sub location",
      "field",
      "field name",
      "field number",
      "court",
    ],
    firstWins: true,
  },
  status: { names: ["status", "game status", "event status", "estado"], firstWins: true },
  externalId: {
    names: ["external game id", "external id", "event id", "game id", "match id", "id", "match number"],
    firstWins: true,
  },
  eventType: { names: ["event type", "type"], firstWins: true },
  age: { names: ["age", "age group", "team age"], firstWins: true },
  gender: { names: ["gender", "team gender"], firstWins: true },
  division: { names: ["division", "division name", "level"], firstWins: true },
  repeats: { names: ["repeats in the calendar"] },
  zone: { names: ["zone in the calendar"] },
} as const;

/** Matches columns to fields by their names. A field is a place of its own only beside a venue. */
export function matchScheduleColumns(headers: readonly string[]): ColumnMatch<ScheduleField> {
  const { columns, ambiguous } = matchColumns(headers, scheduleAliases);
  if (columns.place !== undefined && columns.place === columns.location) {
    delete columns.place;
    return { columns, ambiguous: ambiguous.filter(({ field }) => field !== "place") };
  }
  return { columns, ambiguous };
}

export type ScheduleField = keyof typeof scheduleAliases;

/** Labels of the fields on the page. */
export const fieldName: Record<ScheduleField, string> = {
  date: "Date",
  time: "Time",
  team: "Team",
  opponent: "Opponent",
  otherOpponent: "Opponent",
  home: "Home team",
  away: "Away team",
  homeClub: "Home club",
  awayClub: "Away club",
  teamId: "Team (by number)",
  title: "Title",
  homeAway: "Home or away",
  location: "Location",
  place: "Field at the location",
  status: "Status",
  externalId: "Game number",
  eventType: "Kind of event",
  age: "Age group",
  gender: "Gender",
  division: "Division",
  repeats: "Repeats",
  zone: "Time zone",
};

/** The columns of the downloadable template. */
export const templateColumns = ["team_name", "opponent", "date", "time", "location"] as const;

type Recognised = Partial<Record<ScheduleField, unknown>>;

/**
 * Tells whether there is a date, and an opponent, both sides or a title with them (product/imports.md#schedule-import).
 */
export function hasNeededColumns(columns: Recognised): boolean {
  const has = (field: ScheduleField) => columns[field] !== undefined;
  return has("date") && (has("opponent") || has("title") || (has("home") && has("away")));
}

/** Returns the usual name of the system that a file with these columns comes from. For display only. */
export function sourceName(normalHeaders: readonly string[]): string {
  const has = (...names: string[]) => names.every((name) => normalHeaders.includes(name));
  if (has("home club", "away club", "match number")) return "GotSport export";
  if (has("team 1 id", "team 1 is home")) return "SportsEngine upload file";
  if (has("external game id", "field name", "home team name")) return "PlayMetrics schedule";
  if (has("arrival time", "start time")) return "TeamSnap schedule";
  if (has("duration", "home team", "away team", "division name")) return "SportsEngine season schedule";
  if (has("custom game id", "site") || has("from date", "home teams")) return "Arbiter schedule";
  if (has("external id", "surface name")) return "Demosphere schedule";
  if (has("team name", "opponent")) return "Goodside schedule";
  return "schedule file";
}
