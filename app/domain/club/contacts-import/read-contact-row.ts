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
import { normalName } from "#app/domain/values/names.ts";
import { readDate } from "#app/domain/values/written-dates.ts";
import { EMAIL, EMAIL_MAX } from "#app/forms/email-pattern.ts";
import { likelyDomain, peopleInCell } from "#app/forms/people-in-text.ts";
import { memoize } from "#app/runtime/memoize.ts";
import type { ContactField } from "./contact-columns.ts";
import {
  adultRules,
  type Commas,
  commasOf,
  type NameRules,
  namesInCell,
  namesOfParts,
  turnedName,
} from "./names-in-cell.ts";

/** Reads one row of a contacts file (product/imports.md#contacts-import). Pure. */

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
  /** Empty for a row that is left out. */
  guardians: FileGuardian[];
  children: FileChild[];
  mentions: TeamMention[];
  /** True if a cell of names was read as several people. */
  several: boolean;
}

/** Context for reading one file's rows: the club's teams, the user's answers, and the columns. */
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
  /** Meaning of a comma in a cell of children. */
  commas: Commas;
  /** True if every cell of names is one person, as the user said. */
  oneName: boolean;
}

const NAME_MAX = 120;
const NUMBERS = [1, 2, 3] as const;
const ageGroupOf = memoize(readAgeGroup);
const genderOf = memoize(readGender);
const genderIn = memoize((text: string) =>
  readGender(/\b(boys|girls|coed|co-ed|mixed|male|female)\b/i.exec(text)?.[0] ?? ""),
);

/** Tells whether an issue is an error: it is about the address or something missing; others are warnings. */
const isGrave = (text: string) => text === "Invalid email format" || text.startsWith("Missing");

