import type { AgeGroup, Gender } from "#app/domain/values/age-groups.ts";
import { normalName, wordsOf } from "#app/domain/values/names.ts";
import { type ClubNames, type CoreName, coreName, isOwnClub } from "./team-names.ts";

/** Finds the club's own teams in other systems' files. Pure. */

/** Team of the club with what the matcher needs. */
export interface ClubTeam {
  id: string;
  name: string;
  ageGroup: string;
  gender: string;
  season: string;
}

/** Name of a team in a file, with what other columns of the row say of it. */
export interface TeamLabel {
  text: string;
  /** The club's name, if the file has a column for it. */
  club?: string;
  age?: AgeGroup | null;
  gender?: Gender | null;
  /** The game's season, to choose between teams of one name. */
  season?: string;
}

export type TeamMatch =
  | { kind: "one"; teamId: string }
  /** Several teams are possible: the user is asked. */
  | { kind: "similar"; teamIds: string[] }
  | { kind: "none" }
  /** The file says that it is another club's. */
  | { kind: "other-club" };

export interface TeamMatcher {
  match(label: TeamLabel): TeamMatch;
  /** Returns the key of a label; equal keys mean the same team. */
  keyOf(label: TeamLabel): string;
  /** Tells whether the row's own column says that the team is the club's. */
  owns(label: TeamLabel): boolean;
}

type Candidate = ClubTeam & { core: CoreName };

/**
 * Builds a matcher, once for each file: files repeat the same few names, so each name is taken apart and matched once.
 * @param clubNames the club's own name, and others that files have for it
 */
export function teamMatcher(clubNames: readonly string[], teams: readonly ClubTeam[]): TeamMatcher {
  const clubs = clubNames.map(wordsOf);
  const candidates = teams.map((team) => ({ ...team, core: coreName(team.name, clubs) }));
  const keys = new Map<string, string>();
  const matches = new Map<string, TeamMatch>();
  const raw = ({ text, club, age, gender }: TeamLabel) =>
    `${text}\n${club ?? ""}\n${age ?? ""}\n${gender ?? ""}${club === undefined ? "" : "\n"}`;
  return {
    keyOf: (label) => cached(keys, raw(label), () => keyOf(label, clubs)),
    match: (label) =>
      cached(matches, `${raw(label)}\n${label.season}`, () => findMatch(label, candidates, clubs)),
    owns: ({ club }) => club !== undefined && isOwnClub(club, clubs),
  };
}

function cached<Value>(cache: Map<string, Value>, key: string, compute: () => Value): Value {
  const before = cache.get(key);
  if (before !== undefined) return before;
  const value = compute();
  cache.set(key, value);
  return value;
}

function keyOf(label: TeamLabel, clubs: ClubNames): string {
  const whose = label.club === undefined ? "" : isOwnClub(label.club, clubs) ? "own" : "other";
  return [normalName(label.text), whose, label.age ?? "", label.gender ?? ""].join("|");
}

function findMatch(label: TeamLabel, candidates: readonly Candidate[], clubs: ClubNames): TeamMatch {
  const hasClub = label.club !== undefined && label.club.trim() !== "";
  if (hasClub && !isOwnClub(label.club ?? "", clubs)) return { kind: "other-club" };
  const core = coreName(label.text, clubs);
  const age = core.age ?? label.age ?? null;
  const gender = core.gender ?? label.gender ?? null;
  const sameName = candidates.filter(
    (team) => team.core.key === core.key && (core.key !== "" || age !== null),
  );
  const fitting = sameName.filter(
    (team) => (age === null || team.ageGroup === age) && (gender === null || team.gender === gender),
  );
  const inSeason = fitting.filter((team) => team.season === label.season);
  const chosen = inSeason.length > 0 ? inSeason : fitting;
  const [first] = chosen;
  if (first && chosen.length === 1) return { kind: "one", teamId: first.id };
  const similar = chosen.length > 1 ? chosen : candidates.filter((team) => isSimilar(core, team.core));
  if (similar.length > 0) return { kind: "similar", teamIds: similar.map(({ id }) => id) };
  return hasClub ? { kind: "similar", teamIds: [] } : { kind: "none" };
}

/** Tells whether one name's words are all in the other, or they differ by a slip of one or two letters. */
function isSimilar(said: CoreName, own: CoreName): boolean {
  if (said.key === "" || own.key === "") return false;
  if (said.key === own.key) return true;
  const saidWords = new Set(said.words);
  const containsOwn = own.words.every((word) => saidWords.has(word)) && own.key.length >= 3;
  const isPartOfOwn = said.words.every((word) => own.words.includes(word)) && said.key.length >= 3;
  return containsOwn ? extraIsVague(said, own) : isPartOfOwn || isSlip(said.key, own.key);
}

/** Tells whether further words leave the team open: 'Panthers 2014' may be ours; 'Riverside Panthers' is not. */
function extraIsVague(said: CoreName, own: CoreName): boolean {
  return said.words
    .filter((word) => !own.words.includes(word))
    .every((word) => /^\d+[bg]?$|^[a-z]$|^team$/.test(word) || COLOURS.has(word));
}

const COLOURS = new Set(["red", "blue", "white", "black", "green", "gold", "orange", "navy", "gray", "grey"]);

function isSlip(a: string, b: string): boolean {
  if (a.length < 4 || b.length < 4 || a.length > 40 || b.length > 40) return false;
  return (
    Math.abs(a.length - b.length) <= 1 && editDistance(a, b) <= (Math.min(a.length, b.length) >= 7 ? 2 : 1)
  );
}

/** Letters to add, drop or change, or neighbors that changed places ('Eagels'). */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? (before[j - 2] ?? 0) + 1 : change;
      next.push(Math.min(change, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
