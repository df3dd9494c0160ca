import { normalHeader } from "#app/spreadsheets/headers.ts";
import { type ContactField, NUMBERS } from "./contact-columns.ts";

/** What pages call the columns of a contacts file, and the file itself. Pure. */

export const contactFields: readonly ContactField[] = [
  ...NUMBERS.flatMap((n) => [`email${n}`, `name${n}`, `first${n}`, `last${n}`] as const),
  ...NUMBERS.flatMap((n) => [`child${n}`, `childFirst${n}`, `childLast${n}`, `age${n}`, `born${n}`] as const),
  "team",
  "division",
  "gender",
  "role",
  "status",
];

const kinds: Record<string, string> = {
  email: "email address",
  name: "name",
  first: "first name",
  last: "last name",
  child: "name",
  childFirst: "first name",
  childLast: "last name",
  age: "age group",
  born: "birth date (only the age group is kept)",
};
const others = {
  team: "Team",
  division: "Division",
  gender: "Gender of the team",
  role: "Player or staff",
  status: "Status of the registration",
} as const;
const childKinds = ["child", "childFirst", "childLast", "age", "born"];

/** What the page calls a field. */
export function contactFieldName(field: ContactField): string {
  const [, kind = "", number = ""] = /^([a-zA-Z]+?)(\d?)$/.exec(field) ?? [];
  if (!number) return others[field as keyof typeof others];
  const whose = childKinds.includes(kind) ? "Child" : "Parent";
  return `${whose}${number === "1" ? "" : ` ${number}`}: ${kinds[kind]}`;
}

/** The columns of the downloadable template. */
export const templateColumns = [
  "parent_email",
  "parent_name",
  "child_name",
  "team_name",
  "age_group",
] as const;

/** The usual name of the system that a file with these headers comes from. For display only. */
export function contactSource(headers: readonly string[]): string {
  const normal = new Set(headers.map(normalHeader));
  const has = (...names: string[]) => names.every((name) => normal.has(name));
  if (has("parent email", "child name")) return "Goodside contacts";
  if (has("athlete 1 first name") || has("guardian 1 email", "season team name"))
    return "SportsEngine registrations";
  if (has("member first name")) return "SportsEngine members";
  if ([...normal].some((name) => name.startsWith("team role"))) return "SportsEngine season roster";
  if (has("account first name", "user email")) return "Sports Connect enrollment";
  if (has("parent 1 email", "season id")) return "PlayMetrics players";
  if (has("contact 1 email") || has("p 1 email") || has("non player")) return "TeamSnap roster";
  if (has("email 1 value")) return "Google Contacts";
  if (has("team age", "team gender")) return "GotSport players";
  if (has("email address", "mobile phone", "company")) return "Outlook contacts";
  return "Contacts file";
}
