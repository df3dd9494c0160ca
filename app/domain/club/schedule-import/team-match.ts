import { type AgeGroup, type Gender, readAgeGroup, readGender } from "#app/domain/values/age-groups.ts";

/** Finds the club's own teams in other systems' files. Pure. */

/** A team as the match needs it. */
export interface OwnTeam {
  id: string;
  name: string;
  ageGroup: string;
  gender: string;
  season: string;
}

/** What a file calls a team, with what other columns of the row say of it. */
export interface TeamLabel {
  text: string;
  /** The club's name, where the file has a column for it. */
  club?: string;
  age?: AgeGroup | null;
  gender?: Gender | null;
  /** The game's season, to choose between teams of one name. */
  season?: string;
}

export type TeamMatch =
  | { kind: "one"; teamId: string }
  /** It may be one of these: the person is asked. */
  | { kind: "near"; teamIds: string[] }
  | { kind: "none" }
  /** The file says that it is another club's. */
  | { kind: "elsewhere" };

export interface TeamMatcher {
  match(label: TeamLabel): TeamMatch;
  /** Two labels with one key are one team. */
  keyOf(label: TeamLabel): string;
}

interface Core {
  /** The name without club, age and gender, joined. */
  key: string;
  tokens: string[];
  age: AgeGroup | null;
  gender: Gender | null;
}

/** Prepared once a file: the own teams' names are taken apart only once, and each label as well. */
export function teamMatcher(clubName: string, teams: readonly OwnTeam[]): TeamMatcher {
  const club = tokensOf(clubName);
  const own = teams.map((team) => ({ ...team, core: coreOf(team.name, club) }));
  const keys = new Map<string, string>();
  const matches = new Map<string, TeamMatch>();
  // Files say the same few names over and over: what costs is done once for each.
  const raw = ({ text, club, age, gender }: TeamLabel) =>
    `${text}\n${club ?? ""}\n${age ?? ""}\n${gender ?? ""}${club === undefined ? "" : "\n"}`;
  return {
    keyOf: (label) => remembered(keys, raw(label), () => keyOf(label, club)),
    match: (label) => remembered(matches, `${raw(label)}\n${label.season}`, () => find(label, own, club)),
  };
}

function remembered<Value>(known: Map<string, Value>, key: string, work: () => Value): Value {
  const before = known.get(key);
  if (before !== undefined) return before;
  const value = work();
  known.set(key, value);
  return value;
}

function keyOf(label: TeamLabel, club: readonly string[]): string {
  const whose = label.club === undefined ? "" : isOwnClub(label.club, club) ? "own" : "other";
  return [normal(label.text), whose, label.age ?? "", label.gender ?? ""].join("|");
}

function find(label: TeamLabel, own: readonly (OwnTeam & { core: Core })[], club: string[]): TeamMatch {
  const clubSaid = label.club !== undefined && label.club.trim() !== "";
  if (clubSaid && !isOwnClub(label.club ?? "", club)) return { kind: "elsewhere" };
  const core = coreOf(label.text, club);
  const age = core.age ?? label.age ?? null;
  const gender = core.gender ?? label.gender ?? null;
  const sameName = own.filter((team) => team.core.key === core.key && (core.key !== "" || age !== null));
  const fitting = sameName.filter(
    (team) => (age === null || team.ageGroup === age) && (gender === null || team.gender === gender),
  );
  const inSeason = fitting.filter((team) => team.season === label.season);
  const chosen = inSeason.length > 0 ? inSeason : fitting;
  const [first] = chosen;
  if (first && chosen.length === 1) return { kind: "one", teamId: first.id };
  const near = chosen.length > 1 ? chosen : own.filter((team) => isNear(core, team.core));
  if (near.length > 0) return { kind: "near", teamIds: near.map(({ id }) => id) };
  return clubSaid ? { kind: "near", teamIds: [] } : { kind: "none" };
}

/** A shared word of three letters or more, or a slip of one or two letters. */
function isNear(a: Core, b: Core): boolean {
  if (a.key === "" || b.key === "") return false;
  if (a.key === b.key) return true;
  const aLabel = new Set(a.tokens);
  const whole = b.tokens.every((token) => aLabel.has(token)) && b.key.length >= 3;
  const part = a.tokens.every((token) => b.tokens.includes(token)) && a.key.length >= 3;
  return whole ? extraIsVague(a, b) : part || isSlip(a.key, b.key);
}