export function readContactRow(row: ContactRow, lookup: ContactLookup): ReadContactRow {
  const read: ReadContactRow = { issues: [], guardians: [], children: [], mentions: [], several: false };
  const { issues } = read;
  const report = (text: string) => void issues.push({ level: isGrave(text) ? "error" : "warning", text });
  const cell: Cell = (field) => {
    const text = row.cells[field];
    return text ? oneLine(text) : "";
  };
  const names = namesOf(row, lookup);
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
  const guardians = readGuardians(cell, names, lookup, report, read);
  const children = readChildren(cell, names, lookup, report, read);
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

/** The names in a row's cells. */
interface RowNames {
  adults: (number: Numbered) => string[];
  isLastName: NameRules["isLastName"];
  /** Returns an adult's cell as one name. */
  adult: (number: Numbered) => string;
  children: (number: Numbered) => string[];
}
type Numbered = (typeof NUMBERS)[number];

function namesOf({ cells }: Pick<ContactRow, "cells">, { commas, oneName }: NamesLookup): RowNames {
  const cell = (field: ContactField) => cells[field] ?? "";
  const read = (parts: readonly [first: string, last: string, whole: string], rules: NameRules) => {
    const [first, last, whole] = parts;
    if (oneName) return [asOneName(parts)].filter(Boolean);
    return first || last ? namesOfParts(first, last) : namesInCell(whole, rules);
  };
  const partsOf = (number: Numbered) =>
    [cell(`first${number}`), cell(`last${number}`), cell(`name${number}`)] as const;
  const adults = (number: Numbered) => read(partsOf(number), adultRules);
  const isLastName = (text: string) => {
    const whole = NUMBERS.flatMap(adults).filter((name) => name.includes(" "));
    return whole.length === 0 ? null : whole.some((name) => endsWithName(name, text));
  };
  return {
    adults,
    isLastName,
    adult: (number) => asOneName(partsOf(number)),
    children: (number) =>
      read([cell(`childFirst${number}`), cell(`childLast${number}`), cell(`child${number}`)], {
        commas,
        isLastName,
      }),
  };
}
type NamesLookup = Pick<ContactLookup, "commas" | "oneName">;

function asOneName([first, last, whole]: readonly [string, string, string]): string {
  return oneLine([first, last].filter((text) => text.trim() !== "").join(" ")) || turnedName(oneLine(whole));
}

const endsWithName = (name: string, last: string) =>
  ` ${normalName(name)}`.endsWith(` ${normalName(last) || name}`);

/** Decides what commas mean in the cells of children by the first rows of a file. */
export const commasOfRows = (rows: readonly Pick<ContactRow, "cells">[]): Commas =>
  commasOf(
    rows.flatMap((row) => {
      const { isLastName } = namesOf(row, { commas: "unknown", oneName: false });
      return NUMBERS.map((number) => ({ cell: row.cells[`child${number}`] ?? "", isLastName }));
    }),
  );

/** One person's, or one family's, cells of names and addresses. */
interface AdultCells {
  number: Numbered;
  names: string[];
  addresses: string[];
  /** Names written with the addresses, which count where the row has no other. */
  within: ReadonlyMap<string, string>;
}

function readGuardians(
  cell: Cell,
  names: RowNames,
  { has }: ContactLookup,
  report: (text: string) => void,
  read: ReadContactRow,
): FileGuardian[] {
  const adults = NUMBERS.map((number): AdultCells => {
    const text = cell(`email${number}`);
    const { people, unread } = peopleInCell(text);
    if (people.length > 0 && unread.length > 0)
      report(`Not read: "${shortened(unread.join(", "))}" beside ${people[0]?.email}`);
    const addresses = people.length > 0 || text === "" ? people.map(({ email }) => email) : [text];
    const isNamed = people.some(({ name }) => name !== "");
    const within = isNamed ? new Map(people.map(({ name, email }) => [email, name])) : NO_NAMES;
    return { number, names: names.adults(number), addresses, within };
  });
  for (const { number, names: found, addresses, within } of adults) {
    if (addresses.length === 0) continue;
    if (!addresses.every(isEmail)) report("Invalid email format");
    if (found.length === 0 && number === 1 && has.parentName && !within.get(addresses[0] ?? ""))
      report("Missing parent name");
    for (const address of addresses) {
      const domain = likelyDomain(address);
      if (domain) report(`Is it ${domain}? "${address.slice(address.lastIndexOf("@") + 1)}" looks mistyped`);
    }
  }
  const nameOf = (email: string) => adults.map(({ within }) => within.get(email)).find(Boolean) ?? "";
  const several = adults.some(({ names, addresses }) => names.length > 1 || addresses.length > 1);
  if (several) shareAddresses(adults, names.adult);
  const guardians: FileGuardian[] = [];
  let unreachable = "";
  for (const { number, names: found, addresses } of adults) {
    if (addresses.length === 0) {
      unreachable ||= names.adult(number);
      continue;
    }
    const people = addresses.map((email, index) => ({ name: found[index] || nameOf(email), email }));
    if (people.some(({ name }) => name.length > NAME_MAX))
      report(`Parent name is longer than ${NAME_MAX} characters`);
    if (people.length > 1 && people.every(({ email }) => isEmail(email)))
      noteSeveral(read, "parents", people.map(personText));
    if (found.length > 1) read.several = true;
    for (const { name, email } of people) {
      if (name.includes(UNREAD)) report(unreadLabel(name));
      guardians.push({ name: name.slice(0, NAME_MAX), email });
    }
  }
  if (guardians.length === 0) {
    report("Missing parent email");
    if (!unreachable && has.parentName) report("Missing parent name");
  } else if (unreachable) report(`"${shortened(unreachable)}" has no address and is not added`);
  return guardians;
}

/** Replacement character of a decoder for invalid bytes. */
const UNREAD = "\ufffd";
const unreadLabel = (text: string) =>
  `A letter of "${shortened(text)}" could not be read: correct it in the file`;

const isEmail = (text: string) => text.length <= EMAIL_MAX && EMAIL.test(text);
const NO_NAMES: ReadonlyMap<string, string> = new Map();
const personText = ({ name, email }: FileGuardian) => (name ? `${name}, ${email}` : email);

/** Notes in the preview that a cell was split. */
function noteSeveral({ issues }: ReadContactRow, what: "parents" | "children", of: readonly string[]): void {
  const quoted = of.map((text) => `"${shortened(text.replaceAll('"', "'"))}"`).join(", ");
  issues.push({ level: "warning", text: `Read as ${of.length} ${what}: ${quoted}` });
}

/**
 * Gives each name its address where names share a cell and addresses do not, or the other way round. A cell of several
 * names with too few addresses stays one name.
 */
function shareAddresses(adults: AdultCells[], whole: RowNames["adult"]): void {
  for (const adult of adults) {
    const missing = () => adult.names.length - adult.addresses.length;
    for (const other of adults) {
      if (other === adult || missing() <= 0) continue;
      // 'Mom' and 'Dad' with both addresses in one cell, or 'Parents' with two columns of addresses.
      const isFree = other.names.length === 0 && adult.names.length > 1;
      const spare = isFree ? 0 : Math.max(other.names.length, 1);
      if (other.addresses.length > spare) adult.addresses.push(...other.addresses.splice(spare, missing()));
    }
    if (missing() > 0 && adult.names.length > 1) adult.names = [whole(adult.number)];
  }
}

function readChildren(
  cell: Cell,
  names: RowNames,
  { has }: ContactLookup,
  report: (text: string) => void,
  read: ReadContactRow,
): FileChild[] {
  if (!has.child) return [];
  const children: FileChild[] = [];
  for (const number of NUMBERS) {
    const found = names.children(number);
    if (found.length === 0) continue;
    for (const name of found) if (name.includes(UNREAD)) report(unreadLabel(name));
    if (found.some((name) => name.length > NAME_MAX))
      report(`Child name is longer than ${NAME_MAX} characters`);
    const stated = cell(`age${number}`) || cell("age1");
    const ages = found.length > 1 ? stated.split(/[,;|/&]/).map(ageGroupOf) : [];
    // 'U10, U12' of two children.
    const own = ages.length === found.length && ages.every((age) => age !== null) ? ages : null;
    const ageGroup = ageGroupOf(stated) ?? "";
    if (has.age && !stated) report("Age group is required");
    else if (has.age && !ageGroup && !own) report("Age group should be in format U12, U-12, etc.");
    const other = cell(`born${number}`) || ageGroupOf(cell("division")) || ageGroupOf(cell("team"));
    for (const [index, name] of found.entries())
      children.push({
        name: name.slice(0, NAME_MAX),
        teamId: null,
        ageGroup: own?.[index] || ageGroup || other || "",
      });
    if (found.length > 1) {
      read.several = true;
      noteSeveral(read, "children", found);
    }
  }
  if (children.length === 0) report("Missing child name");
  return children;
}

/** Finds the club's team of a row; a name without a team is kept as a question. */
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

/** Single values of a contacts file (product/imports.md#contacts-import). Pure. */

/** Month in which soccer's year of age groups begins. */
const FIRST_MONTH = 8;

/**
 * Returns the age group of a birth date: groups run from August 1 to July 31, and a player of U-12 turns 12 in that
 * year.
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

/** Returns a cell of age groups as it is, unless it is a birth date: then only the age group. */
export const withoutDate = (text: string, today: string): string =>
  /\d/.test(text) && readAgeGroup(text) === null && readDate(text)?.date
    ? ageGroupOfBirth(text, today)
    : text;

/** Returns the year in which the age groups' year of a date ends. */
function seasonYear(date: string): number {
  const [year, month] = date.split("-").map(Number) as [number, number];
  return month >= FIRST_MONTH ? year + 1 : year;
}

/** Matches a system's word for a player without a team. */
export const isNoTeam = (text: string) =>
  /^(?:unallocated|unassigned|unrostered|not (?:assigned|rostered)|none|n\/?a|tbd|free agent|-+)$/i.test(
    text,
  );

/** Tells whether a registration was not completed. */
const isCancelled = (text: string) => /cancel|withdr|refund|declin|delet|void|reject/i.test(text);

/** Tells whether a cell means the team's staff: 'Staff' of a role, 'Y' of 'Non-Player'. */
const isStaff = (text: string) => /^(?:y|yes|true|staff|.*coach.*|.*manager.*)$/i.test(text.slice(0, 60));
