import { type ColumnMatch, normalHeader } from "#app/spreadsheets/headers.ts";

/**
 * The columns of a contacts file that Goodside reads, by their names in the usual exports
 * (product/imports.md#contacts-import). Pure.
 */

const NUMBERS = [1, 2, 3] as const;
type Numbered<Name extends string> = `${Name}${(typeof NUMBERS)[number]}`;

/** Fields of up to three guardians, and up to three children; `born` holds an age group, never a date. */
export type ContactField =
  | Numbered<"email" | "name" | "first" | "last" | "child" | "childFirst" | "childLast" | "age" | "born">
  | "team"
  | "division"
  | "gender"
  | "role"
  | "status";

/** A column's field, and how sure its header is about it: 0 is best. */
interface Reading {
  field: ContactField;
  rank: number;
}
type Bare = "email" | "name" | "first" | "last";

const ADULT =
  "(?:parents? guardians?|parent or guardian|legal guardian|parents?|guardians?|mothers?|fathers?|mom|mum|dad|contact|account|additional|p)";
/** Headers that are a person, without a word for a part: 'Mom', 'Parent 2', 'Parent/Guardian'. Their cells are names. */
const bareAdult =
  /^(primary |secondary )?(?:the )?(parents? guardians?|parents? or guardians?|legal guardians?|parents?|guardians?|mothers?|fathers?|mom|mum|dad|mom dad|mom and dad|mother father|mother and father)(?: s)?(?: (\d))?(?: s)?$/;
const CHILD =
  "(?:player|players|participant|child|children|athlete|member|student|camper|registrant|kid|kids)";
const PART =
  "(?:first name|given name|first|last name|family name|surname|last|full name|names?|email address(?:es)?|emails?)";
const adult = new RegExp(
  `^(primary |secondary )?(${ADULT})(?: s)?(?: (\\d))? (${PART})(?: s)?(?: (\\d))?(?: value)?$`,
);
const adultLast = new RegExp(`^(${PART}) (?:of )?(primary |secondary )?(${ADULT})(?: (\\d))?$`);
const child = new RegExp(`^${CHILD}(?: s)?(?: (\\d))?(?: (${PART}))?(?: (\\d))?$`);
const childLast = new RegExp(`^(${PART}) (?:of )?${CHILD}(?: (\\d))?$`);
const childBorn = new RegExp(
  `^(?:${CHILD} )?(?:s )?(?:(\\d) )?(?:birth ?date|date of birth|dob|birthday)(?: mm dd yyyy| yyyy mm dd)?$`,
);
const childGender = new RegExp(`^(?:${CHILD} )?(?:(\\d) )?(?:gender|sex)$`);

const parts = {
  first: /^(?:first|given)/,
  last: /^(?:last|family|surname)/,
  email: /^email/,
} as const;

function partOf(words: string): "first" | "last" | "email" | "name" {
  for (const part of ["first", "last", "email"] as const) if (parts[part].test(words)) return part;
  return "name";
}

/** Columns with one name each; an earlier name is better. */
const plain: Record<"team" | "division" | "gender" | "role" | "status", readonly string[]> = {
  team: [
    "rostered team",
    "team assignment",
    "season team name",
    "team name",
    "team",
    "assigned team",
    "roster",
  ],
  division: ["division name", "division", "age division"],
  gender: ["team gender"],
  role: ["team role player staff", "team role", "role", "non player", "roster role"],
  status: ["entry status", "order status", "registration status", "status"],
};

