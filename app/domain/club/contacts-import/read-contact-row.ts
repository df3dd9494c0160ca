import {
  type FileRow,
  type Issue,
  OTHER_CLUB,
  type TeamChoices,
  type TeamMention,
} from "#app/domain/club/imports/import-file.ts";
import type { TeamMatcher } from "#app/domain/club/imports/team-match.ts";
import { oneLine, shortened } from "#app/domain/club/schedule-import/schedule-values.ts";
import { ageGroups, readAgeGroup, readGender } from "#app/domain/values/age-groups.ts";
import { readDate } from "#app/domain/values/written-dates.ts";
import { EMAIL, EMAIL_MAX } from "#app/forms/email-pattern.ts";
import { memoize } from "#app/runtime/memoize.ts";
import type { ContactField } from "./contact-columns.ts";

/** Reads one row of a contacts file (product.md#contacts-import). Pure. */

export type ContactRow = FileRow<ContactField>;

/** A guardian as a row names them. */
export interface FileGuardian {
  /** '' where the file has none. */
  name: string;
  email: string;
}

export interface FileChild {
  name: string;
  /** null: none, or not known yet. */
  teamId: string | null;
  /** U-6 to U-19, or '' where the file does not say. */
  ageGroup: string;
}

export interface ReadContactRow {
  issues: Issue[];
  /** None in a row that is left out. */
  guardians: FileGuardian[];
  children: FileChild[];
  mentions: TeamMention[];
}

/** How to read the rows of one file: the club's teams, what the user said, and which columns there are. */
export interface ContactLookup {
  matcher: TeamMatcher;
  choices: TeamChoices;
  teamIds: ReadonlySet<string>;
  season: string;
  has: {
    parentName: boolean;
    child: boolean;
    team: boolean;
    age: boolean;
  };
}

const NAME_MAX = 120;
const NUMBERS = [1, 2, 3] as const;
const ageGroupOf = memoize(readAgeGroup);
const genderOf = memoize(readGender);
const genderIn = memoize((text: string) =>
  readGender(/\b(boys|girls|coed|co-ed|mixed|male|female)\b/i.exec(text)?.[0] ?? ""),
);

/** An issue is an error if it is about the address or something missing, else a warning. */
const isGrave = (text: string) => /email/i.test(text) || text.includes("Missing");

export function readContactRow(row: ContactRow, lookup: ContactLookup): ReadContactRow {
  const read: ReadContactRow = { issues: [], guardians: [], children: [], mentions: [] };
  const { issues } = read;
  const report = (text: string) => void issues.push({ level: isGrave(text) ? "error" : "warning", text });
  const cell = (field: ContactField) => {
    const text = row.cells[field];
    return text ? oneLine(text) : "";
  };
  if (row.shape === "long") {
    issues.push({
      level: "error",
      text: "More cells than the header: is there a comma without quotation marks?",
    });
    return read;
  }
  if (isStaff(cell("role"))) return leftOut(read, "Staff, not a player: row skipped");
  if (cell("status") && isCancelled(cell("status")))
    return leftOut(read, `"${shortened(cell("status"))}": row skipped`);
  const guardians = readGuardians(cell, lookup, report);
  const children = readChildren(cell, lookup, report);
  if (children.length > 0 && lookup.has.team) {
    const team = cell("team");
    if (!team) report("Missing team name");
    else if (!isNoTeam(team)) {
      const teamId = findTeam(cell, lookup, read, report);
      if (read.mentions.some(({ declined }) => declined)) return read;
      for (const child of children) child.teamId = teamId;
    }
  }
  if (issues.some(({ level }) => level === "error")) return read;
  read.guardians = guardians;
  read.children = children;
  return read;
}

function leftOut(read: ReadContactRow, text: string): ReadContactRow {
  read.issues.push({ level: "warning", text });
  return read;
}

type Cell = (field: ContactField) => string;

function readGuardians(cell: Cell, { has }: ContactLookup, report: (text: string) => void): FileGuardian[] {
  const guardians: FileGuardian[] = [];
  let unreachable = "";
  for (const number of NUMBERS) {
    const name = nameOf(cell(`first${number}`), cell(`last${number}`), cell(`name${number}`));
    const cellText = cell(`email${number}`);
    if (!cellText) {
      unreachable ||= name;
      continue;
    }
    const [email = "", ...others] = splitAddresses(cellText);
    const addresses = [email, ...others];
    if (!addresses.every(isEmail)) report("Invalid email format");
    if (!name && number === 1 && has.parentName) report("Missing parent name");
    if (name.length > NAME_MAX) report(`Parent name is longer than ${NAME_MAX} characters`);
    for (const [index, address] of addresses.entries())
      guardians.push({ name: index === 0 ? name.slice(0, NAME_MAX) : "", email: address });
  }
  if (guardians.length === 0) {
    report("Missing parent email");
    if (!unreachable && has.parentName) report("Missing parent name");
  } else if (unreachable) report(`"${shortened(unreachable)}" has no address and is not added`);
  return guardians;
}

const isEmail = (text: string) => text.length <= EMAIL_MAX && EMAIL.test(text);

function nameOf(first: string, last: string, whole: string): string {
  return first && last ? `${first} ${last}` : first || last || turnedName(whole);
}

