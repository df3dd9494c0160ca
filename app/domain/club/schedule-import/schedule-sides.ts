import { seasonOf } from "#app/domain/club/teams/teams.ts";
import { readAgeGroup, readGender } from "#app/domain/values/age-groups.ts";
import { memoize } from "#app/runtime/memoize.ts";
import type { ScheduleField } from "./schedule-columns.ts";
import type { ScheduleRow } from "./schedule-rows.ts";
import { readHomeAway, readOpponent, readTitle, shortened } from "./schedule-values.ts";
import { sharesClubName, type TeamLabel, type TeamMatcher } from "./team-match.ts";

/** Decides whose game a row of a schedule file is. Pure. */

/** A name in the file that may be one of the club's teams. */
export interface NamedSide {
  key: string;
  label: TeamLabel;
}

/** The name with what it was found to be. */
export interface FoundSide {
  key: string;
  text: string;
  /** What the row says of its age and gender: 'U-12 Boys', or ''. */
  about: string;
  teamId: string | null;
  /** Own teams that it may be. */
  near: readonly string[];
  /** Whether the file says that it is another club's. */
  elsewhere: boolean;
}

/** What a person said of a name in the file: one of the own teams, or not ours. */
export type TeamChoices = Readonly<Record<string, string>>;
export const NOT_OURS = "other";
/** Names that a page asks about at once. */
export const NAMES_AT_ONCE = 40;
/** The choice for rows that name no team at all. */
export const NO_NAME = "no-name";

/** The own teams, and what the person said of names in the file. */
export interface SideContext {
  matcher: TeamMatcher;
  choices: TeamChoices;
  /** The ids that a choice may name. */
  ownTeams: ReadonlySet<string>;
}

/** How a row's problems are told. */
interface Says {
  wrong(text: string): void;
  remark(text: string): void;
}

interface Side {
  teamId: string;
  opponent: string;
  homeAway: "home" | "away" | undefined;
}

const ageGroupOf = memoize(readAgeGroup);
const genderOf = memoize(readGender);
const seasonOfDate = memoize(seasonOf);
const homeAwayOf = memoize(readHomeAway);

/**
 * Which team of the club plays, and against whom: by home and away, or by team and opponent.
 * @param row its cells are one line each
 */
export function sidesOf(
  row: ScheduleRow,
  context: SideContext,
  date: string | undefined,
  says: Says,
): { games: Side[]; named: FoundSide[] } {
  const cell = (field: ScheduleField) => row.cells[field] ?? "";
  const division = cell("division");
  const age = ageGroupOf(cell("age")) ?? ageGroupOf(`U${cell("age")}`) ?? ageGroupOf(division);
  const gender = genderOf(cell("gender")) ?? genderWord(division);
  const season = date ? seasonOfDate(date) : undefined;
  const side = (text: string, club?: string): NamedSide => {
    const label: TeamLabel = { text, club, age, gender, season };
    return { label, key: context.matcher.keyOf(label) };
  };
  const [home, away] = [cell("home"), cell("away")];
  if (home || away) {
    const clubs = row.cells.homeClub !== undefined && row.cells.awayClub !== undefined;
    return homeAndAway(
      { ...side(home, clubs ? cell("homeClub") : undefined), shown: withClub(home, cell("homeClub")) },
      { ...side(away, clubs ? cell("awayClub") : undefined), shown: withClub(away, cell("awayClub")) },
      context,
      says,
    );
  }
  const title = readTitle(cell("title"));
  const said = readOpponent(cell("opponent") || cell("otherOpponent"));
  const own = ownSide(cell("team"), cell("teamId"), title, side);
  const team = teamOf(own, context);
  if (team.problem !== undefined) {
    says.wrong(team.problem);
    return { games: [], named: [foundSide(own, team)] };
  }
  const opponent = said.opponent || (title && team.titled ? title[opposite(team.titled)] : "");
  const homeAway = homeAwayOf(cell("homeAway")) ?? said.homeAway ?? team.titled;
  const games: Side[] = [{ teamId: team.id, opponent, homeAway }];
  const otherTeam = opponent && bothSidesNamed(row) ? teamOf(side(opponent), context).id : undefined;
  if (otherTeam && otherTeam !== team.id) {
    games.push({ teamId: otherTeam, opponent: own.label.text, homeAway: opposite(homeAway) });
  }
  return { games, named: [foundSide(own, team)] };
}

/** SportsEngine's upload names both teams by number; only there is the opponent's cell a team of the system. */
const bothSidesNamed = (row: ScheduleRow) => row.cells.teamId !== undefined && !row.cells.opponent;