/** Spanish and German words, and others for the same, in those that the patterns know. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:correos? electronicos?|correos?|e mails?|mails? address|e ?mail adresse|mailadresse)\b/g, "email"],
  [/\b(?:padres o tutores|padre madre tutor|padre o tutor|madre o tutora|padre madre)\b/g, "parent"],
  [
    /\btutora?(?:es)?(?: legal(?:es)?)?\b|\bresponsables?\b|\bapoderad[oa]\b|\bacudiente\b|\bencargad[oa]\b/g,
    "guardian",
  ],
  [
    /\berziehungsberechtigte[rn]?\b|\bcare ?givers?\b|\bcarers?\b|\bcontact person\b|\badults?\b|\bresponsible adult\b/g,
    "guardian",
  ],
  [/\bpadres\b|\beltern\b/g, "parents"],
  [/\belternteil\b/g, "parent"],
  [/\bpadre\b|\bpapa\b|\bvaters?\b/g, "father"],
  [/\bmadre\b|\bmama\b|\bmutter\b/g, "mother"],
  [/\bjugador(?:a|es|as)?\b|\bspieler(?:in)?s?\b/g, "player"],
  [/\bhij[oa]s?\b|\bnin[oa]s?\b|\balumn[oa]s?\b|\bkind(?:es|er)?\b/g, "child"],
  [/\bnombre completo\b|\bnombre y apellidos?\b|\bvor und nachname\b/g, "full name"],
  [/\bapellidos?\b|\bnachname\b|\bfamilienname\b|\bsurname 1\b|\bl ?name\b|\blastname\b/g, "last name"],
  [/\bvorname\b|\bf ?name\b|\bfirstname\b/g, "first name"],
  [/\bnombres?\b/g, "name"],
  [/\bequipos?\b|\bmannschaft\b/g, "team"],
  [/\bcategorias?\b|\bgrupo de edad\b|\baltersklasse\b|\baltersgruppe\b/g, "age group"],
  [/\bfecha de nacimiento\b|\bgeburtsdatum\b/g, "date of birth"],
  [/\bsexo\b|\bgenero\b|\bgeschlecht\b/g, "gender"],
  [/ (?:del|de la|de los|de las|de|des|der) /g, " of "],
];
const FOREIGN =
  /corre|mail|padre|madre|tutor|respon|apoder|acudi|encarg|erzieh|giver|carer|contact person|adult|eltern|papa|mama|vater|mutter|jugad|spieler|hij[oa]|nin[oa]|alumn|kind|nombre|apelli|name|equip|mannsch|categ|grupo|alters|nacim|geburt|sexo|genero|geschl/;

/** Returns a header in the patterns' words. A first name in Spanish is just 'nombre' beside a column 'apellidos'. */
function inEnglish(header: string, hasLastNames: boolean): string {
  const normal = normalHeader(header).replace(/\bparent s guardian s\b/, "parent guardian");
  if (!FOREIGN.test(normal)) return normal === "family" ? "parent" : normal;
  let words = hasLastNames ? normal.replace(/\bnombres?\b(?! (?:completo|y ))/g, "first name") : normal;
  for (const [pattern, english] of WORDS) words = words.replace(pattern, english);
  return words.replace(/^family (?=email)/, "parent ");
}

const bareNames: Record<string, Bare> = {
  email: "email",
  emails: "email",
  "email s": "email",
  "email address": "email",
  "email addresses": "email",
  "email 1 value": "email",
  "email 1": "email",
  mail: "email",
  name: "name",
  "full name": "name",
  "first name": "first",
  first: "first",
  "given name": "first",
  "last name": "last",
  last: "last",
  "family name": "last",
  surname: "last",
};

/** Tells whether a header is an address without saying whose. */
export const isBareEmail = (header: string) => bareNames[inEnglish(header, false)] === "email";

/** Headers found only in a personal address book: its people are adults, whose birthdays give no age group. */
const ADDRESS_BOOK = /^(?:email \d (?:type|label|value)|yomi name|given yomi|business phone)$/;

/** Headers that only a list of players has: there, a bare name is the player's. */
const PLAYERISH =
  /^(?:jersey(?: number)?|number|position|grade|team role.*|non player|birth ?date|date of birth|dob|birthday|gender|foot|school)$/;

/** Prefixes of the second parent: if a file has both, the father is the second. */
const SECOND = /^(?:father|dad)/;

const isNumber = (number: number): number is 1 | 2 | 3 => number >= 1 && number <= 3;

function adultReading(words: string): Reading | null {
  const bare = bareAdult.exec(words);
  if (bare) {
    const [, order = "", who = "", said] = bare;
    const second = order.startsWith("secondary") || SECOND.test(who);
    const number = said ? Number(said) : second ? 2 : 1;
    return isNumber(number) ? { field: `name${number}`, rank: 1 } : null;
  }
  const match = adult.exec(words);
  const turned = match ? null : adultLast.exec(words);
  if (!match && !turned) return null;
  const [order = "", who = "", before = "", part = "", after = ""] = match
    ? match.slice(1)
    : [turned?.[2], turned?.[3], turned?.[4], turned?.[1], ""];
  if (who === "p" && before === "") return null;
  // 'guardian 2 email 2' is a further address of the same person.
  if (before !== "" && after !== "" && after !== "1") return null;
  const said = before || after;
  const second = order.startsWith("secondary") || who === "additional" || SECOND.test(who);
  const number = said ? Number(said) : second ? 2 : 1;
  if (!isNumber(number)) return null;
  return { field: `${partOf(part)}${number}`, rank: who === "account" ? 1 : 0 };
}

