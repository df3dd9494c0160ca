import { peopleInLine } from "#app/forms/people-in-text.ts";
import type { CoachRole, StaffRole } from "./staff.ts";

/** People of one pasted list (product/teams.md#inviting-several-people). */
export const MOST_INVITED = 50;

/** Roles that a person can be invited to, in one choice. */
export const invitedRoles = ["manager", "head", "assistant"] as const;
export type InvitedRole = (typeof invitedRoles)[number];

/** Converts an invited role to its stored form. */
export const staffRoleOf = (invited: InvitedRole): { role: StaffRole; coachRole: CoachRole | null } =>
  invited === "manager" ? { role: "manager", coachRole: null } : { role: "coach", coachRole: invited };

/** A person of a list, as it was typed: nothing is checked yet. */
export interface ListedPerson {
  name: string;
  /** '' where the line has none. */
  email: string;
  /** Role that the line names, if any. */
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

/** Trims the text between separators, and its runs of spaces. */
const plain = (cell: string) => cell.split(/\s+/).join(" ").trim();

/** Tells whether cells are a spreadsheet's first row: 'Name, Email, Team'. */
const isHeader = (cells: readonly string[]) =>
  !cells.some((cell) => cell.includes("@")) && cells.some((cell) => /^e-?mail( address)?$/i.test(cell));

function peopleOf(cells: readonly string[], teamIn: TeamIn): ListedPerson[] {
  const addresses = cells.flatMap((cell) => cell.split(" ")).filter((word) => word.includes("@")).length;
  const others: string[] = [];
  /** Role and team that a cell gives for the address before it, by that address's number. */
  const about: { of: number; role: InvitedRole | null; teamId: string | null }[] = [];
  for (const cell of cells) {
    const role = roleIn(cell);
    const teamId = role ? null : teamIn(cell);
    // On a line of several addresses, what follows one belongs to it.
    const of = addresses > 1 ? others.join(" ").split("@").length - 2 : -1;
    if (role || teamId) about.push({ of, role, teamId });
    else others.push(cell);
  }
  const entries = peopleInLine(others.join(", "), () => true);
  const people = entries.flatMap((entry) => entry.people);
  const rest = entries.filter((entry) => entry.people.length === 0).map(({ text }) => text);
  const named = people.length > 0 ? people : [{ name: rest.join(" "), email: "" }];
  return named.map(({ name, email }, index): ListedPerson => {
    const said = (what: "role" | "teamId") =>
      about.findLast((cell) => cell[what] !== null && cell.of === index)?.[what] ??
      about.findLast((cell) => cell[what] !== null && cell.of === -1)?.[what] ??
      null;
    return { name, email, role: said("role") as InvitedRole | null, teamId: said("teamId") };
  });
}

function roleIn(cell: string): InvitedRole | null {
  if (/^(team )?manager$/i.test(cell)) return "manager";
  if (/^assistant( coach)?$/i.test(cell)) return "assistant";
  return /^(head )?coach$/i.test(cell) ? "head" : null;
}
