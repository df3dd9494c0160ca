import {
  NO_TEAM_NAME,
  OTHER_CLUB,
  type TeamChoices,
  type TeamMention,
} from "#app/domain/club/imports/import-file.ts";
import type { TeamLabel, TeamMatcher } from "#app/domain/club/imports/team-match.ts";
import { sharesClubName } from "#app/domain/club/imports/team-names.ts";
import { readAgeGroup, readGender } from "#app/domain/values/age-groups.ts";
import { seasonOf } from "#app/domain/values/half-years.ts";
import { normalName } from "#app/domain/values/names.ts";
import { memoize } from "#app/runtime/memoize.ts";
import type { ScheduleField, ScheduleRow } from "./schedule-file.ts";
import { readHomeAway, readName, readOpponent, readTitle, shortened } from "./schedule-values.ts";

/** Finds the club's teams in a row of a schedule file. Pure. */

export interface TeamLookup {
  matcher: TeamMatcher;
  choices: TeamChoices;
  /** The ids that a choice may name. */
  teamIds: ReadonlySet<string>;
  /** Names (`normalName`) that the user said are the club's, whether or not there is such a team yet. */
  ours: ReadonlySet<string>;
}

/** Collects a row's issues. */
export interface RowReport {
  error(text: string): void;
  warn(text: string): void;
}

/** One of the club's teams in a row, with its opponent. */
interface RowTeam {
  teamId: string;
  opponent: string;
  homeAway: "home" | "away" | undefined;
}

interface RowTeams {
  teams: RowTeam[];
  mentions: TeamMention[];
}

/** A name in a row, before it is matched. */
interface Name {
  key: string;
  label: TeamLabel;
}

const ageGroupOf = memoize(readAgeGroup);
const genderOf = memoize(readGender);
const seasonOfDate = memoize((date: string) => seasonOf(date).name);
const homeAwayOf = memoize(readHomeAway);

/**
 * Finds which of the club's teams play, and against whom: by home and away, or by team and opponent.
 * @param row its cells are one line each
 */
export function findRowTeams(
  row: ScheduleRow,
  lookup: TeamLookup,
  date: string | undefined,
  report: RowReport,
): RowTeams {
  const cell = (field: ScheduleField) => row.cells[field] ?? "";
  const division = cell("division");
  const age = ageGroupOf(cell("age")) ?? ageGroupOf(`U${cell("age")}`) ?? ageGroupOf(division);
  const gender = genderOf(cell("gender")) ?? genderWord(division);
  const season = date ? seasonOfDate(date) : undefined;
  const named = (text: string, club?: string): Name => {
    const label: TeamLabel = { text, club, age, gender, season };
    return { label, key: lookup.matcher.keyOf(label) };
  };
  const [home, away] = [cell("home"), cell("away")];
  if (home || away) {
    const clubs = row.cells.homeClub !== undefined && row.cells.awayClub !== undefined;
    return homeAndAway(
      { ...named(home, clubs ? cell("homeClub") : undefined), shown: withClub(home, cell("homeClub")) },
      { ...named(away, clubs ? cell("awayClub") : undefined), shown: withClub(away, cell("awayClub")) },
      lookup,
      report,
    );
  }
  const title = titleOf(cell("title"));
  const against = readOpponent(cell("opponent") || cell("otherOpponent"));
  const own = teamName(cell("team"), cell("teamId"), title, named);
  const match = matchTeam(own, lookup);
  if (match.problem !== undefined) {
    if (match.declined) report.warn(match.problem);
    else report.error(match.problem);
    return { teams: [], mentions: [mention(own, match, true)] };
  }
  const sides = !against.opponent ? title : against.homeAway ? null : readTitle(against.opponent);
  const within = sides ? otherSide(sides, match.id, (text) => matchTeam(named(text), lookup).id) : null;
  if (within) return { teams: [{ teamId: match.id, ...within }], mentions: [mention(own, match, true)] };
  const opponent = against.opponent || (title && match.titleSide ? title[opposite(match.titleSide)] : "");
  const homeAway = homeAwayOf(cell("homeAway")) ?? against.homeAway ?? match.titleSide;
  const teams: RowTeam[] = [{ teamId: match.id, opponent, homeAway }];
  const otherId = opponent && namesBothTeams(row) ? matchTeam(named(opponent), lookup).id : undefined;
  if (otherId && otherId !== match.id) {
    teams.push({ teamId: otherId, opponent: own.label.text, homeAway: opposite(homeAway) });
  }
  return { teams, mentions: [mention(own, match, true)] };
}

/** Returns the sides of a title, without the text around their names. */
const titleOf = memoize((text: string) => {
  const sides = readTitle(text);
  return sides && { home: readName(sides.home).name, away: readName(sides.away).name };
});

/** Returns the other side of the team's: in the title 'Hawks vs Rovers', or the opponent's cell. */
function otherSide(
  sides: { home: string; away: string },
  teamId: string,
  idOf: (text: string) => string | undefined,
): Omit<RowTeam, "teamId"> | null {
  if (idOf(sides.home) === teamId) return { opponent: sides.away, homeAway: "home" };
  return idOf(sides.away) === teamId ? { opponent: sides.home, homeAway: "away" } : null;
}

/** Tells whether a row names both teams by number (SportsEngine): only there is the opponent's cell a team of it. */
const namesBothTeams = (row: ScheduleRow) => row.cells.teamId !== undefined && !row.cells.opponent;

const opposite = (homeAway: RowTeam["homeAway"]) => (homeAway === "away" ? "home" : "away");