const opposite = (homeAway: Side["homeAway"]) => (homeAway === "away" ? "home" : "away");

/** The own team's name; where the file only has a number, the event's title may name it. */
function ownSide(
  name: string,
  number: string,
  title: ReturnType<typeof readTitle>,
  side: (text: string) => NamedSide,
): NamedSide & { fallbacks: NamedSide[] } {
  const fallbacks = name || !title ? [] : [side(title.home), side(title.away)];
  const numbered = number ? `Team number ${number}` : "";
  const own = side(name || numbered);
  return { key: name || numbered ? own.key : NO_NAME, label: own.label, fallbacks };
}

/** `elsewhere`: the file says that it is another club's. */
type TeamAnswer =
  /** `titled`: which side of the event's title named the team. */
  | { id: string; titled?: "home" | "away"; problem?: undefined; near?: undefined; elsewhere?: undefined }
  | { id?: undefined; titled?: undefined; problem: string; near: readonly string[]; elsewhere?: boolean };

const TITLE_SIDES = [undefined, "home", "away"] as const;

function teamOf(side: NamedSide & { fallbacks?: NamedSide[] }, context: SideContext): TeamAnswer {
  const chosen = context.choices[side.key];
  if (chosen && context.ownTeams.has(chosen)) return { id: chosen };
  if (chosen === NOT_OURS)
    return { problem: `"${shortened(side.label.text)}" is not one of your teams`, near: [] };
  const named = side.fallbacks?.length ? [side, ...side.fallbacks] : [side];
  const matches = named.map(({ label }) => context.matcher.match(label));
  const place = matches.findIndex((match) => match.kind === "one");
  const found = matches[place];
  if (found?.kind === "one") return { id: found.teamId, titled: TITLE_SIDES[place] };
  if (side.key === NO_NAME)
    return { problem: "Team name is missing: choose whose games these are", near: [] };
  const near = matches.flatMap((match) => (match.kind === "near" ? match.teamIds : []));
  return {
    near,
    elsewhere: matches.every(({ kind }) => kind === "elsewhere"),
    problem: matches.some(({ kind }) => kind === "near")
      ? `"${shortened(side.label.text)}" may be one of your teams: choose which`
      : `None of your teams is called "${shortened(side.label.text)}"`,
  };
}

const foundSide = ({ key, label }: NamedSide, { id, near, elsewhere }: TeamAnswer): FoundSide => ({
  key,
  text: label.text,
  about: [label.age, label.gender].filter(Boolean).join(" "),
  teamId: id ?? null,
  near: near ?? [],
  elsewhere: elsewhere ?? false,
});

function homeAndAway(
  home: NamedSide & { shown: string },
  away: NamedSide & { shown: string },
  context: SideContext,
  says: Says,
): { games: Side[]; named: FoundSide[] } {
  const blank: TeamAnswer = { problem: "", near: [] };
  const homeTeam = home.label.text ? teamOf(home, context) : blank;
  const awayTeam = away.label.text ? teamOf(away, context) : blank;
  const named = [foundSide(home, homeTeam), foundSide(away, awayTeam)].filter(({ text }) => text !== "");
  const games: Side[] = [];
  if (homeTeam.id && homeTeam.id === awayTeam.id) {
    says.wrong(`"${shortened(home.label.text)}" is on both sides`);
    return { games, named };
  }
  if (homeTeam.id) games.push({ teamId: homeTeam.id, opponent: away.shown, homeAway: "home" });
  if (awayTeam.id) games.push({ teamId: awayTeam.id, opponent: home.shown, homeAway: "away" });
  if (games.length === 0 && [homeTeam, awayTeam].every(({ elsewhere }) => elsewhere)) {
    says.remark("A game of other clubs: row skipped");
    return { games, named: [] };
  }
  if (games.length === 0) says.wrong(neitherOurs(home, away, homeTeam.problem, awayTeam.problem));
  return { games, named };
}

function neitherOurs(home: NamedSide, away: NamedSide, homeProblem = "", awayProblem = ""): string {
  const near = [homeProblem, awayProblem].find((problem) => problem.includes("may be one of"));
  return (
    near ?? `Neither "${shortened(home.label.text)}" nor "${shortened(away.label.text)}" is one of your teams`
  );
}

/** 'Red 2014B' of 'Riverside FC' is shown with its club; 'Riverside Lions' needs none. */
function withClub(team: string, club: string): string {
  return !club || sharesClubName(team, club) ? team : `${club} ${team}`.trim();
}

const genderWord = memoize((text) =>
  readGender(/\b(boys|girls|coed|co-ed|mixed|male|female)\b/i.exec(text)?.[0] ?? ""),
);