function childReading(words: string): Reading | "none" | null {
  const match = child.exec(words);
  const turned = match ? null : childLast.exec(words);
  if (!match && !turned) return null;
  const part = match ? (match[2] ?? "name") : (turned?.[1] ?? "");
  const number = Number((match ? match[1] || match[3] : turned?.[2]) || 1);
  // Children get no mail (product/imports.md#contacts-import).
  if (partOf(part) === "email" || !isNumber(number)) return "none";
  const names = { first: "childFirst", last: "childLast", name: "child" } as const;
  return { field: `${names[partOf(part) as keyof typeof names]}${number}`, rank: 0 };
}

function plainReading(words: string): Reading | null {
  for (const field of Object.keys(plain) as (keyof typeof plain)[]) {
    const rank = plain[field].indexOf(words);
    if (rank >= 0) return { field, rank };
  }
  if (words === "age group" || words === "team age" || words === "age groups")
    return { field: "age1", rank: 0 };
  const born = childBorn.exec(words);
  const bornOf = Number(born?.[1] ?? 1);
  if (born && isNumber(bornOf)) return { field: `born${bornOf}`, rank: 0 };
  const gender = childGender.exec(words);
  if (gender && (gender[1] ?? "1") === "1") return { field: "gender", rank: 1 };
  // 'Email 2' is somebody else's: a person's second address has a column for its kind.
  const [, other] = /^(?:email|email address) ([23])$/.exec(words) ?? [];
  if (other) return { field: `email${Number(other) as 2 | 3}`, rank: 3 };
  return words === "user email" ? { field: "email1", rank: 2 } : null;
}

const ADULT_NAMES = ["name", "first", "last"] as const;

/** Makes a father whose file has no mother, and one address, the first parent: the address is his. */
function onlyParentFirst<Columns>(found: Map<ContactField, Columns>): void {
  for (const part of ADULT_NAMES) {
    const columns = found.get(`${part}2`);
    if (!columns) continue;
    found.delete(`${part}2`);
    found.set(`${part}1`, columns);
  }
}

/** Matches columns to fields. A bare 'Email' is the parent's only where no column says that it is a parent's. */
export function matchContactColumns(headers: readonly string[]): ColumnMatch<ContactField> {
  const hasLastNames = headers.some((header) => /\bapellidos?\b/.test(normalHeader(header)));
  const normal = headers.map((header) => inEnglish(header, hasLastNames));
  const found = new Map<ContactField, { rank: number; indexes: number[] }>();
  const note = ({ field, rank }: Reading, index: number) => {
    const before = found.get(field);
    if (!before || rank < before.rank) found.set(field, { rank, indexes: [index] });
    else if (rank === before.rank) before.indexes.push(index);
  };
  const bare: [Bare, number][] = [];
  const isAddressBook = normal.some((words) => ADDRESS_BOOK.test(words));
  for (const [index, words] of normal.entries()) {
    const said = bareNames[words];
    if (said) bare.push([said, index]);
    else if (!isAddressBook) {
      const reading = plainReading(words) ?? adultReading(words) ?? childReading(words);
      if (reading && reading !== "none") note(reading, index);
    }
  }
  const has = (...names: string[]) =>
    [...found.keys()].some((field) => names.includes(field.replace(/\d$/, "")));
  const isPlayers = !isAddressBook && normal.some((words) => PLAYERISH.test(words));
  const childNamed = has("child", "childFirst", "childLast");
  const parentNamed = has("name", "first", "last");
  const namesAreChilds = !childNamed && (parentNamed || isPlayers);
  const parentReached = [...found].some(([field, { rank }]) => field.startsWith("email") && rank < 3);
  for (const [said, index] of bare) {
    if (said === "email") {
      // For two bare columns the user is asked.
      if (!parentReached) note({ field: "email1", rank: 3 }, index);
    } else {
      const childs = { name: "child1", first: "childFirst1", last: "childLast1" } as const;
      if (namesAreChilds) note({ field: childs[said], rank: 3 }, index);
      else if (!parentNamed) note({ field: `${said}1`, rank: 3 }, index);
    }
  }
  if (!found.has("email2") && !ADULT_NAMES.some((part) => found.has(`${part}1`))) onlyParentFirst(found);
  // An age group that the file states is better than one worked out from a birth date.
  if (found.has("age1")) for (const number of NUMBERS) found.delete(`born${number}`);
  const columns: Partial<Record<ContactField, number>> = {};
  const ambiguous: ColumnMatch<ContactField>["ambiguous"] = [];
  for (const [field, { indexes }] of found) {
    const [first, ...more] = indexes;
    if (more.length > 0) ambiguous.push({ field, headers: indexes.map((index) => headers[index] ?? "") });
    else columns[field] = first;
  }
  return { columns, ambiguous };
}

/** Names of a contacts file and its columns on pages. Pure. */

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

/** Returns a field's name on the page. */
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

/** Returns the usual name of the system that a file with these headers comes from. For display only. */
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