/** Returns the name in the team's cell; if the file only has a number, the event's title may name the team. */
function teamName(
  name: string,
  number: string,
  title: ReturnType<typeof readTitle>,
  named: (text: string) => Name,
): Name & { fallbacks: Name[] } {
  const fallbacks = name || !title ? [] : [named(title.home), named(title.away)];
  const numbered = number ? `Team number ${number}` : "";
  const own = named(name || numbered);
  return { key: name || numbered ? own.key : NO_TEAM_NAME, label: own.label, fallbacks };
}

type NameMatch =
  /** `titleSide`: which side of the event's title named the team. */
  | {
      id: string;
      titleSide?: "home" | "away";
      problem?: undefined;
      similar?: undefined;
      otherClub?: undefined;
      declined?: undefined;
    }
  | {
      id?: undefined;
      titleSide?: undefined;
      problem: string;
      similar: readonly string[];
      otherClub?: boolean;
      declined?: boolean;
    };

const TITLE_SIDES = [undefined, "home", "away"] as const;

function matchTeam(name: Name & { fallbacks?: Name[] }, lookup: TeamLookup): NameMatch {
  const { text } = name.label;
  const choice = lookup.choices[name.key];
  if (choice && lookup.teamIds.has(choice)) return { id: choice };
  if (choice === OTHER_CLUB)
    return {
      problem: `"${shortened(text)}" is not one of your teams: row skipped`,
      similar: [],
      declined: true,
    };
  const names = name.fallbacks?.length ? [name, ...name.fallbacks] : [name];
  const matches = names.map(({ label }) => lookup.matcher.match(label));
  const index = matches.findIndex((match) => match.kind === "one");
  const found = matches[index];
  if (found?.kind === "one") return { id: found.teamId, titleSide: TITLE_SIDES[index] };
  if (isClaimed(name, lookup)) {
    const similar = matches.flatMap((match) => (match.kind === "similar" ? match.teamIds : []));
    return { similar, problem: mayBe(text) };
  }
  if (name.key === NO_TEAM_NAME)
    return { problem: "Team name is missing: choose whose games these are", similar: [] };
  return {
    similar: matches.flatMap((match) => (match.kind === "similar" ? match.teamIds : [])),
    otherClub: matches.every(({ kind }) => kind === "other-club"),
    problem: matches.some(({ kind }) => kind === "similar")
      ? mayBe(text)
      : `None of your teams is called "${shortened(text)}"`,
  };
}

const mayBe = (text: string) => `"${shortened(text)}" may be one of your teams: choose which`;

const isClaimed = ({ label }: Name, { ours }: TeamLookup) =>
  ours.size > 0 && ours.has(normalName(label.text));

const mention = (
  { key, label }: Name,
  { id, similar, otherClub, declined }: NameMatch,
  ours: boolean,
): TeamMention => ({
  key,
  text: label.text,
  age: label.age ?? null,
  gender: label.gender ?? null,
  teamId: id ?? null,
  similar: similar ?? [],
  ours,
  otherClub: otherClub ?? false,
  declined: declined ?? false,
});

function homeAndAway(
  home: Name & { shown: string },
  away: Name & { shown: string },
  lookup: TeamLookup,
  report: RowReport,
): RowTeams {
  const blank: NameMatch = { problem: "", similar: [] };
  const homeMatch = home.label.text ? matchTeam(home, lookup) : blank;
  const awayMatch = away.label.text ? matchTeam(away, lookup) : blank;
  const isOurs = (name: Name, { id }: NameMatch) =>
    id !== undefined || isClaimed(name, lookup) || lookup.matcher.owns(name.label);
  const mentions = [
    mention(home, homeMatch, isOurs(home, homeMatch)),
    mention(away, awayMatch, isOurs(away, awayMatch)),
  ].filter(({ text }) => text !== "");
  const teams: RowTeam[] = [];
  if (homeMatch.id && homeMatch.id === awayMatch.id) {
    report.error(`"${shortened(home.label.text)}" is on both sides`);
    return { teams, mentions };
  }
  if (homeMatch.id) teams.push({ teamId: homeMatch.id, opponent: away.shown, homeAway: "home" });
  if (awayMatch.id) teams.push({ teamId: awayMatch.id, opponent: home.shown, homeAway: "away" });
  if (
    teams.length === 0 &&
    [homeMatch, awayMatch].every(({ otherClub, declined }) => otherClub || declined)
  ) {
    report.warn("A game of other clubs: row skipped");
    return { teams, mentions: mentions.filter(({ declined }) => declined) };
  }
  if (teams.length === 0) report.error(neitherOurs(home, away, homeMatch.problem, awayMatch.problem));
  return { teams, mentions };
}

const NEITHER = /^Neither ".*" is one of your teams$/s;

/** Tells whether an issue says that neither side of a row is a team of the club. */
export const isNeitherOurs = (issue: string): boolean => NEITHER.test(issue);

function neitherOurs(home: Name, away: Name, homeProblem = "", awayProblem = ""): string {
  const similar = [homeProblem, awayProblem].find((problem) => problem.includes("may be one of"));
  const [homeText, awayText] = [shortened(home.label.text), shortened(away.label.text)];
  return similar ?? `Neither "${homeText}" nor "${awayText}" is one of your teams`;
}

/** Adds a team's club: 'Red 2014B' of 'Riverside FC' is shown with it; 'Riverside Lions' needs none. */
function withClub(team: string, club: string): string {
  return !club || sharesClubName(team, club) ? team : `${club} ${team}`.trim();
}

const genderWord = memoize((text) =>
  readGender(/\b(boys|girls|coed|co-ed|mixed|male|female)\b/i.exec(text)?.[0] ?? ""),
);
