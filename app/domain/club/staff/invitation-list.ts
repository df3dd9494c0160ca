import type { CoachRole, StaffRole } from "./staff.ts";

/** People of one pasted list (product.md#inviting-several). */
export const MOST_INVITED = 50;

/** What somebody is invited as, in one choice. */
export const invitedRoles = ["manager", "head", "assistant"] as const;
export type InvitedRole = (typeof invitedRoles)[number];

/** The same as it is stored. */
export const staffRoleOf = (invited: InvitedRole): { role: StaffRole; coachRole: CoachRole | null } =>
  invited === "manager" ? { role: "manager", coachRole: null } : { role: "coach", coachRole: invited };

/** A person of a list, as it was typed: nothing is checked yet. */
export interface ListedPerson {
  name: string;
  /** '' where the line has none. */
  email: string;
  /** What the line names, if it does. */
  role: InvitedRole | null;
  teamId: string | null;
}

/** The team of the club's that a cell names, if it is one. */
type TeamIn = (cell: string) => string | null;

/**
 * Reads 'Dana Reed <dana@x.org>', 'Dana Reed, dana@x.org' or columns of a spreadsheet: people one a line, or several on
 * one with commas, semicolons or tabs between them. A cell that is a team of the club's or a role is taken as that, and
 * a line without an address is handed back as a name.
 */
export const readInvitationList = (text: string, teamIn: TeamIn): ListedPerson[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) =>
      line
        .split(/[,;\t]/)
        .map(plain)
        .filter(Boolean),
    )
    .filter((cells) => cells.length > 0 && !isHeader(cells))
    .flatMap((cells) => peopleOf(cells, teamIn));

/** What stands between separators, without quotes and runs of spaces. */
const plain = (cell: string) =>
  cell
    .replaceAll(/["\u201c\u201d]/g, "")
    .split(/\s+/)
    .join(" ")
    .trim();

/** A spreadsheet's first row: 'Name, Email, Team'. */
const isHeader = (cells: readonly string[]) =>
  !cells.some((cell) => cell.includes("@")) && cells.some((cell) => /^e-?mail( address)?$/i.test(cell));

function peopleOf(cells: readonly string[], teamIn: TeamIn): ListedPerson[] {
  const addresses = cells.flatMap((cell) => cell.split(" ")).filter((word) => word.includes("@")).length;
  const people: ListedPerson[] = [];
  let names: string[] = [];
  let [role, teamId]: [InvitedRole | null, string | null] = [null, null];
  for (const cell of cells) {
    const about = roleIn(cell);
    const team = teamIn(cell);
    // What follows an address on a line of several belongs to it.
    const last = addresses > 1 ? people.at(-1) : undefined;
    if (about && last) last.role = about;
    else if (about) role = about;
    else if (team && last) last.teamId = team;
    else if (team) teamId = team;
    else if (cell.includes("@")) {
      for (const { name, email } of addressesIn(cell)) people.push({ name, email, role: null, teamId: null });
      const first = people.at(-1);
      if (first && addresses > 1) {
        first.name = [first.name, ...names].filter(Boolean).join(" ");
        names = [];
      }
    } else names.push(cell);
  }
  const rest = names.join(" ");
  const last = people.at(-1);
  if (!last) return [{ name: rest, email: "", role, teamId }];
  last.name = [last.name, rest].filter(Boolean).join(" ");
  return people.map((person) => ({
    ...person,
    role: person.role ?? role,
    teamId: person.teamId ?? teamId,
  }));
}

/** 'Dana Reed <dana@x.org>', 'Dana Reed dana@x.org', or addresses with spaces between them. */
function addressesIn(cell: string): { name: string; email: string }[] {
  const found: { name: string; email: string }[] = [];
  let words: string[] = [];
  for (const word of cell.split(/[\s<>]+/).filter(Boolean)) {
    if (word.includes("@")) {
      found.push({ name: words.join(" "), email: word });
      words = [];
    } else if (found.length === 0 || !/^(?:and|&)$/i.test(word)) words.push(word);
  }
  const last = found.at(-1);
  if (last) last.name = [last.name, ...words].filter(Boolean).join(" ");
  return found;
}

function roleIn(cell: string): InvitedRole | null {
  if (/^(team )?manager$/i.test(cell)) return "manager";
  if (/^assistant( coach)?$/i.test(cell)) return "assistant";
  return /^(head )?coach$/i.test(cell) ? "head" : null;
}