function readChildren(cell: Cell, { has }: ContactLookup, report: (text: string) => void): FileChild[] {
  if (!has.child) return [];
  const children: FileChild[] = [];
  for (const number of NUMBERS) {
    const name = nameOf(cell(`childFirst${number}`), cell(`childLast${number}`), cell(`child${number}`));
    if (!name) continue;
    if (name.length > NAME_MAX) report(`Child name is longer than ${NAME_MAX} characters`);
    const stated = cell(`age${number}`) || cell("age1");
    const ageGroup = ageGroupOf(stated) ?? "";
    if (has.age && !stated) report("Age group is required");
    else if (has.age && !ageGroup) report("Age group should be in format U12, U-12, etc.");
    const other = cell(`born${number}`) || ageGroupOf(cell("division")) || ageGroupOf(cell("team"));
    children.push({ name: name.slice(0, NAME_MAX), teamId: null, ageGroup: ageGroup || other || "" });
  }
  if (children.length === 0) report("Missing child name");
  return children;
}

/** The club's team of a row; a name without a team is kept as a question. */
function findTeam(
  cell: Cell,
  { matcher, choices, teamIds, season }: ContactLookup,
  read: ReadContactRow,
  report: (text: string) => void,
): string | null {
  const text = cell("team");
  const division = cell("division");
  const label = {
    text,
    age: ageGroupOf(division) ?? ageGroupOf(cell("age1")) ?? ageGroupOf(cell("born1")),
    gender: genderOf(cell("gender")) ?? genderIn(division),
    season,
  };
  // The team's name alone says which team it is: the children of one team are not all of one age.
  const key = matcher.keyOf({ text });
  const choice = choices[key];
  const declined = choice === OTHER_CLUB;
  const found = matcher.match({ text, season });
  const exact = found.kind === "similar" ? matcher.match(label) : found;
  const teamId =
    choice && teamIds.has(choice) ? choice : exact.kind === "one" && !declined ? exact.teamId : null;
  read.mentions.push({
    key,
    text,
    age: label.age,
    gender: label.gender,
    teamId,
    similar: teamId === null && found.kind === "similar" ? found.teamIds : [],
    ours: true,
    otherClub: false,
    declined,
  });
  if (declined) report(`"${shortened(text)}" is not one of your teams: row skipped`);
  else if (teamId === null) report(`None of your teams is called "${shortened(text)}": added without a team`);
  return teamId;
}

/** Single values of a contacts file (product.md#contacts-import). Pure. */

/** Month in which soccer's year of age groups begins. */
const FIRST_MONTH = 8;

/**
 * The age group of a birth date: groups run from August 1 to July 31, and a player of U-12 turns 12 in that year.
 * @param today YYYY-MM-DD
 * @returns '' if the text is not a date, or the person is an adult
 */
export function ageGroupOfBirth(text: string, today: string): string {
  const stated = readAgeGroup(text);
  if (stated) return stated;
  const born = readDate(text)?.date;
  if (!born) return "";
  const age = seasonYear(today) - seasonYear(born);
  const group = `U-${Math.max(age, 6)}`;
  return age >= 0 && ageGroups.some((known) => known === group) ? group : "";
}

/** A cell of age groups as it is, unless it is a birth date: then only the age group. */
export const withoutDate = (text: string, today: string): string =>
  /\d/.test(text) && readAgeGroup(text) === null && readDate(text)?.date
    ? ageGroupOfBirth(text, today)
    : text;

/** 'Parker, Pat', as lists are sorted, turned around; 'Pat Parker, Jr.' stays. */
export function turnedName(text: string): string {
  const [last = "", first = "", ...more] = text.split(",").map((part) => part.trim());
  if (!last || !first || more.length > 0 || SUFFIX.test(first)) return text;
  return `${first} ${last}`;
}

const SUFFIX = /^(?:jr|sr|ii|iii|iv|m\.?d|ph\.?d|esq|d\.?d\.?s|r\.?n|cpa)\.?$/i;

/** The year in which the age groups' year of a date ends. */
function seasonYear(date: string): number {
  const [year, month] = date.split("-").map(Number) as [number, number];
  return month >= FIRST_MONTH ? year + 1 : year;
}

/** What systems write for a player without a team. */
export const isNoTeam = (text: string) =>
  /^(?:unallocated|unassigned|unrostered|not (?:assigned|rostered)|none|n\/?a|tbd|free agent|-+)$/i.test(
    text,
  );

/** A registration that did not come about. */
const isCancelled = (text: string) => /cancel|withdr|refund|declin|delet|void|reject/i.test(text);

/** Somebody of the team's staff: 'Staff' of a role, 'Y' of 'Non-Player'. */
const isStaff = (text: string) => /^(?:y|yes|true|staff|.*coach.*|.*manager.*)$/i.test(text.slice(0, 60));

/**
 * The addresses of one cell: two people's behind each other, or one person's (Google separates with ' ::: ').
 */
export function splitAddresses(text: string): string[] {
  if (!/[;,\s]/.test(text)) return [text];
  const [own = ""] = text.split(" ::: ");
  const parts = own.split(/[;,\s]+/).filter(Boolean);
  return parts.length > 1 && parts.every((part) => part.includes("@")) ? parts : [own.trim()];
}