/** 'Panthers 2014' may be our Panthers; 'Riverside Panthers' is somebody else's. */
function extraIsVague(a: Core, b: Core): boolean {
  return a.tokens
    .filter((token) => !b.tokens.includes(token))
    .every((token) => /^\d+[bg]?$|^[a-z]$|^team$/.test(token) || COLOURS.has(token));
}

const COLOURS = new Set(["red", "blue", "white", "black", "green", "gold", "orange", "navy", "gray", "grey"]);

function isSlip(a: string, b: string): boolean {
  if (a.length < 4 || b.length < 4 || a.length > 40 || b.length > 40) return false;
  return Math.abs(a.length - b.length) <= 1 && distance(a, b) <= (Math.min(a.length, b.length) >= 7 ? 2 : 1);
}

/** Letters to add, drop or change. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, place) => place);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

const CLUB_WORDS = new Set([
  "fc",
  "sc",
  "cf",
  "ac",
  "ys",
  "ysa",
  "ysc",
  "club",
  "soccer",
  "football",
  "youth",
]);
for (const word of ["association", "academy", "league", "united", "athletic", "sports"]) CLUB_WORDS.add(word);

/** 'Lakeside', 'Lakeside YS', 'Lakeside Youth Soccer Club' for the club 'Lakeside Youth Soccer'. */
function isOwnClub(text: string, club: readonly string[]): boolean {
  const said = tokensOf(text);
  if (said.length === 0) return false;
  return leadingClub(said, club) === said.length;
}

/** Whether a team's name says already which club's it is: it has a word of the club's name in it. */
export function sharesClubName(team: string, club: string): boolean {
  const words = new Set(tokensOf(club).filter((word) => !CLUB_WORDS.has(word)));
  return tokensOf(team).some((word) => words.has(word));
}

/** How many leading words are the club's name: whole, begun ('Lakeside'), or as initials ('LYS'). */
function leadingClub(tokens: readonly string[], club: readonly string[]): number {
  let count = 0;
  while (count < club.length && tokens[count] === club[count]) count += 1;
  const initials = club.map(([first]) => first).join("");
  if (count === 0 && club.length >= 2 && (tokens[0] === initials || tokens[0] === `${initials}c`)) count = 1;
  if (count === 0 || (CLUB_WORDS.has(tokens[0] ?? "") && count < club.length)) return 0;
  while (CLUB_WORDS.has(tokens[count] ?? "")) count += 1;
  return count;
}

const AGE_OR_GENDER =
  /^(?:[bg]?u\d{1,2}[bgc]?|[bg]?\d{1,2}u[bgc]?|u|under|b|g|boys?|girls?|male|female|men|women|coed|mixed)$/;

function coreOf(text: string, club: readonly string[]): Core {
  const tokens = tokensOf(text);
  const leading = leadingClub(tokens, club);
  const rest = tokens.slice(leading === tokens.length ? 0 : leading);
  const words: string[] = [];
  let gender: Gender | null = null;
  rest.forEach((token, place) => {
    const ageNumber = /^\d{1,2}$/.test(token) && /^(u|under)$/.test(rest[place - 1] ?? "");
    const coEd = (token === "co" && rest[place + 1] === "ed") || (token === "ed" && rest[place - 1] === "co");
    if (!ageNumber && !coEd && !AGE_OR_GENDER.test(token)) words.push(token);
    else gender ??= coEd ? "Coed" : genderIn(token);
  });
  return { key: words.join(""), tokens: words, age: readAgeGroup(text.slice(0, 120)), gender };
}

/** 'boys', 'b', and the letter of 'BU12', 'U12B', '10UB'. */
function genderIn(token: string): Gender | null {
  return readGender(token) ?? readGender(/^([bg])u?\d/.exec(token)?.[1] ?? /([bgc])$/.exec(token)?.[1] ?? "");
}

/** Most names are plain words, of which nothing but the case has to change. */
const PLAIN = /^[a-z0-9]+(?: [a-z0-9]+)*$/;

function normal(text: string): string {
  const small = text.slice(0, 120).toLowerCase();
  return PLAIN.test(small) ? small : fullyNormal(text);
}

const fullyNormal = (text: string) =>
  text
    .slice(0, 120)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’.]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const tokensOf = (text: string) => normal(text).split(" ").filter(Boolean);

/** Names that are equal but for case, accents and punctuation have one key. */
export const nameKey = (text: string) => normal(text).replaceAll(" ", "");
